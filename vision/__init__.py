"""From camera frames to what happened on the table."""

from vision.sources.native import prepare_environment

# OpenCV reads some of it while it is loaded, and everything that loads OpenCV is in here.
prepare_environment()

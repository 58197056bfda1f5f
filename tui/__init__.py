"""The app that people look at, and the command line."""

"""The table simulator, the picture compositor, loaders and bundled clips."""

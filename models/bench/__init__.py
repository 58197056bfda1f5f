"""Measures what the eyes and the watcher reach; `symposiarch bench` runs it."""

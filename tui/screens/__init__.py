"""Whole screens: set-up, help, log."""

"""Dice and other small things, rendered as sprites."""

"""Composed pictures: scenes for the detector, crops for the readers."""

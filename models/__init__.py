"""Trained weights, how they were trained, and what they reach."""

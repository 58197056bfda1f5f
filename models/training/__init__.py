"""How the shipped weights are trained; needs the `train` extra (torch, Ultralytics)."""

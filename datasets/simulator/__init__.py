"""The table simulator: real physics, rendered frames, exact truth (extra `sim`)."""

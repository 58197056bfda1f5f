"""The parts of the screen; each shows what it is given and knows nothing of the others."""

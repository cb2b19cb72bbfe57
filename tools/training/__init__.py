"""Training the mark reader; needs more than the program does."""

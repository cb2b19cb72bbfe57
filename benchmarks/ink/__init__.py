"""Make difficult inputs of several kinds from simulated photos, and measure how they are read."""

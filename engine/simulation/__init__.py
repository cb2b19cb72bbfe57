"""Games played by bots."""

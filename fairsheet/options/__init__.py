"""What a user chooses: options of commands, and the seed, names and labels that come of them."""

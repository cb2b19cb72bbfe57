"""What a batch was asked and what it has done, kept in its folder."""

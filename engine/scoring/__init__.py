"""What a sheet is worth: every box computed from the ink."""

"""Make small changes to the source, and run the tests that should notice them."""

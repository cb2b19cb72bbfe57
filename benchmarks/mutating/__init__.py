"""Small changes to the source that tests should notice, and the tests that are to notice them."""

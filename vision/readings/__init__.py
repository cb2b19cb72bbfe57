"""What was read: distributions over the marks of each field, and doubts."""

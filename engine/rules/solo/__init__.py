"""The rules of the solo game that its scenarios share: a module for each, with all its readings side by side."""

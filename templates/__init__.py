"""The sheets themselves, in the layout language, and the layouts of released prints."""

"""One page about a table or a campaign."""

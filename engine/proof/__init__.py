"""The proof: whether a table's sheets can have come about, with a history or a contradiction."""

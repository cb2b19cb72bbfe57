"""One module per command; each holds a function `command` that click calls. Nothing is imported before it is used."""

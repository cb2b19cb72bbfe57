"""The layout language: from the text of a template to lines with arguments, properties and values."""

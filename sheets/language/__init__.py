"""The layout language: from the text of a template to lines with arguments, properties and values.

Other packages use: choices, evaluation, faults, lines, parser, parts, syntax, template_files, words.
"""

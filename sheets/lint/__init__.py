"""Whether a template can be read by a camera and hangs together.

Others use: lint, lint_lines, lint_translations.
"""

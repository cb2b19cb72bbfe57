"""Judge a table, and find what another mark on its sheets would change.

Other packages use: consequences, groups, implausible, judging, rule_context.
"""

"""The components in the box of Planet Unknown, and facts printed on its record.

Other packages use: board, component_names, components, printed.
"""

"""What the box of Planet Unknown holds, and what its record has on paper.

Others use: board, component_names, components, printed.
"""

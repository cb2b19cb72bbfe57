"""What a batch was asked and what it has done, kept in its folder.

Others use: folders, limits, plan, store.
"""

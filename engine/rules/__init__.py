"""The rules that scenarios share: a module for each, with all its readings side by side.

A rule is read in three ways: what it lets a player do and forces in play, which marks of a final sheet contradict it,
and how it reads in time for the solver. All three bear the same code.

Others use: account, actions, ascending, completion, crosses, end, ladders, locations, missions, networks, offers,
planning, races, system_errors, tanks, wilds.
"""

"""The rules that scenarios share: a module for each, with its three forms.

In play, a rule allows and forces steps. On a final sheet, it yields contradictions. In time, it states constraints for
the solver. All three forms have the same rule code.

Other packages use: account, actions, ascending, completion, crosses, end, ladders, locations, missions, networks,
offers, planning, races, system_errors, tanks, wilds.
"""

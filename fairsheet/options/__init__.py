"""What a user chooses: options of commands, and the seed, names and labels that come of them.

Others use: default_names, labels, options, print_runs, recorded_evenings, rosters, seeds.
"""

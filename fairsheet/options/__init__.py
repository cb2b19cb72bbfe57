"""What a user chooses: options of commands, and the seed, names and labels that come of them.

Others use: certificate_folders, default_names, labels, options, print_runs, recorded_evenings, rosters, seeds.
"""

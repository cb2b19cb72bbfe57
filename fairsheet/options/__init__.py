"""Read what a user chooses: options of commands, and the seed and names that come from them.

Others use: certificate_folders, default_names, options, print_runs, read_options, recorded_evenings, rosters, seeds.
"""

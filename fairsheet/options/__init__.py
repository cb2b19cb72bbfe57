"""Read what a user chooses: options of commands, the tables they name, and the seed and names that come from them.

Others use: certificate_folders, default_names, given_tables, options, print_runs, read_options, recorded_evenings,
rosters, seeds.
"""

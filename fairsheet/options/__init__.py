"""Read the choices of a user: options of commands, the tables they describe, and the seeds and names made from them.

Other packages use: analysed_games, card_packs, certificate_folders, default_names, given_tables, options, print_runs,
read_options, recorded_evenings, rosters, seeds.
"""

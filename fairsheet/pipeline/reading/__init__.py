"""Read one file, which is a photo or a record, and recognise the names of players.

Other packages use: known_players, photos, picture_files, records.
"""

"""The process of the program: console, streams, signals and files.

Other packages use: console, exits, inputs, kept_layouts, output_files, private_logs, signals, spoken, state_folder,
streams, terminal_pictures, threads, watching.
"""

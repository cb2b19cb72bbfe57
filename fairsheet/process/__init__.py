"""The process of the program: console, streams, signals and files.

Other packages use: console, exits, inputs, kept_layouts, output_files, signals, spoken, streams, terminal_pictures,
threads, watching.
"""

"""The program as a process: console, streams, signals, files.

Others use: console, exits, inputs, kept_layouts, output_files, signals, spoken, streams, terminal_pictures, threads,
watching.
"""

"""The program as a process: console, streams, signals, files.

Others use: console, kept_layouts, exits, inputs, output_files, signals, streams, terminal_pictures, threads, watching.
"""

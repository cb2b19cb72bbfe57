"""The process of the program: console, streams, signals, files and further processes.

Other packages use: console, exits, inputs, kept_layouts, output_files, parallel, private_logs, signals, spoken,
state_folder, streams, terminal_pictures, threads, watching.
"""

"""What every room stands on: errors, reading the files that people name, numbers and lists in words.

Others use: disjoint, errors, input_files, lookalikes, memory, phrases.
"""

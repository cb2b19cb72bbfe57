"""What every room stands on: errors, reading the files that people name, numbers and lists in words, base 32.

Others use: base_32, disjoint, errors, frozen_values, input_files, lookalikes, memory, phrases.
"""

"""The program as a process: console, streams, signals, files."""

"""Perform tasks in this process, in other processes or on other machines.

Others use: cluster, executor, processes, tasks.
"""

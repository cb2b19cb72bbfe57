"""Perform tasks in this process, in other processes or on other machines.

Other packages use: cluster, executor, parallel, processes, tasks.
"""

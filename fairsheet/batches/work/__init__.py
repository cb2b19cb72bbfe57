"""Tasks of a batch, and the processes and machines that do them.

Others use: cluster, executor, processes, tasks.
"""

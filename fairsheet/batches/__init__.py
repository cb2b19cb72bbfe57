"""Run a batch over folders of photos and records, show its progress, and open it again for answers.

Others use: again, progress, run, watch.
"""

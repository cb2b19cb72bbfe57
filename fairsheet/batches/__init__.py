"""Run a batch over folders of photos and records, show its progress, and open it again for answers.

Others use: again, run, show, watch.
"""

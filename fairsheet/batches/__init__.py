"""Run a batch over folders of photos and records, show its progress, and reopen it for answers.

Other packages use: again, progress, run, watch.
"""

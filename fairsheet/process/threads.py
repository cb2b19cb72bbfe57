"""Limit the threads of numpy and Tesseract.

More threads do not help with arrays and lines of text as small as ours, and photos are read in parallel anyway.
"""

from __future__ import annotations

import os

# Must be in the environment of a process before it imports numpy.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}


def keep_to_one_thread() -> None:
    """Limit them to one thread in this process and its child processes, unless the environment sets a number."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)

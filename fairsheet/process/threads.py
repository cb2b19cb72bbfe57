"""How many threads numpy and Tesseract take: for arrays and lines of text as small as ours more do not pay, and photos
are read side by side."""

from __future__ import annotations

import os

# For the environment of a process, before it imports numpy.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}


def keep_to_one_thread() -> None:
    """Keep them to one thread in this process, and in those that it starts, unless the environment says otherwise."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)

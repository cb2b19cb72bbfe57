"""How many threads numpy takes: its arrays are too small here for more to pay, and photos are read side by side."""

from __future__ import annotations

import os

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}  # for the environment of a process, before it imports numpy


def keep_to_one_thread() -> None:
    """Keep numpy to one thread in this process, and in those that it starts, unless the environment says otherwise."""
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)

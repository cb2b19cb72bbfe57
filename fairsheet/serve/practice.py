"""A table to practise with, alone: its game is played, and photos of its sheets are ready.

The photos were made by `fairsheet simulate launch --seed crane --players 2 --photos` and scaled to 2,000 pixels.
"""

from __future__ import annotations

from importlib.resources import files

from fairsheet.serve.event_log import PHOTO_DAYS, Started
from fairsheet.serve.links import new_link_id

NAMES = ("Ada", "Ben")


def practice_table() -> Started:
    """Return a new table for the game of the photos."""
    links = tuple(new_link_id() for _ in range(len(NAMES) + 2))
    return Started("launch", NAMES, "crane", links, photo_days=PHOTO_DAYS, is_practice=True)


def ready_photos() -> list[bytes]:
    """Return a JPEG of the sheet of each player."""
    folder = files("fairsheet") / "data" / "practice"
    return [(folder / f"seat-{seat}.jpg").read_bytes() for seat in range(1, len(NAMES) + 1)]

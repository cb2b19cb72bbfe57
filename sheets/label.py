"""What the machine-readable label on a page says: enough to deal the same game and to read the page again."""

from __future__ import annotations

from sheets.model import Value

LABEL_FORMAT = 1


class Label(Value):
    """Everything that tells one printed page from another. `missions` are card ids such as ("A1", "B2", "C1")."""

    sheet: str
    layout: str  # fingerprint of the layout, eight hex digits
    seed: str
    players: int
    seat: int
    solo: int | None = None
    missions: tuple[str, ...] = ()
    page: int = 1

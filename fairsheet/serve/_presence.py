"""Know who has a page of a table open."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

GONE_AFTER = 8.0  # seconds without an open page; to open the next page takes less


class Presence:
    """The people with an open page. `on_change` gets the table of a person who comes or goes."""

    def __init__(self, on_change: Callable[[str], None]) -> None:
        self._pages: Counter[tuple[str, int]] = Counter()
        self._on_change = on_change

    def here(self, table: str) -> frozenset[int]:
        """Return the people of a table who have a page open."""
        return frozenset(who for about, who in self._pages if about == table)

    def enter(self, table: str, who: int) -> None:
        """Count a page that a person opened."""
        self._pages[table, who] += 1
        if self._pages[table, who] == 1:
            self._on_change(table)

    def leave(self, table: str, who: int) -> None:
        """Stop counting a page that a person closed, after `GONE_AFTER`."""
        asyncio.get_running_loop().call_later(GONE_AFTER, self._forget, table, who)

    def _forget(self, table: str, who: int) -> None:
        self._pages[table, who] -= 1
        if not self._pages[table, who]:
            del self._pages[table, who]
            self._on_change(table)

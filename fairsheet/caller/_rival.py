"""ASTRA as the caller keeps it: the cards given, and what they are worth so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import structs

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.sheets.library.solo_sheets import ASTRA_BOX, ASTRA_TOTAL
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet


@dataclass(frozen=True)
class Given:
    """How many cards of an action ASTRA has, and what each is worth."""

    action: str
    cards: int
    points: int


@dataclass(frozen=True)
class Rival:
    """What stands on ASTRA's panel. `spaces` are those crossed on its track, which only one scenario has."""

    name: str
    given: tuple[Given, ...]
    total: int
    spaces: int | None = None
    has_launched: bool = False


class RivalKeeper:
    """Keeps ASTRA's panel: what is crossed on it for the cards that are given, and what that is worth."""

    def __init__(self, sheet: Sheet) -> None:
        self._panel = Panel(sheet)
        lines = tuple(line for line in sheet.scores if line.box.startswith(ASTRA_BOX))
        self._boxes = compile_boxes(structs.replace(sheet, scores=lines))

    def rival(self, cards: Sequence[Card]) -> Rival:
        """ASTRA when it has been given some cards."""
        counts = Counter(card.action for card in cards)
        rows = self._panel.rows.values()
        given = tuple(Given(row.action, counts[row.action], row.points) for row in rows)
        crossed = [field for row in rows for field in row.fields[: counts[row.action]]]
        name, track = self._panel.opponent.name, self._panel.track
        if track is None:
            return Rival(name, given, self._total(crossed))
        spaces = min(len(track.fields), track.start + sum(each.cards * each.points for each in given))
        total = self._total([*crossed, *track.fields[:spaces]])
        return Rival(name, given, total, spaces, has_launched=spaces == len(track.fields))

    def _total(self, crossed: Sequence[str]) -> int:
        marks: dict[str, Mark] = dict.fromkeys(crossed, "crossed")
        return self._boxes(marks)[ASTRA_TOTAL]

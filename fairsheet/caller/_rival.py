"""ASTRA in the caller: the cards it was given, and their points so far."""

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
    """The number of cards of an action that ASTRA has, and the points for each."""

    action: str
    cards: int
    points: int


@dataclass(frozen=True)
class Rival:
    """The state of ASTRA's panel. `spaces` is the number of crossed spaces on its track; None without a track."""

    name: str
    given: tuple[Given, ...]
    total: int
    spaces: int | None = None
    has_launched: bool = False


class RivalKeeper:
    """Computes ASTRA's panel from the cards it was given: crossed fields and points."""

    def __init__(self, sheet: Sheet) -> None:
        self._panel = Panel(sheet)
        lines = tuple(line for line in sheet.scores if line.box.startswith(ASTRA_BOX))
        self._boxes = compile_boxes(structs.replace(sheet, scores=lines))

    def rival(self, cards: Sequence[Card]) -> Rival:
        """Return the state of ASTRA's panel after it was given these cards."""
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

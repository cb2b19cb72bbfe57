"""ASTRA's panel as the caller keeps it: the cards given, and what they are worth so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import structs

from engine.cards import Card
from engine.score import compile_boxes
from sheets.model import Sheet

SCORE = "astra-score."  # of the boxes for what ASTRA has
TOTAL = f"{SCORE}total"


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


class Panel:
    """ASTRA's panel on a sheet: what is crossed on it for the cards that are given, and what that is worth."""

    def __init__(self, sheet: Sheet) -> None:
        self._actions = sheet.groups_of_type("astra-cards")
        self._tracks = sheet.groups_of_type("astra-track")
        (opponent,) = sheet.groups_of_type("astra-opponent")
        self._name = str(opponent.attrs["name"])
        lines = tuple(line for line in sheet.scores if line.box.startswith(SCORE))
        self._boxes = compile_boxes(structs.replace(sheet, scores=lines))

    def rival(self, cards: Sequence[Card]) -> Rival:
        """ASTRA when it has been given some cards."""
        marks: dict[str, int | str] = {}
        counts = Counter(card.action for card in cards)
        given = []
        for group in self._actions:
            action, points, fields = str(group.attrs["action"]), group.attrs["points"], group.attrs["fields"]
            assert isinstance(points, int) and isinstance(fields, tuple)
            given.append(Given(action, counts[action], points))
            marks.update((str(field), "crossed") for field in fields[: counts[action]])
        spaces, last = None, 0
        for track in self._tracks:
            start, fields = track.attrs["start"], track.attrs["fields"]
            assert isinstance(start, int) and isinstance(fields, tuple)
            last = len(fields)
            spaces = min(last, start + sum(each.cards * each.points for each in given))
            marks.update((str(field), "crossed") for field in fields[:spaces])
        total = self._boxes(marks)[TOTAL]
        return Rival(self._name, tuple(given), total, spaces, spaces is not None and spaces == last)

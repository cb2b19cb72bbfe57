"""The draw of a seed for Ares Expedition for people: line by line in words, and printed on a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from fairsheet.engine.recorded.ares._draw import ROUNDS, AresDraw
from fairsheet.engine.recorded.ares._printed import RECORD
from fairsheet.engine.recorded.base.printed_names import names_behind_icons
from fairsheet.engine.recorded.base.protocol import HiddenDraw
from fairsheet.engine.records.record import Table
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Shape, Text
from fairsheet.sheets.model.geometry import Point

SIZE = 7.0  # points
BASELINE = 2.9  # mm below the top of the place
OCEANS = {  # what the tiles give
    "plants-2": Message("2 plants"),
    "money-4": Message("4 money"),
    "card-1": Message("a card"),
    "card-money": Message("a card, 1 money"),
    "card-plant": Message("a card, 1 plant"),
    "money-2-plant": Message("2 money, 1 plant"),
    "money-1-plant": Message("1 money, 1 plant"),
}
PHASES = {
    "development": Message("development"),
    "construction": Message("construction"),
    "action": Message("action"),
    "production": Message("production"),
    "research": Message("research"),
}


def draw_in_words(drawn: AresDraw, game: Table) -> Iterator[tuple[str, str]]:
    """Yield the corporations of each player in words."""
    for seat in range(1, game.players + 1):
        offered = (corporation_names()[id_] for id_ in drawn.corporations_of(seat))
        yield Message("corporations of seat {seat}", seat=seat), either([*offered])


def phases_of_dummy(drawn: AresDraw) -> HiddenDraw:
    """Return the dummy's phase in each round; in the last rounds the player decides."""
    left = ROUNDS - len(drawn.phases)
    phases = (*(PHASES[id_] for id_ in drawn.phases), *[Message("in any order the player likes")] * left)
    return HiddenDraw(Message("phases of the dummy"), Message("phase of the dummy in round"), phases)


def hidden_oceans(drawn: AresDraw) -> tuple[HiddenDraw, ...]:
    """Return the oceans in the order in which they are turned over."""
    return (HiddenDraw("oceans", Message("ocean"), tuple(OCEANS[id_] for id_ in drawn.ocean_order)),)


def corporations_printed(drawn: AresDraw, seat: int) -> tuple[Shape, ...]:
    """Return both corporations of a seat in words."""
    first, second = (corporation_names()[id_] for id_ in drawn.corporations_of(seat))
    words = Message("the seed offers {first} or {second}", first=first, second=second)
    return (Text(Point(0, BASELINE), words, SIZE, colour="dark"),)


@cache
def corporation_names() -> Mapping[str, Message]:
    """Return the name of each corporation, as printed after its icon.

    >>> corporation_names()["unmi"]
    'UNMI'
    """
    return names_behind_icons(load_sheet(RECORD), "corp.")

"""The draw of a seed for Pulsar 2849 for people: line by line in words, and printed on the table's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from fairsheet.engine.recorded.base.protocol import HiddenDraw
from fairsheet.engine.recorded.pulsar.played.draw import GOAL_TILES, PulsarDraw, rolls_itself
from fairsheet.engine.recorded.pulsar.played.position import TABLE
from fairsheet.engine.records.record import Table
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Shape, Text
from fairsheet.sheets.model.geometry import Point

LINE = 4.2  # mm between the lines of the set-up
MAP_WORDS = {"open": Message("open"), "dead-ends": Message("dead ends")}


@cache
def goal_names() -> Mapping[int, Message]:
    """Return the names of the goals by number, from the key on the table's sheet.

    >>> goal_names()[9]
    'five patents'
    """
    texts = [shape.text for shape in load_sheet(TABLE).shapes if isinstance(shape, Text)]
    begin = len(texts) - texts[::-1].index("Goals")  # the last heading of that name belongs to the key
    key = texts[begin : begin + 4 * GOAL_TILES]
    return {int(number): Message(name) for number, name in zip(key[::2], key[1::2], strict=True)}


def draw_in_words(drawn: PulsarDraw, game: Table) -> Iterator[tuple[str, str]]:
    """Yield the open draws in words, without the rolls."""
    if not rolls_itself(game):
        yield Message("turn order, by seat"), _joined(drawn.turn_order)
    yield Message("side of the map"), MAP_WORDS[drawn.map_side]
    yield Message("technologies"), ", ".join(side + board for board, side in drawn.tech_sides.items())
    for number, goal in enumerate(drawn.goals, 1):
        yield Message("goal {number}", number=number), joined(": ", (goal, goal_names()[goal]))
    for seat, letter in drawn.hq.items():
        yield (
            Message("headquarters of seat {seat}", seat=seat),
            Message("{letter}, on the side that the player chooses", letter=letter),
        )
    if rolls_itself(game):
        yield Message("dice and turn order"), Message("the table's own")


def dice_by_round(drawn: PulsarDraw) -> HiddenDraw:
    """Return the dice of each round, ascending."""
    return HiddenDraw(
        Message("dice"), Message("dice of round"), tuple(_joined(sorted(roll)) for roll in drawn.rolls)
    )


def hidden_tiles(drawn: PulsarDraw) -> tuple[HiddenDraw, ...]:
    """Return the tiles on the systems, by their numbers in the key of the table's sheet."""
    return (HiddenDraw("systems", Message("tile of system"), tuple(map(str, drawn.systems.values()))),)


def _joined(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def setup_shapes(drawn: PulsarDraw, game: Table) -> list[Shape]:
    """Return the set-up in words for the table's sheet, in mm from the corner of its place, 46 mm wide."""
    lines = (
        (Message("Turn order"), "–" if rolls_itself(game) else _joined(drawn.turn_order)),
        (Message("Map"), MAP_WORDS[drawn.map_side]),
        (Message("Boards"), ", ".join(side + board for board, side in drawn.tech_sides.items())),
        (Message("Goals"), _joined(drawn.goals)),
        (Message("Headquarters"), ", ".join(f"{seat} {letter}" for seat, letter in drawn.hq.items()) or "–"),
    )
    shapes: list[Shape] = [Text(Point(0, 2.6), Message("From the seed"), 8, font="bold")]
    for place, (words, value) in enumerate(lines, 1):
        shapes.append(Text(Point(0, 2.6 + LINE * place), words, 6.5, font="condensed", colour="dark"))
        shapes.append(Text(Point(21.4, 2.6 + LINE * place), value, 6.5, font="condensed-bold"))
    return shapes

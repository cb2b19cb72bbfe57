"""The recorded game of harbour.sheet: twelve shared ships, and goods that the seed chooses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, RecordedGame, Sheets
from fairsheet.engine.records.record import Record, Table
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.model.drawn_shapes import Shape
from fairsheet.sheets.model.sheet import DrawPlace

SHEET = read_template(Path(__file__).with_name("harbour.sheet")).sheet
GOODS = ("fish", "salt", "wool")
SHIPS = 12  # in the box


class HarbourDraw(Draw, frozen=True):
    """The draw of a seed: the goods in the order of demand."""

    goods: tuple[str, ...]


def _drawn(seed: str, game: Table) -> HarbourDraw:
    return HarbourDraw(tuple(Stream(seed, "harbour/goods").shuffled(GOODS)))


def _in_words(drawn: HarbourDraw, game: Table) -> Iterator[tuple[str, str]]:
    yield "goods", ", ".join(drawn.goods)


def _shapes(place: DrawPlace, drawn: HarbourDraw, game: Table, seat: int) -> Sequence[Shape]:
    return ()


def _findings(table: Sheets, drawn: HarbourDraw | None) -> Findings:
    """Check that the ships of all players are at most those in the box."""
    if sum(each.number_or_0("ships") for each in table) > SHIPS:
        yield from cross_sheet_findings(
            "ships-in-box",
            "error",
            Message("There are {ships} ships.", ships=SHIPS),
            [(each, ("ships",)) for each in table],
        )


def _played(game: Table, drawn: HarbourDraw | None, chance: Stream) -> list[Record]:
    records = []
    for seat in range(1, game.players + 1):
        ships = 1 + chance.below(SHIPS // game.players)
        marks = {"ships": ships, "cranes": chance.below(ships + 1)}
        records.append(Record.on(SHEET, game, seat, marks, f"Bot {seat}"))
    return records


GAME = RecordedGame[HarbourDraw](
    {"ships-in-box": "All ships together are no more than the box has."},
    draw=_drawn,
    draw_in_words=_in_words,
    shapes=_shapes,
    findings=_findings,
    play=_played,
    known_boxes=lambda table, drawn: {},
)

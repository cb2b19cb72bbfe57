"""Plausible tables of games that are recorded: are honest ones accused, and how many changed marks are noticed?

    python -m benchmarks.recorded --tables 10000
    python -m benchmarks.recorded --tables 0 --changes 500

A changed mark is one mark of one sheet of a table made otherwise: another number, another icon of the sheet crossed in
its place, or left blank. It is noticed where some check finds an error or a warning that it did not find before.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.ink import Mark
from engine.options import Option
from engine.record import Record, Table
from engine.recorded import draw_of, recorded_game
from engine.recorded.tables import table_sheets, verify_recorded, with_boxes
from engine.shuffle import Stream
from fairsheet.recording import records_of_table
from sheets.choices import template_of
from sheets.library import load_sheet
from sheets.model import Field

Setting = tuple[int, int | None, Mapping[str, Option]]  # players, level, options

# By the sheet that a game is known by, the tables that are played by turns.
TABLES: dict[str, list[Setting]] = {
    "ares-record": [
        (3, None, {}),
        (4, None, {}),
        (2, None, {"mode": "competitive"}),
        (2, None, {"mode": "coop"}),
        (1, 1, {}),
        (1, 2, {}),
        (1, 3, {}),
    ],
    "gaia-record": [
        (3, None, {}),
        (4, None, {"rotations": "fair"}),
        (2, None, {}),
        (4, None, {"extension": "drawn"}),
        *((1, level, {}) for level in range(1, 6)),
    ],
    "planet-record": [
        (3, None, {}),
        (2, None, {"station": "clockwise"}),
        (4, None, {"personal": True}),
        (1, 1, {"events": {"red": 8, "orange": 3, "green": 9}}),
        (1, 1, {}),
        (3, None, {"events": {"red": 5, "orange": 5, "green": 10}}),
        (5, None, {"tiles": "shuffled"}),
        (2, None, {"station": "clockwise", "tiles": "seeded"}),
        (6, None, {"tiles": "seeded"}),
        (1, 1, {"events": {"red": 8, "orange": 3, "green": 9}, "tiles": "seeded"}),
    ],
    "pulsar-final": [(2, None, {}), (3, None, {}), (4, None, {"hq": "no"}), (4, None, {})],
    "pulsar-ledger": [
        (2, None, {}),
        (3, None, {"even-start": "yes"}),
        (3, None, {"hq": "no"}),
        (4, None, {"dice": "own"}),
        (4, None, {}),
    ],
    "pulsar-both": [(2, None, {}), (3, None, {"dice": "own"}), (4, None, {"hq": "no"}), (4, None, {})],
}
BOTH = "pulsar-both"  # tables with both sheets of every player, of which half the ledgers end with round 8
OF_THE_END = (
    "spare.",
    "award.",
    "station.",
    "end.",
    "goal-",
    "final.",
)  # blocks that such a ledger leaves blank


def tables(name: str, count: int) -> Iterator[list[Record]]:
    """The records of so many plausible tables."""
    for number in range(count):
        players, solo, options = TABLES[name][number % len(TABLES[name])]
        game = (
            Table(f"soak-{number}", players, solo, options=options)
            if options
            else Table(f"soak-{number}", players, solo)
        )
        yield with_both_sheets(game) if name == BOTH else records_of_table(load_sheet(name), game)


def with_both_sheets(game: Table) -> list[Record]:
    """A plausible table of Pulsar 2849 with both sheets of every player."""
    sheet = load_sheet("pulsar-ledger")
    chance = Stream(game.seed or "", "both sheets")
    records = with_boxes(table_sheets(recorded_game(sheet).play(game, draw_of(sheet, game), chance)))
    return [_without_end(each) if each.sheet == sheet.name and each.seat % 2 else each for each in records]


def _without_end(record: Record) -> Record:
    marks = {field: mark for field, mark in record.marks.items() if not field.startswith(OF_THE_END)}
    return Record.on(load_sheet(record.sheet), record.game, record.seat, marks, record.player)


def findings(records: Sequence[Record]) -> set[tuple[str, str]]:
    """The checks that find an error or a warning, each with its level."""
    return {
        (found.check, found.level)
        for each in verify_recorded(table_sheets(records)).sheets
        for found in each.findings or ()
        if found.level != "note"
    }


def some_of(records: Sequence[Record]) -> list[Record]:
    """Some of the sheets of a table, as if the others were missing; which ones follows from its seed."""
    chance = Stream(records[0].game.seed or "", "missing sheets")
    return chance.shuffled(records)[: 1 + chance.below(len(records))]


def changed(record: Record, chance: Stream) -> Record:
    """The record with one mark otherwise."""
    sheet = load_sheet(record.sheet)
    id_ = chance.choice(sorted(record.marks))
    marks: dict[str, Mark] = {**record.marks}
    field = sheet.field[id_]
    if field.bounds is not None:
        marks[id_] = _another(field, marks[id_], chance)
    else:
        del marks[id_]
        blank = [other.id for other in sheet.fields if other.symbol == field.symbol and other.id not in marks]
        if blank and chance.below(2):
            marks[chance.choice(blank)] = record.marks[id_]
    return Record.on(sheet, record.game, record.seat, marks, record.player)


def _another(field: Field, mark: Mark, chance: Stream) -> Mark:
    assert field.bounds is not None
    least, greatest = field.bounds
    number = mark
    while number == mark:
        number = least + chance.below(greatest - least + 1)
    return number


def main() -> None:
    """Prints what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=10_000, help="honest tables of each game")
    parser.add_argument("--only", choices=TABLES, help="one game, by its sheet or list")
    parser.add_argument("--changes", type=int, default=1000, help="changed marks of each game")
    options = parser.parse_args()
    for name in [options.only] if options.only else TABLES:
        start, accused = time.process_time(), Counter[tuple[str, str]]()
        for records in tables(name, options.tables):
            accused.update(findings(records) | findings(some_of(records)))
        seconds = time.process_time() - start
        print(
            f"{name}: {options.tables} tables in {seconds:.0f} s of CPU, accused: {dict(accused) or 'none'}"
        )
        chance = Stream("changes", name)
        noticed, tried = Counter[str](), Counter[str]()
        for records in tables(name, options.changes):
            place = chance.below(len(records))
            tampered = [*records[:place], changed(records[place], chance), *records[place + 1 :]]
            sheet = template_of(records[place].sheet)
            tried[sheet] += 1
            noticed[sheet] += bool(findings(tampered))
        for sheet, count in sorted(tried.items()):
            print(
                f"{sheet}: {noticed[sheet]} of {count} changed marks noticed ({noticed[sheet] / count:.0%})"
            )


if __name__ == "__main__":
    main()

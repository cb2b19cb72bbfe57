"""Check plausible tables of recorded games: are honest ones accused, and how many changed marks are noticed?

    python -m benchmarks.recorded --tables 10000
    python -m benchmarks.recorded --tables 0 --changes 500 --kinds

One mark of one sheet of a table is changed: another number, another icon of the sheet crossed instead, or blank. The
change is noticed if a check then finds an error or a warning. Fields of one kind have ids that differ only in numbers,
such as `turn-*.depot`; ids of icons may also differ in the last word, such as `corp.*`.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import NamedTuple

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets, verify_recorded
from fairsheet.engine.recorded.registry import components_printed, draw_of, recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_print import fields_left_out
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Field

Setting = tuple[int, int | None, Mapping[str, Option]]  # players, solo level, options

# main sheet of a game -> settings of its tables, used in turn
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
BOTH = "pulsar-both"  # tables with both sheets of every player; half of the ledgers end with round 8
# blocks that are blank on such a ledger
OF_THE_END = ("spare.", "award.", "station.", "end.", "goal-", "final.")


def tables(name: str) -> Iterator[list[Record]]:
    """Yield the records of plausible tables, endlessly."""
    settings = TABLES[name]
    for number in count():
        players, solo, options = settings[number % len(settings)]
        game = (
            Table(f"soak-{number}", players, solo, options=options)
            if options
            else Table(f"soak-{number}", players, solo)
        )
        yield with_both_sheets(game) if name == BOTH else records_of_table(load_sheet(name), game)


def with_both_sheets(game: Table) -> list[Record]:
    """Return a plausible table of Pulsar 2849 with both sheets of every player."""
    sheet = load_sheet("pulsar-ledger")
    chance = Stream(game.seed or "", "both sheets")
    records = fill_boxes(table_sheets(recorded_game(sheet).play(game, draw_of(sheet, game), chance)))
    return [_remove_end(each) if each.sheet == sheet.name and each.seat % 2 else each for each in records]


def _remove_end(record: Record) -> Record:
    marks = {field: mark for field, mark in record.marks.items() if not field.startswith(OF_THE_END)}
    return Record.on(load_sheet(record.sheet), record.game, record.seat, marks, record.player)


def findings(records: Sequence[Record]) -> set[tuple[str, str]]:
    """Return the checks that find an error or a warning, each with its level."""
    return {
        (found.check, found.level)
        for each in verify_recorded(table_sheets(records)).sheets
        for found in each.findings or ()
        if found.level != "note"
    }


def choose_some(records: Sequence[Record]) -> list[Record]:
    """Return some sheets of a table, chosen by its seed, as if the others were missing."""
    chance = Stream(records[0].game.seed or "", "missing sheets")
    return chance.shuffled(records)[: 1 + chance.below(len(records))]


class Change(NamedTuple):
    """A changed mark: the kind of its field, the kind of change, and the changed record."""

    kind: str
    how: str  # "number", "moved" or "blank"
    record: Record


def change_mark(record: Record, chance: Stream) -> Change:
    """Return the record with one mark changed."""
    sheet = load_sheet(record.sheet)
    id_ = chance.choice(sorted(record.marks))
    marks: dict[str, Mark] = {**record.marks}
    field = sheet.field[id_]
    how = "blank"
    if field.bounds is not None:
        how = "number"
        marks[id_] = _other_number(field, marks[id_], chance)
    else:
        del marks[id_]
        absent = {*record.marks, *fields_left_out(sheet, components_printed(sheet, record.game))}
        blank = [
            other.id for other in sheet.fields if other.symbol == field.symbol and other.id not in absent
        ]
        if blank and chance.below(2):
            how = "moved"
            marks[chance.choice(blank)] = record.marks[id_]
    return Change(_kind(field), how, Record.on(sheet, record.game, record.seat, marks, record.player))


def _kind(field: Field) -> str:
    """Return a field id without its numbers, and for an icon also without its last word."""
    without = field.id if field.bounds is not None else re.sub(r"(?<=[.-])[^.-]+$", "*", field.id)
    return re.sub(r"\d+", "*", without)


def _other_number(field: Field, mark: Mark, chance: Stream) -> Mark:
    assert field.bounds is not None
    least, greatest = field.bounds
    number = mark
    while number == mark:
        number = least + chance.below(greatest - least + 1)
    return number


Kind = tuple[str, str]  # kind of a field, kind of change


class Shares:
    """The numbers of changes tried and noticed, by kind."""

    def __init__(self) -> None:
        self.tried, self.noticed = Counter[Kind](), Counter[Kind]()

    def lines(self, *, with_kinds: bool) -> Iterator[str]:
        """Yield the share of all changes and, if `with_kinds`, of kinds with unnoticed ones, worst first."""
        yield _share(self.noticed.total(), self.tried.total())
        missed = self.tried - self.noticed
        for (kind, how), _ in missed.most_common() if with_kinds else ():
            yield f"    {kind} ({how}): {_share(self.noticed[kind, how], self.tried[kind, how])}"


def _share(noticed: int, tried: int) -> str:
    return f"{noticed} of {tried} changed marks noticed ({noticed / tried:.0%})"


def shares_noticed(name: str, changes: int) -> dict[str, Shares]:
    """Return by sheet the shares of noticed changes; one mark of one sheet of a table is changed at a time."""
    chance = Stream("changes", name)
    first = (each for records in islice(tables(name), len(TABLES[name])) for each in records)
    shares = {template_of(each.sheet): Shares() for each in first}
    for records in tables(name):
        if all(of_sheet.tried.total() == changes for of_sheet in shares.values()):
            break
        for place, each in enumerate(records):
            of_sheet = shares[template_of(each.sheet)]
            if of_sheet.tried.total() < changes and each.marks:
                change = change_mark(each, chance)
                is_noticed = bool(findings([*records[:place], change.record, *records[place + 1 :]]))
                of_sheet.tried[change.kind, change.how] += 1
                of_sheet.noticed[change.kind, change.how] += is_noticed
    return shares


def main() -> None:
    """Print false accusations and shares of noticed changes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=10_000, help="honest tables of each game")
    parser.add_argument("--only", choices=TABLES, help="one game, by the name of its list of tables")
    parser.add_argument("--changes", type=int, default=1000, help="changed marks of each sheet")
    parser.add_argument("--kinds", action="store_true", help="show kinds of fields with unnoticed changes")
    options = parser.parse_args()
    for name in [options.only] if options.only else TABLES:
        start, accused = time.process_time(), Counter[tuple[str, str]]()
        for records in islice(tables(name), options.tables):
            accused.update(findings(records) | findings(choose_some(records)))
        seconds = time.process_time() - start
        print(
            f"{name}: {options.tables} tables in {seconds:.0f} s of CPU, accused: {dict(accused) or 'none'}"
        )
        for sheet, shares in sorted(shares_noticed(name, options.changes).items()) if options.changes else ():
            print(f"{sheet}: " + "\n".join(shares.lines(with_kinds=options.kinds)))


if __name__ == "__main__":
    main()

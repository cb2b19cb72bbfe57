"""Evenings of every kind in VERDICTS: records, some with questions, for every interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from benchmarks.recorded import with_both_sheets
from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import Record, Table, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import boxes_of_points
from fairsheet.engine.solver.budget import Budget
from fairsheet.pipeline.base.doubt_files import Correction, DoubtsFile, write_doubts_file
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import UNSEEN, UNSURE_NAME, alike
from tests.engine.tables import changed as with_changes
from tests.fairsheet.here import records_of

WITH_SEATS = tuple(name for name in scenario_names() if name != "battle")  # each sheet belongs to one player


WORK = 3.0  # for one quick check of a table
MOST_TRIES = 4  # marks of a game to prove before another game is tried


@dataclass(frozen=True)
class File:
    """A record as one file. `doubts` is None if it came from no photo."""

    record: Record
    doubts: tuple[Doubt, ...] | None = None
    corrections: tuple[Correction, ...] = ()

    @property
    def kept(self) -> KeptReading:
        """Return the stored part of its reading."""
        unsure = tuple(FieldReading(each.field, each.candidates) for each in self.doubts or ())
        return KeptReading((1,), self.record.marks, unsure)


Files = Sequence[File]  # for the first seat


@dataclass(frozen=True)
class Evening:
    """The files of one table. `kind` is its row of VERDICTS."""

    kind: str
    sheet: str
    files: tuple[File, ...]

    def write(self, folder: Path) -> Path:
        """Write the records and their doubts files, and return the folder."""
        folder.mkdir(parents=True)
        for number, file in enumerate(self.files, 1):
            path = folder / f"{number}.json"
            path.write_bytes(write_record(file.record))
            if file.doubts is not None:
                kept = DoubtsFile(
                    f"{number}.jpg", file.doubts, corrections=file.corrections, reading=file.kept
                )
                write_doubts_file(path, kept)
        return folder


@dataclass(frozen=True)
class Played:
    """A game for three, by bots, and marks of its first sheet.

    `box` follows from the rest of the sheet. With the other mark of the `choice` the table is legal and has other
    points. The `impossible` mark makes this sheet alone illegal.
    """

    sheet: str
    records: tuple[Record, ...]
    box: tuple[str, int]
    choice: tuple[str, Mark | None, Mark | None]
    impossible: tuple[str, Mark | None]

    @property
    def first(self) -> Record:
        """The record of the first seat."""
        return self.records[0]

    @property
    def illegal(self) -> Record:
        """The first sheet with the impossible mark."""
        return with_changes(self.first, dict([self.impossible]))

    @property
    def open_question(self) -> Doubt:
        """A question about the choice."""
        return _question(*self.choice, matters=True)

    @property
    def right_or_impossible(self) -> Doubt:
        """A question about the impossible mark, with the true mark as its other answer."""
        field, wrong = self.impossible
        return _question(field, wrong, self.first.marks[field], matters=True)


@cache
def play(sheet: str, seed: str) -> Played:
    """Return the first game of a seed that has all of these marks."""
    for number in count():
        records = records_of(sheet, f"{seed}-{number}", 3)
        box, choice, impossible = _box_of_points(records), _choice(records), _impossible_mark(records)
        if box and choice and impossible:
            return Played(sheet, records, box, choice, impossible)
    raise AssertionError


def evening(kind: str, sheet: str, seed: str = "wren") -> Evening:
    """Return the evening of a kind on a sheet."""
    game = play(sheet, seed)
    return Evening(kind, sheet, (*KINDS[kind](game), *map(File, game.records[1:])))


def evening_in_conflict(sheet: str, field: str) -> Evening:
    """Return an evening whose first sheet lacks a number. Each sheet is possible, but not all together."""
    first, *others = records_of(sheet, "wren", 3)
    return Evening("in conflict", sheet, tuple(map(File, (with_changes(first, {field: None}), *others))))


def recorded_evening() -> Evening:
    """Return an evening of a recorded game with two sheets per player. One is illegal only as read."""
    records = with_both_sheets(Table("crane", 2))
    first = next(each for each in records if (each.sheet, each.seat) == ("pulsar-final", 1))
    field, right = "spare.medium", first.marks.get("spare.medium")
    wrong = File(with_changes(first, {field: 10}), (_question(field, 10, right, matters=True),))
    return Evening("recorded", first.sheet, (wrong, *(File(each) for each in records if each is not first)))


def names() -> Iterator[tuple[str, str]]:
    """Yield the kind and the sheet of every evening."""
    for kind in KINDS:
        for sheet in scenario_names():
            if sheet in WITH_SEATS or kind not in OF_SEATS:
                yield kind, sheet


def _idle_question(game: Played) -> Files:
    total, points = game.box
    return [File(game.first, (_question(total, points, points + 1, matters=False),))]


def _whose_sheet(game: Played) -> Files:
    doubt = Doubt.of(PLAYER, (("Ada", 0.6), ("Eva", 0.4)), "Ada", UNSURE_NAME)
    return [File(replace(game.first, player="Ada"), (doubt,))]


def _corrected(game: Played) -> Files:
    field, wrong = game.impossible
    correction = Correction(field, wrong, game.first.marks[field], "Ada", "2026-05-01T20:00:00+00:00")
    return [File(game.first, (game.right_or_impossible,), (correction,))]


def _covered(game: Played) -> Files:
    field, mark, other = game.choice
    hidden = Doubt.of(field, ((None, 0.5), (mark or other, 0.5)), None, UNSEEN, matters=True)
    return [File(with_changes(game.first, {field: None}), (hidden,))]


def _two_sheets_of_a_seat(game: Played) -> Files:
    other = records_of(game.sheet, "another", 3)[0]
    return [File(game.first), File(replace(other, game=game.first.game))]


KINDS: Mapping[str, Callable[[Played], Files]] = {
    "legal": lambda game: [File(game.first)],
    "idle question": _idle_question,
    "open question": lambda game: [File(game.first, (game.open_question,))],
    "added up wrongly": lambda game: [File(with_changes(game.first, {game.box[0]: game.box[1] + 1}))],
    "illegal": lambda game: [File(game.illegal)],
    "illegal only as read": lambda game: [File(game.illegal, (game.right_or_impossible,))],
    "illegal for every answer": lambda game: [File(game.illegal, (game.open_question,))],
    "whose sheet": _whose_sheet,
    "corrected": _corrected,
    "covered": _covered,
    "missing seat": lambda game: [],
    "two sheets of a seat": _two_sheets_of_a_seat,
    "the same record twice": lambda game: [File(game.first)] * 2,
    "two photos": lambda game: [File(game.first, ())] * 2,
    "photos that differ": lambda game: [
        File(game.first, ()),
        File(with_changes(game.first, {game.choice[0]: game.choice[2]}), ()),
    ],
    "spare": lambda game: [File(game.first), File(replace(game.first, marks={}), ())],
}
OF_SEATS = [*KINDS][[*KINDS].index("covered") :]  # these need a sheet for each player


def proved(records: Sequence[Record]) -> Verdict:
    """Return the verdict on records alone."""
    return ruleset_of(load_sheet(records[0].sheet)).verify(records)


def _question(field: str, chosen: Mark | None, other: Mark | None, *, matters: bool) -> Doubt:
    return Doubt.of(field, ((chosen, 0.6), (other, 0.4)), chosen, alike(chosen, other), matters)


def _box_of_points(records: Sequence[Record]) -> tuple[str, int] | None:
    marks = records[0].marks
    boxes = ((box, marks.get(box)) for box in boxes_of_points(load_sheet(records[0].sheet)))
    return next(((box, value) for box, value in boxes if isinstance(value, int)), None)


def _choice(records: Sequence[Record]) -> tuple[str, Mark | None, Mark | None] | None:
    first, *others = records
    layout = load_sheet(first.sheet)
    sums = boxes_of_points(layout)
    before = ruleset_of(layout).score(records)
    tries = 0
    for field in reversed(layout.fields):
        if field.id in sums or field.kind in ("text", "slot"):
            continue
        mark = first.marks.get(field.id)
        for other in (None, *field.accepts):
            changed = [with_changes(first, {field.id: other}), *others]
            if other == mark or ruleset_of(layout).score(changed).players == before.players:
                continue
            if _is_possible(changed[:1]) and _is_possible(changed):
                return field.id, mark, other
            tries += 1
            if tries == MOST_TRIES:
                return None
    return None


def _impossible_mark(records: Sequence[Record]) -> tuple[str, Mark | None] | None:
    first, *others = records
    layout = load_sheet(first.sheet)
    sums = boxes_of_points(layout)
    for field, mark in first.marks.items():
        if field in sums or layout.field[field].kind == "text":
            continue
        for other in (15, 1, 9) if layout.field[field].kind == "slot" else (None,):
            changed = with_changes(first, {field: other})
            if other == mark or _is_possible([changed]):
                continue
            illegal = {each.seat for each in proved([changed, *others]).sheets if each.verdict == "illegal"}
            if illegal == {first.seat} or (illegal and first.sheet not in WITH_SEATS):
                return field, other
    return None


def _is_possible(records: Sequence[Record]) -> bool:
    return (
        ruleset_of(load_sheet(records[0].sheet)).quick_outcome(records)(records, Budget(WORK)) == "possible"
    )

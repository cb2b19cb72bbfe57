"""Evenings of every kind that VERDICTS names: records, some with questions, as every interface can take them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import Record, write_record
from fairsheet.engine.scoring.score import boxes_of_points
from fairsheet.engine.table_score import score_table
from fairsheet.engine.verify import verify_table
from fairsheet.pipeline.base.doubt_files import Correction, DoubtsFile, write_doubts_file
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.readings.kept import KeptReading
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.readings.reasons import UNSEEN, alike
from tests.fairsheet.here import records_of

WITH_SEATS = tuple(name for name in scenario_names() if name != "battle")  # each sheet belongs to one player


@dataclass(frozen=True)
class File:
    """A record as one file; `doubts` is None for one that came from no photo."""

    record: Record
    doubts: tuple[Doubt, ...] | None = None
    corrections: tuple[Correction, ...] = ()

    @property
    def kept(self) -> KeptReading:
        """What is kept of its reading."""
        unsure = tuple(FieldReading(each.field, each.candidates) for each in self.doubts or ())
        return KeptReading((1,), self.record.marks, unsure)


@dataclass(frozen=True)
class Evening:
    """The files of one table. `kind` is the row of VERDICTS that speaks of it."""

    kind: str
    sheet: str
    files: tuple[File, ...]

    def write(self, folder: Path) -> Path:
        """Write the records with what is kept next to them, and return the folder."""
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


def evening(kind: str, sheet: str) -> Evening:
    """Return the evening of a kind on a sheet."""
    first, *others = played(sheet)
    return Evening(kind, sheet, (*KINDS[kind](sheet, first), *map(File, others)))


def names() -> Iterator[tuple[str, str]]:
    """Yield the kind and the sheet of every evening."""
    for kind in KINDS:
        for sheet in scenario_names():
            if sheet in WITH_SEATS or kind not in OF_SEATS:
                yield kind, sheet


def _legal(sheet: str, first: Record) -> Iterator[File]:
    yield File(first)


def _idle_question(sheet: str, first: Record) -> Iterator[File]:
    total, points = _box_of_points(first)
    yield File(first, (_question(total, points, points + 1, matters=False),))


def _open_question(sheet: str, first: Record) -> Iterator[File]:
    yield File(first, (_question(*_choice_that_counts(sheet), matters=True),))


def _added_up_wrongly(sheet: str, first: Record) -> Iterator[File]:
    total, points = _box_of_points(first)
    yield File(_with(first, {total: points + 1}))


def _illegal(sheet: str, first: Record) -> Iterator[File]:
    yield File(_with(first, dict([_impossible_mark(sheet)])))


def _illegal_as_read(sheet: str, first: Record) -> Iterator[File]:
    field, wrong = _impossible_mark(sheet)
    decides = _question(field, wrong, first.marks[field], matters=True)
    yield File(_with(first, {field: wrong}), (decides,))


def _illegal_for_every_answer(sheet: str, first: Record) -> Iterator[File]:
    open_ = _question(*_choice_that_counts(sheet), matters=True)
    yield File(_with(first, dict([_impossible_mark(sheet)])), (open_,))


def _corrected(sheet: str, first: Record) -> Iterator[File]:
    field, wrong = _impossible_mark(sheet)
    right = first.marks[field]
    correction = Correction(field, wrong, right, "Ada", "2026-05-01T20:00:00+00:00")
    yield File(first, (_question(field, wrong, right, matters=True),), (correction,))


def _covered(sheet: str, first: Record) -> Iterator[File]:
    field, mark, other = _choice_that_counts(sheet)
    hidden = Doubt.of(field, ((None, 0.5), (mark or other, 0.5)), None, UNSEEN, matters=True)
    yield File(_with(first, {field: None}), (hidden,))


def _missing_seat(sheet: str, first: Record) -> Iterator[File]:
    return iter(())


def _two_sheets_of_a_seat(sheet: str, first: Record) -> Iterator[File]:
    yield File(first)
    yield File(replace(records_of(sheet, "another", 3)[0], game=first.game))


def _the_same_record_twice(sheet: str, first: Record) -> Iterator[File]:
    yield File(first)
    yield File(first)


def _two_photos(sheet: str, first: Record) -> Iterator[File]:
    yield File(first, ())
    yield File(first, ())


def _photos_that_differ(sheet: str, first: Record) -> Iterator[File]:
    field, _, other = _choice_that_counts(sheet)
    yield File(first, ())
    yield File(_with(first, {field: other}), ())


def _spare(sheet: str, first: Record) -> Iterator[File]:
    yield File(first)
    yield File(replace(first, marks={}), ())


KINDS: Mapping[str, Callable[[str, Record], Iterator[File]]] = {
    "legal": _legal,
    "idle question": _idle_question,
    "open question": _open_question,
    "added up wrongly": _added_up_wrongly,
    "illegal": _illegal,
    "illegal only as read": _illegal_as_read,
    "illegal for every answer": _illegal_for_every_answer,
    "corrected": _corrected,
    "covered": _covered,
    "missing seat": _missing_seat,
    "two sheets of a seat": _two_sheets_of_a_seat,
    "the same record twice": _the_same_record_twice,
    "two photos": _two_photos,
    "photos that differ": _photos_that_differ,
    "spare": _spare,
}
OF_SEATS = [*KINDS][[*KINDS].index("covered") :]  # that need a sheet for each player


@cache
def played(sheet: str) -> tuple[Record, ...]:
    """Return the records of a game for three, by bots."""
    return records_of(sheet, "crane", 3)


def proved(records: Sequence[Record]) -> Verdict:
    """Return the verdict on records alone."""
    return verify_table(load_sheet(records[0].sheet), records)


def _with(record: Record, changes: Mapping[str, Mark | None]) -> Record:
    """Return the record with some marks replaced; None removes one."""
    marks = {**record.marks, **changes}
    return replace(record, marks={field: mark for field, mark in marks.items() if mark is not None})


def _question(field: str, chosen: Mark | None, other: Mark | None, *, matters: bool) -> Doubt:
    return Doubt.of(field, ((chosen, 0.6), (other, 0.4)), chosen, alike(chosen, other), matters)


def _box_of_points(record: Record) -> tuple[str, int]:
    """Return a box whose value follows from the rest of the sheet, with what is written in it."""
    for box in boxes_of_points(load_sheet(record.sheet)):
        if isinstance(value := record.marks.get(box), int):
            return box, value
    raise AssertionError(f"{record.sheet} has no written box")


@cache
def _choice_that_counts(sheet: str) -> tuple[str, Mark | None, Mark | None]:
    """Return a field of the first record, its mark, and another with which the table is legal, but has other points."""
    layout, (first, *others) = load_sheet(sheet), played(sheet)
    sums = boxes_of_points(layout)
    before = score_table(layout, [first, *others])
    for field in reversed(layout.fields):
        if field.id in sums or field.kind == "text":
            continue
        mark = first.marks.get(field.id)
        for other in (None, *field.accepts):
            changed = [_with(first, {field.id: other}), *others]
            if other == mark or score_table(layout, changed).players == before.players:
                continue
            if _verdicts(changed[:1]) == {"legal"} == _verdicts(changed):
                return field.id, mark, other
    raise AssertionError(f"no other mark changes the points of {sheet}")


@cache
def _impossible_mark(sheet: str) -> tuple[str, Mark | None]:
    """Return a field of the first record and a mark there, or none, that makes this sheet alone illegal."""
    layout, (first, *others) = load_sheet(sheet), played(sheet)
    sums = boxes_of_points(layout)
    for field, mark in first.marks.items():
        if field in sums or layout.field[field].kind == "text":
            continue
        for other in (15, 1, 9) if layout.field[field].kind == "slot" else (None,):
            changed = _with(first, {field: other})
            if other == mark or "illegal" not in _verdicts([changed]):
                continue
            illegal = {each.seat for each in proved([changed, *others]).sheets if each.verdict == "illegal"}
            if illegal == {first.seat} or (illegal and sheet not in WITH_SEATS):
                return field, other
    raise AssertionError(f"no mark makes {sheet} illegal")


def _verdicts(records: Sequence[Record]) -> set[str]:
    return {each.verdict for each in proved(records).sheets}

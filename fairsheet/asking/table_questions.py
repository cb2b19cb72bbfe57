"""Turn the doubts of tables into questions, the most decisive first, with the readings that each answer is kept for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from fairsheet.asking.questions import Question
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.base.values import Answer, KeptSheet, SheetOfFile
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.joining.joining import different_photos, doubts_left
from fairsheet.pipeline.judging.consequences import changes_ranking, scores_otherwise
from fairsheet.pipeline.judging.groups import DoubtGroup, Weight, format_group
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.judging.rule_context import groups_of_record
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.field_names import field_names, full_names

RANK = Message("could change the ranking")
Crops = Callable[[Mapping[str, Sequence[SheetOfFile]]], Mapping[str, bytes]]


@dataclass(frozen=True, eq=False, kw_only=True)
class TableQuestion(Question):
    """A question with the readings that its answer is kept for; greater `weight` is asked first.

    `layout` is the layout of the `record`.
    """

    layout: Sheet
    record: Record
    seen: Sequence[SheetOfFile]
    weight: tuple[int, ...]


def questions_about(
    tables: Iterable[JudgedTable], catalog: Catalog, crops: Crops, *, all_: bool = False
) -> list[TableQuestion]:
    """Return questions about doubts that matter, or about all with `all_`: first for verdicts, then ranks, then totals.

    `crops` returns the available pictures of fields, from the readings that show each field.
    """
    found = [
        each
        for outcome in tables
        for place in outcome.table.places
        for each in _make_questions(outcome, place, catalog, crops, all_)
    ]
    return sorted(found, key=lambda each: each.weight, reverse=True)


def _make_questions(
    outcome: JudgedTable, place: SeatSheet, catalog: Catalog, crops: Crops, all_: bool
) -> Iterator[TableQuestion]:
    """Yield the questions about one sheet, grouped by their group of doubts, the most important group first."""
    doubts = (*(place.doubts or ()), *(place.idle if all_ else ()))
    if not doubts:
        return
    record = place.record
    sheet = layout_of(record, catalog)
    seen = {doubt.field: readings_of(place, doubt.field, catalog) for doubt in doubts}
    read = KeptSheet(record, doubts, tuple(sheet.pages_of(record.seat)), unsure=place.unsure)

    @cache
    def left(*answers: tuple[str, Mark | None]) -> frozenset[str]:
        return frozenset(doubt.field for doubt in doubts_left(read, dict(answers), catalog))

    def is_settled(field: str, answers: Mapping[str, Mark | None]) -> bool:
        return field not in left(*answers.items())

    source = repr((*outcome.table.key, record.sheet, record.seat))
    pictures, places, named = crops(seen), full_names(sheet), field_names(sheet).__getitem__
    seat = Message("seat {seat}", seat=record.seat)
    for group in groups_of_record(sheet, record, doubts):
        changes_rank = any(_changes_rank(catalog, outcome, record, doubt) for doubt in group.doubts)
        weight = _weight(outcome, record, group, changes_rank)
        remarks = (format_group(group, named), RANK if changes_rank else "")
        for number, doubt in enumerate(group.doubts):
            cause: tuple[Mark | None, ...] = ()
            if group.is_pale:
                cause = doubt.pale_marks
            elif group.cause is not None and group.cause[0] == doubt.field:
                cause = (group.cause[1],)
            first = seen[doubt.field][0]
            photo = next(iter(first.sheet.photos), first.name)
            yield TableQuestion(
                source,
                joined(", ", filter(None, (photo, seat, record.player))),
                sheet.field[doubt.field],
                doubt,
                places[doubt.field],
                pictures.get(doubt.field),
                joined("; ", filter(None, remarks)),
                cause=cause,
                follow=frozenset(each.field for each in group.doubts) if group.is_pale else group.follows,
                unseen=doubt.is_unseen,
                settled=None if all_ else partial(is_settled, doubt.field),
                layout=sheet,
                record=record,
                seen=seen[doubt.field],
                # pale marks are one question, so they stay together
                weight=(*weight, 0 if group.is_pale else -number),
            )


def _weight(outcome: JudgedTable, record: Record, group: DoubtGroup, changes_rank: bool) -> tuple[int, ...]:
    """Return a sort key for a group: marks that contradict their sheet come before all others."""
    verdict = outcome.proof.of_sheet(record.sheet, record.seat) if outcome.proof else None
    raised = {doubt.field for doubts in (outcome.result.raised if outcome.result else ()) for doubt in doubts}
    accused = {*(verdict.clashing if verdict else ()), *raised}
    named = any(doubt.field in accused for doubt in group.doubts)
    return (named, group.weight == Weight.VERDICT, changes_rank, int(group.weight), len(group.doubts))


def _changes_rank(catalog: Catalog, outcome: JudgedTable, record: Record, doubt: Doubt) -> bool:
    """Return whether another candidate of a doubt changes the ranking of the table."""
    key = outcome.table.key
    sheet = catalog.sheet(key.sheet, key.layout, key.solo)
    score, others = outcome.score, scores_otherwise(sheet, outcome.table.records, record, doubt, catalog)
    return score is not None and any(changes_ranking(score, other) for _, other in others)


def readings_of(place: SeatSheet, field: str, catalog: Catalog) -> list[SheetOfFile]:
    """Return the readings that an answer about a field is kept for.

    If readings have answers, these are all of them. If the photos show different marks, these are all such photos, with
    the chosen mark first. Otherwise it is one reading that shows the field, preferably one that doubts it.
    """
    if answered := [each for each in place.seen if answers_about(each, field)]:
        return answered
    differing = next(
        (each for each in place.doubts or () if each.field == field and each.is_about_photos), None
    )
    if differing is not None:
        marks = [mark for mark, _ in differing.candidates]
        shown = different_photos(place.showing(field, catalog))
        return sorted(shown, key=lambda each: [mark != each.sheet.ink(field).likeliest for mark in marks])
    own = [[doubt for doubt in each.sheet.doubts or () if doubt.field == field] for each in place.seen]
    doubting = [each for each, doubts in zip(place.seen, own, strict=True) if doubts]
    hiding = [
        each for each, doubts in zip(place.seen, own, strict=True) if any(doubt.is_unseen for doubt in doubts)
    ]
    return sorted([*doubting, *place.showing(field, catalog)], key=hiding.__contains__)[:1]


def answers_about(seen: SheetOfFile, field: str) -> list[Answer]:
    """Return the answers about a field of a sheet."""
    return [answer for answer in seen.answered if answer.field == field]

"""What several readings of one page say together where they are held against each other, mark by mark. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from fairsheet.engine.records.record import Record
from fairsheet.sheets.support.phrases import counted
from fairsheet.tables.joining import answers_in
from fairsheet.tables.values import SheetOfFile
from fairsheet.vision.joining.combine import added_up
from fairsheet.vision.readings.reading import Doubt, FieldReading, Mark
from fairsheet.vision.readings.reasons import photos_differ
from fairsheet.wording.formatting import mark_name


def combined(seen: Sequence[SheetOfFile]) -> tuple[Record, tuple[Doubt, ...] | None, list[str]]:
    """What several readings of one page say together, with a note on it.

    The one with the fewest doubts counts. Where it is in doubt and another is not, the other decides the field; where
    all are in doubt, their candidates add up; where two that are sure contradict each other, that is a doubt. Of what
    was answered the newest counts; see `contradictory_answers`.
    """
    ranked = sorted(seen, key=lambda each: len(each.sheet.doubts or ()))
    best = ranked[0].sheet
    if len(ranked) == 1:
        return best.record, best.doubts, []
    marks = dict(best.record.marks)
    doubts: list[Doubt] = []
    answers = answers_in(seen)
    decided, contradicted = 0, 0
    fields = dict.fromkeys(field for each in ranked for field in _fields(each))
    for field in fields:
        sure = {answers[field]: []} if field in answers else _sure_marks(ranked, field)
        if len(sure) == 1:
            mark = next(iter(sure))
            decided += field in _in_doubt(ranked[0])
        elif not sure:
            doubt = _added_up([_in_doubt(each)[field] for each in ranked if field in _in_doubt(each)])
            mark = doubt.chosen
            doubts.append(doubt)
        else:
            doubt = _contradiction(field, sure)
            mark = doubt.chosen
            doubts.append(doubt)
            contradicted += 1
        marks.pop(field, None)
        if mark is not None:
            marks[field] = mark
    files = ", ".join(each.source.name for each in ranked)
    said = f"{len(ranked)} readings ({files}), of which {ranked[0].source.name} counts"
    if decided:
        said += f"; the others decide {counted(decided, 'mark')} in doubt"
    if contradicted:
        which = "which is" if contradicted == 1 else "which are"
        said += f"; they contradict each other in {counted(contradicted, 'mark')}, {which} in doubt"
    player = best.record.player or next((e.sheet.record.player for e in ranked if e.sheet.record.player), "")
    photos = any(each.sheet.doubts is not None for each in ranked)
    record = structs.replace(best.record, marks=_in_order(marks, ranked), player=player)
    return record, tuple(doubts) if photos or doubts else None, [said]


def unsure_together(seen: Sequence[SheetOfFile]) -> tuple[FieldReading, ...]:
    """What the ink of all photos of a page together says of fields of which it is not certain on every one."""
    if len(seen) == 1:
        return seen[0].sheet.unsure
    unsure = dict.fromkeys(field.field for each in seen for field in each.sheet.unsure)
    return tuple(
        added_up([each.sheet.ink(field) for each in seen])
        for field in unsure
        if not any(answer.field == field for each in seen for answer in each.answered)
    )


def _fields(each: SheetOfFile) -> Iterable[str]:
    yield from each.sheet.record.marks
    yield from _in_doubt(each)


def _in_doubt(each: SheetOfFile) -> dict[str, Doubt]:
    return {doubt.field: doubt for doubt in each.sheet.doubts or ()}


def _sure_marks(ranked: Sequence[SheetOfFile], field: str) -> dict[Mark | None, list[str]]:
    """The marks of readings that are sure of a field, with the files."""
    sure: dict[Mark | None, list[str]] = {}
    for each in ranked:
        if field not in _in_doubt(each):
            sure.setdefault(each.sheet.record.marks.get(field), []).append(each.source.name)
    return sure


def _contradiction(field: str, sure: Mapping[Mark | None, Sequence[str]]) -> Doubt:
    whole = sum(map(len, sure.values()))
    candidates = tuple((mark, len(files) / whole) for mark, files in sure.items())
    said = "; ".join(f"{mark_name(mark)} in {', '.join(files)}" for mark, files in sure.items())
    return Doubt.of(field, candidates, candidates[0][0], photos_differ(said))


def _added_up(doubts: Sequence[Doubt]) -> Doubt:
    """One doubt from those of several photos about one field, whose candidates add up as in `vision.joining`.

    It stays a doubt, since the candidates have the rules in them already, which would count more than once.
    """
    if len(doubts) == 1:
        return doubts[0]
    candidates = added_up([FieldReading(doubt.field, doubt.candidates) for doubt in doubts]).probabilities
    chosen = candidates[0][0]
    like = next((doubt for doubt in doubts if doubt.chosen == chosen), doubts[0])
    return structs.replace(like, candidates=candidates, chosen=chosen)


def _in_order(marks: Mapping[str, Mark], ranked: Sequence[SheetOfFile]) -> dict[str, Mark]:
    """The marks in the order in which the readings have them."""
    order = dict.fromkeys(field for each in ranked for field in each.sheet.record.marks)
    return {field: marks[field] for field in [*order, *marks] if field in marks}

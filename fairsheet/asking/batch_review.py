"""The doubts of a batch as questions, the weightiest first, and what answers change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from fairsheet.asking import asking
from fairsheet.asking._cutting import cut_again
from fairsheet.asking.asking_terminal import ask
from fairsheet.asking.merging import check_found, merged_names
from fairsheet.asking.questions import Question, questions_of_record
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.pipeline.answers.answers import READER
from fairsheet.pipeline.answers.corrections import corrected, following, now
from fairsheet.pipeline.base.values import Answer, KeptSheet, SheetOfFile
from fairsheet.pipeline.batch_state import OpenBatch, Photo
from fairsheet.pipeline.grouping.grouping import SeatSheet
from fairsheet.pipeline.joining.joining import different_photos
from fairsheet.pipeline.judging.consequences import scores_otherwise
from fairsheet.pipeline.judging.groups import DoubtGroup, Weight
from fairsheet.pipeline.judging.implausible import implausible_lines
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.process.console import say
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.classify.crops import side_by_side
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording.formatting import format_probability

RANK = "could change the ranking"
Crops = Callable[[Mapping[str, Sequence[SheetOfFile]]], Mapping[str, bytes]]


@dataclass(frozen=True, eq=False)
class Asked:
    """A question with the readings that its answer belongs to; `weight` is greater for what should be asked first."""

    question: Question
    sheet: Sheet
    record: Record
    seen: Sequence[SheetOfFile]
    weight: tuple[int, ...]


def review(batch: OpenBatch, by: str, *, all_: bool = False) -> int:
    """Ask about the doubts that matter, or `all_`, and keep every answer at once; gives how many were answered."""
    asked = {each.question.key: each for each in questions(batch, all_=all_)}

    def answer(question: Question, mark: Mark | None, who: str) -> None:
        for seen in asked[question.key].seen:
            batch.store.keep_answer(_answer(seen, question.field.id, mark, who))

    def revoke(question: Question) -> None:
        for seen in asked[question.key].seen:
            batch.store.forget_answer(_answer(seen, question.field.id, None, by))
            for earlier in _answers_about(seen, question.field.id):
                batch.store.keep_answer(earlier)

    def keep(given: asking.Answer) -> None:
        field = given.question.field.id
        for each in given.revoked:
            revoke(each)
        if given.undone:
            revoke(given.question)
            return
        answer(given.question, given.mark, by)
        for each in given.explained:
            answer(each, given.mark_of(each), following(by, field))
        of = asked[given.question.key]
        for line in implausible_lines(of.sheet, corrected(of.record, {field: given.mark}), [field]):
            say(line)

    return len(ask([each.question for each in asked.values()], keep, batch.plan.roster).answers)


def photos_of(batch: OpenBatch, place: SeatSheet, field: str) -> list[Photo]:
    """The photos of a seat that a correction of a field belongs to."""
    return [(each.sha256, each.number) for each in readings_of(place, field, batch.plan.catalog)]


def accept_likely(batch: OpenBatch, least: float) -> int:
    """Leave every doubt to the reader that it was so sure of; gives how many these were.

    Not those of a table with a sheet that is illegal as read: before anybody is accused, somebody has to look. Nor what
    was answered differently, nor what cannot be seen on the photo.
    """
    accepted, who = 0, f"{READER} ({format_probability(least)} or more)"
    places = [place for each in batch.state.tables if not each.is_doubted for place in each.table.places]
    for place, doubt in [(each, doubt) for each in places for doubt in each.doubts or ()]:
        share = dict(doubt.candidates).get(doubt.chosen, 0.0)
        seen = readings_of(place, doubt.field, batch.plan.catalog)[0]
        if share >= least and not doubt.is_unseen and not _answers_about(seen, doubt.field):
            batch.store.keep_answer(_answer(seen, doubt.field, doubt.chosen, who))
            accepted += 1
    return accepted


def merge(batch: OpenBatch, merges: Mapping[str, str], by: str) -> int:
    """Answer for all sheets with a name that is another's that they are that player's; gives how many these were.

    Raises FairsheetError for a name that no sheet bears.
    """
    places = [place for each in batch.state.tables for place in each.table.places]
    check_found(merges, [place.record for place in places])
    changes = [(place, changed) for place in places if (changed := merged_names(place.record, merges))]
    for place, changed in changes:
        for field, name in changed.items():
            for seen in readings_of(place, field, batch.plan.catalog):
                batch.store.keep_answer(_answer(seen, field, name, by))
    return len(changes)


def questions(batch: OpenBatch, *, all_: bool = False) -> list[Asked]:
    """The doubts of a batch that matter, or `all_`, each with the picture of its field."""
    return questions_about(batch.state.tables, batch.plan.catalog, partial(_crops, batch), all_=all_)


def questions_about(
    tables: Iterable[JudgedTable], catalog: Catalog, crops: Crops, *, all_: bool = False
) -> list[Asked]:
    """The doubts of tables that matter, or `all_`: first those that could change a verdict, a rank, then a total.

    `crops` gives the pictures of fields, as far as there are any, each on the readings that show it.
    """
    found = [
        each
        for outcome in tables
        for place in outcome.table.places
        for each in _of_place(outcome, place, catalog, crops, all_)
    ]
    return sorted(found, key=lambda each: each.weight, reverse=True)


def _of_place(
    outcome: JudgedTable, place: SeatSheet, catalog: Catalog, crops: Crops, all_: bool
) -> Iterator[Asked]:
    doubts = (*(place.doubts or ()), *(place.idle if all_ else ()))
    if not doubts:
        return
    record = place.record
    sheet = layout_of(record, catalog)
    seen = {doubt.field: readings_of(place, doubt.field, catalog) for doubt in doubts}
    first = {field: readings[0] for field, readings in seen.items()}
    source = repr((*outcome.table.key, record.sheet, record.seat))
    photos = {field: each.name for field, each in first.items()}
    pages = tuple(sheet.pages_of(record.seat))
    read = None if all_ else KeptSheet(record, doubts, pages, unsure=place.unsure)
    groups = questions_of_record(source, sheet, record, doubts, photos, crops(seen), read, catalog)
    for group, asked in groups:
        changes_rank = any(_changes_rank(catalog, outcome, record, doubt) for doubt in group.doubts)
        weight = _weight(outcome, record, group, changes_rank)
        for number, question in enumerate(asked):
            if changes_rank:
                question = replace(question, remark="; ".join(filter(None, (question.remark, RANK))))
            at = 0 if group.is_pale else -number  # pale marks are one question, so they stay together
            yield Asked(question, sheet, record, seen[question.field.id], (*weight, at))


def _crops(batch: OpenBatch, wanted: Mapping[str, Sequence[SheetOfFile]]) -> dict[str, bytes]:
    """Return the pictures of fields, each on its photos side by side: kept when these were read, or cut out now if the
    proof raised the doubt. No sheet is read twice."""
    pairs = [(field, (each.sha256, each.number), each) for field, seen in wanted.items() for each in seen]
    kept: dict[tuple[str, int], dict[str, bytes]] = {}
    for key in dict.fromkeys(key for _, key, _ in pairs):
        kept[key] = batch.store.crops(*key)
        if lacking := [(field, each) for field, of, each in pairs if of == key and field not in kept[key]]:
            cut = cut_again(lacking[0][1], [field for field, _ in lacking], batch.plan.catalog)
            batch.store.keep_crops((*key, field, picture) for field, picture in cut.items())
            kept[key] |= cut
    pictures: defaultdict[str, list[bytes]] = defaultdict(list)
    for field, key, _ in pairs:
        if field in kept[key]:
            pictures[field].append(kept[key][field])
    return {field: side_by_side(of_field) for field, of_field in pictures.items()}


def _weight(outcome: JudgedTable, record: Record, group: DoubtGroup, changes_rank: bool) -> tuple[int, ...]:
    """How much hangs on a group: marks that speak against their sheet come before all others."""
    said = outcome.proof.of_sheet(record.sheet, record.seat) if outcome.proof else None
    raised = {doubt.field for doubts in (outcome.judged.raised if outcome.judged else ()) for doubt in doubts}
    accused = {*(said.clashing if said else ()), *raised}
    named = any(doubt.field in accused for doubt in group.doubts)
    return (named, group.weight == Weight.VERDICT, changes_rank, int(group.weight), len(group.doubts))


def _changes_rank(catalog: Catalog, outcome: JudgedTable, record: Record, doubt: Doubt) -> bool:
    """Whether another candidate of a doubt gives the table another ranking."""
    key = outcome.table.key
    sheet = catalog.sheet(key.sheet, key.layout, key.solo)
    score, others = outcome.score, scores_otherwise(sheet, outcome.table.records, record, doubt, catalog)
    return score is not None and any(other.ranking != score.ranking for _, other in others)


def readings_of(place: SeatSheet, field: str, catalog: Catalog) -> list[SheetOfFile]:
    """The readings that an answer about a field belongs to.

    They are all about which different things were answered, all if they show different marks, the mark that is chosen
    first, otherwise one on which the field can be seen, of these one that doubts it.
    """
    if answered := [each for each in place.seen if _answers_about(each, field)]:
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


def _answers_about(seen: SheetOfFile, field: str) -> list[Answer]:
    return [answer for answer in seen.answered if answer.field == field]


def _answer(seen: SheetOfFile, field: str, mark: Mark | None, who: str) -> Answer:
    return Answer(seen.sha256, seen.number, field, mark, who, now().isoformat(timespec="seconds"))

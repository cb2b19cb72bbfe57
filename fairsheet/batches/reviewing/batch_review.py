"""The doubts of a batch as questions, the weightiest first, and what answers change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairsheet.batches.results.batch_state import State
from fairsheet.batches.results.outputs import TableOutcome
from fairsheet.batches.reviewing._cutting import cut_again
from fairsheet.batches.store.plan import Plan
from fairsheet.batches.store.store import Store
from fairsheet.doubts.corrections import corrected, following, now
from fairsheet.doubts.groups import DoubtGroup, Weight, format_group
from fairsheet.doubts.implausible import implausible_lines
from fairsheet.doubts.rule_context import groups_of_record
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.engine.table_score import score_table
from fairsheet.process.console import say
from fairsheet.review import asking
from fairsheet.review.asking import Question
from fairsheet.review.asking_terminal import ask
from fairsheet.review.questions import question_about
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.tables.answers import READER
from fairsheet.tables.grouping import Place
from fairsheet.tables.values import Answer, SheetOfFile
from fairsheet.vision.readings.reading import Doubt, Mark
from fairsheet.wording.formatting import brief_field, format_probability

RANK = "could change the ranking"


@dataclass(frozen=True, eq=False)
class Asked:
    """A question with the readings that its answer belongs to; `weight` is greater for what should be asked first."""

    question: Question
    sheet: Sheet
    record: Record
    seen: Sequence[SheetOfFile]
    weight: tuple[int, ...]


def review(plan: Plan, store: Store, state: State, by: str) -> int:
    """Ask about all doubts and keep every answer at once; gives how many were answered."""
    asked = questions(plan, store, state)
    readings = {each.question.key: each.seen for each in asked}
    records = {each.question.key: (each.sheet, each.record) for each in asked}

    def tell(question: Question, mark: Mark | None, who: str) -> None:
        for seen in readings[question.key]:
            store.keep_answer(Answer(seen.sha256, seen.number, question.field.id, mark, who, _moment()))

    def revoke(question: Question) -> None:
        for seen in readings[question.key]:
            store.forget_answer(Answer(seen.sha256, seen.number, question.field.id, None, by, _moment()))
            for earlier in _answers_about(seen, question.field.id):
                store.keep_answer(earlier)

    def keep(answer: asking.Answer) -> None:
        follower = following(by, answer.question.field.id)
        for each in answer.revoked:
            revoke(each)
        tell(answer.question, answer.mark, by)
        for each in answer.explained:
            tell(each, each.doubt.chosen, follower)
        sheet, record = records[answer.question.key]
        field = answer.question.field.id
        for line in implausible_lines(sheet, corrected(record, {field: answer.mark}), [field]):
            say(line)

    return len(ask([each.question for each in asked], keep).answers)


def accept_likely(plan: Plan, store: Store, state: State, least: float) -> int:
    """Leave every doubt to the reader that it was so sure of; gives how many these were.

    Not those of a table with a sheet that is illegal as read: before anybody is accused, somebody has to look. Nor what
    was answered differently, nor what cannot be seen on the photo.
    """
    accepted, who = 0, f"{READER} ({format_probability(least)} or more)"
    for place in _places(each for each in state.tables if not each.is_doubted):
        for doubt in place.doubts or ():
            share = dict(doubt.candidates).get(doubt.chosen, 0.0)
            seen = _readings_of(layout_of(place.record, plan.catalog), place, doubt.field)[0]
            if share >= least and not doubt.is_unseen and not _answers_about(seen, doubt.field):
                store.keep_answer(Answer(seen.sha256, seen.number, doubt.field, doubt.chosen, who, _moment()))
                accepted += 1
    return accepted


def questions(plan: Plan, store: Store, state: State) -> list[Asked]:
    """All doubts of a batch: first those that could change a verdict, then a rank, then a total."""
    found = [
        each
        for outcome in state.tables
        for place in outcome.table.places
        for each in _of_place(plan, store, outcome, place)
    ]
    return sorted(found, key=lambda each: each.weight, reverse=True)


def _of_place(plan: Plan, store: Store, outcome: TableOutcome, place: Place) -> Iterator[Asked]:
    if not place.doubts:
        return
    record = place.record
    sheet = layout_of(record, plan.catalog)
    places = field_places(sheet)
    readings = {doubt.field: _readings_of(sheet, place, doubt.field) for doubt in place.doubts}
    crops = _crops(plan, store, {field: first for field, (first, *_) in readings.items()})
    for group in groups_of_record(sheet, record, place.doubts):
        changes_rank = any(_changes_rank(plan.catalog, outcome, record, doubt) for doubt in group.doubts)
        weight = _weight(outcome, record, group, changes_rank)
        remark = "; ".join(
            filter(None, (format_group(group, brief_field(sheet)), RANK if changes_rank else ""))
        )
        for number, doubt in enumerate(group.doubts):
            seen = readings[doubt.field]
            question = question_about(
                doubt,
                group,
                sheet,
                record,
                source=repr((*outcome.table.key, record.sheet, record.seat)),
                place=places[doubt.field],
                photo=seen[0].source.name,
                crop=crops.get(doubt.field),
                remark=remark,
            )
            yield Asked(question, sheet, record, seen, (*weight, -number))


def _crops(plan: Plan, store: Store, wanted: Mapping[str, SheetOfFile]) -> dict[str, bytes]:
    """The pictures of fields, each on its photo: kept when that was read, or cut out now where the proof raised the
    doubt. No photo is opened twice."""
    fields: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for field, seen in wanted.items():
        fields[seen.sha256, seen.number].append(field)
    found: dict[str, bytes] = {}
    for (sha256, number), some in fields.items():
        kept = store.crops(sha256, number)
        if lacking := [field for field in some if field not in kept]:
            cut = cut_again(wanted[lacking[0]], lacking, plan.catalog)
            store.keep_crops((sha256, number, field, picture) for field, picture in cut.items())
            kept |= cut
        found |= {field: kept[field] for field in some if field in kept}
    return found


def _weight(outcome: TableOutcome, record: Record, group: DoubtGroup, changes_rank: bool) -> tuple[int, ...]:
    """How much hangs on a group: marks that speak against their sheet come before all others."""
    said = outcome.proof.of_sheet(record.sheet, record.seat) if outcome.proof else None
    raised = {doubt.field for doubts in (outcome.judged.raised if outcome.judged else ()) for doubt in doubts}
    accused = {*(said.clashing if said else ()), *raised}
    named = any(doubt.field in accused for doubt in group.doubts)
    return (named, group.weight == Weight.VERDICT, changes_rank, int(group.weight), len(group.doubts))


def _changes_rank(catalog: Catalog, outcome: TableOutcome, record: Record, doubt: Doubt) -> bool:
    """Whether another candidate of a doubt gives the table another ranking."""
    key = outcome.table.key
    sheet = catalog.sheet(key.sheet, key.layout, key.solo)
    if outcome.score is None:
        return False
    for mark, _ in doubt.candidates:
        if mark != doubt.chosen:
            other = corrected(record, {doubt.field: mark})
            records = [other if each is record else each for each in outcome.table.records]
            try:
                if score_table(sheet, records, catalog).ranking != outcome.score.ranking:
                    return True
            except FairsheetError:
                continue
    return False


def _places(tables: Iterable[TableOutcome]) -> Iterator[Place]:
    for outcome in tables:
        yield from outcome.table.places


def _readings_of(sheet: Sheet, place: Place, field: str) -> list[SheetOfFile]:
    """The readings that an answer about a field belongs to.

    They are all about which different things were answered, else one that doubts it, else the first of its page.
    """
    if told := [each for each in place.seen if _answers_about(each, field)]:
        return told
    doubting = [each for each in place.seen if any(doubt.field == field for doubt in each.sheet.doubts or ())]
    return doubting[:1] or list(place.showing(field, sheet)[:1])


def _answers_about(seen: SheetOfFile, field: str) -> list[Answer]:
    return [answer for answer in seen.answered if answer.field == field]


def _moment() -> str:
    return now().isoformat(timespec="seconds")

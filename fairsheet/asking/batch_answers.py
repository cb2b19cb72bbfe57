"""The doubts of a batch as questions, and the answers to them in its store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from fairsheet.asking._cutting import cut_again
from fairsheet.asking._reviewing import ask_about
from fairsheet.asking.asking import Asking
from fairsheet.asking.merging import check_found, merged_names
from fairsheet.asking.table_questions import Asked, answers_about, questions_about, readings_of
from fairsheet.pipeline.answers.answers import READER
from fairsheet.pipeline.answers.corrections import now
from fairsheet.pipeline.base.values import Answer, SheetOfFile
from fairsheet.pipeline.batch_state import OpenBatch, Photo
from fairsheet.pipeline.grouping.seated_tables import SeatSheet
from fairsheet.pipeline.store.store import Store
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.classify.crops import side_by_side
from fairsheet.wording.formatting import format_probability


class BatchAnswers:
    """Answers in the store of a batch."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, seen: SheetOfFile, marks: Mapping[str, Mark | None], by: str) -> None:
        """Keep marks that somebody gave for fields of a sheet."""
        for field, mark in marks.items():
            self._store.keep_answer(_answer(seen, field, mark, by))

    def take_back(self, seen: SheetOfFile, field: str, by: str) -> None:
        """Forget what was said about a field of a sheet since the batch was opened."""
        self._store.forget_answer(_answer(seen, field, None, by))
        for earlier in answers_about(seen, field):
            self._store.keep_answer(earlier)


def ask_about_batch(batch: OpenBatch, by: str, *, all_: bool = False) -> Asking:
    """Ask about the doubts of a batch that matter, or `all_`, and keep every answer at once."""
    asked, answers = questions(batch, all_=all_), BatchAnswers(batch.store)
    return ask_about(asked, answers, by, batch.state.tables, batch.plan.roster)


def photos_of(batch: OpenBatch, place: SeatSheet, field: str) -> list[Photo]:
    """The photos of a seat that a correction of a field belongs to."""
    return [(each.sha256, each.number) for each in readings_of(place, field, batch.plan.catalog)]


def accept_likely(batch: OpenBatch, least: float) -> int:
    """Leave every doubt to the reader that it was so sure of; gives how many these were.

    Not those of a table with a sheet that is illegal as read: before anybody is accused, somebody has to look. Nor what
    was answered differently, nor what cannot be seen on the photo.
    """
    answers, accepted, who = BatchAnswers(batch.store), 0, f"{READER} ({format_probability(least)} or more)"
    places = [place for each in batch.state.tables if not each.is_doubted for place in each.table.places]
    for place, doubt in [(each, doubt) for each in places for doubt in each.doubts or ()]:
        share = dict(doubt.candidates).get(doubt.chosen, 0.0)
        seen = readings_of(place, doubt.field, batch.plan.catalog)[0]
        if share >= least and not doubt.is_unseen and not answers_about(seen, doubt.field):
            answers.keep(seen, {doubt.field: doubt.chosen}, who)
            accepted += 1
    return accepted


def merge(batch: OpenBatch, merges: Mapping[str, str], by: str) -> int:
    """Answer for all sheets with a name that is another's that they are that player's; gives how many these were.

    Raises FairsheetError if a name to be replaced is on no sheet.
    """
    places = [place for each in batch.state.tables for place in each.table.places]
    check_found(merges, [place.record for place in places])
    answers = BatchAnswers(batch.store)
    changes = [(place, changed) for place in places if (changed := merged_names(place.record, merges))]
    for place, changed in changes:
        for field, name in changed.items():
            for seen in readings_of(place, field, batch.plan.catalog):
                answers.keep(seen, {field: name}, by)
    return len(changes)


def questions(batch: OpenBatch, *, all_: bool = False) -> list[Asked]:
    """The doubts of a batch that matter, or `all_`, each with the picture of its field."""
    return questions_about(batch.state.tables, batch.plan.catalog, partial(_crops, batch), all_=all_)


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


def _answer(seen: SheetOfFile, field: str, mark: Mark | None, who: str) -> Answer:
    return Answer(seen.sha256, seen.number, field, mark, who, now().isoformat(timespec="seconds"))

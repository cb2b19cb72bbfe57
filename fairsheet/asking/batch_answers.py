"""Ask about the doubts of a batch, and keep the answers in its store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from fairsheet.asking._cutting import cut_out_fields
from fairsheet.asking._reviewing import ask_about
from fairsheet.asking.asking import Asking
from fairsheet.asking.merging import check_found, merged_names
from fairsheet.asking.table_questions import TableQuestion, answers_about, questions_about, readings_of
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
        """Keep the marks that a person gave for fields of a sheet."""
        for field, mark in marks.items():
            self._store.keep_answer(_answer(seen, field, mark, by))

    def take_back(self, seen: SheetOfFile, field: str, by: str) -> None:
        """Take back the answers about a field of a sheet that were given since the batch was opened."""
        self._store.forget_answer(_answer(seen, field, None, by))
        for earlier in answers_about(seen, field):
            self._store.keep_answer(earlier)


def ask_about_batch(batch: OpenBatch, by: str, *, all_: bool = False) -> Asking:
    """Ask about the doubts of a batch that matter, or about all with `all_`, and keep every answer at once."""
    asked, answers = questions(batch, all_=all_), BatchAnswers(batch.store)
    return ask_about(asked, answers, by, batch.state.tables, batch.plan.roster)


def photos_of(batch: OpenBatch, place: SeatSheet, field: str) -> list[Photo]:
    """Return the photos of a seat for which a correction of a field is kept."""
    return [(each.sha256, each.number) for each in readings_of(place, field, batch.plan.catalog)]


def accept_likely(batch: OpenBatch, least: float) -> int:
    """Accept every reading in doubt whose probability is at least `least`, and return their number.

    Answered doubts and fields that cannot be seen are left out. Tables with a sheet that is illegal as read are also
    left out, because a person must look before a player is accused.
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
    """Replace merged names on all sheets by answers, and return the number of these sheets.

    Raises FairsheetError if no sheet has a name to be replaced.
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


def questions(batch: OpenBatch, *, all_: bool = False) -> list[TableQuestion]:
    """Return questions about the doubts of a batch that matter, or about all with `all_`, each with a picture."""
    return questions_about(batch.state.tables, batch.plan.catalog, partial(_crops, batch), all_=all_)


def _crops(batch: OpenBatch, wanted: Mapping[str, Sequence[SheetOfFile]]) -> dict[str, bytes]:
    """Return the pictures of fields, from several photos side by side.

    They were kept at reading; if the proof raised the doubt, they are cut out now. No sheet is read twice.
    """
    pairs = [(field, (each.sha256, each.number), each) for field, seen in wanted.items() for each in seen]
    kept: dict[tuple[str, int], dict[str, bytes]] = {}
    for key in dict.fromkeys(key for _, key, _ in pairs):
        kept[key] = batch.store.crops(*key)
        if missing := [(field, each) for field, of, each in pairs if of == key and field not in kept[key]]:
            cut = cut_out_fields(missing[0][1], [field for field, _ in missing], batch.plan.catalog)
            batch.store.keep_crops((*key, field, picture) for field, picture in cut.items())
            kept[key] |= cut
    pictures: defaultdict[str, list[bytes]] = defaultdict(list)
    for field, key, _ in pairs:
        if field in kept[key]:
            pictures[field].append(kept[key][field])
    return {field: side_by_side(of_field) for field, of_field in pictures.items()}


def _answer(seen: SheetOfFile, field: str, mark: Mark | None, who: str) -> Answer:
    return Answer(seen.sha256, seen.number, field, mark, who, now().isoformat(timespec="seconds"))

"""A batch opened once more for answers and corrections: what they change is proved and written again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from fairsheet.batches.progress import shown
from fairsheet.batches.run import judge_tables
from fairsheet.pipeline.answers.corrections import UNDO, not_corrected, now
from fairsheet.pipeline.base.values import Answer
from fairsheet.pipeline.batch_state import OpenBatch, Photo, State, state_of
from fairsheet.pipeline.store.folders import LOG
from fairsheet.pipeline.store.plan import restored_plan
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.processes import Processes, default_workers
from fairsheet.process.spoken import speak_of
from fairsheet.results.outputs import record_name
from fairsheet.results.parquet import check_parquet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path


def judged_again(batch: OpenBatch) -> State:
    """Prove what answers changed since, and write the outputs."""
    workers = Processes(default_workers(), batch.plan.limits, batch.log.fileno())
    with closing(workers), shown(batch.log) as watcher:
        return judge_tables(batch.plan, batch.store, workers, watcher)


@contextmanager
def opened(out: Path) -> Iterator[OpenBatch]:
    """The batch in a folder of outputs. Raises FairsheetError if there is none, or if nothing of it is read."""
    with open_store(out, new=False) as store, (out / LOG).open("ab", buffering=0) as log:
        plan = restored_plan(out, store)
        speak_of(plan.catalog)
        read, files = store.progress()
        if files and not read:
            hint = "call fairsheet batch again: it keeps answers and corrections"
            raise FairsheetError("none of its files is read yet", where=format_path(out), hint=hint)
        if plan.parquet:
            check_parquet()
        yield OpenBatch(plan, store, state_of(plan, store), log)


def keep_corrections(
    batch: OpenBatch,
    sheet: Sheet,
    marks: Mapping[str, Mark | None],
    photos_of: Callable[[str], Sequence[Photo]],
    by: str,
) -> None:
    """Keep other marks of a sheet by field as answers about photos of the field, or with `UNDO` forget the answers.

    Raises FairsheetError where one was not corrected, and then keeps none.
    """
    moment = now().isoformat(timespec="seconds")
    answers = [
        Answer(*photo, field, mark, by, moment) for field, mark in marks.items() for photo in photos_of(field)
    ]
    known = {(each.sha256, each.number, each.field) for each in batch.store.answers()}
    for each in answers:
        if each.mark == UNDO and (each.sha256, each.number, each.field) not in known:
            raise not_corrected(each.field, sheet)
    for each in answers:
        if each.mark == UNDO:
            batch.store.forget_answer(each)
        else:
            batch.store.keep_answer(each)


def photo_of(batch: OpenBatch, record: Path) -> Photo:
    """Of which photo a record is that the batch wrote. Raises FairsheetError where it is none."""
    for outcome in batch.state.files:
        for number, _ in enumerate(outcome.found.sheets if outcome.found else ()):
            if Path(record_name(outcome, number)).name == record.name:
                return outcome.sha256, number
    hint = "see in photos.jsonl which records its last run wrote"
    raise FairsheetError(
        "the batch of this folder knows no such record", where=format_path(record), hint=hint
    )

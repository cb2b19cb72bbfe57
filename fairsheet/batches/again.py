"""Reopen a batch for answers and corrections, and prove and write again everything that they change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from fairsheet.batches.progress import show_progress
from fairsheet.batches.run import judge_tables
from fairsheet.languages.messages import Message
from fairsheet.pipeline.answers.corrections import UNDO, not_corrected, now
from fairsheet.pipeline.base.values import Answer
from fairsheet.pipeline.batch_state import OpenBatch, Photo, State, state_of
from fairsheet.pipeline.store.folders import LOG
from fairsheet.pipeline.store.plan import restored_plan
from fairsheet.pipeline.store.store import open_store
from fairsheet.pipeline.work.processes import Processes, default_workers
from fairsheet.process.spoken import use_catalog
from fairsheet.results.outputs import record_name
from fairsheet.results.parquet import check_parquet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path


def judge_again(batch: OpenBatch) -> State:
    """Prove the tables that new answers changed, write the outputs and return the new state."""
    workers = Processes(default_workers(), batch.plan.limits, batch.log.fileno())
    with closing(workers), show_progress(batch.log) as watcher:
        return judge_tables(batch.plan, batch.store, workers, watcher)


@contextmanager
def open_batch(out: Path) -> Iterator[OpenBatch]:
    """Open the batch in a folder of results. Raises FairsheetError if there is none or none of its files is read."""
    with open_store(out, new=False) as store, (out / LOG).open("ab", buffering=0) as log:
        plan = restored_plan(out, store)
        use_catalog(plan.catalog)
        read, files = store.progress()
        if files and not read:
            hint = Message("run fairsheet batch again; it keeps answers and corrections")
            problem = Message("this batch has not read any file yet")
            raise FairsheetError(problem, code=ErrorCode.NO_BATCH, where=format_path(out), hint=hint)
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
    """Keep new marks of a sheet as answers about the photos of each field; the mark `UNDO` removes the answers.

    Raises FairsheetError, and keeps nothing, if a field to be undone has no answer.
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


def find_photo(batch: OpenBatch, record: Path) -> Photo:
    """Return the photo of a record that the batch wrote. Raises FairsheetError if the batch did not write it."""
    for outcome in batch.state.files:
        for number, _ in enumerate(outcome.found.sheets if outcome.found else ()):
            if Path(record_name(outcome, number)).name == record.name:
                return outcome.sha256, number
    hint = Message("find the records of its last run in {file}", file="photos.jsonl")
    problem = Message("the batch of this folder has no such record")
    raise FairsheetError(problem, code=ErrorCode.NO_SUCH_FILE, where=format_path(record), hint=hint)

"""A batch opened once more for answers and corrections: what they change is proved and written again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from fairsheet.batches.results.batch_state import State, state_of
from fairsheet.batches.results.outputs import record_name
from fairsheet.batches.results.parquet import check_parquet
from fairsheet.batches.run import judge
from fairsheet.batches.show import shown
from fairsheet.batches.store.folders import LOG
from fairsheet.batches.store.plan import Plan, restored_plan
from fairsheet.batches.store.store import Store, open_store
from fairsheet.batches.work.processes import Processes, default_workers
from fairsheet.doubts.corrections import now
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path
from fairsheet.tables.values import Answer


@dataclass(frozen=True)
class OpenBatch:
    """A batch as its last run left it, with its store open."""

    plan: Plan
    store: Store
    state: State
    log: IO[bytes]

    def judged_again(self) -> State:
        """Prove what answers changed since, and write the outputs."""
        workers = Processes(default_workers(), self.plan.limits, self.log.fileno())
        with closing(workers), shown(self.log) as watcher:
            return judge(self.plan, self.store, workers, watcher)


@contextmanager
def opened(out: Path) -> Iterator[OpenBatch]:
    """The batch in a folder of outputs. Raises FairsheetError where there is none."""
    with open_store(out, new=False) as store, (out / LOG).open("ab", buffering=0) as log:
        plan = restored_plan(out, store)
        if plan.parquet:
            check_parquet()
        yield OpenBatch(plan, store, state_of(plan, store), log)


def keep_corrections(batch: OpenBatch, record: Path, marks: Mapping[str, Mark | None], by: str) -> None:
    """Keep other marks for a record that the batch wrote, as answers about its photo. Raises FairsheetError."""
    sha256, number = _place_of(batch, record)
    moment = now().isoformat(timespec="seconds")
    for field, mark in marks.items():
        batch.store.keep_answer(Answer(sha256, number, field, mark, by, moment))


def _place_of(batch: OpenBatch, record: Path) -> tuple[str, int]:
    """The content of the file that a record was read from, and its number there."""
    for outcome in batch.state.files:
        for number, _ in enumerate(outcome.found.sheets if outcome.found else ()):
            if Path(record_name(outcome, number)).name == record.name:
                return outcome.sha256, number
    hint = "see in photos.jsonl which records its last run wrote"
    raise FairsheetError(
        "the batch of this folder knows no such record", where=format_path(record), hint=hint
    )

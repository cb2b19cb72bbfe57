"""Run a batch: judge all tables in folders of photos and records."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from fairsheet.api._arguments import Progress, all_of, check, check_path, in_python
from fairsheet.results.outputs import BatchSummary, summary
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

if TYPE_CHECKING:
    from fairsheet.batches.run import Watcher


@in_python
def batch(
    folders: Iterable[str | Path],
    out: str | Path,
    *,
    league: bool = False,
    names: bool = False,
    template: str | Path | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> BatchSummary:
    """Read, prove and score all photos and records below some folders, as `fairsheet batch` does.

    The results are written to the folder `out`; after an interruption the same call resumes there. `league` adds up
    all tables by player. `names` reads the players' names, which needs Tesseract. `template` is the template of a
    custom sheet that may be on the photos. `workers` is the number of processes, by default one for each processor.
    `progress` is called with the work in progress, such as "proving", the number of files or tables done, and their
    total.

    Raises FairsheetError if there is nothing to read, or `out` cannot be used. An error in one file is reported in the
    results and does not stop the others.
    """
    from fairsheet.batches.run import run
    from fairsheet.engine.solver.budget import WORK_LIMIT
    from fairsheet.pipeline.base.values import MOST_PAGES, TaskOptions
    from fairsheet.pipeline.batch_files import check_folders
    from fairsheet.pipeline.store.folders import LOG
    from fairsheet.pipeline.store.plan import Plan, template_file_at
    from fairsheet.pipeline.store.store import open_store
    from fairsheet.pipeline.work.processes import Processes, default_workers
    from fairsheet.sheets.support.input_files import format_path

    hint = "give a list of folders or files"
    given = tuple(map(Path, all_of(folders, (str, Path), "folders", hint)))
    if not given:
        raise FairsheetError("there is no folder", code=ErrorCode.NOTHING_TO_READ, where="folders", hint=hint)
    for folder in given:
        check_path(folder, "folders", hint)
    for name, path in (("out", out), ("template", "" if template is None else template)):
        check_path(path, name, "give a path")
    check(int | None, "give a whole number, or None", workers=workers)
    check(bool, "give True or False", league=league, names=names)
    if workers is not None and workers < 1:
        hint = "give 1 or more, or None"
        problem = f"{workers} processes are too few"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="workers", hint=hint)
    target = Path(out)
    check_folders(given, target)
    custom = None if template is None else template_file_at(Path(template))
    plan = Plan(
        given,
        target,
        TaskOptions(names=names, pages=MOST_PAGES, work=WORK_LIMIT, template=custom),
        league=league,
    )
    with (
        open_store(target, new=True) as store,
        (target / LOG).open("ab", buffering=0) as log,
        closing(Processes(workers or default_workers(), plan.limits, log.fileno())) as executor,
    ):
        state = run(plan, store, executor, _watcher(progress))
    return summary(state.files, state.tables, format_path(target))


def _watcher(progress: Progress | None) -> Watcher:
    """Return the functions that call `progress` while a batch runs."""
    from fairsheet.batches.run import Watcher

    if progress is None:
        return Watcher()
    what, done, total = "", 0, 0

    def begin(work: str, count: int) -> None:
        nonlocal what, done, total
        what, done, total = work, 0, count
        progress(what, done, total)

    def advance() -> None:
        nonlocal done
        done += 1
        progress(what, done, total)

    return Watcher(begin=begin, looked=advance, done=lambda name, error: advance())

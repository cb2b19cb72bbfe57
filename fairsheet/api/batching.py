"""Folders of photos and records to one answer per table."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from fairsheet.api._arguments import all_of, check, check_path, in_python
from fairsheet.results.outputs import BatchSummary, summary
from fairsheet.sheets.support.errors import FairsheetError


@in_python
def batch(
    folders: Iterable[str | Path],
    out: str | Path,
    *,
    league: bool = False,
    names: bool = False,
    template: str | Path | None = None,
    workers: int | None = None,
) -> BatchSummary:
    """Read, prove and score all photos and records below some folders, as `fairsheet batch` does.

    The results lie in `out`, where the same call goes on if it was stopped; `league` adds up all tables by player, and
    `names` reads the players' names, which needs Tesseract. `template` is that of a custom sheet that may be on the
    photos, `workers` how many processes work side by side, one for each processor without it.

    Raises FairsheetError where there is nothing to read, or `out` is not for results; what is wrong with one file
    stands in the results, and the others go on.
    """
    from fairsheet.batches.run import Watcher, run
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
        raise FairsheetError("there is no folder", where="folders", hint=hint)
    for folder in given:
        check_path(folder, "folders", hint)
    for name, path in (("out", out), ("template", "" if template is None else template)):
        check_path(path, name, "give a path")
    check(int | None, "give a whole number, or None", workers=workers)
    check(bool, "give True or False", league=league, names=names)
    if workers is not None and workers < 1:
        raise FairsheetError(
            f"{workers} processes do no work", where="workers", hint="give 1 or more, or None"
        )
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
        state = run(plan, store, executor, Watcher())
    return summary(state.files, state.tables, format_path(target))

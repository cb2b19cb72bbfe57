"""The plan of a batch: its inputs, options and limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import TaskOptions, TemplateFile
from fairsheet.pipeline.store.keys import key_of
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.store.store import Store
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import read_custom
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path

if TYPE_CHECKING:  # spares batches without a custom sheet its import
    from fairsheet.sheets.placement.place import Placed


ALL = Path("/")  # the key of a date that was given for all files


@dataclass(frozen=True)
class Plan:
    """Everything that a batch is asked to do, and the limits of one task.

    `roster` are the names of all players, if they are known. `league_by` is how a league counts, `best` how many games
    count per player. `dates` are the dates given for files and folders, by absolute path.
    """

    folders: tuple[Path, ...]
    out: Path
    options: TaskOptions
    table_by: str | None = None
    roster: tuple[str, ...] = ()
    league: bool = False
    league_by: str = "stars"
    best: int | None = None
    dates: tuple[tuple[Path, date], ...] = ()
    csv_dialect: str = "comma"
    lang: str = "en"  # of the report
    overlays: bool = True
    parquet: bool = False
    limits: Limits = field(default_factory=Limits)

    @property
    def catalog(self) -> Catalog:
        """The layouts that labels and records may name."""
        return catalog_with(self.options.template)

    @cached_property
    def words(self) -> Catalogue:
        """The texts of its pages, in their language."""
        return self.catalog.words(self.lang)


def template_file_at(path: Path) -> TemplateFile:
    """Return the template in a file, with the digest of its present text. Raises FairsheetError if it is unusable."""
    return TemplateFile(str(path.absolute()), _digest(read_custom(path)))


@cache
def catalog_with(template: TemplateFile | None) -> Catalog:
    """Return the bundled layouts, with the layout of a custom sheet if a template is given."""
    if template is None:
        return BUNDLED
    placed = placed_template(template)
    return Catalog((placed.sheet,), {placed.sheet.name: placed.name_at})


@cache
def placed_template(template: TemplateFile) -> Placed:
    """Return the custom sheet of a template, with the places of its fields in the file.

    Raises FairsheetError if the file cannot be used or has changed: stored results belong to its former text.
    """
    placed = read_custom(Path(template.path))
    if _digest(placed) != template.digest:
        raise FairsheetError(
            Message("the template has changed since the batch began"),
            code=ErrorCode.TEMPLATE_CHANGED,
            where=format_path(template.path),
            hint=Message("call the same command again: it reads everything with the new template"),
        )
    return placed


def _digest(placed: Placed) -> str:
    template = placed.template
    return key_of([text.encode() for text in (template.text, *template.included.values())])


def kept_plan(plan: Plan) -> bytes:
    """Return a plan as JSON for a store, without its folders: their names may not be valid text."""
    return msgspec.json.encode(replace(plan, folders=(), out=Path()), enc_hook=format_path)


def restored_plan(out: Path, store: Store) -> Plan:
    """Return the plan of the last run on an output folder, without its input folders.

    Raises FairsheetError if that run was stopped before it had found its files.
    """
    kept = store.plan()
    if kept is None:
        hint = Message("call fairsheet batch again: it continues")
        problem = Message("this batch was stopped before it had begun")
        raise FairsheetError(problem, code=ErrorCode.BAD_BATCH, where=format_path(out), hint=hint)
    return replace(msgspec.json.decode(kept, type=Plan, dec_hook=lambda kind, value: kind(value)), out=out)


def with_former_dates(plan: Plan, store: Store) -> Plan:
    """Return the plan with the dates from earlier runs on its output folder added.

    A former date for all files applies to each file of the last run without its own date, unless its folder now has a
    date.
    """
    if store.plan() is None:
        return plan
    former, given = dict(restored_plan(plan.out, store).dates), dict(plan.dates)
    files = {Path(os.path.normpath(source.path)) for source, *_ in store.listed()}
    if (day := former.pop(ALL, None)) is not None:
        former |= {file: day for file in files - former.keys() if former.keys().isdisjoint(file.parents)}
    folders = given.keys() - {ALL}
    kept = {
        path: day for path, day in former.items() if path not in files or folders.isdisjoint(path.parents)
    }
    return replace(plan, dates=tuple({**kept, **given}.items()))


def left_out(plan: Plan, store: Store) -> list[str]:
    """Return the names of the files of the last run that are outside of this plan's folders."""
    folders = [os.path.normpath(folder.absolute()) for folder in plan.folders]
    return [
        source.name
        for source, *_ in store.listed()
        if not any(Path(os.path.normpath(source.path)).is_relative_to(folder) for folder in folders)
    ]

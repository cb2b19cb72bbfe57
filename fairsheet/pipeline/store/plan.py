"""What a batch is asked to do."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fairsheet.languages.catalogues import Catalogue
from fairsheet.pipeline.base.values import TaskOptions, TemplateFile
from fairsheet.pipeline.store.keys import key_of
from fairsheet.pipeline.store.limits import Limits
from fairsheet.pipeline.store.store import Store
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import read_custom
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path

if TYPE_CHECKING:  # spares batches without a custom sheet its import
    from fairsheet.sheets.placement.place import Placed


ALL = Path("/")  # what a date is given for, where that is no file and no folder


@dataclass(frozen=True)
class Plan:
    """What a batch is asked to do, and what one task of it may take of the machine.

    `roster` are the names of all who play, where these are known; `league_by` is how a league counts, `best` how many
    games of each player, `dates` are those that were given for files and folders, by their absolute paths.
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
        """What its pages say, in their language."""
        return self.catalog.words(self.lang)


def template_file_at(path: Path) -> TemplateFile:
    """The template in a file as it is now. Raises FairsheetError."""
    return TemplateFile(str(path.absolute()), _digest(read_custom(path)))


@cache
def catalog_with(template: TemplateFile | None) -> Catalog:
    """The bundled layouts, and that of a custom sheet."""
    if template is None:
        return BUNDLED
    placed = placed_template(template)
    return Catalog((placed.sheet,), {placed.sheet.name: placed.name_at})


@cache
def placed_template(template: TemplateFile) -> Placed:
    """The custom sheet of a template, and where its fields stand there.

    Raises FairsheetError, also where the file says something else by now: results are kept under what it said.
    """
    placed = read_custom(Path(template.path))
    if _digest(placed) != template.digest:
        hint = "the same call reads everything by the new one"
        raise FairsheetError("the template changed meanwhile", where=format_path(template.path), hint=hint)
    return placed


def _digest(placed: Placed) -> str:
    template = placed.template
    return key_of([text.encode() for text in (template.text, *template.included.values())])


def kept_plan(plan: Plan) -> bytes:
    """A plan as `restored_plan` finds it again in a store, without the folders, whose names may be no text."""
    return msgspec.json.encode(replace(plan, folders=(), out=Path()), enc_hook=format_path)


def restored_plan(out: Path, store: Store) -> Plan:
    """The plan of the last run on a folder of outputs, without its folders of inputs.

    Raises FairsheetError where that run was stopped before it knew its files.
    """
    kept = store.plan()
    if kept is None:
        hint = "call fairsheet batch again: it goes on"
        raise FairsheetError("this batch was stopped before it had begun", where=format_path(out), hint=hint)
    return replace(msgspec.json.decode(kept, type=Plan, dec_hook=lambda kind, value: kind(value)), out=out)


def with_former_dates(plan: Plan, store: Store) -> Plan:
    """The plan with the dates that were given to earlier runs on its folder of outputs, too.

    One that was given for all stays with each file that the last run was about and that had no nearer one, until its
    folder is given another.
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
    """The names of the files of the last run that are below no folder of this one."""
    folders = [os.path.normpath(folder.absolute()) for folder in plan.folders]
    return [
        source.name
        for source, *_ in store.listed()
        if not any(Path(os.path.normpath(source.path)).is_relative_to(folder) for folder in folders)
    ]

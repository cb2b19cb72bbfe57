"""Finds sheets: the current templates by name, a designer's own file, and the layouts of released prints.

The sheets of labels and records, which may be custom ones, are found by a `fairsheet.sheets.library.catalog.Catalog`.

A released layout is the placed sheet as JSON, `templates/released/<name>-<fingerprint>.json.gz`. Beside them
`index.json` says which text of a template gave which layout, so that an unchanged template need not be parsed again.

A template with choices has a layout for each combination, 117 for one game; those that differ in the last choice alone
are kept in one file, `templates/released/<name>/<first choices>-<digest of the template>.json.xz`. They are placed
sheets like all others, since the text of the template alone would be placed otherwise once placing has changed.
Layouts that are so much alike take a tenth of the room together, where the compression looks back far enough.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fairsheet.sheets.label.label import SHEET_NAME
from fairsheet.sheets.language.choices import (
    SEPARATOR,
    Choices,
    check_chosen,
    choices_in,
    chosen_in,
    template_of,
)
from fairsheet.sheets.language.faults import Fault, TemplateError, did_you_mean
from fairsheet.sheets.language.template_files import source_of, template_at
from fairsheet.sheets.library.layout_files import FINGERPRINT, read_layout
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import kind_of
from fairsheet.sheets.support.memory import limited_memory

if TYPE_CHECKING:
    from fairsheet.sheets.placement.place import Placed

TEMPLATES = Path(__file__).parents[2] / "templates"
RECORDED = TEMPLATES / "recorded"  # the sheets of games that are played with their own box
RELEASED = TEMPLATES / "released"
INDEX = RELEASED / "index.json"
SUFFIX = ".sheet"


@cache
def sheet_names() -> tuple[str, ...]:
    """The names of the sheets that can be printed, in alphabetical order."""
    return tuple(sorted((*scenario_names(), *(path.stem for path in RECORDED.glob(f"*{SUFFIX}")))))


@cache
def scenario_names() -> tuple[str, ...]:
    """The names of the sheets of the game that the program plays, scenario by scenario, in alphabetical order."""
    return tuple(sorted(path.stem for path in TEMPLATES.glob(f"*{SUFFIX}")))


def sheets_of_game(game: str) -> tuple[Sheet, ...]:
    """The sheets of a game that is recorded, first those of its players, then those that are one for the table.

    >>> [sheet.name for sheet in sheets_of_game("ares-expedition")]
    ['ares-record', 'ares-coop', 'ares-solo']
    """
    # to look for the name in the text takes far less than to load the sheet of another game
    sheets = (
        load_sheet(path.stem)
        for path in sorted(RECORDED.glob(f"*{SUFFIX}"))
        if game in path.read_text(encoding="utf-8")
    )
    return tuple(
        sorted((sheet for sheet in sheets if sheet.game == game), key=lambda sheet: sheet.is_of_table)
    )


def companions_of(sheet: Sheet) -> tuple[Sheet, ...]:
    """Return all sheets of the game that a sheet is recorded for; none if it is a game by itself."""
    return () if sheet.game is None else sheets_of_game(sheet.game)


def is_bundled(name: str) -> bool:
    """Whether the program has a sheet of that name; what may be chosen stands behind it."""
    return template_of(name) in sheet_names()


def load_sheet(name: str) -> Sheet:
    """The current layout of a sheet, with what was chosen behind its name, or with the usual choices.

    Raises FairsheetError for a name that there is none of.

    >>> load_sheet("launch").name
    'launch'
    """
    if not is_bundled(name):
        known = sheet_names()
        otherwise = f"known: {', '.join(known)}, and your own by the file of its template, x{SUFFIX}"
        template = f"{name}{SUFFIX}"
        is_there = SHEET_NAME.fullmatch(name) is not None and kind_of(Path(template)) is not None
        hint = f"did you mean {template}?" if is_there else did_you_mean(name, known, otherwise)
        raise FairsheetError(f"there is no sheet {name!r}", where="sheet", hint=hint)
    return _current(full_name(name))


@cache
def choices_of(name: str) -> Choices:
    """What can be chosen for a sheet of the program; mostly nothing."""
    return choices_in(template_path(name).read_text(encoding="utf-8"))


def full_name(name: str) -> str:
    """The name of a sheet of the program with what was chosen, or with the usual choices.

    Raises FairsheetError for what cannot be chosen.
    """
    template = template_of(name)
    chosen = check_chosen(chosen_in(name), choices_of(template), "sheet")
    return SEPARATOR.join((template, *chosen.values()))


@cache
def _current(name: str) -> Sheet:
    """The current layout of the sheet with that full name."""
    path = template_path(name)
    fingerprint = release_index().get(name, {}).get(source_of(path))
    if fingerprint is not None and layout_path(name, fingerprint) is not None:
        return _released(name, fingerprint)
    return read_template(path, check_chosen(chosen_in(name), choices_of(name), "sheet")).sheet


def find_layout(name: str, fingerprint: str) -> Sheet | None:
    """A sheet of the program, with the usual choices where its name has none, in its current or a released layout; None
    where it has no such layout. What the ink means is what the current template says.

    Raises FairsheetError for what cannot be chosen.
    """
    current = _current(full_name(name))
    if current.fingerprint == fingerprint:
        return current
    former = _as_released(current.name, fingerprint)
    return None if former is None else current.printed_as(former)


def _as_released(name: str, fingerprint: str) -> Sheet | None:
    """The sheet of a released layout, as it was; None where there is no such layout."""
    known = FINGERPRINT.fullmatch(fingerprint) and layout_path(name, fingerprint) is not None
    return _released(name, fingerprint) if known else None


@cache
def _released(name: str, fingerprint: str) -> Sheet:
    path = layout_path(name, fingerprint)
    assert path is not None
    if SEPARATOR not in name:
        return read_layout(path)
    return msgspec.json.decode(_together(path)[name], type=Sheet)


class _Named(msgspec.Struct):
    """Of a layout its name alone, which is read in no time."""

    name: str


@lru_cache(maxsize=4)
def _together(path: Path) -> dict[str, msgspec.Raw]:
    """The layouts of a template that are kept in one file, by name, as JSON."""
    layouts = msgspec.json.decode(lzma.decompress(path.read_bytes()), type=tuple[msgspec.Raw, ...])
    return {msgspec.json.decode(layout, type=_Named).name: layout for layout in layouts}


def released_layouts(name: str) -> Iterator[Sheet]:
    """All layouts of a sheet without choices that were ever released."""
    for path in sorted(RELEASED.glob(f"{name}-*.json.gz")):
        yield read_layout(path)


def custom_sheet(template: Path) -> Sheet:
    """A custom sheet, which knows the file of its template. Raises FairsheetError as `read_custom` does."""
    placed = read_custom(template)
    msgspec.structs.force_setattr(placed.sheet, "named_at", placed.name_at)
    return placed.sheet


def read_custom(template: Path) -> Placed:
    """A designer's own template, fit to be printed by its file.

    Raises FairsheetError as `read_template` does, for a file that is not called x.sheet, for a `game` that the program
    does not record, and where the program has another sheet of that name, for which prints and records of this one
    would be taken.
    """
    if not template.name.endswith(SUFFIX):
        hint = f"name it {template.stem}{SUFFIX}"
        raise FairsheetError(f"the file of a template ends in {SUFFIX}", where=str(template), hint=hint)
    placed = read_template(template)
    if not is_custom(placed.sheet) and not _is_released(placed.sheet):
        problem = f"fairsheet has a sheet {placed.sheet.name} of its own, and this is another"
        fault = Fault(placed.name_at, problem, "give it another name in its first line")
        raise TemplateError([fault], placed.template.text)
    game = placed.sheet.game
    if game is not None and not sheets_of_game(game):
        hint = "leave out game: in the first line, a custom sheet is a game by itself"
        fault = Fault(placed.name_at, f"the program records no game {game}", hint)
        raise TemplateError([fault], placed.template.text)
    return placed


def is_custom(sheet: Sheet) -> bool:
    """Whether it is a designer's own: no sheet of the program bears its name."""
    return not is_bundled(sheet.name)


def has_cards(sheet: Sheet) -> bool:
    """Whether a game is played with cards, so that it has a seed, or physical cards in its place.

    A custom sheet, or one of a game that is played with its own box, has none unless it has missions, or its first line
    says `cards: yes`.
    """
    return sheet.name in scenario_names() or bool(sheet.missions) or sheet.attrs.get("cards") is True


def takes_seed(sheet: Sheet) -> bool:
    """Return whether a seed deals cards, or draws what lies in the game's own box."""
    return has_cards(sheet) or sheet.seed_draws


def _is_released(sheet: Sheet) -> bool:
    """Whether the program prints, or has printed, its sheet of that name just so, and means the same."""
    known = _current(sheet.name), _as_released(sheet.name, sheet.fingerprint)
    return any(each is not None and each.digest == sheet.digest for each in known)


def read_template(path: Path, chosen: Mapping[str, str] | None = None) -> Placed:
    """The sheet of a template file, and where in the file each of its fields stands.

    `chosen` says what was chosen where the template leaves a choice, else it is the usual. Raises TemplateError (a
    FairsheetError) with everything that is wrong with it, FairsheetError where it takes far too much memory.
    """
    from fairsheet.sheets.placement.place import place

    with limited_memory(str(path), "repeat less, and look at what is used many times over"):
        return place(template_at(path), chosen)


def template_path(name: str) -> Path:
    """Where the template of a sheet is."""
    file = f"{template_of(name)}{SUFFIX}"
    recorded = RECORDED / file
    return recorded if recorded.exists() else TEMPLATES / file


def layout_path(name: str, fingerprint: str) -> Path | None:
    """Where a released layout is; None where no such layout was released."""
    if SEPARATOR in name:
        sources = [
            source for source, layout in release_index().get(name, {}).items() if layout == fingerprint
        ]
        paths = [shared_path(name, source) for source in sources]
    else:
        paths = [single_path(name, fingerprint)]
    return next((path for path in paths if path.exists()), None)


def single_path(name: str, fingerprint: str) -> Path:
    """Where the released layout of a sheet without choices is, or would be."""
    return RELEASED / f"{name}-{fingerprint}.json.gz"


def shared_path(name: str, source: str) -> Path:
    """Where the released layouts are, or would be, that differ from this sheet in the last choice alone, of the
    template with that digest."""
    return RELEASED / f"{name.rpartition(SEPARATOR)[0]}-{source}.json.xz"


def release_index() -> dict[str, dict[str, str]]:
    """By sheet: the digest of each released template, and the fingerprint of its layout."""
    return msgspec.json.decode(INDEX.read_bytes(), type=dict[str, dict[str, str]]) if INDEX.exists() else {}

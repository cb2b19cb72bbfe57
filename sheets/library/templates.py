"""Search for sheets: the current templates by name, a designer's own file, and released layouts.

A `fairsheet.sheets.library.catalog.Catalog` finds the sheets of labels and records, which may be custom ones.

A released layout is the placed sheet as JSON, `templates/released/<name>-<fingerprint>.json.gz`. In the same folder,
`index.json` maps the digests of templates to layouts, so that an unchanged template need not be parsed again.

A template with choices has a layout for each combination, 117 for one game. Layouts that differ only in the last
choice share a file, `templates/released/<name>/<first choices>-<digest of the template>.json.xz`. They are placed
sheets too, because a later release may place the same text differently. Such similar layouts take a tenth of the room
together, if the compression has a large window.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fairsheet.languages.messages import Message
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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
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
    """Return the names of all printable sheets, in alphabetical order."""
    return tuple(sorted((*scenario_names(), *(path.stem for path in RECORDED.glob(f"*{SUFFIX}")))))


@cache
def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios' sheets of the game that the program plays, in alphabetical order."""
    return tuple(sorted(path.stem for path in TEMPLATES.glob(f"*{SUFFIX}")))


def sheets_of_game(game: str) -> tuple[Sheet, ...]:
    """Return the sheets of a recorded game: those of its players, then those for the whole table.

    >>> [sheet.name for sheet in sheets_of_game("ares-expedition")]
    ['ares-record', 'ares-coop', 'ares-solo']
    """
    # searching the text for the name is much faster than loading sheets of other games
    sheets = (
        load_sheet(path.stem)
        for path in sorted(RECORDED.glob(f"*{SUFFIX}"))
        if game in path.read_text(encoding="utf-8")
    )
    return tuple(
        sorted((sheet for sheet in sheets if sheet.game == game), key=lambda sheet: sheet.is_of_table)
    )


def companions_of(sheet: Sheet) -> tuple[Sheet, ...]:
    """Return all sheets of the recorded game that a sheet belongs to; none if it is a game by itself."""
    return () if sheet.game is None else sheets_of_game(sheet.game)


def is_bundled(name: str) -> bool:
    """Return whether the program has a sheet of that name; chosen values in the name are ignored."""
    return template_of(name) in sheet_names()


def load_sheet(name: str) -> Sheet:
    """Return the current layout of a sheet, with the choices in its name or the default choices.

    Raises FairsheetError if there is no such sheet.

    >>> load_sheet("launch").name
    'launch'
    """
    if not is_bundled(name):
        known = sheet_names()
        otherwise = f"known: {', '.join(known)}; give your own as a file, x{SUFFIX}"
        template = f"{name}{SUFFIX}"
        is_there = SHEET_NAME.fullmatch(name) is not None and kind_of(Path(template)) is not None
        hint = (
            Message("did you mean {name}?", name=template)
            if is_there
            else did_you_mean(name, known, otherwise)
        )
        problem = Message("there is no sheet {name!r}", name=name)
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_SHEET, where="sheet", hint=hint)
    return _current(full_name(name))


@cache
def choices_of(name: str) -> Choices:
    """Return the choices of a sheet of the program; most have none."""
    return choices_in(template_path(name).read_text(encoding="utf-8"))


def full_name(name: str) -> str:
    """Return the name of a sheet of the program with its choices, or with the default choices.

    Raises FairsheetError if a choice does not exist.
    """
    template = template_of(name)
    chosen = check_chosen(chosen_in(name), choices_of(template), "sheet")
    return SEPARATOR.join((template, *chosen.values()))


@cache
def _current(name: str) -> Sheet:
    """Return the current layout of the sheet with that full name."""
    path = template_path(name)
    fingerprint = release_index().get(name, {}).get(source_of(path))
    if fingerprint is not None and layout_path(name, fingerprint) is not None:
        return _released(name, fingerprint)
    return read_template(path, check_chosen(chosen_in(name), choices_of(name), "sheet")).sheet


def find_layout(name: str, fingerprint: str) -> Sheet | None:
    """Return a sheet of the program in its current or a released layout; None if it has no such layout.

    A name without choices has the default ones. The meaning of the ink is that of the current template. Raises
    FairsheetError if a choice does not exist.
    """
    current = _current(full_name(name))
    if current.fingerprint == fingerprint:
        return current
    former = _as_released(current.name, fingerprint)
    return None if former is None else current.on_layout_of(former)


def _as_released(name: str, fingerprint: str) -> Sheet | None:
    """Return the sheet of a released layout, unchanged, or None."""
    known = FINGERPRINT.fullmatch(fingerprint) and layout_path(name, fingerprint) is not None
    return _released(name, fingerprint) if known else None


@cache
def _released(name: str, fingerprint: str) -> Sheet:
    path = layout_path(name, fingerprint)
    assert path is not None
    if SEPARATOR not in name:
        return read_layout(path)
    return msgspec.json.decode(_shared_layouts(path)[name], type=Sheet)


class _LayoutName(msgspec.Struct):
    """The name of a layout; decoding nothing else is fast."""

    name: str


@lru_cache(maxsize=4)
def _shared_layouts(path: Path) -> dict[str, msgspec.Raw]:
    """Return the layouts in a shared file, by name, as JSON."""
    layouts = msgspec.json.decode(lzma.decompress(path.read_bytes()), type=tuple[msgspec.Raw, ...])
    return {msgspec.json.decode(layout, type=_LayoutName).name: layout for layout in layouts}


def released_layouts(name: str) -> Iterator[Sheet]:
    """Yield all released layouts of a sheet without choices."""
    for path in sorted(RELEASED.glob(f"{name}-*.json.gz")):
        yield read_layout(path)


def custom_sheet(template: Path) -> Sheet:
    """Return a custom sheet with its place in the template. Raises FairsheetError like `read_custom`."""
    placed = read_custom(template)
    msgspec.structs.force_setattr(placed.sheet, "named_at", placed.name_at)
    return placed.sheet


def read_custom(template: Path) -> Placed:
    """Return a designer's own template, checked for printing.

    Raises FairsheetError like `read_template`, and also if the file is not called x.sheet or if the program does not
    record its `game`. The name of another sheet of the program is an error too: prints and records would be mixed up.
    """
    if not template.name.endswith(SUFFIX):
        hint = f"if it is a template, name it {template.stem}{SUFFIX}"
        problem = f"the file name of a template must end in {SUFFIX}"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=str(template), hint=hint)
    placed = read_template(template)
    if not is_custom(placed.sheet) and not _is_released(placed.sheet):
        problem = f"fairsheet has another sheet {placed.sheet.name}"
        fault = Fault(placed.name_at, problem, "give it another name in its first line")
        raise TemplateError([fault], placed.template.text)
    game = placed.sheet.game
    if game is not None and not sheets_of_game(game):
        hint = "leave out game: in the first line; a custom sheet is a game by itself"
        fault = Fault(placed.name_at, f"the program records no game {game}", hint)
        raise TemplateError([fault], placed.template.text)
    return placed


def is_custom(sheet: Sheet) -> bool:
    """Return whether it is a designer's own sheet: no sheet of the program has its name."""
    return not is_bundled(sheet.name)


def has_cards(sheet: Sheet) -> bool:
    """Return whether a game is played with cards, so that it has a seed or physical cards.

    Custom sheets, and games with their own box, have cards only if they have missions or `cards: yes` in the first
    line.
    """
    return sheet.name in scenario_names() or bool(sheet.missions) or sheet.attrs.get("cards") is True


def takes_seed(sheet: Sheet) -> bool:
    """Return whether a seed deals cards or draws components of the game's own box."""
    return has_cards(sheet) or sheet.seed_draws


def _is_released(sheet: Sheet) -> bool:
    """Return whether the program has exactly this sheet, current or released, with the same meaning."""
    known = _current(sheet.name), _as_released(sheet.name, sheet.fingerprint)
    return any(each is not None and each.digest == sheet.digest for each in known)


def read_template(path: Path, chosen: Mapping[str, str] | None = None) -> Placed:
    """Return the sheet of a template file, with the places of its fields in the file.

    A choice that is not in `chosen` has its default. Raises TemplateError (a FairsheetError) with all faults, and
    FairsheetError if it takes too much memory.
    """
    from fairsheet.sheets.placement.place import place

    with limited_memory(str(path), "repeat less, and check parts that are used many times"):
        return place(template_at(path), chosen)


def template_path(name: str) -> Path:
    """Return the path of a sheet's template."""
    file = f"{template_of(name)}{SUFFIX}"
    recorded = RECORDED / file
    return recorded if recorded.exists() else TEMPLATES / file


def layout_path(name: str, fingerprint: str) -> Path | None:
    """Return the path of a released layout; None if there is no such layout."""
    if SEPARATOR in name:
        sources = [
            source for source, layout in release_index().get(name, {}).items() if layout == fingerprint
        ]
        paths = [shared_path(name, source) for source in sources]
    else:
        paths = [single_path(name, fingerprint)]
    return next((path for path in paths if path.exists()), None)


def single_path(name: str, fingerprint: str) -> Path:
    """Return the path for the released layout of a sheet without choices."""
    return RELEASED / f"{name}-{fingerprint}.json.gz"


def shared_path(name: str, source: str) -> Path:
    """Return the path for the released layouts that differ from this sheet only in the last choice.

    `source` is the digest of their template.
    """
    return RELEASED / f"{name.rpartition(SEPARATOR)[0]}-{source}.json.xz"


def release_index() -> dict[str, dict[str, str]]:
    """Return, for each sheet, the digests of released templates with the fingerprints of their layouts."""
    return msgspec.json.decode(INDEX.read_bytes(), type=dict[str, dict[str, str]]) if INDEX.exists() else {}

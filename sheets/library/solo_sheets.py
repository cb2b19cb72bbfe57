"""Sheets of the one-player game: a scenario's sheet with the panel of its opponent ASTRA as a further page.

The panel has its own template, `templates/solo/astra.sheet`, which is placed for a scenario and a level. Released
panels are kept in `templates/released/solo`. Each file has the panels of all levels, for one scenario and one text of
the template.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from msgspec import structs

from fairsheet.languages.messages import Message
from fairsheet.sheets.language.template_files import source_of, template_at
from fairsheet.sheets.library.templates import RELEASED, TEMPLATES, scenario_names
from fairsheet.sheets.model.sheet import PLAYER, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

PANEL = TEMPLATES / "solo" / "astra.sheet"
RELEASED_PANELS = RELEASED / "solo"
LEVELS = range(1, 9)  # of the opponent
EFFECT_LETTERS = ("A", "B", "C")  # of the effect cards
ASTRA_BOX = "astra-score."  # prefix of the ids of the boxes for ASTRA's points
ASTRA_TOTAL = f"{ASTRA_BOX}total"


def solo_sheet(sheet: Sheet, level: int) -> Sheet:
    """Return the sheet with the panel of an opponent of this level after its own pages.

    Everything of the sheet comes first, unchanged. Raises FairsheetError for a level outside of `LEVELS`, and for a
    sheet without a panel.
    """
    check_level(level, where="level")
    if not plays_solo(sheet):
        hint = Message("leave out the level of the opponent")
        problem = Message("ASTRA does not play on this sheet")
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)
    return _with_panel(sheet, panel_of(sheet.name, level))


def at_level(sheet: Sheet, level: int | None) -> Sheet:
    """Return the sheet of a solo player at a level, with ASTRA's panel unless the opponent has its own sheets."""
    return sheet if level is None or not sheet.level_adds_panel else solo_sheet(sheet, level)


def plays_solo(sheet: Sheet) -> bool:
    """Return whether there is a panel of ASTRA for a sheet."""
    return sheet.name in scenario_names()


def check_level(level: int, where: str) -> None:
    """Raise FairsheetError if no opponent has this level."""
    if level not in LEVELS:
        hint = Message("levels are {first} to {last}", first=LEVELS[0], last=LEVELS[-1])
        problem = Message("there is no opponent of level {level}", level=level)
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=where, hint=hint)


def solo_sheets(sheet: Sheet) -> Iterator[Sheet]:
    """Yield the sheet with each current and released panel, the current ones first."""
    for level in LEVELS:
        yield _with_panel(sheet, panel_of(sheet.name, level))
    for path in sorted(RELEASED_PANELS.glob(f"{sheet.name}-*.json.gz")):
        for panel in _released_panels(path):
            yield _with_panel(sheet, panel)


def place_panel(scenario: str, level: int) -> Sheet:
    """Return only the panel of a scenario and level, placed from the template."""
    from fairsheet.sheets.placement.place import place

    return place(template_at(PANEL), {"scenario": scenario, "level": float(level)}).sheet


def panels_path(scenario: str) -> Path:
    """Return the path for the released panels of a scenario, made from the current template."""
    return RELEASED_PANELS / f"{scenario}-{source_of(PANEL)}.json.gz"


@cache
def panel_of(scenario: str, level: int) -> Sheet:
    """Return the current panel of a scenario and level."""
    path = panels_path(scenario)
    return _released_panels(path)[level - 1] if path.exists() else place_panel(scenario, level)


@cache
def _released_panels(path: Path) -> tuple[Sheet, ...]:
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=tuple[Sheet, ...])


# by sheet and panel; joined sheets cache much
_JOINED: dict[tuple[str, str], Sheet] = {}


def _with_panel(sheet: Sheet, panel: Sheet) -> Sheet:
    key = sheet.digest, panel.digest
    if key not in _JOINED:
        _JOINED[key] = _join(sheet, panel)
    return _JOINED[key]


def _join(sheet: Sheet, panel: Sheet) -> Sheet:
    page = sheet.pages + 1
    fields = (structs.replace(field, page=page) for field in panel.fields if field.id != PLAYER)
    return structs.replace(
        sheet,
        pages=page,
        fields=(*sheet.fields, *fields),
        groups=sheet.groups + panel.groups,
        ladders=sheet.ladders + panel.ladders,
        scores=sheet.scores + panel.scores,
        shapes=sheet.shapes + tuple(structs.replace(shape, page=page) for shape in panel.shapes),
    )

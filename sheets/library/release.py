"""Keeps the layout of a template for ever, in `templates/released`: `python -m fairsheet.sheets.library.release NAME`.

The name of a sheet, or `astra` for the panels of the one-player game.

Run it when a template or its placement has changed and before anything is printed for others. Until the first release
of the program a sheet has one layout, its newest; from then on a released layout is never changed or deleted, since
prints of it may be read at any time.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

import msgspec

from fairsheet.sheets.language.choices import check_chosen, chosen_in, names_of
from fairsheet.sheets.language.template_files import source_of
from fairsheet.sheets.library.layout_files import packed
from fairsheet.sheets.library.solo_sheets import LEVELS, PANEL, RELEASED_PANELS, panels_path, place_panel
from fairsheet.sheets.library.templates import (
    INDEX,
    RELEASED,
    choices_of,
    layout_path,
    read_template,
    release_index,
    scenario_names,
    shared_path,
    sheet_names,
    single_path,
    template_path,
)
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError

FROZEN = False  # from version 1.0 on: former layouts stay


def release(name: str) -> tuple[Sheet, ...]:
    """Writes the layouts of a template, and their entries in the index; gives them. Same input, same bytes."""
    if name not in sheet_names():
        raise FairsheetError(f"there is no sheet {name!r}", hint=f"known: {', '.join(sheet_names())}")
    path, choices = template_path(name), choices_of(name)
    if choices:
        chosen = (check_chosen(chosen_in(each), choices, name) for each in names_of(name, choices))
        sheets = tuple(read_template(path, each).sheet for each in chosen)
    else:
        sheets = (read_template(path).sheet,)
    by_file: dict[Path, list[Sheet]] = {}
    for sheet in sheets:
        file = shared_path(sheet.name, source_of(path)) if choices else single_path(name, sheet.fingerprint)
        by_file.setdefault(file, []).append(sheet)
    for file, together in by_file.items():
        if FROZEN and choices and all(layout_path(each.name, each.fingerprint) for each in together):
            continue  # the template was written in other words, and has the layouts of an earlier release
        file.parent.mkdir(exist_ok=True, parents=True)
        if choices:
            file.write_bytes(lzma.compress(msgspec.json.encode(together, order="deterministic")))
        else:
            file.write_bytes(packed(sheets[0]))
    index = release_index()
    for sheet in sheets:
        former = index.get(sheet.name, {}) if FROZEN else {}
        index[sheet.name] = {**former, source_of(path): sheet.fingerprint}
    if not FROZEN:
        _remove_former(name, set(by_file))
    lines = msgspec.json.format(msgspec.json.encode(index, order="deterministic"), indent=2)
    INDEX.write_bytes(lines + b"\n")
    return sheets


def _remove_former(name: str, kept: set[Path]) -> None:
    for file in {*RELEASED.glob(f"{name}-*.json.gz"), *(RELEASED / name).glob("*.json.xz")} - kept:
        file.unlink()


def release_panels() -> None:
    """Writes the panels of all scenarios and levels. Same input, same bytes."""
    RELEASED_PANELS.mkdir(exist_ok=True)
    for scenario in scenario_names():
        panels = [place_panel(scenario, level) for level in LEVELS]
        panels_path(scenario).write_bytes(packed(panels))
        if not FROZEN:
            for file in set(RELEASED_PANELS.glob(f"{scenario}-*.json.gz")) - {panels_path(scenario)}:
                file.unlink()


def main() -> int:
    """The command: one name, or several."""
    try:
        for name in sys.argv[1:]:
            if name == PANEL.stem:
                release_panels()
            else:
                for sheet in release(name):
                    print(f"{sheet.name} {sheet.fingerprint}")
    except FairsheetError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Keep the layout of a template forever, in `templates/released`: `python -m fairsheet.sheets.library.release NAME`.

NAME is the name of a sheet, or `astra` for the panels of the one-player game.

Run it when a template or its placement has changed, before anything is printed for others. Former layouts stay,
because prints of them may be read at any time. If a layout was never printed for others, delete its file and its entry
in the index.
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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def release(name: str) -> tuple[Sheet, ...]:
    """Write the layouts of a template and their entries in the index, and return them. Same input, same bytes.

    A layout that is released already keeps its file, but gets the facts and checks of the template.
    """
    if name not in sheet_names():
        hint = f"known: {', '.join(sheet_names())}"
        raise FairsheetError(f"there is no sheet {name!r}", code=ErrorCode.UNKNOWN_SHEET, hint=hint)
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
        kept = {layout_path(each.name, each.fingerprint) for each in together}
        if choices and len(kept) == 1 and (path_of_all := kept.pop()):
            file = path_of_all  # the layouts of an earlier release, perhaps with other facts
        file.parent.mkdir(exist_ok=True, parents=True)
        if choices:
            file.write_bytes(lzma.compress(msgspec.json.encode(together, order="deterministic")))
        else:
            file.write_bytes(packed(sheets[0]))
    index = release_index()
    for sheet in sheets:
        index[sheet.name] = {**index.get(sheet.name, {}), source_of(path): sheet.fingerprint}
    lines = msgspec.json.format(msgspec.json.encode(index, order="deterministic"), indent=2)
    INDEX.write_bytes(lines + b"\n")
    return sheets


def release_panels() -> None:
    """Write the panels of all scenarios and levels. Same input, same bytes."""
    RELEASED_PANELS.mkdir(exist_ok=True)
    for scenario in scenario_names():
        panels = [place_panel(scenario, level) for level in LEVELS]
        panels_path(scenario).write_bytes(packed(panels))


def main() -> int:
    """Run the command for one name or several."""
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

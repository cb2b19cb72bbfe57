"""Keeps the layout of a template for ever: `python -m sheets.release NAME` writes it into `templates/released`.

The name of a sheet, or `astra` for the panels of the one-player game.

Run it when a template or its placement has changed and before anything is printed for others. A released layout is
never changed or deleted, since prints of it may be read at any time.
"""

from __future__ import annotations

import gzip
import sys

import msgspec

from sheets.errors import FairsheetError
from sheets.library import (
    INDEX,
    RELEASED,
    layout_path,
    load_template,
    release_index,
    scenario_names,
    sheet_names,
    source_of,
    template_path,
)
from sheets.solo import LEVELS, PANEL, RELEASED_PANELS, panels_path, place_panel


def release(name: str) -> str:
    """Writes the layout of a template, and its entry in the index; gives its fingerprint. Same input, same bytes."""
    if name not in sheet_names():
        raise FairsheetError(f"there is no sheet {name!r}", hint=f"known: {', '.join(sheet_names())}")
    sheet = load_template(template_path(name))
    data = gzip.compress(msgspec.json.encode(sheet, order="deterministic"), compresslevel=9, mtime=0)
    RELEASED.mkdir(exist_ok=True)
    layout_path(name, sheet.fingerprint).write_bytes(data)
    index = release_index()
    index.setdefault(name, {})[source_of(template_path(name))] = sheet.fingerprint
    lines = msgspec.json.format(msgspec.json.encode(index, order="deterministic"), indent=2)
    INDEX.write_bytes(lines + b"\n")
    return sheet.fingerprint


def release_panels() -> None:
    """Writes the panels of all scenarios and levels. Same input, same bytes."""
    RELEASED_PANELS.mkdir(exist_ok=True)
    for scenario in scenario_names():
        panels = [place_panel(scenario, level) for level in LEVELS]
        data = gzip.compress(msgspec.json.encode(panels, order="deterministic"), compresslevel=9, mtime=0)
        panels_path(scenario).write_bytes(data)


def main() -> int:
    """The command: one name, or several."""
    try:
        for name in sys.argv[1:]:
            if name == PANEL.stem:
                release_panels()
            else:
                print(f"{name} {release(name)}")
    except FairsheetError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

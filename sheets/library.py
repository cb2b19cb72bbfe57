"""Finds sheets: the current templates by name, a designer's own file, and the layouts of released prints."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sheets.errors import InputError
from sheets.faults import did_you_mean
from sheets.model import Sheet
from sheets.parser import parse
from sheets.placement import Placed, place

TEMPLATES = Path(__file__).parent.parent / "templates"
RELEASED = TEMPLATES / "released"


def sheet_names() -> tuple[str, ...]:
    """The names of the sheets that can be printed, in alphabetical order."""
    return tuple(sorted(path.stem for path in TEMPLATES.glob("*.sheet")))


@cache
def load_sheet(name: str) -> Sheet:
    """The current layout of a sheet. Raises InputError for a name that there is none of."""
    if name not in sheet_names():
        known = sheet_names()
        raise InputError(f"there is no sheet {name!r}", where="sheet", mend=did_you_mean(name, known, f"known: {', '.join(known)}"))
    return load_template(TEMPLATES / f"{name}.sheet")


def load_template(path: Path) -> Sheet:
    """The sheet of a template file. Raises TemplateError (an InputError) with everything that is wrong with it."""
    return read_template(path).sheet


def read_template(path: Path) -> Placed:
    """The sheet of a template file, and where in the file each of its fields stands."""
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise InputError("the file is not UTF-8 text", where=f"{path}:{line}", mend="save it as UTF-8") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(path), mend="check the path") from None
    return place(parse(text.removeprefix("\ufeff"), str(path)))

"""Names for what is written where nobody gave one."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import kind_of

PHYSICAL_CARDS = "physical-cards"
LONGEST = 80  # characters of a name, and ...
MOST_BYTES = 200  # ... bytes; systems allow 255, with the ending and a number
DIGEST = 8  # characters that tell names apart of which something was left out
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(10))}


def safe_name(words: str) -> str:
    """Words as the name of a file or folder on every system: letters, with their accents, and digits stay.

    Hyphens stand for spaces. Where more is lost, characters of the words' hash tell the name from others.

    >>> safe_name("coral-otter-42"), safe_name("Stůl u okna"), safe_name("../Ada & Bo"), safe_name("con")
    ('coral-otter-42', 'Stůl-u-okna', 'Ada-Bo-5489b2fc', 'con-1143da2b')
    """
    composed = unicodedata.normalize("NFC", words)
    kept = (each if unicodedata.category(each)[0] in "LMN" or each in "-_.+" else " " for each in composed)
    name = "-".join("".join(kept).split()).strip("-.")
    whole = composed.replace(" ", "-")
    fits = len(name) <= LONGEST and len(name.encode()) <= MOST_BYTES
    if name == whole and fits and name.partition(".")[0].upper() not in RESERVED:
        return name
    start = name.encode()[: MOST_BYTES - DIGEST].decode(errors="ignore")[: LONGEST - DIGEST - 1].rstrip("-.")
    return f"{start}-{hashlib.sha256(words.encode()).hexdigest()[:DIGEST]}".lstrip("-")


def plain_name(sheet: Sheet) -> str:
    """The name of a sheet as part of a file name: of one that leaves a choice that of its template."""
    return template_of(sheet.name)


def game_name(sheet: Sheet, seed: str | None, game: str | None = None) -> str:
    """A game as the stem of a file name, of characters that every system takes; `seed` is None where it has none.

    It is called like `game`, where that is given, else like the sheet.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> [game_name(load_sheet("launch"), seed) for seed in ("coral-otter-42", None, "a/b c")]
    ['launch-coral-otter-42', 'launch-physical-cards', 'launch-a-b-c-0af99a60']
    """
    name = game or plain_name(sheet)
    if seed is None:
        return f"{name}-{PHYSICAL_CARDS}" if has_cards(sheet) else name
    return f"{name}-{safe_name(seed)}"


def unused_file(path: Path, content: bytes, is_ours: Callable[[bytes], bool] = lambda former: False) -> Path:
    """The path, or with a number where another file has it.

    A file of the same content may be written again, and one that `is_ours` by its content replaced.
    """
    return next(
        each for each in _numbered(path) if kind_of(each) is None or _replaceable(each, content, is_ours)
    )


def unused_folder(path: Path) -> Path:
    """The path, or with a number where there is something already."""
    return next(each for each in _numbered(path) if kind_of(each) is None)


def _replaceable(path: Path, content: bytes, is_ours: Callable[[bytes], bool]) -> bool:
    try:
        former = path.read_bytes() if path.is_file() else None
    except OSError:
        return False
    return former is not None and (former == content or is_ours(former))


def _numbered(path: Path) -> Iterator[Path]:
    """`x.pdf`, `x-2.pdf`, `x-3.pdf` and so on."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def picture_name(out: Path | None, template: Path, ending: str) -> Path:
    """Where a picture of a template goes: to `out`, or beside the template. Raises FairsheetError for no PNG."""
    if kind_of(template) == "folder":
        raise FairsheetError("this is a folder", where=str(template), hint="name a template: garden.sheet")
    picture = out or template.with_suffix(ending)
    if picture.suffix.lower() != ".png":
        name = f"{picture.stem or 'x'}.png"
        raise FairsheetError("the picture is a PNG", where=str(picture), hint=f"name it {name}")
    return picture

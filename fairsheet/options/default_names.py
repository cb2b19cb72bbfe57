"""Default names for files and folders to be written."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import kind_of

PHYSICAL_CARDS = "physical-cards"
LONGEST = 80  # characters of a name, and ...
MOST_BYTES = 200  # ... bytes; systems allow 255, with the ending and a number
DIGEST = 8  # characters of a hash that keep shortened names different
RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(10))}


def safe_name(words: str) -> str:
    """Return words as a name for a file or folder that every system accepts; letters, accents and digits stay.

    Hyphens replace spaces. If more is lost, a hash of the words at the end keeps the name unique.

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


def game_name(sheet: Sheet, seed: str | None, game: str | None = None) -> str:
    """Return a file name without ending for a game, in characters that every system accepts.

    It begins with `game` if that is given, otherwise with the sheet's name. `seed` is None for physical cards.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> [game_name(load_sheet("launch"), seed) for seed in ("coral-otter-42", None, "a/b c")]
    ['launch-coral-otter-42', 'launch-physical-cards', 'launch-a-b-c-0af99a60']
    """
    name = game or template_of(sheet.name)
    if seed is None:
        return f"{name}-{PHYSICAL_CARDS}" if has_cards(sheet) else name
    return f"{name}-{safe_name(seed)}"


def unused_file(path: Path, content: bytes, is_ours: Callable[[bytes], bool] = lambda former: False) -> Path:
    """Return the path, with a number if another file has this path.

    A file with the same content may be overwritten, and a file whose content `is_ours` may be replaced.
    """
    return next(
        each for each in _numbered(path) if kind_of(each) is None or _replaceable(each, content, is_ours)
    )


def unused_folder(path: Path) -> Path:
    """Return the path, with a number if the path already exists."""
    return next(each for each in _numbered(path) if kind_of(each) is None)


def _replaceable(path: Path, content: bytes, is_ours: Callable[[bytes], bool]) -> bool:
    try:
        former = path.read_bytes() if path.is_file() else None
    except OSError:
        return False
    return former is not None and (former == content or is_ours(former))


def _numbered(path: Path) -> Iterator[Path]:
    """Yield `x.pdf`, `x-2.pdf`, `x-3.pdf` and so on."""
    yield path
    for number in count(2):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def picture_name(out: Path | None, template: Path, ending: str) -> Path:
    """Return the path for a picture of a template: `out`, or next to the template. Raises FairsheetError if no PNG."""
    if kind_of(template) == "folder":
        problem = "this is a folder"
        hint = "give a template, such as garden.sheet"
        raise FairsheetError(problem, code=ErrorCode.WRONG_KIND_OF_FILE, where=str(template), hint=hint)
    picture = out or template.with_suffix(ending)
    if picture.suffix.lower() != ".png":
        name = f"{picture.stem or 'x'}.png"
        problem = "only a PNG can be written"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=str(picture), hint=f"name it {name}")
    return picture

"""JSON files that people give: strictly read, and whatever is wrong is reported with its place in them."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

from fairsheet.sheets.support.errors import FairsheetError

LARGEST = 1_000_000  # bytes; a full record has about 5,000
SHOWN_IN = "docs/interfaces/formats.md shows the format"
NO_SEED = '"seed": null means physical cards'
_LONGEST_NUMBER = 100  # digits
_LONGEST_QUOTE = 120  # characters of a file that a message quotes

T = TypeVar("T")


def parse_json(data: bytes, where: str) -> Any:
    """The document in a file. Raises FairsheetError for what is no JSON, or could be read in two ways."""
    if len(data) > LARGEST:
        raise FairsheetError(
            f"the file has {len(data)} bytes", where=where, hint=f"no record has more than {LARGEST}"
        )
    if not data.strip():
        raise FairsheetError(
            "the file is empty", where=where, hint="give a record, as fairsheet scan -o writes it"
        )
    place, hint = where, "write the file again"
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_integer, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at").removesuffix(" starting")  # the place is told before it
        problem, place = f"this is not JSON ({what})", f"{where}:{error.lineno}:{error.colno}"
    except UnicodeDecodeError as error:
        problem, hint = f"this is not UTF-8 text (byte {error.start})", "give a JSON file"
    except RecursionError:
        problem = "the JSON is nested too deeply"
    except ValueError as error:
        problem = f"this is not a record ({error})"
    raise FairsheetError(problem, where=place, hint=hint)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; a key that stands twice would let two readers see two records."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{shown(key)} stands twice in one object")
        found[key] = value
    return found


def _integer(digits: str) -> int:
    """A number of a record; one that no field of any sheet could hold is refused before it is computed."""
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError(f"a number in it has {len(digits)} digits")
    return int(digits)


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not a number of JSON")


def convert(document: object, type_: type[T], where: str) -> T:
    """The document as a value of a type. Raises FairsheetError naming the place in it that does not fit."""
    try:
        return msgspec.convert(document, type_)
    except (
        UnicodeEncodeError
    ):  # a text in the place of something else; escapes can spell halves of characters
        problem = "a text in it is no Unicode: it has half of a surrogate pair"
        raise FairsheetError(problem, where=where, hint="write the file again") from None
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        place = path.strip("`").removeprefix("$").lstrip(".")
        if place.endswith("[...]"):
            place, problem = _odd_entry(document, place, problem)
        words = problem[:1].lower() + problem[1:].replace("`", "")
        at = f"{where}: {one_line(place)}" if place else where
        hint = NO_SEED if words.endswith("required field seed") else SHOWN_IN
        raise FairsheetError(one_line(words), where=at, hint=hint) from None


def _odd_entry(document: Any, place: str, problem: str) -> tuple[str, str]:
    """Names the entry of an object that msgspec only calls `[...]`."""
    base = place.removesuffix("[...]")
    found = document
    for name in re.findall(r"\w+", base):
        found = found[int(name)] if isinstance(found, list) else found[name]
    for key, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            return f"{base}.{key}", problem
    return base, problem


def one_line(text: str) -> str:
    """The text, cut short, with all escaped that could break a line or a terminal; a file chose parts of it."""
    if len(text) > _LONGEST_QUOTE:
        text = f"{text[: _LONGEST_QUOTE - 3]}..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shown(value: object) -> str:
    """A value of a file as a message quotes it, on one line and not too long."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."

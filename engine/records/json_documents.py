"""JSON files from people: read strictly, and every fault is reported with its place in the file."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

from fairsheet.languages.messages import Message
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

LARGEST = 1_000_000  # bytes; a full record has about 5,000
SHOWN_IN = Message("docs/interfaces/formats.md shows the format")
NO_SEED = Message('"seed": null means physical cards')
_LONGEST_NUMBER = 100  # digits
_LONGEST_QUOTE = 120  # characters of a file that a message quotes

T = TypeVar("T")


def parse_json(data: bytes, where: str) -> Any:
    """Return the document in a file. Raises FairsheetError if it is not JSON, or could be read in two ways."""
    if len(data) > LARGEST:
        raise FairsheetError(
            Message("the file has {n} byte", "the file has {n} bytes", n=len(data)),
            code=ErrorCode.TOO_LARGE,
            where=where,
            hint=Message("no record has more than {most}", most=LARGEST),
        )
    if not data.strip():
        raise FairsheetError(
            Message("the file is empty"),
            code=ErrorCode.EMPTY_FILE,
            where=where,
            hint=Message("give a record, as fairsheet scan -o writes it"),
        )
    place, hint = where, Message("write the file again")
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_make_object,
            parse_int=_parse_integer,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        problem, place = Message("this is not JSON"), f"{where}:{error.lineno}:{error.colno}"
    except UnicodeDecodeError as error:
        problem = Message("this is not UTF-8 text (byte {byte})", byte=error.start)
        hint = Message("give a JSON file")
    except RecursionError:
        problem = Message("the JSON is nested too deeply")
    except ValueError as error:
        problem = Message("this is not a record ({why})", why=error.args[0])
    raise FairsheetError(problem, code=ErrorCode.BAD_RECORD, where=place, hint=hint)


def _make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object. Raises ValueError if a key is repeated, because two readers could then disagree."""
    entries: dict[str, object] = {}
    for key, value in pairs:
        if key in entries:
            raise ValueError(Message("{key} is repeated in one object", key=quoted(key)))
        entries[key] = value
    return entries


def _parse_integer(digits: str) -> int:
    """Return a number. Raises ValueError before the conversion if no field of any sheet can hold it."""
    if len(digits) > _LONGEST_NUMBER:
        raise ValueError(Message("a number in it has {digits} digits", digits=len(digits)))
    return int(digits)


def _refuse_constant(name: str) -> None:
    raise ValueError(Message("{name} is not a number of JSON", name=name))


def convert(document: object, type_: type[T], where: str) -> T:
    """Return the document as a value of a type. Raises FairsheetError with the place in it that does not fit."""
    try:
        return msgspec.convert(document, type_)
    except UnicodeEncodeError:  # msgspec quotes the text; escapes can make halves of characters
        raise FairsheetError(
            Message("a text in it is not Unicode: it has half of a surrogate pair"),
            code=ErrorCode.BAD_RECORD,
            where=where,
            hint=Message("write the file again"),
        ) from None
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        place = path.strip("`").removeprefix("$").lstrip(".")
        if place.endswith("[...]"):
            place, problem = _place_of_entry(document, place, problem)
        words = problem[:1].lower() + problem[1:].replace("`", "")
        at = f"{where}: {one_line(place)}" if place else where
        hint = NO_SEED if words.endswith("required field seed") else SHOWN_IN
        why = Message("{why}", why=one_line(words))  # in the English of msgspec
        raise FairsheetError(why, code=ErrorCode.BAD_RECORD, where=at, hint=hint) from None


def _place_of_entry(document: Any, place: str, problem: str) -> tuple[str, str]:
    """Return the place of the entry that msgspec only calls `[...]`, and the problem."""
    base = place.removesuffix("[...]")
    part = document
    for name in re.findall(r"\w+", base):
        part = part[int(name)] if isinstance(part, list) else part[name]
    for key, value in part.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            return f"{base}.{key}", problem
    return base, problem


def one_line(text: str) -> str:
    """Return text from a file, shortened and with all characters escaped that could break a line or a terminal."""
    if len(text) > _LONGEST_QUOTE:
        text = f"{text[: _LONGEST_QUOTE - 3]}..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def quoted(value: object) -> str:
    """Return a value of a file as a short quote on one line."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."

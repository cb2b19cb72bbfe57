"""The label on a page: enough data to deal the same game and to read the page again.

It is printed as a DataMatrix, whose text is encoded here, and as a line of words, see
`fairsheet.sheets.label.label_text`. docs/interfaces/label.md defines both formats.
"""

from __future__ import annotations

import binascii
import re
import struct
from typing import NamedTuple

from msgspec.structs import replace

from fairsheet.languages.messages import Message
from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.geometry import Value
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.support.base_32 import DIGITS
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

FORMAT = 1
SHEET_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")  # of a template; chosen values follow, such as /gaia/cosmos
SHEET_NAME_HINT = "use at most 40 small letters, digits and -, a letter first"
LONGEST_SHEET = 60  # characters of both together; the label in words can hold no more
PRINT_ID = re.compile(r"[a-z0-9-]{1,16}")  # of a table's print run
MOST_SEATS = 15  # and pages, and levels of an opponent
_NUMBERS = struct.Struct(">4sBB")  # layout; players and seat, page and solo level in four bits each
# 64 bits in the characters that a code stores best; the check comes first
_HEAD = re.compile(f"f(?P<format>.)(?P<numbers>[{DIGITS}]{{13}})")
_COPY_VERSIONS = (37, 39)  # of DataMatrix, rectangles of 12 and 16 rows and 64 columns (ISO/IEC 21471)
# first letters of optional lines
_OPTIONS, _TABLE, _PLAYER, _INK_SAVING, _LANGUAGE = ("o", "t", "p", "i", "l")
_MOST_WITH_NAMES = 200  # bytes: 52 modules a side, 0.4 mm each


class Label(Value, frozen=True):
    """Everything that distinguishes printed pages; `missions` are ids such as ("A1", "B2", "C1").

    `seed` is None for a game with physical cards. `table` is the table's name or None. `options` are the table's
    choices, such as ("mode=coop",). `seat` is 0 on a sheet for the whole table. `print_id` identifies the table's
    print run; None if there is none. `player` is the printed name, or empty. `ink_saving`: filled shapes were printed
    as outlines. `language` is that of the words.
    """

    sheet: str
    layout: str  # fingerprint of the layout, eight hex digits
    seed: str | None
    players: int
    seat: int
    solo: int | None = None
    missions: tuple[str, ...] = ()
    page: int = 1
    table: str | None = None
    options: tuple[str, ...] = ()
    print_id: str | None = None
    player: str = ""
    ink_saving: bool = False
    language: str = ENGLISH


class LabelledPage(NamedTuple):
    """A page of a sheet as printed for a seat, with the seed's draw for it."""

    sheet: Sheet
    label: Label
    drawn: DrawnPrint | None = None


def encode_label(label: Label) -> str:
    """Return the text of the label's DataMatrix.

    Raises FairsheetError if the label cannot be written, for example because a seed is not valid Unicode. Also raises
    it if the names of table and player would make the code too fine.
    """
    numbers = (label.players, label.seat, label.page, label.solo or 0)
    if not all(0 <= number <= MOST_SEATS for number in numbers):
        problem = f"players, seats, pages and levels go up to {MOST_SEATS}"
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where="label")
    players, seat, page, solo = numbers
    named = ((_OPTIONS, " ".join(label.options)), (_TABLE, label.table), (_PLAYER, label.player))
    lines = [
        " ".join((label.sheet, label.print_id or "-", *label.missions)),
        label.seed or "",
        *([_INK_SAVING] if label.ink_saving else []),
        *([] if label.language == ENGLISH else [f"{_LANGUAGE}{label.language}"]),
        *(f"{letter}{words}" for letter, words in named if words),
    ]
    try:
        body = _NUMBERS.pack(bytes.fromhex(label.layout), players << 4 | seat, page << 4 | solo)
        words = "\n".join(lines)
        check = binascii.crc_hqx(body + words.encode(), 0)
    except (ValueError, struct.error) as error:
        problem = f"the label of a page cannot be written ({error})"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="label") from error
    if words.count("\n") >= len(lines):
        problem = "the label of a page cannot be written (a name has several lines)"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="label")
    text = f"f{FORMAT}{_base_32(check << 48 | int.from_bytes(body))}{words}"
    if any(words for _, words in named) and len(text.encode()) > _MOST_WITH_NAMES:
        problem = "the label has no room for names of this length, the seed and the options"
        hint = "shorten the name of the table or player, or the seed"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="label", hint=hint)
    return text


def decode_label(text: str) -> Label:
    """Return the label that `encode_label` wrote.

    Raises FairsheetError if the text is not a label (FOREIGN_LABEL), damaged or of a later format.
    """
    head = _HEAD.match(text)
    if head is None:
        problem = Message("the code is not the label of one of our sheets")
        raise FairsheetError(problem, code=ErrorCode.FOREIGN_LABEL, where="label")
    if head["format"] != str(FORMAT):
        raise later_format(head["format"])
    number = sum(DIGITS.index(digit) << 5 * place for place, digit in enumerate(reversed(head["numbers"])))
    words = text[head.end() :]
    body = (number & (1 << 48) - 1).to_bytes(6)
    if number >> 48 != binascii.crc_hqx(body + words.encode(), 0):
        raise damaged()
    layout, seats, pages = _NUMBERS.unpack(body)
    try:
        first, seed, *further = words.split("\n")
        sheet, print_id, *missions = first.split(" ")
    except ValueError as error:
        raise damaged() from error
    named = {line[:1]: line[1:] for line in further}
    if unknown := named.keys() - {_OPTIONS, _TABLE, _PLAYER, _INK_SAVING, _LANGUAGE}:
        raise later_format(f"{FORMAT} with {''.join(sorted(unknown))}")
    return Label(
        sheet=sheet,
        layout=layout.hex(),
        seed=seed or None,
        players=seats >> 4,
        seat=seats & MOST_SEATS,
        solo=pages & MOST_SEATS or None,
        missions=tuple(missions),
        page=pages >> 4,
        table=named.get(_TABLE),
        options=tuple(named.get(_OPTIONS, "").split()),
        print_id=None if print_id == "-" else print_id,
        player=named.get(_PLAYER, ""),
        ink_saving=_INK_SAVING in named,
        language=named.get(_LANGUAGE, ENGLISH),
    )


def decode_code(text: str, data: bytes) -> Label:
    """Return the label in a DataMatrix, given the reader's text and its bytes as Latin-1.

    Latin-1 is the encoding of a code that names no other; readers guess, and may guess wrong. Raises FairsheetError
    like `decode_label`.
    """
    try:
        return decode_label(text)
    except FairsheetError:
        return decode_label(data.decode("latin-1"))


def _base_32(number: int) -> str:
    """Return 64 bits as 13 characters."""
    return "".join(DIGITS[number >> 5 * place & 31] for place in reversed(range(13)))


def label_modules(label: Label) -> tuple[str, ...]:
    """Return the DataMatrix of the label as rows of modules, "1" = black, without quiet zone."""
    return _data_matrix(label, force_square=True)


def copy_modules(label: Label) -> tuple[str, ...] | None:
    """Return the DataMatrix as a long rectangle; None if its modules would be too fine."""
    nameless = replace(label, player="")  # people read the name at the head of the page
    for version in _COPY_VERSIONS:
        try:
            return _data_matrix(nameless, version=version)
        except ValueError:
            continue
    return None


def _data_matrix(label: Label, **options: int) -> tuple[str, ...]:
    """Return the modules of a DataMatrix. Raises ValueError if a code with these options has no room for the label."""
    import numpy as np
    import zxingcpp

    symbol = zxingcpp.create_barcode(encode_label(label), zxingcpp.BarcodeFormat.DataMatrix, **options)
    light = np.asarray(symbol.to_image(scale=1, add_quiet_zones=False)) > 0
    return tuple("".join("0" if module else "1" for module in row) for row in light)


def later_format(format_: str) -> FairsheetError:
    """Return the error for a label of a later release."""
    return FairsheetError(
        Message(
            "the label has format {format}, this release reads format {known}", format=format_, known=FORMAT
        ),
        code=ErrorCode.NEWER_RELEASE,
        where="label",
        hint=Message("use the release that printed the sheet, or a later one"),
    )


def damaged() -> FairsheetError:
    """Return the error for a label whose check is wrong."""
    return FairsheetError(
        Message("the label is damaged"),
        code=ErrorCode.DAMAGED_LABEL,
        where="label",
        hint=Message("photograph the page again"),
    )


def words_of_option(option: str) -> Message:
    """Return a table's choice, such as `mode=coop`, in words that the templates' catalogue has.

    >>> words_of_option("mode=coop"), words_of_option("events.red=3")
    ('mode coop', 'events red 3')
    """
    id_, _, value = option.partition("=")
    words = id_.replace(".", " ")
    return Message(f"{words} {{n}}", n=int(value)) if value.isdecimal() else Message(f"{words} {value}")

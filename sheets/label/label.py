"""What the label on a page says: enough to deal the same game and to read the page again.

It is printed as a DataMatrix, whose text is made here, and as a line of words, see `fairsheet.sheets.label.label_text`.
docs/interfaces/label.md gives both formats.
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
from fairsheet.sheets.support.errors import FairsheetError

FORMAT = 1
SHEET_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")  # of a template; behind it, /gaia/cosmos say what was chosen
SHEET_NAME_HINT = "use at most 40 small letters, digits and -, a letter first"
LONGEST_SHEET = 60  # characters of both together, which can be read back from the label in words
PRINT_ID = re.compile(r"[a-z0-9-]{1,16}")  # of a table's print run
MOST_SEATS = 15  # and pages, and levels of an opponent
_NUMBERS = struct.Struct(">4sBB")  # layout; players and seat, page and solo level in four bits each
# 64 bits in characters of which a code holds most; first the check
_HEAD = re.compile(f"f(?P<format>.)(?P<numbers>[{DIGITS}]{{13}})")
_COPY_VERSIONS = (37, 39)  # of DataMatrix, rectangles of 12 and 16 rows and 64 columns (ISO/IEC 21471)
# letters of lines that may be left out
_OPTIONS, _TABLE, _PLAYER, _INK_SAVING, _LANGUAGE = ("o", "t", "p", "i", "l")
_MOST_WITH_NAMES = 200  # bytes: 52 modules a side, two fifths of a millimetre each


class Label(Value, frozen=True):
    """Everything that distinguishes printed pages; `missions` are ids such as ("A1", "B2", "C1").

    `seed` is None for a game with physical cards; `table` is the name of the table, where it has one; `options` are
    what the table chose, such as ("mode=coop",). `seat` is 0 on a sheet that is one for the table. `print_id` is the
    identity of the table's print run, `player` the name that was printed; both may be missing. `ink_saving`: what is
    filled was printed as an outline. `language` is that of the words.
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


class ForeignCode(FairsheetError):
    """A code that is no label at all."""


class LabelledPage(NamedTuple):
    """A page of a sheet as it is printed for a seat, with what a seed draws there."""

    sheet: Sheet
    label: Label
    drawn: DrawnPrint | None = None


def encode_label(label: Label) -> str:
    """The label as the text of its DataMatrix.

    Raises FairsheetError where the label cannot be written, such as for a seed that is not valid Unicode, or where
    the code would be too fine with the names of the table and the player.
    """
    numbers = (label.players, label.seat, label.page, label.solo or 0)
    if not all(0 <= number <= MOST_SEATS for number in numbers):
        raise FairsheetError(f"players, seats, pages and levels go up to {MOST_SEATS}", where="label")
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
        raise FairsheetError(f"the label of a page cannot be written ({error})", where="label") from error
    if words.count("\n") >= len(lines):
        raise FairsheetError(
            "the label of a page cannot be written (a name has several lines)", where="label"
        )
    text = f"f{FORMAT}{_base_32(check << 48 | int.from_bytes(body))}{words}"
    if any(words for _, words in named) and len(text.encode()) > _MOST_WITH_NAMES:
        problem = "the label has no room for names that long beside the seed and the options"
        raise FairsheetError(
            problem, where="label", hint="shorten the name of the table or player, or the seed"
        )
    return text


def decode_label(text: str) -> Label:
    """The label that `encode_label` wrote.

    Raises ForeignCode for text that is no label, FairsheetError for one that is damaged or of a later format.
    """
    head = _HEAD.match(text)
    if head is None:
        raise ForeignCode(Message("the code is not the label of one of our sheets"), where="label")
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
    """The label in a DataMatrix as a reader of codes gives it: its text, or its bytes as Latin-1.

    Latin-1 is what the code of a text is in that names no other encoding; readers guess, and may guess another one.
    Raises FairsheetError as `decode_label` does.
    """
    try:
        return decode_label(text)
    except FairsheetError:
        return decode_label(data.decode("latin-1"))


def _base_32(number: int) -> str:
    """64 bits as 13 characters."""
    return "".join(DIGITS[number >> 5 * place & 31] for place in reversed(range(13)))


def label_modules(label: Label) -> tuple[str, ...]:
    """The DataMatrix of the label as rows of modules, "1" = black, without quiet zone."""
    return _data_matrix(label, force_square=True)


def copy_modules(label: Label) -> tuple[str, ...] | None:
    """The same as a long rectangle; None for a label that would need too fine modules."""
    nameless = replace(label, player="")  # people read it at the head of the page
    for version in _COPY_VERSIONS:
        try:
            return _data_matrix(nameless, version=version)
        except ValueError:
            continue
    return None


def _data_matrix(label: Label, **options: int) -> tuple[str, ...]:
    """Raises ValueError where a code as the options ask for it has no room for the label."""
    import numpy as np
    import zxingcpp

    symbol = zxingcpp.create_barcode(encode_label(label), zxingcpp.BarcodeFormat.DataMatrix, **options)
    light = np.asarray(symbol.to_image(scale=1, add_quiet_zones=False)) > 0
    return tuple("".join("0" if module else "1" for module in row) for row in light)


def later_format(format_: str) -> FairsheetError:
    """The complaint about a label of a later release."""
    return FairsheetError(
        Message(
            "the label has format {format}, this release reads format {known}", format=format_, known=FORMAT
        ),
        where="label",
        hint=Message("use the release that printed the sheet, or a later one"),
    )


def damaged() -> FairsheetError:
    """The complaint about a label that does not bear its own check."""
    return FairsheetError(
        Message("the label is damaged"), where="label", hint=Message("photograph the page again")
    )


def words_of_option(option: str) -> Message:
    """What a table chose, such as `mode=coop`, in words that the catalogue of the templates has.

    >>> words_of_option("mode=coop"), words_of_option("events.red=3")
    ('mode coop', 'events red 3')
    """
    id_, _, value = option.partition("=")
    words = id_.replace(".", " ")
    return Message(f"{words} {{n}}", n=int(value)) if value.isdecimal() else Message(f"{words} {value}")

"""What the label on a page says: enough to deal the same game and to read the page again.

It is printed as a DataMatrix, whose bytes are made here, and as a line of words, see `sheets.label.label_text`.
docs/reference/label.md gives both formats.
"""

from __future__ import annotations

import binascii
import re
import struct
from typing import NamedTuple

from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.sheet import Sheet, Value
from fairsheet.sheets.support.errors import FairsheetError

LABEL_FORMAT = 1  # of a label without the name of a table
TABLE_FORMAT = 2  # of a label with one
OPTIONS_FORMAT = 3  # of a label with options, and with or without the name of a table
FORMATS = (LABEL_FORMAT, TABLE_FORMAT, OPTIONS_FORMAT)
SHEET_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")  # of a template; behind it, /gaia/cosmos say what was chosen
LONGEST_SHEET = 60  # characters of both together, which can be read back from the label in words
_MAGIC = 0xF5
_HEAD = struct.Struct(">BBH")  # magic, format, check
_NUMBERS = struct.Struct(">4sBB")  # layout; players and seat, page and solo level in four bits each
MOST_SEATS = 15  # and pages, and levels of an opponent
_COPY_VERSIONS = (37, 39)  # of DataMatrix, rectangles of 12 and 16 rows and 64 columns (ISO/IEC 21471)
_END = "\0"
_MOST_WITH_TABLE = 200  # bytes: 52 modules a side, two fifths of a millimetre each


class Label(Value, frozen=True):
    """Everything that distinguishes printed pages; `missions` are ids such as ("A1", "B2", "C1").

    `seed` is None for a game with physical cards; `table` is the name of the table, where it has one; `options` are
    what the table chose, such as ("mode=coop",). `seat` is 0 on a sheet that is one for the table.
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


class LabelledPage(NamedTuple):
    """A page of a sheet as it is printed for a seat, with what a seed draws there."""

    sheet: Sheet
    label: Label
    drawn: DrawnPrint | None = None


def encode_label(label: Label) -> bytes:
    """The label as the bytes of its DataMatrix.

    Raises FairsheetError where the label cannot be written, such as for a seed that is not valid Unicode, or where
    the code would be too fine with the name of the table.
    """
    numbers = (label.players, label.seat, label.page, label.solo or 0)
    if not all(0 <= number <= MOST_SEATS for number in numbers):
        raise FairsheetError(f"players, seats, pages and levels go up to {MOST_SEATS}", where="label")
    players, seat, page, solo = numbers
    try:
        layout = bytes.fromhex(label.layout)
        further: tuple[str, ...] = () if label.table is None else (label.table,)
        if label.options:
            further = (" ".join(label.options), label.table or "")
        words = _END.join((label.sheet, " ".join(label.missions), *further, label.seed or "")).encode()
        body = _NUMBERS.pack(layout, players << 4 | seat, page << 4 | solo) + words
    except (ValueError, struct.error) as error:
        raise FairsheetError(f"the label of a page cannot be written ({error})", where="label") from error
    data = _HEAD.pack(_MAGIC, format_of(label), binascii.crc_hqx(body, 0)) + body
    if (label.table is not None or label.options) and len(data) > _MOST_WITH_TABLE:
        problem = "the label has no room for a name that long beside the seed and the options"
        raise FairsheetError(problem, where="table", hint="shorten the name of the table, or the seed")
    return data


def format_of(label: Label) -> int:
    """The format in which a label is printed: the first that can say it, which older releases read, too."""
    if label.options:
        return OPTIONS_FORMAT
    return LABEL_FORMAT if label.table is None else TABLE_FORMAT


def decode_label(data: bytes) -> Label:
    """The label that `encode_label` wrote.

    Raises FairsheetError for data that is foreign, damaged or of a later format.
    """
    if len(data) < _HEAD.size + _NUMBERS.size or data[0] != _MAGIC:
        raise FairsheetError("the code is not the label of one of our sheets", where="label")
    if data[1] not in FORMATS:
        raise later_format(str(data[1]))
    _, _, check = _HEAD.unpack_from(data)
    body = data[_HEAD.size :]
    if binascii.crc_hqx(body, 0) != check:
        raise damaged()
    layout, seats, pages = _NUMBERS.unpack_from(body)
    try:
        words = body[_NUMBERS.size :].decode()
        table, options = None, ""
        if data[1] == OPTIONS_FORMAT:
            sheet, missions, options, table, seed = words.split(_END, 4)
        elif data[1] == TABLE_FORMAT:
            sheet, missions, table, seed = words.split(_END, 3)
        else:
            sheet, missions, seed = words.split(_END, 2)
    except ValueError as error:
        raise damaged() from error
    return Label(
        sheet=sheet,
        layout=layout.hex(),
        seed=seed or None,
        players=seats >> 4,
        seat=seats & MOST_SEATS,
        solo=pages & MOST_SEATS or None,
        missions=tuple(missions.split()),
        page=pages >> 4,
        table=table or None,
        options=tuple(options.split()),
    )


def label_modules(label: Label) -> tuple[str, ...]:
    """The DataMatrix of the label as rows of modules, "1" = black, without quiet zone."""
    return _data_matrix(label, force_square=True)


def copy_modules(label: Label) -> tuple[str, ...] | None:
    """The same as a long rectangle; None for a label that would need too fine modules."""
    for version in _COPY_VERSIONS:
        try:
            return _data_matrix(label, version=version)
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
        f"the label has format {format_}, this release reads formats up to {FORMATS[-1]}",
        where="label",
        hint="use the release that printed the sheet, or a later one",
    )


def damaged() -> FairsheetError:
    """The complaint about a label that does not bear its own check."""
    return FairsheetError("the label is damaged", where="label", hint="photograph the page again")

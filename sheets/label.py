"""What the label on a page says: enough to deal the same game and to read the page again.

It is printed as a DataMatrix, whose bytes are made here, and as a line of words, see `sheets.label_text`.
docs/label.md gives both formats.
"""

from __future__ import annotations

import binascii
import struct

from sheets.errors import InputError
from sheets.model import Value

LABEL_FORMAT = 1
_MAGIC = 0xF5
_HEAD = struct.Struct(">BB4sBBBB")  # magic, format, layout, players, seat, page, solo
_CHECK = struct.Struct(">H")
_END = "\0"
_CHECK_ALPHABET = "3479ACEFHKMNPRTX"  # no two of these look alike
_MOST_MENDS = (
    3  # characters exchanged in a line; more would no longer be proved by the 32 bits of its check code
)
_MOST_READINGS = 50_000  # tried in about half a second


class Label(Value, frozen=True):
    """Everything that tells one printed page from another; `missions` are ids such as ("A1", "B2", "C1")."""

    sheet: str
    layout: str  # fingerprint of the layout, eight hex digits
    seed: str
    players: int
    seat: int
    solo: int | None = None
    missions: tuple[str, ...] = ()
    page: int = 1


def encode_label(label: Label) -> bytes:
    """The label as the bytes of its DataMatrix.

    Raises InputError where the label cannot be written, such as for a seed that is not valid Unicode.
    """
    try:
        head = _HEAD.pack(
            _MAGIC,
            LABEL_FORMAT,
            bytes.fromhex(label.layout),
            label.players,
            label.seat,
            label.page,
            label.solo or 0,
        )
        names = _END.join((label.sheet, " ".join(label.missions)))
        body = head + f"{names}{_END}{label.seed}".encode()
    except (ValueError, struct.error) as error:
        raise InputError(f"the label of a page cannot be written ({error})", where="label") from error
    return body + _CHECK.pack(binascii.crc_hqx(body, 0))


def decode_label(data: bytes) -> Label:
    """The label that `encode_label` wrote.

    Raises InputError for data that is foreign, damaged or of a later format.
    """
    if len(data) < _HEAD.size + _CHECK.size or data[0] != _MAGIC:
        raise InputError("the code is not the label of one of our sheets", where="label")
    if data[1] != LABEL_FORMAT:
        raise later_format(str(data[1]))
    body, (check,) = data[: -_CHECK.size], _CHECK.unpack(data[-_CHECK.size :])
    if binascii.crc_hqx(body, 0) != check:
        raise damaged()
    _, _, layout, players, seat, page, solo = _HEAD.unpack_from(body)
    try:
        sheet, missions, seed = body[_HEAD.size :].decode().split(_END, 2)
    except ValueError as error:
        raise damaged() from error
    return Label(
        sheet=sheet,
        layout=layout.hex(),
        seed=seed,
        players=players,
        seat=seat,
        solo=solo or None,
        missions=tuple(missions.split()),
        page=page,
    )


def label_modules(label: Label) -> tuple[str, ...]:
    """The DataMatrix of the label as rows of modules, "1" = black, without quiet zone."""
    import numpy as np
    import zxingcpp

    symbol = zxingcpp.create_barcode(
        encode_label(label), zxingcpp.BarcodeFormat.DataMatrix, force_square=True
    )
    light = np.asarray(symbol.to_image(scale=1, add_quiet_zones=False)) > 0
    return tuple("".join("0" if module else "1" for module in row) for row in light)


def later_format(format_: str) -> InputError:
    """The complaint about a label of a later release."""
    return InputError(
        f"the label has format {format_}, this release reads format {LABEL_FORMAT}",
        where="label",
        mend="use the release that printed the sheet, or a later one",
    )


def damaged() -> InputError:
    """The complaint about a label that does not bear its own check."""
    return InputError("the label is damaged", where="label", mend="photograph the page again")

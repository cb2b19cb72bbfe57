"""Placed sheets as files: the layouts of releases, and those of custom sheets that were printed.

The latter lie in a folder beside their template, `<name>-layouts/<fingerprint>.json.gz`, so that a print can be read
whatever became of the template meanwhile.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from gzip import compress
from pathlib import Path

import msgspec

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

_LARGEST_FILE = 1 << 20  # bytes, some twenty times what the largest has
_LARGEST = 1 << 26  # bytes of a layout as JSON
FINGERPRINT = re.compile(r"[0-9a-f]{8}")


def packed(layouts: Sheet | Sequence[Sheet]) -> bytes:
    """The content of a file of one layout, or of several. Same input, same bytes."""
    return compress(msgspec.json.encode(layouts, order="deterministic"), compresslevel=9, mtime=0)


def read_layout(path: Path) -> Sheet:
    """The layout in a file. Raises FairsheetError where the file is damaged."""
    unpacker = zlib.decompressobj(wbits=31)  # of gzip
    try:
        return msgspec.json.decode(unpacker.decompress(read_file(path, _LARGEST_FILE), _LARGEST), type=Sheet)
    except (zlib.error, msgspec.MsgspecError) as error:
        hint = "delete it; printing the sheet from the template of that time writes it again"
        raise FairsheetError("this is no layout", where=format_path(path), hint=hint) from error


def kept_layout_path(template: Path, fingerprint: str) -> Path:
    """Where a layout is kept, or would be, that was printed of a custom sheet."""
    return template.with_name(f"{template.stem}-layouts") / f"{fingerprint}.json.gz"


def find_kept_layout(template: Path, fingerprint: str) -> Sheet | None:
    """The layout kept beside a template; None where there is none. Raises FairsheetError where it is damaged."""
    path = kept_layout_path(template, fingerprint)
    if not FINGERPRINT.fullmatch(fingerprint) or kind_of(path) is None:
        return None
    sheet = read_layout(path)
    if sheet.fingerprint != fingerprint:
        hint = "delete it, or give it back the name that it had"
        raise FairsheetError(f"this is the layout {sheet.fingerprint}", where=format_path(path), hint=hint)
    return sheet

"""Files of placed sheets: the layouts of releases, and those of printed custom sheets.

The latter are in a folder next to their template, `<name>-layouts/<fingerprint>.json.gz`, so that prints stay readable
when the template changes.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from gzip import compress
from pathlib import Path

import msgspec

from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

_LARGEST_FILE = 1 << 20  # bytes, about twenty times the largest file
_LARGEST = 1 << 26  # bytes of a layout as JSON
FINGERPRINT = re.compile(r"[0-9a-f]{8}")


def packed(layouts: Sheet | Sequence[Sheet]) -> bytes:
    """Return the content of a file of one layout or several. Same input, same bytes."""
    return compress(msgspec.json.encode(layouts, order="deterministic"), compresslevel=9, mtime=0)


def read_layout(path: Path) -> Sheet:
    """Return the layout in a file. Raises FairsheetError if the file is damaged."""
    unpacker = zlib.decompressobj(wbits=31)  # of gzip
    try:
        return msgspec.json.decode(unpacker.decompress(read_file(path, _LARGEST_FILE), _LARGEST), type=Sheet)
    except (zlib.error, msgspec.MsgspecError) as error:
        hint = "delete it; print the sheet from its old template to write it again"
        raise FairsheetError(
            "this is not a layout", code=ErrorCode.BAD_TEMPLATE, where=format_path(path), hint=hint
        ) from error


def kept_layout_path(template: Path, fingerprint: str) -> Path:
    """Return the path for keeping a printed layout of a custom sheet."""
    return template.with_name(f"{template.stem}-layouts") / f"{fingerprint}.json.gz"


def find_kept_layout(template: Path, fingerprint: str) -> Sheet | None:
    """Return the kept layout of a template, or None. Raises FairsheetError if the file is damaged."""
    path = kept_layout_path(template, fingerprint)
    if not FINGERPRINT.fullmatch(fingerprint) or kind_of(path) is None:
        return None
    sheet = read_layout(path)
    if sheet.fingerprint != fingerprint:
        hint = "delete it, or rename it back"
        problem = f"this is the layout {sheet.fingerprint}"
        raise FairsheetError(problem, code=ErrorCode.BAD_TEMPLATE, where=format_path(path), hint=hint)
    return sheet

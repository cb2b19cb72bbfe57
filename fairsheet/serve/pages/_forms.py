"""Parse the forms that browsers send."""

from __future__ import annotations

from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from fairsheet.languages.messages import Message
from fairsheet.process.inputs import suffix_by_start
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.loading.load import FORMATS

MOST_FILES = 12
LONGEST_TEXT = 2_000  # bytes of a text in a form


async def form_of(request: Request, files: int = 0) -> FormData:
    """Return the form of a request with at most `files` files. Raises HTTPException if it is malformed.

    Call it before `visit`: the table may change, or be deleted, until the form has arrived.
    """
    _, kind = parse_options_header(request.headers.get("content-type"))
    # scripts send UTF-8, forms send no charset, and some charsets do not decode to text
    if kind.get(b"charset", b"utf-8").lower() != b"utf-8":
        raise HTTPException(415)
    return await request.form(max_files=files, max_fields=80, max_part_size=LONGEST_TEXT)


def text_of(form: FormData, name: str) -> str:
    """Return a text of a form, stripped; "" if it is missing."""
    value = form.get(name, "")
    return value.strip()[:LONGEST_TEXT] if isinstance(value, str) else ""


def name_of(typed: object) -> str:
    """Return a player's name as typed, with single spaces."""
    return " ".join(str(typed).split())[:60]


def number_of(form: FormData, name: str) -> int:
    """Return a number of a form. Raises FairsheetError if it is missing or not a number."""
    text = text_of(form, name)
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise FairsheetError(
            "a number is missing", code=ErrorCode.MISSING_OPTION, hint="go back and reload the page"
        )
    return int(text)


async def files_of(form: FormData) -> list[bytes]:
    """Return the contents of the files of a form, without empty ones."""
    uploads = [each for each in form.getlist("photo") if isinstance(each, UploadFile)]
    return [data for each in uploads if (data := await each.read())]


def suffix_of(data: bytes) -> str:
    """Return the file suffix of a picture or PDF by its first bytes. Raises FairsheetError for other kinds of file."""
    suffix = suffix_by_start(data)
    if suffix is None:
        hint = Message("send {formats}", formats=FORMATS)
        raise FairsheetError(Message("this is not a photo"), code=ErrorCode.NOT_A_PICTURE, hint=hint)
    return suffix

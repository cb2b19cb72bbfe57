"""What browsers send, as values; what cannot be is a FairsheetError that says so."""

from __future__ import annotations

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from fairsheet.languages.messages import Message
from fairsheet.process.inputs import suffix_by_start
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import FORMATS

MOST_FILES = 12
LONGEST_TEXT = 2_000  # bytes of a text in a form


async def form_of(request: Request, files: int = 0) -> FormData:
    """The form of a request, with at most so many files. Raises HTTPException for a broken one."""
    # no browser says one; some decode to no text
    if "charset" in request.headers.get("content-type", "").lower():
        raise HTTPException(415)
    return await request.form(max_files=files, max_fields=80, max_part_size=LONGEST_TEXT)


def text_of(form: FormData, name: str) -> str:
    """A text of a form, without blanks around it; "" where there is none."""
    value = form.get(name, "")
    return value.strip()[:LONGEST_TEXT] if isinstance(value, str) else ""


def number_of(form: FormData, name: str) -> int:
    """A number of a form. Raises FairsheetError where it is none."""
    text = text_of(form, name)
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise FairsheetError("a number is missing", hint="go back and look at the page again")
    return int(text)


async def files_of(form: FormData) -> list[bytes]:
    """The contents of the files of a form, those that are empty left out."""
    uploads = [each for each in form.getlist("photo") if isinstance(each, UploadFile)]
    return [data for each in uploads if (data := await each.read())]


def suffix_of(data: bytes) -> str:
    """The ending for a picture or PDF, by how it begins, whatever it is called. Raises FairsheetError for others."""
    suffix = suffix_by_start(data)
    if suffix is None:
        raise FairsheetError(Message("this is no photo"), hint=Message("send {formats}", formats=FORMATS))
    return suffix

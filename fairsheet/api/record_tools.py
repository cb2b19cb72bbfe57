"""List fields, correct records by hand, and check certificates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, overload

from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.api._arguments import check, check_kind, check_path, in_python
from fairsheet.api.public import catalog_of, check_paper, load_sheet
from fairsheet.engine.proof.certificates.files import CheckedCertificate
from fairsheet.engine.records.record import Record, check_record, layout_of
from fairsheet.engine.records.record_checks import check_field
from fairsheet.results.documents.reading_json import ReadRecord
from fairsheet.sheets.library.solo_sheets import at_level
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path


@in_python
def fields(
    sheet: Sheet | str | Path, *, paper: Literal["a4", "letter"] = "a4", solo: int | None = None
) -> dict[str, Any]:
    """Return the document `fairsheet.fields/1`: every field with its kind, place on the page, and accepted marks.

    Places are in mm from the top left corner of the page. With the level `solo`, ASTRA's panel is the second page.

    >>> found = fields("launch")["fields"][0]
    >>> found["id"], found["kind"], found["page"]
    ('rockets.9-1', 'icon', 1)
    """
    from fairsheet.results.documents.fields_json import fields_document

    check(int | None, "give a level from 1 to 8, or None", solo=solo)
    given = sheet if isinstance(sheet, Sheet) else load_sheet(sheet)
    return fields_document(at_level(given, solo), check_paper(paper))


@overload
def correct(
    record: Record, marks: Mapping[str, Mark | None], *, sheets: Iterable[Sheet | str | Path] = ()
) -> Record: ...
@overload
def correct(
    record: ReadRecord, marks: Mapping[str, Mark | None], *, sheets: Iterable[Sheet | str | Path] = ()
) -> ReadRecord: ...
@in_python
def correct(
    record: Record | ReadRecord,
    marks: Mapping[str, Mark | None],
    *,
    sheets: Iterable[Sheet | str | Path] = (),
) -> Record | ReadRecord:
    """Return the record with other marks in some fields; None leaves a field blank. Give custom sheets as `sheets`.

    A record of `scan` keeps only its doubts about other fields: the given marks are answers. Unlike the command, this
    notes nothing about the correction. Raises FairsheetError if the sheet has no such field, or the field cannot have
    the mark.

    >>> from fairsheet import Table
    >>> record = Record.on(load_sheet("launch"), Table("coral-otter-42", 3), seat=1, marks={"floor-1.1": 3})
    >>> correct(record, {"floor-1.1": 8, "player": "Ada"}).marks
    {'floor-1.1': 8}
    """
    from fairsheet.pipeline.answers.corrections import corrected

    check_kind(record, (Record, ReadRecord), "record", "give a record, or a sheet of a reading")
    plain = record.record if isinstance(record, ReadRecord) else record
    check(Record, "give a record", record=plain)
    check_kind(marks, Mapping, "marks", "give a dict of marks by field")
    check(Mapping[str, Mark | None], "give a dict of marks by field", marks=marks)
    sheet = layout_of(plain, catalog_of(sheets))
    for id_ in marks:
        check_field(sheet, id_, "marks")
    changed = corrected(plain, marks)
    check_record(sheet, changed, "record")
    if not isinstance(record, ReadRecord):
        return changed
    ink, doubts = record.ink, tuple(doubt for doubt in record.doubts if doubt.field not in marks)
    if ink is not UNSET:
        ink = replace(ink, unsure=tuple(each for each in ink.unsure if each.field not in marks))
    return ReadRecord(changed, doubts, not any(doubt.is_asked for doubt in doubts), ink)


@in_python
def check_certificate(folder: str | Path, *, sheets: Iterable[Sheet | str | Path] = ()) -> CheckedCertificate:
    """Check a certificate that `fairsheet verify --certificate` wrote, without the solver that made it.

    Give custom sheets as `sheets`. Raises FairsheetError with the first fault: the clauses are not those of the rules,
    or the proof does not lead to a contradiction. Also if the folder has more than one certificate.

    >>> checked = check_certificate("examples/certificates/launch")
    >>> checked.sheet, checked.seats
    ('launch', (1,))
    """
    from fairsheet.options.certificate_folders import certificate_folders, check_folder

    check_path(folder, "folder", "give the path of a folder")
    first, *others = certificate_folders(Path(folder))
    if others:
        raise FairsheetError(
            f"the folder has {1 + len(others)} certificates",
            code=ErrorCode.BAD_CERTIFICATE,
            where=format_path(Path(folder)),
            hint=f"give one of them, such as {format_path(first)}",
        )
    return check_folder(first, catalog_of(sheets))

"""Write certificates into folders, for the contradictions of a verdict, and read them again to check them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from itertools import count
from pathlib import Path

import msgspec

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.certificates.evidence import state_again
from fairsheet.engine.proof.certificates.files import (
    MANIFEST,
    MOST_BYTES,
    MOST_FILES,
    CheckedCertificate,
    check,
    files_of,
)
from fairsheet.engine.records.record import Record
from fairsheet.languages.messages import Message
from fairsheet.process.output_files import make_folder, write_file
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

DEPTH = 2  # of the folders of certificates: table-1/1-seat-2
MOST_FOLDERS = 1000
_CALL = "fairsheet verify --certificate"
_GIVE_FOLDER = Message("give the folder of a certificate")

# by seat, one for each contradiction; None if a question is open
Certificates = Mapping[int, Sequence[Certificate | None]]


def write_certificates(
    folder: Path, verdict: Verdict, sheet: Sheet, records: Sequence[Record], certificates: Certificates
) -> Verdict:
    """Write a folder for each certificate of a table; return the verdict with the folders in its contradictions.

    Contradictions of one sheet and rule can share a certificate. A folder of another certificate is never changed.
    """
    written: dict[Certificate, str] = {}
    made = (each for several in certificates.values() for each in several if each is not None)
    stated = state_again(sheet, records, made)

    def add_folder(contradiction: Contradiction, found: Certificate | None) -> Contradiction:
        if found is None:
            return contradiction
        certificate = stated[found]
        if certificate not in written:
            seats = "-".join(map(str, certificate.seats))
            files = files_of(sheet, records, certificate, version("fairsheet"))
            paths = (folder / f"{number}-seat-{seats}" for number in count(len(written) + 1))
            path = next(each for each in paths if _may_hold(each, files))
            make_folder(path)
            for name, data in files.items():
                write_file(path / name, data)
            written[certificate] = format_path(path)
        return msgspec.structs.replace(contradiction, certificate=written[certificate])

    def add_folders(found: SheetVerdict) -> SheetVerdict:
        pairs = zip(found.contradiction, certificates.get(found.seat, ()), strict=False)
        contradictions = tuple(add_folder(contradiction, certificate) for contradiction, certificate in pairs)
        return msgspec.structs.replace(found, contradiction=contradictions or found.contradiction)

    return msgspec.structs.replace(verdict, sheets=tuple(map(add_folders, verdict.sheets)))


def _may_hold(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Check whether a folder, which need not exist, has none of the files with other content."""
    there = [name for name in files if kind_of(folder / name) == "file"]
    return all(read_file(folder / name, len(files[name]) + 1) == files[name] for name in there)


def certificate_folders(folder: Path) -> list[Path]:
    """Return the folder if it is that of one certificate, otherwise the folders of the certificates inside.

    A folder without a certificate and without subfolders counts too, so that a lost file is noticed. Raises
    FairsheetError if there is no such folder, or if there are too many inside.
    """
    if kind_of(folder) != "folder":
        problem = Message("no such folder")
        hint = Message("make one with {call}", call=_CALL)
        raise FairsheetError(problem, code=ErrorCode.NO_SUCH_FILE, where=format_path(folder), hint=hint)
    found = _folders_inside(folder, DEPTH)
    if len(found) > MOST_FOLDERS:
        problem = Message("there are {number} folders inside", number=len(found))
        hint = Message("give a folder that {call} wrote", call=_CALL)
        raise FairsheetError(problem, code=ErrorCode.BAD_CERTIFICATE, where=format_path(folder), hint=hint)
    return found


def earlier_certificates(folder: Path, verdicts: Iterable[Verdict]) -> list[str]:
    """Return the certificates in a folder that none of the verdicts names: those of an earlier run."""
    sheets = (sheet for verdict in verdicts for sheet in verdict.sheets)
    written = {each.certificate for sheet in sheets for each in sheet.contradiction}
    found = (file.parent for depth in range(DEPTH + 1) for file in folder.glob("*/" * depth + MANIFEST))
    return sorted({*map(format_path, found)} - written)


def _folders_inside(folder: Path, depth: int) -> list[Path]:
    if depth == 0 or kind_of(folder / MANIFEST) == "file":
        return [folder]
    inside = sorted(path for path in folder.iterdir() if kind_of(path) == "folder")
    return [found for path in inside for found in _folders_inside(path, depth - 1)] or [folder]


def check_folder(folder: Path, catalog: Catalog) -> CheckedCertificate:
    """Check the certificate in a folder. Raises FairsheetError for the first fault."""
    where = format_path(folder)
    paths = sorted(folder.iterdir())
    if len(paths) > MOST_FILES:
        problem = Message("the folder has {number} entries", number=len(paths))
        raise FairsheetError(problem, code=ErrorCode.BAD_CERTIFICATE, where=where, hint=_GIVE_FOLDER)
    files = {path.name: read_file(path, MOST_BYTES + 1) for path in paths if kind_of(path) == "file"}
    for name, data in files.items():
        if len(data) > MOST_BYTES:
            problem = Message("the file has more than {most} bytes", most=MOST_BYTES)
            at = f"{where}/{name}"
            raise FairsheetError(problem, code=ErrorCode.BAD_CERTIFICATE, where=at, hint=_GIVE_FOLDER)
    return check(files, where, version("fairsheet"), catalog)

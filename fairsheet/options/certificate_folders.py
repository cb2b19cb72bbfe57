"""Write certificates into folders, for the contradictions of a verdict, and read them again to check them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec

from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.certificates.files import (
    MANIFEST,
    MOST_BYTES,
    MOST_FILES,
    Checked,
    check,
    files_of,
)
from fairsheet.engine.records.record import Record
from fairsheet.process.output_files import make_folder, write_file
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

# by seat, one for each contradiction; None if a question is open
Certificates = Mapping[int, Sequence[Certificate | None]]


def write_certificates(
    folder: Path, verdict: Verdict, sheet: Sheet, records: Sequence[Record], certificates: Certificates
) -> Verdict:
    """Write a folder for each certificate of a table; return the verdict with the folders in its contradictions."""
    written: dict[Certificate, str] = {}

    def add_folder(contradiction: Contradiction, certificate: Certificate | None) -> Contradiction:
        if certificate is None:
            return contradiction
        if certificate not in written:
            seats = "-".join(map(str, certificate.seats))
            path = folder / f"{len(written) + 1}-seat-{seats}"
            make_folder(path)
            for name, data in files_of(sheet, records, certificate, version("fairsheet")).items():
                write_file(path / name, data)
            written[certificate] = format_path(path)
        return msgspec.structs.replace(contradiction, certificate=written[certificate])

    def add_folders(found: SheetVerdict) -> SheetVerdict:
        pairs = zip(found.contradiction, certificates.get(found.seat, ()), strict=False)
        contradictions = tuple(add_folder(contradiction, certificate) for contradiction, certificate in pairs)
        return msgspec.structs.replace(found, contradiction=contradictions or found.contradiction)

    return msgspec.structs.replace(verdict, sheets=tuple(map(add_folders, verdict.sheets)))


def check_folder(folder: Path, catalog: Catalog) -> Checked:
    """Check the certificate in a folder. Raises FairsheetError for the first fault."""
    where = format_path(folder)
    if kind_of(folder) != "folder":
        raise FairsheetError(
            "no such folder",
            code=ErrorCode.NO_SUCH_FILE,
            where=where,
            hint="make one with fairsheet verify --certificate",
        )
    paths = sorted(folder.iterdir())
    if len(paths) > MOST_FILES:
        problem = f"the folder has {len(paths)} entries"
        raise FairsheetError(
            problem,
            code=ErrorCode.BAD_CERTIFICATE,
            where=where,
            hint="give the folder of a single certificate",
        )
    if inside := [format_path(path) for path in paths if kind_of(path / MANIFEST) == "file"]:
        raise FairsheetError(
            "the certificates are in its subfolders",
            code=ErrorCode.BAD_CERTIFICATE,
            where=where,
            hint=f"give one of {', '.join(inside)}",
        )
    files = {path.name: read_file(path, MOST_BYTES + 1) for path in paths if kind_of(path) == "file"}
    for name, data in files.items():
        if len(data) > MOST_BYTES:
            problem = f"the file has more than {MOST_BYTES} bytes"
            raise FairsheetError(
                problem,
                code=ErrorCode.BAD_CERTIFICATE,
                where=f"{where}/{name}",
                hint="give the folder of a certificate",
            )
    return check(files, where, version("fairsheet"), catalog)

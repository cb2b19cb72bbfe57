"""Certificates as folders: written for the contradictions of a verdict, and read again to be checked."""

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
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, read_file

# by seat, one for each contradiction, None for a question
Certificates = Mapping[int, Sequence[Certificate | None]]


def write_certificates(
    folder: Path, verdict: Verdict, sheet: Sheet, records: Sequence[Record], certificates: Certificates
) -> Verdict:
    """Writes a folder for every certificate of a table; the verdict whose contradictions name theirs."""
    written: dict[Certificate, str] = {}

    def named(contradiction: Contradiction, certificate: Certificate | None) -> Contradiction:
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

    def with_folders(found: SheetVerdict) -> SheetVerdict:
        pairs = zip(found.contradiction, certificates.get(found.seat, ()), strict=False)
        named_ones = tuple(named(contradiction, certificate) for contradiction, certificate in pairs)
        return msgspec.structs.replace(found, contradiction=named_ones or found.contradiction)

    return msgspec.structs.replace(verdict, sheets=tuple(map(with_folders, verdict.sheets)))


def check_folder(folder: Path, catalog: Catalog) -> Checked:
    """Checks the certificate in a folder. Raises FairsheetError for the first thing that is wrong with it."""
    where = format_path(folder)
    if kind_of(folder) != "folder":
        raise FairsheetError("there is no such folder", where=where, hint="verify --certificate writes one")
    paths = sorted(folder.iterdir())
    if len(paths) > MOST_FILES:
        problem = f"the folder has {len(paths)} entries"
        raise FairsheetError(problem, where=where, hint="give the folder of a single certificate")
    if inside := [format_path(path) for path in paths if kind_of(path / MANIFEST) == "file"]:
        raise FairsheetError(
            "each folder in it is a certificate", where=where, hint=f"give one: {', '.join(inside)}"
        )
    files = {path.name: read_file(path, MOST_BYTES + 1) for path in paths if kind_of(path) == "file"}
    for name, data in files.items():
        if len(data) > MOST_BYTES:
            problem = f"the file has more than {MOST_BYTES} bytes"
            raise FairsheetError(problem, where=f"{where}/{name}", hint="no certificate is that large")
    return check(files, where, version("fairsheet"), catalog)

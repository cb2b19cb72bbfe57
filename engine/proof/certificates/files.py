"""A certificate as a folder of files: written, read and checked.

certificate.json   which sheets are impossible together, and by which constraints
record-1.json …    the records of the table
formula.cnf        the clauses (DIMACS)
proof.lrat         the proof (LRAT)
names.json         the meaning of the variables and of each clause
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec import to_builtins

from fairsheet.engine.games.registry import SCENARIOS, rules_of
from fairsheet.engine.proof.certificates._lrat import Clause, Step, problem
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.certificates.evidence import (
    Evidence,
    Stated,
    evidence,
    needless_seat,
    request_of,
)
from fairsheet.engine.records.json_documents import convert, parse_json
from fairsheet.engine.records.record import Record, read_record, write_record
from fairsheet.engine.records.table_records import check_table
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

FORMAT = "fairsheet.certificate/2"
MANIFEST, FORMULA, PROOF, NAMES = "certificate.json", "formula.cnf", "proof.lrat", "names.json"
MOST_BYTES = 20_000_000  # of a file
MOST_FILES = 50
WORTHLESS = Message("it proves nothing: make a certificate of the records yourself")  # hint to its recipient

Files = Mapping[str, bytes]  # by name


class CertifiedRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record in the folder of a certificate: the name of its file, and the SHA-256 of its bytes."""

    file: str
    sha256: str


class _Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The parts of the folder. `release` is the release of fairsheet that wrote it."""

    format: str
    release: str
    sheet: str
    records: tuple[CertifiedRecord, ...]
    seats: tuple[int, ...]
    constraints: tuple[int, ...] = ()
    first_look: int | None = None


def files_of(
    sheet: Sheet, records: Sequence[Record], certificate: Certificate, release: str
) -> dict[str, bytes]:
    """Return the files of a certificate about records of a table."""
    record_files = {
        f"record-{place}.json": write_record(record) for place, record in enumerate(records, start=1)
    }
    game, request = rules_of(sheet), request_of(sheet, records)
    manifest = _Manifest(
        FORMAT,
        release,
        sheet.name,
        tuple(CertifiedRecord(name, sha256(data).hexdigest()) for name, data in record_files.items()),
        certificate.seats,
        certificate.constraints,
        certificate.place,
    )
    content = evidence(game, request, certificate)
    assert content is not None
    proof = "".join(
        f"{step.number} {' '.join(map(str, (*step.clause, 0, *step.hints, 0)))}\n" for step in content.steps
    )
    return {MANIFEST: _json(manifest), **record_files, **_files_of_evidence(content), PROOF: proof.encode()}


def _files_of_evidence(content: Evidence) -> dict[str, bytes]:
    """Return the files that follow from the sheets and the rules."""
    variables = [
        {"number": number, "words": name.words, **to_builtins(name)}
        for number, name in enumerate(content.names, start=1)
    ]
    return {
        FORMULA: _formula(len(content.names), content.clauses),
        NAMES: _json({"variables": variables, "clauses": _meanings(content.stated)}),
    }


def _formula(variables: int, clauses: Sequence[Clause]) -> bytes:
    """Return clauses in the DIMACS format."""
    lines = [f"p cnf {variables} {len(clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join([*lines, ""]).encode()


def _meanings(stated: Sequence[Stated]) -> Sequence[Mapping[str, object]]:
    """Return each meaning with the numbers of its clauses."""
    numbers: dict[Stated, list[int]] = {}
    for number, each in enumerate(stated, start=1):
        numbers.setdefault(each, []).append(number)
    return [{**to_builtins(each), "numbers": clauses} for each, clauses in numbers.items()]


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


class CheckedCertificate(msgspec.Struct, frozen=True):
    """A valid certificate: the sheet, the seats whose sheets are impossible together, and the length of the proof.

    `marks` are those on these sheets. `rules` has the number of clauses by the code of the rule, "" for definitions.
    """

    sheet: str
    seats: tuple[int, ...]
    marks: int
    clauses: int
    rules: Mapping[str, int]
    steps: int
    records: tuple[CertifiedRecord, ...]


def check(files: Files, where: str, release: str, catalog: Catalog) -> CheckedCertificate:
    """Check a certificate without a solver. Raises FairsheetError for the first fault."""

    def file(name: str) -> tuple[bytes, str]:
        if name not in files:
            raise FairsheetError(
                Message("there is no {name}", name=name),
                code=ErrorCode.BAD_CERTIFICATE,
                where=where,
                hint=Message("a certificate is a whole folder"),
            )
        return files[name], f"{where}/{name}"

    manifest = convert(parse_json(*file(MANIFEST)), _Manifest, f"{where}/{MANIFEST}")
    hint = WORTHLESS
    if manifest.release != release:
        hint = Message("release {release} wrote it: check it with that one", release=manifest.release)
    if manifest.format != FORMAT:
        raise FairsheetError(
            Message("the format is not {format}", format=FORMAT),
            code=ErrorCode.BAD_CERTIFICATE,
            where=f"{where}/{MANIFEST}",
            hint=hint,
        )
    sheets, records = [], []
    for each in manifest.records:
        data, place = file(each.file)
        if sha256(data).hexdigest() != each.sha256:
            raise FairsheetError(
                Message("this is not the record of the certificate"),
                code=ErrorCode.BAD_CERTIFICATE,
                where=place,
                hint=Message("its SHA-256 in {file} differs", file=MANIFEST),
            )
        sheet, record = read_record(data, place, catalog)
        sheets.append(sheet)
        records.append(record)
    if not sheets or sheets[0].name != manifest.sheet or manifest.sheet not in SCENARIOS:
        raise FairsheetError(
            Message("there are no records of a sheet with rules"),
            code=ErrorCode.BAD_CERTIFICATE,
            where=f"{where}/{MANIFEST}",
        )
    sheet = sheets[0]
    check_table(sheet, records)
    steps = _steps(*file(PROOF))
    certificate = Certificate(manifest.seats, manifest.constraints, place=manifest.first_look)
    request = request_of(sheet, records)
    content = evidence(rules_of(sheet), request, certificate)
    derived = _files_of_evidence(content) if content else {}
    for name, data in derived.items() or [(MANIFEST, b"")]:
        given, place = file(name)
        if given != data:
            raise FairsheetError(
                Message("this is not what the rules state about these sheets"),
                code=ErrorCode.BAD_CERTIFICATE,
                where=place,
                hint=hint,
            )
    assert content is not None
    wrong = problem(content.clauses, steps) or needless(content, steps)
    if wrong:
        raise FairsheetError(wrong, code=ErrorCode.BAD_CERTIFICATE, where=f"{where}/{PROOF}", hint=WORTHLESS)
    if (seat := needless_seat(request, certificate)) is not None:
        raise FairsheetError(
            Message("the contradiction does not need the sheet of seat {seat}", seat=seat),
            code=ErrorCode.BAD_CERTIFICATE,
            where=f"{where}/{MANIFEST}",
            hint=Message("make a certificate of the records yourself"),
        )
    return CheckedCertificate(
        sheet.name,
        manifest.seats,
        sum(len(request.sheets[seat]) for seat in manifest.seats),
        len(content.clauses),
        Counter(each.rule for each in content.stated),
        len(steps),
        manifest.records,
    )


def needless(content: Evidence, steps: Sequence[Step]) -> Message | None:
    """Return which constraint the proof does not need; None if it needs all."""
    hints = {hint for step in steps for hint in step.hints}
    needed = {number for clause, number in content.sources.items() if clause in hints}
    needless = set(content.sources.values()) - needed
    return Message("it does not need the constraint {number}", number=min(needless)) if needless else None


def _steps(data: bytes, where: str) -> tuple[Step, ...]:
    """Return the steps of a proof. Raises FairsheetError if a line is not a step."""
    steps = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            step, *rest = map(int, line.split())
            end = rest.index(0)
            hints = rest[end + 1 : -1]
            if rest[-1] or 0 in hints or end == len(rest) - 1:
                raise ValueError
        except ValueError:
            raise FairsheetError(
                Message("this is not a proof step"),
                code=ErrorCode.BAD_CERTIFICATE,
                where=f"{where}:{number}",
                hint=Message("write a number, a clause, 0, hints, 0"),
            ) from None
        steps.append(Step(step, tuple(rest[:end]), tuple(hints)))
    return tuple(steps)

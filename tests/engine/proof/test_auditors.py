"""The checker for auditors in the examples, which does not import the program."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.proof.certificates.files import (
    FORMULA,
    MANIFEST,
    NAMES,
    PROOF,
    files_of,
)
from fairsheet.sheets.library.templates import scenario_names
from tests.engine.proof.test_certificates import Files, about, certificates, restated

CHECKER = Path(__file__).parents[3] / "examples" / "check_certificate.py"


def audit(files: Files, folder: Path) -> str:
    """Return the error of `examples/check_certificate.py`; "" if it accepts the folder."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    ended = subprocess.run([sys.executable, CHECKER, folder], capture_output=True, text=True, check=False)
    assert (ended.returncode == 0) == (not ended.stderr) and "Traceback" not in ended.stderr
    return ended.stderr


def test_the_checker_for_auditors_accepts_certificates(tmp_path: Path) -> None:
    assert "import fairsheet" not in CHECKER.read_text() and len(CHECKER.read_text().splitlines()) <= 150
    for files in certificates()[::8]:
        assert audit(files, tmp_path) == ""


def other_mark(files: Files) -> Files:
    """The folder with another mark in a record, whose SHA-256 fits."""
    name = f"record-{json.loads(files[MANIFEST])['seats'][0]}.json"
    record = json.loads(files[name])
    field = next(iter(record["marks"]))
    record["marks"][field] = "struck"
    data = json.dumps(record).encode()
    old, new = (sha256(each).hexdigest().encode() for each in (files[name], data))
    return {**files, name: data, MANIFEST: files[MANIFEST].replace(old, new)}


def other_names(change: Callable[[dict[str, Any]], object]) -> Callable[[Files], Files]:
    """The folder with other names."""

    def changed(files: Files) -> Files:
        names = json.loads(files[NAMES])
        change(names)
        return {**files, NAMES: json.dumps(names).encode()}

    return changed


AUDITS: dict[str, tuple[Callable[[Files], Files], str]] = {
    "another mark": (other_mark, "the records have other marks"),
    "another record": (
        lambda files: {**files, "record-1.json": files["record-1.json"] + b" "},
        "is another record",
    ),
    "a record in another folder": (
        lambda files: {**files, MANIFEST: files[MANIFEST].replace(b'"record-1.json"', b'"../record-1.json"')},
        "in another folder",
    ),
    "a seat twice": (about(b"1, 1"), "not named once each"),
    "a seat without a record": (about(b"9"), "has no record"),
    "a variable without a name": (other_names(lambda names: names["variables"].pop()), ""),
    "a variable with two names": (
        other_names(lambda names: names["variables"][-1].update(number=1)),
        "no name, or two",
    ),
    "a clause with two meanings": (
        other_names(lambda names: names["clauses"].append(names["clauses"][0])),
        "no meaning, or two",
    ),
    "the proof is empty": (lambda files: {**files, PROOF: b""}, "the proof is empty"),
    "the proof goes on": (
        lambda files: {**files, PROOF: files[PROOF] + b"99999999 0 1 0\n"},
        "after the contradiction",
    ),
    "a clause more": (lambda files: {**files, FORMULA: files[FORMULA] + b"0\n"}, "does not count"),
    "junk": (lambda files: {**files, NAMES: b"\xff"}, "not a certificate"),
    "deep JSON": (lambda files: {**files, NAMES: b"[" * 100_000}, "not a certificate"),
}


@pytest.mark.parametrize("kind", AUDITS)
def test_the_checker_for_auditors_refuses_with_the_reason(kind: str, tmp_path: Path) -> None:
    change, reason = AUDITS[kind]
    found = audit(change(certificates()[0]), tmp_path)
    assert found.startswith("refused: ") and reason in found


@pytest.mark.soak
@pytest.mark.parametrize("name", scenario_names())
def test_dratify_agrees_with_the_checkers(name: str) -> None:
    dratify = import_module("dratify")
    for each in restated(name):
        files = files_of(*each, "1")
        steps = [line.split()[1:] for line in files[PROOF].decode().splitlines()]
        proof = "\n".join(" ".join(words[: words.index("0") + 1]) for words in steps)
        head, *clauses = files[FORMULA].decode().splitlines()
        unwritten = [
            clause for clause in clauses if len(clause.split()) > 2
        ]  # they hold if no mark is written
        for stated in (clauses, unwritten):
            head = f"{head.rsplit(' ', 1)[0]} {len(stated)}"
            formula = dratify.parse_dimacs("\n".join([head, *stated]))
            assert dratify.check_proof(formula, proof, engine="python").ok == (stated is clauses)

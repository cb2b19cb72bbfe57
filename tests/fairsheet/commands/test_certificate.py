"""`verify --certificate` and `certificate check`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fairsheet.sheets.library.templates import scenario_names

EXAMPLES = Path(__file__).parents[3] / "examples"
TAMPERED = EXAMPLES / "tampered"


@pytest.fixture
def folder(fairsheet: Any, tmp_path: Path) -> Path:
    """Return the certificate of the tampered example."""
    ended = fairsheet("verify", TAMPERED, "--certificate", tmp_path / "evidence", "--json")
    (sheet,) = ended.json["sheets"]
    assert (ended.code, sheet["verdict"]) == (1, "illegal")
    return Path(sheet["contradiction"][0]["certificate"])


def test_written_certificate_is_valid(fairsheet: Any, folder: Path) -> None:
    ended = fairsheet("certificate", "check", folder)
    assert (ended.code, ended.err) == (0, "")
    verdict_line = "launch, seed coral-otter-42, 3 players: no legal game leads to the sheet of seat 2\n"
    assert ended.out.startswith(f"{verdict_line}checked: ") and "clauses by rule: written: 105, " in ended.out
    in_czech = fairsheet("certificate", "check", folder, "--lang", "cs").out
    assert "klauzule podle pravidla: written: 105, " in in_czech
    document = fairsheet("certificate", "check", folder, "--json").json
    assert (document["format"], document["seats"]) == ("fairsheet.certificate-check/1", [2])
    assert document["marks"] > 0 and sum(document["rules"].values()) == document["clauses"]


def test_folder_of_several_tables_is_checked(fairsheet: Any, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "certificates" / "mine", tmp_path / "table-1" / "1-seat-1")
    shutil.copytree(EXAMPLES / "certificates" / "dome", tmp_path / "table-2" / "1-seat-1")
    ended = fairsheet("certificate", "check", tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "table-1/1-seat-1:\nmine, " in ended.out and "table-2/1-seat-1:\ndome, " in ended.out
    assert ended.out.endswith("2 certificates hold\n")
    document = fairsheet("certificate", "check", tmp_path, "--json").json
    assert document["format"] == "fairsheet.certificate-checks/1"
    assert [each["sheet"] for each in document["certificates"]] == ["mine", "dome"]
    (tmp_path / "table-2" / "1-seat-1" / "proof.lrat").write_bytes(b"")
    ended = fairsheet("certificate", "check", tmp_path)
    assert ended.code == 2 and "table-2/1-seat-1/proof.lrat: " in ended.err


@pytest.mark.parametrize("name", scenario_names())
def test_example_certificate_of_every_scenario_is_valid(fairsheet: Any, name: str) -> None:
    """If rules or their words have changed, run `python -m benchmarks.certificates --examples`."""
    folder = EXAMPLES / "certificates" / name
    ended = fairsheet("certificate", "check", folder)
    assert (ended.code, ended.err) == (0, "")
    checker = EXAMPLES / "check_certificate.py"
    subprocess.run([sys.executable, checker, folder], check=True, capture_output=True)


def test_verify_shows_the_path_of_the_certificate(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("verify", TAMPERED, "--certificate", tmp_path / "evidence")
    assert f"certificate: {tmp_path / 'evidence' / '1-seat-2'}" in " ".join(ended.out.split())


def test_certificates_of_an_earlier_run_are_named(fairsheet: Any, folder: Path) -> None:
    again = fairsheet("verify", TAMPERED, "--certificate", folder.parent)
    assert str(folder) not in again.err
    assert list(folder.parent.iterdir()) == [folder]
    other = fairsheet("verify", EXAMPLES / "legal", "--certificate", folder.parent)
    assert other.code == 0
    assert f"{folder}: this certificate is of an earlier run; delete it if you do not need it" in other.err


def test_another_certificate_is_not_replaced(fairsheet: Any, tmp_path: Path) -> None:
    former = tmp_path / "1-seat-2"
    shutil.copytree(EXAMPLES / "certificates" / "mine", former)
    for _ in range(2):
        ended = fairsheet("verify", TAMPERED, "--certificate", tmp_path)
        assert ended.code == 1
        assert f"certificate: {tmp_path / '2-seat-2'}" in " ".join(ended.out.split())
        assert str(former) in ended.err and f"{tmp_path / '2-seat-2'}" not in ended.err
        assert {each.name for each in tmp_path.iterdir()} == {"1-seat-2", "2-seat-2"}
    for folder in (former, tmp_path / "2-seat-2"):
        assert fairsheet("certificate", "check", folder).code == 0


def test_invalid_certificates_are_refused_in_one_line(fairsheet: Any, folder: Path, tmp_path: Path) -> None:
    def refusal(path: Path) -> str:
        ended = fairsheet("certificate", "check", path)
        assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
        return str(ended.err)

    assert "no such folder" in refusal(tmp_path / "nowhere")
    assert "no such folder" in refusal(folder / "formula.cnf")
    (folder.parent / "lost").mkdir()
    assert "lost: there is no certificate.json" in refusal(folder.parent)
    fairsheet("certificate", folder).refused(f"'fairsheet certificate check {folder}'")
    record = json.loads((folder / "record-1.json").read_text())
    (folder / "record-1.json").write_text(json.dumps({**record, "player": "Eve"}))
    assert "not the record of the certificate" in refusal(folder)
    with (folder / "proof.lrat").open("wb") as file:
        file.truncate(100_000_000)
    assert "more than 20000000 bytes" in refusal(folder)
    for number in range(60):
        (folder / f"{number}.txt").touch()
    assert "entries" in refusal(folder)

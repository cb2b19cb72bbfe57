"""Rosters: files with the names of all players."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.options.read_options import are_names_read
from fairsheet.options.rosters import LARGEST, read_roster
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.label import ocr


def test_a_roster_has_a_name_a_line(tmp_path: Path) -> None:
    roster = tmp_path / "club.txt"
    roster.write_bytes("\ufeff# Tuesdays\r\nJiří  Kovář \r\n\r\nGünther\r\nGÜNTHER\r\n".encode())
    assert read_roster(roster) == ("Jiří Kovář", "Günther")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"# nobody\n\n", "the file has no names"),
        ("Ji\u0159\xed".encode("utf-16"), "not text in UTF-8"),
        (b"Ada\n" + b"B" * 41, "club.txt line 2"),
        (b"Ada\n" * (LARGEST // 4 + 1), "too long"),
    ],
)
def test_invalid_rosters_are_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    roster = tmp_path / "club.txt"
    roster.write_bytes(content)
    with pytest.raises(FairsheetError) as refused:
        read_roster(roster)
    assert problem in str(refused.value) and str(roster) in str(refused.value)


def test_roster_needs_names_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "ocr_available", lambda: False)
    assert not are_names_read(None, usually=True, has_roster=False)
    assert are_names_read(True, usually=False, has_roster=True)
    for names in (None, False):
        with pytest.raises(FairsheetError, match="needs names to be read"):
            are_names_read(names, usually=True, has_roster=True)

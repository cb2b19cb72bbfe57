"""Lines that several templates share are in a separate file that they include."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.language.template_files import files_of, source_of
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError

BEDS = """part bed n
  row at: 20, 20 * n gap: gap
    slot bed.{n}
    slot bed.{n + 1}
"""
GARDEN = 'sheet garden "The garden"\nlet gap: 3\ninclude beds  # two slots each\nbed 1\nbed 3\n'


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    """Return a template that includes its beds."""
    (tmp_path / "beds.parts").write_text(BEDS)
    path = tmp_path / "garden.sheet"
    path.write_text(GARDEN)
    return path


def test_an_include_is_replaced_by_its_lines(garden: Path) -> None:
    whole = garden.with_name("whole.sheet")
    whole.write_text(GARDEN.replace("include beds  # two slots each\n", BEDS))
    assert read_template(garden).sheet == read_template(whole).sheet
    assert files_of(garden) == [garden, garden.with_name("beds.parts")]
    assert files_of(whole) == [whole]


def test_digests_cover_included_files(garden: Path) -> None:
    before = source_of(garden)
    parts = garden.with_name("beds.parts")
    parts.write_bytes(BEDS.replace("\n", "\r\n").encode())
    assert source_of(garden) == before
    parts.write_text(BEDS.replace("20 * n", "25 * n"))
    assert source_of(garden) != before


def test_the_digest_of_a_template_names_the_file_that_is_missing(garden: Path) -> None:
    garden.with_name("beds.parts").unlink()
    with pytest.raises(FairsheetError, match=r"beds\.parts: no such file"):
        source_of(garden)


def test_faults_in_included_files_have_their_own_place(garden: Path) -> None:
    garden.with_name("beds.parts").write_text(BEDS.replace("slot bed.{n}", "slut bed.{n}"))
    with pytest.raises(TemplateError, match=r"beds\.parts:3:5: there is no word slut") as raised:
        read_template(garden)
    assert "    slut bed.{n}\n        ^" in raised.value.details


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("include fence", "fence.parts cannot be included: no such file"),
        ("include ../beds", "is not"),
        ('include "beds"', "is not the name of a file of parts"),
        (
            "include (beds)",
            "is not the name of a file of parts",
        ),  # else its digest would not be that of the beds, too
        ("include beds\n  slot bed.1", "is not the name of a file of parts"),
        ("include beds gap: 2", "is not the name of a file of parts"),
        ("row\n  include beds", "include is not allowed here"),
        ("include wood", "sheet belongs in the template itself"),
    ],
)
def test_impossible_includes_are_faults(garden: Path, line: str, problem: str) -> None:
    garden.with_name("wood.parts").write_text('sheet wood "A wood"\n')
    garden.write_text(f'sheet garden "The garden"\n{line}\n')
    with pytest.raises(TemplateError, match=problem):
        read_template(garden)


def test_a_text_without_a_file_includes_nothing() -> None:
    with pytest.raises(TemplateError, match="include is not allowed here"):
        place(parse(GARDEN, "garden.sheet"))

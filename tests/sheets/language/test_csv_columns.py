"""A repeat steps through the rows of a CSV file, and each bad cell is named by its row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.template_files import files_of, source_of
from fairsheet.sheets.library.templates import read_template
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.sheets.model.sheet import Sheet

FARM = """sheet farm "The farm"
grid columns: 6 gap: 4 at: 4, 4
  repeat csv: "animals.csv"
    column gap: 2
      text "{name} {row}" size: 8
      icon animal.{row} plant size: 8
        facts value: points
"""
ANIMALS = "name,points\nCow,3\nGoat,2.0\nKráva,-1\n"


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    (tmp_path / "animals.csv").write_text(ANIMALS, encoding="utf-8")
    path = tmp_path / "farm.sheet"
    path.write_text(FARM)
    return path


def words_and_values(sheet: Sheet) -> list[tuple[str, object]]:
    words = [shape.words for shape in sheet.shapes if isinstance(shape, Text)]
    return list(
        zip(words, (field.attrs["value"] for field in sheet.fields if field.kind == "icon"), strict=True)
    )


def test_a_repeat_has_a_round_for_each_row(farm: Path) -> None:
    assert words_and_values(read_template(farm).sheet) == [("Cow 1", 3), ("Goat 2", 2), ("Kráva 3", -1)]


@pytest.mark.parametrize(
    "content",
    [
        ANIMALS.replace(",", ";").encode(),
        ANIMALS.replace("\n", "\r\n").encode("utf-8-sig"),
        ANIMALS.replace("Cow", '"Cow"').replace("Goat", '" Goat "').encode() + b"\n,\n",
    ],
    ids=["semicolons", "byte order mark", "quotes and blank rows"],
)
def test_other_forms_of_csv_give_the_same_rows(farm: Path, content: bytes) -> None:
    farm.with_name("animals.csv").write_bytes(content)
    assert words_and_values(read_template(farm).sheet) == [("Cow 1", 3), ("Goat 2", 2), ("Kráva 3", -1)]


def test_columns_step_together_with_counters(farm: Path) -> None:
    farm.write_text(
        FARM.replace('"animals.csv"', '"animals.csv"  place: 4..6').replace("{name}", "{name} {place}")
    )
    assert [words for words, _ in words_and_values(read_template(farm).sheet)][:2] == ["Cow 4 1", "Goat 5 2"]
    farm.write_text(FARM.replace('"animals.csv"', '"animals.csv"  place: 4..5'))
    with pytest.raises(TemplateError, match="need equally many values"):
        read_template(farm)


def test_words_in_cells_are_not_evaluated(farm: Path) -> None:
    farm.with_name("animals.csv").write_text('name,points\n"{points} 007",3\n')
    assert words_and_values(read_template(farm).sheet) == [("{points} 007 1", 3)]


def test_the_file_belongs_to_the_template(farm: Path) -> None:
    assert farm.with_name("animals.csv") in files_of(farm)
    before = source_of(farm)
    farm.with_name("animals.csv").write_text(ANIMALS.replace("Cow", "Pig"))
    assert source_of(farm) != before


BAD = [
    (b"", "animals.csv has no rows"),
    (b"name,points\n", "animals.csv has no rows"),
    (b"name,points\nCow\n", "row 2 has 1 cells, but row 1 has 2"),
    (b"\n,\nname,points\n\nCow\n", "row 5 has 1 cells, but row 3 has 2"),
    (b"name,points\n\n\nCow,=B1\n", "row 4, column points has a formula: =B1"),
    (b"name,points\nCow,3,4\n", "row 2 has 3 cells, but row 1 has 2"),
    (b"name,name\nCow,3\n", "column 2 of row 1 cannot be a name: 'name'"),
    (b"name,\nCow,3\n", "column 2 of row 1 cannot be a name: ''"),
    (b"name,points\nCow,3\nGoat,=SUM(B1:B2)\n", "row 3, column points has a formula: =SUM(B1:B2)"),
    (b'name,points\n"=cmd|/c calc",3\n', "row 2, column name has a formula"),
    ("name,points\nCow,3\nKráva,1\n".encode("cp1250"), "row 3 is not UTF-8 text"),
    ("name,points\nCow,3\n".encode("utf-16"), "row 1 is not UTF-8 text"),
    ("name,points\nCow,3\n".encode("utf-16-le"), "is not UTF-8 text"),
    (b'name,points\n"Cow,3\n', "row 2 is malformed"),
    (b'name,points\n"two\nlines",3\n', "row 2, column name has a line break"),
    (b"name,points\n" + b"x" * 3000 + b",1\n", "row 2, column name has a line break or more than 2000"),
    (b"name,points\n" + b"x" * 200_000 + b",1\n", "row 2 is malformed (field larger"),
    (b"name,points\n" + b"a,1\n" * 1001, "has more than 1000 rows"),
    (b"name,points\n" + b"a,1\n" * 1_000_000, "is too long: more than 500,000 bytes"),
]


@pytest.mark.parametrize(("content", "problem"), BAD, ids=[problem for _, problem in BAD])
def test_bad_files_are_named_with_row_and_column(farm: Path, content: bytes, problem: str) -> None:
    farm.with_name("animals.csv").write_bytes(content)
    with pytest.raises(TemplateError) as caught:
        read_template(farm)
    assert problem in caught.value.problem
    assert "farm.sheet:3:15" in caught.value.where and "animals.csv" in caught.value.problem


def test_a_file_as_the_value_of_a_counter_is_a_fault(farm: Path) -> None:
    farm.write_text(FARM.replace("csv: ", "row: "))
    with pytest.raises(TemplateError, match="row is a counter, not the name of a file"):
        read_template(farm)


def test_a_cell_of_the_wrong_type_is_a_fault_at_its_use(farm: Path) -> None:
    farm.write_text(FARM.replace("size: 8\n        facts", "size: points\n        facts"))
    farm.with_name("animals.csv").write_text('name,points\nCow,"7,5"\n')
    with pytest.raises(TemplateError, match="7,5 is not a number"):
        read_template(farm)


@pytest.mark.parametrize("name", ["../animals.csv", "animals.txt", "/etc/animals.csv", "missing.csv"])
def test_only_files_in_the_folder_of_the_template_are_read(farm: Path, name: str) -> None:
    farm.write_text(FARM.replace("animals.csv", name))
    with pytest.raises(TemplateError, match=r"csv takes the name of a file|missing\.csv cannot be read"):
        read_template(farm)

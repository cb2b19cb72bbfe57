"""Finding sheets by name, and storing the layouts of released prints."""

from __future__ import annotations

import copy
import gzip
import pickle
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fairsheet.sheets.language.choices import names_of, template_of
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.language.template_files import source_of
from fairsheet.sheets.library import release
from fairsheet.sheets.library import templates as library
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import (
    choices_of,
    is_custom,
    load_sheet,
    read_template,
    sheet_names,
    template_path,
)
from fairsheet.sheets.model.drawn_shapes import Shape
from fairsheet.sheets.model.sheet import ScoreLine, Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a separate folder of templates with one sheet."""
    for name, value in {
        "TEMPLATES": tmp_path, "RELEASED": tmp_path / "released", "INDEX": tmp_path / "released/index.json",
    }.items():  # fmt: skip
        monkeypatch.setattr(library, name, value)
    monkeypatch.setattr(release, "INDEX", library.INDEX)
    (tmp_path / "tiny.sheet").write_text('sheet tiny "Tiny"\nslot a at: 10, 10\n')
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Clear the cache of sheets."""
    names, layouts = (library.sheet_names, library.scenario_names), (library._current, library._released)
    for each in (*names, *layouts, library._shared_layouts, library.choices_of):
        each.cache_clear()


def fingerprint_of_release() -> str:
    (sheet,) = release.release("tiny")
    return sheet.fingerprint


CHOICES = """sheet tiny "Tiny"
choice fence: none, red
choice gate: left, right
repeat k: 1..2
  slot a.{k} at: 20 * k, 10
when is: gate = right
  slot b at: 60, 10
when is: fence = red
  outline (10, 40) (50, 40) (50, 60)
"""


def test_every_combination_of_choices_has_a_layout(templates: Path) -> None:
    template = templates / "tiny.sheet"
    template.write_text(CHOICES)
    names = ("tiny/none/left", "tiny/none/right", "tiny/red/left", "tiny/red/right")
    assert names_of("tiny", choices_of("tiny")) == names
    assert load_sheet("tiny") is load_sheet("tiny/none/left")
    assert [len(load_sheet(name).fields) for name in names] == [3, 4, 3, 4]
    assert len({load_sheet(name).fingerprint for name in names}) == 4
    assert not is_custom(load_sheet("tiny/red/left"))
    for name, problem in {
        "tiny/red": "not what can be chosen: it needs a value for each of fence, gate",
        "tiny/rad/left": "there is no fence 'rad'",
        "tiny/red/left/x": "not what can be chosen",
    }.items():
        with pytest.raises(FairsheetError, match=problem):
            load_sheet(name)
    with pytest.raises(FairsheetError, match="x is not what can be chosen"):
        BUNDLED.sheet("tiny/x")


def test_old_layouts_with_choices_stay(templates: Path) -> None:
    template = templates / "tiny.sheet"
    template.write_text(CHOICES)
    old = {sheet.name: sheet for sheet in release.release("tiny")}
    assert len(old) == 4
    assert sorted(path.name for path in (templates / "released" / "tiny").glob("*")) == [
        f"{fence}-{source_of(template)}.json.xz" for fence in ("none", "red")
    ]
    template.write_text(template.read_text().replace("20 * k", "25 * k"))
    forget()
    for name, sheet in old.items():
        assert BUNDLED.sheet(name, sheet.fingerprint) == sheet
        assert load_sheet(name).fingerprint != sheet.fingerprint
    release.release("tiny")
    assert len(list((templates / "released" / "tiny").glob("*"))) == 4


def test_unchanged_layouts_are_not_stored_twice(templates: Path) -> None:
    template = templates / "tiny.sheet"
    template.write_text(CHOICES)
    old = {sheet.name: sheet for sheet in release.release("tiny")}
    files = {path: path.read_bytes() for path in (templates / "released" / "tiny").glob("*")}
    template.write_text(CHOICES + "# in other words\n")
    forget()
    assert {sheet.name: sheet for sheet in release.release("tiny")} == old
    assert {path: path.read_bytes() for path in (templates / "released" / "tiny").glob("*")} == files
    source = source_of(template)
    for name, sheet in old.items():
        assert library.release_index()[name][source] == sheet.fingerprint
        assert load_sheet(name) == sheet


@pytest.mark.parametrize(
    "line", ["choice fence: 1 + 2", "choice fence: red gate: left", "row\n  choice a: b, c"]
)
def test_a_choice_that_is_written_otherwise_is_a_fault(line: str) -> None:
    with pytest.raises(FairsheetError, match="this choice is malformed"):
        place(parse(f'sheet tiny "Tiny"\n{line}\nslot a at: 10, 10\n', "tiny.sheet"))


@pytest.mark.parametrize("name", sheet_names())
def test_every_current_template_is_released_unchanged(name: str) -> None:
    placed = read_template(template_path(name))
    sheet = placed.sheet
    assert placed.unused_formulas == {}
    path = library.layout_path(sheet.name, sheet.fingerprint)
    assert path is not None, f"run: python -m fairsheet.sheets.library.release {name}"
    source = source_of(template_path(name))
    assert library.release_index()[sheet.name][source] == sheet.fingerprint
    assert all(source in library.release_index()[each] for each in names_of(name, choices_of(name)))
    assert load_sheet(name) == sheet
    assert load_sheet(name).fingerprint == sheet.fingerprint


def test_released_layouts_are_readable_with_fingerprint() -> None:
    paths = list(library.RELEASED.glob("*.json.gz"))
    assert paths
    for path in paths:
        name, _, fingerprint = path.name.removesuffix(".json.gz").rpartition("-")
        assert BUNDLED.sheet(name, fingerprint).fingerprint == fingerprint
    for path in library.RELEASED.glob("*/*.json.xz"):
        source = path.name.removesuffix(".json.xz").rpartition("-")[2]
        for name in library._shared_layouts(path):
            fingerprint = library.release_index()[name][source]
            assert BUNDLED.sheet(name, fingerprint).fingerprint == fingerprint


@pytest.mark.parametrize(
    ("name", "fingerprint"),
    [
        ("battle", "25269420"), ("colony", "1dbf0112"), ("dome", "b9baccf3"), ("escape", "ff52db4c"),
        ("journey", "13c44cd3"), ("launch", "73f4521e"), ("mine", "4d99367c"), ("virus", "e80a10c9"),
    ],
)  # fmt: skip
def test_prints_without_numbers_of_rows_stay_readable(name: str, fingerprint: str) -> None:
    now = load_sheet(name)
    printed = BUNDLED.sheet(name, fingerprint)
    assert printed.fingerprint == fingerprint
    assert [field.id for field in printed.fields] == [field.id for field in now.fields]
    assert printed.scores == now.scores and printed.missions == now.missions
    assert BUNDLED.sheet(name, solo=4).field.keys() > printed.field.keys()


def test_the_index_names_exactly_the_existing_layouts() -> None:
    named: set[Path] = set()
    for name, layouts in library.release_index().items():
        for source, fingerprint in layouts.items():
            path = library.layout_path(name, fingerprint)
            assert path is not None, f"{name} {source} {fingerprint} has no file"
            named.add(path)
    assert named == {*library.RELEASED.glob("*.json.gz"), *library.RELEASED.glob("*/*.json.xz")} - {
        *(library.RELEASED / "solo").iterdir()
    }


def test_the_name_of_a_template_is_that_of_its_sheet() -> None:
    for name in sheet_names():
        assert template_of(load_sheet(name).name) == name


def test_an_old_layout_stays_after_the_template_has_changed(templates: Path) -> None:
    old = fingerprint_of_release()
    template = templates / "tiny.sheet"
    template.write_text(template.read_text().replace("10, 10", "20, 20"))
    assert load_sheet("tiny").fingerprint != old  # the template is read, not the release
    assert BUNDLED.sheet("tiny", old).field["a"].rect.x == load_sheet("tiny").field["a"].rect.x - 10
    new = fingerprint_of_release()
    assert {path.name for path in (templates / "released").iterdir()} == {
        "index.json", f"tiny-{old}.json.gz", f"tiny-{new}.json.gz",
    }  # fmt: skip


def test_a_release_has_the_same_bytes_every_time(templates: Path) -> None:
    fingerprint = fingerprint_of_release()
    path = library.single_path("tiny", fingerprint)
    first = path.read_bytes()
    release.release("tiny")
    assert path.read_bytes() == first
    again = msgspec.json.decode(gzip.decompress(first), type=Sheet)
    assert msgspec.json.encode(again, order="deterministic") == gzip.decompress(first)


def test_an_unchanged_template_is_not_parsed_again(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release.release("tiny")
    template = templates / "tiny.sheet"
    template.write_bytes(template.read_bytes().replace(b"\n", b"\r\n"))  # like some checkouts
    monkeypatch.setattr(library, "read_template", lambda path: pytest.fail(f"{path} is parsed"))
    assert load_sheet("tiny").field["a"].kind == "slot"


def test_the_command(
    templates: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["release", "tiny"])
    assert release.main() == 0
    assert capsys.readouterr().out == f"tiny {load_sheet('tiny').fingerprint}\n"
    monkeypatch.setattr("sys.argv", ["release", "tinny"])
    assert release.main() == 2
    assert "tinny" in capsys.readouterr().err


def test_a_layout_of_another_sheet_is_not_given(templates: Path) -> None:
    fingerprint = fingerprint_of_release()
    with pytest.raises(FairsheetError, match="no sheet 'tin'"):
        BUNDLED.sheet("tin", fingerprint)


@pytest.mark.parametrize("name", sheet_names())
def test_a_sheet_keeps_its_identity_when_pickled(name: str) -> None:
    sheet = load_sheet(name)
    for again in (pickle.loads(pickle.dumps(sheet)), copy.copy(sheet), copy.deepcopy(sheet)):
        assert again == sheet and (again.fingerprint, again.digest) == (sheet.fingerprint, sheet.digest)


def test_parts_of_a_sheet_keep_its_identity_when_pickled() -> None:
    sheet = load_sheet("launch")
    shapes: tuple[Shape, ...] = pickle.loads(pickle.dumps(sheet.shapes))
    scores: tuple[ScoreLine, ...] = pickle.loads(pickle.dumps(sheet.scores))
    again = msgspec.structs.replace(sheet, shapes=shapes, scores=scores)
    assert (again.fingerprint, again.digest) == (sheet.fingerprint, sheet.digest)

"""Finding sheets by name, and keeping the layouts of released prints."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sheets import library, release
from sheets.errors import FairsheetError
from sheets.library import BUNDLED, load_sheet, load_template, sheet_names, template_path
from sheets.model import Sheet


@pytest.fixture
def templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of templates of its own, with one sheet."""
    for name, value in {
        "TEMPLATES": tmp_path, "RELEASED": tmp_path / "released", "INDEX": tmp_path / "released/index.json",
    }.items():  # fmt: skip
        monkeypatch.setattr(library, name, value)
    for name in ("RELEASED", "INDEX"):
        monkeypatch.setattr(release, name, getattr(library, name))
    (tmp_path / "tiny.sheet").write_text('sheet tiny "Tiny"\nslot a at: 10, 10\n')
    library._current.cache_clear()
    library._released.cache_clear()
    yield tmp_path
    library._current.cache_clear()
    library._released.cache_clear()


@pytest.mark.parametrize("name", sheet_names())
def test_every_current_template_is_released_as_it_is(name: str) -> None:
    sheet = load_template(template_path(name))
    path = library.layout_path(name, sheet.fingerprint)
    assert path.exists(), f"run: python -m sheets.release {name}"
    assert library.release_index()[name][library.source_of(template_path(name))] == sheet.fingerprint
    assert load_sheet(name) == sheet
    assert load_sheet(name).fingerprint == sheet.fingerprint


def test_every_released_layout_can_be_read_and_has_its_fingerprint() -> None:
    paths = list(library.RELEASED.glob("*.json.gz"))
    assert paths
    for path in paths:
        name, _, fingerprint = path.name.removesuffix(".json.gz").rpartition("-")
        assert BUNDLED.sheet(name, fingerprint).fingerprint == fingerprint


def test_the_name_of_a_template_is_that_of_its_sheet() -> None:
    for name in sheet_names():
        assert load_sheet(name).name == name


def test_an_old_layout_stays_after_the_template_has_changed(templates: Path) -> None:
    old = release.release("tiny")
    template = templates / "tiny.sheet"
    template.write_text(template.read_text().replace("10, 10", "20, 20"))
    assert load_sheet("tiny").fingerprint != old  # the template is read, not the release
    assert BUNDLED.sheet("tiny", old).field["a"].rect.x == load_sheet("tiny").field["a"].rect.x - 10
    new = release.release("tiny")
    assert {path.name for path in (templates / "released").iterdir()} == {
        "index.json", f"tiny-{old}.json.gz", f"tiny-{new}.json.gz",
    }  # fmt: skip


def test_a_release_is_the_same_bytes_every_time(templates: Path) -> None:
    fingerprint = release.release("tiny")
    path = library.layout_path("tiny", fingerprint)
    first = path.read_bytes()
    release.release("tiny")
    assert path.read_bytes() == first
    again = msgspec.json.decode(gzip.decompress(first), type=Sheet)
    assert msgspec.json.encode(again, order="deterministic") == gzip.decompress(first)


def test_an_unchanged_template_is_not_parsed_again(templates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release.release("tiny")
    template = templates / "tiny.sheet"
    template.write_bytes(template.read_bytes().replace(b"\n", b"\r\n"))  # as some checkouts have it
    monkeypatch.setattr(library, "load_template", lambda path: pytest.fail(f"{path} is parsed"))
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
    fingerprint = release.release("tiny")
    with pytest.raises(FairsheetError, match="no sheet 'tin'"):
        BUNDLED.sheet("tin", fingerprint)

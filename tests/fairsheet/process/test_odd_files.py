"""Files that are not what they seem, and names that are no text: always one line and exit code 2, nothing half done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Fairsheet

GAME = ("--seed", "otter", "--players", 2)
NO_TEXT = os.fsdecode(b"f\xfcr")


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def link_to_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    "make", [nothing, Path.mkdir, link_to_nowhere, link_to_itself], ids=lambda make: make.__name__
)
@pytest.mark.parametrize(
    "words",
    [("scan", "x.jpg"), ("scan", "x.pdf"), ("verify", "x.jpg"), ("verify", "x.json"), ("score", "x.json"),
     ("lint", "x.sheet"), ("preview", "x.sheet"), ("print", "x.sheet", *GAME, "-o", "x.pdf"),
     ("scan", "x.jpg", "--sheet", "x.sheet")],
    ids=lambda words: " ".join(map(str, words)),
)  # fmt: skip
def test_what_is_no_file_or_empty(
    fairsheet: Fairsheet, tmp_path: Path, make: Callable[[Path], None], words: tuple[object, ...]
) -> None:
    name = "x.sheet" if "x.sheet" in words else str(words[1])
    make(tmp_path / name)
    fairsheet(*words, cwd=tmp_path).refused(f"fairsheet: {name}:")
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x.json", "a record, not a photo; give it to fairsheet verify or fairsheet score"),
        ("x.doubts", "a list of doubts, not a photo"),
        ("x.sheet", "a template, not a photo; print it"),
    ],
)
def test_other_files_of_ours_are_no_photos(
    fairsheet: Fairsheet, tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / name).write_text("{}")
    fairsheet("scan", tmp_path / name).refused(said)


@pytest.mark.parametrize("name", ["x.gif", "two words.bmp"])
def test_every_picture_is_known_as_a_photo(fairsheet: Fairsheet, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"GIF89a\xff")
    ended = fairsheet("score", name, cwd=tmp_path)
    (line,) = ended.err.splitlines()
    assert ended.code == 2 and line.startswith(f"fairsheet: {name}: ") and "picture" in line


@pytest.mark.parametrize(
    "words",
    [("print", "launch", *GAME, "-o", "way/x.pdf"), ("simulate", "launch", *GAME, "-o", "way"),
     ("demo", *GAME, "-o", "way"), ("scan", "x.jpg", "-o", "way"), ("scan", "x.jpg", "--overlay", "way/on")],
)  # fmt: skip
def test_a_file_in_the_way_of_a_folder(
    fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...]
) -> None:
    (tmp_path / "way").write_text("here")
    fairsheet(*words, cwd=tmp_path).refused("a file is where a folder should be")
    assert [path.name for path in tmp_path.iterdir()] == ["way"] and (tmp_path / "way").read_text() == "here"


@pytest.mark.parametrize(
    "words",
    [("print", "launch", *GAME, "-o", "NAME.pdf"), ("simulate", "launch", *GAME, "-o", "NAME"),
     ("preview", "NAME.sheet", "--dpi", 40), ("scan", "NAME.jpg")],
)  # fmt: skip
def test_names_that_are_no_text_are_shown_as_far_as_they_are(
    fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...], name_that_is_no_text: str
) -> None:
    (tmp_path / f"{name_that_is_no_text}.sheet").write_text('sheet x "X"\nslot a at: 10, 10\n')
    said = (str(word).replace("NAME", name_that_is_no_text) for word in words)
    ended = fairsheet(*said, "--json", cwd=tmp_path)
    assert "unexpected" not in ended.err
    assert ended.json and "f\ufffdr" in ended.out


def test_in_a_poor_locale_a_seed_is_the_same_and_json_is_utf8() -> None:
    deal = [sys.executable, "-m", "fairsheet", "deal", "launch", "--turns", "1", "--players", "2"]
    poor = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"}
    for words in ([], ["--json"]):
        ended = subprocess.run([*deal, "--seed", "日本", *words], env=poor, capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert ("日本".encode() in ended.stdout) == bool(words)


DOUBTS = '{"format": "fairsheet.doubts/3", "photo": "a.jpg", "doubts": %s}'


@pytest.mark.parametrize("doubts", ["[" * 4000, "[" * 4000 + "]" * 4000, '"\\ud800"', "[[1]]"], ids=len)
@pytest.mark.parametrize("command", ["score", "verify"])
def test_doubts_that_are_none(
    fairsheet: Fairsheet, table: list[Path], tmp_path: Path, command: str, doubts: str
) -> None:
    (tmp_path / "x.json").write_bytes(table[0].read_bytes())
    (tmp_path / "x.doubts").write_text(DOUBTS % doubts)
    fairsheet(command, tmp_path / "x.json").refused("x.doubts: this file of doubts is broken")


@pytest.mark.parametrize("place", ["seat", "player", "sheet", "layout", "marks", "game"])
def test_half_a_surrogate_pair_in_a_record(
    fairsheet: Fairsheet, table: list[Path], tmp_path: Path, place: str
) -> None:
    record = json.loads(table[0].read_text()) | {place: {"\ud800": 1} if place == "marks" else "\ud800"}
    (tmp_path / "x.json").write_text(json.dumps(record))
    fairsheet("score", tmp_path / "x.json").refused("x.json: ")


@pytest.mark.parametrize(
    "words",
    [("score", "x.json"), ("verify", "x.json"), ("verify", "x.jpg"), ("scan", "x.jpg"), ("lint", "x.sheet"),
     ("preview", "x.sheet"), ("print", "x.sheet", *GAME, "-o", "x.pdf"), ("scan", "x.jpg", "--sheet", "x.sheet")],
    ids=lambda words: " ".join(map(str, words)),
)  # fmt: skip
def test_nobody_waits_for_a_pipe_that_says_nothing(
    fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...]
) -> None:
    name = "x.sheet" if "x.sheet" in words else str(words[1])
    os.mkfifo(tmp_path / name)
    fairsheet(*words, cwd=tmp_path).refused(f"{name}: this is not a regular file")


def test_open_pipes_can_be_read(fairsheet: Fairsheet, table: list[Path]) -> None:
    command = [sys.executable, "-m", "fairsheet", "score", "/dev/stdin", "--json"]
    whole = fairsheet("score", table[0], "--json")
    ended = subprocess.run(command, input=table[0].read_bytes(), capture_output=True, check=False)
    assert (ended.returncode, ended.stdout.decode()) == (whole.code, whole.out)


def test_a_seed_that_is_no_text(fairsheet: Fairsheet) -> None:
    fairsheet("deal", "launch", "--seed", NO_TEXT, "--players", 2).refused("--seed: this is not text")


@pytest.mark.parametrize(
    "words",
    [("scan", "*.jpg"), ("score", "*.json"), ("verify", "*"), ("report", "*.json"), ("review", "*.json"),
     ("review", "*"), ("lint", "*.sheet"), ("batch", "*", "-o", "out"), ("print", "launch", *GAME, "-o", "*.txt"),
     ("print", "launch", *GAME, "-o", "*.pdf"), ("seed", "commit", "Ada", "-o", "*"), ("icons", "-o", "*.png"),
     ("simulate", "launch", *GAME, "-o", "*")],
    ids=lambda words: " ".join(map(str, words)),
)  # fmt: skip
def test_a_name_that_is_too_long(fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...]) -> None:
    said = "" if words[0] in ("print", "seed", "icons", "simulate") else "cannot be read "
    long = (str(word).replace("*", 300 * "x") for word in words)
    fairsheet(*long, cwd=tmp_path).refused(f"{said}(File name too long)")


@pytest.mark.parametrize("command", ["preview", "try"])
@pytest.mark.parametrize("name", [".", ".."])
def test_a_folder_is_no_template(fairsheet: Fairsheet, command: str, name: str) -> None:
    fairsheet(command, name).refused("folder")

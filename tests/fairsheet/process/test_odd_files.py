"""Odd files and undecodable names give one line and exit code 2, and leave no partial output."""

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


def write_empty(path: Path) -> None:
    path.write_bytes(b"")


def link_to_missing(path: Path) -> None:
    path.symlink_to("nowhere")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    "make", [write_empty, Path.mkdir, link_to_missing, link_to_itself], ids=lambda make: make.__name__
)
@pytest.mark.parametrize(
    "words",
    [("scan", "x.jpg"), ("scan", "x.pdf"), ("verify", "x.jpg"), ("verify", "x.json"), ("score", "x.json"),
     ("lint", "x.sheet"), ("preview", "x.sheet"), ("print", "x.sheet", *GAME, "-o", "x.pdf"),
     ("scan", "x.jpg", "--sheet", "x.sheet")],
    ids=lambda words: " ".join(map(str, words)),
)  # fmt: skip
def test_empty_files_folders_and_broken_links_are_refused(
    fairsheet: Fairsheet, tmp_path: Path, make: Callable[[Path], None], words: tuple[object, ...]
) -> None:
    name = "x.sheet" if "x.sheet" in words else str(words[1])
    make(tmp_path / name)
    fairsheet(*words, cwd=tmp_path).refused(f"fairsheet: {name}:")
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x.json", "a record, not a photo; give it to fairsheet verify or fairsheet score"),
        ("x.doubts", "a list of doubts, not a photo"),
        ("x.sheet", "a template, not a photo; print it"),
    ],
)
def test_scan_refuses_other_files_of_fairsheet(
    fairsheet: Fairsheet, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / name).write_text("{}")
    fairsheet("scan", tmp_path / name).refused(message)


@pytest.mark.parametrize("name", ["x.gif", "two words.bmp"])
def test_every_picture_format_is_recognized(fairsheet: Fairsheet, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"GIF89a\xff")
    ended = fairsheet("score", name, cwd=tmp_path)
    (line,) = ended.err.splitlines()
    assert ended.code == 2 and line.startswith(f"fairsheet: {name}: ") and "picture" in line


@pytest.mark.parametrize(
    "words",
    [("print", "launch", *GAME, "-o", "way/x.pdf"), ("simulate", "launch", *GAME, "-o", "way"),
     ("demo", *GAME, "-o", "way"), ("scan", "x.jpg", "-o", "way"), ("scan", "x.jpg", "--overlay", "way/on")],
)  # fmt: skip
def test_file_in_place_of_an_output_folder_is_refused(
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
def test_undecodable_names_are_shown_with_replacements(
    fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...], name_that_is_no_text: str
) -> None:
    (tmp_path / f"{name_that_is_no_text}.sheet").write_text('sheet x "X"\nslot a at: 10, 10\n')
    message = (str(word).replace("NAME", name_that_is_no_text) for word in words)
    ended = fairsheet(*message, "--json", cwd=tmp_path)
    assert "unexpected" not in ended.err
    assert ended.json and "f\ufffdr" in ended.out


def test_ascii_locale_keeps_seeds_and_utf8_json() -> None:
    deal = [sys.executable, "-m", "fairsheet", "deal", "launch", "--turns", "1", "--players", "2"]
    poor = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"}
    for words in ([], ["--json"]):
        ended = subprocess.run([*deal, "--seed", "日本", *words], env=poor, capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert ("日本".encode() in ended.stdout) == bool(words)


DOUBTS = '{"format": "fairsheet.doubts/3", "photo": "a.jpg", "doubts": %s}'


@pytest.mark.parametrize("doubts", ["[" * 4000, "[" * 4000 + "]" * 4000, '"\\ud800"', "[[1]]"], ids=len)
@pytest.mark.parametrize("command", ["score", "verify"])
def test_malformed_doubts_are_refused(
    fairsheet: Fairsheet, table: list[Path], tmp_path: Path, command: str, doubts: str
) -> None:
    (tmp_path / "x.json").write_bytes(table[0].read_bytes())
    (tmp_path / "x.doubts").write_text(DOUBTS % doubts)
    fairsheet(command, tmp_path / "x.json").refused("x.doubts: this file of doubts is broken")


@pytest.mark.parametrize("place", ["seat", "player", "sheet", "layout", "marks", "game"])
def test_lone_surrogate_in_a_record_is_refused(
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
def test_silent_pipes_are_refused_without_waiting(
    fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...]
) -> None:
    name = "x.sheet" if "x.sheet" in words else str(words[1])
    os.mkfifo(tmp_path / name)
    fairsheet(*words, cwd=tmp_path).refused(f"{name}: this is not a regular file")


def test_standard_input_pipe_can_be_read(fairsheet: Fairsheet, table: list[Path]) -> None:
    command = [sys.executable, "-m", "fairsheet", "score", "/dev/stdin", "--json"]
    whole = fairsheet("score", table[0], "--json")
    ended = subprocess.run(command, input=table[0].read_bytes(), capture_output=True, check=False)
    assert (ended.returncode, ended.stdout.decode()) == (whole.code, whole.out)


def test_undecodable_seed_is_refused(fairsheet: Fairsheet) -> None:
    fairsheet("deal", "launch", "--seed", NO_TEXT, "--players", 2).refused("--seed: this is not text")


@pytest.mark.parametrize(
    "words",
    [("scan", "*.jpg"), ("score", "*.json"), ("verify", "*"), ("report", "*.json"), ("review", "*.json"),
     ("review", "*"), ("lint", "*.sheet"), ("batch", "*", "-o", "out"), ("print", "launch", *GAME, "-o", "*.txt"),
     ("print", "launch", *GAME, "-o", "*.pdf"), ("seed", "commit", "Ada", "-o", "*"), ("icons", "-o", "*.png"),
     ("simulate", "launch", *GAME, "-o", "*")],
    ids=lambda words: " ".join(map(str, words)),
)  # fmt: skip
def test_file_names_can_be_too_long(fairsheet: Fairsheet, tmp_path: Path, words: tuple[object, ...]) -> None:
    message = "" if words[0] in ("print", "seed", "icons", "simulate") else "cannot be read "
    long = (str(word).replace("*", 300 * "x") for word in words)
    fairsheet(*long, cwd=tmp_path).refused(f"{message}(File name too long)")


@pytest.mark.parametrize("command", ["preview", "try"])
@pytest.mark.parametrize("name", [".", ".."])
def test_folder_is_refused_as_a_template(fairsheet: Fairsheet, command: str, name: str) -> None:
    fairsheet(command, name).refused("folder")

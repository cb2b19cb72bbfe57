"""Commands after a game: score and verify, from records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.records.record import read_record, write_record
from fairsheet.pipeline.base.doubt_files import DoubtsFile, write_doubts_file
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.reading import Doubt
from fairsheet.vision.readings.reasons import UNSEEN

Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def edited(table: list[Path], tmp_path: Path) -> Callable[[Change], list[Path]]:
    """Return a function that changes the record of seat 1 in a copy of the table."""

    def change(edit: Change) -> list[Path]:
        record = json.loads(table[0].read_text())
        edit(record)
        (tmp_path / "seat-1.json").write_text(json.dumps(record))
        return [tmp_path / "seat-1.json", *table[1:]]

    return change


# --- score --------------------------------------------------------------------------------------------------------


def test_score_shows_the_ranking(fairsheet: Any, table: list[Path]) -> None:
    ended = fairsheet("score", *table)
    assert (ended.code, ended.err) == (0, "")
    assert "seat 3" in ended.out
    assert ended.out.endswith("\nnot proved: fairsheet verify proves it\n")
    lines = {line.split()[0]: line.split()[1:] for line in ended.out.splitlines()[:-1] if line.split()}
    assert list(lines)[-4:] == ["rank", "altitude", "errors", "total"]
    reached, errors, totals = (map(int, lines[name]) for name in ("altitude", "errors", "total"))
    assert [altitude + error for altitude, error in zip(reached, errors, strict=True)] == list(totals)


def test_wrong_sums_are_reported(fairsheet: Any, edited: Any) -> None:
    paths = edited(lambda record: record["marks"].update({"score.total": 7}))
    document = fairsheet("score", *paths, "--json").json
    assert document["players"][0]["differences"] == ["score.total"]
    assert "total: 7 written, " in fairsheet("score", *paths).err


# --- verify -------------------------------------------------------------------------------------------------------


def test_history_is_shown_in_words(fairsheet: Any) -> None:
    """The history names the cards that were taken or not taken, and the reason for any other ink."""
    ended = fairsheet("verify", Path(__file__).parents[3] / "examples" / "legal", "--history")
    words = " ".join(ended.out.split())
    assert ended.code == 0 and "seat 1" in words
    assert "14 9 energy write 9 in [floor 3, 6th slot]; not taken: 6 robot, 5 plant" in words
    assert (
        "; incident: circle [2nd row from the top, 1st system error “5”, under “Errors”, in the middle]; "
        "cross [floor 8, sabotage]; " in words
    )
    assert "35 none fits error: circle [" in words and "not taken: 8 planning, 9 energy, 9 energy" in words


def test_tampered_sheet_is_illegal_with_its_marks(fairsheet: Any, edited: Any) -> None:
    def descend(record: dict[str, Any]) -> None:
        numbers = {id_: mark for id_, mark in record["marks"].items() if id_.startswith("floor-1.")}
        record["marks"] |= dict.fromkeys(numbers, 5) | {"floor-1.1": 9, "floor-1.2": 9}

    paths = edited(descend)
    ended = fairsheet("verify", *paths, "--json")
    assert ended.code == 1
    first = ended.json["sheets"][0]
    assert first["verdict"] == "illegal"
    assert first["contradiction"][0]["why"]
    assert set(first["contradiction"][0]["fields"]) <= set(json.loads(paths[0].read_text())["marks"])
    assert "illegal" in fairsheet("verify", *paths).out
    scored = fairsheet("score", *paths)
    assert scored.code == 1
    assert (
        "(seat 1) has a contradiction, so the result may be wrong: fairsheet verify shows why" in scored.err
    )


def test_short_time_limit_leaves_the_verdict_undecided(fairsheet: Any, table: list[Path]) -> None:
    ended = fairsheet("verify", *table, "--time-limit", 1e-9)
    assert ended.code == 3 and "undecided" in ended.out


def test_game_without_missions_gets_a_hint_to_give_them(fairsheet: Any, edited: Any) -> None:
    path = edited(lambda record: record["game"].update(seed=None, missions=None))[0]
    ended = fairsheet("verify", path, "--time-limit", 1e-9)
    assert (ended.code, ended.err.count("missions of the table are unknown")) == (3, 1)
    assert '"missions": {"A": "A1", "B": "B1", "C": "C1"}' in ended.err and "--missions" in ended.err
    path = edited(lambda record: record["game"].update(seed=None))[0]
    assert "missions" not in fairsheet("verify", path, "--time-limit", 1e-9).err


def test_only_a_whole_table_shows_an_unfinished_game(fairsheet: Any, edited: Any, tmp_path: Path) -> None:
    path = edited(lambda record: record["marks"].clear())[0]
    alone = fairsheet("verify", path)
    assert "nothing on it ends the game" in alone.out
    assert (
        "players 2 and 3 are missing: the proof assumes any marks that the rules allow on them" in alone.err
    )
    record = json.loads(path.read_text())
    paths = [tmp_path / f"blank-{seat}.json" for seat in (1, 2, 3)]
    for seat, blank in enumerate(paths, start=1):
        blank.write_text(json.dumps(record | {"seat": seat}))
    ended = fairsheet("verify", *paths)
    assert ended.out.count("the game is not over") == len(paths) and "missing" not in ended.err
    hidden = Doubt.of("error.1", ((None, 1.0),), None, UNSEEN)
    for path in paths:
        write_doubts_file(path, DoubtsFile("seat.jpg", (hidden,)))
    ended = fairsheet("verify", *paths)
    assert ended.out.count("nothing on it ends the game") == len(paths) and "not over" not in ended.out


# --- what cannot be done ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "verify"])
def test_invalid_record_is_refused_with_place(fairsheet: Any, edited: Any, command: str) -> None:
    path = edited(lambda record: record["marks"].update({"floor-1.1": 99}))[0]
    fairsheet(command, path, "--json").refused(str(path), "marks.floor-1.1")
    path.write_bytes(b'{"format": "fairsheet.record/1"')
    fairsheet(command, path).refused(f"{path}:1:")


def test_missing_files_and_empty_folders_are_refused(fairsheet: Any, tmp_path: Path) -> None:
    fairsheet("score", tmp_path / "missing.json").refused("missing.json", "no such file")
    fairsheet("score", tmp_path).refused(str(tmp_path), "there is no record and no photo here")


def test_two_sheets_of_a_seat_are_reported(fairsheet: Any, table: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    marks = dict.fromkeys(("floor-2.1", "floor-3.1", "floor-4.1", "floor-5.1", "floor-6.1"), 3)
    other.write_text(json.dumps(json.loads(table[1].read_bytes()) | {"seat": 1, "marks": marks}))
    for command in ("verify", "score"):
        ended = fairsheet(command, table[1], table[0], other)
        assert ended.code == 3 and "two different sheets for Bot 1 (seat 1)" in ended.out + ended.err
        assert "give the files of one table at a time" in " ".join((ended.out + ended.err).split())
        ended = fairsheet(command, table[1], table[0], other, "--lang", "cs")
        assert ended.code == 3 and "dva různé listy (Bot 1 (hráč 1))" in ended.out + ended.err
        assert "zadat listy každého stolu zvlášť" in " ".join((ended.out + ended.err).split())
        assert "--table-by" not in ended.err
        assert str(table[0]) in ended.err and str(other) in ended.err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9"])
def test_impossible_time_limits_are_refused(fairsheet: Any, table: list[Path], seconds: str) -> None:
    fairsheet("verify", table[0], "--time-limit", seconds).refused("--time-limit", "")


def test_player_with_a_contradiction_has_no_rank(fairsheet: Any, tmp_path: Path) -> None:
    for seat, marks in ((1, {"error.1": "circled+crossed"}), (2, {"score.total": 0})):
        record = {"format": "fairsheet.record/1", "sheet": "launch", "game": {"seed": None, "players": 2},
                  "seat": seat, "player": "", "marks": marks}  # fmt: skip
        (tmp_path / f"{seat}.json").write_text(json.dumps(record))
    ended = fairsheet("score", tmp_path / "1.json", tmp_path / "2.json")
    assert ended.code == 1 and re.search(r"rank +1 +–", ended.out)
    assert set(fairsheet("score", tmp_path / "1.json", "--json").json) == {"format", "players", "ranking"}


def test_verify_asks_for_a_photo_of_a_hidden_half(fairsheet: Any, table: list[Path], tmp_path: Path) -> None:
    sheet, record = read_record(table[0].read_bytes(), "")
    left = [field.id for field in sheet.fields if field.rect.center.x < 105 and field.id != PLAYER]
    seen = {field: mark for field, mark in record.marks.items() if field not in left}
    path = tmp_path / "seat-1.json"
    path.write_bytes(write_record(replace(record, marks=seen)))
    hidden = (Doubt.of(field, ((None, 1.0),), None, UNSEEN) for field in left)
    write_doubts_file(path, DoubtsFile("seat-1.jpg", tuple(hidden)))
    again = f"{len(left)} fields cannot be seen: photograph that part"
    ended = fairsheet("verify", path)
    assert ended.code == 3 and f"undecided, {again}" in ended.out and "marks:" not in ended.out
    assert "something lies" not in ended.err and "blank?" not in ended.err
    ended = fairsheet("score", path)
    assert again in ended.err and "blank?" not in ended.err and "To answer" not in ended.err
    fairsheet("report", path, "-o", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "So much of this sheet cannot be seen" in page and "The work limit was reached" not in page

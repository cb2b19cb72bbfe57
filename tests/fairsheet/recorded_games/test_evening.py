"""An evening with a recorded game, from printing its sheets to the ranking."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from click.testing import CliRunner

from fairsheet.cli import program
from fairsheet.commands.sheets import game_rows
from fairsheet.engine.recorded.registry import GAMES
from fairsheet.engine.records.record import NO_SEAT, Record, Table, read_record, write_record
from fairsheet.engine.records.table_choices import LEVELS, OPTIONS
from fairsheet.sheets.library.templates import load_sheet, sheet_names, sheets_of_game
from tests.photographs import photographed

ROOT = Path(__file__).parents[3]
PRINTED = {  # by command: the sheets of the table and the number of pages
    "ares-expedition --players 3": (["ares-record"], 3),
    "ares-expedition --players 2 --option mode=competitive": (["ares-record"], 2),
    "ares-expedition --players 2 --option mode=coop": (["ares-coop", "ares-record"], 3),
    "ares-expedition --solo 2": (["ares-solo", "ares-record"], 2),
    "gaia-lost-fleet --players 2": (["gaia-setup", "gaia-record"], 5),
    "gaia-lost-fleet --solo 1": (["gaia-automa", "gaia-setup", "gaia-record"], 4),
    "planet-unknown --players 2 --choose 2=gaia/cosmos": (["planet-record"], 4),
    "pulsar-2849 --players 2": (["pulsar-table", "pulsar-final", "pulsar-ledger"], 7),
    "pulsar-2849 --players 2 --seat 2": (["pulsar-final", "pulsar-ledger"], 3),
}


@pytest.mark.parametrize("typed", PRINTED)
def test_all_sheets_of_a_game_are_printed_at_once(fairsheet: Any, tmp_path: Path, typed: str) -> None:
    sheets, pages = PRINTED[typed]
    ended = fairsheet("print", *typed.split(), "--seed", "otter", "--json", cwd=tmp_path)
    assert ended.code == 0, ended.err
    printed = ended.json
    assert (printed["sheet"], printed["sheets"]) == (typed.split()[0], sheets)
    assert printed["pages"] == len(pypdfium2.PdfDocument(tmp_path / printed["file"])) == pages


def test_commands_on_the_pages_of_the_games_work(monkeypatch: Any, tmp_path: Path) -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/play/recorded").glob("*.md"))
    calls = re.findall(r"^fairsheet ((?:print|deal) .*)$", pages, re.MULTILINE)
    assert len(calls) > 15 and {game for game in GAMES if any(game in call for call in calls)} == set(GAMES)
    monkeypatch.chdir(tmp_path)
    for call in calls:
        ended = CliRunner().invoke(program, call.split())
        assert ended.exit_code == 0 and ended.output, call


def test_every_page_of_a_game_has_the_label_of_its_sheet(fairsheet: Any, tmp_path: Path) -> None:
    words = ("gaia-lost-fleet", "--solo", "3", "--seed", "otter", "-o", "all.pdf")
    assert fairsheet("print", *words, cwd=tmp_path).code == 0
    scanned = fairsheet("scan", "all.pdf", "--json", cwd=tmp_path)
    sheets = [
        (sheet["record"]["sheet"], sheet["record"]["seat"])
        for photo in scanned.json["photos"]
        for sheet in photo["sheets"]
    ]
    assert sheets == [("gaia-automa", None), ("gaia-setup", None), ("gaia-record", 1)]


def test_options_replace_the_label_of_a_torn_page(fairsheet: Any, tmp_path: Path) -> None:
    sheet, game = load_sheet("pulsar-table"), Table("otter", 3, name="Club")
    record = Record(sheet.name, sheet.fingerprint, game, NO_SEAT, {})
    (tmp_path / "seat.json").write_bytes(write_record(record))
    (tmp_path / "torn.jpg").write_bytes(photographed(tmp_path / "seat.json", label=False))
    label_options = "--sheet pulsar-table --players 3 --seed otter --table Club"
    ended = fairsheet("scan", "torn.jpg", *label_options.split(), "-o", "read", cwd=tmp_path)
    assert ended.code in (0, 3), ended.err
    _, read = read_record((tmp_path / "read/torn.json").read_bytes(), "torn.json")
    assert (read.sheet, read.seat, read.game) == (sheet.name, NO_SEAT, game)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("print ares-expedition --players 2", "give --option mode=competitive or --option mode=coop"),
        ("print ares-record --players 7", "--players: 7 players cannot play with this sheet; it is for 1, 2, 3 or 4"),
        ("print ares-expedition --solo 1 --option mode=competitive", "has no option"),
        ("scan . --sheet ares-coop --players 2 --seat 1", "--seat: all players of the table"),
        ("scan . --sheet ares-record --players 3", "--seat: the seat is missing; give 1 to 3"),
        ("scan . --sheet ares-record --players 2 --seat 1", "give --option mode=competitive or --option mode=coop"),
        ("scan . --sheet launch --option mode=coop", "this sheet has no options"),
        ("print ares-coop --seat 1", "--seat: all players of the table share this sheet"),
        ("print pulsar-2849 --key", "--key: a key shows only one of pulsar-final, pulsar-ledger and"),
        ("print pulsar-final --players 2 --physical-cards", "always uses its own cards"),
        ("print Gaia-Lost-Flet --players 2", "there is no sheet 'Gaia-Lost-Flet'; did you mean gaia-lost-fleet?"),
        ("print planet-unknown --solo 2", "there is no level 2 of the one-player game; its only level is 1"),
        ("print gaia-automa --solo 0", "--solo: there is no level 0 of the one-player game; give one of 1 to 5"),
        ("print gaia-lost-fleet --solo 6", ": 1 Automalein, who begins with 0 points; 2 Automa, with 15"),
        ("print launch --solo 9", "levels are 1 to 8"),
        ("print ares-coop --players 2 --option mode=coop --choose 9=zz", "--choose: all players of the table"),
        ("print gaia-setup --players 2 --choose 9=zz", "--choose: all players of the table share this sheet"),
        ("print ares --players 3", "did you mean ares-expedition?"),
        ("print planet-unknown --players 2 --option events.red=30", "choose 0 to 20"),
        ("print pulsar-2849 --players 3 --option map=closed", "open or dead-ends"),
        ("print ares-expedition --players 3 --choose 1=gaia/cosmos", "this sheet has no choices"),
        ("print pulsar-2849 --solo 1", "there is no one-player game with this sheet; it is for 2, 3 or 4"),
        ("print gaia-project --players 2", "did you mean gaia-lost-fleet?"),
        ("print gaia-lost-fleet --players 2 --option extension=drawn", "the extension asks for 25 points"),
        ("print planet-unknown --solo 1 --option personal=no", "four personal missions in any case"),
        ("print planet-record --players 3 --choose 4=gaia/cosmos", "not a choice for a seat"),
        ("print planet-record --players 3 --choose gaia/cosmos", "not a choice for a seat"),
        ("print planet-record --players 3 --choose 1=gaia", "not what can be chosen"),
        ("print planet-record --players 3 --choose 1=gaja/cosmos", "did you mean gaia"),
        ("deal planet-unknown --players 2 --seed x --option events.red=5", "a game has 20 events in all, or none"),
        ("deal planet-unknown --players 2 --seed x --option events.red=19 --option events.green=1", "there are 18 red"),
        ("deal planet-unknown --players 2 --seed x --option events.green=17 --option events.red=3", "are 16 green"),
        ("sheets gaia-project", "did you mean gaia-lost-fleet?"),
        ("sheets lunch", "did you mean launch?"),
        ("sheets garden.txt", "the file name of a template must end in .sheet"),
        ("deal pulsar-table --players 3 --seed x --reveal dice", "no face-down cards are named dice; give systems"),
        ("deal pulsar-table --players 3 --seed x --reveal systems.17", "there is no face-down card systems.17"),
        ("deal gaia-setup --players 3 --seed x --reveal tiles", "this table has no face-down cards"),
        ("deal launch --players 3 --reveal oceans", "only recorded games have face-down cards"),
        ("deal pulsar-table --players 3 --reveal systems.1 --json", "--json: the JSON document already has"),
        ("deal pulsar-table --players 3 --reveal systems.1 --from 3", "--from: face-down cards do not belong"),
        ("deal pulsar-table --players 3 --reveal systems.1 --turns 1", "--turns: face-down cards do not belong"),
        ("fields gaia-lost-fleet", "one sheet is needed; choose from gaia-record, gaia-automa and gaia-setup"),
        ("deal pulsar-2849 --players 3 --from 99", "--from: there is no round 99; ask for rounds 1 to 8"),
        ("deal pulsar-2849 --players 3 --from 8 --turns 2", "--turns: there is no round 9; ask for rounds 1 to 8"),
        ("deal pulsar-2849 --players 3 --from 0 --json", "--from: the JSON document already has all rounds"),
        ("deal pulsar-2849 --players 3 --from 3 --json", "--from: the JSON document already has all rounds"),
        ("deal ares-expedition --solo 1 --turns 2 --json", "--turns: the JSON document already has all rounds"),
        ("deal pulsar-2849 --players 3 --from 4 --turns 0", "--turns: there is no round 3"),
        ("deal ares-expedition --solo 1 --from 26", "--from: there is no round 26; ask for rounds 1 to 25"),
        ("deal ares-expedition --players 3 --from 1", "no cards for single rounds"),
        ("deal gaia-lost-fleet --players 3 --turns 1", "--turns: this table has no cards for single rounds"),
        ("deal planet-unknown --players 3 --from 1", "no cards for single rounds"),
        ("deal pulsar-2849 --players 3 --history x.json", "--history: a recorded game has no history"),
    ],
)  # fmt: skip
def test_impossible_options_give_one_line(fairsheet: Any, tmp_path: Path, words: str, problem: str) -> None:
    (tmp_path / "x.json").write_text("[]")
    ended = fairsheet(*words.split(), cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert problem in ended.err and len(ended.err.splitlines()) == 1


def test_commands_accept_the_folder_of_simulate(fairsheet: Any, tmp_path: Path) -> None:
    words = ("ares-expedition", "--players", "2", "--option", "mode=coop", "--seed", "otter", "-o", "games")
    assert fairsheet("simulate", *words, cwd=tmp_path).code == 0
    for command in ("verify", "score", "report"):
        ended = fairsheet(command, "games", cwd=tmp_path)
        assert ended.code == 0
        assert "games: reads the records in games/otter" in ended.err
    page = (tmp_path / "ares-expedition-otter.html").read_text()
    assert "<h1>Ares Expedition</h1>" in page and '<span class="rank"></span>' in page


def test_verdict_of_a_legal_sheet_names_the_checks(fairsheet: Any, tmp_path: Path) -> None:
    assert fairsheet("simulate", "ares-expedition", "--players", 3, "--seed", "otter", cwd=tmp_path).code == 0
    folder = tmp_path / "ares-expedition-games" / "otter"
    for record, words in (
        (folder, "no contradiction within it, with the other sheets or with what the seed drew"),
        (folder / "seat-1.json", "no contradiction within it or with what the seed drew"),
    ):
        assert f"Bot 1 (seat 1): legal, {words}\n" in fairsheet("verify", record).out


def test_outputs_distinguish_both_sheets_of_a_player(fairsheet: Any, tmp_path: Path) -> None:
    for sheet in ("pulsar-final", "pulsar-ledger"):
        words = (sheet, "--players", 2, "--seed", "otter", "-o", sheet)
        assert fairsheet("simulate", *words, cwd=tmp_path).code == 0
    folders = [tmp_path / sheet / "otter" for sheet in ("pulsar-final", "pulsar-ledger")]
    (folders[0] / "pulsar-table.json").unlink()
    verdict = fairsheet("verify", *folders).out
    for owner in ("Bot 1 (seat 1), final scoring", "Bot 1 (seat 1), ledger", "the sheet “the table”"):
        assert f"{owner}: legal" in verdict
    assert fairsheet("report", *folders, "-o", tmp_path / "both.html").code == 0
    assert "Bot 2, ledger</bdi>" in (tmp_path / "both.html").read_text()


def test_the_points_of_a_recorded_game_add_up(fairsheet: Any, tmp_path: Path) -> None:
    words = ("ares-expedition", "--solo", "2", "--seed", "otter", "-o", tmp_path)
    assert fairsheet("simulate", *words).code == 0
    _, _, table = fairsheet("score", tmp_path / "otter").out.partition("─\n")
    rows = [line.rsplit(maxsplit=1) for line in table.splitlines() if line.startswith(" ")]
    points = {name.strip(): int(number) for name, number in rows}
    added = [number for name, number in points.items() if name != "total" and "(not added)" not in name]
    assert points["total"] == sum(added) and {"Final rating", "Forest points"} <= points.keys()
    assert list(points).index("total") < list(points).index("If equal (not added)")


def test_score_reports_a_wrong_sum_on_the_sheet_of_the_table(fairsheet: Any, tmp_path: Path) -> None:
    words = ("ares-coop", "--seed", "otter", "-o", tmp_path)
    assert fairsheet("simulate", *words).code == 0
    log = tmp_path / "otter" / "ares-coop.json"
    record = json.loads(log.read_text())
    total = record["marks"]["sum.together"]
    log.write_text(json.dumps(record | {"marks": record["marks"] | {"sum.together": 7}}))
    ended = fairsheet("score", tmp_path / "otter")
    wrong = f"the sheet “two together”: Together: 7 written, {total} computed\n"
    assert (ended.code, wrong in ended.err) == (0, True)


def test_wrong_total_is_reported_everywhere_but_legal(fairsheet: Any, tmp_path: Path) -> None:
    words = ("ares-expedition", "--players", 3, "--seed", "otter", "-o", tmp_path)
    assert fairsheet("simulate", *words).code == 0
    folder = tmp_path / "otter"
    record = json.loads((folder / "seat-1.json").read_text())
    total = record["marks"]["score.total"]
    record["marks"]["score.total"] = total + 1
    (folder / "seat-1.json").write_text(json.dumps(record))
    wrong = f"Total: {total + 1} written, {total} computed"
    verdict = fairsheet("verify", folder)
    assert (verdict.code, f"Bot 1 (seat 1): legal, added up wrongly: {wrong}\n" in verdict.out) == (0, True)
    (note,) = fairsheet("verify", folder, "--json").json["sheets"][0]["findings"]
    assert (note["level"], note["wrong_sum"]) == ("note", {"written": total + 1, "computed": total})
    score = fairsheet("score", folder)
    assert (score.code, f"Bot 1 (seat 1): {wrong}\n" in score.err) == (
        0,
        True,
    )
    assert fairsheet("report", folder, "-o", tmp_path / "table.html").code == 0
    assert f"Legal, added up wrongly: {wrong}." in (tmp_path / "table.html").read_text()


def test_every_option_and_level_has_words() -> None:
    assert set(OPTIONS) == set(LEVELS) == set(GAMES)
    for sheet in map(load_sheet, sheet_names()):
        if sheet.game is not None:
            assert {option.id for option in sheet.options} <= set(OPTIONS[sheet.game])
            assert sheet.solo_levels in (0, len(LEVELS[sheet.game]))
    for game in GAMES:
        chosen = {option.id for sheet in sheets_of_game(game) for option in sheet.options}
        assert chosen == set(OPTIONS[game])


def test_sheets_lists_the_choices_of_a_table(fairsheet: Any) -> None:
    listed = fairsheet("sheets").out
    assert "--option dice=seeded|own" in listed and "--option events.red=0…20" in listed
    assert ["", "--solo 2", LEVELS["ares-expedition"][1]] in [
        list(row) for row in game_rows("ares-expedition")
    ]
    (log,) = (each for each in fairsheet("sheets", "--json").json["sheets"] if each["sheet"] == "ares-coop")
    assert log["game"] == "ares-expedition" and log["levels"] == []
    (mode,) = log["options"]
    assert mode == {
        "option": "mode",
        "values": ["competitive", "coop"],
        "is": OPTIONS["ares-expedition"]["mode"],
    }


def test_help_shows_the_levels_of_the_games(fairsheet: Any) -> None:
    words = " ".join(fairsheet("print", "--help").out.split())
    for game in ("gaia-lost-fleet", "ares-expedition"):
        assert f"{game} 1 to {len(LEVELS[game])}" in words
    assert "planet-unknown 1" in words and len(LEVELS["planet-unknown"]) == 1

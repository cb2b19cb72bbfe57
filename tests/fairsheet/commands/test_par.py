"""`fairsheet par` and `fairsheet analyse`."""

from __future__ import annotations

import json
import re
import signal
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fairsheet as library
from fairsheet.commands import report
from fairsheet.engine.analysis import _hindsight, _turns
from fairsheet.engine.analysis import analyse as analysing
from fairsheet.engine.analysis._turns import Estimate, SeatTurn
from fairsheet.engine.analysis.analyse import Analysis, PlayerAnalysis, TurnAnalysis
from fairsheet.engine.analysis.worth import Par
from fairsheet.engine.records.ink import History, Ink, Turn
from fairsheet.engine.records.table_records import format_missing
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.options import analysed_games
from fairsheet.pipeline.work.parallel import map_in_processes
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.wording.analysis_words import analysis_lines, balance_rows, costly_turns, total_line
from tests.fairsheet.here import records_of, write_records


def test_par_shows_a_game_that_replays(fairsheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_hindsight, "WORK", 300)
    words = ("par", "dome", "--seed", "otter", "--players", "3")
    found = json.loads(fairsheet(*words, "--json").out)
    assert {name: found[name] for name in ("format", "sheet", "seed", "players", "solo", "cards")} == {
        "format": "fairsheet.par/1", "sheet": "dome", "seed": "otter", "players": 3, "solo": None, "cards": None,
    }  # fmt: skip
    assert str(found["best"]) in fairsheet(*words).out
    assert str(round(found["par"])) in fairsheet(*words).out
    history = msgspec.convert(found["history"], History)
    assert len(history) > 20


@pytest.mark.parametrize("name", ["launch", "battle", "dome"])
def test_the_best_game_is_not_worse_than_those_of_bots(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_hindsight, "WORK", 0)
    totals = [
        library.Game.from_records(game.records).total(seat)
        for policy in ("greedy", "casual")
        for game in simulate(load_sheet(name), "otter", 2, policy=policy)
        for seat in (1, 2)
    ]
    assert library.par(name, seed="otter", players=2).best >= max(totals)


@pytest.mark.parametrize(("best", "lines"), [(105, 2), (104, 3)])
def test_par_says_that_no_game_found_reaches_it(
    fairsheet: Any, monkeypatch: pytest.MonkeyPatch, best: int, lines: int
) -> None:
    found = Par("dome", "otter", 2, None, 104.6, None, best, History(()))
    monkeypatch.setattr("fairsheet.commands.par.worth_of_cards", lambda *args, **options: found)
    ended = fairsheet("par", "dome", "--seed", "otter", "--players", "2")
    assert len(ended.out.splitlines()) == lines


def test_par_is_only_for_scenarios(fairsheet: Any) -> None:
    ended = fairsheet("par", "pulsar-ledger", "--seed", "otter", "--players", "2")
    assert ended.code == 2
    assert "pulsar-ledger" in ended.err


def test_par_of_the_solo_game_depends_on_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_hindsight, "WORK", 0)
    easy, hard = (library.par("launch", seed="otter", solo=level) for level in (1, 8))
    assert easy.par > hard.par > 0
    assert (easy.solo, easy.players) == (1, 1)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse in this process, with few playouts."""
    monkeypatch.setattr(analysed_games, "map_in_processes", map)
    monkeypatch.setattr(_turns, "PLAYOUTS", 2)
    monkeypatch.setattr(_turns, "ROUNDS", (2,))
    monkeypatch.setattr(_turns, "CANDIDATES", 0)
    monkeypatch.setattr(_turns, "AGAIN", (range(2),))
    monkeypatch.setattr(_hindsight, "WORK", 0)


@pytest.mark.usefixtures("quick")
def test_analysis_adds_up_and_goes_on_where_it_stopped(
    fairsheet: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_records(tmp_path / "game", records_of("launch", "analysed"))
    words = ("analyse", str(tmp_path / "game"), "--keep", str(tmp_path / "parts"), "--json")
    ended = fairsheet(*words)
    assert ended.code == 0
    (kept,) = (tmp_path / "parts").iterdir()
    kept.write_text(json.dumps(json.loads(kept.read_bytes())[:-3]))
    asked: list[int] = []

    def count(perform: Any, tasks: Any) -> Any:
        asked.append(len(tasks))
        return map(perform, tasks)

    def interrupt(perform: Any, tasks: Any) -> Any:
        yield perform(tasks[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(analysed_games, "map_in_processes", interrupt)
    stopped = fairsheet(*words)
    parts = len(json.loads(kept.read_bytes()))
    assert stopped.code == ExitCode.INTERRUPTED
    assert f" {parts} " in stopped.err and "--keep" not in stopped.err
    assert "without --keep" in fairsheet(*words[:2]).err
    monkeypatch.setattr(analysed_games, "map_in_processes", count)
    assert fairsheet(*words).out == ended.out
    assert asked == [2]
    report = ("report", str(tmp_path / "game"), "--analyse", *words[2:4], "-o", str(tmp_path / "game.html"))
    assert fairsheet(*report).code == 0
    assert asked == [2, 0]  # the report takes what `analyse` kept
    document = json.loads(ended.out)
    assert document["format"] == "fairsheet.analysis/1"
    for player in document["players"]:
        moved = sum(turn["luck"] + turn["others"] - turn["loss"] for turn in player["turns"])
        assert round(player["par"] + moved, 5) == player["total"] <= player["best"]


def test_report_can_have_the_analysis(
    fairsheet: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = tuple(
        PlayerAnalysis(seat, 150, 140.0, 150, (TurnAnalysis(1, 10.0, 0.0, 0.0, 0.0, ()),)) for seat in (1, 2)
    )
    monkeypatch.setattr(report, "analyse_table", lambda *given: Analysis(players))
    write_records(tmp_path / "game", records_of("launch", "analysed"))
    words = ("report", str(tmp_path / "game"), "-o", str(tmp_path / "game.html"))
    assert fairsheet(*words, "--analyse").code == 0
    page = (tmp_path / "game.html").read_text()
    assert page.count("<h3>Par</h3>") == 2
    assert page.count("par (140)") == page.count("<li>Luck and small losses: +10.</li>") == 2
    assert "<li>Par:" not in page
    assert not re.search(r"[!?]\.<", page)  # sentences end once


@pytest.mark.usefixtures("quick")
def test_solo_battle_is_analysed_by_the_history_of_its_player(
    fairsheet: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    none = Estimate(0.0, 0.0)
    monkeypatch.setattr(
        analysing,
        "study_turn",
        lambda sheet, turn, *rest: [SeatTurn(turn[0][0].turn, 0.0, none, none, 0.0, ())],
    )
    (played,) = simulate(load_sheet("battle"), "analysed", 1, policy="random", solo=3)
    game = library.Game.from_records(played.records)
    write_records(tmp_path / "game", played.records)
    ended = fairsheet("analyse", str(tmp_path / "game"))
    assert ended.code == 0
    par = library.par("battle", seed="analysed", solo=3).par
    assert ended.out.count(total_line(game.total(1), par)) == 1


@pytest.mark.usefixtures("quick")
def test_a_table_that_is_not_legal_and_complete_has_no_analysis(fairsheet: Any, tmp_path: Path) -> None:
    ada, ben = records_of("launch", "analysed")
    illegal = msgspec.structs.replace(ben, marks={"floor-1.1": 9, "floor-1.2": 3})
    for name, records in (("missing", [ada]), ("illegal", [ada, illegal])):
        write_records(tmp_path / name, records)
        ended = fairsheet("analyse", str(tmp_path / name))
        assert ended.code == 2
        assert ended.err.startswith(f"fairsheet: {'launch' if name == 'illegal' else 'records'}: ")
        assert (format_missing((2,)) in ended.err) == (name == "missing")


def test_a_file_in_place_of_the_kept_parts_is_refused_at_once(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "parts").write_text("a note")
    for folder in (tmp_path / "parts", tmp_path / "parts" / "inside"):
        ended = fairsheet("analyse", str(tmp_path / "no records"), "--keep", str(folder))
        assert ended.code == 2
        assert ended.err.startswith(f"fairsheet: {folder}: ")


def test_a_report_without_analysis_keeps_no_parts(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("report", str(tmp_path / "no records"), "--keep", str(tmp_path / "parts"))
    assert ended.code == 2
    assert ended.err.startswith("fairsheet: --keep: ") and "--analyse" in ended.err
    assert not (tmp_path / "parts").exists()


def test_words_show_uncertainty_and_what_differs() -> None:
    ink = (Ink("floor-1.1", 3, "number"),)
    turns = (
        TurnAnalysis(1, 4.2, 0.4, 9.4, 2.0, ink),
        TurnAnalysis(2, 0.0, -0.8, 3.0, 2.0, ink),
        TurnAnalysis(3, 0.0, 0.0, 12.0, 3.0, (*ink, Ink("floor-3.1", 5, "action"))),
        TurnAnalysis(4, 0.0, 0.0, 0.0, 5.0, ()),
    )
    sheet = load_sheet("launch")
    player = PlayerAnalysis(1, 101, 121.6, 130, turns)
    same = Ink("floor-3.1", 5, "action")
    history = tuple(Turn(turn, 1, (Ink(f"floor-2.{turn}", turn, "number"), same)) for turn in (1, 2, 3))
    lines = [str(line).split("; ") for line in costly_turns(player, sheet, history)]
    assert [line[0] for line in lines] == [
        "turn 3 cost 12 ± 3",
        "turn 1 cost 9 ± 2",
        "turn 2 may have cost 3 ± 2",
    ]
    assert [("floor 2" in line[1], "floor 1" in line[2]) for line in lines] == [(True, True)] * 3
    assert ["floor 3" in line[1] for line in lines] == [False, True, True]  # only in turn 3 do both have it
    solo = TurnAnalysis(1, 0.0, 0.0, 4.0, 1.0, (*ink, Ink("floor-3.1", "crossed", "astra")))
    left = (
        Turn(1, 1, (*ink, Ink("floor-2.1", "crossed", "astra"))),
    )  # the same choice, but another card left
    (line,) = map(str, costly_turns(msgspec.structs.replace(player, turns=(solo,)), sheet, left))
    assert [f"floor {number}" in line for number in (1, 2, 3)] == [False, True, True]
    unclaimed = msgspec.structs.replace(solo, better=(*left[0].ink, Ink("mission.a", 3, "mission")))
    (line,) = map(str, costly_turns(msgspec.structs.replace(player, turns=(unclaimed,)), sheet, left))
    assert "mission" in line.split("; ")[2]
    # the parts add up as printed: rounded alone, luck would be +4
    shown = ["122", "+3", "+0 ± 6", "-24 ± 4", "101", "130"]
    assert [points for _, points in balance_rows(player, alone=False)] == shown
    assert [points for _, points in balance_rows(player, alone=True)] == [*shown[:2], *shown[3:]]
    assert not costly_turns(msgspec.structs.replace(player, turns=turns[3:]), sheet, history)
    nothing = msgspec.structs.replace(player, turns=turns[2:2])
    assert [points for _, points in balance_rows(nothing, alone=False)][2:4] == ["0", "0"]
    told = analysis_lines(msgspec.structs.replace(player, turns=turns[3:]), sheet, history, alone=False)
    assert [each.count("101") + each.count("122") for each in told] == [2, 0, 0, 0, 0]  # total and par once
    assert "below" in total_line(101, 122.0)
    assert "congratulations" in total_line(123, 122.0)


def test_tasks_run_in_several_processes_in_their_order() -> None:
    assert list(map_in_processes(abs, [-3, 2, -1])) == [3, 2, 1]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="the system cannot block signals")
def test_interrupt_does_not_reach_starting_processes() -> None:
    """Processes start with the signal blocked: before their own code runs, they could only end with a traceback."""
    (blocked,) = map_in_processes(partial(signal.pthread_sigmask, signal.SIG_BLOCK), [()])
    assert signal.SIGINT in blocked and signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())

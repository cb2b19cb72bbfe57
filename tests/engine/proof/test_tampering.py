"""Test tampered sheets of every scenario some turns after the start, with verdicts from trying every step."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Judgement
from fairsheet.engine.solver import solve
from fairsheet.engine.solver.cp_sat import Search, new_search
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.engine.tables import game_of_bots, judged, words
from tests.tampering.forgery import Forgery, honest_table, records_of, replays
from tests.tampering.judges import more_than_offered
from tests.tampering.kinds import kinds_of
from tests.tampering.playing import try_every_step
from tests.tampering.trial import Trial, changes, try_out

TURNS = 3
LEAST_WAYS = 10


def trials(name: str, policy: str) -> dict[str, Trial]:
    """Return a verdict on a short table for each kind of tampering with one of its sheets.

    Every second kind covers its traces; the next scenario covers the other ones.
    """
    table = honest_table(game_of_bots(name, "tampered", policy), TURNS)
    tried = {
        kind.__name__: try_out(table, kind, random.Random(kind.__name__), covered=number % 2 == 1, limit=60)
        for number, kind in enumerate(kinds_of(load_sheet(name)), scenario_names().index(name))
    }
    return {kind: trial for kind, trial in tried.items() if trial is not None}


@pytest.mark.parametrize("policy", ["casual", pytest.param("random", marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", scenario_names())
def test_impossible_sheets_are_illegal_and_playable_ones_are_not(name: str, policy: str) -> None:
    verdicts: Counter[str] = Counter()
    found = trials(name, policy)
    for kind, trial in found.items():
        attempt = f"{kind}: {changes(trial.forgery)}"
        assert trial.problem() is None, attempt
        assert trial.playing is not None, attempt
        assert trial.certain is not None and trial.said.verdict == trial.certain.verdict, attempt
        verdicts[trial.said.verdict] += 1
    assert len(found) >= LEAST_WAYS
    assert verdicts["legal"] and verdicts["illegal"]


@pytest.mark.parametrize("name", scenario_names())
def test_every_kind_of_tampering_has_its_own_name(name: str) -> None:
    names = Counter(kind.__name__ for kind in kinds_of(load_sheet(name)))
    assert set(names.values()) == {1}


def test_only_numbers_and_errors_make_turns() -> None:
    table = honest_table(game_of_bots("colony", "tampered", "random"), 2)
    near = {offer.number + by for turn in (1, 2) for offer in table.deal.offers(turn) for by in range(-2, 3)}
    numbers = {slot: mark for slot, mark in table.sheets[1].items() if isinstance(mark, int)}
    never = next(number for number in range(18) if number not in near)
    icons = [
        field for field in table.game.sheet.fields if field.kind == "icon" and field.symbol != "system-error"
    ]
    marks = {**table.sheets[1], next(iter(numbers)): never, **{icon.id: icon.accepts[0] for icon in icons}}
    assert more_than_offered(Forgery(table, 1, marks, random.Random(1)))


def test_history_that_breaks_the_rules_does_not_replay() -> None:
    played = game_of_bots("mine", "tampered", "random")
    table = honest_table(played)
    assert replays(table, table.sheets, played.histories)
    assert not replays(table, table.sheets, {**played.histories, 1: played.histories[1][:-1]})


@pytest.mark.parametrize("name", scenario_names())
def test_honest_sheets_can_be_played(name: str) -> None:
    table = honest_table(game_of_bots(name, "tampered", "random"), TURNS)
    assert try_every_step(table, table.sheets, 20_000) == "reached"


@pytest.mark.parametrize("name", scenario_names())
def test_honest_sheets_are_legal_after_any_turn(name: str) -> None:
    for turns in (1, 4, 7):
        table = honest_table(game_of_bots(name, "tampered", "casual"), turns)
        records = records_of(table, table.sheets)
        assert words(judged(records)) == {"legal"}, turns
        for record in records:
            assert words(judged([record])) == {"legal"}, (turns, record.seat)


@pytest.mark.soak
@pytest.mark.parametrize("name", scenario_names())
def test_or_tools_accepts_its_own_proofs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT takes what it infers from sums as given; all other steps of its proofs are checked."""
    logs: list[str] = []

    def checked_search() -> Search:
        search = new_search()
        search.parameters.check_lrat_proof = search.parameters.log_search_progress = True
        search.parameters.log_to_response, search.parameters.log_to_stdout = True, False

        def run(program: Any) -> Any:
            response = search.run(program)
            logs.append(response.solve_log)
            return response

        return search._replace(run=run)

    monkeypatch.setattr(solve, "new_search", checked_search)
    trials(name, "casual")
    checked = [log for log in logs if "LRAT_status" in log]  # others end before they search
    assert checked
    assert all("LRAT_status: VALID" in log for log in checked)


def test_wrong_verdict_is_noticed() -> None:
    """If the verdict is inverted, every tampered sheet is a problem."""
    opposite: dict[Judgement, Judgement] = {"legal": "illegal", "illegal": "legal"}
    for trial in trials("mine", "random").values():
        wrong = tuple(
            replace(each, verdict=opposite[each.verdict], history=None)
            for each in trial.verdict.sheets
            if each.seat == trial.forgery.seat
        )
        assert Trial(
            trial.forgery, trial.playing, trial.certain, replace(trial.verdict, sheets=wrong), 0.0
        ).problem()

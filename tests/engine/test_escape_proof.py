"""Verdicts on tables of escape: bots' games are legal, impossible ones are told, every history replays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from msgspec.structs import replace

from engine.deal import deal
from engine.game import Step
from engine.games.escape.rules import Escape
from engine.ink import Mark
from engine.proof.case import Case
from engine.proof.prove import prove
from engine.proof.solve import Budget
from engine.proof.verdict import Verdict
from engine.proof.verify import verify_table
from engine.record import Record, Table
from engine.replay import replay
from engine.score import without_sums
from engine.simulate import simulate
from sheets.library import load_sheet

SHEET = load_sheet("escape")
GAME = Escape(SHEET)


@cache
def table(seed: str, policy: str, players: int = 2) -> tuple[Record, ...]:
    (played,) = simulate(SHEET, seed, players, 1, policy)
    return played.records


def replays(verdict: Verdict, records: tuple[Record, ...]) -> bool:
    """Whether the histories of a verdict lead to the ink of the records."""
    first = records[0].game
    assert first.seed is not None
    histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
    final = replay(GAME, deal(SHEET, first.seed, first.players), histories)
    return all(dict(GAME.marks(final, r.seat)) == without_sums(SHEET, r.marks) for r in records)


@pytest.mark.parametrize("policy", ["random", "reluctant", "casual"])
def test_tables_of_bots_are_legal_and_their_histories_replay(policy: str) -> None:
    records = table("honest", policy)
    verdict = verify_table(records, 120)
    assert [each.verdict for each in verdict.sheets] == ["legal", "legal"]
    assert replays(verdict, records)


def test_a_long_table_is_proved() -> None:
    """Forty turns of three players, whose airlocks and actions leave much choice."""
    records = table("nc-escape-3", "greedy", 3)
    verdict = verify_table(records, 120)
    assert {each.verdict for each in verdict.sheets} == {"legal"}
    assert replays(verdict, records)


def test_a_sheet_without_the_others_is_legal() -> None:
    record = table("absent", "casual", 3)[1]
    assert verify_table([record], 120).sheets[0].verdict == "legal"
    dealt = deal(SHEET, "absent", 3)
    marks = without_sums(SHEET, record.marks)
    proof = prove(GAME, Case(SHEET, dealt, dealt.missions, 3, {2: marks}), Budget(120))
    state = replay(GAME, dealt, proof.histories, proof.outside)
    assert dict(GAME.marks(state, 2)) == marks


def test_a_sheet_of_unknown_cards_is_legal() -> None:
    record = table("honest", "random")[0]
    unknown = replace(record, game=replace(record.game, seed=None))
    assert verify_table([unknown], 120).sheets[0].verdict == "legal"


def by_hand(*choices: str, seed: str = "by hand") -> Mapping[str, Mark]:
    """The ink after taking, again and again, the first step of the first of these kinds that there is."""
    dealt = deal(SHEET, seed, 1)
    state = GAME.start(dealt)
    while GAME.turn(state) < 9 and GAME.to_move(state) is not None:
        steps = GAME.legal_steps(state)

        def wanted(step: Step) -> int:
            return choices.index(step.kind) if step.kind in choices else len(choices)

        state = GAME.play(state, min(steps, key=wanted))
    return dict(GAME.marks(state, 1))


@pytest.mark.parametrize(
    "choices",
    [
        ("airlock", "pass", "number"),
        ("airlock", "planning", "robot", "pass", "number"),
        ("airlock", "astronaut", "unused", "double", "number", "energy"),
    ],
)
def test_what_players_decline_is_legal_too(choices: tuple[str, ...]) -> None:
    marks = by_hand(*choices)
    record = Record("escape", Table("by hand", 1), 1, marks)
    verdict = verify_table([record], 60)
    assert verdict.sheets[0].verdict == "legal"
    assert replays(verdict, (record,))


def verdicts(records: list[Record]) -> list[str]:
    found = verify_table(records, 60).sheets
    assert all(each.contradiction for each in found if each.verdict == "illegal")
    return [each.verdict for each in found]


def changed(record: Record, marks: Mapping[str, Mark]) -> Record:
    return replace(record, marks={**record.marks, **marks})


def without(record: Record, *fields: str) -> Record:
    return replace(record, marks={field: m for field, m in record.marks.items() if field not in fields})


def test_a_double_lost_to_nobody_is_illegal() -> None:
    records = table("honest", "random")
    double = next(
        double
        for slot, double in GAME.facts.double_of.items()
        if not any(slot in r.marks or double in r.marks for r in records)
    )
    found = verify_table([changed(record, {double: "crossed"}) for record in records], 60).sheets
    assert {each.verdict for each in found} == {"illegal"}
    assert any(double in contradiction.fields for each in found for contradiction in each.contradiction)


def test_a_lost_double_that_is_not_crossed_is_illegal() -> None:
    records = list(table("honest", "casual"))
    double = next(d for d in GAME.facts.double_of.values() if records[0].marks.get(d) == "crossed")
    assert "illegal" in verdicts([without(records[0], double), records[1]])


def test_a_double_passed_up_is_legal() -> None:
    records = list(table("honest", "random"))
    place, double = next(
        (place, double)
        for double in GAME.facts.double_of.values()
        for place, record in enumerate(records)
        if record.marks.get(double) == "circled"
    )
    records[place] = without(records[place], double)
    assert verdicts(records) == ["legal", "legal"]


def test_no_airlock_without_something_that_gives_it() -> None:
    record = table("honest", "random")[0]
    drawable = GAME.facts.drawable(record.marks)
    more = changed(record, dict.fromkeys(drawable[:4], "drawn"))
    assert verdicts([more]) == ["illegal"]


def test_a_number_before_its_section_could_be_open_is_illegal() -> None:
    """The only airlock comes from an error, so that the only number beyond it cannot be older."""
    record = table("honest", "random")[0]
    dealt = deal(SHEET, "honest", 2)
    first = dealt.offers(1)[0]
    marks: dict[str, Mark] = {"ship-2.1": first.number, "airlock.1a-2a": "drawn"}
    assert verdicts([replace(record, marks=marks)]) == ["illegal"]


def test_players_of_one_table_have_had_as_many_turns() -> None:
    first, second = table("honest", "random")
    slot = next(s for s in GAME.facts.slots if isinstance(second.marks.get(s), int))
    assert "illegal" in verdicts([first, without(second, slot)])


def test_single_changes_are_never_called_legal_without_a_history() -> None:
    records = list(table("honest", "random"))
    marks = without_sums(SHEET, records[0].marks)
    for field in list(marks)[::6]:
        tampered = without(records[0], field)
        verdict = verify_table([tampered, records[1]], 60)
        for each in verdict.sheets:
            assert (each.verdict == "legal") == (each.history is not None)
        if all(each.verdict == "legal" for each in verdict.sheets):
            assert replays(verdict, (tampered, records[1]))

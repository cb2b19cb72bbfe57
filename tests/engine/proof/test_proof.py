"""Verdicts on whole tables: bots' games are legal, tampered ones are found, every history replays."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import Any

import msgspec
import pytest

from fairsheet.engine.dealing.deal import Offer, deal
from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.games.registry import proof_request
from fairsheet.engine.play.game import Contradiction, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.proof._witness import BudgetSpent, find_history
from fairsheet.engine.proof.blame import Blame, blame
from fairsheet.engine.proof.certificates._reasoning import Reasoning
from fairsheet.engine.proof.certificates._refuter import Unanswered
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import find_certificate
from fairsheet.engine.proof.certificates.why_illegal import _Core, explain, reasoning_about
from fairsheet.engine.proof.contradiction import PARTIAL, contradiction_for
from fairsheet.engine.proof.prove import Proof, prove
from fairsheet.engine.proof.request import ProofRequest, Schedule
from fairsheet.engine.proof.wrong_seed import doubt_of_seed
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import Played, simulate
from fairsheet.engine.solver.budget import WORK_LIMIT, Budget
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.by_hand import MISSIONS, HandDeal
from tests.engine.tables import changed, game_of_bots, judged, words
from tests.tampering import launch
from tests.tampering.forgery import Kind, honest_table, records_of, tamper

SHEET = load_sheet("launch")


@cache
def game_of(seed: str, players: int, policy: str) -> Played:
    return next(simulate(load_sheet("launch"), seed, players, 1, policy))


@pytest.mark.parametrize(
    ("players", "policy"), [(1, "random"), (2, "greedy"), (3, "reluctant"), (6, "random"), (6, "greedy")]
)
def test_tables_of_bots_are_legal(players: int, policy: str) -> None:
    played = game_of("honest", players, policy)
    verdicts = judged(played.records).values()
    assert [each.verdict for each in verdicts] == ["legal"] * players
    assert all(each.over and not each.contradiction for each in verdicts)


def test_blank_sheets_are_legal() -> None:
    records = [Record.on(SHEET, Table("blank", 2), seat, {}) for seat in (1, 2)]
    assert [(s.verdict, s.history) for s in ruleset_of(SHEET).verify(records).sheets] == [("legal", ())] * 2


def test_marks_that_only_the_seed_forbids_are_legal_without_one() -> None:
    marks = {"floor-8.1": 2}  # another deck could give it, but not this seed's first turn
    assert (
        ruleset_of(SHEET).verify([Record.on(SHEET, Table("seeded", 2), 1, marks)]).sheets[0].verdict
        == "illegal"
    )
    assert ruleset_of(SHEET).verify([Record.on(SHEET, Table(None, 2), 1, marks)]).sheets[0].verdict == "legal"


CRUDE = (  # always found
    "x_without_build_x",
    "rocket_added",
    "rocket_left_out",
    "arrow_added",
    "sabotage_ignored",
    "sabotage_invented",
)


@pytest.mark.parametrize("kind", launch.KINDS, ids=lambda kind: kind.__name__)
def test_tampered_sheets_get_supported_verdicts(kind: Kind) -> None:
    """Every legal verdict has a history that replays, and no verdict is undecided."""
    choices = [*product(("false", "wrong", "untrue"), ("random", "reluctant")), ("late 1", "casual")]
    tables = (honest_table(game_of(seed, 3, policy)) for seed, policy in choices)
    tried = (tamper(table, kind, random.Random(1)) for table in tables)
    forgery = next((each for each in tried if each is not None), None)
    assert forgery is not None, "none of these games gives an occasion"
    verdicts = judged(records_of(forgery.table, forgery.sheets))
    assert "undecided" not in words(verdicts)
    if words(verdicts) != {"legal"} or kind.__name__ in CRUDE:
        assert verdicts[forgery.seat].verdict == "illegal"
        assert all(each.why for each in verdicts[forgery.seat].contradiction)


def with_seed(records: Sequence[Record], seed: str) -> list[Record]:
    """Return the same ink with another seed."""
    return [msgspec.structs.replace(each, game=Table(seed, each.game.players)) for each in records]


def test_wrong_seed_is_suspected_first() -> None:
    for name in ("launch", "colony"):
        table = honest_table(game_of_bots(name, "seeds", "random"), 6)
        records = with_seed(records_of(table, table.sheets), "another")
        for each in judged(records).values():
            question, *others = each.contradiction
            assert question.rule == "seed" and "'another': is it the seed" in question.why
            assert others and set(question.fields) <= set(table.sheets[each.seat])


def test_one_false_sheet_does_not_make_the_seed_doubtful() -> None:
    table = honest_table(game_of_bots("colony", "seeds", "random"), 6)
    honest, other = records_of(table, table.sheets)
    slot = next(slot for slot, mark in honest.marks.items() if isinstance(mark, int))
    false = changed(honest, {slot: 0})
    for records in ([false, other], [false]):
        verdict = judged(records)[honest.seat]
        assert verdict.verdict == "illegal" and "seed" not in [each.rule for each in verdict.contradiction]


def test_full_turn_is_counted_once_for_the_seed() -> None:
    def against(*numbers: str) -> list[Contradiction]:
        return [Contradiction(("busy", number), Message("one turn for both"), "offer") for number in numbers]

    apart = [Contradiction((number,), Message("no turn offers it"), "offer") for number in "xyz"]
    assert not doubt_of_seed("seed", {1: against("a", "b", "c", "d")}, [1])
    assert not doubt_of_seed("seed", {1: [*against("a", "b", "c"), apart[0]]}, [1])
    assert doubt_of_seed("seed", {1: [*against("a", "b", "c"), *apart[:2]]}, [1])


def test_different_numbers_of_turns_need_no_search() -> None:
    table = honest_table(game_of_bots("colony", "turns", "random"), 3)
    shorter = honest_table(game_of_bots("colony", "turns", "random"), 2)
    sheets = {1: table.sheets[1], 2: shorter.sheets[2]}
    request = proof_request(table.game.sheet, table.deal, table.deal.missions, 2, sheets)
    assert prove(table.game, request, Budget(0)).outcome == "impossible"
    for verdict in judged(records_of(table, sheets)).values():
        assert verdict.verdict == "illegal" and verdict.contradiction[0].rule == "turn"


def explained(request: ProofRequest, cut_short: bool = False) -> Sequence[StatedRule]:
    statement = Statement(request)
    certificate = find_certificate(statement, Budget(20))
    assert certificate is not None
    rules, is_cut_short = explain(statement, reasoning_about(statement, certificate), Budget(20))
    assert is_cut_short == cut_short
    return rules


def test_needless_rules_of_a_contradiction_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [StatedRule(RuleCode.TURN, (), Message(f"rule {number}")) for number in range(8)]
    for needed in chain(combinations(rules, 1), combinations(rules, 3)):
        monkeypatch.setattr(
            _Core, "_clash", lambda core, of, *_, least=set(needed): list(of) if least <= set(of) else None
        )
        reasoning = Reasoning.__new__(Reasoning)
        reasoning.holds = {rule: number for number, rule in enumerate(rules)}
        assert set(_Core(reasoning, Budget(1)).minimal()) == set(needed)


def test_missions_that_a_reason_depends_on_are_named() -> None:
    table = honest_table(game_of_bots("colony", "turns", "random"), 2)
    sheets = {1: table.sheets[1], 2: {}}
    known = proof_request(table.game.sheet, None, {"A": "A1", "B": "B1", "C": "C1"}, 2, sheets)
    unknown = msgspec.structs.replace(known, missions={"A": "A1"})
    assert {rule.code for rule in explained(known)} == {"turn"}
    assert "not known, were B1, C1 (" in explained(unknown)[-1].why


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        (
            {"floor-1.1": 5, "floor-5.1": 5},
            [
                "the 5 in floor-1.1 came from turn 1, which offered it",
                "the 5 in floor-5.1 came from turn 1, which offered it",
            ],
        ),
        (
            {"floor-5.1": 5, "floor-1.1": 6},
            ["floor-1.1 has 6, but the sheet shows 2 turns, none of which offers 6"],
        ),
        (
            {"floor-5.1": 5, "floor-8.1": 5},
            ["floor-8.1 has 5, but the sheet shows 2 turns, none of which offers 5 with astronaut"],
        ),
    ],
)
def test_marks_beyond_the_cards_are_reported(sheet: Sheet, marks: Marks, expected: list[str]) -> None:
    dealt: Any = HandDeal(1, [[Offer(5, "robot")] * 3], {})
    rules = explained(proof_request(sheet, dealt, MISSIONS, 1, {1: marks}))
    assert [(rule.code, rule.why) for rule in rules] == [("offer", why) for why in expected]


def test_uncertain_rules_are_not_called_minimal(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    def unanswered(*_: object) -> None:
        raise Unanswered

    dealt: Any = HandDeal(1, [[Offer(5, "robot")] * 3], {})
    request = proof_request(sheet, dealt, MISSIONS, 1, {1: {"floor-5.1": 5, "floor-1.1": 6}})
    assert len(explained(request)) == 1
    monkeypatch.setattr(Reasoning, "clash", unanswered)
    assert len(explained(request, cut_short=True)) > 1


def test_seats_without_a_sheet_are_absent(sheet: Sheet) -> None:
    request = proof_request(sheet, None, {}, 3, {1: {}, 2: {}, 3: {}})
    assert (request.absent, request.only([2]).absent) == (0, 2)


def test_different_numbers_of_turns_are_reported(sheet: Sheet) -> None:
    dealt = deal(sheet, "turns", 2)
    offer = dealt.offers(1)[0]
    game = Launch(sheet)
    slot = game.board.floors[game.board.floors_of[offer.action][0]][0]
    records = [
        Record.on(SHEET, Table("turns", 2), 1, {slot: offer.number}),
        Record.on(SHEET, Table("turns", 2), 2, {}),
    ]
    verdicts = ruleset_of(SHEET).verify(records).sheets
    assert [each.verdict for each in verdicts] == ["illegal", "illegal"]
    assert verdicts[0].contradiction[0].fields == (slot,)
    assert verdicts[0].contradiction[0].rule == "turn"
    assert verdicts[0].contradiction[0].why == (
        "the sheets of players 1 and 2 do not fit together: "
        "player 2 had 0 turns: 0 numbers, and 0 errors, not counting sabotages; "
        "player 1 had 1 turn: 1 number, and 0 errors, not counting sabotages"
    )


def test_players_do_not_repeat_their_turns_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this game claims of one player fit only in a certain order, while two others have choices too."""
    steps: list[Step] = []
    play = Launch.play

    def counted(game: Launch, state: State, step: Step) -> State:
        steps.append(step)
        return play(game, state, step)

    monkeypatch.setattr(Launch, "play", counted)
    records = game_of("benchmark greedy 3-34", 3, "greedy").records
    steps.clear()
    assert {each.verdict for each in ruleset_of(SHEET).verify(records).sheets} == {"legal"}
    assert len(steps) < 10_000


def test_player_writing_after_the_end_is_illegal() -> None:
    """Add a number that is offered in the turn after the launch that ended this game."""
    record = game_of("end21", 1, "greedy").records[0]
    verdict = ruleset_of(load_sheet("launch")).verify(
        [msgspec.structs.replace(record, marks={**record.marks, "floor-1.1": 8})]
    )
    assert verdict.sheets[0].verdict == "illegal"
    assert "the game ended when player 1 launched" in verdict.sheets[0].contradiction[0].why


def test_proof_without_time_is_undecided_and_cut_short() -> None:
    records = game_of("hurry", 2, "greedy").records
    verdicts = ruleset_of(SHEET).verify(records, Budget(WORK_LIMIT, 0)).sheets
    assert [(each.verdict, each.cut_short) for each in verdicts] == [("undecided", True)] * 2
    assert b'"cut_short":true' in msgspec.json.encode(verdicts)


def test_proof_without_work_is_undecided_on_any_machine() -> None:
    records = game_of("hurry", 2, "greedy").records
    verdicts = ruleset_of(SHEET).verify(records, Budget(0)).sheets
    assert [each.verdict for each in verdicts] == ["undecided", "undecided"]
    assert b"cut_short" not in msgspec.json.encode(verdicts)


def test_search_for_an_order_of_play_keeps_its_time_limit(sheet: Sheet, game: Launch) -> None:
    dealt = deal(sheet, "order", 2)
    request = proof_request(sheet, dealt, dealt.missions, 2, {1: {}})
    with pytest.raises(BudgetSpent):
        find_history(game, request, Schedule(1, dealt, {1: {}}, {}), Budget(0))


IMPOSSIBLE, POSSIBLE, UNDECIDED = "impossible", "possible", "undecided"


@pytest.mark.parametrize(
    ("seats", "outcome", "blamed"),
    [
        ([1, 2, 3], lambda of: IMPOSSIBLE if 2 in of and len(of) > 1 else POSSIBLE, [Blame((2,), (2, 3))]),
        ([1, 2], lambda of: IMPOSSIBLE if len(of) > 1 else POSSIBLE, [Blame((1, 2), (1, 2))]),
        ([1, 2], lambda of: IMPOSSIBLE if 2 in of else POSSIBLE, [Blame((2,), (2,))]),
        ([1, 2], lambda of: IMPOSSIBLE if 2 in of else UNDECIDED, [Blame((2,), (2,))]),
        ([1, 2], lambda of: UNDECIDED, []),
        ([1, 2, 3], lambda of: {(1, 2): IMPOSSIBLE, (3,): UNDECIDED}.get(of, POSSIBLE), []),
        # and no further question is asked
        ([1, 2, 3], {(1,): UNDECIDED, (2,): UNDECIDED, (3,): UNDECIDED}.__getitem__, []),
        ([3], {}.__getitem__, [Blame((3,), (3,))]),  # without a question
    ],
)
def test_blame_falls_on_contradicting_players(seats: list[int], outcome: Any, blamed: list[Blame]) -> None:
    """Nobody is blamed if time ran out."""
    assert blame(seats, lambda group: Proof(outcome(tuple(group)))) == blamed


@pytest.mark.parametrize(
    ("turns", "expected"),
    [([3], "turn 3"), ([4, 3], "turns 3 and 4"), ([3, 4, 5, 9, 11], "turns 3 to 5, 9 and 11")],
)
def test_turns_with_the_same_reason_are_joined(turns: list[int], expected: str) -> None:
    why = Message("in turn {turn} there was none", "in turns {turn} there was none")
    rules = [StatedRule(RuleCode.ERROR, (), why.filled(turn=turn, n=1)) for turn in turns]
    other = StatedRule(RuleCode.ERROR, (), Message("there was one"))
    assert f"in {expected} there was none; there was one" in contradiction_for(1, (), [*rules, other]).why


def test_contradiction_without_rules_names_all_ink() -> None:
    found = contradiction_for(1, ["floor-1.1", "error.2"], [])
    assert found.fields == ("floor-1.1", "error.2")
    assert found.why == "no order of play leads to this sheet"
    assert found.codes == ()
    partial = contradiction_for(1, ["floor-1.1"], [], partial=True)
    assert partial.why == f"{found.why}; {PARTIAL}"
    assert doubt_of_seed("seed", {1: [found]}, [1]) == {}

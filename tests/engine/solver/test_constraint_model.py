"""Test the small functions of the proof: sums and ranges of a model, blame, doubts about the seed, reasons."""

from __future__ import annotations

from itertools import product
from unittest.mock import MagicMock, Mock, call

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.blame import Blame
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.certificates.why_illegal import Explanation, find_explanation
from fairsheet.engine.proof.contradiction import TOGETHER, contradiction_for
from fairsheet.engine.proof.plausible import plausible_marks
from fairsheet.engine.proof.prove import Proof, prove, with_all_missions
from fairsheet.engine.proof.wrong_seed import doubt_of_seed
from fairsheet.engine.rules import end, ladders
from fairsheet.engine.rulesets import _scenario_sheet
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Model, StatedRule
from fairsheet.engine.solver.solve import Solver
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.tables import game_of_bots


def test_inactive_rule_demands_nothing() -> None:
    model = Model(lambda rule: rule.marks != ((1, "b"),), {"any rule"})
    for field in ("a", "b", "a"):
        with model.rule(RuleCode.OFFER, [(1, field)], Message("offered")):
            model.clause(model.literal())
    assert [(rule.marks, places) for rule, _, places in model.asked] == [
        (((1, "a"),), range(1)),
        (((1, "a"),), range(1, 2)),
    ]


def test_sum_includes_terms_that_always_hold() -> None:
    model = Model()
    model.linear([(2, TRUE), (1, TRUE)], None, 2)
    assert Solver(model).solve(Budget(10)) == "infeasible"


def test_known_value_never_becomes_a_variable() -> None:
    model = Model()
    literal = model.literal()
    assert model.all_of([]) == model.all_of([TRUE]) == TRUE
    assert model.any_of([]) == model.all_of([literal, FALSE]) == FALSE
    assert model.all_of([literal, TRUE]) == model.any_of([FALSE, literal]) == literal
    assert model.minimum([(1, FALSE)], [(1, literal)]) == FALSE
    model.linear([(1, literal)], 1, None, given=(FALSE,))
    model.clause(literal, TRUE)
    assert (len(model.domains), model.linears, model.clauses) == (literal, [], [])


@pytest.mark.parametrize("values", list(product((False, True), repeat=3)))
def test_disjoint_or_excludes_both_and_equals_either(values: tuple[bool, bool, bool]) -> None:
    model = Model()
    one, other = model.literal(), model.literal()
    either = model.disjoint_or(one, other)
    for literal, holds in zip((one, other, either), values, strict=True):
        model.clause(literal if holds else -literal)
    expected = values[2] == any(values[:2]) and not all(values[:2])
    assert (Solver(model).solve(Budget(10)) == "solved") == expected
    assert model.disjoint_or(FALSE, one) == one


def test_negated_literal_is_between_zero_and_one() -> None:
    model = Model()
    literal = model.literal()
    assert model.upper_bound([(1, -literal)]) == 1
    assert model.upper_bound([(-1, -literal)]) == 0


def of_cards(*fields: str) -> Contradiction:
    return Contradiction(fields, Message("not offered"), RuleCode.OFFER)


@pytest.mark.parametrize(
    ("alone", "doubted"), [({1: 3}, {1}), ({1: 2}, set()), ({1: 1, 2: 1}, {1, 2}), ({1: 3, 2: 0}, set())]
)
def test_seed_is_doubtful_if_no_sheet_fits_it(alone: dict[int, int], doubted: set[int]) -> None:
    """A single sheet needs several contradictions; each of several sheets needs one."""
    found = {seat: [of_cards(f"floor-1.{n}") for n in range(count)] for seat, count in alone.items()}
    doubts = doubt_of_seed("seed", found, list(alone))
    assert set(doubts) == doubted
    sheets = "the sheet does not fit" if len(alone) == 1 else f"none of the {len(alone)} sheets fits"
    for seat, question in doubts.items():
        assert question.why == f"{sheets} the cards of the seed 'seed': is it the seed that was played?"
        assert question.fields == tuple(f"floor-1.{n}" for n in range(alone[seat]))


@pytest.mark.parametrize(
    ("blamed", "doubted"), [([Blame((1, 2), (1, 2))], False), ([Blame((1,), (1,)), Blame((2,), (2,))], True)]
)
def test_seed_is_not_doubtful_if_each_sheet_fits_the_cards(
    monkeypatch: pytest.MonkeyPatch, blamed: list[Blame], doubted: bool
) -> None:
    of_offers = [StatedRule(RuleCode.OFFER, ((1, "floor-1.1"), (2, "floor-1.1")), Message("not offered"))]
    monkeypatch.setattr(_scenario_sheet, "prove", lambda *arguments: Proof("impossible"))
    monkeypatch.setattr(_scenario_sheet, "blame", lambda *arguments: blamed)
    monkeypatch.setattr(
        _scenario_sheet, "find_explanation", lambda *_, **__: Explanation(of_offers, Certificate((1, 2)))
    )
    records = game_of_bots("launch", "honest", "random").records
    sheets = ruleset_of(load_sheet("launch")).verify(records).sheets
    assert [each.verdict for each in sheets] == ["illegal", "illegal"]
    assert [each.contradiction[0].rule == RuleCode.SEED for each in sheets] == [doubted, doubted]


def test_wrong_solver_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_scenario_sheet, "prove", lambda *arguments: Proof("impossible"))
    records = game_of_bots("mine", "tampered", "random").records
    sheets = ruleset_of(load_sheet("mine")).verify(records).sheets
    assert {each.verdict for each in sheets} == {"undecided"}


def test_unknown_missions_are_all_cards_of_their_letter(sheet: Sheet) -> None:
    request = proof_request(sheet, None, {"A": "A1"}, 2, {})
    found = [each.missions for each in with_all_missions(request)]
    assert found == [{"A": "A1", "B": b, "C": c} for b in ("B1", "B2") for c in ("C1", "C2")]


def test_contradiction_names_the_fields_of_its_sheet_or_all_ink() -> None:
    rules = [
        StatedRule(RuleCode.ORDER, ((1, "b"), (2, "x")), Message("b comes before x")),
        StatedRule(RuleCode.OFFER, ((1, "a"),), Message("a was not offered")),
    ]
    found = contradiction_for(1, ["c"], rules)
    assert found.fields == ("b", "a")
    assert found.why == "these cannot all be true: b comes before x; a was not offered (player 1)"
    assert [step.why for step in found.steps] == [
        "these cannot all be true: b comes before x",
        "a was not offered (player 1)",
    ]
    assert [(step.fields, step.rule) for step in found.steps] == [(("b",), "order"), (("a",), "offer")]
    assert found.rule == "order+offer"
    assert contradiction_for(3, ["c"], rules[1:]).fields == ("c",)
    assert contradiction_for(3, ["c"], []).fields == ("c",)
    assert contradiction_for(1, ["c"], rules[1:]).why == "the marks contradict this: a was not offered"
    together = contradiction_for(1, ["c"], rules[1:], together=(1, 2)).why
    assert together == TOGETHER.filled(
        seats=listed([1, 2]), reason="the marks contradict this: a was not offered"
    )


def test_long_lists_of_similar_reasons_are_shortened() -> None:
    rules = [StatedRule(RuleCode.ORDER, ((1, f"f{n}"),), Message("reason {n}", n=n)) for n in range(6)]
    why = contradiction_for(1, [], rules).why
    assert why.endswith("reason 2; and 3 more of this kind")
    assert "more" not in contradiction_for(1, [], rules[:3]).why


def test_marks_that_no_offer_gives_are_implausible(sheet: Sheet) -> None:
    game, dealt = rules_of(sheet), deal(sheet, "plausible", 2)
    first = set(dealt.offers(1))
    plausible = plausible_marks(game, dealt, 1)
    assert set(plausible) == {field.id for field in sheet.fields if field.kind == "slot"}
    for slot, marks in plausible.items():
        numbers = {mark for mark in marks if isinstance(mark, int)}
        assert numbers == {
            n for n in range(100) if any(game.can_take(slot, n, offer) for offer in first)
        } & set(sheet.field[slot].accepts)
        assert marks - numbers == {mark for mark in sheet.field[slot].accepts if isinstance(mark, str)}


def test_no_case_is_stated_or_judged_without_work(sheet: Sheet) -> None:
    request = proof_request(sheet, None, {}, 2, {1: {}})
    assert prove(rules_of(sheet), request, Budget(0.5)).outcome == "possible"
    not_stated = replace(request, constraints=None)
    assert prove(rules_of(sheet), not_stated, Budget(0)).outcome == "undecided"
    assert find_explanation(rules_of(sheet), not_stated, Budget(0)) is None


def test_earlier_events_precede_by_the_given_number_of_turns() -> None:
    model, first, second = Mock(), Mock(), Mock()
    ladders.in_time(model, (first, second), [3], apart=2)
    model.implies.assert_called_once_with(second.by(3), first.by(1))
    assert (first.by.mock_calls[0], second.by.mock_calls[0]) == (call(1), call(3))


def test_ending_is_not_complete_a_turn_before_the_last() -> None:
    claim, player = MagicMock(), MagicMock(last=5, errors=(), marks={})
    player.board.errors, player.board.slots = ("error.1",), ("floor-1.1",)
    assert end.in_time(player, [claim], ())
    claim.by.assert_called_once_with(4)
    player.model.clause.assert_called_once_with(-claim.by(4))

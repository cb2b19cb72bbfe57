"""Test repairs: one other mark that makes an impossible sheet legal, shown before the reasons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.certificates import _repair
from fairsheet.engine.proof.certificates.why_illegal import Explanation, find_explanation
from fairsheet.engine.proof.contradiction import Repair, contradiction_for
from fairsheet.engine.proof.prove import prove
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, with_marks
from tests.engine.tables import game_of_bots
from tests.tampering.anywhere import number_in_order, number_off_by_one
from tests.tampering.forgery import honest_table, tamper


def impossible(name: str) -> Iterator[tuple[ProofRequest, Explanation]]:
    """Yield tampered sheets that only the proof contradicts, not the first look."""
    table = honest_table(game_of_bots(name, "repairs", "casual"), 5)
    for kind, number in product((number_in_order, number_off_by_one), range(2)):
        forgery = tamper(table, kind, random.Random(number))
        if forgery is None:
            continue
        sheets = {forgery.seat: without_sums(table.game.sheet, forgery.marks)}
        deal = table.deal
        request = proof_request(table.game.sheet, deal, deal.missions, deal.players, sheets)
        game, budget = rules_of(request.sheet), Budget(20)
        if any(True for _ in game.contradictions(sheets[forgery.seat], deal, deal.missions)):
            continue
        if prove(game, request, budget).outcome == "impossible":
            why = find_explanation(game, request, budget, (forgery.seat, request))
            assert why is not None
            yield request, why


def test_repaired_sheet_is_possible() -> None:
    found = 0
    for name in ("colony", "dome", "mine", "virus"):
        for request, why in impossible(name):
            if why.repair is None:
                continue
            found += 1
            ((seat, marks),) = request.sheets.items()
            assert marks.get(why.repair.field) == why.repair.was != why.repair.mark
            assert (seat, why.repair.field) in {mark for rule in why.rules for mark in rule.marks}
            changed = with_marks(marks, {why.repair.field: why.repair.mark})
            repaired = msgspec.structs.replace(request, sheets={seat: changed})
            assert prove(rules_of(request.sheet), repaired, Budget(20)).outcome == "possible"
    assert found >= 3


def test_repair_is_searched_only_on_request() -> None:
    request, _ = next(impossible("virus"))
    why = find_explanation(rules_of(request.sheet), request, Budget(20))
    assert why is not None and why.repair is None


def test_repaired_table_is_legal() -> None:
    """The sheet alone has other repairs, too, but these contradict the other sheets."""
    found = 0
    for name, number in product(("colony", "dome", "virus"), range(2)):
        table = honest_table(game_of_bots(name, "repairs", "casual", 3), 5)
        forgery = tamper(table, number_in_order, random.Random(number))
        assert forgery is not None
        marks = {seat: without_sums(table.game.sheet, each) for seat, each in forgery.sheets.items()}
        request = proof_request(table.game.sheet, table.deal, table.deal.missions, 3, marks)
        alone = request.only([forgery.seat])
        if prove(table.game, alone, Budget(20)).outcome != "impossible":
            continue
        if any(True for _ in table.game.contradictions(marks[forgery.seat], table.deal, table.deal.missions)):
            continue
        why = find_explanation(table.game, alone, Budget(20), (forgery.seat, request))
        if why is not None and why.repair is not None:
            found += 1
            changed = with_marks(marks[forgery.seat], {why.repair.field: why.repair.mark})
            repaired = msgspec.structs.replace(request, sheets={**marks, forgery.seat: changed})
            assert prove(table.game, repaired, Budget(20)).outcome == "possible"
    assert found


DEALT = deal(load_sheet("launch"), "repairs", 1)
OFFERED = sorted(offer.number for offer in DEALT.offers(4))


@pytest.mark.parametrize(
    ("mark", "turns", "others"),
    [
        ({"floor-1.1": OFFERED[0]}, [4], OFFERED[1:]),
        ({"floor-1.1": OFFERED[-1]}, [4], OFFERED[-2::-1]),  # the nearest number first
        ({"floor-1.1": OFFERED[0]}, [], [None]),
        ({"error.1": "circled"}, [4], [None]),
        ({"arrow.2-1": "filled"}, [], [None]),
        ({"arrow.2-1": None}, [], ["filled"]),
    ],
)
def test_number_is_repaired_by_another_offer_and_other_ink_by_removal(
    mark: dict[str, Mark | None], turns: list[int], others: list[Mark | None]
) -> None:
    ((field, was),) = mark.items()
    sheets = {1: {} if was is None else {field: was}}
    request = proof_request(load_sheet("launch"), DEALT, DEALT.missions, 1, sheets)
    assert list(_repair._other_marks(request, 1, field, turns)) == others


RULES = [
    StatedRule(RuleCode.OFFER, ((1, "a"),), Message("a was offered")),
    StatedRule(RuleCode.ACTION, tuple((1, f"p{n}") for n in range(4)), Message("4 plants took 4 actions")),
]


def test_words_begin_with_the_repair() -> None:
    found = contradiction_for(1, (), RULES, repair=Repair("p2", "circled", None))
    assert found.why == (
        "this sheet would be possible if, for example, p2 were blank instead of circled; as it is, "
        "these cannot all be true: a was offered; 4 plants took 4 actions"
    )
    assert found.fields == ("p2", "a")
    assert found.counted == ("p0", "p1", "p3")
    assert found.involved == ("p2", "a", "p0", "p1", "p3")
    assert found.steps[0].fields == ("p2", "a")


@pytest.mark.parametrize(("rules", "named"), [(RULES, ("a",)), (RULES[1:], ("p0",)), ([], ("x", "y"))])
def test_marks_that_are_only_counted_are_not_named(rules: list[StatedRule], named: tuple[str, ...]) -> None:
    found = contradiction_for(1, ("x", "y"), rules)
    assert found.fields == named
    assert not set(found.counted) & set(named)
    assert set(found.involved) == {mark[1] for rule in rules for mark in rule.marks} or not rules


def test_rule_about_many_marks_names_those_in_its_words() -> None:
    marks = tuple((1, f"p{n}") for n in range(4))
    counting = StatedRule(RuleCode.RACE, marks, Message("{prize} was won by another", prize="p2"))
    assert counting.named == ((1, "p2"),)
    assert contradiction_for(1, (), [counting]).fields == ("p2",)


def test_partial_reasons_all_stay_and_end_with_a_remark() -> None:
    steps = contradiction_for(1, (), RULES, partial=True).steps
    remark = "some of these marks may have nothing to do with it"
    assert [step.why for step in steps] == [
        "these cannot all be true: a was offered",
        f"4 plants took 4 actions; {remark}",
    ]


def test_sheet_without_a_mark_in_the_reasons_names_its_ink() -> None:
    other = [StatedRule(RuleCode.TURN, ((2, "a"),), Message("player 2 played 1 turn"))]
    found = contradiction_for(1, ("x", "y"), other, together=(1, 2))
    assert found.fields == ("x", "y")


def test_more_than_five_kinds_of_rules_are_five_steps() -> None:
    codes = list(RuleCode)[:7]
    rules = [StatedRule(code, ((1, code),), Message("{code} holds", code=str(code))) for code in codes]
    steps = contradiction_for(1, (), rules).steps
    assert [step.rule for step in steps] == [*codes[:4], "+".join(codes[4:])]
    assert steps[4].why == "; ".join(f"{code} holds" for code in codes[4:])


def test_contradiction_about_fewer_marks_is_found() -> None:
    """Two sheets contradict each other in their turns, however many numbers each has."""
    sheet = load_sheet("colony")
    table = honest_table(game_of_bots("colony", "repairs", "casual"), 12)
    sheets = dict(table.sheets)
    sheets[1] = honest_table(game_of_bots("colony", "repairs", "casual"), 11).sheets[1]
    request = proof_request(sheet, table.deal, table.deal.missions, table.deal.players, sheets)
    why = find_explanation(rules_of(sheet), request, Budget(20))
    assert why is not None and {rule.code for rule in why.rules} == {RuleCode.TURN}
    assert len(contradiction_for(1, (), why.rules).fields) == 1

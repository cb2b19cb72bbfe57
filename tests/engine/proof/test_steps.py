"""Test explanations in few steps: each follows from its own rules and earlier facts, checked with CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fairsheet.engine.proof.certificates import _steps
from fairsheet.engine.proof.certificates._reasoning import Reasoning
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates._steps import find_steps
from fairsheet.engine.proof.certificates.certificate import find_certificate
from fairsheet.engine.proof.certificates.why_illegal import explain, reasoning_about
from fairsheet.engine.proof.contradiction import MOST, Fact, ProofStep, contradiction_for
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.model.marks import Marks
from tests.agreement.boards import Kind
from tests.agreement.judging import by_seat, table_of

CASES: list[tuple[str, Kind, list[Marks]]] = [
    (
        "launch",
        "alone",
        [
            {
                "floor-1.7": 6, "floor-1.8": 8, "prepare.1-4": "crossed", "arrow.8-1": "filled",
                "build-x.1-4": "crossed", "error.1": "circled", "floor-1.2": "X",
            }
        ],
    ),
    ("launch", "two", [{"floor-1.7": 6, "floor-7.1": 8}, {"floor-1.8": 6, "floor-7.2": 8, "floor-8.3": 3}]),
    ("dome", "alone", [{"tower-1.7": 8, "tower-2.5": 10, "tower-1.6": "X", "cut.3": "drawn", "error.1": "crossed"}]),
    (
        "colony",
        "alone",
        [
            {
                "building.r2-c1": 4, "antenna.r2-c1": "circled", "tunnel.r1-c2-north": "drawn", "mission.b": 9,
                "building.r2-c3": 6, "tank.r2-c3": "circled", "error.2": "crossed", "error.1": "crossed",
            }
        ],
    ),
]  # fmt: skip


def explain_in_steps(
    name: str, kind: Kind, marks: list[Marks], work: float = 20
) -> tuple[ProofRequest, Sequence[ProofStep]]:
    request = table_of(name, kind).request(by_seat(marks))
    statement = Statement(request)
    certificate = find_certificate(statement, Budget(20))
    assert certificate is not None
    reasoning = reasoning_about(statement, certificate)
    rules, _ = explain(statement, reasoning, Budget(20))
    certificate = find_certificate(statement, Budget(20), reasoning.numbers(rules)) or certificate
    return request, find_steps(statement, rules, certificate, Budget(work))


def can_be(request: ProofRequest, step: ProofStep, before: Sequence[Fact], denied: Fact | None) -> bool:
    """Return whether the rules of a step allow a solution with all earlier facts true and one fact false."""
    model = Model(lambda rule: rule in step.rules, {"any rule", "offer", "use"})
    literals = {
        (subject, turn): literal for literal, subject, turn in request.constraints(model, request).facts()
    }

    def together(fact: Fact) -> list[list[Lit]]:
        """Return clauses that state a fact."""
        of_it = [literals[fact.subject, turn] for turn in fact.turns]
        every = fact.is_not or "." not in fact.subject[1]
        return [[-each if fact.is_not else each] for each in of_it] if every else [of_it]

    for fact in before:
        for clause in together(fact):
            model.clause(*clause)
    if denied is not None:
        model.clause(*(-model.any_of(clause) for clause in together(denied)))
    return Solver(model).solve(Budget(20)) == "solved"


@pytest.mark.parametrize(("name", "kind", "marks"), CASES)
def test_each_step_follows_from_its_rules_and_others(name: str, kind: Kind, marks: list[Marks]) -> None:
    request, found = explain_in_steps(name, kind, marks)
    assert 1 < len(found) <= MOST
    known: list[Fact] = []
    for step in found:
        assert len({rule.code for rule in step.rules}) == 1
        for fact in step.facts:
            assert not can_be(request, step, known, fact), fact
        known += step.facts
    assert not found[-1].facts
    assert not can_be(request, found[-1], known, None)
    assert can_be(request, found[-1], known[:-1], None)  # the last known fact is needed


def test_validity_of_a_rule_is_a_variable_of_its_own() -> None:
    request = table_of(*CASES[2][:2]).request(by_seat(CASES[2][2]))
    statement = Statement(request)
    certificate = find_certificate(statement, Budget(20))
    assert certificate is not None
    last = statement.formula(certificate.constraints).variables
    holds = Reasoning(statement, certificate.constraints).holds
    assert list(holds.values()) == list(range(last + 1, last + 1 + len(holds)))


@pytest.mark.parametrize(("most", "expected"), [(1, 0), (2, 2)])
def test_too_many_steps_are_omitted(most: int, expected: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_steps, "MOST", most)
    assert len(explain_in_steps(*CASES[2])[1]) == expected


def test_steps_with_too_much_work_are_omitted() -> None:
    assert explain_in_steps(*CASES[1])[1] and not explain_in_steps(*CASES[1], work=1e-6)[1]


def test_steps_are_described_in_words_with_their_marks() -> None:
    _, chain = explain_in_steps(*CASES[2])
    found = contradiction_for(1, (), [rule for step in chain for rule in step.rules], chain)
    assert [(each.rule, each.fields) for each in found.steps] == [
        ("offer", ("tower-1.7", "tower-2.5")),
        ("error", ("error.1",)),
    ]
    assert found.steps[0].why.endswith("; so tower-1.7 and tower-2.5 were not marked in turn 1")
    no_error = "no error was made in turn 1, because a number on offer could be written"
    assert found.steps[1].why == f"{no_error}; so no order of play is left"
    assert found.why == "; ".join(each.why for each in found.steps)


def test_facts_are_described_in_words() -> None:
    facts = [
        Fact((0, "played"), (3, 4), is_not=True), Fact((0, "played"), (3, 4), is_not=False),
        Fact((1, "error"), (2, 5), is_not=True), Fact((2, "error"), (2,), is_not=False),
        Fact((1, "floor-1.1"), (2, 3), is_not=False), Fact((2, "floor-1.1"), (2,), is_not=True),
    ]  # fmt: skip
    assert [fact.words(1, [fact.subject[1]]) for fact in facts] == [
        "the game was over before turn 3", "turn 4 was played",
        "no error in turn 2 or 5", "an error in turn 2 (player 2)",
        "floor-1.1 was marked in turn 2 or 3", "floor-1.1 was not marked in turn 2 (player 2)",
    ]  # fmt: skip

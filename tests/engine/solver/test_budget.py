"""Test that work is counted, not timed: a question takes the same work in every process and at every speed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.proof.prove import prove
from fairsheet.engine.records.record import deal_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.templates import load_sheet, scenario_names

STATED = """
import hashlib, sys
from fairsheet.engine.games.registry import proof_request
from fairsheet.engine.records.record import deal_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.sheets.library.templates import load_sheet
for name in sys.argv[1:]:
    sheet = load_sheet(name)
    played = next(simulate(sheet, "stated", 2, 1, "random"))
    deal = deal_of(sheet, played.records[0])
    marks = {record.seat: without_sums(sheet, record.marks) for record in played.records}
    model = Model(relaxed={"any rule"})
    request = proof_request(sheet, deal, deal.missions, 2, marks)
    request.constraints(model, request)
    stated = (model.domains, model.parts, model.clauses, model.exclusives, model.linears, model.asked)
    print(name, hashlib.sha256(repr(stated).encode()).hexdigest())
"""


def test_share_is_paid_by_the_whole_budget() -> None:
    whole = Budget(10)
    part = whole.share(4)
    part.spend(3)
    assert (part.left, whole.left) == (1, 7)
    whole.spend(6.5)
    assert part.left == 0.5
    assert whole.share(4).left == 0.5


def test_no_work_is_left_after_the_time_limit() -> None:
    late = Budget(10, seconds=0)
    assert late.overdue and late.left == 0
    assert not Budget(0).overdue and Budget(0).left == 0


def test_same_question_takes_the_same_work() -> None:
    sheet = load_sheet("colony")
    played = next(simulate(sheet, "work", 2, 1, "random"))
    deal = deal_of(sheet, played.records[0])
    assert deal is not None
    marks = {record.seat: without_sums(sheet, record.marks) for record in played.records}
    left = []
    for seconds in (1e6, 1e3):
        budget = Budget(100, seconds)
        proof = prove(rules_of(sheet), proof_request(sheet, deal, deal.missions, 2, marks), budget)
        assert proof.outcome == "possible"
        left.append(budget.left)
    assert left[0] == left[1] < 100


def test_model_is_stated_equally_in_every_process() -> None:
    """Python's iteration order over sets of names has no effect."""
    root = Path(__file__).parents[3]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", STATED, *scenario_names()],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1 and len(outputs.pop().splitlines()) == len(scenario_names())

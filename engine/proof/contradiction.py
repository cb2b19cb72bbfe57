"""Why there is no history: the smallest set of rules, with their marks, that cannot all be kept."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Contradiction
from engine.games import constraints_of
from engine.proof.case import Case
from engine.proof.model import Model, Rule
from engine.proof.prove import with_all_missions
from engine.proof.solve import Budget, Solver


def explain(case: Case, budget: Budget) -> list[Rule]:
    """Rules that cannot all be kept by any game that ends with these sheets, none of which could be left out.

    Where the time does not suffice to leave out all that could be, there are more. Empty if none were found.
    """
    model = Model(explaining=True)
    constraints_of(case.sheet)(model, next(with_all_missions(case)))
    solver = Solver(model)
    core = solver.core(budget)
    if core is None:
        return []
    core.sort(key=lambda switch: -len(model.switches[switch].marks))
    for switch in list(core):
        rest = [other for other in core if other != switch]
        if solver.solve(budget, active=rest) == "infeasible":
            core = rest
    return sorted((model.switches[switch] for switch in core), key=lambda rule: (rule.code, rule.marks))


def contradiction_for(seat: int, rules: Sequence[Rule]) -> Contradiction:
    """The rules as a contradiction of one seat's sheet, in words for players."""
    fields = dict.fromkeys(field for rule in rules for owner, field in rule.marks if owner == seat)
    reasons = list(dict.fromkeys(rule.why for rule in rules))
    why = reasons[0] if len(reasons) == 1 else f"no order of play fits all of this: {'; '.join(reasons)}"
    return Contradiction(tuple(fields), why, "+".join(dict.fromkeys(rule.code for rule in rules)))

"""The content of a certificate in its first format, fairsheet.certificate/1, which is only read.

Few of its variables have a name. A contradiction of the first look is a single clause about all of its marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fairsheet.engine.play.game import Game
from fairsheet.engine.proof.certificates._lrat import Clause
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.certificates.evidence import (
    FRAME,
    Stated,
    contradiction_at,
    is_about,
    sheets_of,
)
from fairsheet.engine.proof.request import ProofRequest


class FirstEvidence(msgspec.Struct, frozen=True):
    """Clauses, numbered from 1, with the meaning of each, and names of some variables."""

    variables: int
    clauses: Sequence[Clause]
    stated: Sequence[Stated]
    names: Mapping[int, str]


def first_evidence(game: Game, request: ProofRequest, certificate: Certificate) -> FirstEvidence | None:
    """Return the evidence for a certificate about sheets of a request; None if the certificate cannot be about them."""
    only = sheets_of(request, certificate)
    if only is None:
        return None
    if certificate.place is not None:
        return _of_first_look(game, only, certificate.place)
    statement, numbers = Statement(only), certificate.constraints
    if not is_about(statement, numbers):
        return None
    formula = statement.formula(numbers)
    rules = {number: statement.rule(number) for number in numbers}
    stated = {
        number: Stated(rule.code, str(rule.why)) if rule else Stated("", FRAME)
        for number, rule in rules.items()
    }
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    names = {
        variable: name.words
        for variable, name in sorted(statement.names().items())
        if variable in used and name.kind in ("turn", "missions")
    }
    sources = formula.sources()
    return FirstEvidence(formula.variables, formula.clauses, [stated[number] for number in sources], names)


def _of_first_look(game: Game, request: ProofRequest, place: int) -> FirstEvidence | None:
    """Return a clause for each mark of a contradiction, for the rest of the sheet, and for the rule they break."""
    contradiction = contradiction_at(game, request, place)
    if contradiction is None:
        return None
    ((seat, marks),) = request.sheets.items()
    states = {f: f"has {marks[f]}" if f in marks else "is blank" for f in contradiction.involved}
    names = [f"seat {seat}: {field} {state}" for field, state in states.items()]
    names.append(f"seat {seat}: all else is as recorded")
    variables = range(1, len(names) + 1)
    stated = [*(Stated("", name) for name in names), Stated(contradiction.rule, str(contradiction.why))]
    clauses = [*((variable,) for variable in variables), tuple(-variable for variable in variables)]
    return FirstEvidence(len(variables), clauses, stated, dict(zip(variables, names, strict=True)))

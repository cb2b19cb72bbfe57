"""The content of a certificate: clauses with their meaning, and the steps from them to a contradiction.

The clauses are:

- for each sheet its marks, one by one, and that all other fields are blank;
- for each rule that it applies, because the marks that it is about are as written;
- those of the rules, each under the condition that its rule applies. Definitions apply because all is as written.

Everything except the steps is computed again from the sheets, by the rules and without a solver. So anybody with a
certificate can check that its clauses are those of the sheets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._lrat import Clause, Step
from fairsheet.engine.proof.certificates._names import Name, name_of_rule
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate, find_certificate
from fairsheet.engine.proof.request import ProofRequest, Subject
from fairsheet.engine.records.record import Record, deal_of, missions_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, StatedRule
from fairsheet.sheets.model.sheet import Sheet

FRAME = "what turns, choices and counts are"  # for a clause without a rule
WRITTEN = "written"  # the code of clauses that state a mark of a record
STATING_AGAIN = 1.0  # most work for a proof about contradictions that the first look found


class Stated(msgspec.Struct, frozen=True, omit_defaults=True):
    """The meaning of a clause: the code of a rule (empty for definitions), the rule in words, and its marks."""

    rule: str
    why: str
    marks: tuple[Subject, ...] = ()


class Evidence(msgspec.Struct, frozen=True):
    """Clauses, numbered from 1, with the meaning of each, and the steps; the names of the variables from 1.

    `sources` has the constraint of each clause that states one.
    """

    names: Sequence[Name]
    clauses: Sequence[Clause]
    stated: Sequence[Stated]
    sources: Mapping[int, int]
    steps: Sequence[Step]


def request_of(sheet: Sheet, records: Sequence[Record]) -> ProofRequest:
    """Return the proof request about records of a table."""
    deal, missions, players = deal_of(sheet, records[0]), missions_of(sheet, records), records[0].game.players
    marks = {record.seat: without_sums(sheet, record.marks) for record in records}
    return proof_request(sheet, deal, missions, players, marks)


def state_again(
    sheet: Sheet, records: Sequence[Record], certificates: Iterable[Certificate]
) -> dict[Certificate, Certificate]:
    """Return each certificate with one of constraints for it: the same one unless it is of a first look.

    Constraints of the contradiction's rule are tried first, then all; without success the certificate is unchanged.
    Each sheet is stated once, and contradictions of the same rule share the search and its result.
    """
    game, request = rules_of(sheet), request_of(sheet, records)
    statements: dict[tuple[int, ...], Statement] = {}
    found: dict[tuple[object, ...], Certificate | None] = {}

    def search(seats: tuple[int, ...], codes: frozenset[str] | None) -> Certificate | None:
        """Return a certificate of the constraints with some codes, or of all constraints; None if none is found."""
        if (seats, codes) not in found:
            if seats not in statements:
                statements[seats] = Statement(request.only(seats))
            statement, own = statements[seats], None
            if codes is not None:
                rules = ((number, statement.rule(number)) for number in statement.numbers)
                own = [number for number, rule in rules if rule is None or rule.code in codes]
            found[seats, codes] = find_certificate(statement, Budget(STATING_AGAIN), own)
        return found[seats, codes]

    def again(certificate: Certificate) -> Certificate:
        only = request.only(certificate.seats)
        contradiction = _contradiction_at(game, only, certificate.place)
        if contradiction is None or not _is_stated(only):
            return certificate
        kept = frozenset(contradiction.codes)
        return search(certificate.seats, kept) or search(certificate.seats, None) or certificate

    return {certificate: again(certificate) for certificate in certificates}


def _contradiction_at(game: Game, request: ProofRequest, place: int | None) -> Contradiction | None:
    """Return the contradiction at a place among those that the first look finds on a single sheet."""
    if place is None or len(request.sheets) != 1:
        return None
    (marks,) = request.sheets.values()
    contradictions = list(game.contradictions(marks, request.deal, request.missions))
    return contradictions[place] if 0 <= place < len(contradictions) else None


def evidence(game: Game, request: ProofRequest, certificate: Certificate) -> Evidence | None:
    """Return the evidence for a certificate about sheets of a request; None if the certificate cannot be about them."""
    only = _sheets_of(request, certificate)
    if only is None:
        return None
    text = _Text(only)
    if certificate.place is not None:
        contradiction = _contradiction_at(game, only, certificate.place)
        return None if contradiction is None else text.of_first_look(contradiction)
    statement, numbers = Statement(only), certificate.constraints
    if list(numbers) != sorted(set(numbers)) or not set(numbers) <= set(statement.numbers):
        return None
    text.state(statement, statement.formula(numbers))
    return text.evidence(certificate.steps)


def needless_seat(request: ProofRequest, certificate: Certificate) -> int | None:
    """Return a seat that a contradiction does not need; None if none is found.

    The other sheets alone must lead to the same clauses. If a definition or a sum includes the needless sheet, the
    clauses differ, and the seat is not found.
    """
    if len(certificate.seats) == 1:
        return None
    ids: dict[object, int] = {}
    statement = Statement(request.only(certificate.seats))
    needed = _meanings(statement, certificate.constraints, ids)
    rules = {statement.rule(number) for number in certificate.constraints}
    for seat in certificate.seats:
        others = Statement(request.only([other for other in certificate.seats if other != seat]))
        alike = [number for number in others.numbers if others.rule(number) in rules]
        if needed <= _meanings(others, alike, ids):
            return seat
    return None


def _meanings(statement: Statement, numbers: Sequence[int], ids: dict[object, int]) -> set[object]:
    """Return constraints as values: two are equal if they have the same clauses about variables of the same name.

    `ids` has a number for each name. The variables that a sum adds have negative numbers, from its first one.
    """
    formula, names = statement.formula(numbers), statement.names()
    known: dict[int, int] = {}

    def number_of(variable: int) -> int:
        if variable not in known:
            name = names[variable]
            of = tuple((number_of(abs(literal)), literal > 0) for literal in name.of)
            known[variable] = ids.setdefault((msgspec.structs.replace(name, of=()), of), len(ids) + 1)
        return known[variable]

    def meaning(literal: Lit, first: int) -> tuple[bool, int]:
        variable = abs(literal)
        return literal > 0, first - variable if variable > statement.variables else number_of(variable)

    clauses: dict[int, list[object]] = {number: [] for number in numbers}
    for number, clause in zip(formula.sources(), formula.clauses, strict=True):
        first, _ = formula.before[number]
        clauses[number].append(tuple(meaning(literal, first) for literal in clause))
    return {(statement.rule(number), tuple(stated)) for number, stated in clauses.items()}


def _sheets_of(request: ProofRequest, certificate: Certificate) -> ProofRequest | None:
    """Return the request with only the sheets of a certificate; None if the certificate cannot be about them."""
    seats = certificate.seats
    if not seats or len(set(seats)) < len(seats) or not set(seats) <= set(request.sheets):
        return None
    only = request.only(seats)
    if certificate.place is None:
        return only if _is_stated(only) else None
    return None if certificate.constraints else only


def _is_stated(request: ProofRequest) -> bool:
    """Return whether there are constraints about a request: not for solo games with physical cards."""
    return request.sheet.solo_level is None or request.deal is not None


class _Condition(msgspec.Struct, frozen=True):
    """A variable that says that a rule applies, and the clauses from which that follows."""

    applies: Lit
    hints: Sequence[int]


class _Text:
    """The clauses of some sheets that are written so far."""

    def __init__(self, request: ProofRequest) -> None:
        self._names: list[Name] = []
        self._clauses: list[Clause] = []
        self._stated: list[Stated] = []
        self._sources: dict[int, int] = {}
        self._conditions: dict[StatedRule | None, _Condition] = {}
        self._variables: dict[int, int] = {}  # new by old, of the formula
        self._marks: dict[Subject, Lit] = {}
        self._blanks: dict[int, Lit] = {}
        for seat, marks in request.sheets.items():
            for field, mark in marks.items():
                self._marks[seat, field] = self._write(Name("mark", seat, field, mark), [(seat, field)])
            self._blanks[seat] = self._write(Name("blank", seat), [])

    def _write(self, name: Name, marks: Sequence[Subject]) -> Lit:
        """State what a record has; the clause has the number of its variable."""
        variable = self._new(name)
        self._add((variable,), Stated(WRITTEN, "as written", tuple(marks)))
        return variable

    def _new(self, name: Name) -> Lit:
        self._names.append(name)
        return len(self._names)

    def _add(self, clause: Iterable[Lit], stated: Stated) -> int:
        self._clauses.append(tuple(clause))
        self._stated.append(stated)
        return len(self._clauses)

    def _condition(self, rule: StatedRule | None) -> _Condition:
        """Return the condition of a rule, which is stated if it is new."""
        if rule not in self._conditions:
            if rule is None:
                written = [*self._marks.values(), *self._blanks.values()]
                applies = self._new(Name("written"))
            else:
                marks = (mark for mark in rule.marks if mark[0] in self._blanks)
                written = list(dict.fromkeys(self._marks.get(mark, self._blanks[mark[0]]) for mark in marks))
                applies = self._new(name_of_rule("rule", rule))
            clause = self._add([*(-mark for mark in written), applies], _stated(rule))
            self._conditions[rule] = _Condition(applies, (*written, clause))
        return self._conditions[rule]

    def of_first_look(self, contradiction: Contradiction) -> Evidence:
        """Return the evidence of a contradiction that no constraint states: the rule excludes its marks."""
        (seat,) = self._blanks
        marks = tuple((seat, field) for field in contradiction.involved)
        rule = StatedRule(RuleCode(contradiction.rule), marks, contradiction.why)
        conditions = [self._condition(rule), self._condition(None)]
        clause = self._add((-each.applies for each in conditions), _stated(rule))
        steps = list(self._first_steps())
        last = Step(steps[-1].number + 1, (), (*(step.number for step in steps), clause))
        return self._evidence([*steps, last])

    def state(self, statement: Statement, formula: Formula) -> None:
        """State the clauses of a formula."""
        rules = {number: statement.rule(number) for number in formula.before}
        for rule in rules.values():
            self._condition(rule)
        names = statement.names()
        for variable, rest in formula.rests.items():
            rule, left = rules[rest.number], rest.terms[rest.start :]
            about = Name("rest") if rule is None else name_of_rule("rest", rule)
            names[variable] = msgspec.structs.replace(
                about, of=tuple(left[0][1]), count=len(left), most=rest.most, constraint=rest.number
            )
        used = dict.fromkeys(abs(literal) for clause in formula.clauses for literal in clause)
        waiting = list(used)
        for variable in waiting:  # their names refer to others
            new = dict.fromkeys(abs(literal) for literal in names[variable].of if abs(literal) not in used)
            used.update(new)
            waiting += new
        self._variables = {
            variable: place for place, variable in enumerate(waiting, start=len(self._names) + 1)
        }
        for variable in waiting:
            name = names[variable]
            self._new(msgspec.structs.replace(name, of=tuple(self._literals(name.of))))
        for number, clause in zip(formula.sources(), formula.clauses, strict=True):
            rule = rules[number]
            literals = [-self._condition(rule).applies, *self._literals(clause)]
            self._sources[self._add(literals, _stated(rule))] = number

    def _literals(self, literals: Iterable[Lit]) -> Iterator[Lit]:
        """Yield literals of the formula in the new numbers, without those that no clause has."""
        for literal in literals:
            if new := self._variables.get(abs(literal)):
                yield new if literal > 0 else -new

    def _first_steps(self) -> Iterator[Step]:
        """Yield the steps that show that the rules apply."""
        for number, each in enumerate(self._conditions.values(), start=len(self._clauses) + 1):
            yield Step(number, (each.applies,), tuple(each.hints))

    def evidence(self, steps: Sequence[Step]) -> Evidence:
        """Return the evidence with the steps of a proof from the formula that was stated."""
        applying = {step.clause[0]: step.number for step in self._first_steps()}
        before, given = len(self._clauses) - len(self._sources), len(self._sources)
        new_steps = list(self._first_steps())
        for step in steps:
            hints: list[int] = []
            for hint in step.hints:
                if hint <= given:
                    applies = applying[-self._clauses[before + hint - 1][0]]
                    hints += [] if applies in hints else [applies]
                    hints.append(before + hint)
                else:
                    hints.append(before + hint + len(applying))
            number = before + step.number + len(applying)
            new_steps.append(Step(number, tuple(self._literals(step.clause)), tuple(hints)))
        return self._evidence(new_steps)

    def _evidence(self, steps: Sequence[Step]) -> Evidence:
        return Evidence(self._names, self._clauses, self._stated, self._sources, steps)


def _stated(rule: StatedRule | None) -> Stated:
    return Stated("", FRAME) if rule is None else Stated(rule.code, str(rule.why), rule.marks)

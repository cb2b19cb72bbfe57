"""Test that the check accepts only valid proofs, and folders only with what the rules state."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product

import pytest
from msgspec.structs import replace

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates import why_illegal
from fairsheet.engine.proof.certificates._clauses import Formula
from fairsheet.engine.proof.certificates._lrat import Clause, Step, problem
from fairsheet.engine.proof.certificates._refuter import Prover
from fairsheet.engine.proof.certificates.certificate import Certificate
from fairsheet.engine.proof.certificates.evidence import evidence, request_of
from fairsheet.engine.proof.certificates.files import FORMULA, MANIFEST, NAMES, PROOF, check, files_of
from fairsheet.engine.proof.certificates.why_illegal import CERTIFYING, find_explanation
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.solver.budget import Budget
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.tables import game_of_bots
from tests.tampering.cover import cover_up
from tests.tampering.forgery import honest_table, records_of, tamper
from tests.tampering.kinds import kinds_of

Files = dict[str, bytes]


def pigeons(count: int) -> list[Clause]:
    """Return clauses for `count` pigeons and one hole fewer."""
    holes = range(count - 1)

    def var(pigeon: int, hole: int) -> int:
        return pigeon * len(holes) + hole + 1

    return [
        *(tuple(var(pigeon, hole) for hole in holes) for pigeon in range(count)),
        *((-var(a, hole), -var(b, hole)) for hole in holes for a, b in combinations(range(count), 2)),
    ]


def steps_of(*several: Sequence[Clause]) -> list[Step]:
    """Return the proof that clauses contradict each other, given to a solver in several groups."""
    prover = Prover()
    for clauses in several:
        prover.add(clauses)
        answer = prover.is_possible(10_000)
    assert answer is False
    return prover.steps()


def test_proof_of_a_solver_is_accepted() -> None:
    for count in (2, 3, 5):
        clauses = pigeons(count)
        for half in (0, len(clauses) // 2):
            assert problem(clauses, steps_of(clauses[:half], clauses[half:])) is None


def test_more_total_work_leaves_more_for_a_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(why_illegal, "find_certificate", lambda statement, budget: given.append(budget.left))
    sheet, record = load_sheet("launch"), game_of_bots("launch", "work", "random").records[0]
    for work in (30.0, 300.0):
        find_explanation(rules_of(sheet), request_of(sheet, [record]), Budget(work))
    assert given == [CERTIFYING, pytest.approx(100, abs=1)]


def test_empty_prover_finds_no_contradiction() -> None:
    assert Prover().is_possible(100) is True


def test_redundant_and_empty_clauses_are_counted_in_a_proof() -> None:
    for clauses in ([(1, 2), ()], [(1,), (2, -2), (1, 3), (-1,), (4,)], [(1, 1, 2), (-2,), (2, 1, 3), (-1,)]):
        for half in range(len(clauses)):
            assert problem(clauses, steps_of(clauses[:half], clauses[half:])) is None


def test_proof_without_one_of_its_clauses_or_hints_is_refused() -> None:
    clauses = pigeons(4)
    steps = steps_of(clauses)
    for place, step in enumerate(steps):
        assert problem(clauses, [*steps[:place], *steps[place + 1 :]]) is not None
        for hint in step.hints:
            fewer = Step(step.number, step.clause, tuple(each for each in step.hints if each != hint))
            assert problem(clauses, [*steps[:place], fewer, *steps[place + 1 :]]) is not None
    weaker = [clause if number else (*clause, 99) for number, clause in enumerate(clauses)]
    assert problem(weaker, steps) is not None


@pytest.mark.parametrize(
    ("steps", "wrong"),
    [
        ([], "not the empty clause"),
        ([Step(3, (1,), (1,))], "not the empty clause"),
        ([Step(3, (), (1, 9))], "does not follow"),
        ([Step(3, (), (1,))], "does not follow"),
        ([Step(2, (), (1, 2))], "number of another clause"),
        ([Step(3, (), (3,))], "does not follow"),
        ([Step(-3, (), (1, 2))], "does not come in order"),
        ([Step(5, (1,), (1,)), Step(4, (), (1, 2))], "does not come in order"),
        ([Step(3, (), (1, 2)), Step(4, (), (1, 2))], "more steps follow"),
        ([Step(3, (), (1, 2, 2))], "does not follow"),
        ([Step(3, (), (1, 1, 2))], "does not follow"),
        ([Step(3, (), (1, 2))], None),
    ],
)
def test_step_that_does_not_follow_is_refused(steps: list[Step], wrong: str | None) -> None:
    found = problem([(1,), (-1,)], steps)
    assert found is None if wrong is None else found is not None and wrong in found


def test_hint_leaves_one_literal_and_no_choice() -> None:
    assert "does not follow" in str(problem([(1, 2), (-1,)], [Step(3, (), (1, 2))]))


def test_sums_become_equivalent_clauses() -> None:
    chance = random.Random(3)
    steps, known = (4, 5, 6), ()  # values of a whole number up to 3, and of one that is 0
    for _ in range(60):
        literals = [chance.choice((variable, -variable)) for variable in range(1, 4)]
        several = [known, steps, *((literal,) for literal in literals)]
        terms = [(chance.choice((-2, -1, 1, 2, 3)), each) for each in several]
        low, high = chance.choice([(None, chance.randint(-3, 9)), (chance.randint(-3, 9), None), (1, 3)])
        formula = Formula(7)
        formula.increasing(steps)
        formula.between(terms, low, high, [7])
        for values in product((False, True), repeat=7):
            holding = {place if value else -place for place, value in enumerate(values, start=1)}
            if (5 in holding and 4 not in holding) or (6 in holding and 5 not in holding):
                continue
            total = sum(factor * sum(each in holding for each in some) for factor, some in terms)
            fits = (low is None or low <= total) and (high is None or total <= high)
            prover = Prover()
            prover.add([*formula.clauses, *((literal,) for literal in holding)])
            assert prover.is_possible(100) == (fits or 7 not in holding), (terms, low, high)


# --- folders ----------------------------------------------------------------------------------------------


@cache
def proved(name: str = "mine") -> list[tuple[Sheet, list[Record], Certificate]]:
    """Return tampered sheets of a table and their certificates: from first looks, and from short and longer proofs."""
    table, sheet = honest_table(game_of_bots(name, "tampered", "random"), 6), load_sheet(name)
    found: list[tuple[Sheet, list[Record], Certificate]] = []
    for kind, covered in product(kinds_of(sheet)[:12], (False, True)):
        forgery = tamper(table, kind, random.Random(kind.__name__))
        if forgery is not None and (not covered or cover_up(forgery)):
            records = records_of(table, forgery.sheets)
            _, by_seat = ruleset_of(sheet).certify(records)
            made = dict.fromkeys(each for several in by_seat.values() for each in several if each)
            found += ((sheet, records, certificate) for certificate in made)
    return found


@cache
def certificates() -> list[Files]:
    """Return the folders of all these certificates."""
    return [files_of(*each, "1") for each in proved()]


def refusal(files: Files) -> FairsheetError | None:
    try:
        check(files, "evidence", "1", BUNDLED)
    except FairsheetError as error:
        return error
    return None


def test_certificates_from_the_model_and_first_look_are_accepted() -> None:
    assert all(refusal(files) is None for files in certificates())
    assert {b'"first_look"' in files[MANIFEST] for files in certificates()} == {True, False}
    names = {line.strip(b" ,") for files in certificates() for line in files[NAMES].splitlines()}
    assert {b'"1": "seat 2: mine-pearl.l1-c1 is blank"', b'"2": "seat 2: level-1.1 has 2"'} <= names
    assert any(re.fullmatch(rb'"\d+": "seat \d: [^ ]+ in turn \d+"', name) for name in names)


def test_constraints_are_named_once_and_in_order() -> None:
    sheet, records, made = next(each for each in proved() if len(each[2].constraints) > 1)
    request, given = request_of(sheet, records), made.constraints
    for constraints, is_accepted in ((given, True), ((given[0], *given), False), (given[::-1], False)):
        found = evidence(rules_of(sheet), request, replace(made, constraints=constraints))
        assert (found is not None) is is_accepted


def test_a_first_look_has_no_constraints() -> None:
    sheet, records, made = next(each for each in proved() if each[2].place is not None)
    request = request_of(sheet, records)
    assert evidence(rules_of(sheet), request, made) is not None
    assert evidence(rules_of(sheet), request, replace(made, constraints=(1,))) is None


def with_one_byte_changed(files: Files, chance: random.Random) -> Files:
    name = chance.choice(sorted(files))
    data = bytearray(files[name])
    place = chance.randrange(len(data))
    match chance.randrange(3):
        case 0:
            data[place] = chance.choice(b"0123456789- \nax")
        case 1:
            del data[place : place + chance.randint(1, 9)]
        case _:
            data.insert(place, chance.choice(b"0123456789- \nax"))
    return {**files, name: bytes(data)}


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.soak)])
def test_folder_with_any_change_is_refused_or_has_the_same_meaning(count: int) -> None:
    chance = random.Random(5)
    for _ in range(count):
        files = chance.choice(certificates())
        other = with_one_byte_changed(files, chance)
        if refusal(other) is None:
            assert {**other, PROOF: b"", MANIFEST: b""} == {**files, PROOF: b"", MANIFEST: b""}


def at_place(place: bytes) -> Callable[[Files], Files]:
    """Return a change to a folder of the first look, with a contradiction at a place that has none."""

    def moved(_: Files) -> Files:
        files = next(files for files in certificates() if b'"first_look"' in files[MANIFEST])
        return {**files, MANIFEST: re.sub(rb'("first_look": )\d+', rb"\g<1>" + place, files[MANIFEST])}

    return moved


def with_constraints(change: Callable[[bytes], bytes]) -> Callable[[Files], Files]:
    """Return a change to a folder that names other constraints than its proof needs."""

    def changed(_: Files) -> Files:
        files = next(files for files in certificates() if b'"constraints"' in files[MANIFEST])
        return {
            **files,
            MANIFEST: re.sub(
                rb'(?<="constraints": \[)[^]]*', lambda found: change(found[0]), files[MANIFEST]
            ),
        }

    return changed


def about(seats: bytes) -> Callable[[Files], Files]:
    """Return a change to a folder that claims to be about other seats."""
    return lambda files: {
        **files,
        MANIFEST: re.sub(rb'("seats": \[)[^]]*', rb"\g<1>" + seats, files[MANIFEST]),
    }


REFUSALS: dict[str, tuple[Callable[[Files], Files], str]] = {
    "a file is missing": (
        lambda files: {n: d for n, d in files.items() if n != PROOF},
        "there is no proof.lrat",
    ),
    "the proof is cut": (lambda files: {**files, PROOF: files[PROOF][:-9]}, "proof.lrat"),
    "the proof is empty": (lambda files: {**files, PROOF: b""}, "not the empty clause"),
    "a clause is stronger": (
        lambda files: {**files, FORMULA: files[FORMULA] + b"0\n"},
        "not what the rules state",
    ),
    "names are of another": (lambda files: {**files, NAMES: certificates()[-1][NAMES]}, "not what the rules"),
    "a record is of another": (
        lambda files: {**files, "record-1.json": certificates()[-1]["record-1.json"]},
        "not the record of the certificate",
    ),
    "no seat": (about(b""), "not what the rules state"),
    "a seat twice": (about(b"1, 1"), "not what the rules state"),
    "a record in another folder": (
        lambda files: {**files, MANIFEST: files[MANIFEST].replace(b'"record-1.json"', b'"../record-1.json"')},
        "there is no ../record-1.json",
    ),
    "a seat without a record": (about(b"9"), "not what the rules state"),
    "more about a record": (
        lambda files: {**files, MANIFEST: files[MANIFEST].replace(b'"sha256"', b'"of": 1, "sha256"')},
        "unknown field",
    ),
    "more about all": (
        lambda files: {**files, MANIFEST: files[MANIFEST].replace(b'"format"', b'"of": 1, "format"')},
        "unknown field",
    ),
    "no records": (
        lambda files: {**files, MANIFEST: re.sub(rb'("records": )\[[^]]*', rb"\g<1>[", files[MANIFEST])},
        "there are no records of a sheet with rules",
    ),
    "junk": (lambda files: {**files, MANIFEST: b"\xff" * 1000}, "not UTF-8"),
    "a large number": (lambda files: {**files, PROOF: b"9" * 10_000 + b" 0 1 0\n"}, "not a proof step"),
    "a zero among hints": (lambda files: {**files, PROOF: b"99 0 1 0 2 0\n"}, "not a proof step"),
    "a place far beyond the last": (at_place(b"9" * 20), "not what the rules state"),
    "a place just before the first": (at_place(b"-1"), "not what the rules state"),
    "a constraint beyond the last": (
        with_constraints(lambda given: given + b", 99999999"),
        "not what the rules state",
    ),
}


@pytest.mark.parametrize("kind", REFUSALS)
def test_bad_folder_is_refused_with_the_reason(kind: str) -> None:
    change, reason = REFUSALS[kind]
    error = refusal(change(certificates()[0]))
    assert error is not None and reason in str(error)


def test_place_just_beyond_the_last_does_not_break_the_check() -> None:
    refusals = {str(refusal(at_place(str(place).encode())({}))) for place in range(20)}
    assert len(refusals) == 2 and "None" in refusals


def test_another_release_is_named_if_the_rules_differ() -> None:
    files = {**certificates()[0], NAMES: b"{}"}
    with pytest.raises(FairsheetError, match="release 1 wrote it"):
        check(files, "evidence", "2", BUNDLED)

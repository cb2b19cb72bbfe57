"""Test that the check accepts only valid proofs, and folders only with what the rules state."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from itertools import product
from unittest import mock

import pytest
from msgspec.structs import replace

from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates import evidence as evidence_module
from fairsheet.engine.proof.certificates._lrat import Clause
from fairsheet.engine.proof.certificates._names import Name
from fairsheet.engine.proof.certificates._refuter import Prover
from fairsheet.engine.proof.certificates._statement import Statement
from fairsheet.engine.proof.certificates.certificate import Certificate, find_certificate
from fairsheet.engine.proof.certificates.evidence import evidence, request_of, state_again
from fairsheet.engine.proof.certificates.files import (
    FORMULA,
    MANIFEST,
    NAMES,
    PROOF,
    check,
    files_of,
    needless,
)
from fairsheet.engine.proof.request import ERROR, PLAYED
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
    return [files_of(*each, "1") for each in restated()]


def restated(name: str = "mine") -> Iterator[tuple[Sheet, list[Record], Certificate]]:
    """Yield them with constraints also for the contradictions of first looks."""
    for sheet, records, made in proved(name):
        yield sheet, records, state_again(sheet, records, [made])[made]


def refusal(files: Files) -> FairsheetError | None:
    try:
        check(files, "evidence", "1", BUNDLED)
    except FairsheetError as error:
        return error
    return None


def test_certificates_are_accepted() -> None:
    assert all(refusal(files) is None for files in certificates())


def test_constraints_state_most_first_look_contradictions() -> None:
    first = [files for files, each in zip(certificates(), proved(), strict=True) if each[2].place is not None]
    kept = [files for files in first if b'"first_look"' in files[MANIFEST]]
    assert len(kept) < len(first) / 2


def test_many_contradictions_of_a_sheet_cost_one_model() -> None:
    """Numbers that all descend break a rule in many places."""
    game, sheet = game_of_bots("launch", "tampered", "random"), load_sheet("launch")
    record, *others = game.records
    turned = {f: 16 - m for f, m in record.marks.items() if f.startswith("floor") and isinstance(m, int)}
    records = [replace(record, marks={**record.marks, **turned}), *others]
    _, by_seat = ruleset_of(sheet).certify(records)
    made = dict.fromkeys(each for each in by_seat[1] if each)
    with (
        mock.patch.object(evidence_module, "Statement", wraps=Statement) as models,
        mock.patch.object(evidence_module, "find_certificate", wraps=find_certificate) as searches,
    ):
        again = state_again(sheet, records, made)
    (shared,) = set(again.values())
    assert len(made) > 20 and models.call_count == 1
    assert searches.call_count <= 4  # for each of three rules, and for all
    assert refusal(files_of(sheet, records, shared, "1")) is None


def test_every_variable_clause_and_mark_has_one_name() -> None:
    for (_, records, made), files in zip(proved(), certificates(), strict=True):
        names, clauses = json.loads(files[NAMES]), files[FORMULA].splitlines()[1:]
        variables = names["variables"]
        used = {abs(int(literal)) for line in clauses for literal in line.split()[:-1]}
        assert used <= {each["number"] for each in variables}
        assert [each["number"] for each in variables] == list(range(1, len(variables) + 1))
        assert len({each["words"] for each in variables}) == len(variables)
        numbers = [number for group in names["clauses"] for number in group["numbers"]]
        assert sorted(numbers) == list(range(1, len(clauses) + 1))
        written = {
            (each["seat"], each["field"]): each["mark"] for each in variables if each["kind"] == "mark"
        }
        request = request_of(load_sheet(records[0].sheet), records)
        assert written == {
            (seat, field): mark for seat in made.seats for field, mark in request.sheets[seat].items()
        }
        for group in names["clauses"]:
            assert group["why"] and (group["rule"] in ("", "written") or group["marks"])


def test_every_kind_of_name_has_words() -> None:
    assert Name("fact", 0, PLAYED[1], turn=3).words == "turn 3 was played"
    assert Name("fact", 2, ERROR, turn=3, negated=True).words == "seat 2: not an error in turn 3"
    assert Name("turn", 1, "floor-1.2", turn=4, until=True).words == "seat 1: floor-1.2 up to turn 4"
    assert Name("missions", missions=("A1", "B2")).words == "the missions are A1, B2"
    assert Name("number", place=2, least=3).words == "number 2 in the definitions is at least 3"
    assert Name("all", of=(3, -4)).words == "all of 3, -4"


def test_needless_constraint_is_refused() -> None:
    sheet, records, made = next(each for each in proved() if len(each[2].constraints) > 1)
    request = request_of(sheet, records)
    statement = Statement(request.only(made.seats))
    other = next(n for n in statement.numbers if n not in made.constraints and statement.rule(n))
    padded = find_certificate(statement, Budget(5.0), [*sorted((*made.constraints, other))])
    assert padded is not None and other not in padded.constraints
    # the same proof, with one constraint more
    files = files_of(sheet, records, made, "1")
    constraints = tuple(sorted((*made.constraints, other)))
    content = evidence(rules_of(sheet), request, replace(made, constraints=constraints, steps=()))
    assert content is not None and "does not need the constraint" in str(needless(content, ()))
    assert refusal(files) is None


def test_needless_sheet_is_refused() -> None:
    sheet, records, made = next(
        each for each in proved() if each[2].place is None and len(each[1]) > len(each[2].seats) == 1
    )
    both = find_certificate(Statement(request_of(sheet, records)), Budget(5.0))
    assert both is not None and len(both.seats) == 2
    (innocent,) = set(both.seats) - set(made.seats)
    error = refusal(files_of(sheet, records, both, "1"))
    assert error is not None and f"does not need the sheet of seat {innocent}" in str(error)


def test_sheets_in_conflict_are_both_needed() -> None:
    table, sheet = honest_table(game_of_bots("mine", "base1", "random"), 99), load_sheet("mine")
    (kind,) = (kind for kind in kinds_of(sheet) if kind.__name__ == "icon_moved")
    forgery = tamper(table, kind, random.Random("icon_movedbase1"))
    assert forgery is not None and cover_up(forgery)
    records = records_of(table, forgery.sheets)
    _, by_seat = ruleset_of(sheet).certify(records)
    (conflict,) = {each for several in by_seat.values() for each in several if each}
    assert conflict.seats == (1, 2)
    assert refusal(files_of(sheet, records, conflict, "1")) is None


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


def with_another_literal(files: Files, chance: random.Random) -> Files:
    """Return the folder with a literal of a clause negated, left out or replaced by the next one."""
    head, *lines = files[FORMULA].decode().splitlines()
    place = chance.randrange(len(lines))
    literals = lines[place].split()
    changed = chance.randrange(len(literals) - 1)
    literal = int(literals[changed])
    literals[changed : changed + 1] = chance.choice([[], [str(-literal)], [str(literal + 1 or 1)]])
    lines[place] = " ".join(literals)
    return {**files, FORMULA: "\n".join([head, *lines, ""]).encode()}


def with_another_clause(files: Files, chance: random.Random) -> Files:
    """Return the folder without one of its clauses, or with one of them twice, counted in the first line."""
    head, *lines = files[FORMULA].decode().splitlines()
    place = chance.randrange(len(lines))
    lines[place : place + 1] = chance.choice([[], [lines[place]] * 2])
    head = f"{head.rsplit(' ', 1)[0]} {len(lines)}"
    return {**files, FORMULA: "\n".join([head, *lines, ""]).encode()}


def with_another_name(files: Files, chance: random.Random) -> Files:
    """Return the folder with a value of a variable or of a clause's meaning left out or changed."""
    names = json.loads(files[NAMES])
    about = chance.choice(chance.choice([names["variables"], names["clauses"]]))
    key = chance.choice(sorted(about))
    if chance.random() < 0.5:
        del about[key]
    else:
        about[key] = [about[key]]
    return {**files, NAMES: json.dumps(names).encode()}


def with_another_step(files: Files, chance: random.Random) -> Files:
    """Return the folder with a step of the proof left out, repeated or moved, or with another number in it."""
    lines = files[PROOF].decode().splitlines()
    place = chance.randrange(len(lines))
    words = lines[place].split()
    word = chance.randrange(len(words))
    words[word] = str(int(words[word]) + chance.choice([-1, 1]))
    others = [lines[chance.randrange(len(lines))], lines[place]]
    lines[place : place + 1] = chance.choice([[], [lines[place]] * 2, others, [" ".join(words)]])
    return {**files, PROOF: "\n".join([*lines, ""]).encode()}


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("change", [with_another_literal, with_another_clause, with_another_name])
def test_changed_clauses_and_names_are_refused(
    change: Callable[[Files, random.Random], Files], count: int
) -> None:
    chance = random.Random(7)
    for _ in range(count):
        error = refusal(change(chance.choice(certificates()), chance))
        assert error is not None and "not what the rules state" in str(error)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.soak)])
def test_changed_proof_is_refused_unless_it_still_holds(count: int) -> None:
    chance = random.Random(7)
    refused = 0
    for _ in range(count):
        files = with_another_step(chance.choice(certificates()), chance)
        if refusal(files) is not None:
            refused += 1
            continue
        clauses = [line.split()[:-1] for line in files[FORMULA].decode().splitlines()[1:]]
        assert is_implied([tuple(map(int, clause)) for clause in clauses], files[PROOF].decode())
    assert refused > count * 0.8


def is_implied(clauses: list[Clause], proof: str) -> bool:
    """Return whether a SAT solver derives each step from the clauses before it, and the last step is empty."""
    last: Clause = (1,)
    for line in proof.splitlines():
        words = list(map(int, line.split()))[1:]
        last = tuple(words[: words.index(0)])
        prover = Prover()
        prover.add([*clauses, *((-literal,) for literal in last)])
        if prover.is_possible(10_000) is not False:
            return False
        clauses = [*clauses, last]
    return last == ()


def with_another_record(field: bytes, change: Callable[[bytes], bytes], fits: bool) -> Files:
    """Return a folder with another value in a record that it is about; `fits` if the manifest has its SHA-256."""
    files = certificates()[0]
    name = f"record-{json.loads(files[MANIFEST])['seats'][0]}.json"
    old = files[name]
    new = re.sub(rb'("%s": "?)(\w+)' % field, lambda found: found[1] + change(found[2]), old, count=1)
    before, after = (sha256(data).hexdigest().encode() for data in (old, new))
    assert new != old and len(new) == len(old)
    manifest = files[MANIFEST].replace(before, after) if fits else files[MANIFEST]
    return {**files, name: new, MANIFEST: manifest}


@pytest.mark.parametrize(
    ("field", "change", "reason"),
    [
        (b"seat", lambda seat: b"2" if seat == b"1" else b"1", "seat"),
        (b"level-\\d\\.\\d", lambda number: b"%d" % (int(number) % 9 + 1), "not what the rules state"),
        (b"layout", lambda code: (b"0" if code[:1] != b"0" else b"1") + code[1:], "layout"),
    ],
)
def test_record_with_one_other_byte_is_refused(
    field: bytes, change: Callable[[bytes], bytes], reason: str
) -> None:
    error = refusal(with_another_record(field, change, fits=False))
    assert error is not None and "not the record of the certificate" in str(error)
    error = refusal(with_another_record(field, change, fits=True))
    assert error is not None and reason in str(error)


@cache
def of_one_clause() -> Files:
    """Return the folder of a first-look contradiction that no constraint states."""
    return files_of(*next(each for each in proved() if each[2].place is not None), "1")


def test_contradiction_without_constraints_is_rule_and_marks() -> None:
    files = of_one_clause()
    assert refusal(files) is None and b'"first_look"' in files[MANIFEST]
    assert files[PROOF].count(b"\n") == 3  # the rule applies, all is as written, and that is impossible


def at_place(place: bytes) -> Callable[[Files], Files]:
    """Return a change to a folder of the first look, with a contradiction at a place that has none."""

    def moved(_: Files) -> Files:
        files = of_one_clause()
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


@pytest.mark.parametrize("name", [NAMES, MANIFEST])
def test_another_release_is_named_if_rules_or_format_differ(name: str) -> None:
    files = certificates()[0]
    changed = {
        **files,
        name: files[name].replace(b"fairsheet.certificate/2", b"fairsheet.certificate/3") + b" ",
    }
    assert "it proves nothing" in str(refusal(changed))
    with pytest.raises(FairsheetError, match="release 1 wrote it"):
        check(changed, "evidence", "2", BUNDLED)


# --- the checker for auditors, which imports nothing of the program ----------------------------------------

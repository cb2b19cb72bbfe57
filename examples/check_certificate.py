"""Check a certificate of fairsheet without fairsheet, strictly: python check_certificate.py FOLDER

It reads the format fairsheet.certificate/2 and checks that

- the records are those of the certificate, by their SHA-256;
- the clauses about marks are exactly the marks of these records, apart from boxes for sums;
- every variable and every clause has one meaning;
- every other clause depends on a rule that applies, and a rule applies because of written marks;
- the proof leads from the clauses to a contradiction, by unit propagation only (LRAT without its RAT part).

It cannot check that the clauses state the rules of the game. It prints the rules that the proof used; for their clauses
read names.json.
"""

import hashlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

Marks = dict[tuple[int, str], Any]  # by seat and field


def require(holds: object, problem: str) -> None:
    """Stop with a problem unless something holds."""
    if not holds:
        sys.exit(f"refused: {problem}")


def read_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object whose keys are all different."""
    require(len(dict(pairs)) == len(pairs), "a key is repeated in a JSON file")
    return dict(pairs)


def read_json(path: Path) -> Any:
    """Return the document in a file."""
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=read_once)


def read_numbers(line: str) -> list[int]:
    """Return the numbers of a line, which are separated by single spaces."""
    numbers = [int(word) for word in line.split(" ")]
    require(line == " ".join(map(str, numbers)), f"this line is not canonical: {line}")
    return numbers


def read_records(folder: Path) -> Marks:
    """Return the marks of the sheets that the certificate is about, by seat and field."""
    manifest = read_json(folder / "certificate.json")
    require(manifest["format"] == "fairsheet.certificate/2", "the format is not fairsheet.certificate/2")
    seats, records = manifest["seats"], dict[int, Any]()
    require(seats and len(set(seats)) == len(seats), "the seats are not named once each")
    for each in manifest["records"]:
        require("/" not in each["file"] and "\\" not in each["file"], "a record is in another folder")
        data = (folder / each["file"]).read_bytes()
        require(hashlib.sha256(data).hexdigest() == each["sha256"], f"{each['file']} is another record")
        record = json.loads(data, object_pairs_hook=read_once)
        require(record["seat"] not in records, "two records have the same seat")
        records[record["seat"]] = record["marks"]
    require(set(seats) <= set(records), "a seat has no record")
    return {(seat, field): mark for seat in seats for field, mark in records[seat].items()}


def read_formula(folder: Path, count: int) -> list[list[int]]:
    """Return the clauses over a number of variables."""
    head, *lines = (folder / "formula.cnf").read_text(encoding="ascii").splitlines()
    require(
        head == f"p cnf {count} {len(lines)}", "the first line of formula.cnf does not count what follows"
    )
    clauses = []
    for line in lines:
        *clause, end = read_numbers(line)
        require(end == 0 and all(0 < abs(literal) <= count for literal in clause), f"no clause: {line}")
        clauses.append(clause)
    return clauses


def check_meaning(marks: Marks, variables: Any, groups: Any, clauses: list[list[int]]) -> dict[int, str]:
    """Check what variables and clauses mean; return the code of the rule of each clause."""
    require([each["number"] for each in variables] == list(range(1, len(variables) + 1)), "no name, or two")
    numbers = sorted(number for group in groups for number in group["numbers"])
    require(numbers == list(range(1, len(clauses) + 1)), "a clause has no meaning, or two")
    codes = {number: group["rule"] for group in groups for number in group["numbers"]}
    stated = {(each["seat"], each["field"]): each["mark"] for each in variables if each["kind"] == "mark"}
    require(stated.items() <= marks.items(), "the records have other marks")
    written = sorted(number for number, code in codes.items() if code == "written")
    named = [each["number"] for each in variables if each["kind"] in ("mark", "blank")]
    require(written == named, "a mark is not stated, or what is stated is no mark")
    require(all(clauses[number - 1] == [number] for number in written), "a mark has no clause of its own")
    rules = {each["number"] for each in variables if each["kind"] in ("rule", "written")}
    applying = list[int]()
    for number, clause in enumerate(clauses, start=1):
        if because := [literal for literal in clause if literal in rules]:
            others = {-literal for literal in clause if literal not in because}
            require(others <= set(written), f"clause {number}: a rule applies without its marks")
            applying += because
        elif codes[number] != "written":
            require(any(-literal in rules for literal in clause), f"clause {number} belongs to no rule")
    require(sorted(applying) == sorted(rules), "a rule applies for no reason, or for two")
    left = sorted(f"seat {seat}: {field}" for seat, field in marks.keys() - stated.keys())
    print(f"marks: {len(stated)}, as in the records; not part of the proof: {', '.join(left) or 'none'}")
    return codes


def check_proof(folder: Path, clauses: list[list[int]]) -> tuple[int, set[int]]:
    """Check the proof; return the number of its steps and the clauses that it uses."""
    known, used, last = dict(enumerate(clauses, start=1)), set[int](), len(clauses)
    lines = (folder / "proof.lrat").read_text(encoding="ascii").splitlines()
    require(lines and clauses, "the proof is empty")
    for line in lines:
        number, *rest = read_numbers(line)
        end = rest.index(0)
        clause, hints = rest[:end], rest[end + 1 : -1]
        require(rest[-1] == 0 and end < len(rest) - 1 and 0 not in hints, f"no step: {line}")
        require(number > last and known[last] != [], "a step out of order, or after the contradiction")
        false, is_contradicted = set(clause), False
        for hint in hints:
            require(hint in known and not is_contradicted, f"step {number} has a needless hint")
            left = {literal for literal in known[hint] if literal not in false}
            require(
                len(left) < 2 and not any(-literal in false for literal in left), f"step {number}: no unit"
            )
            is_contradicted = not left
            false.update(-literal for literal in left)
        require(is_contradicted, f"step {number} does not follow")
        known[number], last = clause, number
        used.update(hints)
    require(known[last] == [], "the proof ends without a contradiction")
    return len(lines), used & set(range(1, len(clauses) + 1))


def main() -> None:
    """Check the certificate in the folder that the command line names."""
    folder = Path(sys.argv[1])
    names = read_json(folder / "names.json")
    marks, variables = read_records(folder), names["variables"]
    clauses = read_formula(folder, len(variables))
    codes = check_meaning(marks, variables, names["clauses"], clauses)
    steps, used = check_proof(folder, clauses)
    rules = Counter(codes[number] or "definitions" for number in used)
    print(f"proof: {steps} steps; clauses that it uses, by rule: {dict(rules)}")
    print("not checked: whether the clauses state the rules, and whether the records match the paper")


try:
    main()
except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
    sys.exit(f"refused: this is not a certificate ({error!r})")

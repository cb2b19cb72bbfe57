"""Every interface gives the verdicts in VERDICTS, and all interfaces agree."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import msgspec
import pytest

from tests.conftest import Fairsheet
from tests.fairsheet.here import lines
from tests.fairsheet.interfaces.evenings import KINDS, evening, evening_in_conflict, names, recorded_evening
from tests.fairsheet.interfaces.interface_results import Outcome, outcomes_of

# By kind: the verdict of the first seat in a batch, and the exit code.
VERDICTS = {
    "legal": ("legal", 0),
    "idle question": ("legal", 0),
    "open question": ("legal, open", 3),
    "added up wrongly": ("legal", 0),
    "illegal": ("illegal", 1),
    "illegal only as read": ("undecided, open", 3),
    "illegal for every answer": ("illegal", 1),
    "whose sheet": ("legal", 3),
    "corrected": ("legal", 0),
    "covered": ("legal, open", 3),
    "missing seat": ("", 3),
    "two sheets of a seat": ("undecided", 3),
    "the same record twice": ("legal", 0),
    "two photos": ("legal", 0),
    "spare": ("legal", 0),
}
# The values that each interface reports.
REPORTED = {
    "verify": {"exit", "sheets"},
    "score": {"exit", "totals", "ranking"},
    "review": {"questions"},
    "report": {"exit"},
    "batch": {"exit", "sheets", "totals", "ranking", "questions"},
    "serve": {"sheets", "totals", "ranking", "questions"},
    "library": {"sheets", "totals", "ranking", "questions"},
}
# By kind and interface: the values in which it differs from the others.
DIFFER = {
    # Players are ranked by name over many tables.
    ("whose sheet", "verify"): {"exit"},
    ("whose sheet", "score"): {"exit"},
    ("whose sheet", "report"): {"exit"},
    # The host gave the names.
    ("whose sheet", "serve"): {"questions"},
    # The other seats are judged.
    ("missing seat", "verify"): {"exit"},
    # It knows the order in which the photos arrived.
    ("photos that differ", "serve"): {"questions", "ranking", "sheets", "totals"},
}
SEEDS = ("wren", "owl", "finch")
EVENINGS = [(*each, seed) for seed in SEEDS for each in names()]
# One sheet of each kind is always tested, the others only in soak runs.
ALWAYS = {(kind, ("mine", "dome")[number % 2], SEEDS[0]) for number, kind in enumerate(KINDS)}


def differences(results: dict[str, Outcome]) -> dict[str, set[str]]:
    """Return by interface the reported values that differ from `batch`."""
    batch = msgspec.structs.asdict(results["batch"])
    differ = {
        name: {
            what
            for what, value in msgspec.structs.asdict(each).items()
            if value != batch[what] and (what in REPORTED[name] or value is not None)
        }
        for name, each in results.items()
    }
    return {name: what for name, what in differ.items() if what}


@pytest.mark.parametrize(
    ("kind", "sheet", "seed"),
    [each if each in ALWAYS else pytest.param(*each, marks=pytest.mark.soak) for each in EVENINGS],
)
def test_interfaces_agree(kind: str, sheet: str, seed: str, tmp_path: Path) -> None:
    results = outcomes_of(evening(kind, sheet, seed), tmp_path)
    if kind in VERDICTS:
        assert ((results["batch"].sheets or {}).get("1", ""), results["batch"].exit) == VERDICTS[kind]
    for name, what in differences(results).items():
        assert what <= DIFFER.get((kind, name), set()), (name, results)


@pytest.mark.parametrize(
    ("sheet", "field", "conflict"),
    [
        ("launch", "floor-2.1", {1: [2, 3], 2: [1, 3], 3: [1, 2]}),
        ("escape", "ship-2.9", {1: [3]}),
    ],
)
def test_sheets_that_contradict_each_other_are_in_conflict(
    sheet: str, field: str, conflict: dict[int, list[int]], tmp_path: Path, fairsheet: Fairsheet
) -> None:
    only = ("verify", "report", "batch") if sheet == "launch" else ()  # its proofs take long
    results = outcomes_of(evening_in_conflict(sheet, field), tmp_path, only)
    verdicts = {str(seat): "illegal" if seat in conflict else "legal" for seat in (1, 2, 3)}
    assert results["batch"].exit == 1 and results["batch"].sheets == verdicts
    ranked = {seat for seats in results["batch"].ranking or () for seat in seats}
    assert ranked == {1, 2, 3} - conflict.keys() and set(results["batch"].totals or ()) == set("123")
    assert differences(results).keys() <= {"score"}, results  # score proves nothing
    ended = fairsheet("verify", tmp_path / "records")
    for seat, others in conflict.items():
        players = " and ".join(f"player Bot {other}" for other in others)
        conflict_line = (
            rf"seat {seat}\): in conflict with the sheets? of {players}: at least one of them is wrong"
        )
        assert re.search(conflict_line, " ".join(ended.out.split()))
    assert "illegal" not in ended.out and "no legal game" not in ended.out
    (judged,) = lines(tmp_path / "out/tables.jsonl")
    conflicts = {each["seat"]: each.get("conflict_with", []) for each in judged["verdict"]["sheets"]}
    assert {seat: others for seat, others in conflicts.items() if others} == conflict
    page = (tmp_path / "page.html").read_text()
    assert "In conflict with" in page and "no legal game" not in page
    index = (tmp_path / "out/report/index.html").read_text()
    assert "1 in conflict" in index and 'badge illegal"' not in index and "is illegal" not in index
    rows = list(csv.DictReader((tmp_path / "out/results.csv").open(newline="")))
    assert [row["rank"] == "" for row in rows] == [seat in conflict for seat in (1, 2, 3)]


def test_interfaces_agree_on_a_recorded_game(tmp_path: Path) -> None:
    results = outcomes_of(recorded_evening(), tmp_path)
    assert results["batch"].exit == 3 and "undecided, open" in (results["batch"].sheets or {}).values()
    assert differences(results) == {"serve": {"sheets"}}, results  # a table in serve has one kind of sheet

"""What every honest sheet of battle has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sides import next_seat
from tests.engine.tables import inked

SHEET = load_sheet("battle")
COLOURS = ("green", "blue", "grey")
SIZES = {1: 3, 2: 5, 3: 5, 4: 7, 5: 5, 6: 5, 7: 3}
GIVES = {2: "p", 3: "w", 4: "p", 5: "we", 6: "ee", 7: "ll", 8: "ee", 9: "we", 10: "p", 11: "w", 12: "p"}
BONUS = {"p": ("1.3", "4.1", "4.5", "5.5", "7.3"), "w": ("3.5", "5.4", "6.5"), "r": ("2.5", "3.3", "4.7")}


def own(marks: Marks, side: str, prefix: str) -> list[str]:
    return [
        field for field, mark in marks.items() if field.startswith(prefix) and mark == marks[f"sign.{side}"]
    ]


def check_side(marks: Marks, side: str, turns: int) -> None:
    spaces = own(marks, side, "planet-")
    moons, taken = own(marks, side, "moon."), own(marks, side, "asteroid.")
    order = [int(field[9:]) for field in taken]
    assert sorted(order) == (
        list(range(1, len(order) + 1)) if side == "near" else list(range(14 - len(order), 14))
    )
    given = "".join(GIVES.get(place, "") for place in order)
    assert len(spaces) + inked(marks, f"{side}-error") == turns
    factors = inked(marks, *(f"{side}-{colour}" for colour in COLOURS))
    assert factors >= min(12, given.count("e"))
    planning = inked(marks, f"{side}-planning")
    assert planning <= len(moons) <= planning + given.count("l") or planning == 7
    actions = len(taken) + factors - given.count("e") + len(moons) - given.count("l")
    actions -= sum(field.removeprefix("planet-") in BONUS["r"] for field in spaces)
    for name, kind, most in (("plant", "p", 11), ("water", "w", 9)):
        boxes = inked(marks, f"{side}-{name}")
        symbols = inked(marks, f"planet-{name}.")
        bonus = sum(field.removeprefix("planet-") in BONUS[kind] for field in spaces)
        assert min(given.count(kind), most) <= boxes <= symbols + given.count(kind) + bonus
        actions += max(0, boxes - given.count(kind) - bonus)
    astronauts = [str(mark) for field, mark in marks.items() if field.startswith(f"{side}-astronaut")]
    assert all("circled" in mark for mark in astronauts)
    assert actions + len(astronauts) <= len(spaces)


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    near, far = marks["sign.near"], marks["sign.far"]
    for place in range(1, 14):
        symbols = [field for field in SHEET.field if field.startswith(f"asteroid-bonus.{place}-")]
        assert all((symbol in marks) == (f"asteroid.{place}" in marks) for symbol in symbols)
    for n, size in SIZES.items():
        row = [f"planet-{n}.{place}" in marks for place in range(1, size + 1)]
        assert all(a >= b for a, b in pairwise(row))
        signs = [m for f, m in marks.items() if f.startswith((f"planet-{n}.", f"moon.{n}-"))]
        lead = signs.count(near) - signs.count(far)
        assert (f"flag.{n}-near" in marks, f"flag.{n}-far" in marks) == (lead >= 0, lead <= 0)
        assert marks.get(f"flag.{n}-near", near) == near and marks.get(f"flag.{n}-far", far) == far
        assert (f"ring.{n}" in marks) == all(row)


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    last = max(turn.turn for history in played.histories.values() for turn in history)
    for seat, marks in sheets.items():
        assert marks["sign.near"] != marks["sign.far"] == sheets[next_seat(seat, len(sheets))]["sign.near"]
        check_side(marks, "near", (last + 1) // 2)
        check_side(marks, "far", last // 2)
    ended = [
        all(f"mission.{letter}" in marks for letter in "abc")
        or 2 in (inked(marks, "near-error"), inked(marks, "far-error"))
        or sum(field.startswith("planet-") and field[8] == "." for field in marks) == 33
        for marks in sheets.values()
    ]
    assert any(ended) and last <= 35

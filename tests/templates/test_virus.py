"""The template of virus says what the game's sheet has: compared with a table made apart from it."""

from __future__ import annotations

from collections import Counter

import pytest

from fairsheet.sheets.library.templates import load_template, read_template, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Sheet

QUARTERS = {  # in the order of an infection: floor, first slot, place of the tank, plants, target
    "1-left": (1, 1, 1, 1, "empty"),
    "1-middle": (1, 6, 2, 1, "red"),
    "2-middle": (2, 1, 3, 2, "green"),
    "2-right": (2, 6, 5, 1, "empty"),
    "3-left": (3, 1, 3, 2, None),
    "3-middle": (3, 6, None, 2, "purple"),
    "3-right": (3, 11, 4, 2, None),
    "4-left": (4, 1, 2, 1, "empty"),
    "4-middle": (4, 6, 3, 2, "blue"),
    "5-middle": (5, 1, 2, 1, "yellow"),
    "5-right": (5, 6, 3, 1, "empty"),
}
NEIGHBOURS = {
    "1-left": "1-middle 3-left 4-left",
    "1-middle": "1-left 2-middle 3-left 3-middle",
    "2-middle": "1-middle 2-right 3-middle 3-right",
    "2-right": "2-middle 3-right 5-right",
    "3-left": "1-left 1-middle 3-middle 4-left 4-middle",
    "3-middle": "1-middle 2-middle 3-left 3-right 4-middle 5-middle",
    "3-right": "2-middle 2-right 3-middle 5-middle 5-right",
    "4-left": "1-left 3-left 4-middle",
    "4-middle": "3-left 3-middle 4-left 5-middle",
    "5-middle": "3-middle 3-right 4-middle 5-right",
    "5-right": "2-right 3-right 5-middle",
}


@pytest.fixture(scope="module")
def virus() -> Sheet:
    return load_template(template_path("virus"))


def test_floors_are_zones_of_quarters(virus: Sheet) -> None:
    assert {zone.id: len(zone.slots) for zone in virus.zones} == {
        "floor-1": 10, "floor-2": 10, "floor-3": 15, "floor-4": 10, "floor-5": 10,
    }  # fmt: skip
    groups = sorted(virus.groups_of_type("quarter"), key=lambda group: str(group.attrs["order"]).zfill(2))
    assert [group.id for group in groups] == [f"quarter.{name}" for name in QUARTERS]
    for name, (floor, first, tank, plants, target) in QUARTERS.items():
        facts = virus.group[f"quarter.{name}"].attrs
        assert facts["slots"] == tuple(f"floor-{floor}.{k}" for k in range(first, first + 5))
        assert facts["energies"] == (f"energy.{name}-2", f"energy.{name}-3")
        assert facts["plants"] == tuple(f"plant.{name}-{k}" for k in range(1, plants + 1))
        assert facts["lit"] == 1
        assert facts["ring"] == (f"evacuated.{name}",)
        assert facts["tank"] == ((f"tank.{name}",) if tank else ())
        assert facts["target"] == ((f"target.{name}",) if target else ())
        if tank:
            slot = virus.field[f"floor-{floor}.{first + tank - 1}"]
            assert virus.field[f"tank.{name}"].attrs["slot"] == slot.id
            assert virus.field[f"tank.{name}"].rect.center.x == pytest.approx(slot.rect.center.x)
        if target:
            assert virus.field[f"target.{name}"].symbol == f"target-{target}"


def test_quarters_lie_as_in_a_house(virus: Sheet) -> None:
    at = {name: virus.field[f"floor-{floor}.{first}"].rect for name, (floor, first, *_) in QUARTERS.items()}
    for one, other in ((a, b) for a in QUARTERS for b in QUARTERS if a != b):
        (floor, column), (below, aside) = one.split("-"), other.split("-")
        assert (at[one].y < at[other].y) == (floor < below)
        order = ("left", "middle", "right")
        assert (at[one].x < at[other].x) == (order.index(column) < order.index(aside))


def test_walkways_join_what_they_should(virus: Sheet) -> None:
    pairs = {(one, other) for one, others in NEIGHBOURS.items() for other in others.split() if one < other}
    links = {field.id: field for field in virus.fields if field.kind == "link"}
    assert set(links) == {f"walkway.{one}-to-{other}" for one, other in pairs}
    assert len(pairs) == 22
    for one, other in pairs:
        link = links[f"walkway.{one}-to-{other}"]
        assert link.attrs["between"] == (f"quarter.{one}", f"quarter.{other}")
        assert link.line is not None
        start, end = link.line
        assert 6 < ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5 < 7


def test_viruses_and_tracks(virus: Sheet) -> None:
    starts = {group.id: group.attrs.get("starts_by") for group in virus.groups_of_type("virus")}
    assert starts == {
        "virus.grey": None, "virus.green": "plant-track.5", "virus.blue": "water-track.3",
        "virus.red": "A", "virus.purple": "B", "virus.yellow": "C",
    }  # fmt: skip
    linked = {field.id: field.attrs["linked"] for field in virus.fields_of_symbol("spread")}
    assert linked == {
        "spread.plant-1": "plant-track.8", "spread.plant-2": "plant-track.11",
        "spread.water-1": "water-track.5", "spread.water-2": "water-track.7",
    }  # fmt: skip
    lengths = {
        kind: [
            len(symbols)
            for group in virus.groups_of_type("track-row")
            if kind in group.id and isinstance(symbols := group.attrs["symbols"], tuple)
        ]
        for kind in ("plant", "water")
    }
    assert lengths == {"plant": [2, 2, 3, 3, 3, 3], "water": [2] * 5}
    assert virus.ladder["plants"].values == (0, 5, 10, 20, 35, 55)
    assert virus.ladder["water"].values == (0, 10, 20, 35, 55)
    assert virus.ladder["plants"].last == virus.ladder["water"].last == 80
    assert (virus.ladder["error"].values, virus.ladder["error"].last) == ((0, 5, 10), 15)
    errors = [field.attrs["propagation"] for field in virus.fields_of_symbol("system-error")]
    assert errors == [False, True, True]


def test_counts(virus: Sheet) -> None:
    kinds = Counter(field.kind for field in virus.fields)
    assert kinds == {"slot": 55, "icon": 146, "link": 22, "box": 21, "text": 1}
    symbols = Counter(field.symbol for field in virus.fields if field.kind == "icon")
    coloured = ("red", "green", "purple", "blue", "yellow")
    assert symbols == {
        "astronaut": 6, "planning": 6, "wild": 6, "quarter-outline": 11, "target-empty": 4, "water-tank": 10,
        "energy": 22, "plant": 16, "spread": 4, "plant-symbol": 16, "water-symbol": 10, "score-value": 11,
        "bonus-robot": 6, "bonus-energy": 5, "system-error": 3,
        **{f"target-{colour}": 1 for colour in coloured}, **{f"activation-{colour}": 1 for colour in coloured},
    }  # fmt: skip
    assert all("struck" in field.accepts for field in virus.fields if field.kind == "slot")


def test_missions_and_score_lines(virus: Sheet) -> None:
    values = {name: (mission.first, mission.later) for name, mission in virus.mission.items()}
    assert values == {
        "A1": (8, 3), "A2": (8, 3), "B1": (11, 4), "B2": (12, 5), "C1": (10, 4), "C2": (10, 4),
    }  # fmt: skip
    signs = {line.box: line.sign for line in virus.scores if line.box.startswith("score.")}
    assert [box for box, sign in signs.items() if sign == "-"] == ["score.infected", "score.errors"]
    assert len(signs) == 7 and signs["score.total"] == "="


def test_a_camera_can_read_it() -> None:
    placed = read_template(template_path("virus"))
    assert lint(placed.sheet, placed.positions) == []

"""Test boards: needs of rules are decoded once from a template, and every problem is reported with its place."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec import structs

from fairsheet.engine.games.registry import board_problems, rules_of, scenario_of
from fairsheet.engine.play.declared import (
    BoardError,
    Entry,
    FieldId,
    Fields,
    LadderId,
    decode,
    fields,
    groups,
    problems_of,
    zones,
)
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.sheet import Attribute, Group, Sheet, Zone


class Quarter(Entry, frozen=True):
    slots: Fields
    bonus_high: FieldId
    tanks: Fields = ()


class Factor(Entry, frozen=True):
    ladder: LadderId
    counts: Fields


class Tank(Entry, frozen=True):
    at: FieldId


QUARTERS = groups("quarter", Quarter)


def with_quarter(**attrs: Attribute) -> Sheet:
    """Return the sheet of colony with a single group of type quarter."""
    return structs.replace(load_sheet("colony"), groups=(Group("q", "quarter", attrs),))


def with_groups(sheet: Sheet, changes: Mapping[str, Mapping[str, Attribute] | None]) -> Sheet:
    """Return a sheet in which some groups have other attributes, or are left out."""
    kept = [group for group in sheet.groups if changes.get(group.id, {}) is not None]
    changed = (structs.replace(group, attrs=changes.get(group.id) or group.attrs) for group in kept)
    return structs.replace(sheet, groups=tuple(changed))


def test_entries_have_the_order_of_the_template() -> None:
    sheet = load_sheet("colony")
    found = decode(sheet, [groups("factor", Factor), fields("water-tank", Tank)])
    assert [factor.ladder for factor in found[groups("factor", Factor)]] == [
        "plant-factor", "water-factor", "antenna-factor"
    ]  # fmt: skip
    assert {tank.at for tank in found[fields("water-tank", Tank)]} <= set(sheet.field)


def test_single_name_is_a_list_of_one() -> None:
    sheet = with_quarter(slots="building.r1-c2", bonus_high=("quarter-bonus.nw-high",), tanks=())
    (quarter,) = decode(sheet, [QUARTERS])[QUARTERS]
    assert quarter == Quarter("q", ("building.r1-c2",), "quarter-bonus.nw-high", ())


@pytest.mark.parametrize(
    ("attrs", "about", "words"),
    [
        ({"bonus_high": "score.total"}, "slots", "this attribute is missing; add slots: names of fields"),
        ({"slots": "score.total"}, "bonus_high", "missing; add bonus_high: the name of a field"),
        (
            {"slots": 3, "bonus_high": "score.total"},
            "slots",
            "expected `str`, got `int`; give names of fields",
        ),
        (
            {"slots": "score.totals", "bonus_high": "score.total"},
            "slots",
            "no field score.totals; did you mean",
        ),
        (
            {"slots": "score.total", "bonus_high": "score.total", "tank": "score.total"},
            "tank",
            "the rules know no such attribute; did you mean tanks?",
        ),
    ],
)
def test_problem_is_reported_with_its_place(attrs: dict[str, Attribute], about: str, words: str) -> None:
    (problem,) = problems_of(with_quarter(**attrs), [QUARTERS])
    assert (problem.about, problem.attribute) == ("q", about)
    assert words in str(problem)


def test_all_problems_are_reported_together() -> None:
    sheet = structs.replace(
        load_sheet("colony"), groups=(Group("q", "quarter", {}), Group("z", "quarters", {}))
    )
    assert [p.about for p in problems_of(sheet, [QUARTERS])] == ["q", "q", "z"]
    with pytest.raises(BoardError, match=r"colony: q: slots: this attribute is missing.*\(1 more\)"):
        decode(sheet, [QUARTERS])


def test_needed_groups_may_not_be_left_out() -> None:
    sheet = structs.replace(load_sheet("colony"), groups=())
    assert [str(p) for p in problems_of(sheet, [QUARTERS])] == [
        "there is no group quarter; the rules need at least one"
    ]
    assert problems_of(sheet, [groups("quarter", Quarter, optional=True)]) == []


LEFT_OUT = {
    "launch": "rockets idle-rockets prepare build-x sabotage mission-floors all-of-one-symbol tie-break-rockets "
    "system-errors",
    "journey": "tanks system-errors",
    "colony": "antennas tanks system-errors",
    "mine": "system-errors",
    "dome": "slot-set mission",
    "virus": "",
    "escape": "",
    "battle": "colour",
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_optional_groups_may_be_left_out(name: str) -> None:
    sheet = solo_sheet(load_sheet(name), 4)
    declared = scenario_of(sheet).declared_of(sheet)
    problems = problems_of(structs.replace(sheet, groups=(), zones=(), fields=()), declared)
    needed = {problem.problem.split()[-1] for problem in problems}
    assert {each.name or each.kind for each in declared} - needed == {
        *LEFT_OUT[name].split(),
        "astra-track",
        "astra-rival",
    }


def test_zones_contain_their_slots() -> None:
    class Line(Entry, frozen=True):
        slots: Fields

    sheet = structs.replace(load_sheet("colony"), zones=(Zone("row", ("building.r1-c2",), {}),))
    lines = zones(Line)
    assert decode(sheet, [lines])[lines] == (Line("row", ("building.r1-c2",)),)


@pytest.mark.parametrize("name", scenario_names())
def test_every_attribute_of_groups_and_zones_is_declared(name: str) -> None:
    assert board_problems(load_sheet(name)) == []


@pytest.mark.parametrize("name", scenario_names())
def test_every_renamed_attribute_is_found(name: str) -> None:
    """Lint finds every renamed attribute, and the rules refuse it in one line."""
    sheet = load_sheet(name)
    for group in {group.type: group for group in sheet.groups}.values():
        for attribute in group.attrs:
            renamed = {(f"{key}z" if key == attribute else key): value for key, value in group.attrs.items()}
            broken = with_groups(sheet, {group.id: renamed})
            assert any(p.about == group.id and p.attribute == f"{attribute}z" for p in board_problems(broken))
            with pytest.raises(BoardError, match=f"{attribute}z"):
                rules_of(broken)
    for zone in sheet.zones[:1]:
        for attribute in zone.attrs:
            renamed = {(f"{key}z" if key == attribute else key): value for key, value in zone.attrs.items()}
            others = tuple(each for each in sheet.zones if each is not zone)
            broken = structs.replace(sheet, zones=(structs.replace(zone, attrs=renamed), *others))
            assert any(p.about == zone.id for p in board_problems(broken))


def test_every_side_of_battle_has_a_ladder_for_every_colour() -> None:
    sheet = load_sheet("battle")
    planet, side = sheet.group["planet.7"], sheet.group["side.near"]
    of_its_own = with_groups(sheet, {planet.id: {**planet.attrs, "colour": "red"}})
    assert [(p.about, p.attribute) for p in board_problems(of_its_own)] == [("side.near", "red")]
    named = {group: {**sheet.group[group].attrs, "red": "near-grey"} for group in ("side.near", "side.far")}
    assert board_problems(with_groups(of_its_own, named)) == []
    (odd,) = board_problems(with_groups(sheet, {side.id: {**side.attrs, "gray": "near-grey"}}))
    assert (odd.about, odd.attribute, odd.hint) == (side.id, "gray", "did you mean grey?")
    (dangling,) = board_problems(with_groups(sheet, {side.id: {**side.attrs, "grey": "near-gray"}}))
    assert (dangling.about, dangling.attribute) == (side.id, "grey")


@pytest.mark.parametrize("chosen", [(0, 2), ()])
def test_start_floors_of_a_tower_are_consecutive(chosen: tuple[int, ...]) -> None:
    sheet = load_sheet("dome")
    first, *others = sheet.zones
    start_slots = tuple(first.slots[index] for index in chosen)
    apart = structs.replace(first, attrs={**first.attrs, "start_slots": start_slots})
    (found,) = board_problems(structs.replace(sheet, zones=(apart, *others)))
    assert (found.about, found.attribute) == (first.id, "start_slots")

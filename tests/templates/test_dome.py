"""The template of dome says what the game's sheet has: compared with a transcription made apart from it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fairsheet.sheets.library.templates import load_template, read_template, template_path
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.sheet import Sheet

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "data/sheets/dome.json").read_text(encoding="utf-8")
)


@pytest.fixture(scope="module")
def dome() -> Sheet:
    return load_template(template_path("dome"))


def named(fact: object) -> list[str]:
    return [str(each) for each in fact] if isinstance(fact, tuple) else [str(fact)]


def test_zones_are_the_towers(dome: Sheet) -> None:
    assert set(dome.zone) == set(FACTS["zones"])
    for name, wanted in FACTS["zones"].items():
        zone = dome.zone[name]
        assert list(zone.slots) == wanted["slots"]
        assert named(zone.attrs["start_slots"]) == wanted["start_slots"]
        assert (zone.attrs["bottom"], zone.attrs["top"]) == (wanted["bottom"], wanted["top"])


def test_ends_of_towers_and_what_they_are_worth(dome: Sheet) -> None:
    assert {group.id for group in dome.groups_of_type("tower-end")} == set(FACTS["ends"])
    for name, wanted in FACTS["ends"].items():
        end = dome.group[name].attrs
        assert {key: end[key] for key in ("slot", "high", "low", "box")} == {
            key: wanted[key] for key in ("slot", "high", "low", "box")
        }
        for which in ("high", "low"):
            assert dome.field[wanted[which]].attrs["value"] == wanted[f"{which}_value"]


def test_parts_of_the_dome(dome: Sheet) -> None:
    parts = dome.groups_of_type("dome-part")
    assert [part.id for part in parts] == list(FACTS["parts"])
    for part in parts:
        wanted = FACTS["parts"][part.id]
        assert part.attrs["parity"] == wanted["parity"]
        assert named(part.attrs["halves"]) == wanted["halves"]
        assert part.attrs["cut"] == wanted["cut"]


def test_levels_and_the_slots_that_corridors_join_to_them(dome: Sheet) -> None:
    levels = dome.groups_of_type("research-level")
    assert {level.id for level in levels} == set(FACTS["levels"])
    slots = [field for field in dome.fields if field.kind == "slot"]
    for level in levels:
        wanted = FACTS["levels"][level.id]
        assert named(level.attrs["plants"]) == wanted["plants"]
        assert level.attrs["water"] == wanted["water"]
        assert {slot.id for slot in slots if slot.attrs["level"] == level.id} == set(wanted["slots"])
    assert {slot.id for slot in slots if slot.attrs["level"] == "none"} == set(FACTS["unconnected"])


def test_floors_of_a_level_stand_at_its_height(dome: Sheet) -> None:
    for wanted in FACTS["levels"].values():
        fields = (*wanted["slots"], *wanted["plants"], wanted["water"])
        heights = [dome.field[field].rect.center.y for field in fields]
        assert max(heights) - min(heights) < 0.1


def test_tables_of_values(dome: Sheet) -> None:
    areas = {group.id: named(group.attrs["rows"]) for group in dome.groups_of_type("upgrade-area")}
    assert areas == FACTS["areas"]
    assert set(dome.ladder) == set(FACTS["ladders"])
    for name, wanted in FACTS["ladders"].items():
        ladder = dome.ladder[name]
        assert (list(ladder.fields), ladder.mark) == (wanted["fields"], "crossed")
        assert [*ladder.values, ladder.last] == wanted["values"]


def test_icons_links_and_boxes(dome: Sheet) -> None:
    icons = {field.id: field for field in dome.fields if field.kind == "icon"}
    assert set(icons) == set(FACTS["icons"])
    for name, wanted in FACTS["icons"].items():
        assert icons[name].symbol == wanted["symbol"]
        assert set(icons[name].accepts) - {"circled+crossed"} == set(wanted["marks"])
    assert {f.id: f.symbol for f in dome.fields if f.kind == "link"} == FACTS["links"]
    assert {field.id for field in dome.fields if field.kind == "box"} == set(FACTS["boxes"])
    signs = {line.box: line.sign for line in dome.scores if line.box.startswith("score.")}
    assert signs == {box: sign for box, sign in FACTS["boxes"].items() if sign}
    assert {line.box for line in dome.scores} == set(FACTS["boxes"])


def test_counts(dome: Sheet) -> None:
    counts = FACTS["counts"]
    kinds = Counter(field.kind for field in dome.fields)
    wanted = (counts["slots"], counts["icons_total"], counts["links_total"], counts["boxes"])
    assert (kinds["slot"], kinds["icon"], kinds["link"], kinds["box"]) == wanted
    assert all(field.printed is None for field in dome.fields)


def test_missions_bear_no_values(dome: Sheet) -> None:
    assert {mission.id: mission.letter for mission in dome.missions} == FACTS["missions"]
    assert {(mission.first, mission.later) for mission in dome.missions} == {(None, None)}


def test_the_correction_box_stands_beside_its_slot_and_leaves_room_for_the_next_floor(dome: Sheet) -> None:
    for zone in dome.zones:
        for slot in (dome.field[name] for name in zone.slots):
            assert slot.correction_box and slot.correction_box.x == pytest.approx(slot.rect.right)
            assert slot.correction_box.bottom == pytest.approx(slot.rect.bottom)


def test_a_camera_can_read_it() -> None:
    placed = read_template(template_path("dome"))
    assert lint(placed.sheet, placed.positions) == []

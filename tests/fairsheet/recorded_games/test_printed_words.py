"""Words on the sheets of recorded games are large enough, and the same on all sheets of a game."""

from __future__ import annotations

from collections import defaultdict

import pytest

from fairsheet.engine.recorded.pulsar._shown import MAP_WORDS
from fairsheet.engine.recorded.registry import draw_of, recorded_game
from fairsheet.engine.records.record import Table
from fairsheet.sheets.drawing.palette import PALETTE
from fairsheet.sheets.library.templates import load_sheet, sheet_names
from fairsheet.sheets.model.drawn_shapes import Ellipse, Text
from fairsheet.sheets.model.sheet import Sheet

RECORDED = [name for name in sheet_names() if load_sheet(name).has_companions]
SMALLEST = 6.0  # points


def texts(sheet: Sheet) -> list[str]:
    return [shape.text for shape in sheet.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("name", RECORDED)
def test_printed_words_are_large_enough(name: str) -> None:
    small = [
        shape.text for shape in load_sheet(name).shapes if isinstance(shape, Text) and shape.size < SMALLEST
    ]
    assert small == []


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_map_names_planets_ships_and_sides_in_readable_words(players: int) -> None:
    sheet = load_sheet("gaia-setup")
    game = Table("coral-otter-42", players, 1 if players == 1 else None)
    drawn = draw_of(sheet, game)
    assert drawn is not None
    (place,) = (place for place in sheet.draw_places if place.id == "map")
    shapes = recorded_game(sheet).shapes(place, drawn, game, 0)
    on_map = [shape for shape in shapes if isinstance(shape, Text)]
    assert min(text.size for text in on_map) >= SMALLEST
    tints: dict[str, set[str | None]] = defaultdict(set)
    circles = (shape for shape in shapes if isinstance(shape, Ellipse))
    for circle in circles:
        (inside,) = (text.text for text in on_map if _is_in(text, circle))
        tints[inside].add(circle.style.fill)
    assert {planet for planet, fills in tints.items() if "paper" in fills} == {"Whi"}
    fills = [fill for (fill,) in tints.values()]
    assert len(set(fills)) == len(fills)
    assert set(fills) <= set(PALETTE)
    legend = " ".join(texts(sheet)).replace(",", "").replace(":", "").split()
    assert {word for text in on_map for word in text.text.split() if word[0].isalpha()} <= {*legend, "front"}


def _is_in(text: Text, circle: Ellipse) -> bool:
    middle = circle.rect.center
    return abs(text.at.x - middle.x) < 0.1 and abs(text.at.y - middle.y) < circle.rect.w / 2


@pytest.mark.parametrize("name", ["pulsar-final", "pulsar-ledger", "pulsar-table"])
def test_all_sheets_use_the_same_words_for_map_sides(name: str) -> None:
    assert set(MAP_WORDS.values()) <= set(texts(load_sheet(name)))


def test_explicit_default_of_personal_missions_changes_nothing() -> None:
    sheet = load_sheet("planet-record")
    without, unsaid = (Table("otter", 2, options=options) for options in ({"personal": False}, {}))
    assert draw_of(sheet, without) == draw_of(sheet, unsaid)

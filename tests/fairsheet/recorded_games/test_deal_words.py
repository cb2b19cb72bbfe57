"""The draw of a seed is shown in words, never as ids of components."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fairsheet.engine.recorded.planet._draw import drawn_of
from fairsheet.engine.recorded.planet._shown import missions_printed
from fairsheet.engine.recorded.planet.box.component_names import event_words
from fairsheet.engine.recorded.planet.box.components import EVENTS, INNER, OUTER
from fairsheet.engine.recorded.registry import draw_of, recorded_game
from fairsheet.engine.records.record import Table
from fairsheet.engine.records.table_options import Option
from fairsheet.sheets.drawing.typeface import text_width
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.drawn_shapes import Text

ID = re.compile(r"\b[a-z]+\d*-[a-z0-9]+")
EVERY_EVENT: dict[str, Option] = {"events": {"red": 7, "orange": 7, "green": 6}, "personal": True}
TABLES: list[tuple[str, int, int | None, dict[str, Option]]] = [
    ("ares-record", 4, None, {}),
    ("ares-solo", 1, 2, {}),
    ("gaia-setup", 1, 3, {}),
    ("gaia-setup", 2, None, {}),
    ("gaia-setup", 4, None, {"extension": "drawn"}),
    ("planet-record", 1, 1, EVERY_EVENT),
    ("planet-record", 2, None, {"tiles": "seeded"}),
    ("planet-record", 4, None, EVERY_EVENT),
    ("pulsar-table", 3, None, {}),
    ("pulsar-table", 2, None, {"map": "dead-ends"}),
]


@pytest.mark.parametrize(("name", "players", "solo", "options"), TABLES)
def test_draw_in_words_has_no_ids_of_components(
    name: str, players: int, solo: int | None, options: dict[str, Option]
) -> None:
    sheet = load_sheet(name)
    for number in range(5):
        game = Table(f"words-{number}", players, solo, options=options)
        drawn = draw_of(sheet, game)
        assert drawn is not None
        lines = list(recorded_game(sheet).draw_in_words(drawn, game))
        by_round = recorded_game(sheet).by_round(drawn, game)
        hidden = (*recorded_game(sheet).hidden(drawn, game), *([] if by_round is None else [by_round]))
        lines += [(each.one, item) for each in hidden for item in each.items]
        assert len({name for name, _ in lines}) >= 3
        assert [line for line in lines if ID.search(" ".join(line))] == []
        assert [line for line in lines if " · " in " ".join(line)] == []  # in one language


CIV = [f"civ-{rank}" for rank in range(1, 5)]
STACKS: dict[str, Option] = {"tiles": "seeded", "personal": True}


@pytest.mark.parametrize(
    ("name", "typed", "game", "names"),
    [
        ("ares-record", "--players 3", Table("otter", 3), ["oceans"]),
        ("ares-solo", "--solo 2", Table("otter", 1, 2), ["oceans"]),
        ("pulsar-table", "--players 4", Table("otter", 4), ["systems"]),
        ("gaia-setup", "--players 4", Table("otter", 4), []),
        ("planet-record", "--solo 1", Table("otter", 1, 1), CIV),
        (
            "planet-record",
            "--players 2 --option personal=yes --option tiles=seeded",
            Table("otter", 2, options=STACKS),
            [*CIV, "missions-1", "missions-2", *(f"tiles-{shape}" for shape in (*INNER, *OUTER))],
        ),
    ],
)
def test_deal_shows_face_down_cards_only_on_request(
    fairsheet: Any, name: str, typed: str, game: Table, names: list[str]
) -> None:
    command = ("deal", name, *typed.split(), "--seed", "otter")
    shown = fairsheet(*command).out
    assert ("Face down: " in shown) == bool(names)
    recorded = recorded_game(load_sheet(name))
    hidden = recorded.hidden(recorded.draw("otter", game), game)
    assert [each.name for each in hidden] == names
    for each in hidden:
        assert each.name in shown and f"{each.one} 1" not in shown
    whole = fairsheet(*command, *(word for each in names for word in ("--reveal", each))).out if names else ""
    for each in hidden:
        assert all(f"{each.one} {k} " in whole and item in whole for k, item in enumerate(each.items, 1))
    for each in hidden[:1]:
        one = fairsheet(*command, "--reveal", f"{each.name}.2").out
        assert (f"{each.one} 2 " in one, f"{each.one} 1 " in one) == (True, False)
        assert each.items[1] in one


def test_every_event_has_words_that_equal_cards_share() -> None:
    words = {event: event_words(event) for cards in EVENTS.values() for event in cards}
    assert len(words) == 60
    assert all(words.values())
    assert words["green-synergy-1"] == words["green-synergy-2"]
    assert words["red-down-any-2"] != words["red-down-any-3"]


def test_personal_missions_are_printed_only_for_a_single_player() -> None:
    def printed_missions(game: Table, seat: int) -> list[str]:
        drawn = drawn_of(str(game.seed), game)
        return [shape.text for shape in missions_printed(drawn, game, seat) if isinstance(shape, Text)]

    three = Table("coral-otter-42", 3, options={"personal": True})
    assert printed_missions(three, 1) == ["missions:", "left: 20", "right: 12"]
    assert printed_missions(three, 2)[2] == "right: 20"
    two = Table("coral-otter-42", 2)
    shared = drawn_of("coral-otter-42", two).missions.neighbour
    assert printed_missions(two, 1)[1] == ", ".join(map(str, shared)) == printed_missions(two, 2)[1]
    alone = Table("coral-otter-42", 1, 1)
    assert len(printed_missions(alone, 1)[1].split(", ")) == 4


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("ares-record", 4, {}),
        ("gaia-setup", 4, {}),
        ("gaia-setup", 1, {}),
        ("gaia-automa", 1, {}),
        ("planet-record", 1, EVERY_EVENT),
        ("planet-record", 2, {}),
        ("planet-record", 6, {}),
        ("pulsar-table", 4, {"map": "dead-ends"}),
        ("pulsar-table", 4, {"map": "open"}),
    ],
)
def test_printed_draw_stays_in_its_place(name: str, players: int, options: dict[str, Option]) -> None:
    sheet = load_sheet(name)
    for number in range(6):
        game = Table(f"place-{number}", players, 1 if players == 1 else None, options=options)
        drawn = draw_of(sheet, game)
        assert drawn is not None
        for place in sheet.draw_places:
            for shape in recorded_game(sheet).shapes(place, drawn, game, 1):
                if isinstance(shape, Text) and shape.align == "left":
                    right = shape.at.x + text_width(shape.text, shape.size, shape.font)
                    assert right <= place.rect.w + 0.5, (place.id, shape.text)
                    assert shape.at.y <= place.rect.h + 0.5

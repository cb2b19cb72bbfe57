"""Honest tables on which something is left blank are never illegal."""

from __future__ import annotations

import pytest

from engine.options import Option
from engine.record import Table
from fairsheet.recording import records_of_table
from sheets.library import load_sheet

from .checking import findings, with_marks

TABLES: list[tuple[str, Table]] = [
    (sheet, Table(f"blank-{number}", players, solo, options=options))
    for sheet, players, solo, options in (
        ("gaia-record", 3, None, dict[str, Option]()),
        ("gaia-record", 1, 3, {}),
        ("planet-record", 3, None, {}),
        ("planet-record", 2, None, {"station": "clockwise"}),
        ("pulsar-final", 2, None, {}),
        ("pulsar-ledger", 3, None, {}),
    )
    for number in range(3)
]


@pytest.mark.parametrize(
    ("sheet", "game"), TABLES, ids=[f"{sheet}-{game.players}-{game.seed}" for sheet, game in TABLES]
)
def test_a_blank_where_a_0_is_meant_is_never_illegal(sheet: str, game: Table) -> None:
    table = records_of_table(load_sheet(sheet), game)
    blank = [
        with_marks(each, {field: None for field, mark in each.marks.items() if mark == 0}) for each in table
    ]
    assert any(each.marks != other.marks for each, other in zip(blank, table, strict=True))
    assert [found for found in findings(blank) if found.level == "error"] == []


@pytest.mark.parametrize(
    ("sheet", "players", "boxes"),
    [
        ("pulsar-final", 3, ("end.cubes", "final.cubes")),
        ("pulsar-final", 3, ("final.initiative", "rank.place-1", "rank.place-2", "rank.place-3")),
        ("pulsar-ledger", 3, ("end.cubes", "final.cubes")),
        ("planet-record", 3, ("score.neighbours",)),
        ("ares-record", 3, ("left.money", "left.plants", "left.heat")),
    ],
)
def test_a_total_is_believed_where_what_it_needs_is_blank(
    sheet: str, players: int, boxes: tuple[str, ...]
) -> None:
    table = records_of_table(load_sheet(sheet), Table("blank", players))
    blank = [with_marks(each, dict.fromkeys(boxes)) for each in table]
    assert [found for found in findings(blank) if found.level == "error"] == []


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_row_of_planets_that_nobody_filled_in_says_nothing(players: int) -> None:
    for number in range(4):
        game = Table(f"planets-{number}", players, 2 if players == 1 else None)
        table = records_of_table(load_sheet("gaia-record"), game)
        blank = [
            with_marks(each, dict.fromkeys(field for field in each.marks if field.startswith("planet.")))
            for each in table
        ]
        assert blank != table
        assert [found for found in findings(blank) if found.level != "note"] == []

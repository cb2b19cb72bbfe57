"""Honest tables on which something is left blank are never illegal."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from functools import cache

import pytest

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.ares._draw import PHASES
from fairsheet.engine.recorded.recorded_tables import table_sheets, with_boxes
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.checking import findings, with_marks

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


ARES = [
    *(("ares-coop", Table(f"blank-{number}", 2, options={"mode": "coop"})) for number in range(2)),
    *(("ares-solo", Table(f"blank-{level}", 1, level)) for level in (1, 2, 3)),
]
TRACKS = ("temp.*", "oxygen.*", "ocean.*")
BLOCKS = {  # of the logs and the records: what people may not keep at all
    "rounds": ("r[0-9]*",),
    "phases": tuple(f"r??.*-{phase}" for phase in PHASES),
    "cubes": ("r*-cube-*",),
    "steps": TRACKS,
    "rounds and steps": ("r[0-9]*", *TRACKS),
    "by itself": ("auto-*",),
    "marker": ("dummy-tr.*",),
    "head": ("level.*", "dummy.from-*"),
    "verdict": ("verdict.*",),
    "sums": ("sum.*",),
    "cards": ("card-*", "score.cards", "score.total", "sum.*"),
    "cards without their sum": ("card-*",),
    "counts": ("card-*.units",),
    "points": ("card-*.points",),
    "points and counts": ("card-*.points", "card-*.units"),
    "tableau": ("tableau.*",),
    "left": ("left.*",),
    "scores": ("score.*",),
    "forests and scores": ("forest.points", "score.*"),
    "cards but for their sum": ("card-*.number", "card-*.units", "card-*.points"),
}


@pytest.mark.parametrize("kinds", BLOCKS.values(), ids=BLOCKS)
def test_somebody_fills_in_every_block_that_is_left_blank_below(kinds: tuple[str, ...]) -> None:
    tables = [records_of_table(load_sheet(sheet), game) for sheet, game in ARES]
    inked = [field for table in tables for each in table for field in each.marks]
    assert all(any(fnmatch(field, kind) for field in inked) for kind in kinds)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize(("sheet", "game"), ARES, ids=[game.seed for _, game in ARES])
def test_a_block_that_nobody_filled_in_never_makes_a_table_illegal(
    sheet: str, game: Table, block: str
) -> None:
    blank = [
        with_marks(each, {f: None for f in each.marks if any(fnmatch(f, kind) for kind in BLOCKS[block])})
        for each in records_of_table(load_sheet(sheet), game)
    ]
    assert [found for found in findings(blank) if found.level == "error"] == []


PULSAR_BLOCKS = {  # of final sheets, ledgers and the sheet of the table
    "pulsars": ("claim-*",),
    "pulsars, what is left over and awards": ("claim-*", "spare.*", "award.*"),
    "numbers and rounds of pulsars": ("claim-?.site", "claim-?.round"),
    "awards": ("award.*",),
    "technologies": ("tech.*",),
    "projects": ("hq.*", "run.*"),
    "gate runs": ("run.*",),
    "headquarters": ("head.hq-*",),
    "stations": ("station.*",),
    "stations without what is added": ("station.s*",),
    "transmitters": ("tx*",),
    "goals": ("goal-?.done", "goal-?.bonus-?"),
    "cubes": ("end.*",),
    "places": ("rank.*",),
    "points": ("final.*",),
    "score before": ("score.before",),
    "drafts": ("draft-*",),
    "dice": ("draft-?.die-?",),
    "tracks": ("draft-?.move-*", "draft-?.rear-?"),
    "rounds": ("round-*",),
    "scores": ("round-?.score",),
    "order": ("head.order-?",),
    "sides": ("set.*",),
    "goals of the table": ("goal-?.tile", "goal-?.points", "goal-?.cost-?", "goal-?.gain-?"),
    "rows": ("row.*",),
    "rolls": ("roll-*",),
    "tiles": ("system.*",),
}


@cache
def both_sheets_of_each(number: int) -> list[Record]:
    """A plausible table of Pulsar 2849, with the final sheets and the ledgers."""
    sheet, game = load_sheet("pulsar-table"), Table(None, 2 + number)
    chance = Stream(f"blank {number}", "test")
    return with_boxes(table_sheets(recorded_game(sheet).play(game, None, chance)))


@pytest.mark.parametrize("kinds", PULSAR_BLOCKS.values(), ids=PULSAR_BLOCKS)
def test_somebody_fills_in_every_block_of_pulsar_2849_that_is_left_blank_below(
    kinds: tuple[str, ...],
) -> None:
    inked = [field for number in range(3) for each in both_sheets_of_each(number) for field in each.marks]
    assert all(any(fnmatch(field, kind) for field in inked) for kind in kinds)


@pytest.mark.parametrize("block", PULSAR_BLOCKS)
@pytest.mark.parametrize("number", range(3))
def test_a_block_of_pulsar_2849_that_nobody_filled_in_never_makes_a_table_illegal(
    number: int, block: str
) -> None:
    whole = both_sheets_of_each(number)
    blank = [
        with_marks(
            each, {f: None for f in each.marks if any(fnmatch(f, kind) for kind in PULSAR_BLOCKS[block])}
        )
        for each in whole
    ]
    for left_out in ("pulsar-ledger", "pulsar-final", ""):
        assert [found for found in findings(without(blank, left_out)) if found.level == "error"] == []
    for kind in ("pulsar-ledger", "pulsar-final"):  # the player's other sheet has it
        mixed = [b if b.sheet == kind else a for a, b in zip(whole, blank, strict=True)]
        assert [found for found in findings(mixed) if found.level == "error"] == []


def without(records: Sequence[Record], kind: str) -> list[Record]:
    return [each for each in records if each.sheet != kind]


@pytest.mark.parametrize(
    ("sheet", "players", "boxes"),
    [
        ("pulsar-final", 3, ("end.cubes", "final.cubes")),
        ("pulsar-final", 3, ("final.initiative", "rank.place-1", "rank.place-2", "rank.place-3")),
        ("pulsar-ledger", 3, ("end.cubes", "final.cubes")),
        ("planet-record", 3, ("score.neighbours",)),
        ("ares-record", 3, ("left.money", "left.plants", "left.heat")),
        ("ares-record", 3, ("forest.points",)),
        ("pulsar-final", 3, ("claim-*", "final.pulsars")),
        ("pulsar-final", 3, ("claim-*", "final.gyrodynes")),
        ("pulsar-final", 3, ("station.s*", "final.stations")),
        ("pulsar-ledger", 3, ("claim-*", "final.pulsars")),
        ("pulsar-ledger", 3, ("claim-*", "final.gyrodynes")),
        ("pulsar-ledger", 3, ("station.s*", "final.stations")),
    ],
)
def test_a_total_is_believed_where_what_it_needs_is_blank(
    sheet: str, players: int, boxes: tuple[str, ...]
) -> None:
    table = records_of_table(load_sheet(sheet), Table("blank", players))
    blank = [
        with_marks(each, {f: None for f in each.marks if any(fnmatch(f, box) for box in boxes)})
        for each in table
    ]
    assert blank != table
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


@pytest.mark.parametrize(
    ("name", "page", "expected"),
    [
        ("gaia-record", 1, "page-missing"),
        ("gaia-record", 2, None),
        ("planet-record", 1, "page-missing"),
        ("planet-record", 2, None),
        ("pulsar-ledger", 1, "page-missing"),
        ("pulsar-ledger", 2, "page-missing"),
        ("ares-record", 1, "page-missing"),
        ("pulsar-final", 1, "page-missing"),
        ("pulsar-table", 1, None),
    ],
)
def test_a_page_that_was_not_photographed_accuses_nobody(name: str, page: int, expected: str | None) -> None:
    for number in range(3):
        table = records_of_table(load_sheet(name), Table(f"page-{number}", 3))
        first, *others = (each for each in table if each.sheet.startswith(name))
        fields = load_sheet(first.sheet).field
        lost = with_marks(first, dict.fromkeys(f for f in first.marks if fields[f].page == page))
        found = {found.check for found in findings([lost, *others]) if found.level != "note"}
        assert found == ({expected} if expected else set())

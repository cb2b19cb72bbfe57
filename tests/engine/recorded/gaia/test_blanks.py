"""Sheets of Gaia Project on which a whole block is blank: what it could contradict is left out."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from functools import cache

import pytest

from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.checking import findings, with_marks

BLOCKS: dict[str, tuple[tuple[str, ...], set[str]]] = {  # what is blank, and the checks that then ask for it
    "planets": (("planet.*",), set()),
    "pieces": (("built.mines", "built.trading", "built.labs"), set()),
    "structures": (("built.*",), set()),
    "planets and structures": (("planet.*", "built.*", "former.*", "interspace.*"), set()),
    "sectors": (("sector.*", "deep.*", "interspace.*"), set()),
    "levels": (("*.l[0-5]",), {"one-level-per-area"}),
    "levels and research": (("*.l[0-5]", "*score.research"), {"one-level-per-area"}),
    "faction": (("faction.*",), {"one-faction", "asteroid-formers"}),
    "colours at three steps": (("three-step.*",), set()),
    "rounds": (("round-*",), set()),
    "tinkering": (("tinker-*",), set()),
    "left": (("left.*",), set()),
    "left and its points": (("left.*", "score.resources"), set()),
    "counts": (("final-*",), set()),
    "track": (("vp.track",), {"track-end"}),
    "scores": (("score.*",), set()),
    "Automa: points when it passes": (("automa-pass.*",), set()),
    "Automa: ships": (("automa-ship.*",), {"automa-start"}),
    "Automa: counts": (("automa-final.*",), set()),
    "Automa: track": (("automa-vp.track",), {"automa-track"}),
    "Automa: scores": (("automa-score.*",), set()),
    "Automa: level": (("level.*",), set()),
    "Automa: faction": (("automa-faction.*",), {"automa-faction"}),
    "Automa: all but its level": (
        ("automa-*",),
        {"one-level-per-area", "automa-faction", "automa-start", "automa-track"},
    ),
    "set-up": (("marker.*", "table.*"), set()),
}


@cache
def tables() -> Sequence[Sequence[Record]]:
    """Plausible tables, half of them against the Automa."""
    games = [Table(f"blocks {level}", 1, level) for level in range(1, 6)]
    games += [Table(f"blocks {number}", 2 + number % 3) for number in range(6)]
    return [records_of_table(load_sheet("gaia-record"), game) for game in games]


@pytest.mark.parametrize("block", BLOCKS)
def test_somebody_fills_in_every_block_that_is_left_blank_below(block: str) -> None:
    inked = [field for table in tables() for each in table for field in each.marks]
    assert all(any(fnmatch(field, kind) for field in inked) for kind in BLOCKS[block][0])


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_that_nobody_filled_in_is_only_asked_for(block: str) -> None:
    kinds, asked = BLOCKS[block]
    for table in tables():
        blank = [
            with_marks(each, {f: None for f in each.marks if any(fnmatch(f, kind) for kind in kinds)})
            for each in table
        ]
        assert {found.check for found in findings(blank) if found.level != "note"} <= asked


@pytest.mark.parametrize("block", [("*.l[0-5]",), ("left.*",)])
def test_the_written_points_of_a_blank_block_count(block: tuple[str, ...]) -> None:
    for table in tables():
        blank = [
            with_marks(each, {f: None for f in each.marks if any(fnmatch(f, kind) for kind in block)})
            for each in table
        ]
        totals = [
            [player.total for player in score_recorded(table_sheets(records)).players]
            for records in (table, blank)
        ]
        assert totals[0] == totals[1]


def test_without_ships_and_their_tokens_nobody_is_accused_of_flipping_too_many() -> None:
    flipped = 0
    for table in tables():
        blank = [
            with_marks(each, {f: None for f in each.marks if f.startswith(("ship.", "ship-federation."))})
            for each in table
        ]
        told = [found for found in findings(blank) if found.check == "green-enough"]
        assert {found.level for found in told} <= {"warn"}
        flipped += len(told)
    assert flipped

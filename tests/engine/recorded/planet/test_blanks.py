"""Honest tables of Planet Unknown on which a whole block is left blank are never illegal."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.checking import findings, with_marks

EVENTS: dict[str, Option] = {"events": {"red": 8, "orange": 3, "green": 9}}
GAMES = [
    *(Table(f"blank-{number}", 3) for number in range(2)),
    *(
        Table(f"blank-{number}", 2, options={"station": "clockwise", "tiles": "seeded"})
        for number in range(2)
    ),
    Table("blank", 4, options={"personal": True}),
    Table("blank", 1, 1, options=EVENTS),
]
TRACKS = "track-*"
COUNTS = ("meteorite.collected", "patch.placed")
BLOCKS = {
    "planet": ("cell.*",),
    "tracks": (TRACKS,),
    "lifepods": ("lifepod.*", "jump-tech.*"),
    "counts": COUNTS,
    "cards": ("civ-card.*",),
    "numbers of missions": ("mission-card.*",),
    "values of missions": ("mission-*.value*",),
    "missions": ("mission-*",),
    "numbers of personal missions": ("personal.card-*",),
    "personal missions fulfilled": ("personal.done-*",),
    "personal missions": ("personal.*",),
    "turns": ("end.turns",),
    "end": ("end.*",),
    "points": ("score.*",),
    "parts": ("score.[!t]*",),
    "total": ("score.total",),
    "target": ("solo.target",),
    "depots": ("turn-*.depot",),
    "rings of the strip": ("turn-*.inner", "turn-*.outer"),
    "offset": ("strip.offset",),
    "strip": ("turn-*", "strip.offset"),
    "planet and its points": ("cell.*", "score.planet"),
    "tracks and their points": (TRACKS, "score.tracks"),
    "all but the total": ("[!s]*", "strip.*", "score.[!t]*"),
    "all but the total and neighbours": ("[!s]*", "strip.*", "score.[!tn]*", "score.tracks"),
    "all but the points": ("[!s]*", "strip.*"),
    "all but the planet": ("[!c]*", "civ-card.*"),
}


def without(record: Record, block: str) -> Record:
    """A record on which nobody filled in a block."""
    gone = [field for field in record.marks if any(fnmatch(field, kind) for kind in BLOCKS[block])]
    return with_marks(record, dict.fromkeys(gone))


def errors(records: list[Record]) -> list[Finding]:
    """What makes the sheets of a table illegal."""
    return [found for found in findings(records) if found.level == "error"]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game.players}-{game.seed}")
def table(request: pytest.FixtureRequest) -> list[Record]:
    """A plausible table."""
    return records_of_table(load_sheet("planet-record"), request.param)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_that_nobody_filled_in_never_makes_a_table_illegal(table: list[Record], block: str) -> None:
    assert errors([without(each, block) for each in table]) == []
    assert errors([without(table[0], block), *table[1:]]) == []


@pytest.mark.parametrize("block", ["planet", "tracks", "lifepods", "counts", "cards", "all but the points"])
def test_points_of_such_a_block_are_as_written(table: list[Record], block: str) -> None:
    score = score_recorded(table_sheets([without(each, block) for each in table]))
    written = [each.marks["score.total"] for each in table]
    assert [player.total for player in score.players] == written
    assert all(player.differences == () for player in score.players)

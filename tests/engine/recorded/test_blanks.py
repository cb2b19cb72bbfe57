"""Test that honest tables with blanks are never illegal."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from functools import cache

import pytest

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.recorded_tables import fill_boxes, score_recorded, table_sheets
from fairsheet.engine.recorded.registry import recorded_game
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.records.table_options import Option
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.recorded.checking import findings, with_marks

EVENTS: dict[str, Option] = {"events": {"red": 8, "orange": 3, "green": 9}}
STACKS: dict[str, Option] = {"station": "clockwise", "tiles": "seeded"}
GAMES: dict[str, list[tuple[str, Table]]] = {
    "ares": [
        ("ares-coop", Table("blank-0", 2, options={"mode": "coop"})),
        *(("ares-solo", Table(f"blank-{level}", 1, level)) for level in (1, 3)),
        ("ares-record", Table("blank", 3)),
    ],
    "gaia": [
        *(("gaia-record", Table(f"blocks {level}", 1, level)) for level in (1, 3)),
        *(("gaia-record", Table(f"blocks {number}", number - 1)) for number in (3, 4, 5)),
    ],
    "planet": [
        ("planet-record", Table("blank-0", 3)),
        ("planet-record", Table("blank-1", 2, options=STACKS)),
        ("planet-record", Table("blank", 4, options={"personal": True})),
        ("planet-record", Table("blank", 1, 1, options=EVENTS)),
    ],
    "pulsar": [("pulsar-table", Table(None, players)) for players in (2, 4)],
}

# Marks that people may not keep at all: each line has the fields of a block. For Gaia Project it names the checks that
# ask for them; in other games every warning is allowed.
BLOCKS = """
ares | r[0-9]*
ares | r??.*-development r??.*-construction r??.*-action r??.*-production r??.*-research
ares | r*-cube-*
ares | temp.* oxygen.* ocean.*
ares | r[0-9]* temp.* oxygen.* ocean.*
ares | auto-*
ares | dummy-tr.*
ares | level.* dummy.from-*
ares | verdict.*
ares | sum.*
ares | card-* score.cards score.total sum.*
ares | card-*
ares | card-*.units
ares | card-*.points
ares | card-*.points card-*.units
ares | tableau.*
ares | left.*
ares | score.*
ares | forest.points score.*
ares | card-*.number card-*.units card-*.points
ares | forest.points
gaia | planet.* |
gaia | built.mines built.trading built.labs |
gaia | built.* |
gaia | planet.* built.* former.* interspace.* |
gaia | sector.* deep.* interspace.* |
gaia | *.l[0-5] | one-level-per-area
gaia | *.l[0-5] *score.research | one-level-per-area
gaia | faction.* | one-faction asteroid-formers
gaia | three-step.* |
gaia | round-* |
gaia | tinker-* |
gaia | left.* |
gaia | left.* score.resources |
gaia | final-* |
gaia | vp.track | track-end
gaia | score.* |
gaia | automa-pass.* |
gaia | automa-ship.* | automa-start
gaia | automa-final.* |
gaia | automa-vp.track | automa-track
gaia | automa-score.* |
gaia | level.* |
gaia | automa-faction.* | automa-faction
gaia | automa-* | one-level-per-area automa-faction automa-start automa-track
gaia | marker.* table.* |
gaia | ship.* ship-federation.*
planet | cell.*
planet | track-*
planet | lifepod.* jump-tech.*
planet | meteorite.collected patch.placed
planet | civ-card.*
planet | mission-card.*
planet | mission-*.value*
planet | mission-*
planet | personal.card-*
planet | personal.done-*
planet | personal.*
planet | end.turns
planet | end.*
planet | score.*
planet | score.[!t]*
planet | score.total
planet | score.neighbours
planet | solo.target
planet | turn-*.depot
planet | turn-*.inner turn-*.outer
planet | strip.offset
planet | turn-* strip.offset
planet | cell.* score.planet
planet | track-* score.tracks
# All fields except the total; except total and neighbours; except the points; except the planet.
planet | [!s]* strip.* score.[!t]*
planet | [!s]* strip.* score.[!tn]* score.tracks
planet | [!s]* strip.*
planet | [!c]* civ-card.*
pulsar | claim-*
pulsar | claim-* spare.* award.*
pulsar | claim-?.site claim-?.round
pulsar | award.*
pulsar | tech.*
pulsar | hq.* run.*
pulsar | run.*
pulsar | head.hq-*
pulsar | station.*
pulsar | station.s*
pulsar | tx*
pulsar | goal-?.done goal-?.bonus-?
pulsar | end.*
pulsar | rank.*
pulsar | final.*
pulsar | score.before
pulsar | draft-*
pulsar | draft-?.die-?
pulsar | draft-?.move-* draft-?.rear-?
pulsar | round-*
pulsar | round-?.score
pulsar | head.order-?
pulsar | set.*
pulsar | goal-?.tile goal-?.points goal-?.cost-? goal-?.gain-?
pulsar | row.*
pulsar | roll-*
pulsar | system.*
# A total is believed if parts are blank.
pulsar | end.cubes final.cubes
pulsar | final.initiative rank.place-?
pulsar | claim-* final.pulsars
pulsar | claim-* final.gyrodynes
pulsar | station.s* final.stations
"""
ROWS = [[part.strip() for part in line.split("|")] for line in BLOCKS.splitlines() if line and line[0] != "#"]


@cache
def tables(game: str) -> Sequence[Sequence[Record]]:
    """Return plausible tables; those of Pulsar 2849 have the final sheets and the ledgers of all players."""
    played = []
    for sheet, table in GAMES[game]:
        if game == "pulsar":
            chance = Stream(f"blank {table.players - 2}", "test")
            whole = recorded_game(load_sheet(sheet)).play(table, None, chance)
            played.append(fill_boxes(table_sheets(whole)))
        else:
            played.append(records_of_table(load_sheet(sheet), table))
    return played


def without(record: Record, kinds: str) -> Record:
    """Return a record with a blank block."""
    gone = [field for field in record.marks if any(fnmatch(field, kind) for kind in kinds.split())]
    return with_marks(record, dict.fromkeys(gone))


def errors(records: Sequence[Record]) -> list[Finding]:
    """Return the findings that make the sheets of a table illegal."""
    return [found for found in findings(records) if found.level == "error"]


def test_every_block_left_blank_below_is_filled_in_by_some_player() -> None:
    inked = {
        game: {field for table in tables(game) for each in table for field in each.marks} for game in GAMES
    }
    kinds = ((game, kind) for game, blocks, *_ in ROWS for kind in blocks.split())
    assert [each for each in kinds if not any(fnmatch(field, each[1]) for field in inked[each[0]])] == []


@pytest.mark.parametrize("game", GAMES)
def test_blank_that_means_0_is_never_illegal(game: str) -> None:
    for table in tables(game):
        zeros = [[field for field, mark in each.marks.items() if mark == 0] for each in table]
        assert (
            errors([with_marks(*each) for each in zip(table, map(dict.fromkeys, zeros), strict=True)]) == []
        )
    assert any(zeros)


@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda number: "-".join(ROWS[number][:2]))
def test_block_that_nobody_filled_in_never_makes_a_table_illegal(number: int) -> None:
    """Each row is tried with half of the tables, alternating."""
    game, kinds, *expected = ROWS[number]
    for table in tables(game)[number % 2 :: 2]:
        blank = [without(each, kinds) for each in table]
        if expected:
            reported = {found.check for found in findings(blank) if found.level != "note"}
            assert reported <= set(expected[0].split())
        else:
            assert errors(blank) == []
        if game == "planet":
            assert errors([blank[0], *table[1:]]) == []
        if game == "pulsar":
            for kind in ("pulsar-ledger", "pulsar-final"):
                assert errors([each for each in blank if each.sheet != kind]) == []
                # The player's other sheet has the block.
                assert errors([b if b.sheet == kind else a for a, b in zip(table, blank, strict=True)]) == []


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("gaia", "*.l[0-5]"),
        ("gaia", "left.*"),
        *(("planet", kinds) for kinds in ("cell.*", "track-*", "lifepod.* jump-tech.*", "civ-card.*")),
        ("planet", "meteorite.collected patch.placed"),
        ("planet", "[!s]* strip.*"),
    ],
)
def test_written_points_of_a_blank_block_count(game: str, kinds: str) -> None:
    for table in tables(game):
        scores = [
            score_recorded(table_sheets(records)).players
            for records in (table, [without(each, kinds) for each in table])
        ]
        totals, blank_totals = ([player.total for player in players] for players in scores)
        assert totals == blank_totals
        assert game == "gaia" or all(player.differences == () for player in scores[1])


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
def test_missing_page_accuses_nobody(name: str, page: int, expected: str | None) -> None:
    table = records_of_table(load_sheet(name), Table("page-0", 3))
    first, *others = (each for each in table if each.sheet.startswith(name))
    fields = load_sheet(first.sheet).field
    lost = with_marks(first, dict.fromkeys(f for f in first.marks if fields[f].page == page))
    found = {found.check for found in findings([lost, *others]) if found.level != "note"}
    assert found == ({expected} if expected else set())

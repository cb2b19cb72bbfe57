"""A small board of every scenario that exercises all of its rules, with tables of a few offers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, get_args

import msgspec

from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.solver.turn_offers import GuessedDeal
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Expression, Sheet
from tests.agreement.cutting import at_least, cut, full


class Board(msgspec.Struct, frozen=True):
    """How the sheet of a scenario is cut, and the offers of its tables, one a turn.

    `alone`: one player. `two`: two players. `long`: two players, with actions that the others lack, until the
    board is almost full. `changed`: one player who changes numbers to values on no card, with more astronauts
    than the board has symbols for. `stuck`: one player whose numbers soon fit nowhere. If sheets are between
    neighbours, all tables have two players.
    """

    keep: Mapping[str, str]
    needs: Mapping[str, Expression]
    alone: str
    two: str
    long: str
    changed: str = ""
    stuck: str = ""


BOARDS = {
    "launch": Board(
        {
            "section.*": "section.1-1 section.1-4 section.7-1 section.8-1",
            "floor-?.*": "floor-1.[1278] floor-7.[12] floor-8.?",
            "row*": "row*9* row*10*",
            "error.*": "error.[123]",
            "extra-rocket.*": "*.[12]",
        },
        {"A": full("floor-7"), "B": full("floor-1"), "C": at_least(1, "open", "group.errors")},
        "6 water, 8 water, 3 astronaut, 8 robot, 13 astronaut",
        "6 water, 8 water, 3 astronaut",
        stuck="8 water, 8 water, 8 water, 8 robot",
        long="6 water, 8 water, 5 robot, 3 astronaut, 12 water, 10 robot",
    ),
    "journey": Board(
        {
            "trajectory.*": "*.[5678]",
            "tank.*": "tank.[23]",
            "station.*": "station.1",
            "robot.*": "*.1-[12]",
            "plant.*": "*.1-[12]",
            "energy.*": "*.[1234]",
            "pair.[ap]*": "*-1",
            "pair.energy*": "*-[12]",
            "wild.*": "*-1",
            "astronaut.*": "*.[12]",
            "planning.*": "*.[12]",
            "error.*": "*.[12]",
        },
        {
            "A": full("trajectory"),
            "B": at_least(1, "count", "circled", "multiplier.1-high", "multiplier.1-low"),
            "C": at_least(1, "count", "circled", "plant.1-1", "plant.1-2"),
        },
        "5 water, 6 energy, 7 astronaut, 4 planning",
        "5 energy, 6 robot",
        changed="15 astronaut, 1 astronaut, 15 astronaut",
        stuck="8 energy, 8 water, 8 robot, 8 plant",
        long="5 robot, 8 plant, 6 robot, 7 plant, 4 planning",
    ),
    "colony": Board(
        {
            "building.*": "building.r1-c2 building.r2-c[123]",
            "antenna.*": "*.r1-c2 *.r2-c1",
            "tank.*": "tank.r2-c3",
            "quarter-[ns]?": "quarter-sw",
            "greenhouse.*": "greenhouse.sw-[12]",
            "*-factor.*": "*.[12]",
            "astronaut.*": "*.[12]",
            "planning.*": "*.[12]",
            "error.*": "*.[12]",
        },
        {
            "A": full("row-2"),
            "B": at_least(1, "count", "circled", "antennas.sw"),
            "C": at_least(1, "count", "circled", "tanks.sw"),
        },
        "4 robot, 6 water, 5 planning, 8 plant",
        "4 robot, 6 planning",
        changed="15 astronaut, 1 astronaut, 15 astronaut",
        stuck="8 energy, 8 water, 8 robot",
        long="4 energy, 6 plant, 5 plant, 7 robot, 8 energy",
    ),
    "dome": Board(
        {
            "tower-?": "tower-[12]",
            "tower-?.*": "tower-1.[6789] tower-2.[45]",
            "level.*": "level.[4-7]",
            "dome-part.*": "*.[123]",
            "end.*": "end.1-top",
            "*-upgrade.*": "*.[1]",
            "astronaut.*": "*.[12]",
            "error.*": "*.[12]",
        },
        {
            "A": full("tower-2"),
            "B": at_least(1, "count", "circled", "water.4", "water.5"),
            "C": at_least(2, "filled", "slots.start"),
        },
        "6 robot, 8 water, 10 planning, 7 plant",
        "6 robot, 8 planning",
        changed="15 astronaut, 1 astronaut, 15 astronaut",
        stuck="8 energy, 8 water, 8 robot",
        long="5 robot, 7 robot, 6 plant, 9 planning, 8 plant, 4 robot",
    ),
    "mine": Board(
        {
            "level-?.*": "level-[12].[12]",
            "tower.*": "*.[12]",
            "column-*": "*-[12]",
            "secondary-*.bonus-*": "*-1",
            "*.energy-*": "secondary-plant.energy-1 secondary-robot.energy-1 main-plant.energy-1 main-p*g.energy-1",
            "*.robot-*": "*.robot-1",
            "main-plant.plant-*": "*-[18]",
            "main-pearl.pearl-*": "*-[12] *-10",
            "main-water.water-*": "*-[16]",
            "main-ruby.ruby-*": "*-1 *-12",
            "main-*.astronaut-*": "*-[12]",
            "main-*.planning-*": "*-[12]",
            "error.*": "*.[12]",
        },
        {
            "A": at_least(1, "count", "circled", "tower.1", "tower.2"),
            "B": at_least(1, "count", "crossed", "secondary-plant.bonus-1", "secondary-robot.bonus-1"),
            "C": at_least(1, "count", "circled", "mine-plant.g1-c1"),
        },
        "5 energy, 7 robot, 6 planning",
        "5 plant, 7 energy",
        changed="15 astronaut, 1 astronaut, 15 astronaut",
        stuck="8 energy, 8 water, 8 robot",
        long="5 plant, 8 plant, 6 water, 9 astronaut, 4 energy",
    ),
    "virus": Board(
        {
            "floor-?": "floor-[123]",
            "floor-?.*": "floor-1.[1267] floor-2.3 floor-3.6",
            "quarter.*": "*.1-* *.2-middle *.3-middle",
            "virus.*": "*.grey *.red *.green *.purple",
            "plant-row.*": "*.[13]",
            "plant-track.*": "*.[15]",
            "plant-score.*": "*.[13]",
            "plant-bonus.*": "*.[13]",
            "water-row.*": "*.[13]",
            "water-track.*": "*.[15]",
            "water-score.*": "*.[13]",
            "water-bonus.*": "*.[13]",
            "pair.*": "*-1",
            "wild.*": "*-1",
            "astronaut.*": "*.[12]",
            "planning.*": "*.[12]",
            "spread.*": "spread.water-1",
            "energy.*": "*-2",
        },
        {
            "A": at_least(1, "count", "circled", "tank.1-left", "tank.1-middle"),
            "B": at_least(1, "count", "drawn", "walkway.1-left-to-1-middle"),
        },
        "5 water, 6 plant, 7 robot",
        "5 plant, 7 robot",
        changed="15 astronaut, 1 astronaut, 15 astronaut",
        stuck="8 energy, 8 water, 8 robot",
        long="5 planning, 8 planning, 6 plant, 9 water, 7 robot",
    ),
    "escape": Board(
        {
            "ship-?": "ship-[12]",
            "ship-?.*": "ship-1.[135] ship-2.[237]",
            "module.*": "*.1-a *.2-a",
            "greenhouse.*": "*.[12]",
            "reactors.*": "*.[12]",
            "reactor.*": "*.[12]-upper *.1-middle",
            "plant.*": "*.1-upper-* *.2-upper-left",
            "pair.*": "*.1",
            "wild.*": "*.1",
            "astronaut.*": "*.[12]",
            "planning.*": "*.[12]",
            "error.*": "*.[12]",
        },
        {
            "A": at_least(1, "filled", "ship-2.2", "ship-2.3"),
            "B": at_least(1, "count", "circled", "tank.1-a", "tank.2-a"),
            "C": at_least(1, "count", "circled", "plant.1-upper-left", "plant.1-upper-right"),
        },
        "5 robot, 7 plant, 6 planning, 8 water",
        "5 robot, 7 planning",
        changed="15 astronaut, 1 astronaut, 15 astronaut",
        stuck="8 energy, 8 water, 8 robot",
        long="5 planning, 7 energy, 6 planning, 8 plant, 9 robot, 4 energy",
    ),
    "battle": Board(
        {
            "planet.*": "*.[123]",
            "planet-?.*": "planet-1.[13] planet-2.1 planet-3.1",
            "asteroid.*": "*.[257]",
            "*-astronaut.*": "*.1",
            "*-plant.?*": "*.1 planet*",
            "*-water.?*": "*.[12] planet*",
            "*-green.*": "*.[12]",
            "*-blue.*": "*.[12]",
            "*-grey.*": "*.[12]",
            "*-planning.*": "*.1",
            "moon.*": "*-1",
        },
        {
            "A": at_least(1, "filled", "flag.1-near"),
            "B": at_least(1, "count", "crossed", "near-plant.1"),
            "C": at_least(1, "count", "crossed", "near-planning.1"),
        },
        "",
        "3 plant, 4 robot, 1 plant",
        changed="1 astronaut, 4 planning, 8 water, 5 planning",
        stuck="5 robot, 14 water, 14 energy, 6 planning",
        long="1 energy, 4 robot, 2 energy, 6 robot, 5 planning",
    ),
}


Kind = Literal["alone", "two", "changed", "stuck", "long"]


@cache
def small(name: str) -> Sheet:
    """Return the small board of a scenario."""
    return cut(load_sheet(name), BOARDS[name].keep, BOARDS[name].needs)


def kinds_of(name: str) -> list[Kind]:
    """Return the kinds of tables of a scenario."""
    kinds: tuple[Kind, ...] = get_args(Kind)
    return [kind for kind in kinds if getattr(BOARDS[name], kind)]


def dealt(name: str, kind: Kind) -> Deal:
    """Return the deal of a small table: one offer a turn."""
    offers = map(str.split, getattr(BOARDS[name], kind).split(", "))
    turns = [(Offer(int(number), action),) for number, action in offers]
    missions = {mission.letter: mission.id for mission in small(name).missions}
    players = 2 if kind in ("two", "long") or small(name).is_shared else 1
    return GuessedDeal(small(name).name, "", players, missions, guessed=tuple(turns))

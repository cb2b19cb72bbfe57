"""Test that illegal steps are refused, with the code of the rule and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import pytest

from fairsheet.engine.games.base.table import TableGame
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.by_hand import after, laid_out, offered, slots_of

# By scenario: ink of seat 1's sheet, the action of all three offers with number 8, and the cases.
# The last step of a case is refused. A step has a seat (default 1), a kind, ink with its cause if that is unusual,
# and an offer (default 1). After the arrow: the code, and words of the reason.
CASES: Mapping[str, tuple[Marks, str, str]] = {
    "launch": (  # 8-1 is complete, 7-2 has a filled arrow, 9-1 lacks a slot
        {
            **{"floor-1.2": 9, "floor-9.1": 1, "floor-9.2": 4, "arrow.7-2": "filled", "error.1": "circled"},
            **slots_of(8, 3),
        },
        "astronaut",
        """
        number floor-9.3=9 -> offer offer 1 of turn 1 is 8 with astronaut, not 9
        number floor-2.8=8 -> offer floor-2 takes plant
        number floor-9.3=8 @4 -> offer no offer 4
        number floor-9.3=8 @0 -> offer no offer 0
        number floor-7.9=8 -> ink floor-7.9 is not a slot
        number error.1=8 -> ink error.1 is not a slot
        number floor-9.2=8 -> ink filled already
        number floor-1.3=8 -> ascend ascending order of floor-1
        2: number floor-9.3=8 -> turn seat 1's turn
        error error.2=circled -> error only be circled when no number can be written
        error error.1=circled -> ink error.1 is circled already
        error error.9=circled -> ink error.9 is not a system error
        pass -> turn a turn starts with one number
        nonsense -> turn a turn starts with one number
        build-x build-x.1-1=crossed/bonus floor-1.1=X/bonus -> turn a turn starts with one number
        number floor-9.3=X -> turn a turn starts with one number
        number floor-9.3=8/bonus -> turn a turn starts with one number
        number floor-9.3=8 @none -> turn a turn starts with one number
        number floor-9.3=8; number floor-1.3=8 -> section only prepare.9-1, build-x.9-1 can be used now, or declined
        number floor-9.3=8; build-x build-x.6-1=crossed/bonus floor-6.1=X/bonus -> section cannot be used now
        number floor-9.3=8; build-x build-x.9-1=crossed/bonus floor-9.1=X/bonus -> build-x not allow X in floor-9.1
        number floor-9.3=8; build-x build-x.9-1=crossed/bonus error.1=X/bonus -> build-x not allow X in error.1
        number floor-9.3=8; build-x prepare.9-1=crossed/bonus floor-6.1=X/bonus -> prepare not allow X in floor-6.1
        number floor-9.3=8; prepare prepare.9-1=crossed/bonus arrow.8-1=filled/bonus -> prepare filled in arrow.8-1
        number floor-9.3=8; prepare prepare.9-1=crossed/bonus arrow.7-2=filled/bonus -> prepare filled in arrow.7-2
        number floor-9.3=8; prepare build-x.9-1=crossed/bonus arrow.4-1=filled/bonus -> build-x filled in arrow.4-1
        """,
    ),
    "journey": (
        {"trajectory.5": 9, "trajectory.6": "X", "wild.planning-1": "circled"},
        "robot",
        """
        number trajectory.1=9 -> offer
        number trajectory.1=8 @4 -> offer
        number trajectory.5=8 -> ink
        number trajectory.7=8 -> ascend
        number robot.1-1=8 -> ink
        2: number trajectory.1=8 -> turn
        pass -> turn
        robot robot.1-1=circled -> turn
        error error.1=crossed -> error
        number trajectory.1=8; energy energy.2=circled -> action
        number trajectory.1=8; robot robot.1-1=circled/wild -> action
        number trajectory.1=8; robot wild.astronaut-1=crossed/wild robot.1-1=circled/wild -> action
        number trajectory.1=8; water wild.planning-1=crossed/wild tank.1=circled/wild -> action
        number trajectory.1=8; unused wild.astronaut-1=crossed/wild -> action
        number trajectory.1=8; claim mission.a=9 -> action
        number wild.planning-1=crossed/wild trajectory.1=11 -> offer
        number wild.planning-1=crossed/wild trajectory.1=8 -> wild
        """,
    ),
    "colony": (
        {"building.r5-c5": 9},
        "robot",
        """
        number building.r6-c4=9 -> offer
        number building.r6-c4=8 @4 -> offer
        number building.r5-c5=8 -> ink
        number building.r5-c6=8 -> ascend
        number tank.r6-c1=8 -> ink
        2: number building.r6-c4=8 -> turn
        pass -> turn
        robot tunnel.r2-c1-east=drawn -> turn
        error error.1=crossed -> error
        number building.r6-c1=8; robot tunnel.r6-c1-east=drawn -> tunnel
        number building.r6-c1=8; robot tunnel.r2-c1-east=drawn/wild -> action
        number building.r6-c1=8; energy plant-factor.1=crossed -> action
        number building.r6-c1=8; robot antenna.r6-c2=circled -> action
        number building.r6-c1=8; robot tank.r6-c1=circled -> action
        number building.r6-c1=8; robot tunnel.r2-c1-east=drawn; claim mission.a=12 -> turn
        """,
    ),
    "mine": (
        {"level-1.5": 9, "level-1.6": "X", "main-plant.robot-1": "crossed"},
        "robot",
        """
        number level-1.1=9 -> offer
        number level-1.1=8 @4 -> offer
        number level-1.5=8 -> ink
        number level-1.7=8 -> ascend
        number tower.1=8 -> ink
        2: number level-1.1=8 -> turn
        pass -> turn
        robot main-ruby.robot-1=crossed -> turn
        error error.1=crossed -> error
        number level-1.1=8; energy main-ruby.energy-1=crossed -> action
        number level-1.1=8; robot main-ruby.robot-1=circled -> action
        number level-1.1=8; robot main-ruby.energy-1=crossed -> action
        number level-1.1=8; robot secondary-robot.bonus-1=crossed -> action
        number level-1.1=8; robot main-plant.robot-1=crossed -> action
        number level-1.1=8; robot main-ruby.robot-1=crossed/bonus -> action
        number level-1.1=8; plant mine-plant.g1-c1=circled -> action
        number level-1.1=8; claim mission.a=8 -> action
        """,
    ),
    "dome": (
        {"tower-1.7": 9},
        "robot",
        """
        number tower-1.8=8 -> ascend ascending order
        number tower-1.7=8 -> ink filled
        number tower-1.8=9 -> offer not 9
        number tower-2.6=8 -> growth begins on a start floor
        number tower-1.9=8 -> growth next to a filled one
        number tower-2.4=8 @4 -> offer no offer 4
        number plant.5-left=8 -> ink not a slot
        2: number tower-2.4=8 -> turn seat 1
        pass -> turn starts with one number
        error error.1=crossed -> error could go into
        number tower-2.4=8; energy dome-upgrade.1=crossed -> action only robot
        number tower-2.4=8; robot dome.1-left=drawn dome.1-right=drawn -> action parity
        number tower-2.4=8; robot dome.6-left=drawn dome.6-right=drawn -> action from a foot
        number tower-2.4=8; cut cut.1=drawn -> action only robot
        number tower-2.4=8; claim mission.a-first=circled -> action only robot
        """,
    ),
    "escape": (
        {"ship-1.4": 9, "wild.1": "circled"},
        "plant",
        """
        number ship-1.2=9 -> offer is 8 with plant
        number ship-1.2=8 @4 -> offer no offer 4
        number ship-1.4=8 -> ink filled already
        number ship-1.6=8 -> ascend ascending order of ship-1
        number ship-2.1=8 -> open module.2-a with ship-2.1 is not open
        number tank.1-a=8 -> ink not a slot
        2: number ship-1.2=8 -> turn seat 1
        pass -> turn starts with one number
        error error.1=crossed -> error could go into
        number ship-1.2=8; plant plant.2-upper-left=circled -> action plant does not allow
        number ship-1.2=8; energy reactor.1-upper=circled -> action only plant
        number ship-1.2=8; robot airlock.1a-2a=drawn -> action only plant
        number ship-1.2=8; airlock airlock.1a-2a=drawn/bonus -> action only plant
        number ship-1.2=8; double double.1=circled/bonus -> action only plant
        number ship-1.2=8; water wild.1=crossed/wild tank.1-a=circled/wild -> action water does not allow
        number ship-1.2=8; robot wild.1=crossed/wild airlock.2a-3a=drawn/wild -> action robot does not allow
        number ship-1.2=8; planning wild.1=crossed/wild ship-2.1=X/wild -> action planning does not allow
        number ship-1.1=8; airlock airlock.5a-6a=drawn/bonus -> action robot does not allow
        number ship-1.1=8; airlock airlock.1a-2a=drawn/error -> airlock airlock comes first
        number ship-1.2=8; claim mission.a=10 -> action only plant
        number wild.1=crossed/wild ship-1.2=11 -> offer not 11
        number wild.1=crossed/wild ship-1.2=8 -> wild changes no
        number wild.2=crossed/wild ship-1.2=7 -> wild no wild
        """,
    ),
}
USUAL: Mapping[str, Cause] = {"number": "number", "error": "error", "claim": "mission"}


def step_of(words: str) -> Step:
    """Return the step that words describe: `2: number level-1.1=8 @3` is seat 2's number by the third offer."""
    seat, _, rest = words.rpartition(": ")
    kind, *others = rest.split()
    offer = 1 if kind == "number" else None
    ink = []
    for other in others:
        if other.startswith("@"):
            offer = None if other == "@none" else int(other[1:])
            continue
        field, mark, cause = (*other.replace("/", "=").split("="), USUAL.get(kind, "action"))[:3]
        ink.append(Ink(field, int(mark) if mark.isdecimal() else mark, cast(Cause, cause)))
    return Step(int(seat or 1), kind, tuple(ink), offer)


@pytest.mark.parametrize(
    ("scenario", "case"),
    [
        (scenario, line.strip())
        for scenario, (*_, lines) in CASES.items()
        for line in lines.strip().splitlines()
    ],
)
def test_illegal_steps_are_refused(scenario: str, case: str) -> None:
    words, _, reason = case.partition(" -> ")
    code, _, why = reason.partition(" ")
    *good, bad = map(step_of, words.split("; "))
    sheet, action, _ = CASES[scenario]
    game = cast(TableGame, rules_of(load_sheet(scenario)))
    state = after(game, laid_out(game, sheet, {}, offers=offered(action)), *good)
    with pytest.raises(IllegalStep) as refused:
        game.play(state, bad)
    assert refused.value.rule == code and why in str(refused.value)

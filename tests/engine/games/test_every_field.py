"""Test that legal play can ink every field: by bots, or by players who seek rare marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import replay
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.seeking import Wishes, seek

# The games of bots to try first, by sheet: policy, number of players, number of the game.
BOTS = """
launch  keen 2 8, casual 3 10, casual 3 13, casual 3 1
journey random 4 1, random 4 2, random 4 4, random 4 5, random 4 10, random 4 13, greedy 2 12, keen 6 1
colony  random 4 11, casual 3 3, casual 3 14, greedy 2 9
mine    random 4 7, greedy 2 12, keen 2 12, keen 6 5
dome    keen 2 2, keen 6 2, keen 6 1, keen 2 6, greedy 3 11, keen 6 13
virus   random 4 11, keen 2 9, keen 2 11, keen 6 7
escape  keen 2 3, keen 6 4, keen 2 6
battle  random 4 4, random 4 5, greedy 2 11, keen 6 2, keen 6 3, keen 6 10
"""
RANDOM = 8  # short games of random bots, four at a table
MORE = 100  # numbers of further games, in case the rules have changed since these were chosen


def _for_tanks(sheet: str) -> dict[str, float]:
    """Return wishes that keep the slots of tanks for numbers with water."""
    slots = [str(field.attrs["slot"]) for field in load_sheet(sheet).fields_of_symbol("water-tank")]
    kept = {f"{kind} {slot}": -100.0 for slot in slots for kind in ("setup", "planning", "strike")}
    return {"water ": 60.0, **{f"number {slot}": -30.0 for slot in slots}, **kept}


def _for_goods(kind: str) -> dict[str, float]:
    """Return wishes for all goods of a kind in the mine, and for those that its secondary factory gives."""
    return {f"{kind} ": 100.0, f"energy secondary-{kind}": 80.0, f"robot secondary-{kind}": 80.0}


def _for_tunnels(*where: str) -> dict[str, float]:
    """Return wishes for tunnels of the colony, by the beginning of their names."""
    return {f"robot tunnel.{each}": 100.0 for each in where}


# Games of two players with wishes, by sheet: the number of the game, and the wishes.
SOUGHT: Mapping[str, Sequence[tuple[int, Wishes]]] = {
    "colony": [
        (207, {"planning ": 100.0}),
        (1, {"astronaut ": 100.0}),
        (1, _for_tunnels("r1-", *(f"r{row}-c6-north" for row in range(2, 6)))),
        (1, _for_tunnels(*(f"r{row}-c1-north" for row in range(2, 6)), "r6-")),
        (1, _for_tunnels("r2-c1-north", "r3-")),
        (3, _for_tunnels("r2-c1-north", "r3-c1-north", "r4-", "r5-")),
        (1, _for_tunnels("r2-c1-north", "r3-c1-north", "r4-c1-north", "r5-c")),
    ],
    "mine": [(94, _for_goods("water")), (299, _for_goods("plant"))],
    "virus": [(1, _for_tanks("virus"))],
    "battle": [(1, {"astronaut ": 100.0})],
}


@pytest.mark.parametrize("name", scenario_names())
def test_legal_play_can_ink_every_field(name: str) -> None:
    sheet = load_sheet(name)
    missing = {field.id for field in sheet.fields if field.kind != "text" and field.printed is None}
    for marks in chain(_marks_of_seekers(sheet), _marks_of_bots(sheet)):
        missing -= marks.keys()
        if not missing:
            return
    pytest.fail(f"no game inks {sorted(missing)}")


def _marks_of_bots(sheet: Sheet) -> Iterator[Marks]:
    (chosen,) = (line.split(None, 1)[1] for line in BOTS.strip().splitlines() if line.startswith(sheet.name))
    more = (f"{policy} 3 {number}" for number in range(MORE) for policy in ("casual", "keen"))
    for game in chain(chosen.split(", "), (f"random 4 {number}" for number in range(RANDOM)), more):
        policy, players, number = game.split()
        (played,) = simulate(sheet, f"cover {number}", int(players), 1, policy)
        for record in played.records:
            yield record.marks


def _marks_of_seekers(sheet: Sheet) -> Iterator[Marks]:
    game = rules_of(sheet)
    for number, wishes in SOUGHT.get(sheet.name, ()):
        dealt = deal(sheet, f"sought {number}", players=2)
        state = seek(game, dealt, wishes)
        again = replay(game, dealt, {seat: game.history(state, seat) for seat in (1, 2)})
        for seat in (1, 2):
            assert game.marks(again, seat) == game.marks(state, seat)
            yield game.marks(state, seat)

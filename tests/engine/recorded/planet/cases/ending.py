"""Cases about the end: turns and their cause, equal for all players, and sums."""

from __future__ import annotations

from fairsheet.engine.records.record import Record, Table
from tests.engine.recorded.case_tables import cases, names
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet import planet_tables
from tests.engine.recorded.planet.cases import making
from tests.engine.recorded.planet.cases.making import cards
from tests.engine.recorded.planet.planet_tables import record

DOUBLE = cards("r4-lifepods-double")


def with_events() -> list[Record]:
    """Return one of three players with events, whose game ended with the last event."""
    game = Table(None, 3, options={"events": {"red": 8, "orange": 3, "green": 9}})
    return [record(game, 1, "gaia/flux", turns=20, cause="events-out")]


CASES: list[Case] = cases(
    names(globals(), making, planet_tables),
    """
depot-empty error three | 1,2,3: ended(24) | 1,2,3: ended(23)
depot-empty error three | 1,2,3: ended(23) 1: cards(r1-free-tile-no-advance) civ-card.r1-points-2=-
    | 1,2,3: ended(22) 1: cards(r1-free-tile-no-advance) civ-card.r1-points-2=-
depot-empty error three | 1,2,3: ended(23) 1: cards(r3-free-tile) civ-card.r3-meteorite-set=-
    | 1,2,3: ended(22) 1: cards(r3-free-tile) civ-card.r3-meteorite-set=-
turns-equal error three | 2: end.turns=- | 2: end.turns=21
turns-equal warn three | 1,2,3: end.turns=24 2: end.cause-depot-empty=x | 1,2,3: end.turns=24 2: ended(24)
turns-equal error three | 1,2,3: ended(24) | 1,2: ended(24) 3: ended(24,events-out)
events-out error alone | | 1: end.turns=19
events-out error three | | 1,2,3: end.cause-events-out=x end.turns=20
events-out error with_events | | 1: end.turns=21
solo-turns error alone | | 1: end.turns=21
# Each box, if the total is not written.
sums note three | 1: score.total=- | 1: score.total=- score.planet=15
sums note three | 1: score.total=- | 1: score.total=- score.tracks=14
sums note three | 1: score.total=- | 1: score.total=- score.lifepods=5
sums note three | 1: score.total=- | 1: score.total=- score.meteorites=2
sums note three | 1: score.total=- | 1: score.total=- score.civ=3
sums error three | 1: score.total=- | 1: score.total=- score.neighbours=8
sums note PERSONAL | 1: personal.done-1=o score.personal=5 score.total=- | 1: personal.done-1=o score.personal=0
sums note three | | 1: score.total=47
sums note alone | | 1: score.total=1
sums error alone | 1: solo.target=58 | 1: solo.target=57
# Without the neighbour's value, points of that mission are believed.
sums note three | 2: mission-right.value=- 1: score.neighbours=8 score.total=47
    | 2: mission-right.value=- 1: score.neighbours=8 score.total=46
# The second point of each lifepod may be in either box, but only in one.
sums note one(ksb-4156/flux) | 1: pods(4) DOUBLE score.lifepods=8 score.civ=0
    | 1: pods(4) DOUBLE score.lifepods=8 score.civ=4
sums note one(ksb-4156/flux) | 1: pods(4) DOUBLE score.lifepods=4 score.civ=4
    | 1: pods(4) DOUBLE score.lifepods=4 score.civ=0
""",
)

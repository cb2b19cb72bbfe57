"""Missions: the cards, what they count, and what the sheet itself tells of that."""

from __future__ import annotations

from fairsheet.engine.recorded.planet._draw import drawn_of, neighbour_cards
from tests.engine.recorded.checking import Case, Changes, Make
from tests.engine.recorded.planet.cases.making import (
    FLUX,
    THREE,
    cards,
    crossed,
    kept,
    moved,
    one,
    own,
    pods,
    printed,
    printed_for_two,
    seeded,
)
from tests.engine.recorded.planet.planet_tables import SEED, alone, three, two

OTHER_CARD = {1: 2}.get(neighbour_cards(drawn_of(SEED, THREE), THREE, 1)["left"], 1)
OWN_MISSIONS = drawn_of(SEED, THREE).missions.personal[1]
OTHER_MISSION = next(card for card in range(1, 29) if card not in OWN_MISSIONS)


def from_sheet(make: Make, met: Changes, broken: Changes) -> Case:
    """A case of the check by which most missions are held against their sheet."""
    return ("mission-from-sheet", "error", make, met, broken)


def bounds(make: Make, met: Changes, broken: Changes) -> Case:
    """A case of the check that a value is no greater than can be."""
    return ("mission-bounds", "warn", make, met, broken)


# Missions about the top of a track, and where its tracker stands before.
TOPS = ((19, "civ", 2), (20, "tech", 5), (21, "biomass", 5), (22, "water", 5), (23, "rover", 5))
PLACES = {  # where a card and its value stand
    "left": "mission-left.value",
    "right": "mission-right.value",
    **{f"pair-{k}": f"mission-pair.value-{k}" for k in (1, 2, 3)},
    "all": "mission-all.value",
}

CASES: list[Case] = [
    (
        "personal-missions",
        "error",
        three,
        {},
        {"1": {"personal.done-1": "circled", "personal.done-2": "circled", "score.personal": 10}},
    ),
    ("personal-missions", "error", seeded, {}, {"1": {"score.personal": 10}}),
    ("personal-missions", "warn", three, {}, {"1": {"personal.done-1": "circled", "score.personal": 5}}),
    ("mission-pairs", "error", three, {"2": {"mission-card.right": None}}, {"2": {"mission-card.right": 8}}),
    ("mission-pairs", "error", two, {}, {"2": {"mission-card.pair-1": 26}}),
    (
        "mission-pairs",
        "error",
        three,
        {"1": {"mission-card.all": 5}, "2": {"mission-card.all": 5}},
        {"1": {"mission-card.all": 5}, "2": {"mission-card.all": 6}},
    ),
    ("mission-seed", "error", seeded, {}, {"1": {"mission-card.left": OTHER_CARD}}),
    (
        "mission-seed",
        "error",
        seeded,
        {"1": {"personal.card-2": OWN_MISSIONS[0]}},
        {"1": {"personal.card-2": OTHER_MISSION}},
    ),
    from_sheet(printed, {}, {"1": {"mission-left.value": 1}}),
    # Two players list theirs in any order: one of them counts lifepods.
    from_sheet(
        printed_for_two,
        {"1": {"mission-pair.value-2": 2, "mission-pair.value-3": 9}},
        {"1": {"mission-pair.value-2": 3, "mission-pair.value-3": 9}},
    ),
    from_sheet(
        printed_for_two,
        {"1": {"mission-card.pair-1": 5, "mission-pair.value-3": 2}},
        {"1": {"mission-card.pair-1": 5}},
    ),
    # What is counted for a mission with a neighbour, wherever it stands.
    *(
        from_sheet(
            FLUX,
            {"1": {f"mission-card.{side}": 25, value: 7, "meteorite.collected": 7}},
            {"1": {f"mission-card.{side}": 25, value: 6, "meteorite.collected": 7}},
        )
        for side, value in PLACES.items()
    ),
    from_sheet(FLUX, {"1": {**own(24, 1), **moved("civ", 2, 15)}}, {"1": own(24, 1)}),
    from_sheet(one("gaia/oasis", (2, 23, 5, 5, 5)), {"1": own(24, 1)}, {"1": own(24, 0)}),
    from_sheet(one("gaia/wormhole"), {"1": own(24, 1)}, {"1": own(24, 2)}),
    from_sheet(
        FLUX, {"1": {**own(27, 7), "meteorite.collected": 7}}, {"1": {**own(27, 7), "meteorite.collected": 8}}
    ),
    from_sheet(FLUX, {"1": {**own(26, 4), **pods(4)}}, {"1": {**own(26, 4), **pods(5)}}),
    # Who crosses no lifepod on the tracks or technologies may not have kept those that lie there.
    *(
        from_sheet(
            one(f"ksb-4156/{corporation}"),
            {"1": {**marks, **pods(1)}},
            {"1": {**marks, **pods(1, place)}},
        )
        for corporation, place in (("cosmos", "track-civ.h09"), ("jump-drive", "jump-tech.a"))
        for marks in (own(26, 3), {**kept(26, done=True), "meteorite.collected": 2})
    ),
    from_sheet(
        one("gaia/cosmos"),
        {"1": {**own(28, 1), "track-civ.h09": "crossed"}},
        {"1": {**own(28, 1), **pods(1, "track-civ.h09")}},
    ),
    from_sheet(
        one("gaia/jump-drive"),
        {"1": {**own(28, 1), "jump-tech.a": "crossed"}},
        {"1": {**own(28, 1), **pods(1, "jump-tech.a")}},
    ),
    # Personal ones: the top of a track, from below and from above.
    *(
        from_sheet(FLUX, {"1": {**kept(card, done=True), **moved(track, before, 15)}}, {"1": broken})
        for card, track, before in (
            (19, "civ", 2),
            (20, "tech", 5),
            (21, "biomass", 5),
            (22, "water", 5),
            (23, "rover", 5),
        )
        for broken in (
            {**kept(card), **moved(track, before, 15)},
            {**kept(card, done=True), **moved(track, before, 14)},
        )
    ),
    from_sheet(
        FLUX,
        {"1": {**kept(25, done=True), "meteorite.collected": 9}},
        {"1": {**kept(25, done=True), "meteorite.collected": 8}},
    ),
    # Who rings none and writes the points did not keep the rings.
    *(
        from_sheet(FLUX, {"1": {**marks, "score.personal": 5}}, {"1": {**marks, "score.personal": points}})
        for marks in ({**kept(25), "meteorite.collected": 9}, {**kept(20), **moved("tech", 5, 15)})
        for points in (None, 0)
    ),
    from_sheet(
        FLUX,
        {"1": {**kept(26, done=True), **pods(2), "meteorite.collected": 1}},
        {"1": {**kept(26, done=True), **pods(1), "meteorite.collected": 1}},
    ),
    from_sheet(
        FLUX,
        {"1": {**kept(27, done=True), **crossed("r01c06")}},
        {"1": {**kept(27, done=True), **crossed("r02c04")}},
    ),
    from_sheet(
        FLUX,
        {"1": {**kept(28, done=True), **crossed("r02c04")}},
        {"1": {**kept(28, done=True), **crossed("r01c06")}},
    ),
    *(  # one cell may be ice or land
        from_sheet(one("persephone/flux"), {"1": met}, {"1": broken})
        for met, broken in (
            ({**kept(27, done=True), **crossed("r06c12")}, {**kept(27, done=True), **crossed("r06c11")}),
            ({**kept(27), **crossed("r06c12")}, {**kept(27), **crossed("r01c06")}),
            ({**kept(28, done=True), **crossed("r06c12")}, {**kept(28, done=True), **crossed("r01c06")}),
            ({**kept(28), **crossed("r06c12")}, {**kept(28), **crossed("r06c11")}),
        )
    ),
    from_sheet(one("petra/flux"), {"1": kept(27)}, {"1": kept(27, done=True)}),
    from_sheet(
        one("petra/flux"),
        {"1": {**kept(28, done=True), **crossed("r02c05")}},
        {"1": {**kept(28, done=True), **crossed("r01c06")}},
    ),
    bounds(FLUX, {"1": {**own(6, 95), **crossed("r01c06")}}, {"1": {**own(6, 96), **crossed("r01c06")}}),
    bounds(FLUX, {"1": {**own(17, 95), **crossed("r01c06")}}, {"1": {**own(17, 96), **crossed("r01c06")}}),
    # An uncovered current is energy.
    *(
        bounds(
            one("petra/flux"),
            {"1": {**own(energy, 96), **crossed("r02c05")}},
            {"1": {**own(other, 96), **crossed("r02c05")}},
        )
        for energy, other in ((8, 9), (14, 15))
    ),
    *(
        bounds(
            FLUX, {"1": {f"mission-card.{side}": 3, value: 22}}, {"1": {f"mission-card.{side}": 3, value: 23}}
        )
        for side, value in PLACES.items()
    ),
    bounds(FLUX, {"1": {**own(18, 23), **cards("r3-free-tile")}}, {"1": own(18, 23)}),
    ("solo-target", "note", alone, {"1": {"personal.done-2": "circled"}}, {}),
]

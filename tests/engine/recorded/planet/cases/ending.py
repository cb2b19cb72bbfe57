"""The end: turns and their cause, alike for all; what is added up."""

from __future__ import annotations

from fairsheet.engine.records.record import Record, Table
from tests.engine.recorded.checking import Case
from tests.engine.recorded.planet.cases.making import cards, ended, for_all, one, pods
from tests.engine.recorded.planet.planet_tables import alone, record, three

DOUBLE = cards("r4-lifepods-double")


def with_events() -> list[Record]:
    """One of three players with events, for whom the game ended with the last of them."""
    game = Table(None, 3, options={"events": {"red": 8, "orange": 3, "green": 9}})
    return [record(game, 1, "gaia/flux", turns=20, cause="events-out")]


CASES: list[Case] = [
    ("depot-empty", "error", three, for_all(ended(24)), for_all(ended(23))),
    *(
        (
            "depot-empty",
            "error",
            three,
            {**for_all(ended(23)), "1": {**ended(23), **cards(card), f"civ-card.{other}": None}},
            {**for_all(ended(22)), "1": {**ended(22), **cards(card), f"civ-card.{other}": None}},
        )
        for card, other in (("r1-free-tile-no-advance", "r1-points-2"), ("r3-free-tile", "r3-meteorite-set"))
    ),
    ("turns-equal", "error", three, {"2": {"end.turns": None}}, {"2": {"end.turns": 21}}),
    (
        "turns-equal",
        "warn",
        three,
        {**for_all({"end.turns": 24}), "2": {"end.turns": 24, "end.cause-depot-empty": "crossed"}},
        {**for_all({"end.turns": 24}), "2": ended(24)},
    ),
    (
        "turns-equal",
        "error",
        three,
        for_all(ended(24)),
        {**for_all(ended(24)), "3": ended(24, "events-out")},
    ),
    ("events-out", "error", alone, {}, {"1": {"end.turns": 19}}),
    ("events-out", "error", three, {}, for_all({"end.cause-events-out": "crossed", "end.turns": 20})),
    ("events-out", "error", with_events, {}, {"1": {"end.turns": 21}}),
    ("solo-turns", "error", alone, {}, {"1": {"end.turns": 21}}),
    # Each box, where the total is not written.
    *(
        ("sums", "error", three, {"1": {"score.total": None}}, {"1": {"score.total": None, box: points}})
        for box, points in (
            ("score.planet", 15),
            ("score.tracks", 14),
            ("score.lifepods", 5),
            ("score.meteorites", 2),
            ("score.civ", 3),
            ("score.neighbours", 8),
        )
    ),
    (
        "sums",
        "error",
        three,
        {"1": {"personal.done-1": "circled", "score.personal": 5, "score.total": 51}},
        {"1": {"personal.done-1": "circled"}},
    ),
    ("sums", "error", three, {}, {"1": {"score.total": 47}}),
    ("sums", "error", alone, {}, {"1": {"score.total": 1}}),
    ("sums", "error", alone, {"1": {"solo.target": 58}}, {"1": {"solo.target": 57}}),
    # Without the neighbour's value, points of that mission are believed.
    (
        "sums",
        "error",
        three,
        {"2": {"mission-right.value": None}, "1": {"score.neighbours": 8, "score.total": 47}},
        {"2": {"mission-right.value": None}, "1": {"score.neighbours": 8, "score.total": 46}},
    ),
    # The second point of each lifepod may stand in either box, and only in one.
    *(
        (
            "sums",
            "error",
            one("ksb-4156/flux"),
            {"1": {**pods(4), **DOUBLE, "score.lifepods": lifepods, "score.civ": civ}},
            {"1": {**pods(4), **DOUBLE, "score.lifepods": lifepods, "score.civ": wrong}},
        )
        for lifepods, civ, wrong in ((8, 0, 4), (4, 4, 0))
    ),
]

"""Every check of Ares Expedition, by its name: a table that just meets it, and one that just does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pytest
from msgspec import UNSET

from engine.ink import Mark
from engine.record import Record, Table
from engine.recorded.ares.draw import PHASES, corporations_of, drawn_of
from engine.recorded.tables import score_recorded, table_sheets, with_boxes
from sheets.library import load_sheet

from .ares_tables import alone, changed, competitive, together
from .checking import assert_check, findings

Changes = Mapping[str, Mapping[str, Mark | None]]
Make = Callable[[], Sequence[Record]]

SEED = "coral-otter-42"
DRAWN = drawn_of(SEED)
DUMMY = [*(phase for block in DRAWN["dummy-phases"] for phase in block), *PHASES]


def seeded() -> list[Record]:
    """Three players with the corporations that the seed offers."""
    return changed(
        competitive(SEED),
        {
            str(seat): {f"corp.{before}": None, f"corp.{corporations_of(DRAWN, seat)[0]}": "crossed"}
            for seat, before in ((1, "credicor"), (2, "ecoline"), (3, "helion"))
        },
    )


def seeded_alone() -> list[Record]:
    return changed(
        alone(2, SEED, DUMMY),
        {"1": {"corp.unmi": None, f"corp.{corporations_of(DRAWN, 1)[1]}": "crossed"}},
    )


def unsummed() -> list[Record]:
    """Two together whose log has no totals; the players have fewer points than the boxes of their sheets would say."""
    totals = dict.fromkeys(("sum.a-total", "sum.b-total", "sum.together"))
    return changed(together(), {"1": {"score.total": None}, "log": totals})


def unsummed_lost() -> list[Record]:
    return changed(unsummed(), {"log": {"verdict.won": None, "verdict.lost": "crossed"}})


def low() -> list[Record]:
    return alone(1)


def high() -> list[Record]:
    return alone(3)


def cards(line: int, number: int, units: int | None, points: int | None) -> dict[str, Mark | None]:
    return {
        f"card-{line:02d}.number": number,
        f"card-{line:02d}.units": units,
        f"card-{line:02d}.points": points,
    }


def stopped(last: int, rounds: int) -> dict[str, Mark | None]:
    """No line of a log after the last one."""
    return {
        field: None
        for record in (together() if rounds == 15 else alone())[-1:]
        for field in record.marks
        if field[0] == "r" and last < int(field[1:3]) <= rounds
    }


# The solo game after round 20: no later round and step, and not won.
ENDED_EARLY: dict[str, Mark | None] = {
    **stopped(20, 25),
    "verdict.won": None,
    "temp.s18": None,
    "temp.s19": None,
    "oxygen.s13": None,
    "oxygen.s14": None,
}

# check, level, table, what just meets it, what just does not
CASES: list[tuple[str, str, Make, Changes, Changes]] = [
    ("phase-one", "error", together, {}, {"log": {"r03.a-research": "crossed"}}),
    ("phase-one", "error", together, {}, {"log": {"r03.b-action": None}}),
    ("phase-one", "error", alone, {}, {"log": {"r25.dummy-research": None}}),
    (
        "phase-no-repeat",
        "error",
        together,
        {"log": {"r03.a-development": None, "r03.a-research": "crossed"}},
        {"log": {"r03.a-development": None, "r03.a-construction": "crossed"}},
    ),
    (
        "phase-no-repeat",
        "error",
        alone,
        {},
        {"log": {"r02.own-development": None, "r02.own-construction": "crossed"}},
    ),
    (
        "rounds-prefix",
        "error",
        together,
        {"log": stopped(14, 15)},
        {
            "log": {
                **stopped(14, 15),
                **{field: None for field in together()[-1].marks if field.startswith("r13.")},
            }
        },
    ),
    (
        "rounds-full",
        "warn",
        together,
        {"log": stopped(14, 15)},
        {"log": {**stopped(14, 15), "temp.s19": None}},
    ),
    ("rounds-full", "warn", alone, {}, {"log": {**stopped(24, 25), "ocean.s9": None}}),
    ("cube-one", "error", together, {}, {"log": {"r05.a-cube-copper": None}}),
    ("cube-one", "error", together, {}, {"log": {"r05.a-cube-neutral": "crossed"}}),
    (
        "cube-pool",
        "error",
        together,
        {},
        {"log": {"r05.a-cube-copper": None, "r05.a-cube-neutral": "crossed"}},
    ),
    (
        "cube-pool",
        "error",
        together,
        {"log": {**stopped(14, 15), "r02.a-cube-neutral": None, "r02.a-cube-copper": "crossed"}},
        {"log": {"r02.a-cube-neutral": None, "r02.a-cube-copper": "crossed"}},
    ),
    (
        "dummy-block",
        "error",
        alone,
        {
            "log": {
                "r21.dummy-development": None,
                "r22.dummy-construction": None,
                "r21.dummy-construction": "crossed",
                "r22.dummy-development": "crossed",
            }
        },
        {"log": {"r21.dummy-development": None, "r21.dummy-construction": "crossed"}},
    ),
    (
        "dummy-seed",
        "error",
        seeded_alone,
        {
            "log": {
                f"r21.dummy-{PHASES[0]}": None,
                f"r21.dummy-{PHASES[1]}": "crossed",
                f"r22.dummy-{PHASES[1]}": None,
                f"r22.dummy-{PHASES[0]}": "crossed",
            }
        },
        {"log": {f"r20.dummy-{DUMMY[19]}": None, f"r20.dummy-{DUMMY[18]}": "crossed"}},
    ),
    ("dummy-source", "error", alone, {}, {"log": {"dummy.from-seed": "crossed"}}),
    ("auto-count", "error", high, {}, {"log": {"auto-1.oxygen": "crossed"}}),
    ("auto-count", "error", alone, {}, {"log": {"auto-1.oxygen": None}}),
    ("auto-count", "error", alone, {}, {"log": {"auto-1.temperature": "crossed"}}),
    ("auto-count", "error", alone, {"log": ENDED_EARLY}, {"log": {**stopped(19, 25)}}),
    ("auto-split", "warn", low, {}, {"log": {"auto-3.oxygen": "crossed"}}),
    ("auto-steps", "error", alone, {"log": {"oxygen.s03": 6}}, {"log": {"oxygen.s03": 4, "oxygen.s04": 7}}),
    ("dummy-tr", "error", alone, {"log": ENDED_EARLY}, {"log": {"dummy-tr.p5": None}}),
    (
        "dummy-tr",
        "error",
        alone,
        {"log": ENDED_EARLY},
        {"log": {**stopped(19, 25), "auto-4.temperature": None}},
    ),
    (
        "track-prefix",
        "error",
        together,
        {"log": {"ocean.s9": None, "verdict.won": None}},
        {"log": {"ocean.s8": None}},
    ),
    (
        "track-order",
        "error",
        together,
        {"log": {"ocean.s8": 13, "ocean.s9": 13}},
        {"log": {"ocean.s8": 14, "ocean.s9": 13}},
    ),
    (
        "track-phase",
        "error",
        together,
        {
            "log": {
                "r14.a-construction": None,
                "r14.a-research": "crossed",
                "r14.b-production": None,
                "r14.b-action": "crossed",
                "r15.b-action": None,
                "r15.b-production": "crossed",
                "r13.b-action": None,
                "r13.b-research": "crossed",
            }
        },
        {"log": {"r14.a-construction": None, "r14.a-research": "crossed"}},
    ),
    ("track-phase", "error", alone, {"log": {"temp.s05": 4}}, {"log": {"temp.s05": 5}}),
    ("track-phase", "error", alone, {"log": {"oxygen.s04": 6}}, {"log": {"oxygen.s04": 5}}),
    (
        "track-last-round",
        "error",
        together,
        {"log": {"ocean.s9": 15}},
        {"log": {**stopped(14, 15), "ocean.s9": 15}},
    ),
    (
        "track-last-round",
        "error",
        alone,
        {"log": {**ENDED_EARLY, "temp.s18": 21}},
        {"log": {**ENDED_EARLY, "temp.s18": 22}},
    ),
    ("tr-floor", "error", together, {"1": {"tr.final": 23}}, {"1": {"tr.final": 22}}),
    (
        "tr-floor",
        "error",
        together,
        {"1": {"tr.final": 20, "tr.lost": 3, "forest.points": 9}},
        {"1": {"tr.final": 20, "tr.lost": 2}},
    ),
    ("tr-floor", "error", alone, {}, {"1": {"tr.final": 42}}),
    ("tr-floor-competitive", "error", competitive, {"1": {"tr.final": 11}}, {"1": {"tr.final": 10}}),
    ("tr-lost-bound", "warn", competitive, {"1": {"tr.lost": 6}}, {"1": {"tr.lost": 7}}),
    (
        "tr-lost-bound",
        "warn",
        competitive,
        {"1": {"tr.lost": 7, "tableau.card-11": "crossed"}},
        {"1": {"tr.lost": 7}},
    ),
    ("card-unique", "error", competitive, {"2": cards(3, 21, None, 1)}, {"2": cards(3, 23, None, 2)}),
    ("card-unique", "error", competitive, {"2": cards(3, 21, None, 1)}, {"2": cards(3, 4, None, 2)}),
    ("card-points-fixed", "error", competitive, {}, {"1": {"card-03.points": 1}}),
    ("card-points-fixed", "error", competitive, {"2": cards(3, 73, None, 1)}, {"2": cards(3, 73, None, 2)}),
    ("card-points-variable", "error", competitive, {}, {"1": {"card-05.points": 4}}),
    ("card-no-points", "warn", competitive, {"2": cards(3, 2, None, 0)}, {"2": cards(3, 2, None, 1)}),
    ("card-units-own", "error", competitive, {}, {"1": {"card-07.units": 6}}),
    (
        "card-units-own",
        "error",
        competitive,
        {"1": {**cards(8, 59, 9, 3), "tableau.blue": 9}},
        {"1": {**cards(8, 59, 9, 3), "tableau.blue": 10}},
    ),
    (
        "card-units-own",
        "error",
        together,
        {"1": {"tableau.blue": 9, "tableau.red": 8, "tableau.green": 5}},
        {"1": {"tableau.blue": 9, "tableau.red": 8, "tableau.green": 6}},
    ),
    (
        "card-units-bound",
        "error",
        competitive,
        {"1": {"card-06.units": 12, "card-06.points": 12}},
        {"1": {"card-06.units": 13, "card-06.points": 13}},
    ),
    (
        "card-units-bound",
        "error",
        competitive,
        {
            "1": {
                "corp.credicor": None,
                "corp.saturn-systems": "crossed",
                "card-06.units": 13,
                "card-06.points": 13,
            }
        },
        {
            "1": {
                "corp.credicor": None,
                "corp.saturn-systems": "crossed",
                "card-06.units": 14,
                "card-06.points": 14,
            }
        },
    ),
    (
        "card-units-bound",
        "error",
        competitive,
        {"1": cards(8, 161, None, 2)},
        {"1": {**cards(8, 161, None, 2), **cards(9, 165, None, 1), **cards(10, 204, None, 1)}},
    ),
    ("card-units-bound", "error", competitive, {"1": cards(8, 146, 23, 11)}, {"1": cards(8, 146, 24, 12)}),
    ("card-units-bound", "error", competitive, {"2": cards(3, 63, 9, 9)}, {"2": cards(3, 63, 10, 10)}),
    ("card-units-same", "error", competitive, {"1": cards(8, 63, 3, 3)}, {"1": cards(8, 63, 4, 4)}),
    ("card-colour-count", "error", competitive, {"1": {"tableau.blue": 4}}, {"1": {"tableau.blue": 3}}),
    ("card-colour-count", "error", competitive, {"1": {"tableau.green": 3}}, {"1": {"tableau.green": 2}}),
    ("corp-unique", "error", competitive, {}, {"2": {"corp.ecoline": None, "corp.credicor": "crossed"}}),
    (
        "corp-seed",
        "note",
        seeded,
        {
            "1": {
                f"corp.{corporations_of(DRAWN, 1)[0]}": None,
                f"corp.{corporations_of(DRAWN, 1)[1]}": "crossed",
            }
        },
        {
            "1": {
                f"corp.{corporations_of(DRAWN, 1)[0]}": None,
                f"corp.{DRAWN['corporation-pairs'][-1]}": "crossed",
            }
        },
    ),
    ("one-corporation", "error", competitive, {}, {"1": {"corp.unmi": "crossed"}}),
    ("one-corporation", "error", competitive, {}, {"1": {"corp.credicor": None}}),
    ("one-corporation", "error", competitive, {}, {"1": {"tr.final": None}}),
    (
        "one-corporation",
        "warn",
        competitive,
        {"1": {"left.plants": None, "left.heat": None}},
        {"1": {"left.money": None, "left.plants": None, "left.heat": None}},
    ),
    ("sums", "error", competitive, {}, {"1": {"score.cards": 16}}),
    ("sums", "error", competitive, {"1": {"score.total": None}}, {"1": {"score.total": 54}}),
    ("sums", "error", competitive, {}, {"1": {"score.tie-break": 24}}),
    ("sums", "error", together, {"log": {"sum.together": None}}, {"log": {"sum.together": 84}}),
    (
        "sums",
        "error",
        together,
        {"log": {"sum.a-total": None}},
        {"log": {"sum.a-total": 44, "sum.together": 86}},
    ),
    ("sums", "error", alone, {"log": {"sum.total": None}}, {"log": {"sum.total": 3}}),
    (
        "coop-verdict",
        "error",
        together,
        {"log": {"sum.a-total": 38, "sum.together": 80}},
        {"log": {"sum.a-total": 37, "sum.together": 79}},
    ),
    ("coop-verdict", "error", together, {}, {"log": {"ocean.s9": None}}),
    (
        "coop-verdict",
        "error",
        together,
        {"log": {"verdict.won": None, "verdict.lost": "crossed", "ocean.s9": None}},
        {"log": {"verdict.won": None, "verdict.lost": "crossed"}},
    ),
    ("coop-verdict", "error", together, {}, {"log": {"verdict.lost": "crossed"}}),
    ("coop-verdict", "error", unsummed, {"1": {"tr.final": 22, "tr.lost": 1}}, {"1": {"tr.final": 21}}),
    ("coop-verdict", "error", unsummed_lost, {"1": {"tr.final": 21, "tr.lost": 2}}, {"1": {"tr.final": 22}}),
    (
        "coop-verdict",
        "error",
        together,
        {"log": {"ocean.s9": 15}},
        {"log": {"ocean.s9": 16}},
    ),
    ("solo-verdict", "error", alone, {}, {"log": {"ocean.s9": None}}),
    (
        "solo-verdict",
        "error",
        alone,
        {"log": {"verdict.won": None, "verdict.lost": "crossed", "ocean.s9": None}},
        {"log": {"verdict.won": None, "verdict.lost": "crossed"}},
    ),
    (
        "solo-level",
        "error",
        alone,
        {"log": {"level.medium": None}},
        {"log": {"level.medium": None, "level.low": "crossed"}},
    ),
    (
        "hand-sold",
        "warn",
        competitive,
        {"1": {"left.hand": 0}},
        {"1": {"left.hand": 1, "score.tie-break": 28}},
    ),
    ("seat", "error", competitive, {"2": {"seat.2": "crossed"}}, {"2": {"seat.3": "crossed"}}),
]


@pytest.mark.parametrize(
    ("check", "level", "make", "met", "broken"), CASES, ids=[f"{case[0]}-{k}" for k, case in enumerate(CASES)]
)
def test_a_check_is_just_met_and_just_not(
    check: str, level: str, make: Make, met: Changes, broken: Changes
) -> None:
    table = make()
    assert_check(check, level, changed(table, met), changed(table, broken))
    if not any(field.startswith(("score.", "sum.")) for marks in met.values() for field in marks):
        nothing_wrong = with_boxes(table_sheets(changed(table, met)))
        assert [found for found in findings(nothing_wrong) if found.level == "error"] == []


def test_every_check_of_the_templates_and_between_sheets_is_tried() -> None:
    stated = {check.id for name in ("record", "coop", "solo") for check in load_sheet(f"ares-{name}").checks}
    between = {"tr-floor", "card-units-bound", "corp-seed", "dummy-seed", "sums", "coop-verdict"}
    assert {case[0] for case in CASES} == stated | between


@pytest.mark.parametrize("make", [competitive, seeded, together, alone, low, high, seeded_alone])
def test_no_part_of_an_honest_table_is_accused(make: Make) -> None:
    table = make()
    for count in range(1, len(table) + 1):
        for part in combinations(table, count):
            assert findings(part) == []
            assert all(player.differences == () for player in score_recorded(table_sheets(part)).players)


def test_a_card_of_which_nothing_is_written_makes_the_sums_unknown() -> None:
    blank: dict[str, Mark | None] = {"card-04.units": None, "card-04.points": None}
    assert findings(changed(competitive(), {"1": blank})) == []
    records = changed(together(), {"2": {"card-03.units": None, "card-03.points": None}})
    assert findings(records) == []


@pytest.mark.parametrize("tie_break", [12, 25])
def test_what_decides_a_tie_is_believed_where_something_left_is_blank(tie_break: int) -> None:
    blank: dict[str, Mark | None] = {"left.plants": None, "left.heat": None, "score.tie-break": tie_break}
    assert findings(changed(competitive(), {"1": blank})) == []


def test_the_written_points_of_a_card_of_which_sources_differ_count() -> None:
    table = changed(competitive(), {"2": {**cards(3, 52, 6, 3), "score.cards": 6, "score.total": 33}})
    assert [(found.check, found.level) for found in findings(table)] == [("card-no-points", "warn")]
    assert score_recorded(table_sheets(table)).players[1].total == 33


@pytest.mark.parametrize("card", [cards(3, 52, 6, None), cards(3, 73, None, None)])
def test_such_a_card_without_points_makes_the_sums_unknown(card: dict[str, Mark | None]) -> None:
    assert findings(changed(competitive(), {"2": {**card, "score.cards": 99, "score.total": 99}})) == []
    log: dict[str, Mark | None] = {"sum.a-total": 44, "sum.together": 86}
    first = {field.replace("-03", "-05"): mark for field, mark in card.items()}
    totals = dict.fromkeys(("score.cards", "score.total"))
    assert findings(changed(together(), {"1": {**first, **totals}, "log": log})) == []


def test_the_numbers_of_cards_whose_points_are_known_are_enough_for_the_sums() -> None:
    lines: dict[str, Mark | None] = {"card-01.points": None, "card-02.points": None, "card-03.points": None}
    assert findings(changed(competitive(), {"1": lines})) == []
    wrong = findings(changed(competitive(), {"1": {**lines, "score.cards": 18, "score.total": 99}}))
    assert [found.why for found in wrong] == [
        "The box Cards is not what the cards bring.",
        "The box Total is not rating, forests and cards added up.",
    ]


def test_the_marker_of_the_dummy_may_be_noted_by_its_last_place_alone() -> None:
    six = stopped(6, 25)
    places: dict[str, Mark | None] = {f"dummy-tr.p{place}": None for place in (1, 3, 4, 5)}
    log = {**six, **places}
    assert "dummy-tr" not in {found.check for found in findings(changed(alone(), {"log": log}))}
    log |= {"dummy-tr.p2": None, "dummy-tr.p1": "crossed"}
    assert "dummy-tr" in {found.check for found in findings(changed(alone(), {"log": log}))}


def test_the_forests_that_a_card_counts_need_not_be_written_twice() -> None:
    blank: dict[str, Mark | None] = {"forest.points": None, "score.total": None}
    assert findings(changed(competitive(), {"1": blank})) == []


@pytest.mark.parametrize("make", [together, alone])
def test_what_is_left_is_not_asked_for_where_no_tie_can_be_broken(make: Make) -> None:
    left = dict.fromkeys(("left.money", "left.plants", "left.heat", "score.tie-break"))
    assert findings(changed(make(), {"1": {**left, "left.hand": 2}})) == []


def test_the_worked_examples() -> None:
    first = score_recorded(table_sheets(competitive())).players[0]
    assert (first.parts["score.cards"], first.total, first.parts["score.tie-break"]) == (17, 55, 25)
    score = score_recorded(table_sheets(together()))
    assert [(player.seat, player.total) for player in score.players] == [(1, 43), (2, 42), (0, 85)]
    assert score.players[2].parts == {"sum.a-total": 43, "sum.b-total": 42}
    assert score.ranking == ((1, 2),)
    assert score_recorded(table_sheets(alone())).ranking == ((1,),)


@pytest.mark.parametrize(
    ("make", "changes", "winner"),
    [
        (together, {}, "player"),
        (together, {"1": {"tr.final": 22}}, "player"),
        (together, {"1": {"tr.final": 21}}, "game"),
        (together, {"log": {"ocean.s9": None}}, "game"),
        (together, {"log": {"ocean.s9": 16}}, "game"),
        (alone, {}, "player"),
        (alone, {"log": {"ocean.s9": None}}, "game"),
    ],
)
def test_who_plays_alone_or_together_wins_or_the_game_does(make: Make, changes: Changes, winner: str) -> None:
    table = changed(make(), changes)
    assert score_recorded(table_sheets(table)).winner == winner
    records = [each for each in table if each.sheet == "ares-record"]
    assert score_recorded(table_sheets(records)).winner is UNSET


def test_of_a_game_that_goes_on_nobody_is_said_to_win() -> None:
    (log,) = (each for each in alone() if each.sheet == "ares-solo")
    begun = {
        field: None
        for field in log.marks
        if field.startswith(("verdict.", "ocean.", *(f"r{number}." for number in range(10, 26))))
    }
    assert score_recorded(table_sheets(changed([log], {"log": begun}))).winner is UNSET


def test_equal_totals_are_told_apart_by_what_is_left() -> None:
    table = changed(
        competitive(), {"2": {"tr.final": 49, "left.money": 26}, "3": {"tr.final": 51, "left.money": 26}}
    )
    assert score_recorded(table_sheets(table)).ranking == ((2, 3), (1,))


def test_cards_that_count_are_rounded_down_each_by_itself() -> None:
    game = Table(None, 3)
    marks: dict[str, Mark] = {
        "card-01.number": 24,
        "card-01.units": 3,
        "card-02.number": 33,
        "card-02.units": 3,
    }
    record = Record.on(load_sheet("ares-record"), game, 1, marks)
    assert score_recorded(table_sheets([record])).players[0].parts["score.cards"] == 2

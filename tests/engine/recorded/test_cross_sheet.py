"""Test findings about marks of several sheets: who is reported, with which marks, and with which sheets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.recorded.planet._draw import drawn_of, neighbour_cards
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets, verify_recorded
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.ares import ares_tables
from tests.engine.recorded.case_tables import changes_in, lines_of, names, table_named
from tests.engine.recorded.checking import changed
from tests.engine.recorded.gaia.gaia_tables import pair, seed_with, seeded
from tests.engine.recorded.gaia.gaia_tables import three as gaia
from tests.engine.recorded.planet.planet_tables import SEED, noted
from tests.engine.recorded.planet.planet_tables import three as planets
from tests.engine.recorded.planet.planet_tables import two as two_planets
from tests.engine.recorded.pulsar import pulsar_tables
from tests.engine.recorded.pulsar.pulsar_tables import ledgers, none
from tests.engine.recorded.pulsar.pulsar_tables import three as pulsar

Report = dict[str, tuple[str, ...]]  # the fields, by seat or name of the table's sheet


def report_of(table: Sequence[Record], check: str) -> Report:
    """Return the fields that a check reports by owner, and assert that its words name all owners."""
    return report_in(verify_recorded(table_sheets(table)), check)


def report_in(verdict: Verdict, check: str) -> Report:
    """Return the same for a verdict."""
    reported: Report = {}
    for each in verdict.sheets:
        owner = str(each.sheet) if each.seat == NO_SEAT else str(each.seat)
        for found in each.findings or ():
            if found.check == check:
                reported[owner] = (*reported.get(owner, ()), *found.fields)
    whys = {found.why for each in verdict.sheets for found in each.findings or () if found.check == check}
    if len(reported) > 1:
        assert all("any of them may have the wrong mark" in why for why in whys), whys
        for owner in reported:
            assert all(
                (f"seat {owner}" if owner.isdecimal() else load_sheet(owner).title.partition(": ")[2]) in why
                for why in whys
            )
    else:
        assert not any("any of them may have the wrong mark" in why for why in whys)
    return reported


# Reports of a check: `1 3` are these sheets; `2: final.goals` is this sheet and these fields, with `*` also others.
REPORTS = """
# A count of a final tile is reported for all sheets that may have caused it.
scores gaia | 1: final-2.count=5 | 1: score.final-2,final-2.count 3: score.final-2,final-2.count
# Another count of seat 1 would give these points to seat 3, who may also have written another player's points.
scores gaia | 3: score.final-2=18 score.total=- | 1 3
# An overused die is reported for all who may have taken another one; a copied die also for its source.
draft-dice ledgers | 1: draft-1.die-1=1 | 1: draft-1.die-1 3
    pulsar-table: roll-1.v1,roll-1.v2,roll-1.v4,roll-1.v5,roll-1.v6
copied-die ledgers | 2: draft-5.bonus=3 | 2: draft-5.bonus pulsar-table
# Costs and gains of a goal are reported for the sheet that contains them; the cost of goal 9's bonus is known.
final-cubes pulsar | 2: PAID |
final-cubes pulsar | 2: PAID log: goal-2.cost-1=6 | 2: end.paid,goal-2.bonus-1 pulsar-table: goal-2.cost-1
final-cubes pulsar | 2: PAID end.paid=3 log: goal-2.cost-1=4 | 2: end.paid,goal-2.bonus-1 pulsar-table: goal-2.cost-1
final-cubes pulsar | 1: end.paid=3 final.cubes=- | 1: end.paid,goal-1.bonus-1
final-goals pulsar | log: goal-3.points=6 | 2 pulsar-table: goal-2.points,goal-3.points
goals pulsar | log: goal-3.tile=2 | 2 pulsar-table: goal-3.tile
goals pulsar | log: goal-2.tile=7 goal-3.tile=2 | 2 pulsar-table: goal-3.tile
# Points of a goal that other marks support are not reported.
final-goals pulsar | 2: final.goals=8 final.total=- | 2 pulsar-table: goal-2.points,goal-3.points
final-goals pulsar | 2: final.goals=8 final.total=- 3: goal-2.done=x final.goals=5 | 2 pulsar-table: goal-3.points
final-goals pulsar | 2: final.goals=0 | 2
# Too many stations are also reported for the tile.
station-room pulsar | 3: station.s05=x final.stations,final.total=-
    | 1: station.s05 2: station.s05 3: station.s05 pulsar-table: system.tile-05
# A row with a known value accuses no player.
gyrodyne-points ledgers | log: row.value-5=3 |
gyrodyne-points ledgers | log: set.tech-ii-a=- set.tech-ii-b=o row.value-5=3 | 2 pulsar-table: row.value-5
# A third counter is reported for both players, with their drafts.
third-point two_ledgers | 1: draft-1.rear-2=- | 1: round-1.third,draft-1.die-2,draft-1.move-2-engineering,* 2
third-point two_ledgers | 2: round-1.third=- | 2: round-1.third
# An award is not reported for the only possible winner: seats 2 and 3 have two small gyrodynes, seat 1 none.
awards pulsar | 1: award.small-7=x | 1
awards pulsar | 3: award.small-4=- award.small-7=x | 2: award.small-7 3: award.small-7
awards pulsar | 1: NO_CLAIMS award.small-7=x | 1 2
# An award that another player won is reported for those who may have noted a gyrodyne wrongly.
awards ledgers | 1: claim-1.built,claim-2.built=1 | 1: award.small-7,claim-1.built,claim-2.built,* 3
awards ledgers | 1: claim-1.built,claim-2.built=1 award.small-7=x award.small-4=- 3: award.small-7=-
    | 3: award.small-4,claim-1.size-small,claim-1.built,claim-2.size-small,claim-2.built
awards ledgers | 1: award.small-7=x | 1
# A wrong place on the table's sheet alone is reported for no other sheet.
turn-order ledgers | log: rank.seat-1=2 rank.seat-2=3 | pulsar-table: rank.seat-1,rank.seat-2
final-initiative ledgers | 3: final.initiative=4 | 3: final.initiative
# A depot that cannot be empty yet is reported for its claimant, and for players with too few turns.
depot-empty planets | 1: end.cause-no-room=- end.turns=23 2: ENDED 3: end.turns=30
    | 1: end.turns 2: end.cause-depot-empty
# A player who alone names another cause or card, or has more than exist, is the only one reported.
turns-equal planets | 1,2: ENDED 3: end.cause-no-room,end.turns=- end.cause-events-out=x | 3: end.cause-events-out
turns-equal planets | 2: end.turns=30 | 2: end.turns
mission-pairs planets | 1,3: mission-card.all=5 2: mission-card.all=6 | 2: mission-card.all
mission-pairs planets | 1: mission-card.all=5 2: mission-card.all=6 | 1 2
federation-supply gaia | 1,3: federation.ft-ore=1 2: federation.ft-ore=3 | 2: federation.ft-ore
federation-supply gaia | 1,2: federation.ft-ore=2 3: federation.ft-ore=- | 1 2
# Values of missions are reported only for both neighbours: seat 1 won card 7 with 21 to 18.
sums planets | 2: mission-right.value=25 | 1: mission-left.value,* 2: mission-right.value,*
sums planets | 1: score.neighbours=9 score.total=- | 1
# A total of the log is reported for the record only if nothing else there agrees with the record. In the last line
# the record's own sum is wrong, and the log is right.
sums together | log: sum.a-total=50 sum.together=- | ares-coop: sum.a-total
sums together | log: sum.a-total=50 sum.together=- 1: score.total=- | 1: tr.final,* ares-coop
sums together | 1: tr.final=26 | 1
"""
PAID = {"goal-2.bonus-1": "crossed", "end.cubes": 5, "end.paid": 4, "final.goals": None, "final.cubes": None}
ENDED = {"end.cause-no-room": None, "end.turns": None, "end.cause-depot-empty": "crossed"}
NO_CLAIMS = none(*(field for field in pulsar()[0].marks if field.startswith("claim-")))
KNOWN = {**names(globals(), ares_tables, pulsar_tables), "gaia": gaia}
LINES = lines_of(REPORTS)


@pytest.mark.parametrize("line", LINES, ids=[f"{line[0].split()[0]}-{k}" for k, line in enumerate(LINES)])
def test_check_reports_all_sheets_whose_mark_may_be_wrong(line: list[str]) -> None:
    head, changes, expected = line
    check, table = head.split()
    reported = report_of(changed(table_named(table, KNOWN)(), changes_in(changes, KNOWN)), check)
    owners, owner = set(), ""
    for word in expected.split():
        if word.endswith(":") or word in reported:
            owner = word.rstrip(":")
            owners.add(owner)
        elif word.endswith(",*"):
            assert set(word.split(",")[:-1]) <= {*reported[owner]}
        else:
            assert reported[owner] == tuple(word.split(","))
    assert reported.keys() == owners


def test_count_supported_by_its_own_sheet_is_not_reported() -> None:
    table = seeded()
    right = [player.parts["score.final-1"] for player in score_recorded(table_sheets(table)).players]
    assert ([each.marks["final-1.count"] for each in table], right) == ([3, 3, 1], [15, 15, 6])
    box_alone = changed(table, {"3": {"score.final-1": 18, "score.total": None}})
    assert report_of(box_alone, "scores") == {"3": ("score.final-1", "final-1.count")}
    # A player who changes both count and points gets the own marks' count, and nobody else is reported.
    cheat = changed(table, {"3": {"final-1.count": 5, "score.final-1": 18, "score.total": None}})
    assert report_of(cheat, "scores").keys() == {"3"}
    assert [player.parts["score.final-1"] for player in score_recorded(table_sheets(cheat)).players] == right


def test_wrong_value_with_matching_points_is_reported_for_both() -> None:
    first, second = two_planets()
    card = next(
        field for field, mark in second.marks.items() if field.startswith("mission-card.") and mark == 19
    )
    value = f"mission-pair.value-{card[-1]}"
    assert (first.marks["mission-pair.value-2"], second.marks[value]) == (6, 5)
    points = second.marks["score.neighbours"]
    assert isinstance(points, int)
    lie = {value: 9, "score.neighbours": points + 5, "score.total": None}
    reported = report_of(changed([first, second], {"2": lie}), "sums")
    assert reported.keys() == {"1", "2"}
    assert all({"score.neighbours", "mission-pair.value-2"} <= {*fields} for fields in reported.values())


def test_noted_neutral_marker_may_be_wrong_too() -> None:
    seed = seed_with(2, lambda drawn: drawn.final_tiles[1] == "fs-satellites")
    hits = [report_of(changed(pair(seed), {"log": {"marker.2": number}}), "scores") for number in range(20)]
    assert {} in hits
    assert all(each["gaia-setup"] == ("marker.2",) for each in hits if each)
    assert any(hits)


def test_places_after_a_wrong_draft_are_reported_on_its_ledger() -> None:
    slip = {**none("draft-5.move-1-initiative"), "draft-5.move-1-engineering": "circled"}
    table = changed(ledgers(), {"2": slip})
    verdict = verify_recorded(table_sheets(table))
    reported = report_in(verdict, "final-initiative")
    assert reported.keys() == {"2"} and "draft-5.move-1-engineering" in reported["2"]
    assert report_in(verdict, "turn-order").keys() == {"2"}
    assert [each.seat for each in verdict.sheets if each.verdict == "illegal"] == [2]
    written = [each.marks["final.initiative"] for each in table if each.seat != NO_SEAT]
    scores = score_recorded(table_sheets(table)).players
    assert [player.parts["final.initiative"] for player in scores] == written
    assert all(player.differences == () for player in scores)
    blank = changed(table, {seat: {"final.initiative": None, "final.total": None} for seat in "123"})
    assert report_of(blank, "turn-order").keys() == {"2"}


def test_player_with_the_card_of_the_seed_is_not_reported() -> None:
    table = planets(seed=SEED)
    between = neighbour_cards(drawn_of(SEED, table[0].game), table[0].game, 1)
    right: dict[str, dict[str, Mark | None]] = {
        "1": {"mission-card.left": between["left"], "mission-left.value": None},
        "2": {"mission-card.right": between["left"] % 28 + 1},
    }
    assert report_of(changed(table, right), "mission-pairs") == {"2": ("mission-card.right",)}
    assert report_of(changed(planets(), right), "mission-pairs").keys() >= {"1", "2"}


def test_empty_stack_is_reported_for_all_who_took_from_it() -> None:
    table = noted(Table(SEED, 2, options={"tiles": "seeded"}))
    # depot 1 faces seat 1, and seat 2 in odd turns
    facing = {turn: 1 + 5 * (turn % 2) for turn in range(1, 19)}
    slip = {
        str(seat): {f"turn-{turn:02d}.depot": (depot + seat - 2) % 6 + 1 for turn, depot in facing.items()}
        for seat in (1, 2)
    }
    reported = report_of(changed(table, slip), "tiles-seeded")
    assert reported.keys() == {"1", "2"}
    assert {field for field, depot in slip["1"].items() if depot == 1} <= {*reported["1"]}


def test_depot_is_reported_for_the_player_whom_others_contradict() -> None:
    turning = noted(Table(SEED, 2, options={"station": "clockwise"}))
    wrong = turning[0].marks["turn-05.depot"]
    assert report_of(changed(turning, {"2": {"turn-05.depot": wrong}}), "depots") == {"2": ("turn-05.depot",)}
    liked = noted(Table(SEED, 2))
    both = report_of(changed(liked, {"2": {"turn-05.depot": wrong}}), "depots")
    assert both == {"1": ("turn-05.depot",), "2": ("turn-05.depot",)}


def test_tile_that_another_player_may_have_taken_is_reported_twice() -> None:
    """If seat 2 rings the large tile of a turn, seat 1 later takes another small one, with other buildings."""
    table = noted(Table(SEED, 2, options={"station": "clockwise", "tiles": "seeded"}))
    turn, trackers = next(
        (turn, wrong) for turn in range(1, 18) if (wrong := _trackers_too_low(_with_large_tile(table, turn)))
    )
    reported = [
        found
        for found in verify_recorded(table_sheets(_with_large_tile(table, turn))).sheets[1].findings or ()
        if found.check == "buildings-floor"
    ]
    assert len([found for found in reported if f"turn-{turn:02d}.outer" in found.fields]) >= len(trackers)
    assert all("seat 1 and seat 2: any of them may have the wrong mark" in found.why for found in reported)


def _with_large_tile(table: Sequence[Record], turn: int) -> list[Record]:
    return changed(table, {"2": {f"turn-{turn:02d}.inner": None, f"turn-{turn:02d}.outer": "circled"}})


def _trackers_too_low(table: Sequence[Record]) -> list[str]:
    """Return seat 1's trackers that are too low for its tiles."""
    first = verify_recorded(table_sheets(table)).sheets[0]
    return [found.fields[0] for found in first.findings or () if found.fields[0].startswith("track-")]


def test_wrong_place_is_reported_for_the_only_contradicting_sheet() -> None:
    assert report_of(pulsar(), "turn-order") == {}
    for place in (1, 2):
        twice = changed(pulsar(), {"log": {f"rank.seat-{place}": 2}})
        assert report_of(twice, "turn-order").keys() == {"pulsar-table"}
    slip: dict[str, Mark | None] = {
        "rank.place-1": None,
        "rank.place-2": "circled",
        "final.initiative": None,
        "final.total": None,
    }
    odd = changed(pulsar(), {"3": slip})
    assert report_of(odd, "turn-order").keys() == {"3"}
    assert report_of(odd, "final-initiative").keys() == {"3"}
    assert report_of([*odd[:3]], "final-initiative").keys() == {"1", "3"}
    alone = [record for record in odd if record.seat in (3, NO_SEAT)]
    assert report_of(alone, "turn-order").keys() == {"3", "pulsar-table"}


def test_first_round_place_of_the_seed_is_not_reported() -> None:
    table = records_of_table(load_sheet("pulsar-ledger"), Table("otter", 3))  # the seed's order is 1, 2, 3
    slip = changed(table, {"1": {"head.order-1": None, "head.order-2": "circled", "round-1.score": None}})
    assert report_of(slip, "first-order").keys() == {"1"}
    own = [replace(each, game=replace(each.game, options={"dice": "own"})) for each in slip]
    assert report_of(own, "first-order").keys() == {"1", "2"}

"""Test draws, points and plausible tables of Planet Unknown, and its sheets in the commands."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.planet._draw import drawn_of, neighbour_cards
from fairsheet.engine.recorded.planet._neighbour_missions import points
from fairsheet.engine.recorded.planet.box.component_names import event_words
from fairsheet.engine.recorded.planet.box.components import EVENTS, INNER, OUTER, SOLO_EVENTS, TILES, rank_of
from fairsheet.engine.recorded.planet.box.printed import civ_cards, mission_numbers
from fairsheet.engine.recorded.recorded_tables import score_recorded, table_sheets, verify_recorded
from fairsheet.engine.recorded.registry import components_printed
from fairsheet.engine.records.record import Record, Table, read_record, write_record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.options.recorded_evenings import records_of_table
from fairsheet.sheets.language.choices import names_of
from fairsheet.sheets.library.templates import choices_of, load_sheet
from fairsheet.sheets.model.drawn_print import fields_left_out
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.recorded.checking import as_json, changed, findings
from tests.engine.recorded.planet.planet_scoring import parts_of
from tests.engine.recorded.planet.planet_tables import alone, filled, record, three, two

SEEDS = ("a", "coral-otter-42", "Žluťoučký kůň")
EVENTS_OF_EXAMPLE = {"events": {"red": 8, "orange": 3, "green": 9}}
CHOICES = choices_of("planet-record")
NAMES = names_of("planet-record", CHOICES)
EACH_CHOICE_ONCE = [f"planet-record/{world}/universal-coalition" for world in CHOICES["planet"]] + [
    f"planet-record/petra/{corporation}" for corporation in CHOICES["corporation"]
]


@pytest.mark.parametrize(
    "game",
    [
        {"players": 2},
        {"players": 3, "options": {"personal": True}},
        {"players": 6, "options": {"personal": True, **EVENTS_OF_EXAMPLE}},
        {"players": 1, "solo": 1, "options": EVENTS_OF_EXAMPLE},
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_draw_comes_from_the_box(seed: str, game: dict[str, Any]) -> None:
    table = Table(seed, **game)
    drawn, players, solo = drawn_of(seed, table), table.players, table.solo
    assert 0 <= drawn.ring_offset <= 5 and 0 <= drawn.start_turn <= 5
    assert 1 <= drawn.commander <= players
    assert list(drawn.stacks) == [*INNER, *OUTER]
    assert all(sorted(stack) == sorted(TILES) for stack in drawn.stacks.values())
    for rank, deck in drawn.civ_deck.items():
        assert len(set(deck)) == len(deck) == (2 if solo else players + 1)
        assert set(deck) <= {card for card in civ_cards() if rank_of(card) == rank}
    personal = [card for cards in drawn.missions.personal.values() for card in cards]
    between = drawn.missions.neighbour
    assert len(personal) == (4 if solo else 2 * players if "options" in game else 0)
    assert len(between) == (0 if solo else 3 if players == 2 else players)
    assert len({*personal, *between}) == len(personal) + len(between)
    assert {*personal, *between} <= set(mission_numbers())
    chosen = EVENTS_OF_EXAMPLE["events"] if table.chosen.get("events.red") else {}
    assert len(set(drawn.events)) == len(drawn.events) == sum(chosen.values())
    for colour, count in chosen.items():
        assert sum(event in EVENTS[colour] for event in drawn.events) == count
    assert solo or not set(drawn.events) & set(SOLO_EVENTS)


def test_options_change_no_other_draw() -> None:
    plain, chosen = drawn_of("x", Table("x", 3)), drawn_of("x", Table("x", 3, options=EVENTS_OF_EXAMPLE))
    assert replace(plain, events=chosen.events) == chosen


def test_neighbours_have_the_card_between_them() -> None:
    game = Table("x", 4)
    sides = {seat: neighbour_cards(drawn_of("x", game), game, seat) for seat in range(1, 5)}
    assert [sides[seat]["left"] for seat in (1, 2, 3, 4)] == [sides[seat]["right"] for seat in (2, 3, 4, 1)]


def test_worked_example_scores_as_computed_by_hand() -> None:
    score = score_recorded(table_sheets(three()))
    example = score.players[0]
    assert example.parts == {
        "score.planet": 14, "score.tracks": 15, "score.lifepods": 4, "score.meteorites": 4, "score.civ": 2,
        "score.neighbours": 7, "score.personal": 0,
    }  # fmt: skip
    assert (example.total, example.differences) == (46, ())
    assert [player.parts["score.neighbours"] for player in score.players] == [7, 0, 7]


@pytest.mark.parametrize(
    ("mix", "target"), [((8, 3, 9), 58), ((0, 0, 20), 72), ((20, 0, 0), 49), ((2, 15, 3), 59)]
)
def test_one_player_game_has_the_target_of_its_mix(mix: tuple[int, int, int], target: int) -> None:
    setting = {
        f"option.events.{colour}": str(n) for colour, n in zip(("red", "orange", "green"), mix, strict=True)
    }
    assert compile_boxes(load_sheet("planet-record"))(setting)["solo.target"] == target


def test_points_of_a_mission_are_correct() -> None:
    assert [points(7, own, [5]) for own in (6, 5, 4)] == [5, 2, 0]
    assert [points(18, own, [5]) for own in (6, 5, 4)] == [0, 2, 5]
    assert [points(7, 6, others) for others in ([5, 6], [5, 5], [7, 1])] == [2, 5, 0]


def test_two_players_may_list_their_cards_in_any_order() -> None:
    first, second = score_recorded(table_sheets(two())).players
    assert (first.parts["score.neighbours"], second.parts["score.neighbours"]) == (5 + 0 + 2, 0 + 5 + 2)


def test_all_players_compete_for_the_card_of_jump_drive() -> None:
    marks: dict[str, Any] = {"mission-card.all": 25, "mission-all.value": 7}
    records = changed(
        three(), {"1": marks, "2": {**marks, "mission-all.value": 0}, "3": {**marks, "mission-all.value": 0}}
    )
    parts = [player.parts["score.neighbours"] for player in score_recorded(table_sheets(records)).players]
    assert parts == [12, 0, 7]


def test_written_points_count_without_the_other_sheet() -> None:
    only = score_recorded(table_sheets(three()[:1])).players[0]
    assert (only.parts["score.neighbours"], only.total, only.differences) == (7, 46, ())


def test_equal_totals_are_ranked_by_empty_cells_then_by_meteorites() -> None:
    def table(empty: tuple[str, ...], hit: tuple[str, ...]) -> list[Record]:
        records = three("gaia/universal-coalition")
        spoiled = {f"cell.{cell}": "crossed" for cell in empty} | {f"cell.{cell}": "circled" for cell in hit}
        return changed(records, {"1": spoiled})

    full = score_recorded(table_sheets(table((), ()))).players[0].total
    assert score_recorded(table_sheets(table(("r06c12",), ()))).players[0].total < full
    one, other = table(("r02c05",), ("r02c04",)), table(("r02c05", "r02c04"), ())
    totals = [score_recorded(table_sheets(each)).players[0].total for each in (one, other)]
    assert totals[0] == totals[1]
    sheet = load_sheet("planet-record")
    assert [tie.words for tie in sheet.tie_breaks] == [
        "fewer uncovered cells",
        "fewer meteorites on the planet",
    ]


def tied(**marks: Mark | None) -> list[Record]:
    """Return three players, the first two with 46 points; the second wrote only the points of the planet."""
    table = three()
    blank = {field: None for field in table[1].marks if field.startswith("cell.")}
    return changed(table, {"1": marks, "2": {**blank, "score.planet": 36, "score.total": 46}})


def test_player_without_planet_marks_shares_the_rank_of_a_tie() -> None:
    table = tied()
    assert findings(table) == []
    assert score_recorded(table_sheets(table)).ranking == ((3,), (1, 2))


def test_planet_without_marks_but_with_full_points_is_full() -> None:
    table = changed(tied(), {"2": {"score.planet": 40, "score.lifepods": 2, **none_of("lifepod", 6)}})
    assert score_recorded(table_sheets(table)).ranking == ((3,), (2,), (1,))


def none_of(group: str, count: int) -> dict[str, None]:
    return {f"{group}.{k}": None for k in range(1, count + 1)}


def test_tie_is_explained_by_the_cells_of_each_players_own_planet() -> None:
    game = Table(None, 2)
    one = record(game, 1, "ksb-4156/cosmos")
    other = record(game, 2, "oblivion/flux", empty=("r01c01", "r01c02"), further={"score.neighbours": 0})
    table = filled([one, other])
    first, second = score_recorded(table_sheets(table)).players
    table = changed(table, {"2": {"score.neighbours": first.total - second.total, "score.total": None}})
    score = score_recorded(table_sheets(table))
    assert score.ranking == ((1,), (2,))
    assert [
        (tie.words, tie.numbers) for tie in ruleset_of(load_sheet("planet-record")).broken_ties(table, score)
    ] == [("fewer uncovered cells", (0, 2))]


def random_marks(name: str, chance: Stream) -> dict[str, Any]:
    """Return any marks, including marks that no game leaves."""
    sheet, marks = load_sheet(name), {}
    for field in sheet.fields:
        if field.kind == "icon" and chance.below(4) == 0:
            marks[field.id] = chance.choice([mark for mark in field.accepts if isinstance(mark, str)])
    return {**marks, "meteorite.collected": chance.below(20), "patch.placed": chance.below(12)}


@pytest.mark.parametrize("name", EACH_CHOICE_ONCE)
def test_points_agree_with_the_independent_scoring(name: str) -> None:
    sheet = load_sheet(name)
    cells = {field.id.removeprefix("cell.") for field in sheet.fields if field.id.startswith("cell.")}
    for number in range(12):
        marks = random_marks(name, Stream("twin", f"{name}-{number}"))
        if number % 3 == 0:  # few empty cells fill more lines
            marks = {
                f: m for k, (f, m) in enumerate(marks.items()) if not f.startswith("cell.") or k % 9 == 0
            }
        computed, independent = compile_boxes(sheet)(marks), parts_of(name.partition("/")[2], cells, marks)
        assert {box: computed[box] for box in independent} == independent


def test_plausible_tables_use_the_seeds_tiles_only_by_choice() -> None:
    """A table that chose nothing and notes its turns has another station than that of the seed."""
    for options, is_drawn in (({}, False), ({"tiles": "seeded"}, True)):
        offsets = set()
        for number in range(6):
            table = Table(f"tiles-{number}", 1, 1, options={**EVENTS_OF_EXAMPLE, **options})
            (record,) = records_of_table(load_sheet("planet-record"), table)
            if "strip.offset" in record.marks:
                offsets.add(record.marks["strip.offset"] == drawn_of(f"tiles-{number}", table).ring_offset)
        assert offsets and (offsets == {True}) == is_drawn


def test_every_combination_has_its_layout() -> None:
    assert len(NAMES) == len(set(NAMES)) == 117
    assert len({load_sheet(name).fingerprint for name in EACH_CHOICE_ONCE}) == len(set(EACH_CHOICE_ONCE))


def test_record_names_the_choices() -> None:
    record = three()[1]
    written = json.loads(write_record(record))
    assert written["sheet"] == "planet-record/gaia/horizon"
    assert read_record(write_record(record), "x.json")[1] == record
    with pytest.raises(FairsheetError, match="there is no corporation 'horizont'"):
        read_record(json.dumps({**written, "sheet": "planet-record/gaia/horizont"}).encode(), "x.json")


PAIRS = {f"{field}-{k}" for k in (1, 2, 3) for field in ("mission-card.pair", "mission-pair.value")}
SIDES = {field for side in ("left", "right") for field in (f"mission-card.{side}", f"mission-{side}.value")}
ALL = {"mission-card.all", "mission-all.value"}


@pytest.mark.parametrize("seed", [None, "otter"])
@pytest.mark.parametrize(
    ("players", "absent"),
    [
        (1, {*PAIRS, *SIDES, *ALL, "score.neighbours"}),
        (2, {*SIDES, "solo.target"}),
        (4, {*PAIRS, "solo.target"}),
    ],
)
def test_only_fields_for_these_players_are_printed(seed: str | None, players: int, absent: set[str]) -> None:
    game = Table(seed, players, 1 if players == 1 else None)
    assert (
        fields_left_out(load_sheet("planet-record"), components_printed(load_sheet("planet-record"), game))
        == absent
    )


def test_draw_of_a_seed_is_dealt(fairsheet: Any) -> None:
    dealt = fairsheet("deal", "planet-record", "--seed", "otter", "--players", "3", "--json").json
    assert (dealt["turns"], dealt["draw"]) == ([], as_json(drawn_of("otter", Table("otter", 3))))
    words = fairsheet("deal", "planet-record", "--seed", "otter", "--players", "3").out
    assert "shuffled by hand" in words and "the option tiles=seeded" in words
    options = [f"--option=events.{colour}={n}" for colour, n in EVENTS_OF_EXAMPLE["events"].items()]
    solo = ("deal", "planet-record", "--seed", "otter", "--solo", "1", *options)
    assert "hidden" in fairsheet(*solo).out
    events = drawn_of("otter", Table("otter", 1, 1, options=EVENTS_OF_EXAMPLE)).events
    assert event_words(events[2]) in fairsheet(*solo, "--from", "3", "--turns", "1").out
    more_than_several_may_have = fairsheet(*solo[:6], "--option=events.red=20")
    assert more_than_several_may_have.code == 0


def test_solo_player_learns_whether_the_target_is_reached() -> None:
    """The sheet is worth 54, or 59 with another mission, and the target is 58."""
    for done, missed in ((1, True), (2, False)):
        rings: dict[str, Any] = {f"personal.done-{k}": "circled" for k in range(1, done + 1)}
        records = alone("arashi/republic", **rings)
        (sheet,) = verify_recorded(table_sheets(records)).sheets
        assert sheet.verdict == "legal"
        assert [found.check for found in sheet.findings or ()] == ["solo-target"] * missed
        score = score_recorded(table_sheets(records))
        assert (score.winner, score.lacks) == (("game", ("4 of 58 points",)) if missed else ("player", UNSET))
    (record,) = alone("arashi/republic")
    unknown = Record.on(load_sheet(record.sheet), Table(None, 1, 1), 1, {})
    assert score_recorded(table_sheets([unknown])).winner is UNSET
    in_part = Record.on(load_sheet(record.sheet), record.game, 1, {"turn-01.inner": "circled"})
    score = score_recorded(table_sheets([in_part]))
    assert (score.players, score.ranking, score.winner) == ((), (), UNSET)


def test_table_that_counts_no_events_plays_without() -> None:
    """Such a choice is allowed, although events ended a table of bots."""
    game = Table("otter", 2, options={"events": {"red": 0}})
    records = records_of_table(load_sheet("planet-record"), game)
    assert {each.verdict for each in verify_recorded(table_sheets(records)).sheets} == {"legal"}

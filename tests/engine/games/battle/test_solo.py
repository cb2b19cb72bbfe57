"""Battle against ASTRA: its moves, effects and bonuses, the score by hand, and incomplete or tampered sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import PAIRS, deal
from fairsheet.engine.games.base.solo import cards_of
from fairsheet.engine.games.battle._astra import moons_for_effect, planets_for
from fairsheet.engine.games.battle._solo import SoloBattle, TableModel
from fairsheet.engine.games.battle.parts.board import ASTRA_SIGN
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.replay import offer_used, replay
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.proof.request import ProofRequest
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.records.record import Record, deal_of, missions_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import Lit, Model
from fairsheet.engine.solver.solve import Solver
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.tables import changed, judged, named, solo_game, words

FACTORS = {"green": (2, 3, 4, 6, 8), "blue": (2, 4, 6, 8, 10), "grey": (4, 5, 6, 9, 12)}
LADDERS = {
    "plant": (0, 2, 4, 7, 10, 13, 17, 21, 25, 30, 35, 40),
    "water": (0, 3, 6, 10, 14, 19, 24, 30, 37, 45),
    "planning": (0, 3, 6, 10, 15, 21, 28, 36),
    "error": (0, 5, 10),
}
COLOURS = {"green": (1, 5, 7), "blue": (3, 6), "grey": (2, 4)}
SPACES = (3, 5, 5, 7, 5, 5, 3)  # by planet
LEVEL_4 = {"robot": 2, "energy": 6, "plant": 4, "water": 3, "astronaut": 3, "planning": 2}


@pytest.fixture(scope="module")
def game() -> SoloBattle:
    rules = rules_of(solo_sheet(load_sheet("battle"), 4))
    assert isinstance(rules, SoloBattle)
    return rules


@cache
def otter() -> Played:
    return solo_game("battle", "otter", "greedy", 4)


def begun(game: SoloBattle, seed: str = "otter", sign: str = "cross") -> State:
    state = game.start(deal(game.sheet, seed, players=1, solo=4))
    step = next(step for step in game.legal_steps(state) if step.ink[0].mark == sign)
    return game.play(state, step)


def with_marks(state: State, sheet: int, marks: Marks) -> State:
    """Return the state with more ink on one of the sheets."""
    players = [
        msgspec.structs.replace(player, marks={**player.marks, **marks}) if player.seat == sheet else player
        for player in state.players
    ]
    return msgspec.structs.replace(state, players=tuple(players))


def filled(*planets: int, sign: str = ASTRA_SIGN) -> dict[str, Mark]:
    return {f"planet-{n}.{k}": sign for n in planets for k in range(1, SPACES[n - 1] + 1)}


def kinds(steps: Sequence[Step]) -> set[str]:
    return {step.kind for step in steps}


# --- in play ----------------------------------------------------------------------------------------------


def test_player_takes_circle_or_cross_and_astra_the_triangle(game: SoloBattle) -> None:
    state = game.start(deal(game.sheet, "otter", players=1, solo=4))
    assert [step.ink[0].mark for step in game.legal_steps(state)] == ["circle", "cross"]
    state = begun(game)
    assert dict(game.marks(state, 1)) == {"sign.near": "cross", "sign.far": "triangle"}
    assert dict(game.marks(state, 2)) == {"sign.near": "triangle", "sign.far": "cross"}
    (set_up,) = game.history(state, 1)
    assert {(ink.field, ink.sheet): ink.by for ink in set_up.ink} == {
        ("sign.near", 1): "setup", ("sign.far", 1): "astra", ("sign.near", 2): "astra", ("sign.far", 2): "setup",
    }  # fmt: skip
    with pytest.raises(IllegalStep, match="not ASTRA's"):
        start = game.start(deal(game.sheet, "otter", players=1, solo=4))
        game.play(start, Step(1, "setup", (Ink("sign.near", "triangle", "setup", 1),)))


@pytest.mark.parametrize(
    ("number", "full", "planets"),
    [
        (1, [], [1]), (5, [], [2, 3]), (5, [2], [3]), (5, [3], [2]), (5, [2, 3], [4]), (5, [2, 3, 4], [5]),
        (15, [7], [1]), (15, [7, 1, 2], [3]), (12, [6, 7], [1]), (13, [6, 7, 1], [2]), (4, [2], [3]),
    ],
)  # fmt: skip
def test_astra_signs_the_planet_of_its_number_or_next_with_room(
    game: SoloBattle, number: int, full: Sequence[int], planets: Sequence[int]
) -> None:
    found = planets_for(game.board, number, [f"planet.{n}" for n in full])
    assert [planet.id for planet in found] == [f"planet.{n}" for n in planets]


def test_astra_moves_first_with_first_card_on_the_turns_sheet(game: SoloBattle) -> None:
    state = begun(game)  # the first card of seed otter is 5 robot
    assert cards_of(state)[0].number == 5
    steps = game.legal_steps(state)
    assert kinds(steps) == {"move"}
    assert [[ink.field for ink in step.ink] for step in steps] == [
        ["planet-2.1", "asteroid.13"],
        ["planet-3.1", "asteroid.13"],
    ]
    assert {(ink.mark, ink.by, ink.sheet) for step in steps for ink in step.ink} == {(ASTRA_SIGN, "astra", 1)}
    with pytest.raises(IllegalStep) as refused:
        game.play(state, Step(1, "move", (steps[0].ink[0],)))  # the player cannot choose its action
    assert refused.value.rule == RuleCode.ASTRA_MOVE
    after = game.play(state, steps[0])
    assert kinds(game.legal_steps(after)) == {"number"}
    assert {ink.mark for step in game.legal_steps(after) for ink in step.ink} == {"cross"}
    while game.turn(after) == 1:
        after = game.play(after, game.legal_steps(after)[-1])
    ink = [ink for step in game.legal_steps(after) for ink in step.ink]
    assert {each.sheet for each in ink} == {2}
    assert {each.field for each in ink if each.field.startswith("asteroid")} <= {"asteroid.1"}


def test_planet_that_astra_fills_on_a_tie_goes_to_the_player(game: SoloBattle) -> None:
    states = (begun(game, str(number)) for number in range(500))
    state = next(state for state in states if cards_of(state)[0] == Card(1, "robot"))
    state = with_marks(state, 1, {"planet-1.1": "cross", "planet-1.2": "cross", "moon.1-1": ASTRA_SIGN})
    after = game.play(state, game.legal_steps(state)[0])
    marks = game.marks(after, 1)
    assert (marks["planet-1.3"], marks["flag.1-near"], marks["ring.1"]) == (ASTRA_SIGN, "cross", "circled")
    assert "flag.1-far" not in marks
    assert marks["asteroid.13"] == ASTRA_SIGN
    assert not any(field.startswith("asteroid-bonus") for field in marks)
    assert "near-plant.1" not in marks  # nobody gets the plant next to the space that ASTRA filled


def test_error_after_astras_last_space_ends_the_game(game: SoloBattle) -> None:
    state = begun(game)
    (free,) = [step for step in game.legal_steps(state) if step.ink[0].field == "planet-3.1"]
    rest = filled(1, 2, 4, 5, 6, 7) | filled(3)
    del rest["planet-3.5"]
    state = with_marks(state, 1, rest)
    (step,) = game.legal_steps(state)
    assert step.ink[0].field == "planet-3.5" != free.ink[0].field
    after = game.play(state, step)
    (error,) = game.legal_steps(after)
    assert error == Step(1, "error", (Ink("near-error.1", "crossed", "error", 1),))
    after = game.play(after, error)
    assert {step.card for step in game.legal_steps(after)} == {1, 2, 3}
    after = game.play(after, game.legal_steps(after)[0])
    assert game.to_move(after) is None
    assert game.marks(after, 2)["flag.4-far"] == "cross"  # equal numbers on the other sheet favour the player
    assert "flag.4-near" not in game.marks(after, 2)


@pytest.mark.parametrize(
    ("marks", "moons"),
    [
        ({"planet-4.1": "cross"}, ["moon.4-1", "moon.4-2"]),
        ({"planet-4.1": "cross", "moon.4-1": ASTRA_SIGN}, ["moon.4-2"]),
        ({"planet-4.1": "cross", "moon.2-1": "cross"}, ["moon.2-2", "moon.4-1", "moon.4-2"]),
        ({"planet-4.1": "cross", "moon.4-1": "cross", "moon.4-2": ASTRA_SIGN, "planet-6.1": "cross"},
         ["moon.6-1", "moon.6-2"]),
        ({**filled(7, sign="cross"), "flag.7-near": "cross", "planet-1.1": "cross"}, ["moon.1-1", "moon.1-2"]),
    ],
)  # fmt: skip
def test_effect_signs_a_free_moon_with_most_player_signs(
    game: SoloBattle, marks: Marks, moons: Sequence[str]
) -> None:
    ships: dict[str, Mark] = {"sign.near": "cross", "sign.far": ASTRA_SIGN}
    assert moons_for_effect(game.board, game.board.sides["near"], {**ships, **marks}) == moons


def test_effects_sign_two_moons_in_sequence() -> None:
    played = otter()
    marks: dict[int | None, dict[str, Mark]] = {1: {}, 2: {}}
    effects = 0
    for turn in played.histories[1]:
        left = 0  # number of effect signs still pending
        for ink in turn.ink:
            if left and ink.field.startswith("moon."):
                assert ink.field in moons_with_most_signs(marks[ink.sheet], str(marks[1]["sign.near"]))
                left -= 1
            assert not left or ink.field.startswith(("moon.", "astra-effect"))
            marks[ink.sheet][ink.field] = ink.mark
            if ink.field.startswith("astra-effect"):
                left, effects = 2, effects + 1
    assert effects > 3


def moons_with_most_signs(marks: Marks, own: str) -> list[str]:
    """Count the player's signs again and return the best free moons of open planets."""
    counts: dict[str, int] = {}
    for planet, spaces in enumerate(SPACES, start=1):
        fields = [f"planet-{planet}.{k}" for k in range(1, spaces + 1)]
        moons = [f"moon.{planet}-{k}" for k in (1, 2)]
        if any(field not in marks for field in fields):
            signs = sum(marks.get(field) == own for field in (*fields, *moons))
            counts.update({moon: signs for moon in moons if moon not in marks})
    return [moon for moon, signs in counts.items() if signs == max(counts.values())]


def test_every_second_planet_won_on_either_sheet_circles_a_bonus() -> None:
    played = otter()
    won = circled = 0
    sheets = set()
    for turn in played.histories[1]:
        for ink in turn.ink:
            if ink.field.startswith("flag.") and ink.mark != ASTRA_SIGN and ink.by != "incident":
                won += 1
                sheets.add(ink.sheet)
            if ink.field.startswith("astra-bonus.") and ink.mark == "circled":
                circled += 1
                assert won == 2 * circled
    assert (circled, sheets) == (won // 2, {1, 2})
    assert won > 4


def test_card_leaves_after_missions_and_before_the_games_end() -> None:
    sheets = set()
    games = otter(), solo_game("battle", "hand 2", "ambitious", 4)
    for turn in [turn for game in games for turn in game.histories[1][1:]]:
        played = [ink for ink in turn.ink if ink.by != "incident"]
        assert played == list(turn.ink[: len(played)])
        assert played[-1].field.startswith("astra.") or (
            played[-1].field.startswith("astra-bonus.") and played[-1].mark == "crossed"
        )
        if any(ink.by == "mission" for ink in played):
            sheets.add(played[0].sheet)
    assert sheets == {1, 2}


# --- the score --------------------------------------------------------------------------------------------


def half(marks: Marks, side: str) -> int:
    """Return the points of a half without missions, from the tables of the rulebook."""

    def current_value(name: str, values: Sequence[int]) -> int:
        return values[sum(field.startswith(f"{side}-{name}.") for field in marks)]

    points = current_value("plant", LADDERS["plant"]) + current_value("water", LADDERS["water"])
    points -= current_value("planning", LADDERS["planning"]) + current_value("error", LADDERS["error"])
    for colour, planets in COLOURS.items():
        flags = sum(f"flag.{planet}-{side}" in marks for planet in planets)
        points += flags * current_value(colour, FACTORS[colour])
    return points


@pytest.mark.parametrize(
    ("seed", "policy"), [("otter", "greedy"), ("hand", "random"), ("hand 2", "ambitious")]
)
def test_score_of_both_sides_matches_a_sum_by_hand(seed: str, policy: str) -> None:
    played = solo_game("battle", seed, policy, 4)
    first, second = (record.marks for record in played.records)
    missions = [value for field, value in first.items() if field.startswith("mission.")]
    total = half(first, "near") + half(second, "far") + sum(int(value) for value in missions)
    given = {action: sum(field.startswith(f"astra.{action}.") for field in first) for action in LEVEL_4}
    astra = 20 + 3 * 4 + sum(LEVEL_4[action] * count for action, count in given.items())
    score = ruleset_of(played.sheet).score(played.records)
    assert [player.total for player in score.players] == [total]
    assert msgspec.to_builtins(score)["astra"]["total"] == astra
    assert score.winner == ("player" if total > astra else "astra" if total < astra else "draw")
    assert second["far-score.total"] == total
    assert score.ranking == ((1,),)


def test_boxes_of_astras_sides_are_left_blank() -> None:
    first, second = otter().records
    assert not any(field.startswith(("far-score", "far-count")) for field in first.marks)
    assert not any(
        field.startswith(("near-score", "near-count", "astra", "mission")) for field in second.marks
    )


# --- missing and tampered sheets --------------------------------------------------------------------------


def without(record: Record, *, panel: bool) -> Record:
    """Return the record without the ink of the panel, or with only that ink."""
    kept = {f: mark for f, mark in record.marks.items() if f.startswith("astra") != panel}
    return msgspec.structs.replace(record, marks=kept)


def test_game_with_a_missing_page_is_undecided_and_has_no_winner() -> None:
    played = otter()
    first, second = played.records
    blank = msgspec.structs.replace(second, marks={})
    for records in ([first], [second], [first, blank]):
        assert words(judged(records)) == {"undecided"}
    for part in (without(first, panel=True), without(first, panel=False)):
        assert words(judged([part, second])) == {"undecided"}
        assert ruleset_of(played.sheet).score([part, second]).winner is msgspec.UNSET
    assert ruleset_of(played.sheet).score([first, blank]).winner is msgspec.UNSET
    for seat, record in ((2, first), (1, second)):
        with pytest.raises(FairsheetError, match=f"the sheet of player {seat} is missing"):
            ruleset_of(played.sheet).score([record])


def test_blank_sheets_are_a_game_that_has_not_begun() -> None:
    played = otter()
    blank = [msgspec.structs.replace(record, marks={}) for record in played.records]
    verdicts = judged(blank)
    assert words(verdicts) == {"legal"}
    assert not verdicts[1].over


def test_unfinished_game_is_legal() -> None:
    played = otter()
    game = rules_of(played.sheet)
    state = replay(game, deal(played.sheet, "otter", players=1, solo=4), {1: played.histories[1][:14]})
    records = [
        msgspec.structs.replace(record, marks=dict(game.marks(state, record.seat)))
        for record in played.records
    ]
    verdicts = judged(records)
    assert words(verdicts) == {"legal"}
    assert not verdicts[1].over


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"near-plant.1": "crossed"}, "near-plant.1"),
        ({"mission.a": 12}, "mission.a"),
        ({"near-error.1": "crossed"}, "near-error.1"),
        ({"astra.robot.1": "crossed"}, "astra.robot.1"),
        ({"sign.near": "circle"}, "sign.near"),
        ({"sign.near": None}, "sign.near"),
        ({"far-error.1": "crossed"}, "far-error.1"),
    ],
)
def test_impossible_marks_on_second_sheet_are_found(changes: Mapping[str, Mark | None], field: str) -> None:
    first, second = otter().records
    verdicts = judged([first, changed(second, changes)])
    assert verdicts[2].verdict == "illegal"
    assert field in named(verdicts)
    assert verdicts[1].verdict != "legal"


def test_sheets_of_two_games_are_illegal() -> None:
    one, other = otter(), solo_game("battle", "otter", "random", 4)
    assert "legal" not in words(judged([one.records[0], other.records[1]]))


def test_swapped_sheets_are_illegal() -> None:
    first, second = otter().records
    panel = {field: mark for field, mark in first.marks.items() if field.startswith("astra")}
    one = msgspec.structs.replace(first, marks={**without(first, panel=True).marks})
    swapped = [
        msgspec.structs.replace(first, marks={**second.marks, **panel}),
        msgspec.structs.replace(second, marks=one.marks),
    ]
    assert "legal" not in words(judged(swapped))


def test_bonus_that_no_planet_earned_is_reported() -> None:
    first, second = otter().records
    blank = next(f"astra-bonus.{k}" for k in range(1, 7) if f"astra-bonus.{k}" not in first.marks)
    verdicts = judged([changed(first, {blank: "circled"}), second])
    assert words(verdicts) == {"illegal"}
    assert "solo bonuses are circled" in verdicts[1].contradiction[0].why


@pytest.mark.parametrize(
    ("signs", "possible"),
    [
        ("cross triangle triangle cross", True),
        ("triangle cross cross triangle", False),  # ASTRA has the wrong sides
        ("cross triangle triangle circle", False),  # the player's signs differ
        ("cross triangle triangle blank", False),
        ("blank blank blank blank", True),
    ],
)
def test_signs_of_both_sheets_must_match(game: SoloBattle, signs: str, possible: bool) -> None:
    """Near and far on the first sheet, then on the second."""
    ships = dict(zip(product((1, 2), ("sign.near", "sign.far")), signs.split(), strict=True))
    sheets = {
        seat: SimpleNamespace(
            marks={ship: sign for (on, ship), sign in ships.items() if on == seat and sign != "blank"}
        )
        for seat in (1, 2)
    }
    model = Model()
    about: Any = SimpleNamespace(model=model, board=game.board, players=sheets)
    TableModel.state_signs(about)
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


# --- the proof --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["random", "greedy", "ambitious"])
def test_constraints_never_demand_more_than_the_rules(policy: str) -> None:
    """With the real turn of every mark and the real cards, the model has a solution."""
    for number in range(2):
        played = solo_game("battle", f"true turns {number}", policy, 1 + number % 8)
        model = Model()
        request = case_of(played)
        table = request.constraints(model, request)
        assert isinstance(table, TableModel)
        moments = table.moments
        when = {(ink.sheet, ink.field): turn.turn for turn in played.histories[1] for ink in turn.ink}
        events = {
            (seat, f): event
            for seat, sheet in table.players.items()
            for f, event in sheet.events.items()
            if "astronaut" not in f  # the first of several equal used astronauts is circled first
        }
        events |= {(1, table.claim_cards[card].field): event for card, event in table.claims[1].items()}
        for equals in groups_of_equals(table):
            turns = sorted(when[field] for field in equals)
            when.update(zip(equals, turns, strict=True))
        for field, event in events.items():
            in_turn = [moment for moment, turn in enumerate(moments.turn_of) if turn == when[field]]
            model.clause(*(event.at(moment) for moment in in_turn))
        for turn in played.histories[1][1:]:
            model.clause(way_used(table, turn))
        assert Solver(model).solve(Budget(60)) == "solved", played.seed


def groups_of_equals(table: TableModel) -> Iterator[Sequence[tuple[int | None, str]]]:
    """Yield groups that the model inks in order: symbols of a planet, and one player's signs on its moon."""
    for seat, sheet in table.players.items():
        for planet in table.board.planets.values():
            moons = [[m for m in planet.moons if m in signer.moons] for signer in sheet.signers]
            symbols = [[s for s in planet.symbols[a] if s in sheet.marks] for a in planet.symbols]
            yield from ([(seat, field) for field in equals] for equals in (*moons, *symbols))


def case_of(played: Played) -> ProofRequest:
    """Return the game as a request to the proof."""
    sheet, records = played.sheet, played.records
    sheets = {record.seat: without_sums(sheet, record.marks) for record in records}
    return proof_request(sheet, deal_of(sheet, records[0]), missions_of(sheet, records), 1, sheets)


def way_used(table: TableModel, turn: Turn) -> Lit:
    """Return which two cards a turn used, or which card it gave up."""
    ways = table.panel_in_time.offers.ways(table.moments.player[turn.turn])
    assert isinstance(turn.astra_card, int)
    used: Lit = ways[(offer_used(turn) or len(PAIRS) + turn.astra_card) - 1]
    return used

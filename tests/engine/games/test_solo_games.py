"""Test that bots' solo games keep the rules about ASTRA in every scenario."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fairsheet.engine.dealing.deal import PAIRS, SoloDeal, deal, effects_of
from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.engine.games.base.solo import SoloGame, cards_of
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History, Ink
from fairsheet.engine.records.record import read_history, read_record, write_history, write_record
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import SoloStep
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.solo_sheets import LEVELS, solo_sheet
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.tables import changed, solo_game

SCENARIOS = ("launch", "journey", "colony", "mine", "dome", "virus", "escape", "battle")
EFFECT_AFTER_THE_LAST_CARD = "5"  # a seed whose second passage ends with an effect

EFFECT_IN_THE_LAST_TURN = "2"


def begun(name: str, seed: str, level: int = 4) -> tuple[SoloGame, State]:
    sheet = solo_sheet(load_sheet(name), level)
    game = rules_of(sheet)
    assert isinstance(game, SoloGame)
    return game, game.start(deal(sheet, seed, players=1, solo=level))


def replayed(played: Played, history: History) -> State:
    game = rules_of(played.sheet)
    state: State = replay(game, deal(played.sheet, played.seed, 1, played.records[0].game.solo), {1: history})
    return state


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize(("seed", "last"), [(EFFECT_IN_THE_LAST_TURN, 35), (EFFECT_AFTER_THE_LAST_CARD, 36)])
def test_game_ends_when_the_deck_is_empty_for_the_second_time(name: str, seed: str, last: int) -> None:
    """Turn 36 exists only if effect cards are below the last card with a number."""
    game, state = begun(name, seed)
    ended = [game.has_ended(msgspec.structs.replace(state, turn=turn)) for turn in range(33, 37)]
    assert ended == [turn >= last for turn in range(33, 37)]
    assert last == max(effect.turn for effect in effects_of(seed))


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize(("policy", "level"), [("random", 1), ("greedy", 8), ("ambitious", 5)])
def test_bots_games_follow_the_rules(name: str, policy: str, level: int) -> None:
    played = solo_game(name, f"solo {name}", policy, level)
    records, history = played.records, played.histories[1]
    game = rules_of(played.sheet)
    assert isinstance(game, SoloGame)
    for record in records:
        sheet, back = read_record(write_record(record), "record")
        assert (sheet.fingerprint, back) == (played.sheet.fingerprint, record)
    read = read_history(write_history(history), "history")
    final = replayed(played, read)
    assert game.history(final, 1) == read == history
    for record in records:
        ink = without_sums(played.sheet, record.marks)
        assert game.marks(final, record.seat) == ink
        assert list(game.contradictions(ink, final.deal)) == []
    turns = [turn for turn in history if turn.cards]
    assert len(turns) <= LAST_TURN
    assert any(list(game.endings(record.marks)) for record in records)

    marks, panel = records[0].marks, game.panel
    given = [field for row in panel.rows.values() for field in row.fields if field in marks]
    thrown = [bonus for bonus in panel.bonuses.fields if marks.get(bonus) == "circled+crossed"]
    circled = [bonus for bonus in panel.bonuses.fields if bonus in marks]
    assert len(given) + len(thrown) == len(turns)
    earned = sum(game.earns(ink) for turn in history for ink in turn.ink)
    assert len(circled) == min(
        len(panel.bonuses.fields), panel.bonuses.gain * (earned // game.marks_per_bonus)
    )
    assert len(circled) >= len(thrown)
    assert len(thrown) == sum(turn.thrown_out is True for turn in turns)
    for turn in turns:
        used = {turn.number_card, turn.action_card}
        assert used == {None} or (len(used) == 2 and turn.astra_card not in used)
        (card,) = (c for place, c in enumerate(turn.cards or (), 1) if place == turn.astra_card)
        crossed = [
            ink.field for ink in turn.ink if ink.by == "astra" and ink.field in panel.rows[card.action].fields
        ]
        assert len(crossed) == (0 if turn.thrown_out is True else 1)
    come_up = {panel.effect_icon(each.letter, each.time): each.turn for each in effects_of(played.seed)}
    last = max(turn.turn for turn in history)
    assert {icon for icon in come_up if icon in marks} == {
        icon for icon, turn in come_up.items() if turn <= last
    }
    assert all(ink.by == "astra" for turn in history for ink in turn.ink if ink.field.startswith("astra"))


def test_turn_without_cards_allows_no_mission_claim() -> None:
    game, state = begun("journey", EFFECT_AFTER_THE_LAST_CARD)
    turns = [msgspec.structs.replace(state, turn=turn) for turn in (LAST_TURN, LAST_TURN + 1)]
    assert [len(list(game.open_claims(each, each.players[0]))) for each in turns] == [3, 0]


def test_idle_effect_does_not_stop_the_next_effect_of_its_turn() -> None:
    played = solo_game("mine", "6", "random")
    game, marks = rules_of(played.sheet), played.records[0].marks
    assert isinstance(game, SoloGame)
    last = max(turn.turn for turn in played.histories[1])
    up = [each for each in effects_of("6") if each.turn <= last]
    assert len({each.turn for each in up}) < len(up)
    assert all(game.panel.effect_icon(each.letter, each.time) in marks for each in up)


@pytest.mark.parametrize("name", SCENARIOS[1:])
def test_both_sides_are_scored(name: str) -> None:
    played = solo_game(name, "scored", "greedy", 6)
    record, *others = played.records
    score = ruleset_of(played.sheet).score(played.records)
    (player,), astra = score.players, msgspec.to_builtins(score)["astra"]
    game = rules_of(played.sheet)
    assert isinstance(game, SoloGame)
    cards = {
        action: row.points * sum(field in record.marks for field in row.fields)
        for action, row in game.panel.rows.items()
    }
    assert {part: n for part, n in astra["parts"].items() if part.split(".")[1] in cards} == {
        f"astra-score.{action}": points for action, points in cards.items()
    }
    assert astra["total"] == sum(astra["parts"].values())
    assert (astra["level"], player.differences) == (6, ())
    assert not any(part.startswith("astra") for part in player.parts)
    better = (
        "player" if player.total > astra["total"] else "astra" if player.total < astra["total"] else "draw"
    )
    assert score.winner == better
    assert not game.wins_tie(record.marks)
    wrong = changed(record, {"astra-score.total": astra["total"] + 1})
    assert ruleset_of(played.sheet).score([wrong, *others]).players[0].differences == ("astra-score.total",)


@pytest.mark.parametrize(
    ("crossed", "total"), [(0, 10), (15, 10), (16, 20), (20, 20), (21, 30), (75, 130), (80, 140), (81, 150)]
)
def test_track_of_launch_gives_its_first_uncrossed_value(crossed: int, total: int) -> None:
    played = solo_game("launch", "otter", "random", 8)
    marks = {f"astra-track.{k}": "crossed" for k in range(1, crossed + 1)}
    record = msgspec.structs.replace(played.records[0], marks=marks)
    score = msgspec.to_builtins(ruleset_of(played.sheet).score([record]))
    assert score["astra"] == {"level": 8, "total": total, "parts": {}}
    assert ("astra-launch" in rules_of(played.sheet).endings(marks)) == (crossed == 81)


def test_extra_rocket_wins_if_both_launched() -> None:
    played = solo_game("launch", "otter", "random", 8)
    sheet = played.sheet
    rows = {field.id: "crossed" for field in sheet.fields if field.id.startswith(("row-rocket", "row-value"))}
    track = {f"astra-track.{k}": "crossed" for k in range(1, 82)}
    extra = next(field.id for field in sheet.fields if field.symbol == "extra-rocket")
    for marks, winner in (({**rows, **track}, "draw"), ({**rows, **track, extra: "crossed"}, "player")):
        record = msgspec.structs.replace(played.records[0], marks=marks)
        assert ruleset_of(sheet).score([record]).winner == winner


def test_katherine_in_journey_gets_14_for_seven_robots_plus_6() -> None:
    sheet = solo_sheet(load_sheet("journey"), 1)
    (played,) = [solo_game("journey", "otter", "random", 1)]
    robots = {f"astra.robot.{k}": "crossed" for k in range(1, 8)}
    record = msgspec.structs.replace(played.records[0], marks=robots)
    score = ruleset_of(sheet).score([record])
    assert msgspec.to_builtins(score)["astra"] == {
        "level": 1,
        "total": 20,
        "parts": {
            "astra-score.robot": 14, "astra-score.energy": 0, "astra-score.plant": 0, "astra-score.water": 0,
            "astra-score.astronaut": 0, "astra-score.planning": 0, "astra-score.scenario": 5, "astra-score.level": 1,
        },
    }  # fmt: skip
    assert score.winner is msgspec.UNSET  # the player's own sheet has no ink


def test_situations_of_a_turn_can_be_compared() -> None:
    for name in SCENARIOS:
        game, state = begun(name, "otter")
        assert hash(game.situation(state)) == hash(game.situation(state))


@pytest.mark.parametrize(
    ("name", "box", "own", "cards", "points"),
    [
        ("colony", "score.astronauts", [f"astronaut.{k}" for k in (1, 2, 3)], ["astronaut"] * 3, 20),
        ("colony", "score.astronauts", [f"astronaut.{k}" for k in (1, 2)], ["astronaut"] * 3, 10),
        ("colony", "score.astronauts", [], ["astronaut"] * 3, 0),
        ("journey", "score.most-zones", [f"trajectory.{k}" for k in range(1, 37)], ["energy"] * 3, 20),
        ("journey", "score.most-zones", [f"trajectory.{k}" for k in range(1, 37)], ["energy"] * 4, 10),
        ("journey", "score.most-zones", [], ["energy"] * 3, 0),
    ],
)  # fmt: skip
def test_astra_is_a_rival_for_ranked_points(
    name: str, box: str, own: list[str], cards: list[str], points: int
) -> None:
    played = solo_game(name, "otter", "random", 2)
    marks: dict[str, Any] = {field: "X" if "trajectory" in field else "crossed" for field in own}
    marks |= {f"astra.{action}.{k}": "crossed" for k, action in enumerate(cards, 1)}
    record = msgspec.structs.replace(played.records[0], marks=marks)
    assert ruleset_of(played.sheet).score([record]).players[0].parts[box] == points


def test_all_six_ordered_pairs_are_usable_and_third_card_is_given() -> None:
    game, state = begun("journey", "coral-otter-42")
    steps = game.legal_steps(state)
    assert {step.offer for step in steps} == {*range(1, len(PAIRS) + 1)}
    cards = cards_of(state)
    for offer, (number, action) in enumerate(PAIRS, start=1):
        step = next(step for step in steps if step.offer == offer)
        (third,) = {0, 1, 2} - {number, action}
        after = game.play(state, step)
        while game.turn(after) == 1:
            after = game.play(after, game.legal_steps(after)[-1])
        (turn,) = game.history(after, 1)
        assert (turn.number_card, turn.action_card, turn.astra_card) == (number + 1, action + 1, third + 1)
        assert turn.ink[-1] == Ink(f"astra.{cards[third].action}.1", "crossed", "astra")


def test_error_lets_the_player_choose_a_card_to_give_or_discard() -> None:
    game, state = begun("journey", "errors")
    full = dict.fromkeys(game.slots[:-1], "X") | {game.slots[-1]: 0}
    bonus = {"astra-bonus.1": "circled"}
    (player,) = state.players
    state = msgspec.structs.replace(
        state, players=(msgspec.structs.replace(player, marks={**full, **bonus}),)
    )
    (error,) = game.legal_steps(state)
    assert error.kind == "error"
    after = game.play(state, error)
    while game.legal_steps(after)[0].kind == "cut":
        after = game.play(after, game.legal_steps(after)[0])
    steps = game.legal_steps(after)
    cards = cards_of(after)
    assert {step.kind for step in steps} == {SoloStep.GIVE, SoloStep.THROW_OUT}
    assert {step.card for step in steps} == {cards.index(card) + 1 for card in cards}
    throw = next(step for step in steps if step.kind == SoloStep.THROW_OUT and step.card == 2)
    thrown = game.play(after, throw)
    assert game.marks(thrown, 1)["astra-bonus.1"] == "circled+crossed"
    assert not any(field.startswith("astra.") for field in game.marks(thrown, 1))
    assert isinstance(thrown.deal, SoloDeal)
    assert thrown.deal.gone == (cards[1],)
    with pytest.raises(IllegalStep, match="not a solo bonus that can be used"):
        game.play(after, Step(1, SoloStep.THROW_OUT, (Ink("astra-bonus.2", "crossed", "astra"),), card=2))


@pytest.mark.parametrize("name", SCENARIOS[:-1])
def test_pending_effect_allows_only_its_own_choices(name: str) -> None:
    game, state = begun(name, "otter")
    (player,) = state.players
    acting = next(letter for letter, card in game.panel.effects.items() if card.acts)
    pending = msgspec.structs.replace(player, pending=(PendingEffect(acting, 1),))
    state = msgspec.structs.replace(state, players=(pending,), turn=1)
    first, second, *_ = game.legal_steps(state)
    others = ((), first.ink + second.ink, (Ink("astra-bonus.1", "circled", "astra"),))
    for step in (Step(1, SoloStep.EFFECT, ink) for ink in others):
        with pytest.raises(IllegalStep, match="an effect card has come up"):
            game.play(state, step)


def test_effects_after_the_last_card_make_a_final_turn_36() -> None:
    for number in range(40):
        played = solo_game("escape", EFFECT_AFTER_THE_LAST_CARD, "greedy", 1 + number % 8)
        last = played.histories[1][-1]
        if last.turn == LAST_TURN + 1:
            break
    else:
        pytest.fail("no bot came so far")
    assert (last.cards, last.number_card, last.astra_card) == ((), None, None)
    assert last.effects
    assert {ink.by for ink in last.ink} == {"astra"}
    assert "deck" in rules_of(played.sheet).endings(played.records[0].marks)


def test_mission_turned_by_its_effect_takes_the_later_value() -> None:
    for number in range(200):
        played = solo_game("mine", f"turned {number}", "greedy", 1 + number % len(LEVELS))
        turned = {each.letter: each.turn for each in effects_of(played.seed) if each.time == 2}
        for turn in played.histories[1]:
            for ink in turn.ink:
                if ink.by == "mission":
                    letter = ink.field[-1].upper()
                    mission = played.sheet.mission[deal(played.sheet, played.seed, 1, 1).missions[letter]]
                    later = turn.turn >= turned[letter]
                    assert ink.mark == (mission.later if later else mission.first)
                    if later:
                        return
    pytest.fail("nobody claimed a mission that was turned")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"astra_card": 1}, "the cards given or thrown out"),
        ({"number_card": 1, "action_card": 3}, "nothing in this turn leads to"),
        ({"effects": ("A",)}, "the effect cards are not those"),
        ({"thrown_out": True}, "the cards given or thrown out"),
        ({"cards": ()}, "the cards are not those"),
    ],
)
def test_history_with_other_cards_is_refused(change: dict[str, Any], why: str) -> None:
    played = solo_game("dome", "otter", "greedy")
    first, *rest = played.histories[1]
    assert any(getattr(first, name) != value for name, value in change.items())
    with pytest.raises(IllegalHistory, match=why):
        replayed(played, (msgspec.structs.replace(first, **change), *rest))


def test_turn_without_number_has_no_error_if_an_effect_took_the_last() -> None:
    game, state = begun("launch", "errors")
    full = dict.fromkeys(game.slots, "X") | dict.fromkeys(game.errors, "circled")
    (player,) = state.players
    state = msgspec.structs.replace(state, players=(msgspec.structs.replace(player, marks=full),))
    (nothing,) = game.legal_steps(state)
    assert nothing == Step(1, "pass")
    after = game.play(state, nothing)
    while "claim" in {step.kind for step in game.legal_steps(after)}:
        after = game.play(after, game.legal_steps(after)[-1])
    assert {step.kind for step in game.legal_steps(after)} == {SoloStep.GIVE}
    ended = game.play(after, game.legal_steps(after)[0])
    assert game.to_move(ended) is None

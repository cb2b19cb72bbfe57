from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairsheet.engine.dealing.cards import DECK, Card
from fairsheet.engine.dealing.deal import PAIRS, SoloDeal, deal, effects_of, write_deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.dealing.solo_deck import FIRST_TURNS, LAST_TURN, SoloTurn
from fairsheet.engine.records.ink import Turn
from fairsheet.engine.simulation.solo_history import after_history, check_ink, turns_played
from fairsheet.sheets.library.solo_sheets import EFFECT_LETTERS, solo_sheet
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError
from tests.engine.tables import solo_game

VECTORS = Path(__file__).parents[3] / "docs" / "interfaces" / "dealing.json"
SEEDS = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20)
EFFECT_BELOW_FIRST_PASSAGE = "7"
EFFECT_BELOW_SECOND_PASSAGE = "5"


def solo_deal(seed: str) -> SoloDeal:
    dealt = deal(load_sheet("journey"), seed, players=1, solo=4)
    assert isinstance(dealt, SoloDeal)
    return dealt


def played(dealt: SoloDeal, leaves: Stream, turns: int = FIRST_TURNS) -> SoloDeal:
    for turn in range(len(dealt.gone) + 1, turns + 1):
        dealt = dealt.without(leaves.choice(dealt.solo_turn(turn).cards))
    return dealt


def turn_with_leaving_card(dealt: SoloDeal, turn: SoloTurn, leaves: int) -> Turn:
    return Turn(turn.turn, None, (), turn.cards, turn.effects, astra_card=leaves)


def test_deals_match_the_documented_vectors() -> None:
    vectors: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))["solo"]
    assert len(vectors) == 3
    for vector in vectors:
        dealt = solo_deal(vector["seed"])
        assert len(dealt.known) == FIRST_TURNS
        after = dealt
        for turn in dealt.known:
            after = after.without(turn.cards[2])
        for known, turns in ((dealt, vector["first"]), (after, vector["third_cards_left"])):
            for number, words in turns.items():
                turn = known.solo_turn(int(number))
                assert [*(f"{c.number} {c.action}" for c in turn.cards), *turn.effects] == words


@given(SEEDS, st.integers(0, 99))
def test_each_passage_deals_every_remaining_card_once(seed: str, chance: int) -> None:
    dealt = solo_deal(seed)
    first = dealt.known
    assert [turn.turn for turn in first] == [*range(1, FIRST_TURNS + 1)]
    assert Counter(card for turn in first for card in turn.cards) == Counter(DECK)
    assert not any(turn.effects for turn in first[:14])  # they are among the 24 lowest cards
    after = played(dealt, Stream(str(chance), "leaves"))
    assert after.known[:FIRST_TURNS] == first
    second = after.known[FIRST_TURNS:]
    assert Counter(card for turn in second for card in turn.cards) == Counter(DECK) - Counter(after.gone)
    letters = Counter(letter for turn in after.known for letter in turn.effects)
    assert letters == dict.fromkeys(EFFECT_LETTERS, 2)
    assert second[-1].turn == LAST_TURN or (second[-1].turn, second[-1].cards) == (LAST_TURN + 1, ())


@given(SEEDS, st.integers(0, 99))
def test_another_leaving_card_only_changes_the_second_passage(seed: str, chance: int) -> None:
    after = played(solo_deal(seed), Stream(str(chance), "leaves"))
    turn = 1 + chance % FIRST_TURNS
    before = after.gone[turn - 1]
    left = next(card for card in after.solo_turn(turn).cards if card != before)
    gone = (*after.gone[: turn - 1], left, *after.gone[turn:])
    other = msgspec.structs.replace(after, gone=gone)
    assert other.known[:FIRST_TURNS] == after.known[:FIRST_TURNS]
    cards, others = (
        [card for each in dealt.known[FIRST_TURNS:] for card in each.cards] for dealt in (after, other)
    )
    changed = {place for place, pair in enumerate(zip(cards, others, strict=True)) if pair[0] != pair[1]}
    of_the_turn = {place for place, (of, _) in enumerate(after.deck.sources) if of == turn}
    assert changed and changed <= of_the_turn
    assert Counter(others) == Counter(cards) - Counter([left]) + Counter([before])
    assert [each.effects for each in other.known] == [each.effects for each in after.known]


def test_effects_below_first_passage_appear_in_turn_22() -> None:
    dealt = solo_deal(EFFECT_BELOW_FIRST_PASSAGE)
    early = Counter(letter for turn in dealt.known for letter in turn.effects)
    below = set(EFFECT_LETTERS) - set(early)
    assert below
    after = played(dealt, Stream("any", "leaves"))
    turn = after.solo_turn(22)
    assert set(turn.effects[: turn.effects_first]) >= below
    assert len(turn.cards) == 3
    assert Counter(letter for each in after.known for letter in each.effects) == dict.fromkeys(
        EFFECT_LETTERS, 2
    )


def test_effect_appears_before_or_among_the_cards_of_its_turn() -> None:
    after = played(solo_deal("2"), Stream("any", "leaves"))
    effects = [(each.letter, each.time, each.turn, each.is_before_cards) for each in effects_of("2")]
    assert effects == [
        ("C", 1, 15, False), ("B", 1, 16, False), ("A", 1, 21, False),
        ("C", 2, 29, True), ("A", 2, 31, False), ("B", 2, 35, True),
    ]  # fmt: skip
    assert [after.solo_turn(turn).effects for _, _, turn, _ in effects] == [
        (letter,) for letter, *_ in effects
    ]


def test_effects_below_second_passage_appear_in_turn_36() -> None:
    after = played(solo_deal(EFFECT_BELOW_SECOND_PASSAGE), Stream("any", "leaves"))
    turn = after.solo_turn(LAST_TURN + 1)
    assert turn.effects
    assert turn.cards == ()
    assert after.offers(LAST_TURN + 1) == ()
    assert len(after.known) == LAST_TURN + 1


def test_second_passage_is_unknown_until_first_is_used_up() -> None:
    dealt = solo_deal("coral-otter-42")
    with pytest.raises(FairsheetError, match="depend on those used in the first 21 turns"):
        dealt.solo_turn(22)
    with pytest.raises(FairsheetError):
        played(dealt, Stream("any", "leaves"), 20).offers(22)


def test_offers_are_the_six_ways_to_use_two_cards() -> None:
    dealt = solo_deal("coral-otter-42")
    cards = dealt.solo_turn(1).cards
    assert cards == (Card(9, "water"), Card(4, "plant"), Card(13, "astronaut"))
    assert [f"{offer.number} {offer.action}" for offer in dealt.offers(1)] == [
        "9 plant", "9 astronaut", "4 water", "4 astronaut", "13 water", "13 plant"
    ]  # fmt: skip
    assert all(one != other for one, other in PAIRS)


def test_history_determines_the_next_turns() -> None:
    dealt = solo_deal("coral-otter-42")
    history = tuple(turn_with_leaving_card(dealt, turn, 2) for turn in dealt.known)
    assert turns_played(history) == FIRST_TURNS
    after = after_history(dealt, history)
    assert after.gone == tuple(turn.cards[1] for turn in dealt.known)
    some = after_history(dealt, history[:5])
    assert len(some.gone) == 5
    turns = msgspec.json.decode(write_deal(after, 36, 22))["turns"]
    assert [turn["turn"] for turn in turns][:3] == [22, 23, 24]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"astra_card": 4}, "does not name the card"),
        ({"astra_card": None}, "does not name the card"),
        ({"cards": (Card(1, "robot"),) * 3}, "deals other cards"),
        ({"effects": ("A",)}, "deals other cards"),
        ({"turn": 3}, "turn 1 is missing"),
    ],
)
def test_history_of_another_game_is_refused(change: dict[str, Any], problem: str) -> None:
    dealt = solo_deal("coral-otter-42")
    turn = msgspec.structs.replace(turn_with_leaving_card(dealt, dealt.known[0], 1), **change)
    with pytest.raises(FairsheetError, match=problem) as refused:
        after_history(dealt, (turn,), "h.json")
    assert refused.value.where.startswith("h.json: turn")


def test_history_beyond_the_deck_is_refused() -> None:
    dealt = solo_deal("coral-otter-42")
    history: tuple[Turn, ...] = ()
    for turn in range(1, LAST_TURN + 1):
        history = (*history, turn_with_leaving_card(dealt, dealt.solo_turn(turn), 1))
        dealt = dealt.without(dealt.solo_turn(turn).cards[0])
    assert dealt.solo_turn(LAST_TURN + 1).effects == ()  # no effect is below the second passage
    assert after_history(solo_deal("coral-otter-42"), history).gone == dealt.gone
    beyond = Turn(LAST_TURN + 1, None, (), (), ())
    with pytest.raises(FairsheetError, match="turn 36: the deck ends before this turn"):
        after_history(solo_deal("coral-otter-42"), (*history, beyond))


def test_history_of_another_sheet_or_level_is_refused() -> None:
    played = solo_game("launch", "otter", "random", 4)
    history = played.histories[1]
    check_ink(played.sheet, begun(played.sheet), history)
    check_ink(played.sheet, begun(played.sheet), history[:3])
    for sheet in (solo_sheet(load_sheet("journey"), 4), solo_sheet(load_sheet("launch"), 5)):
        message = f"h.json: turn 1: this is not a game of {sheet.name} at level {sheet.solo_level}: "
        with pytest.raises(FairsheetError, match=message):
            check_ink(sheet, begun(sheet), history, "h.json")
        check_ink(sheet, begun(sheet), tuple(msgspec.structs.replace(turn, ink=()) for turn in history))


def begun(sheet: Sheet) -> SoloDeal:
    dealt = deal(sheet, "otter", players=1, solo=sheet.solo_level)
    assert isinstance(dealt, SoloDeal)
    return dealt

"""Unseen cards dealt again: what was revealed stays, no card is lost, and every order can come up."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.dealing.deal import PILES, TURNS_PER_PASS, Deal, SoloDeal, deal
from fairsheet.engine.dealing.redeal import RedealtDeal, RedealtSoloDeal, redeal
from fairsheet.engine.dealing.solo_deck import FIRST_TURNS, KEPT, LAST_TURN, SECOND_CARDS
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.errors import FairsheetError

SEEDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)
CHANCE = st.integers(0, 2**32).map(Random)
LAUNCH = load_sheet("launch")


def table(seed: str) -> Deal:
    return deal(LAUNCH, seed, players=2)


def solo(seed: str, used: int = 0) -> SoloDeal:
    """A solo game in which the first card of every turn left it."""
    dealt = deal(load_sheet("journey"), seed, players=1, solo=4)
    assert isinstance(dealt, SoloDeal)
    for turn in range(1, used + 1):
        dealt = dealt.without(dealt.solo_turn(turn).cards[0])
    return dealt


def piles(dealt: Deal, passes: int) -> list[tuple[int, ...]]:
    return [dealt.pile(number, passes) for number in range(1, PILES + 1)]


@given(SEEDS, st.integers(0, 65), CHANCE)
def test_what_was_revealed_stays_and_no_card_is_lost(seed: str, turn: int, rng: Random) -> None:
    before = table(seed)
    after = redeal(before, turn, rng)
    if turn:
        assert after.turns(turn) == before.turns(turn)
    assert [offer.action for offer in after.offers(turn + 1)] == [
        offer.action for offer in before.offers(turn + 1)
    ]
    assert (after.missions, after.seed, after.players) == (before.missions, before.seed, before.players)
    now = max(turn - 1, 0) // TURNS_PER_PASS
    for passes in range(now + 3):
        assert sorted(sum(piles(after, passes), ())) == list(range(1, len(DECK) + 1))
        if passes:  # a pile is renewed from its own cards, the last of which stays on top
            for pile, former in zip(piles(after, passes), piles(after, passes - 1), strict=True):
                assert pile[0] == former[-1] and set(pile) == set(former)
    if now:
        assert list(map(set, piles(after, now))) == list(map(set, piles(before, now)))
    assert redeal(after, turn, Random(5)).offers(turn + 1)[0].action == before.offers(turn + 1)[0].action


@given(SEEDS, st.integers(0, LAST_TURN), CHANCE)
def test_a_solo_game_keeps_what_was_revealed(seed: str, turn: int, rng: Random) -> None:
    before = solo(seed, min(turn, FIRST_TURNS))
    after = redeal(before, turn, rng)
    assert isinstance(after, SoloDeal)
    assert after.known[:turn] == before.known[:turn]
    assert [each for each in after.effects if each.turn <= turn] == [
        each for each in before.effects if each.turn <= turn
    ]
    assert Counter(after.deck.first) == Counter(before.deck.first)
    assert sorted(after.deck.second) == list(range(SECOND_CARDS))
    assert all(isinstance(card, int) for card in after.deck.first[:42])
    assert len(after.known) >= len(before.known) - 1


def test_the_same_chance_gives_the_same_deal_and_equal_deals_have_equal_hashes() -> None:
    for dealt in (table("otter"), solo("otter")):
        one, other = (redeal(dealt, 4, Random(7)) for _ in range(2))
        assert one == other and hash(one) == hash(other) and one != redeal(dealt, 4, Random(8))
        with pytest.raises(AttributeError):
            one.seed = "x"  # type: ignore[misc]


def test_the_order_tells_nothing_about_the_cards_to_come() -> None:
    """Two deals that look the same up to a turn are dealt again in the same way."""
    for dealt in (table("otter"), solo("otter")):
        for turn in (0, 5, 20):
            other = redeal(dealt, turn, Random(3))
            assert redeal(dealt, turn, Random(7)) == redeal(other, turn, Random(7))
    late = table("otter")
    assert redeal(late, 25, Random(7)) == redeal(redeal(late, 25, Random(3)), 25, Random(7))


def counts(orders: list[object], ways: int) -> bool:
    """Whether all ways came up, none of them far too often."""
    found = Counter(orders)
    return len(found) == ways and max(found.values()) < 3 * len(orders) / ways


def test_every_unseen_order_can_come_up() -> None:
    rng = Random(1)
    late = table("otter")
    # before the last turn of the first pass, one card of each pile is unseen
    assert counts([redeal(late, 19, rng).offers(20) for _ in range(300)], 6)
    # two unseen cards stay in their own pile in a later pass
    found = [redeal(late, 38, rng) for _ in range(400)]
    assert counts([tuple(pile[-2:] for pile in piles(each, 1)) for each in found], 8)
    # any card can come next to the first one
    first = [redeal(late, 0, rng).offers(1)[0].number for _ in range(900)]
    assert set(first) == {card.number for card in DECK}


def test_every_order_of_a_solo_game_can_come_up() -> None:
    rng = Random(1)
    dealt = solo("otter", FIRST_TURNS)
    found = [redeal(dealt, 20, rng) for _ in range(600)]
    assert all(isinstance(each, RedealtSoloDeal) for each in found)
    unseen = [each.deck.first[-3:] for each in found if isinstance(each, SoloDeal)]
    assert counts(list(unseen), 6)
    lasts = [each.deck.second[-1] for each in found if isinstance(each, SoloDeal)]
    assert set(lasts) == set(range(SECOND_CARDS))
    early = [redeal(solo("otter"), 1, rng) for _ in range(400)]
    places = {
        place
        for each in early
        if isinstance(each, SoloDeal)
        for place, card in enumerate(each.deck.first)
        if card == "A"
    }
    assert places == set(range(KEPT, 66))


def test_cards_that_are_not_open_are_an_error() -> None:
    for dealt in (table("otter"), redeal(table("otter"), 3, Random(1))):
        assert isinstance(dealt, RedealtDeal) or dealt.last_open is None
        shown = msgspec.structs.replace(dealt, last_open=3)
        assert shown.turns(3) == dealt.turns(3)
        with pytest.raises(FairsheetError, match="the cards of turn 4 are not open yet"):
            shown.offers(4)
        with pytest.raises(FairsheetError, match="not open yet"):
            shown.pile(1, 0)
    for dealt in (solo("otter"), redeal(solo("otter"), 3, Random(1))):
        shown = msgspec.structs.replace(dealt, last_open=3)
        assert isinstance(shown, SoloDeal) and len(shown.known) == 3
        for peek in ("solo_turn", "offers", "possible_offers"):
            with pytest.raises(FairsheetError, match="not open yet"):
                getattr(shown, peek)(30)
        for peek in ("deck", "effects"):
            with pytest.raises(FairsheetError, match="not open yet"):
                getattr(shown, peek)

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairsheet.engine.dealing.cards import ACTIONS, DECK, Card
from fairsheet.engine.dealing.deal import PILES, TURNS_PER_PASS, Offer, check_seed, deal, write_deal
from fairsheet.engine.dealing.piles import PiledDeal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError

VECTORS = Path(__file__).parents[3] / "docs" / "interfaces" / "dealing.json"


def vectors() -> dict[str, Any]:
    known: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return known


def test_deck_has_the_cards_of_the_base_game() -> None:
    assert len(DECK) == 63
    assert Counter(card.action for card in DECK) == dict(zip(ACTIONS, (14, 14, 14, 7, 7, 7), strict=True))
    numbers = Counter(card.number for card in DECK)
    assert [numbers[n] for n in range(1, 16)] == [2, 2, 3, 4, 5, 6, 6, 7, 6, 6, 5, 4, 3, 2, 2]
    assert Counter(DECK)[Card(7, "plant")] == 2
    assert Counter((16 - card.number, card.action) for card in DECK) == Counter(
        (card.number, card.action) for card in DECK
    )


def test_streams_match_the_documented_vectors() -> None:
    known = vectors()
    for vector in known["words"]:
        stream = Stream(vector["seed"], vector["purpose"])
        assert [stream.word() for _ in vector["first"]] == vector["first"]
    for vector in known["below"]:
        stream = Stream(vector["seed"], vector["purpose"])
        assert [stream.below(vector["below"]) for _ in vector["first"]] == vector["first"]
    for vector in known["shuffled"]:
        assert "".join(Stream(vector["seed"], vector["purpose"]).shuffled(vector["items"])) == vector["order"]


@pytest.mark.parametrize("vector", vectors()["deals"], ids=lambda vector: vector["seed"])
@pytest.mark.parametrize("players", [1, 2, 6])
def test_deals_match_the_documented_vectors(sheet: Sheet, vector: dict[str, Any], players: int) -> None:
    dealt = deal(sheet, vector["seed"], players)
    assert dealt.missions == vector["missions"]
    for turn, offers in vector["offers"].items():
        assert [f"{offer.number} {offer.action}" for offer in dealt.offers(int(turn))] == offers


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=64))
def test_every_seed_deals_a_whole_deck(sheet: Sheet, seed: str) -> None:
    """A card gives its action one turn after its number, and the first card of a pile gives no number."""
    turns = [turn.offers for turn in deal(sheet, seed, 2).turns(3 * TURNS_PER_PASS)]
    for pile in range(PILES):
        for passes in range(3):
            first = passes * TURNS_PER_PASS
            played = [offers[pile] for offers in turns[first : first + TURNS_PER_PASS]]
            cards = Counter((a.number, b.action) for a, b in itertools.pairwise(played))
            assert not cards - Counter((card.number, card.action) for card in DECK)
    seen = Counter(offer.number for offers in turns[:TURNS_PER_PASS] for offer in offers)
    assert not seen - Counter(card.number for card in DECK)
    assert sum(seen.values()) == 60


def test_renewed_piles_keep_their_cards_and_begin_with_the_last(sheet: Sheet) -> None:
    dealt = deal(sheet, "renewal", 2)
    for pile in range(PILES):
        first = [dealt.offers(turn)[pile] for turn in range(1, 21)]
        second = [dealt.offers(turn)[pile] for turn in range(21, 41)]
        third = dealt.offers(41)[pile]
        # 21 cards: every action of a pass except the last card's, which is the first action of the next pass.
        pile_actions = Counter(offer.action for offer in first) + Counter([second[0].action])
        assert Counter(offer.action for offer in second) + Counter([third.action]) == pile_actions
        # Its numbers: the remaining card gives none in the second pass, but the very first card does.
        left_over = Counter([first[-1].number])
        kept = Counter(offer.number for offer in first) - left_over
        assert kept <= Counter(offer.number for offer in second)
        assert [offer.number for offer in second] != [offer.number for offer in first]


def test_missions_and_players_do_not_change_the_cards(sheet: Sheet) -> None:
    assert deal(sheet, "same", 2).turns(50) == deal(sheet, "same", 6).turns(50)
    assert deal(sheet, "same", 2).missions == deal(sheet, "same", 6).missions
    assert deal(sheet, "same", 2).offers(1) != deal(sheet, "Same", 2).offers(1)
    sets = {tuple(deal(sheet, f"s{number}", 2).missions.values()) for number in range(100)}
    assert len(sets) == 8


@pytest.mark.parametrize("seed", ["a", "x" * 64, "Ö 今日", " ", " a", "../..", "e\u0301", "🚀" * 64])
def test_seeds_accept_all_printable_text(seed: str) -> None:
    check_seed(seed)


@pytest.mark.parametrize("seed", ["", "x" * 65, "a\nb", "\x00", "\ud800", "tab\t", "\x7f", "\u0085"])
def test_unprintable_seeds_are_refused_in_one_line(seed: str) -> None:
    with pytest.raises(FairsheetError) as refused:
        check_seed(seed)
    assert "\n" not in str(refused.value)
    str(refused.value).encode()


@pytest.mark.parametrize(
    ("players", "solo", "word"),
    [
        (0, None, "players"),
        (7, None, "players"),
        (-1, None, "players"),
        (2, 3, "1 player"),
        (1, 9, "level 9"),
        (1, 0, "level 0"),
    ],
)
def test_impossible_tables_are_refused(sheet: Sheet, players: int, solo: int | None, word: str) -> None:
    with pytest.raises(FairsheetError, match=word):
        deal(sheet, "x", players, solo)


def test_deal_converts_to_json_and_back(sheet: Sheet) -> None:
    dealt = deal(sheet, "contract-1", 3)
    document = json.loads(write_deal(dealt, 20))
    assert document == {
        "format": "fairsheet.deal/1", "sheet": "launch", "seed": "contract-1", "players": 3, "solo": None,
        "missions": dealt.missions, "turns": document["turns"],
    }  # fmt: skip
    assert [turn["turn"] for turn in document["turns"]] == list(range(1, 21))
    assert msgspec.convert(document["turns"][4]["offers"], tuple[Offer, ...]) == dealt.offers(5)


def test_turns_outside_a_deal_are_refused(sheet: Sheet) -> None:
    dealt = deal(sheet, "x", 2)
    assert len(dealt.offers(1000)) == PILES
    for turn in (0, -1, 1001):
        with pytest.raises(FairsheetError, match="no turn"):
            dealt.offers(turn)
        with pytest.raises(FairsheetError, match="ask for 1 to 1000"):
            dealt.turns(turn)
        with pytest.raises(FairsheetError, match="no turn"):
            PiledDeal("launch", "", 2, {}, piles=((Card(1, "robot"),),)).offers(turn)

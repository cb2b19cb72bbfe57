"""Test tables played with the cards of the box: a suitable deck is found, or proved impossible."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec import UNSET

import fairsheet
from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.dealing.deal import missions_by_letter
from fairsheet.engine.dealing.piles import FoundCards, PiledDeal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates.files import check, files_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets import _scenario_sheet
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import play
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet
from tests.engine.tables import has_contradiction


def shuffled(sheet: Sheet, chance: random.Random, players: int, passes: int) -> PiledDeal:
    """Return cards shuffled by hand: three piles of 21, each shuffled again when one card is left."""
    deck = chance.sample(DECK, len(DECK))
    piles = [deck[place : place + 21] for place in (0, 21, 42)]
    for pile in piles:
        for _ in range(passes - 1):
            pile += chance.sample(pile[-21:-1], 20)
    missions = {letter: chance.choice(cards) for letter, cards in missions_by_letter(sheet).items()}
    return PiledDeal(sheet.name, "", players, missions, piles=tuple(map(tuple, piles)))


def check_cards(cards: FoundCards) -> None:
    """Check that no card appears twice in a pass, and that each pile keeps its own cards."""
    for start in range(0, len(cards.piles[0]) - 1, 20):
        passes = [Counter(pile[start : start + 21]) for pile in cards.piles]
        assert sum(passes, Counter()) <= Counter(DECK)
        assert all(found <= Counter(pile[:21]) for found, pile in zip(passes, cards.piles, strict=True))


@pytest.mark.parametrize(
    ("name", "players", "policy", "turns"),
    [("launch", 2, "random", 25), ("mine", 3, "random", 14), ("virus", 4, "random", 12)],
)
def test_deck_leading_to_the_same_sheets_is_found(name: str, players: int, policy: str, turns: int) -> None:
    sheet = load_sheet(name)
    game, deal = rules_of(sheet), shuffled(sheet, random.Random(name), players, passes=3)
    histories = {
        seat: history[:turns]
        for state in [play(game, deal, policy)]
        for seat in range(1, players + 1)
        for history in [game.history(state, seat)]
    }
    records = fairsheet.replay(deal, histories)
    verdict = ruleset_of(sheet).verify(records)
    assert {found.verdict for found in verdict.sheets} == {"legal"}
    assert isinstance(verdict.cards, FoundCards)
    check_cards(verdict.cards)
    found_deal = verdict.deal_of(sheet, records[0])
    found = {each.seat: each.history for each in verdict.sheets if each.history is not None}
    assert found_deal is not None and fairsheet.replay(found_deal, found) == records


def mine(*sheets: Marks) -> list[Record]:
    sheet = load_sheet("mine")
    table = Table(None, len(sheets), None, {"A": "A1", "B": "B1", "C": "C1"})
    return [Record.on(sheet, table, seat, marks) for seat, marks in enumerate(sheets, start=1)]


# One sheet has a number three times, although only two cards have it; the other sheet is possible.
TOO_MANY = mine(
    {"level-1.3": 1, "level-2.2": 1, "level-3.7": 1}, {"level-1.3": 8, "level-2.2": 9, "level-3.7": 10}
)
# The first of two turns uses all offers, and none of their cards has the planning for the second turn.
NO_PLANNING = mine(
    {
        **{"level-1.3": 1, "level-1.5": 15, "level-2.2": "X", "level-2.4": "X"},
        **{"main-planning.planning-1": "crossed", "main-planning.planning-2": "crossed"},
    },
    {"level-1.3": 2, "level-1.5": 14},
    {"level-1.3": 5, "level-1.5": 11},
)


@pytest.mark.parametrize(("records", "illegal"), [(TOO_MANY, [1]), (NO_PLANNING, [1, 2, 3])])
def test_marks_of_no_deck_are_illegal_with_a_certificate(records: list[Record], illegal: list[int]) -> None:
    sheet = load_sheet("mine")
    verdict, certificates = ruleset_of(sheet).certify(records)
    assert [each.seat for each in verdict.sheets if each.verdict == "illegal"] == illegal
    for seat in illegal:
        (contradiction,) = verdict.sheets[seat - 1].contradiction
        assert has_contradiction([contradiction], "offer|.*offer")
    (certificate,) = certificates[illegal[0]]
    assert certificate is not None
    check(files_of(sheet, records, certificate, "1.0"), "folder", "1.0", BUNDLED)
    assert all(each.verdict == "legal" for each in ruleset_of(sheet).verify(records[1:]).sheets)


def test_table_stays_legal_if_work_ends_before_a_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_scenario_sheet, "DEALING", 0.0)
    verdict = ruleset_of(load_sheet("mine")).verify(TOO_MANY)
    assert [each.verdict for each in verdict.sheets] == ["legal", "legal"]
    assert verdict.cards is UNSET

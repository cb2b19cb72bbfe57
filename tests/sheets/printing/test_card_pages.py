"""The printed cards, their order, and the caller on paper: contents, and alignment of fronts and backs."""

from __future__ import annotations

import re

import numpy as np
import pypdfium2
import pytest

from fairsheet.caller.on_paper import caller_on_paper
from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.dealing.deal import PILES, TURNS_PER_PASS, SoloDeal, deal, pile_of
from fairsheet.options.card_packs import stacking_of
from fairsheet.sheets.drawing.typeface import MM_PER_POINT
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.page_geometry import FRAME, PAPERS
from fairsheet.sheets.placement import place as placement
from fairsheet.sheets.printing.card_pages import (
    CARD_HEIGHT,
    CARD_WIDTH,
    COLUMNS,
    ROWS,
    Card,
    NumberCard,
    card_corner,
    draw_cards,
    mission_cards,
)
from fairsheet.sheets.printing.solo_card_pages import effect_cards, opponent_cards, scenario_cards

SEED = "coral-otter-42"
DPI = 150
NUMBERS = [NumberCard(place, card.number, card.action) for place, card in enumerate(DECK, 1)]


def page_text(pdf: bytes, page: int) -> str:
    text: str = pypdfium2.PdfDocument(pdf)[page].get_textpage().get_text_range()
    return text


def printed(pdf: bytes, page: int, darker_than: int = 200) -> np.ndarray:
    """Return which pixels are printed, rows by columns at DPI."""
    picture = pypdfium2.PdfDocument(pdf)[page].render(scale=DPI / 72, grayscale=True).to_numpy()
    return np.asarray(picture.squeeze() < darker_than)


@pytest.mark.parametrize("paper", PAPERS)
def test_fronts_and_backs_are_aligned(paper: str) -> None:
    pdf = draw_cards(NUMBERS[:9], paper=PAPERS[paper])
    margin = round(5.0 / 25.4 * DPI)  # beyond the cards there are only cut marks
    fronts, backs = printed(pdf, 0, 100), printed(pdf, 1, 100)[:, ::-1]
    offset = PAPERS[paper].offset
    top = round((offset.y + card_corner(0).y - 2) / 25.4 * DPI)
    assert fronts[top - margin : top].any()
    shifts = [np.argwhere(page[top - margin : top].any(axis=0)).ravel() for page in (fronts, backs)]
    assert len(shifts[0]) == len(shifts[1])
    assert np.abs(shifts[0] - shifts[1]).max() / DPI * 25.4 <= 0.5  # mm


def test_every_back_lies_behind_its_front() -> None:
    for index in range(COLUMNS * ROWS):
        front, back = card_corner(index), card_corner(index, front=False)
        assert front.y == back.y
        assert front.x + back.x + CARD_WIDTH == pytest.approx(FRAME.w)
        assert 0 <= front.x <= FRAME.w - CARD_WIDTH and 0 <= front.y <= FRAME.h - CARD_HEIGHT


def test_all_numbers_and_actions_are_printed() -> None:
    pdf = draw_cards(NUMBERS)
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 2 * 63 // 9
    fronts = " ".join(page_text(pdf, page) for page in range(0, len(document), 2))
    assert sorted(map(int, re.findall(r"No\. (\d+)", fronts))) == list(range(1, 64))
    backs = " ".join(page_text(pdf, page) for page in range(1, len(document), 2))
    for action in {card.action for card in DECK}:
        assert len(re.findall(rf"\b{action}\b", backs)) == sum(card.action == action for card in DECK)


@pytest.mark.parametrize("name", scenario_names())
def test_missions_have_a_first_and_a_later_side(name: str) -> None:
    cards = mission_cards(load_sheet(name))
    assert len(cards) == 6
    for card in cards:
        assert card.first != card.later
    assert draw_cards(cards) == draw_cards(cards)


def test_the_order_of_the_cards_deals_the_turns_of_the_seed() -> None:
    sheet = load_sheet("launch")
    dealt = deal(sheet, SEED, 3)
    stacking = stacking_of(SEED, [sheet])
    assert sorted(card for pile in stacking.passes[0].piles for card in pile) == list(range(1, 64))
    for stacked in stacking.passes:
        for place, turn in enumerate(range(stacked.turns[0], stacked.turns[1] + 1)):
            for index, offer in enumerate(dealt.offers(turn)):
                pile = stacked.left_over[index : index + 1] + stacked.piles[index]
                assert DECK[pile[place] - 1].action == offer.action
                assert DECK[pile[place + 1] - 1].number == offer.number
    pdf = draw_cards([], stacking)
    words = page_text(pdf, 0)
    assert f"Missions of Launch: {', '.join(dealt.missions.values())}" in words
    rows = re.findall(r"^[\d ]+$", words.replace("\r", ""), re.MULTILINE)
    shown = [int(number) for row in rows for number in row.split()]
    piles = [pile_of(SEED, pile, 0) for pile in range(1, PILES + 1)]
    assert shown[:63] == [card for pile in piles for card in pile]


def test_the_caller_on_paper_shows_the_turns_of_the_seed() -> None:
    sheet = load_sheet("launch")
    dealt = deal(sheet, SEED, 3)
    pdf = caller_on_paper(sheet, dealt, 1, 2 * TURNS_PER_PASS, "a4")
    assert len(pypdfium2.PdfDocument(pdf)) == 2
    words = page_text(pdf, 0)
    assert SEED in words
    for mission in dealt.missions.values():
        assert sheet.mission[mission].text in words
    found = re.findall(r"(\d+)\s+(robot|energy|plant|water|astronaut|planning)\b", words)
    expected = [
        (str(offer.number), offer.action)
        for turn in range(1, TURNS_PER_PASS + 1)
        for offer in dealt.offers(turn)
    ]
    assert found == expected


def test_pages_have_the_size_of_the_paper() -> None:
    width, height = pypdfium2.PdfDocument(draw_cards(NUMBERS[:1], paper=PAPERS["letter"]))[0].get_size()
    assert (width * MM_PER_POINT, height * MM_PER_POINT) == pytest.approx((215.9, 279.4))


@pytest.mark.parametrize("group", ["", "group claims done letter: A first: nowhere later: nowhere"])
def test_missions_without_values_have_a_card(group: str) -> None:
    mission = 'mission A1 letter: A text: "Do it" needs: filled(a) >= 1'
    text = "\n".join(('sheet x "X" cards: yes', "slot a at: 10, 10", group, mission, ""))
    (card,) = mission_cards(placement.place(parse(text, "x.sheet")).sheet)
    assert card.first == card.later and draw_cards([card]).startswith(b"%PDF")


# --- the solo game ------------------------------------------------------------------------------------------------


def test_the_solo_cards_agree_with_the_panels() -> None:
    scenarios = [load_sheet(name) for name in scenario_names()]
    opponents = opponent_cards(scenarios[0])
    assert [(card.front.level, card.back.level) for card in opponents] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert dict(opponents[1].back.points) == {
        "robot": 2, "energy": 6, "plant": 4, "water": 3, "astronaut": 3, "planning": 2,
    }  # fmt: skip
    cards = {card.title: card for card in scenario_cards(scenarios)}
    assert len(cards) == 8
    assert cards["Virus"].points == "The points of the cards, 5 for the scenario, and 4 times the level."
    assert cards["Launch"].points.startswith("A track")
    assert cards["Mine"].effects[2][1] == "Nothing happens."


def test_solo_fronts_and_backs_are_aligned_to_half_a_mm() -> None:
    """Compare the outlines of all cards between the fronts and the turned-over backs."""
    cards: list[Card] = [
        *effect_cards(),
        *opponent_cards(load_sheet("mine")),
        *scenario_cards([load_sheet("mine")]),
    ]
    pdf = draw_cards(cards)
    fronts, backs = printed(pdf, 0), printed(pdf, 1)[:, ::-1]
    offset = PAPERS["a4"].offset
    for index in range(len(cards)):
        corner = card_corner(index)
        left, top = corner.x + offset.x, corner.y + offset.y
        rows = slice(round(top / 25.4 * DPI), round((top + CARD_HEIGHT) / 25.4 * DPI))
        columns = slice(round(left / 25.4 * DPI), round((left + CARD_WIDTH) / 25.4 * DPI))
        edges = []
        for picture in (fronts[rows, columns], backs[rows, columns]):
            inked = np.argwhere(picture)
            edges.append((*inked.min(axis=0), *inked.max(axis=0)))
        assert np.abs(np.subtract(*edges)).max() / DPI * 25.4 <= 0.5, index


def test_the_order_of_the_solo_deck_deals_its_first_passage() -> None:
    sheet = load_sheet("journey")
    stacking = stacking_of(SEED, [sheet], solo=True)
    assert sorted(stacking.solo) == sorted([*map(str, range(1, 64)), "A", "B", "C"])
    assert set("ABC") <= set(stacking.solo[-24:])
    numbers = [DECK[int(each) - 1] for each in stacking.solo if each.isdigit()]
    dealt = deal(sheet, SEED, 1, 3)
    assert isinstance(dealt, SoloDeal)
    assert numbers == [card for turn in range(1, 22) for card in dealt.solo_turn(turn).cards]
    text = page_text(draw_cards([], stacking), 0)
    assert "solo" in text and "action sides up" in text


def test_cards_are_in_the_requested_language() -> None:
    cards: list[Card] = [NUMBERS[0], *scenario_cards([load_sheet("mine")])]
    front, back = (page_text(draw_cards(cards, language="cs"), page) for page in (0, 1))
    assert "Doly" in front and "Sólové bonusy" in front and "č. 1" in front
    assert "Mine" not in front + back and "first time" not in back

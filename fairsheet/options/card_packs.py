"""Collect the cards of a pack to print, and the order in which a seed deals them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, get_args

from fairsheet.engine.dealing.cards import DECK
from fairsheet.engine.dealing.deal import PILES, TURNS_PER_PASS, deal, pile_of, solo_stack_of
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.library.solo_sheets import plays_solo
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.card_pages import Card, NumberCard, mission_cards
from fairsheet.sheets.printing.solo_card_pages import effect_cards, opponent_cards, scenario_cards
from fairsheet.sheets.printing.stacking import Pass, Stacking
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

CardKind = Literal["numbers", "missions", "solo", "order"]
KINDS: tuple[CardKind, ...] = get_args(CardKind)
PASSES = 2  # 40 turns; games rarely last longer


def cards_of(
    sheets: Sequence[Sheet], kinds: Collection[str], translated: Callable[[Sheet], Sheet]
) -> list[Card]:
    """Return the cards of some `KINDS` for sheets; `translated` returns a sheet in the language of the cards.

    Raises FairsheetError if one of the games has no cards.
    """
    for sheet in sheets:
        if not has_cards(sheet):
            hint = "choose a sheet that fairsheet deal can deal"
            problem = "this game has no cards"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=sheet.name, hint=hint)
    cards: list[Card] = []
    if "numbers" in kinds:
        cards += [NumberCard(place, card.number, card.action) for place, card in enumerate(DECK, 1)]
    if "missions" in kinds:
        cards += [card for sheet in sheets for card in mission_cards(translated(sheet))]
    if "solo" in kinds and (scenarios := [sheet for sheet in sheets if plays_solo(sheet)]):
        cards += [*effect_cards(), *opponent_cards(scenarios[0]), *scenario_cards(scenarios)]
    return cards


def stacking_of(seed: str, sheets: list[Sheet], *, solo: bool = False) -> Stacking:
    """Return how to stack the cards for a seed: the piles of its first turns, and the missions of each sheet.

    For the solo game this is the single deck of the first passage.
    """
    titles: dict[str, list[Message]] = {}
    for sheet in sheets:
        if dealt := deal(sheet, seed, 2).missions:
            titles.setdefault(", ".join(dealt.values()), []).append(Message(sheet.title))
    missions = tuple(
        Message("Missions of {sheets}: {ids}", sheets=joined(", ", titles_of), ids=ids)
        for ids, titles_of in titles.items()
    )
    if solo:
        return Stacking(seed, missions, solo=tuple(map(str, solo_stack_of(seed))))
    passes = []
    for number in range(PASSES):
        piles = [pile_of(seed, pile, number) for pile in range(1, PILES + 1)]
        first = number * TURNS_PER_PASS + 1
        turns = (first, first + TURNS_PER_PASS - 1)
        if number == 0:
            passes.append(Pass(turns, tuple(piles)))
        else:  # the top card is left over from the pass before and lies face up next to the pile
            passes.append(Pass(turns, tuple(pile[1:] for pile in piles), tuple(pile[0] for pile in piles)))
    return Stacking(seed, missions, tuple(passes))

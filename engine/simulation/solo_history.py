"""The cards of a solo game from its history: the cards used, and the cards that left the game.

>>> from fairsheet.engine.dealing.deal import deal
>>> from fairsheet.sheets.library.templates import load_sheet
>>> dealt = deal(load_sheet("launch"), "coral-otter-42", players=1, solo=4)
>>> after_history(dealt, ()).gone
()
"""

from __future__ import annotations

from fairsheet.engine.dealing.deal import SoloDeal
from fairsheet.engine.dealing.solo_deck import LAST_TURN
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.replay import IllegalHistory, replay
from fairsheet.engine.records.ink import History, Turn
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def after_history(dealt: SoloDeal, history: History, where: str = "history") -> SoloDeal:
    """Return the deal after the turns of a history, as far as their cards show it.

    Raises FairsheetError, with `where` and the turn, if the turns do not belong to the deal.
    """
    for expected, turn in enumerate((turn for turn in history if turn.turn > 0), start=1):
        place = f"{where}: turn {turn.turn}"
        if turn.turn != expected:
            problem = f"turn {expected} is missing"
            hint = "give all turns from the first one"
            raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=place, hint=hint)
        known = dealt.solo_turn(min(expected, LAST_TURN + 1))
        if expected > LAST_TURN + 1 or not (known.cards or known.effects):
            problem = "the deck ends before this turn"
            raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=place, hint="leave the turn out")
        if turn.cards != known.cards or turn.effects != known.effects:
            problem = "the seed deals other cards"
            hint = "give the history of a game with this seed"
            raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=place, hint=hint)
        if known.cards:
            dealt = dealt.without(known.cards[_card_that_left(turn, len(known.cards), place) - 1])
    return dealt


def check_ink(sheet: Sheet, begun: SoloDeal, history: History, where: str = "history") -> None:
    """Raise FairsheetError if the rules of a sheet with its panel do not allow the marks of a history.

    So a history of another scenario is refused, and in launch one of another level. A history without ink fits every
    sheet. So does a history of a scenario without rules for the solo game.
    """
    if not any(turn.ink for turn in history):
        return
    try:
        replay(rules_of(sheet), begun, {1: history})
    except IllegalHistory as illegal:
        raise FairsheetError(
            f"this is not a game of {sheet.name} at level {begun.solo}: {illegal.why}",
            code=ErrorCode.BAD_HISTORY,
            where=f"{where}: turn {illegal.turn}",
            hint="give the history of a game on this sheet, with this seed and level",
        ) from None


def turns_played(history: History) -> int:
    """Return the number of turns with cards in a history."""
    return sum(1 for turn in history if turn.turn > 0 and turn.cards)


def _card_that_left(turn: Turn, cards: int, place: str) -> int:
    """Return the card, from 1, that went to ASTRA or was thrown out. Raises FairsheetError if it is missing."""
    card = turn.astra_card
    if not isinstance(card, int) or not 1 <= card <= cards:
        problem = "it does not name the card that went to ASTRA or was thrown out"
        hint = f'give the turn an "astra_card" from 1 to {cards}'
        raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=place, hint=hint)
    return card

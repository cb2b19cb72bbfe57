"""The cards of a solo game as its history has them: which were used, and which left the game.

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
from fairsheet.sheets.support.errors import FairsheetError


def after_history(dealt: SoloDeal, history: History, where: str = "history") -> SoloDeal:
    """The deal when the turns of a history have been played, as far as their cards show it.

    Raises FairsheetError, with `where` and the turn, for turns that are not those of the deal.
    """
    for expected, turn in enumerate((turn for turn in history if turn.turn > 0), start=1):
        place = f"{where}: turn {turn.turn}"
        if turn.turn != expected:
            raise FairsheetError(
                f"turn {expected} is missing", where=place, hint="give all turns from the first one"
            )
        known = dealt.solo_turn(min(expected, LAST_TURN + 1))
        if expected > LAST_TURN + 1 or not (known.cards or known.effects):
            raise FairsheetError("the deck ends before it", where=place, hint="leave it out")
        if turn.cards != known.cards or turn.effects != known.effects:
            raise FairsheetError(
                "the seed deals other cards", where=place, hint="give the history of a game with this seed"
            )
        if known.cards:
            dealt = dealt.without(known.cards[_card_that_left(turn, len(known.cards), place) - 1])
    return dealt


def check_ink(sheet: Sheet, begun: SoloDeal, history: History, where: str = "history") -> None:
    """Raises FairsheetError where the rules of a sheet with its panel do not allow what a history marks.

    So that of another scenario is refused, and in launch that of another level. A history without ink, of the cards
    alone, fits every sheet; so does one of a scenario without rules for the solo game.
    """
    if not any(turn.ink for turn in history):
        return
    try:
        replay(rules_of(sheet), begun, {1: history})
    except IllegalHistory as illegal:
        raise FairsheetError(
            f"this is no game of {sheet.name} at level {begun.solo}: {illegal.why}",
            where=f"{where}: turn {illegal.turn}",
            hint="give the history of a game on this sheet, with this seed and level",
        ) from None


def turns_played(history: History) -> int:
    """How many turns with cards a history has."""
    return sum(1 for turn in history if turn.turn > 0 and turn.cards)


def _card_that_left(turn: Turn, cards: int, place: str) -> int:
    """Which card, from 1, went to ASTRA or was thrown out. Raises FairsheetError where the turn does not say."""
    card = turn.astra_card
    if not isinstance(card, int) or not 1 <= card <= cards:
        problem = "it does not say which card went to ASTRA or was thrown out"
        raise FairsheetError(problem, where=place, hint=f'give it an "astra_card" from 1 to {cards}')
    return card

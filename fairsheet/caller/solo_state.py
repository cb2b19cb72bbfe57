"""The state of the caller of a solo game: the cards used so far, and how keys change it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from fairsheet.engine.dealing.deal import SoloDeal
from fairsheet.engine.dealing.solo_deck import CARDS, LAST_TURN
from fairsheet.engine.records.ink import History


class Use(msgspec.Struct, frozen=True):
    """The cards used in a turn, counted from 1; `number` and `action` are None if no number could be written.

    The third card went to ASTRA, or back into the box for a solo bonus.
    """

    number: int | None
    action: int | None
    third: int
    thrown_out: bool = False


@dataclass(frozen=True)
class SoloCall:
    """The turns so far, the turns taken back (the next one last), and the picked cards of the turn on the screen.

    The picked cards are the card for its number, then the card for its action; with an error, only the card for ASTRA.
    """

    used: tuple[Use, ...] = ()
    undone: tuple[Use, ...] = ()
    picked: tuple[int, ...] = ()
    is_error: bool = False
    notice: str = ""

    @property
    def turn(self) -> int:
        """The turn on the screen."""
        return len(self.used) + 1

    @property
    def reached(self) -> int:
        """The turn at which the game continues: always the turn on the screen."""
        return self.turn

    @property
    def third(self) -> int | None:
        """The card for ASTRA or the box, once the others are picked."""
        if self.is_error:
            return self.picked[0] if self.picked else None
        left = [card for card in range(1, CARDS + 1) if card not in self.picked]
        return left[0] if len(left) == 1 else None


def press(call: SoloCall, key: str, *, is_over: bool = False) -> SoloCall:
    """Return the state after a key; if the game is over, turns can only be taken back. Other keys do nothing.

    >>> call = press(press(SoloCall(), "3"), "1")
    >>> call.third, press(call, "enter").used
    (2, (Use(number=3, action=1, third=2, thrown_out=False),))
    >>> press(press(call, "x"), "back").undone
    (Use(number=3, action=1, third=2, thrown_out=True),)
    """
    call = replace(call, notice="")
    if key == "back":
        return _go_back(call)
    if is_over:
        return call
    if key in ("next", "enter"):
        return _use(call, thrown_out=False) if call.third is not None else _replay(call)
    if key in ("x", "X"):
        return _use(call, thrown_out=True) if call.third is not None else call
    if key in ("e", "E") and not call.picked:
        return replace(call, is_error=True)
    if key == "cancel":
        return replace(call, picked=(), is_error=False)
    if key in map(str, range(1, CARDS + 1)) and call.third is None and int(key) not in call.picked:
        return replace(call, picked=(*call.picked, int(key)))
    return call


def uses_of(history: History) -> tuple[Use, ...]:
    """Return the cards used in the turns of a history."""
    return tuple(
        Use(turn.number_card or None, turn.action_card or None, turn.astra_card, bool(turn.thrown_out))
        for turn in history
        if isinstance(turn.astra_card, int)
    )


def deal_after(dealt: SoloDeal, used: tuple[Use, ...]) -> SoloDeal:
    """Return the deal after the cards of these turns were used."""
    for turn, use in enumerate(used, 1):
        dealt = dealt.without(dealt.solo_turn(turn).cards[use.third - 1])
    return dealt


def are_possible_turns(used: tuple[Use, ...]) -> bool:
    """Return whether these can be the turns of a game: not too many, and each uses three cards."""
    return len(used) <= LAST_TURN and all(map(_is_use, used))


def _is_use(use: Use) -> bool:
    cards = [use.third] if use.number is None else [use.number, use.action, use.third]
    return all(card in range(1, CARDS + 1) for card in cards) and len(set(cards)) == len(cards)


def _use(call: SoloCall, *, thrown_out: bool) -> SoloCall:
    """Return the state at the next turn; turns taken back are kept only if the same cards are used again."""
    assert call.third is not None
    number, action = (None, None) if call.is_error else call.picked
    use = Use(number, action, call.third, thrown_out)
    undone = call.undone[:-1] if call.undone[-1:] == (use,) else ()
    return SoloCall((*call.used, use), undone)


def _replay(call: SoloCall) -> SoloCall:
    """Return the state after playing the next turn taken back again, if nothing else is picked."""
    if call.picked or call.is_error or not call.undone:
        return call
    return SoloCall((*call.used, call.undone[-1]), call.undone[:-1])


def _go_back(call: SoloCall) -> SoloCall:
    if call.picked:
        return replace(call, picked=call.picked[:-1])
    if call.is_error:
        return replace(call, is_error=False)
    if not call.used:
        return call
    return SoloCall(call.used[:-1], (*call.undone, call.used[-1]))

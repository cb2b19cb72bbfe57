"""The moments of a solo game of battle in order: effects, ASTRA's move and the player's turn in every turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.proof.request import Schedule
from fairsheet.engine.solver.constraint_model import Lit

SIGNS_OF_EFFECT = 2  # on moons, one after the other


class Moments:
    """The order of all moves and effects as whole numbers from 1. The proof uses them instead of turns.

    `astra` and `player` have the moment of each by turn, `effects` has the moments of each effect's signs. `turn_of`
    has the turn of every moment, with set-up at 0. A sheet is full before the deck is empty, so no effect comes up
    after the last turn.
    """

    def __init__(self, turns: int, effects: Sequence[DealtEffect]) -> None:
        self.astra: dict[int, int] = {}
        self.player: dict[int, int] = {}
        self.effects: list[tuple[int, ...]] = []
        self.turn_of = [0]
        for turn in range(1, turns + 1):
            now = [effect for effect in effects if effect.turn == turn]
            self._add_effects(turn, [effect for effect in now if effect.is_before_cards])
            self.astra[turn] = self._add(turn)
            self._add_effects(turn, [effect for effect in now if not effect.is_before_cards])
            self.player[turn] = self._add(turn)

    def _add_effects(self, turn: int, effects: Sequence[DealtEffect]) -> None:
        self.effects += [tuple(self._add(turn) for _ in range(SIGNS_OF_EFFECT)) for _ in effects]

    def _add(self, turn: int) -> int:
        self.turn_of.append(turn)
        return len(self.turn_of) - 1

    def first_of(self, turn: int) -> int:
        """Return the first moment of a turn or of a later one; one past the last moment if there is none."""
        return next((moment for moment, of in enumerate(self.turn_of) if of >= turn), len(self.turn_of))


def in_turns(schedule: Schedule, moments: Moments) -> Schedule:
    """Return a schedule of moments as a schedule of turns."""
    turn_of = moments.turn_of
    choices: dict[tuple[int, int], list[Lit]] = {}
    for (moment, seat), literals in schedule.choices.items():
        choices.setdefault((turn_of[moment], seat), []).extend(literals)
    return msgspec.structs.replace(
        schedule,
        when={seat: _by_turn(when, turn_of) for seat, when in schedule.when.items()},
        circled={seat: _by_turn(when, turn_of) for seat, when in schedule.circled.items()},
        choices=choices,
        cards={turn_of[moment]: used for moment, used in schedule.cards.items()},
    )


def _by_turn(when: Mapping[str, int], turn_of: Sequence[int]) -> dict[str, int]:
    return {field: turn_of[moment] for field, moment in when.items()}

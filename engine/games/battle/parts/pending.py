"""The pending choices of a turn of battle: the bonus of the space, the action, and the rewards of asteroids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from fairsheet.engine.games.battle.parts import boxes, flags, moons
from fairsheet.engine.games.battle.parts.board import Planet
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.number_board import PLANT, WATER
from fairsheet.engine.records.ink import Cause, Ink


class Pending(msgspec.Struct, frozen=True):
    """An action to be taken: that of the turn's offer, the bonus of its space, or a reward of an asteroid.

    Source `flag` is the flag of the turn's planet, which is drawn after the bonus of the planet's last space.
    """

    source: Literal["offer", "bonus", "flag", "reward"]
    action: str = ""

    @property
    def by(self) -> Cause:
        """The cause of its marks."""
        return "action" if self.source == "offer" else "bonus"


def begin(editor: BattleEditor, planet: Planet, space: str, action: str) -> None:
    """Continue a turn after a sign in a space of a planet, written with an offer of an action."""
    if space in editor.board.bonus:
        editor.pending.append(Pending("bonus", editor.board.bonus[space]))
    if planet.is_full(editor.marks):
        editor.pending.append(Pending("flag"))
    editor.pending.append(Pending("offer", action))
    advance(editor)


def choices(editor: BattleEditor, pending: Pending) -> Iterator[tuple[Ink, ...]]:
    """Yield every way to use what is pending, as the marks that the player chooses."""
    by = pending.by
    match pending.action:
        case "plant" | "water":
            yield from boxes.choices(editor, pending.action, by)
        case "robot":
            if (asteroid := next_of(editor.side.asteroids, editor.marks)) is not None:
                yield (editor.ink_of(asteroid, editor.sign, by),)
        case "energy":
            for factor in editor.side.factors.values():
                if (box := next_of(factor.fields, editor.marks)) is not None:
                    yield (editor.ink_of(box, "crossed", by),)
        case "planning":
            yield from moons.choices(editor, by)
        case "astronaut":
            order = editor.mark_order(editor.side.astronauts, "circled")
            if (astronaut := next_of(order, editor.marks)) is not None:
                yield (editor.ink_of(astronaut, "circled", by),)


def make_chosen(editor: BattleEditor, chosen: Sequence[Ink]) -> None:
    """Make marks that were chosen for what is pending, and advance to the next decision."""
    editor.pending.pop(0)
    for ink in chosen:
        editor.make(ink)
    if chosen[0].field in editor.board.rewards:
        _take_rewards(editor, chosen[0].field)
    advance(editor)


def advance(editor: BattleEditor) -> None:
    """Do what is pending without a choice, up to the next decision."""
    while editor.pending:
        if editor.pending[0].source == "flag":
            flags.draw(editor, editor.board.planet_of[editor.space_just_signed()], "bonus")
        elif any(True for _ in choices(editor, editor.pending[0])):
            return
        editor.pending.pop(0)


def _take_rewards(editor: BattleEditor, asteroid: str) -> None:
    """Cross the symbols next to an asteroid and use them. Those that leave a choice become pending."""
    left = []
    for reward in editor.board.rewards[asteroid]:
        editor.mark(reward.id, "crossed", "bonus")
        if reward.gives in (PLANT, WATER):
            for ink in editor.next_box(reward.gives, "bonus"):
                editor.make(ink)
        else:
            left.append(Pending("reward", reward.gives))
    editor.pending[:0] = left

"""Asteroids: each side takes them in order from its end. The symbols next to a taken asteroid are crossed and used."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.battle.parts.board import Board, Side
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.number_board import ROBOT
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ladders
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sides import NEAR

# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about asteroids not taken in order from the side's end, or with wrongly crossed symbols."""
    own = side.own(side.asteroids, marks)
    for index, asteroid in enumerate(own):
        if asteroid != side.asteroids[index]:
            before = side.asteroids[index]
            why = Message(
                "the {side} side has {asteroid} without {before}, which comes first",
                side=term(side.name),
                asteroid=asteroid,
                before=before,
            )
            yield Contradiction((asteroid, before), why, RuleCode.ASTEROID)
            break
    is_astra = board.is_astra(side, marks)
    for asteroid in own:
        for reward in board.rewards[asteroid]:
            if reward.id not in marks and not is_astra:
                why = Message(
                    "{asteroid} is taken, but {reward} is not crossed", asteroid=asteroid, reward=reward.id
                )
                yield Contradiction((asteroid, reward.id), why, RuleCode.ASTEROID)
            if reward.id in marks and is_astra:
                why = Message(
                    "{reward} is crossed, but {asteroid} is ASTRA's, who uses no bonuses",
                    reward=reward.id,
                    asteroid=asteroid,
                )
                yield Contradiction((reward.id, asteroid), why, RuleCode.ASTEROID)
    for asteroid, rewards in board.rewards.items():
        for reward in rewards if side.name == NEAR and asteroid not in marks else ():
            if reward.id in marks:
                why = Message(
                    "{reward} is crossed, but {asteroid} is free", reward=reward.id, asteroid=asteroid
                )
                yield Contradiction((reward.id, asteroid), why, RuleCode.ASTEROID)


# --- in time ----------------------------------------------------------------------------------------------


def first_taken(side: SideModel, action: str, turn: int) -> list[Lit]:
    """Return whether each asteroid that gives an action is the first one taken in a turn."""
    events = list(side.asteroids.items())
    before = [FALSE, *(event.at(turn) for _, event in events)]
    return [
        side.model.all_of((event.at(turn), -earlier))
        for earlier, (asteroid, event) in zip(before, events, strict=False)
        if any(reward.gives == action for reward in side.board.rewards[asteroid])
    ]


def in_time(side: SideModel) -> None:
    """State that asteroids are taken in order, one for each used robot."""
    model = side.model
    events = list(side.asteroids.values())
    why = Message(
        "the {side} side took its asteroid when it used a robot",
        "the {side} side took its {n} asteroids one by one when it used a robot",
        side=term(side.side.name),
        n=len(events),
    )
    with model.rule(RuleCode.ASTEROID, side.name(*side.asteroids), why):
        for turn in side.turns:
            robots = [(-1, side.acts[ROBOT][turn]), (-1, side.bonuses[ROBOT][turn])]
            model.linear([*((1, event.at(turn)) for event in events), *robots], 0, 0)
        ladders.in_time(model, events, side.turns, apart=0)

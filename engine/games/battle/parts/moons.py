"""Moons: planning signs a free spot of a moon if its planet has no flag. An action also crosses a box for it."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.battle.parts.asteroids import first_taken
from fairsheet.engine.games.battle.parts.board import Board, Side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel
from fairsheet.engine.play.game import Contradiction, few_of, off_by
from fairsheet.engine.play.number_board import PLANNING, ROBOT
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ladders
from fairsheet.engine.solver.constraint_model import FALSE, Lit, minus
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def choices(editor: BattleEditor, by: Cause) -> Iterator[tuple[Ink, ...]]:
    """Yield every free spot that can be signed; with the next box, if an action signs it and a box is left."""
    box = editor.next_box(PLANNING, by) if by == "action" else ()
    for planet in editor.board.planets.values():
        for moon in () if planet.has_flag(editor.marks) else planet.moons:
            if moon not in editor.marks:
                yield (editor.ink_of(moon, editor.sign, by), *box)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless every sign on a moon comes from an action, which crosses a box, or an asteroid."""
    moons = side.own(board.moons, marks)
    boxes = [box for box in side.ladders[PLANNING].fields if box in marks]
    rewards = board.rewards_of(side, marks, PLANNING)
    full = len(boxes) == len(side.ladders[PLANNING].fields)
    if len(moons) < len(boxes) or (len(moons) > len(boxes) + len(rewards) and not full):
        due = len(moons) if len(moons) < len(boxes) else len(moons) - len(rewards)
        why = Message(
            "{off} planning boxes crossed by the {side} side: {boxes}, but its signs on moons need {moons}",
            off=off_by(len(boxes) - due),
            side=term(side.name),
            moons=due,
            boxes=len(boxes),
        )
        yield Contradiction.counting(
            (*moons, *boxes, *rewards), why, RuleCode.PLANNING, few=few_of(moons, boxes)
        )


# --- in time ----------------------------------------------------------------------------------------------


def in_time(side: SideModel) -> None:
    """State that planning signs moons before their planet has a flag. Actions cross a box while one is left."""
    model, board, full = side.model, side.board, side.sheet.full
    boxes = side.side.ladders[PLANNING].fields
    crossed = [box for box in boxes if box in side.marks]
    acts = side.acts[PLANNING]
    why = Message(
        "the {side} side signed its moon by planning, on a planet that had no flag yet",
        "the {side} side signed its {n} moons by planning, each on a planet that had no flag yet",
        side=term(side.side.name),
        n=len(side.moons),
    )
    with model.rule(RuleCode.PLANNING, side.name(*side.moons, *crossed), why):
        most = None if len(crossed) == len(boxes) else len(crossed)
        model.linear([(1, literal) for literal in acts.values()], len(crossed), most)
        for planet in board.planets.values():
            spots = [moon for moon in planet.moons if moon in side.moons]
            ladders.in_time(model, [side.moons[moon] for moon in spots], side.turns, apart=0)
            for turn in side.turns:
                for moon in spots:
                    now = side.moons[moon].at(turn)
                    model.clause(-now, -full[planet.id].by(turn - 1))
                    model.clause(-now, -full[planet.id].at(turn), *first_taken(side, PLANNING, turn))
                    model.clause(-now, -full[planet.id].at(turn), side.bonuses[ROBOT][turn])
        for turn in side.turns:
            made = [(1, event.at(turn)) for event in side.moons.values()]
            rewards = side.rewards(PLANNING, turn)
            given = [(-1, acts[turn]), *minus(rewards)]
            model.linear([*made, *given], None, 0)
            lost = _may_be_lost(side, turn) if rewards else FALSE
            model.linear([*made, *given], 0, None, given=(-lost,))
            model.linear([*made, (-1, acts[turn])], 0, None)


def _may_be_lost(side: SideModel, turn: int) -> Lit:
    """Return whether planning from asteroids may be lost in a turn because no spot of a moon is free."""
    model = side.model
    lost = model.literal()
    by_bonus = model.all_of((side.bonuses[ROBOT][turn], *first_taken(side, PLANNING, turn)))
    for planet in side.board.planets.values():
        full = side.sheet.full[planet.id]
        for moon in planet.moons:
            taken = side.sheet.taken(moon, turn)
            model.implies(lost, full.by(turn), taken)
            # the bonus of the last space comes before the flag, which closes the moon
            model.clause(-lost, -by_bonus, full.by(turn - 1), taken)
    return lost

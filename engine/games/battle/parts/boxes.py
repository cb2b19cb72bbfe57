"""Boxes of ladders, crossed by plants and water of planets, bonuses, asteroids and energies of a colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fairsheet.engine.games.battle.parts.board import Board, Side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel
from fairsheet.engine.play.game import Contradiction, few_of, off_by
from fairsheet.engine.play.number_board import ENERGY, PLANT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import ladders
from fairsheet.engine.solver.constraint_model import FALSE, Term, minus
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def choices(editor: BattleEditor, action: str, by: Cause) -> Iterator[tuple[Ink, ...]]:
    """Yield a plant or water of the planet just signed with the next box; for a bonus only the box."""
    box = editor.next_box(action, by)
    if by == "bonus":
        if box:
            yield box
        return
    planet = editor.board.planet_of[editor.space_just_signed()]
    for symbol in planet.symbols[action]:
        if symbol not in editor.marks:
            yield (editor.ink_of(symbol, "crossed", by), *box)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about boxes out of order, and about more or fewer boxes than were earned."""
    sides = board.player_sides(marks)
    for side in sides:
        for ladder in (*side.ladders.values(), *side.factors.values()):
            yield from ladders.Ladder(ladder.fields).contradictions(marks)
    for side in sides:
        for name in (PLANT, WATER):
            yield from _ladder(board, side, name, marks)
    for name in (PLANT, WATER):
        if not board.astra_sign:  # ASTRA crosses symbols without a ladder
            yield from _both_ladders(board, name, marks)
    for side in sides:
        yield from _factors(board, side, marks)


def _ladder(board: Board, side: Side, name: str, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about boxes without a source, or unused asteroids. The bonus of a space may be unused."""
    boxes, symbols, rewards, bonuses = _boxes(board, [side], name, marks)
    most = len(symbols) + len(rewards) + len(bonuses)
    if len(boxes) > most:
        why = Message(
            "{off} {name} boxes crossed by the {side} side: {boxes}, but at most {most} earned",
            off=off_by(len(boxes) - most),
            side=term(side.name),
            boxes=len(boxes),
            name=term(name),
            most=most,
        )
        fields = (*boxes, *symbols, *rewards, *bonuses)
        yield Contradiction.counting(fields, why, RuleCode.LADDER, few=boxes[most:])
    if len(boxes) < min(len(rewards), len(side.ladders[name].fields)):
        why = Message(
            "{boxes} {name} boxes are crossed by the {side} side, but its asteroids give {rewards}",
            side=term(side.name),
            rewards=len(rewards),
            name=term(name),
            boxes=len(boxes),
        )
        fields = (*rewards, *side.ladders[name].fields)
        yield Contradiction.counting(fields, why, RuleCode.LADDER, few=few_of(boxes, rewards))


def _both_ladders(board: Board, name: str, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless every crossed symbol has a box on one side, or a full ladder."""
    sides = board.sides.values()
    boxes, symbols, rewards, bonuses = _boxes(board, sides, name, marks)
    full = any(all(box in marks for box in side.ladders[name].fields) for side in sides)
    least, most = len(symbols) + len(rewards), len(symbols) + len(rewards) + len(bonuses)
    if len(boxes) > most or (len(boxes) < least and not full):
        span = least if least == most else Message("{least} to {most}", least=least, most=most)
        surplus = len(boxes) - (most if len(boxes) > most else least)
        words = Message("{off} {name} boxes crossed by both sides: {boxes}, but {span} earned")
        why = words.filled(off=off_by(surplus), boxes=len(boxes), name=term(name), span=span)
        earned = [*symbols, *rewards, *bonuses]
        few = (boxes if surplus > 0 else earned)[-abs(surplus) :]
        yield Contradiction.counting((*boxes, *earned), why, RuleCode.LADDER, few=few)


def _boxes(board: Board, sides: Iterable[Side], name: str, marks: Marks) -> tuple[list[str], ...]:
    """Return the crossed boxes of some sides in a ladder, and their possible sources: symbols, rewards, bonuses."""
    symbols = [symbol for planet in board.planets.values() for symbol in planet.symbols[name]]
    return (
        [box for side in sides for box in side.ladders[name].fields if box in marks],
        [symbol for symbol in symbols if symbol in marks],
        [reward for side in sides for reward in board.rewards_of(side, marks, name)],
        [space for side in sides for space in board.bonuses_of(side, marks, name)],
    )


def _factors(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction if an asteroid's energy crossed no box although one was left."""
    every = [box for ladder in side.factors.values() for box in ladder.fields]
    boxes, rewards = [box for box in every if box in marks], board.rewards_of(side, marks, ENERGY)
    if len(boxes) < min(len(rewards), len(every)):
        why = Message(
            "{boxes} colour values are crossed by the {side} side, but its asteroids give {rewards}",
            side=term(side.name),
            rewards=len(rewards),
            boxes=len(boxes),
        )
        yield Contradiction.counting((*rewards, *boxes), why, RuleCode.LADDER, few=few_of(boxes, rewards))


# --- in time ----------------------------------------------------------------------------------------------


def factors_in_time(side: SideModel) -> None:
    """State that every energy crosses a box of a factor column while one is left."""
    model = side.model
    every = [box for factor in side.side.factors.values() for box in factor.fields]
    why = Message(
        "the {side} side crossed its colour value by an action or an asteroid",
        "the {side} side crossed its {n} colour values by actions and asteroids",
        side=term(side.side.name),
        n=len(side.factors),
    )
    with model.rule(RuleCode.LADDER, side.name(*side.factors), why):
        for turn in side.turns:
            made = [(1, event.at(turn)) for event in side.factors.values()]
            given = [(-1, side.acts[ENERGY][turn]), *minus(side.rewards(ENERGY, turn))]
            model.linear([*made, *given], None, 0)
            all_crossed = (
                model.all_of(event.by(turn) for event in side.factors.values())
                if len(side.factors) == len(every)
                else FALSE
            )
            model.linear([*made, *given], 0, None, given=(-all_crossed,))
        for factor in side.side.factors.values():
            column = [side.factors[box] for box in factor.fields if box in side.factors]
            ladders.in_time(model, column, side.turns, apart=0)


def ladder_in_time(side: SideModel, name: str) -> None:
    """State that a planet's symbol is crossed by the action of a turn with a sign there, and so is a box."""
    model, symbols = side.model, side.sheet.symbols[name]
    boxes = side.side.ladders[name].fields
    crossed = [box for box in boxes if box in side.marks]
    total: list[Term] = []
    why = Message(
        "the {side} side earned its {name} box by an action, a space or an asteroid",
        "the {side} side earned its {n} {name} boxes by actions, spaces and asteroids",
        n=len(crossed),
        side=term(side.side.name),
        name=term(name),
    )
    with model.rule(RuleCode.LADDER, side.name(*crossed, *symbols), why):
        for turn in side.turns:
            model.linear([(1, event.at(turn)) for event in symbols.values()], None, 1)
            for symbol, event in symbols.items():
                model.implies(event.at(turn), side.acts[name][turn])
                model.implies(event.at(turn), side.is_signed(side.board.planet_of[symbol], turn))
            total += side.earned(name, turn)
        model.linear(total, len(crossed), None if len(crossed) == len(boxes) else len(crossed))

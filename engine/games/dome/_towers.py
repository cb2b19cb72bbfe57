"""Towers: each begins on a start floor and grows from floor to floor, up and down. Players race for its ends."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.dome._board import Board, Tower
from fairsheet.engine.play.editor import SheetEditor
from fairsheet.engine.play.game import Contradiction, IllegalStep
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.rules import ascending, races
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.engine.solver.timeline import Condition, NotYet
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


def growing_slots(tower: Tower, marks: Marks) -> list[str]:
    """Return the empty slots that extend a tower: next to filled ones, or its start slots if it is empty."""
    filled = [slot in marks for slot in tower.slots]
    if not any(filled):
        return list(tower.start_slots)
    below, above = [False, *filled[:-1]], [*filled[1:], False]
    around = zip(tower.slots, filled, below, above, strict=True)
    return [slot for slot, full, low, high in around if not full and (low or high)]


def refusal(tower: Tower, slot: str, number: int, marks: Marks) -> IllegalStep:
    """Return why an empty slot cannot take a number: the tower does not grow there, or would not ascend."""
    if slot not in growing_slots(tower, marks):
        why = f"{tower.id} begins on a start floor and then grows next to a filled one, not at {slot}"
        return IllegalStep(RuleCode.GROWTH, why)
    return ascending.refusal(slot, number, tower.id)


def take_end(board: Board, editor: SheetEditor, slot: str) -> None:
    """Circle a value if a filled slot is the end of a tower: the high one unless another player was first."""
    end = board.end_at.get(slot)
    if end is not None:
        races.take_prize(editor, end.high, end.low)


def rules(board: Board) -> Iterator[Rule[NumberSheet]]:
    """Yield the rules of towers: they ascend, grow from floor to floor, and their ends have a value."""
    for tower in board.towers:
        yield ascending.Ascending(tower.slots, Message("numbers ascend from floor to floor"))
        yield OwnRule(tower, _check_growth)
    for slot, end in board.end_at.items():
        yield Race(end.id, end.high, (slot,), end.low)
    yield OwnRule(board, None, lambda sheet: in_time(sheet, board))


def _check_growth(tower: Tower, marks: Marks) -> Iterator[Contradiction]:
    filled = [index for index, slot in enumerate(tower.slots) if slot in marks]
    if not filled:
        return
    gap = next((index for index in range(filled[0], filled[-1]) if index not in filled), None)
    if gap is not None:
        below = max(index for index in filled if index < gap)
        above = min(index for index in filled if index > gap)
        fields = tuple(tower.slots[index] for index in (below, gap, above))
        why = Message(
            "{empty} between {lower} and {upper} is empty, but a tower has no gaps",
            empty=fields[1],
            lower=fields[0],
            upper=fields[2],
        )
        yield Contradiction(fields, why, RuleCode.GROWTH)
    elif not any(slot in marks for slot in tower.start_slots):
        slots = [tower.slots[index] for index in filled]
        why = Message("{tower} is filled, but none of its start floors is", tower=tower.id)
        fields = (*slots, *tower.start_slots)
        yield Contradiction.counting(fields, why, RuleCode.GROWTH, few=fields)


def inward_slot(tower: Tower, slot: str) -> str | None:
    """Return the neighbour that is filled before a slot, towards the start floors; None for start floors."""
    if slot in tower.start_slots:
        return None
    index = tower.slots.index(slot)
    return tower.slots[index + 1 if index < tower.slots.index(tower.start_slots[0]) else index - 1]


def in_time(sheet: NumberSheet, board: Board) -> None:
    """State that a slot is filled after its inner neighbour. An X may follow a number in the same turn."""
    for slot, event in sheet.filled.items():
        neighbour = inward_slot(board.tower_of[slot], slot)
        if neighbour is None:
            continue
        at_once = slot in sheet.crosses and neighbour in sheet.numbers
        why = Message(
            "{neighbour} was filled before {slot}, because a tower grows from a start floor",
            neighbour=neighbour,
            slot=slot,
        )
        with sheet.model.rule(RuleCode.GROWTH, sheet.name(neighbour, slot), why):
            for turn in sheet.turns:
                before = turn if at_once else turn - 1
                sheet.model.implies(event.at(turn), filled_by(sheet, neighbour, before))


def closings(sheet: NumberSheet, board: Board, number: int) -> Iterator[tuple[Condition, ...]]:
    """Yield the conditions that close each slot to a number: ink, a number of its tower, or an unfilled neighbour."""
    for slot, tower in board.tower_of.items():
        neighbour, closing = inward_slot(tower, slot), ascending.closing(sheet, slot, number, tower.slots)
        if neighbour is None:
            yield closing
        elif neighbour in sheet.filled and sheet.filled[neighbour] not in closing:  # otherwise never open
            yield (*closing, NotYet(sheet.filled[neighbour]))


def filled_by(sheet: NumberSheet, slot: str, turn: int) -> Lit:
    """Return whether a slot is filled by the end of a turn."""
    return sheet.filled[slot].by(turn) if slot in sheet.filled else FALSE

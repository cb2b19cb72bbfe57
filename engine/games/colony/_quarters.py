"""Quarters: greenhouses grow with a number in theirs, from the top. Players race to fill one for its high bonus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.colony._board import Board
from fairsheet.engine.play.editor import Player, SheetEditor, next_of, slot_just_written
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules import races
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.rules.locations import Location
from fairsheet.engine.rules.races import Race
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Choice, Event, Last, Never
from fairsheet.languages.messages import Message


def choices(board: Board, player: Player, by: Cause) -> Iterator[Ink]:
    """Yield the next greenhouse of the quarter of this turn's number."""
    quarter = board.quarter_of[slot_just_written(player)]
    if (greenhouse := next_of(quarter.greenhouses, player.marks)) is not None:
        yield Ink(greenhouse, "circled", by)


def react_to_slot(board: Board, editor: SheetEditor, slot: str) -> None:
    """Take the bonus of a full quarter."""
    quarter = board.quarter_of[slot]
    if all(each in editor.marks for each in quarter.slots):
        races.take_prize(editor, quarter.bonus_high, quarter.bonus_low)


def rules(board: Board) -> Iterator[Rule[SheetInTime]]:
    """Yield the rules of quarters: each plant and tank needs a number, and a full quarter has one bonus circled."""
    for quarter in board.quarters.values():
        yield Ladder(quarter.greenhouses)
        yield Location(quarter.id, quarter.slots, (*quarter.greenhouses, *quarter.tanks))
        yield Race(quarter.id, quarter.bonus_high, quarter.slots, quarter.bonus_low)


def completions(sheet: NumberSheet, board: Board) -> dict[str, Event]:
    """Return when each quarter was full."""
    result: dict[str, Event] = {}
    for name, quarter in board.quarters.items():
        filled = [sheet.filled[slot] for slot in quarter.slots if slot in sheet.filled]
        full = len(filled) == len(quarter.slots)
        result[name] = Last(sheet.model, filled) if full else Never(sheet.model)
    return result


def state_plants(sheet: NumberSheet, board: Board, greenhouses: Mapping[str, Mapping[str, Choice]]) -> None:
    """State that a greenhouse is circled with a number in its quarter."""
    for name, made in greenhouses.items():
        written = [sheet.numbers[slot] for slot in board.quarters[name].slots if slot in sheet.numbers]
        for field, event in made.items():
            why = Message("{field} was circled in a turn with a number in {name}", field=field, name=name)
            with sheet.model.rule(RuleCode.LOCATION, sheet.name(field), why):
                for turn in event.turns:
                    sheet.model.implies(event.at(turn), *(number.at(turn) for number in written))

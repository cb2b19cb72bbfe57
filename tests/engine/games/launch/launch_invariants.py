"""What every honest sheet of launch has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.engine.games.launch._rules import Launch
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.tables import inked

GAME = Launch(load_sheet("launch"))
BOARD = GAME.board


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    assert crosses == sum(effect in marks for effect in BOARD.builds) <= 10
    arrows = sum(arrow in marks for arrow in BOARD.section_of_arrow)
    assert arrows == sum(effect in marks for effect in BOARD.prepares) <= 5
    for section in BOARD.sections.values():
        complete = BOARD.is_complete(section, marks)
        for effect in section.effects:
            symbol = BOARD.symbol[effect]
            if complete and symbol in ("rockets", "sabotage"):
                assert effect in marks
            if symbol == "idle-rockets":
                assert (effect in marks) == (complete and BOARD.arrow_of[effect] in marks)
            if not complete and symbol != "sabotage":
                assert effect not in marks
    crossed = [all(rocket in marks for rocket in row.rockets) for row in BOARD.rows]
    assert crossed == sorted(crossed, reverse=True)
    assert crossed == [row.value in marks for row in BOARD.rows]
    closed = sum(marks.get(error) == "circled+crossed" for error in BOARD.errors)
    assert all(crossed) or not (closed or inked(marks, "extra-rocket."))


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    for record in played.records:
        history, marks = played.histories[record.seat], record.marks
        own = sum(ink.by == "error" for turn in history for ink in turn.ink)
        assert sum(isinstance(marks.get(slot), int) for slot in BOARD.slots) + own == len(history)
        assert own <= inked(marks, "error.") <= 8
        total = marks["score.total"]
        assert isinstance(total, int) and total % 5 == 0
        assert (total == 150) == BOARD.is_launched(marks)
    symbols = [{symbol for symbol in BOARD.sabotages if symbol in marks} for marks in sheets.values()]
    assert all(each == symbols[0] for each in symbols)

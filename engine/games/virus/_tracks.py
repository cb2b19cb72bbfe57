"""The two tracks: every circled plant or tank crosses the next symbol.

A full row crosses its value and its bonus, and closes a walkway or circles an energy. Some symbols set off a virus or a
spread.
"""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.virus import _set_off
from fairsheet.engine.games.virus._board import Board, Row, VirusEditor
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.equals import is_choice
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import PLANT, ROBOT, WATER
from fairsheet.engine.play.rule import OwnRule, Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause, Ink
from fairsheet.engine.rules.account import Account, Tally
from fairsheet.engine.rules.ladders import Ladder
from fairsheet.engine.solver.constraint_model import Lit
from fairsheet.languages.messages import Message, counted
from fairsheet.sheets.model.marks import Marks

# --- in play ----------------------------------------------------------------------------------------------


def advance(editor: VirusEditor, kind: str, by: Cause) -> None:
    """Cross the next symbol of a track, and apply its effects: the row's value and action, a virus, a spread."""
    track = editor.board.tracks[kind]
    symbol = next_of(track.symbols, editor.marks)
    if symbol is None:
        return
    editor.mark(symbol, "crossed", by)
    for row in track.rows:
        if symbol == row.symbols[-1]:
            _complete_row(editor, row)
    _set_off.react_to_symbol(editor, symbol)


def _complete_row(editor: VirusEditor, row: Row) -> None:
    editor.mark(row.value, "crossed", "bonus")
    editor.mark(row.bonus, "crossed", "bonus")
    left = open_walkways(editor) if row.action == ROBOT else _energies_left(editor)
    if left:
        editor.pending.append(row.action)


def open_walkways(editor: VirusEditor) -> list[str]:
    """Return the walkways that can be closed."""
    return [walkway for walkway in editor.board.walkways if walkway not in editor.marks]


def _energies_left(editor: VirusEditor) -> list[str]:
    """Return the next energy of every quarter with empty slots."""
    blank = (
        next_of(editor.mark_order(quarter.energies, "circled"), editor.marks)
        for id_, quarter in editor.board.quarters.items()
        if not editor.board.is_complete(id_, editor.marks)
    )
    return [energy for energy in blank if energy is not None]


def row_steps(board: Board, player: Player) -> Iterator[Step]:
    """Yield the ways to take the action of a full row: any walkway, or an energy of any quarter with empty slots."""
    editor, action = VirusEditor(board, player), player.pending[0]
    if action == ROBOT:
        for walkway in open_walkways(editor):
            yield Step(player.seat, action, (Ink(walkway, "drawn", "bonus"),))
    else:
        for energy in _energies_left(editor):
            yield Step(player.seat, action, (Ink(energy, "circled", "bonus"),))


def take_for_row(board: Board, player: Player, step: Step) -> Player:
    """Return the player after the mark of a full row. Raises IllegalStep."""
    action = player.pending[0]
    match step.ink:
        case (Ink() as ink,) if step.kind == action:
            choices = (each.ink[0] for each in row_steps(board, player))
            if not is_choice(ink, choices, board.equals, player.marks):
                why = f"the {action} of a full row does not allow {ink.mark} in {ink.field} now"
                raise IllegalStep(RuleCode.ROW, why)
            editor = VirusEditor(board, player)
            editor.pending.pop(0)
            editor.make(ink)
            return editor.player()
    raise IllegalStep(RuleCode.ROW, f"a row is full, so its {action} comes first")


# --- on a final sheet -------------------------------------------------------------------------------------


def rules(board: Board) -> Iterator[Rule[SheetModel]]:
    """Yield the rules of tracks: one symbol for each plant or tank, in order, and the marks of full rows."""
    words = {
        PLANT: Message("{off} plants crossed in the plant rows: {made} for {earned} circled in the quarters"),
        WATER: Message("{off} drops crossed in the water rows: {made} for {earned} circled in the quarters"),
    }
    for kind, track in board.tracks.items():
        circled = Tally(tuple(board.sources(kind)))
        yield Ladder(track.symbols)
        yield Account(RuleCode.TRACK, words[kind], circled, Tally(track.symbols))
        for row in track.rows:
            yield OwnRule(row, _check_row)
    yield OwnRule(board, None, rows_in_time)


def _check_row(row: Row, marks: Marks) -> Iterator[Contradiction]:
    end = row.symbols[-1]
    for field in (row.value, row.bonus):
        if (field in marks) != (end in marks):
            crossed, blank = (field, end) if field in marks else (end, field)
            why = Message("{symbol} is crossed, but {effect} is not", symbol=crossed, effect=blank)
            yield Contradiction((field, end), why, RuleCode.ROW)


# --- in time ----------------------------------------------------------------------------------------------


def row_full(sheet: SheetModel, kind: str, turn: int) -> Lit:
    """Return whether a row of a track became full in a turn."""
    ends = (row.symbols[-1] for row in sheet.board.tracks[kind].rows)
    return sheet.model.any_of(sheet.crossing[end].at(turn) for end in ends if end in sheet.crossing)


def rows_in_time(sheet: SheetModel) -> None:
    """State that a full row closes a walkway, or circles an energy of a quarter that is not complete, if possible."""
    model, quarters, turns = sheet.model, sheet.board.quarters, sheet.turns
    rest = [id_ for id_ in quarters if id_ not in sheet.complete]
    left = any(energy not in sheet.marks for id_ in rest for energy in quarters[id_].energies)
    all_closed = len(sheet.walkways) == len(sheet.board.walkways)
    plants, drops = (
        [row.symbols[-1] for row in sheet.board.tracks[kind].rows if row.symbols[-1] in sheet.marks]
        for kind in (PLANT, WATER)
    )
    why = Message(
        "{walkways}: {rows} of plants closed one each, robots the others",
        rows=counted(len(plants), "full row"),
        walkways=counted(len(sheet.walkways), "closed walkway"),
    )
    with model.rule(RuleCode.ROW, sheet.name(*sheet.walkways, *plants), why):
        for turn in turns:
            drawn = [(1, event.at(turn)) for event in sheet.walkways.values()]
            given = [(-1, sheet.robots[turn]), (-1, row_full(sheet, PLANT, turn))]
            model.linear([*drawn, *given], None if all_closed else 0, 0)
        rows = [(1, row_full(sheet, PLANT, turn)) for turn in turns]
        closed = len(sheet.walkways)
        model.linear([*sheet.until(sheet.robots, sheet.last), *rows], closed, None if all_closed else closed)
    inked = [e for quarter in quarters.values() for e in quarter.energies if e in sheet.marks]
    why = Message(
        "the full row of drops circled an energy",
        "the {n} full rows of drops circled an energy each",
        n=len(drops),
    )
    if not drops:
        why = Message("no row of drops is full, so none circled an energy")
    with model.rule(RuleCode.ROW, sheet.name(*inked, *drops), why):
        for turn in turns:
            bonuses = [(1, made[turn]) for made in sheet.energy_bonuses.values()]
            full = row_full(sheet, WATER, turn)
            model.linear([*bonuses, (-1, full)], 0 if left else None, 0)
            if not left:
                none = [full, *(-literal for _, literal in bonuses)]
                for id_, quarter in quarters.items():
                    circled, evacuated = sheet.energies_by(id_, turn), sheet.evacuated(id_, turn)
                    model.linear(circled, len(quarter.energies), None, given=(*none, -evacuated))
            for id_ in sheet.complete:
                model.implies(sheet.energy_bonuses[id_][turn], -sheet.evacuated_when_acting(id_, turn))
        rows = [(-1, row_full(sheet, WATER, turn)) for turn in turns]
        bonuses = [term for made in sheet.energy_bonuses.values() for term in sheet.until(made, sheet.last)]
        model.linear([*bonuses, *rows], 0 if left else None, 0)

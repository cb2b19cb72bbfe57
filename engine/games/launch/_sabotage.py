"""Sabotage: whoever completes its section first sets it off; all others suffer it, which circles an error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.games.base.proof_claims import Broadcast
from fairsheet.engine.games.launch._board import Board
from fairsheet.engine.games.launch._editor import LaunchEditor
from fairsheet.engine.games.launch._system_errors import Suffered
from fairsheet.engine.play.editor import Player, next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.rules import races
from fairsheet.engine.solver.constraint_model import FALSE
from fairsheet.engine.solver.timeline import first_among, is_among_first
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.support.phrases import counted

if TYPE_CHECKING:
    from fairsheet.engine.games.launch._proof import TableModel


def suffered(board: Board, state: State) -> tuple[Player, ...]:
    """In play: the players after sabotages. Who set a symbol off this turn has crossed it already."""
    set_off = list(races.won(state, board.sabotages))
    players = []
    for player in state.players:
        editor = LaunchEditor(board, player)
        for symbol in set_off:
            if symbol not in editor.marks:
                error = next_of(editor.mark_order(board.errors, "circled"), editor.marks)
                if error is not None:
                    editor.mark(error, "circled", "incident")
                editor.mark(symbol, "crossed", "incident")
        players.append(editor.player())
    return tuple(players)


def contradictions(board: Board, marks: Marks, deal: Deal | None) -> Iterator[Contradiction]:
    """On a final sheet: sabotages crossed in open sections without an error circled for them, or with nobody else."""
    crossed = board.suffered(marks)
    circled = tuple(error for error in board.errors if error in marks)
    if crossed and deal is not None and deal.players == 1 and deal.solo is None:
        yield Contradiction(crossed[:1], f"nobody else can have set off {crossed[0]}", RuleCode.SABOTAGE)
    elif len(circled) < min(len(crossed), len(board.errors)):
        errors = counted(len(circled), "error is", "errors are")
        why = f"opponents set off {counted(len(crossed), 'sabotage')}, but {errors} circled"
        yield Contradiction((*crossed, *circled), why, RuleCode.SABOTAGE)


def in_time(table: TableModel, symbol: str) -> dict[int, Suffered]:
    """In time: a symbol is set off once for all, in the turn in which the first players complete its section.

    An X costs two marks elsewhere, so nobody completes a section of n slots before turn n.
    """
    model, section, absent = table.model, table.board.home_of[symbol], table.request.absent
    having = [seat for seat, player in table.players.items() if symbol in player.marks]
    if not having:
        return {}
    lacking = [seat for seat in table.players if seat not in having]
    if lacking:
        words = f"{symbol} is crossed by {_seats(having)} but not by {_seats(lacking)}"
        with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in table.players], words):
            model.clause()
    all_complete = {seat: table.players[seat].sections.complete[section.id] for seat in having}
    completions = {seat: event for seat, event in all_complete.items() if event.last}
    words = f"{symbol} is crossed, but nobody can have completed {section.id}"
    with model.rule(RuleCode.SABOTAGE, [(seat, symbol) for seat in having], words):
        if not completions and not absent:
            model.clause()
        first = first_among(model, completions, table.turns, absent, len(section.slots))
    set_off = {seat: is_among_first(model, event, first, table.turns) for seat, event in completions.items()}
    table.broadcast[symbol] = Broadcast(first, tuple(set_off.values()))
    return {seat: Suffered(first, -set_off.get(seat, FALSE)) for seat in having}


def _seats(seats: list[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {' and '.join(str(seat) for seat in seats)}"

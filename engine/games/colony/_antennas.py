"""Antennas: those of a place are circled as soon as it is both filled and connected to the rocket."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.base.proof_sheet import NumberSheet
from fairsheet.engine.games.colony._board import Board
from fairsheet.engine.games.colony._tunnels import NetworkInTime
from fairsheet.engine.play.editor import SheetEditor
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import FALSE, Lit
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


def react_to_place(board: Board, editor: SheetEditor, place: str) -> None:
    """Circle the antennas of a place that was filled, if it is connected."""
    if place in board.antennas_at and place in board.network.reached(editor.marks):
        _circle(board, editor, place)


def react_to_tunnel(board: Board, editor: SheetEditor, tunnel: str) -> None:
    """Circle the antennas of filled places that a tunnel connects."""
    for place in board.network.ends[tunnel]:
        if board.is_filled(place, editor.marks):
            _circle(board, editor, place)


def _circle(board: Board, editor: SheetEditor, place: str) -> None:
    for antenna in board.antennas_at.get(place, ()):
        if antenna not in editor.marks:
            editor.mark(antenna, "circled", "bonus")


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions on a final sheet about antennas circled too early or not circled."""
    reached = board.network.reached(marks)
    for place, antennas in board.antennas_at.items():
        filled, joined = board.is_filled(place, marks), place in reached
        shown = (place,) if place in board.quarter_of else ()
        tunnels = tuple(board.network.at.get(place, ()))
        for antenna in antennas:
            if antenna in marks and not filled:
                why = Message("{antenna} is circled, but {place} is empty", antenna=antenna, place=place)
                yield Contradiction((antenna, *shown), why, RuleCode.ANTENNA)
            elif antenna in marks and not joined:
                why = Message(
                    "{antenna} is circled, but no tunnels lead from the rocket to {place}",
                    antenna=antenna,
                    place=place,
                )
                yield Contradiction.counting((antenna, *tunnels), why, RuleCode.ANTENNA, few=(antenna,))
            elif antenna not in marks and filled and joined:
                drawn = tuple(tunnel for tunnel in tunnels if tunnel in marks)
                why = Message(
                    "{antenna} is not circled, but {place} is filled and joined to the rocket",
                    place=place,
                    antenna=antenna,
                )
                yield Contradiction.counting(
                    (antenna, *shown, *drawn), why, RuleCode.ANTENNA, few=(antenna, *shown)
                )


def in_time(sheet: NumberSheet, board: Board, network: NetworkInTime, place: str, turn: int) -> Lit:
    """Return whether the antennas of a place are circled by the end of a turn."""
    if place in board.always_filled:
        return network.connected(place, turn)
    if place not in sheet.filled:
        return FALSE
    return sheet.model.all_of([sheet.filled[place].by(turn), network.connected(place, turn)])

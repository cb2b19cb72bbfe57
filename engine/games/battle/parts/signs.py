"""Signs: in turn 0 every player chooses one that no neighbour has, and draws it on the own ship of both sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from fairsheet.engine.games.battle.parts.board import Board
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.solver.constraint_model import Model
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sides import FAR, NEAR, next_seat

# --- in play ----------------------------------------------------------------------------------------------


def choosing_seat(board: Board, state: State) -> int | None:
    """The first seat whose sign is not chosen yet."""
    seats = {seat for player in state.players for seat in _owners(state, player).values()}
    return next((seat for seat in sorted(seats) if not _sign_of(board, state, seat)), None)


def sign_steps(board: Board, state: State) -> list[Step]:
    """Every sign that the seat to choose may take."""
    seat = choosing_seat(board, state)
    if seat is None:
        return []
    taken = set(_neighbours_signs(board, state, seat))
    return [
        Step(seat, "setup", tuple(_ships(board, state, seat, sign)))
        for sign in board.signs
        if sign not in taken
    ]


def choose_sign(board: Board, state: State, step: Step) -> State:
    """The state after a sign was chosen; after the last one turn 1 begins. Raises IllegalStep."""
    if step not in sign_steps(board, state):
        raise IllegalStep(
            RuleCode.SIGN,
            f"seat {choosing_seat(board, state)} chooses a sign that no neighbour has, the same on both sheets",
        )
    players = []
    for player in state.players:
        editor = BattleEditor(board, player, board.sides[NEAR])
        for ink in step.ink:
            if ink.sheet == player.seat:
                editor.make(ink)
        players.append(editor.player())
    state = msgspec.structs.replace(state, players=tuple(players))
    if choosing_seat(board, state) is not None:
        return state
    begun = (Player(p.seat, p.mark_order, p.marks, (Turn(0, None, p.ink),)) for p in state.players)
    return msgspec.structs.replace(state, players=tuple(begun), turn=1)


def _owners(state: State, player: Player) -> dict[str, int]:
    """Whose the sides of a sheet are."""
    return {NEAR: player.seat, FAR: next_seat(player.seat, state.deal.players)}


def _ships(board: Board, state: State, seat: int, sign: Mark) -> Iterator[Ink]:
    """The sign on the ships of a seat, on the sheets available, the left-hand one first."""
    for side in (NEAR, FAR):
        for player in state.players:
            if _owners(state, player)[side] == seat:
                yield Ink(board.sides[side].sign, sign, "setup", player.seat)


def _sign_of(board: Board, state: State, seat: int) -> Mark | None:
    ships = (
        player.marks.get(board.sides[side].sign)
        for player in state.players
        for side, owner in _owners(state, player).items()
        if owner == seat
    )
    return next((sign for sign in ships if sign is not None), None)


def _neighbours_signs(board: Board, state: State, seat: int) -> Iterator[Mark | None]:
    for player in state.players:
        owners = list(_owners(state, player).values())
        if seat in owners:
            yield from (_sign_of(board, state, other) for other in owners if other != seat)


# --- on a final sheet -------------------------------------------------------------------------------------


def ships_missing(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Ships without the signs of two players: without them no sign is anybody's."""
    near, far = (side.sign for side in board.sides.values())
    for ship in (near, far):
        if ship not in marks:
            yield Contradiction(
                (ship,), f"{ship} is blank, but both players draw their signs first", RuleCode.SIGN
            )
    if near in marks and marks.get(near) == marks.get(far):
        yield Contradiction((near, far), "neighbours have different signs", RuleCode.SIGN)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Signs are those of the two players; a half of a flag bears its own side's."""
    both = [marks[side.sign] for side in board.sides.values()]
    for field in (*board.spaces, *board.moons, *board.asteroids):
        if field in marks and marks[field] not in both:
            yield Contradiction(
                (field,), f"a {marks[field]} in {field} is neither player's sign", RuleCode.SIGN
            )
    for planet in board.planets.values():
        for name, flag in planet.flags.items():
            if flag in marks and marks[flag] != marks[board.sides[name].sign]:
                why = f"{flag} bears a {marks[flag]}, but it is the {name} side's"
                yield Contradiction((flag, board.sides[name].sign), why, RuleCode.SIGN)


# --- in time ----------------------------------------------------------------------------------------------


def in_time(model: Model, board: Board, sheets: Mapping[int, Marks], players: int) -> None:
    """Every player has the same sign on both sheets."""
    near, far = (board.sides[side].sign for side in (NEAR, FAR))
    for seat, marks in sheets.items():
        other = next_seat(seat, players)
        if other not in sheets:
            continue
        why = f"seat {other} has the same sign on both sheets"
        with model.rule(RuleCode.SIGN, [(seat, far), (other, near)], why):
            if marks.get(far) != sheets[other].get(near):
                model.clause()

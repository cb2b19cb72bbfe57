"""Signs: in turn 0 every player chooses one that no neighbour has, and draws it on the own ship of both sheets."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from fairsheet.engine.games.battle.parts.board import Board
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, Step
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Ink, Turn
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


def draw(board: Board, state: State, step: Step) -> State:
    """The state after a sign was drawn on its ships; turn 1 begins where none is left to be drawn."""
    players = []
    for player in state.players:
        editor = BattleEditor(board, player, board.sides[NEAR])
        for ink in step.ink:
            if ink.sheet == player.seat:
                editor.make(ink)
        players.append(editor.player())
    if any(side.sign not in player.marks for player in players for side in board.sides.values()):
        return replace(state, players=tuple(players))
    begun = (replace(player, ink=(), turns=(Turn(0, None, player.ink),)) for player in players)
    return replace(state, players=tuple(begun), turn=1)


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
        for side in board.sides.values():
            flag = side.flags[planet.id]
            if flag in marks and marks[flag] != marks[side.sign]:
                why = f"{flag} bears a {marks[flag]}, but it is the {side.name} side's"
                yield Contradiction((flag, side.sign), why, RuleCode.SIGN)

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
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sides import NEAR, next_seat

# --- in play ----------------------------------------------------------------------------------------------


def _ships(board: Board, state: State) -> Iterator[tuple[int, Player, str]]:
    """Yield the ships on the available sheets, near sides first: the owner's seat, the sheet's player, the field."""
    for name, side in board.sides.items():
        for player in state.players:
            owner = player.seat if name == NEAR else next_seat(player.seat, state.deal.players)
            yield owner, player, side.sign


def choosing_seat(board: Board, state: State) -> int | None:
    """Return the first seat that has not chosen its sign; None if all have."""
    return min(
        (seat for seat, player, ship in _ships(board, state) if ship not in player.marks), default=None
    )


def sign_steps(board: Board, state: State) -> list[Step]:
    """Return every sign that the next seat may choose for its ships: none that a neighbour has."""
    seat = choosing_seat(board, state)
    if seat is None:
        return []
    ships = [(player, ship) for owner, player, ship in _ships(board, state) if owner == seat]
    taken = {player.marks.get(side.sign) for player, _ in ships for side in board.sides.values()}
    return [
        Step(seat, "setup", tuple(Ink(ship, sign, "setup", player.seat) for player, ship in ships))
        for sign in board.signs
        if sign not in taken
    ]


def draw(board: Board, state: State, step: Step) -> State:
    """Return the state after a sign was drawn on its ships. Turn 1 begins after the last sign."""
    players = []
    for player in state.players:
        editor = BattleEditor(board, player, board.sides[NEAR])
        for ink in step.ink:
            if ink.sheet == player.seat:
                editor.make(ink)
        players.append(editor.player())
    state = replace(state, players=tuple(players))
    if choosing_seat(board, state) is not None:
        return state
    begun = (replace(player, ink=(), turns=(Turn(0, None, player.ink),)) for player in players)
    return replace(state, players=tuple(begun), turn=1)


# --- on a final sheet -------------------------------------------------------------------------------------


def ships_missing(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about blank ships, or ships with equal signs: then signs belong to nobody."""
    near, far = (side.sign for side in board.sides.values())
    for ship in (near, far):
        if ship not in marks:
            why = Message("{ship} is blank, but both players draw their signs first", ship=ship)
            yield Contradiction((ship,), why, RuleCode.SIGN)
    if near in marks and marks.get(near) == marks.get(far):
        yield Contradiction((near, far), Message("both players have the same sign"), RuleCode.SIGN)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about signs that neither player has, and flags with the other side's sign."""
    both = [marks[side.sign] for side in board.sides.values()]
    for field in (*board.spaces, *board.moons, *board.asteroids):
        if field in marks and marks[field] not in both:
            yield Contradiction(
                (field,),
                Message(
                    "a {mark} in {field} is neither player's sign", mark=term(str(marks[field])), field=field
                ),
                RuleCode.SIGN,
            )
    for planet in board.planets.values():
        for side in board.sides.values():
            flag = side.flags[planet.id]
            if flag in marks and marks[flag] != marks[side.sign]:
                why = Message(
                    "{flag} has a {mark}, which is not the sign of the {side} side",
                    flag=flag,
                    mark=term(str(marks[flag])),
                    side=term(side.name),
                )
                yield Contradiction((flag, side.sign), why, RuleCode.SIGN)

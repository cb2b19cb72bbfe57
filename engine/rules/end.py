"""The game ends with the turn in which somebody has claimed all missions, inked all errors or filled all slots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.ink import Marks
from engine.rules.codes import RuleCode

if TYPE_CHECKING:
    from engine.games.base.proof_table import NumberTable
    from engine.proof.timeline import Event


def endings(
    claims: Collection[tuple[str, str]], errors: Sequence[str], slots: Sequence[str], marks: Marks
) -> Iterator[str]:
    """In play and on a final sheet: what ends the game. `claims` are the fields of a first and of a later claim."""
    if all(first in marks or later in marks for first, later in claims):
        yield "missions"
    if all(error in marks for error in errors):
        yield "errors"
    if all(slot in marks for slot in slots):
        yield "slots"


def in_time(table: NumberTable[Any], seat: int) -> None:
    """In time: nothing that ends the game happened before the last turn."""
    player, board, claims = table.players[seat], table.number_board, table.claims[seat]
    ends: list[Iterable[Event]] = []
    if len(claims) == len(table.request.missions):
        ends.append(claims.values())
    if len(player.errors) == len(board.errors):
        ends.append(player.erring.values())
    if all(slot in player.marks for slot in board.slots):
        ends.append(player.filled.values())
    words = f"seat {seat} did nothing that ends the game before the last turn"
    with table.model.rule(RuleCode.END, player.name(*table.claimed(seat), *player.errors), words):
        for events in ends:
            table.model.clause(*(-event.by(player.last - 1) for event in events))

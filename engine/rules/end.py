"""The game ends with the turn in which a player has claimed all missions, inked all errors or filled all slots."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.engine.solver.timeline import Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


def endings(
    claims: Collection[tuple[str, str]], errors: Sequence[str], slots: Sequence[str], marks: Marks
) -> Iterator[str]:
    """Yield the reasons why the game ends. `claims` are the fields of a first and of a later claim."""
    if all(first in marks or later in marks for first, later in claims):
        yield "missions"
    if all(error in marks for error in errors):
        yield "errors"
    if all(slot in marks for slot in slots):
        yield "slots"


def in_time(player: SheetInTime, last_claims: Collection[Event] | None, claim_fields: Sequence[str]) -> bool:
    """State that nothing ended the game before the last turn. Return whether the player ended it then.

    `last_claims` are the claims of all missions if all were claimed, otherwise None.
    """
    board = player.board
    ends: list[Iterable[Event]] = [] if last_claims is None else [last_claims]
    if len(player.errors) == len(board.errors):
        ends.append(player.erring.values())
    if all(slot in player.marks for slot in board.slots):
        ends.append(player.filled.values())
    words = Message("the game went on to turn {last}, so player {seat} did not end it before")
    words = words.filled(seat=player.seat, last=player.last)
    with player.model.rule(RuleCode.END, player.name(*claim_fields, *player.errors), words):
        for events in ends:
            player.model.clause(*(-event.by(player.last - 1) for event in events))
    return bool(ends)

"""The sheets to blame if the sheets of a table are impossible together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fairsheet.engine.proof.prove import Proof

Ask = Callable[[Sequence[int]], Proof]  # prove some seats with all others absent


class Blame(msgspec.Struct, frozen=True):
    """Seats to blame, and the seats that together show why (one of them may only be a witness)."""

    seats: tuple[int, ...]
    conflict: tuple[int, ...]


def blame(seats: Sequence[int], ask: Ask) -> list[Blame]:
    """Return who is to blame for seats that are impossible together; nobody if a proof was undecided.

    A sheet that is impossible even with all others absent is to blame alone. Otherwise one sheet is to blame if the
    others are possible only without it. If there are several such sheets or none, all sheets of a smallest conflict are
    to blame.
    """
    if len(seats) == 1:
        return [Blame(tuple(seats), tuple(seats))]
    answers: dict[tuple[int, ...], str] = {}

    def outcome(group: Sequence[int]) -> str:
        key = tuple(group)
        if key not in answers:
            answers[key] = ask(group).outcome
        return answers[key]

    alone = [seat for seat in seats if outcome([seat]) == "impossible"]
    if alone:
        return [Blame((seat,), (seat,)) for seat in alone]
    if "undecided" in answers.values():
        return []
    conflict = list(seats)
    for seat in seats:
        rest = [other for other in conflict if other != seat]
        match outcome(rest):
            case "undecided":
                return []
            case "impossible":
                conflict = rest
    suspects = []
    for seat in conflict:
        match outcome([other for other in seats if other != seat]):
            case "undecided":
                return []
            case "possible":
                suspects.append(seat)
    guilty = suspects if len(suspects) == 1 else conflict
    return [Blame(tuple(guilty), tuple(conflict))]

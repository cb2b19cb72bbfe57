"""Which sheets of a table cannot stand, where not all of them can stand together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fairsheet.engine.proof.prove import Proof

Ask = Callable[[Sequence[int]], Proof]  # proves some seats with all others absent


class Blame(msgspec.Struct, frozen=True):
    """Seats that are to blame, and seats that together show why (one of them may only be a witness to it)."""

    seats: tuple[int, ...]
    conflict: tuple[int, ...]


def blame(seats: Sequence[int], ask: Ask) -> list[Blame]:
    """Who is to blame for seats that are impossible together; nobody where a proof did not come to an end.

    A sheet that is impossible even with all others absent is to blame alone. Otherwise the one without which
    the others can stand is; where there are several such sheets, or none, all that are in a smallest conflict
    are.
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

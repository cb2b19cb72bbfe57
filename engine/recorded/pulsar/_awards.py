"""Check the awards of 7 and 4 points for two gyrodynes of one size: who may have them, and who won them when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.pulsar._both_sheets import (
    SeatSheets,
    by_seat,
    completed,
    inked_by_seats,
    joined_sheets,
)
from fairsheet.engine.recorded.pulsar.played.draft_replay import Replay
from fairsheet.engine.recorded.pulsar.played.position import AWARDS, CLAIMS, LEDGER, SIZES, has_ink
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.support.phrases import there_are_message

_OF_SIZE = {
    "small": Message("the award of {worth} for small gyrodynes"),
    "medium": Message("the award of {worth} for medium gyrodynes"),
    "large": Message("the award of {worth} for large gyrodynes"),
}
BUILT_FOR_ONE, BUILT_FOR_BOTH = 2, 4  # gyrodynes of a size


def award_findings(table: Sheets, players: int, replay: Replay) -> Findings:
    """Check awards, award-action."""
    seats = by_seat(table)
    for own in seats.values():
        yield from _too_few_built(own)
    ledgers = [each for each in table if each.record.sheet == LEDGER]
    complete: dict[int, TableSheet] = {}
    if len(ledgers) == players and all(_notes_claims(each, table) for each in ledgers):
        complete = {each.record.seat: completed(each, table) for each in ledgers}
    acting = {each.number: each.acting for each in replay.rounds}
    winners = {
        f"award.{size}-{worth}": seat
        for size in (SIZES if complete else ())
        for worth, seat in zip(AWARDS, _winners(complete, size, acting) or (), strict=False)
    }
    for size in SIZES:
        for worth in AWARDS:
            field = f"award.{size}-{worth}"
            owners = inked_by_seats(seats, (field,))
            winner = winners.get(field)
            if len(owners) > 1:
                may_have = [group for group in owners if _may_have(seats[_seat_of(group)], size)]
                if winner is None and len(may_have) == 1:
                    winner = _seat_of(may_have[0])
                others = [on_sheet for group in owners if _seat_of(group) != winner for on_sheet in group]
                why = Message(
                    "Only one player can have {award}, but {having} players have it.",
                    award=_award_words(field),
                    having=len(owners),
                )
                yield from cross_sheet_findings("awards", "error", why, others)
    yield from _wrong_winners(complete, winners)
    for each in ledgers:
        yield from _award_actions(completed(each, table))


def _seat_of(owners: SeatSheets) -> int:
    return owners[0][0].record.seat


def _may_have(own: Sheets, size: str) -> bool:
    """Return whether a player has two gyrodynes of a size on own pulsars, or has filled in no gyrodynes at all."""
    marks = joined_sheets(own)[0].record.marks
    return not has_ink(marks, "claim-") or len(_of_size(marks, size)) >= BUILT_FOR_ONE


def _of_size(marks: Marks, size: str) -> tuple[str, ...]:
    """Return the fields of the gyrodynes of a size that are on pulsars."""
    return tuple(field for n in CLAIMS if (field := f"claim-{n}.size-{size}") in marks)


def _award_words(field: str) -> Message:
    """Return the name of an award for people.

    >>> _award_words("award.small-7")
    'the award of 7 for small gyrodynes'
    """
    size, _, worth = field.removeprefix("award.").partition("-")
    return _OF_SIZE[size].filled(worth=worth)


def _too_few_built(own: Sheets) -> Findings:
    """Check awards: one needs two gyrodynes of a size on own pulsars, both need four; skipped without pulsars."""
    marks = joined_sheets(own)[0].record.marks
    if not has_ink(marks, "claim-"):
        return
    for size in SIZES:
        built = _of_size(marks, size)
        awards = tuple(field for worth in AWARDS if (field := f"award.{size}-{worth}") in marks)
        if awards and len(built) < (BUILT_FOR_BOTH if len(awards) > 1 else BUILT_FOR_ONE):
            words = Message(
                "An award needs two gyrodynes of its size on the player’s pulsars, but {there_are}."
            )
            if len(awards) > 1:
                words = Message(
                    "Both awards need four gyrodynes of their size on the player’s pulsars, but {there_are}."
                )
            why = words.filled(there_are=there_are_message(len(built)))
            for each in own:
                fields = tuple(field for field in (*awards, *built) if field in each.record.marks)
                if fields:
                    yield finding_on(each, "awards", "error", fields, why)


def _notes_claims(ledger: TableSheet, table: Sheets) -> bool:
    """Return whether a ledger has its player's gyrodynes, unless no sheet of the player shows any. Another sheet has no
    rounds, and an award implies gyrodynes."""
    return has_ink(ledger.record.marks, "claim-") or not any(
        has_ink(each.record.marks, begin)
        for each in table
        if each.record.seat == ledger.record.seat
        for begin in ("claim-", "award.")
    )


def _notes_end(ledger: TableSheet) -> bool:
    """Return whether a ledger has the end of the game; otherwise the final sheet has it, and may be missing."""
    return any(has_ink(ledger.record.marks, begin) for begin in ("award.", "end.", "final."))


def _wrong_winners(ledgers: Mapping[int, TableSheet], winners: Mapping[str, int | None]) -> Findings:
    """Check awards: the first two players with two of a size have its awards; who first has four has both.

    No award is missing if nobody has crossed any. A player with another's award, or without an own one, may have noted
    a gyrodyne wrongly; so may the winner who has not crossed it either.
    """
    keeps_awards = any(has_ink(each.record.marks, "award.") for each in ledgers.values())
    for field, winner in winners.items():
        wrong = [
            seat
            for seat, each in ledgers.items()
            if (crossed := field in each.record.marks) != (seat == winner)
            and (crossed or (keeps_awards and _notes_end(each)))
        ]
        if wrong and winner is not None and field not in ledgers[winner].record.marks:
            wrong = sorted({*wrong, winner})
        name = Message("seat {seat}", seat=winner) if winner is not None else Message("nobody")
        sheets = [(ledgers[seat], (field, *_built_fields(ledgers[seat], field))) for seat in wrong]
        why = Message(
            "According to the rounds in which gyrodynes were built, {award} goes to {who}.",
            award=_award_words(field),
            who=name,
        )
        yield from cross_sheet_findings("awards", "error", why, sheets)


def _built_fields(ledger: TableSheet, award: str) -> tuple[str, ...]:
    """Return the fields of a ledger with the gyrodynes of an award's size, and the rounds of their building."""
    size = award.removeprefix("award.").rpartition("-")[0]
    own = [n for n in CLAIMS if f"claim-{n}.size-{size}" in ledger.record.marks]
    return ledger.inked(*(field for n in own for field in (f"claim-{n}.size-{size}", f"claim-{n}.built")))


def _winners(
    ledgers: Mapping[int, TableSheet], size: str, acting: Mapping[int, Sequence[int]]
) -> tuple[int | None, int | None] | None:
    """Return the seats that get the two awards of a size; None if the ledgers do not decide it."""
    built: dict[int, list[int]] = {}
    for seat, each in ledgers.items():
        marks = each.record.marks
        own = [n for n in CLAIMS if f"claim-{n}.size-{size}" in marks]
        if any(f"claim-{n}.built" not in marks for n in own):
            return None
        built[seat] = sorted(each.number_or_0(f"claim-{n}.built") for n in own)
    seconds = {seat: rounds[1] for seat, rounds in built.items() if len(rounds) >= 2}
    try:
        first = _earliest(seconds, acting)
        if first is None:
            return None, None
        later = {seat: number_of_round for seat, number_of_round in seconds.items() if seat != first}
        if len(built[first]) >= 4:
            later[first] = built[first][3]
        return first, _earliest(later, acting)
    except _UnknownOrder:
        return None


class _UnknownOrder(Exception):
    """Two players did something in one round whose order is unknown."""


def _earliest(rounds: Mapping[int, int], acting: Mapping[int, Sequence[int]]) -> int | None:
    """Return the seat that was first, by round, then by turn. Raises _UnknownOrder if the turns are unknown."""
    if not rounds:
        return None
    first = min(rounds.values())
    seats = [seat for seat, number_of_round in rounds.items() if number_of_round == first]
    if len(seats) == 1:
        return seats[0]
    if first not in acting:
        raise _UnknownOrder
    return min(seats, key=acting[first].index)


def _award_actions(sheet: TableSheet) -> Findings:
    """Check award-action: a round's actions include the awards won in it by the second or fourth gyrodyne of a size."""
    marks, won = sheet.record.marks, dict[int, list[str]]()
    for size in SIZES:
        awards = [field for worth in AWARDS if (field := f"award.{size}-{worth}") in marks]
        rounds = [marks.get(f"claim-{n}.built") for n in CLAIMS if f"claim-{n}.size-{size}" in marks]
        built = sorted(number_of_round for number_of_round in rounds if isinstance(number_of_round, int))
        if len(built) == len(rounds):
            for field, number_of_round in zip(awards, built[1::2], strict=False):
                won.setdefault(number_of_round, []).append(field)
    for number_of_round, fields in won.items():
        box = f"round-{number_of_round}.action"
        points = sum(int(field.rpartition("-")[2]) for field in fields)
        if box in marks and sheet.number_or_0(box) < points:
            why = Message(
                "Actions of round {number}: {written} written, but the awards won in it already give {points}.",
                number=number_of_round,
                points=points,
                written=marks[box],
            )
            yield finding_on(sheet, "award-action", "warn", (box, *fields), why)

"""Players' sheets of both kinds at one table: what a seat has on both agrees, and what is there once is taken once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from engine.recorded.pulsar.position import FINAL, LEDGER, SIZES, TECHNOLOGIES, position_of

SAME = {
    "same-seat": "The final sheet and the ledger of a player agree.",
    "tech-owners": "Two players at most have a technology, with two players one of those with one price.",
    "hq-unique": "There is one headquarters of each letter.",
}
ICONS = ("award.", "goal-", "head.hq-")  # icons that both sheets have
NUMBERS = ("spare.", "station.extra", "end.", "final.")
TWO_PRICES = ("1a", "1b", "1c", "8a")


def findings_alike(players: Sequence[TableSheet]) -> Iterator[tuple[TableSheet, Finding]]:
    """same-seat, and tech-owners and hq-unique where a table has sheets of both kinds.

    Among sheets of one kind their template checks it.
    """
    finals, ledgers = (
        {each.record.seat: each for each in players if each.record.sheet == kind} for kind in (FINAL, LEDGER)
    )
    for seat in sorted(finals.keys() & ledgers.keys()):
        yield from _of_one_seat(finals[seat], ledgers[seat])
    if finals and ledgers:
        yield from _taken_once(list((finals | ledgers).values()))


def _of_one_seat(final: TableSheet, ledger: TableSheet) -> Iterator[tuple[TableSheet, Finding]]:
    one, other = final.record.marks, ledger.record.marks
    differ = {field for field in one.keys() ^ other.keys() if field.startswith(ICONS)}
    differ |= {
        field
        for field in one.keys() & other.keys()
        if field.startswith(NUMBERS) and one[field] != other[field]
    }
    before, after = one.get("score.before"), other.get("round-8.score")
    if None not in (before, after) and before != after:
        differ |= {"score.before", "round-8.score"}
    here, there = position_of(final), position_of(ledger)
    for mine, theirs in (
        (here.patents, there.patents),
        (here.projects, there.projects),
        (here.runs, there.runs),
        (here.stations, there.stations),
    ):
        differ |= {(mine if id_ in mine else theirs)[id_] for id_ in mine.keys() ^ theirs.keys()}
    if len(here.online) != len(there.online):
        differ |= {*here.online, *there.online}
    for size in SIZES:
        if len(here.spinning[size]) != len(there.spinning[size]):
            differ |= {*here.spinning[size], *there.spinning[size]}
    for each in (final, ledger) if differ else ():
        fields = tuple(sorted(field for field in differ if field in each.sheet.field))
        yield (
            each,
            Finding("same-seat", "error", fields, "The final sheet and the ledger of this player differ."),
        )


def _taken_once(seats: Sequence[TableSheet]) -> Iterator[tuple[TableSheet, Finding]]:
    players = seats[0].record.game.players
    for technology in TECHNOLOGIES:
        most = 1 if players == 2 and technology not in TWO_PRICES else 2
        yield from _at_most(seats, (f"tech.t{technology}",), most, "tech-owners")
    for letter in "abcd":
        yield from _at_most(seats, (f"head.hq-{letter}1", f"head.hq-{letter}2"), 1, "hq-unique")


def _at_most(
    seats: Sequence[TableSheet], fields: Sequence[str], most: int, check: str
) -> Iterator[tuple[TableSheet, Finding]]:
    """A finding for each of the seats that have something, where they are too many."""
    having = [
        (each, inked) for each in seats if (inked := tuple(f for f in fields if f in each.record.marks))
    ]
    if len(having) > most and len({each.record.sheet for each, _ in having}) > 1:
        for each, inked in having:
            yield each, Finding(check, "error", inked, SAME[check])

"""Check picks, losses, third points, copied dice and places on the initiative track by the replayed drafts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from fairsheet.engine.checks.attribution import explaining, possibly_wrong
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, OnSheet, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.pulsar.played import draft
from fairsheet.engine.recorded.pulsar.played.draft_replay import (
    Replay,
    RoundReplayed,
    Stopped,
    ledgers_of,
    replay_of,
)
from fairsheet.engine.recorded.pulsar.played.draw import ROUNDS
from fairsheet.engine.recorded.pulsar.played.position import has_ink
from fairsheet.engine.recorded.pulsar.played.setup import (
    Setup,
    initiative_points,
    sheet_of_table,
    written_roll,
)
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import CheckLevel

Die = tuple[int, str]  # a seat and a field of its ledger
DICE = range(1, 7)


def draft_findings(table: Sheets, setup: Setup, replay: Replay) -> Findings:
    """Check draft-dice, draft-replay, losses, third-point, copied-die, final-initiative, first-order."""
    ledgers = ledgers_of(table)
    yield from _first_places(ledgers, setup)
    if replay.stopped is not None:
        yield from _impossible_pick(table, setup, replay.stopped)
    for each_round in replay.rounds:
        yield from _third_points(ledgers, each_round, setup.game.players)
        for ledger in ledgers.values():
            yield from _loss(ledger, each_round)
            yield from _copied_die(table, setup, ledger, each_round)
    if replay.last_places is not None:
        yield from _initiative(table, setup, replay.last_places)


def _initiative(table: Sheets, setup: Setup, places: Sequence[int]) -> Findings:
    """Check final-initiative: if several players' points contradict the drafts, any of them may be wrong. If there are
    players for whom one changed pick makes everything agree, only these are named."""
    ledgers = ledgers_of(table)
    points, wrong = initiative_points(places, len(ledgers)), wrong_initiative(ledgers, places)
    if not wrong:
        return
    words, box = Message("{points} to {owner}, not {written}"), "final.initiative"
    written = [
        words.filled(points=points[seat], owner=ledgers[seat].owner, written=ledgers[seat].number_or_0(box))
        for seat in wrong
    ]
    why = Message(
        "The drafts give these points for the initiative track: {written}.", written=joined("; ", written)
    )
    drafts = {seat: drafts_on(ledgers[seat]) if len(wrong) > 1 else () for seat in wrong}
    sheets = [(ledgers[seat], ("final.initiative", *drafts[seat])) for seat in wrong]
    if slips := picks_noted_wrongly(table, setup):
        sheets = [(ledgers[seat], drafts_on(ledgers[seat])) for seat in slips]
        why = Message("{why} One changed pick would make everything agree.", why=why)
    yield from cross_sheet_findings("final-initiative", "error", why, sheets)


def drafts_on(ledger: TableSheet, last: int = ROUNDS) -> tuple[str, ...]:
    """Return the marked fields of a ledger with its dice and moves, up to round `last`."""
    begins = tuple(
        f"draft-{number}.{what}" for number in range(1, last + 1) for what in ("die-", "move-", "rear-")
    )
    return ledger.inked_in(*begins)


def _first_places(ledgers: Mapping[int, TableSheet], setup: Setup) -> Findings:
    """Check first-order: the places in the first round are those that the seed draws."""
    for place, seat in enumerate(setup.first_order or (), 1):
        each = ledgers.get(seat)
        wrong = [f for f in each.inked_in("head.order-") if f != f"head.order-{place}"] if each else []
        if each is not None and wrong:
            why = Message(
                "In the first round the seed gives this player place {place}, not this.", place=place
            )
            yield finding_on(each, "first-order", "error", tuple(wrong), why)


def _impossible_pick(table: Sheets, setup: Setup, stopped: Stopped) -> Findings:
    """Check draft-dice, draft-replay: if a die is taken too often, any pick of it may be wrong."""
    ledgers, (drafting, problem) = ledgers_of(table), stopped
    pick, field = drafting.picks[problem.place], drafting.fields[problem.place]
    if problem.is_die:
        marks = dict.fromkeys(drafting.picks_of(pick.die), pick.die)
        sheets = _on_ledgers(ledgers, _possibly_wrong(table, setup, marks))
        check = "draft-dice"
    else:
        rings = [field.replace("die", "move") + f"-{track}" for track in draft.TRACKS]
        ledger = ledgers[pick.seat]
        sheets = [(ledger, (field, *ledger.inked(*rings)))]
        check = "draft-replay"
    level: CheckLevel = "warn" if problem.is_missing else "error"
    yield from cross_sheet_findings(
        check,
        level,
        Message("In round {number} {why}", number=drafting.number, why=problem.why),
        [*sheets, *written_roll(table, setup, drafting.number)],
    )


def _loss(ledger: TableSheet, each_round: RoundReplayed) -> Findings:
    """Check losses: the points that a player's counters at the right end of the tracks cost."""
    begin = f"round-{each_round.number}"
    loss, noted = draft.loss_of(each_round.tracks, ledger.record.seat), ledger.number_or_0(f"{begin}.loss")
    if has_ink(ledger.record.marks, f"{begin}.") and noted != loss:
        why = Message(
            "Loss of round {number}: {noted} written, {loss} computed from the counters at the right end.",
            number=each_round.number,
            loss=loss,
            noted=noted,
        )
        yield finding_on(
            ledger, "losses", "error", (f"{begin}.loss", *drafts_on(ledger, each_round.number)), why
        )


def _third_points(ledgers: Mapping[int, TableSheet], each_round: RoundReplayed, players: int) -> Findings:
    """Check third-point: if both players contradict the drafts, either may have noted a draft wrongly."""
    field, third = f"round-{each_round.number}.third", draft.third_point(each_round.tracks, players)
    if third is None:
        return
    wrong = [
        ledger
        for seat, ledger in ledgers.items()
        if has_ink(ledger.record.marks, f"round-{each_round.number}.")
        and ledger.number_or_0(field) != int(seat == third)
    ]
    why = Message(
        "In round {number} the point for the third counter on the engineering track goes to seat {third}.",
        number=each_round.number,
        third=third,
    )
    drafts = {
        each.record.seat: drafts_on(each, each_round.number) if len(wrong) > 1 else () for each in wrong
    }
    sheets = [(each, (field, *drafts[each.record.seat])) for each in wrong]
    yield from cross_sheet_findings("third-point", "error", why, sheets)


def _copied_die(table: Sheets, setup: Setup, ledger: TableSheet, each_round: RoundReplayed) -> Findings:
    """Check copied-die: the copied die is one that nobody took; a player who noted that die may have taken another."""
    if not _is_copy_wrong(ledger, each_round):
        return
    bonus = f"draft-{each_round.number}.bonus"
    copied, left = ledger.number_or_0(bonus), listed(each_round.left_over)
    why = Message(
        "In round {number} only a die that nobody took ({left}) can be copied, but {copied} is written.",
        number=each_round.number,
        left=left,
        copied=copied,
    )
    marks = dict.fromkeys([(ledger.record.seat, bonus), *each_round.drafting.picks_of(copied)], copied)
    sheets = _on_ledgers(ledgers_of(table), _possibly_wrong(table, setup, marks))
    on_table = written_roll(table, setup, each_round.number)
    yield from cross_sheet_findings("copied-die", "error", why, [*sheets, *on_table])


def _is_copy_wrong(ledger: TableSheet, each_round: RoundReplayed) -> bool:
    begin = f"draft-{each_round.number}"
    copied = ledger.record.marks.get(f"{begin}.bonus")
    is_copied = f"{begin}.copied" in ledger.record.marks and copied is not None
    return is_copied and copied not in each_round.left_over


def wrong_initiative(ledgers: Mapping[int, TableSheet], places: Sequence[int]) -> list[int]:
    """Return the seats whose ledgers do not have the points of their places on the initiative track."""
    points = initiative_points(places, len(ledgers))
    return [
        seat
        for seat, right in points.items()
        if ledgers[seat].record.marks.get("final.initiative", right) != right
    ]


# --- which die may be wrong -------------------------------------------------------------------------------------------


def _possibly_wrong(table: Sheets, setup: Setup, marks: Mapping[Die, int]) -> list[Die]:
    """Return the dice for which another value makes all drafts of a table agree; all dice if there are none."""
    return possibly_wrong(
        marks,
        lambda die: ({**marks, die: other} for other in DICE),
        lambda dice: _agree(_with_dice(table, dice), setup),
    )


def picks_noted_wrongly(table: Sheets, setup: Setup) -> list[int]:
    """Return the seats for which one changed pick makes everything agree, including the table's sheet."""
    ledgers = ledgers_of(table)
    return explaining(ledgers, lambda seat: _other_picks(ledgers[seat]), partial(_agrees_with, table, setup))


def _agrees_with(table: Sheets, setup: Setup, other: TableSheet) -> bool:
    """Return whether everything agrees if a ledger is replaced by another one."""
    changed = [other if each.record.key == other.record.key else each for each in table]
    common, places = sheet_of_table(table), replay_of(changed, setup).last_places
    return (
        places is not None
        and _agree(changed, setup)
        and (
            common is None
            or all(common.number(f"rank.seat-{k}") in (None, seat) for k, seat in enumerate(places, 1))
        )
    )


def _other_picks(ledger: TableSheet) -> Iterator[TableSheet]:
    """Yield a ledger with one pick changed: another die or counter, or a move on another track or none."""
    for die in drafts_on(ledger):
        begin, _, k = die.rpartition(".die-")
        if not k:
            continue
        moves = [f"{begin}.move-{k}-{track}" for track in draft.TRACKS]
        rear, stay = f"{begin}.rear-{k}", dict.fromkeys(moves)
        changes: list[dict[str, Mark | None]] = [
            *(dict[str, Mark | None]({die: number}) for number in DICE),
            *({**stay, move: "circled"} for move in moves),
            {**stay},
            {rear: None if rear in ledger.record.marks else "crossed"},
        ]
        yield from map(ledger.with_changes, changes)


def _with_dice(table: Iterable[TableSheet], dice: Mapping[Die, int]) -> list[TableSheet]:
    """Return the ledgers of a table with other dice."""
    return [
        ledger.with_changes({field: die for (at, field), die in dice.items() if at == seat})
        for seat, ledger in ledgers_of(list(table)).items()
    ]


def _agree(table: Sheets, setup: Setup) -> bool:
    """Return whether the drafts of a table are possible and the ledgers have what follows from them."""
    replay, ledgers = replay_of(table, setup), ledgers_of(table)
    if replay.stopped is not None:
        return False
    places = replay.last_places
    return not any(
        _is_copy_wrong(each, replayed) or any(_loss(each, replayed))
        for replayed in replay.rounds
        for each in ledgers.values()
    ) and not (
        any(any(_third_points(ledgers, each, setup.game.players)) for each in replay.rounds)
        or (places is not None and wrong_initiative(ledgers, places))
    )


def _on_ledgers(ledgers: Mapping[int, TableSheet], dice: Sequence[Die]) -> list[OnSheet]:
    """Return the ledgers that have some of the dice, each with the fields."""
    return [
        (ledger, fields)
        for seat, ledger in ledgers.items()
        if (fields := tuple(field for at, field in dice if at == seat))
    ]

"""What binds the sheets of a table of Ares Expedition to each other, and to what the seed drew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.ink import Mark
from engine.proof.verdict import Finding
from engine.recorded import Draw, TableSheet
from engine.recorded.ares.draw import CORPORATIONS, PHASES, corporations_of
from engine.score import compile_boxes, line_of_total

RECORD, COOP, SOLO = "ares-record", "ares-coop", "ares-solo"
TRACKS = ("temp", "oxygen", "ocean")
START_RATING = 5
TARGET = 80  # points of two together
COUNTING_JOVIAN = (63, 153)  # the cards that count Jovian symbols
JOVIAN_CORPORATION = "saturn-systems"  # which has such a symbol, too
TOTALS = {
    COOP: {"sum.a-total": 1, "sum.b-total": 2},
    SOLO: {"sum.total": 1},
}  # boxes of the logs, whose totals


BETWEEN = {  # what is checked in this module, in a sentence
    "tr-floor": "All ratings together, and what was lost, are at least 5 for each player and 1 for each step of "
    "the log, but for those that came by themselves. Left out where a record or the log is missing.",
    "card-units-bound": "The Jovian symbols that players count are together no more than there are.",
    "corp-seed": "A player's corporation is one of the two that the seed offers; a remark, for no table has to deal "
    "them so.",
    "dummy-seed": "Where the dummy is said to come from the seed, it shows the phases of the seed in rounds 1 to 20.",
    "sums": "A log has the totals that the players' records give.",
}


def findings_between(table: Sequence[TableSheet], drawn: Draw | None) -> Iterator[tuple[TableSheet, Finding]]:
    """What is wrong between the sheets of a table, or with what the seed drew."""
    records = [each for each in table if each.record.sheet == RECORD]
    logs = [each for each in table if each.record.sheet in (COOP, SOLO)]
    yield from _rating_floor(records, logs)
    yield from _jovian_bound(records)
    for log in logs:
        yield from _totals(log, boxes_of_logs(table))
    if drawn is not None:
        for each in records:
            yield from _corporation_drawn(each, drawn)
        for log in logs:
            yield from _dummy_drawn(log, drawn)


def boxes_of_logs(table: Sequence[TableSheet]) -> dict[tuple[str, int], dict[str, int]]:
    """The totals of the players whose records are there, by the log on which they stand."""
    totals = {
        each.record.seat: total_of(each) for each in table if each.record.sheet == RECORD and _is_known(each)
    }
    return {
        (log.record.sheet, log.record.seat): {
            box: totals[seat] for box, seat in TOTALS[log.record.sheet].items() if seat in totals
        }
        for log in table
        if log.record.sheet in TOTALS
    }


def log_is_won(table: Sequence[TableSheet], totals: Mapping[tuple[str, int], int]) -> bool | None:
    """Whether a log has all steps, and of two who play together the points; None without a log, or where it does not
    tell that the game is over."""
    log = next((each for each in table if each.record.sheet in TOTALS), None)
    if log is None:
        return None
    cells = [field.id for field in log.sheet.fields if field.id.partition(".")[0] in TRACKS]
    if any(cell not in log.record.marks for cell in cells):
        last_round = max(field.id for field in log.sheet.fields if field.id.startswith("r")).partition(".")[0]
        is_over = any(field.startswith((f"{last_round}.", "verdict.")) for field in log.record.marks)
        return False if is_over else None
    together = totals.get((log.record.sheet, log.record.seat), 0)
    return True if log.record.sheet == SOLO else together >= TARGET if together else None


def _is_known(each: TableSheet) -> bool:
    """Whether the total follows from the ink: the rating is there, and of cards that count their count or points."""
    marks, counting = each.record.marks, each.sheet.table["per"].keys
    lines = (
        field.removesuffix(".number")
        for field, mark in marks.items()
        if field.endswith(".number") and mark in counting
    )
    return "tr.final" in marks and all(
        f"{line}.units" in marks or f"{line}.points" in marks for line in lines
    )


def total_of(each: TableSheet) -> int:
    """The total of a player's record, as its ink gives it."""
    return compile_boxes(each.sheet)(each.record.marks)[line_of_total(each.sheet).box]


def _totals(
    log: TableSheet, known: Mapping[tuple[str, int], Mapping[str, int]]
) -> Iterator[tuple[TableSheet, Finding]]:
    """sums: the log has the totals of the players' sheets."""
    for box, total in known[log.record.sheet, log.record.seat].items():
        if log.record.marks.get(box, total) != total:
            why = f"The record of this player gives {total}."
            yield log, Finding("sums", "error", (box,), why)


def _rating_floor(
    records: Sequence[TableSheet], logs: Sequence[TableSheet]
) -> Iterator[tuple[TableSheet, Finding]]:
    """tr-floor: each step raised somebody's rating by 1, those that came by themselves aside."""
    for log in logs:
        game = log.record.game
        if len(records) < game.players or any("tr.final" not in each.record.marks for each in records):
            continue
        steps = [field for field in log.record.marks if field.partition(".")[0] in TRACKS]
        by_themselves = sum(field.startswith("auto-") for field in log.record.marks)
        each_time = 3 - game.solo if game.solo else 0
        rating = sum(_number(each, "tr.final") + _number(each, "tr.lost") for each in records)
        if rating < START_RATING * game.players + len(steps) - each_time * by_themselves:
            why = "Each step raises a rating by 1, and a rating begins at 5; it falls only by cards."
            for each in records:
                yield each, Finding("tr-floor", "error", _inked(each, "tr.final", "tr.lost"), why)
            yield log, Finding("tr-floor", "error", tuple(steps), why)


def _jovian_bound(records: Sequence[TableSheet]) -> Iterator[tuple[TableSheet, Finding]]:
    """card-units-bound: the symbols of all players together are no more than there are."""
    counted = []
    for each in records:
        marks = each.record.marks
        lines = [
            field.removesuffix(".number")
            for field, mark in marks.items()
            if field.endswith(".number") and mark in COUNTING_JOVIAN and f"{field[:-7]}.units" in marks
        ]
        if lines:
            counted.append((each, tuple(f"{line}.units" for line in lines)))
    cards = len(records[0].sheet.table["jovian"].keys) if records else 0
    most = cards + sum(f"corp.{JOVIAN_CORPORATION}" in each.record.marks for each, _ in counted)
    if len(counted) > 1 and sum(max(_number(each, u) for u in units) for each, units in counted) > most:
        for each, units in counted:
            why = f"There are {cards} cards with a Jovian symbol, and one such corporation."
            yield each, Finding("card-units-bound", "error", units, why)


def _corporation_drawn(each: TableSheet, drawn: Draw) -> Iterator[tuple[TableSheet, Finding]]:
    """corp-seed: a player has one of the two corporations that the seed gave, if the table goes by it."""
    pair = corporations_of(drawn, each.record.seat)
    for id_ in CORPORATIONS:
        if f"corp.{id_}" in each.record.marks and id_ not in pair:
            why = f"The seed offers {' and '.join(pair)} to this seat, if the table goes by it."
            yield each, Finding("corp-seed", "note", (f"corp.{id_}",), why)


def _dummy_drawn(log: TableSheet, drawn: Draw) -> Iterator[tuple[TableSheet, Finding]]:
    """dummy-seed: the dummy's phases are those of the seed, where they are said to come from it."""
    if "dummy.from-seed" not in log.record.marks:
        return
    for number, phase in enumerate((phase for block in drawn["dummy-phases"] for phase in block), 1):
        marked = [f"r{number:02d}.dummy-{other}" for other in PHASES]
        wrong = tuple(f for f in _inked(log, *marked) if not f.endswith(phase))
        if wrong:
            why = f"In round {number} the seed gives the dummy {phase}."
            yield log, Finding("dummy-seed", "error", wrong, why)


def _number(each: TableSheet, field: str) -> int:
    mark: Mark = each.record.marks.get(field, 0)
    return mark if isinstance(mark, int) else 0


def _inked(each: TableSheet, *fields: str) -> tuple[str, ...]:
    return tuple(field for field in fields if field in each.record.marks)

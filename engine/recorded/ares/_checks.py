"""Checks between the sheets of an Ares Expedition table, and between the sheets and the draw of the seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.recorded.ares._draw import BLOCKS, PHASES, AresDraw, corporations
from fairsheet.engine.recorded.ares._printed import COOP, RECORD, SOLO, cards, corporation_with, start_rating
from fairsheet.engine.recorded.ares._shown import corporation_names
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, OnSheet, Sheets, TableSheet, finding_on
from fairsheet.engine.records.record import SheetKey
from fairsheet.engine.scoring.score import compile_boxes, line_of_total
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.formulas.formula import compile_formula, fields_in
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Check, Sheet
from fairsheet.sheets.support.phrases import counted_of

TRACKS = ("temp", "oxygen", "ocean")
# the seats whose totals are in the boxes of the logs
TOTALS = {COOP: {"sum.a-total": 1, "sum.b-total": 2}, SOLO: {"sum.total": 1}}
TOGETHER = "sum.together"  # the box of the log for the sum of both
BEYOND = 1000  # points, more than any total
VERDICTS = {COOP: "coop-verdict", SOLO: "solo-verdict"}  # the checks of the logs that decide who has won

CHECKS_IN_PYTHON = {  # each with its rule in a sentence or two
    "tr-floor": "All ratings plus the lost rating are at least 5 for each player and 1 for each step of the log except "
    "automatic ones. Not checked if a record or the log is missing.",
    "card-units-bound": "The players together count no more Jovian symbols than there are.",
    "corp-seed": "A player's corporation is one of the two that the seed offers. Only a remark, because a table may "
    "deal others.",
    "dummy-seed": "If the log says that the dummy comes from the seed, rounds 1 to 20 show the phases of the seed.",
    "sums": "A log has the totals of the players' records. If it has only their sum, the sum agrees with the records.",
    "coop-verdict": "If the log has neither totals nor their sum, the totals of the records count.",
    "game-lost": "A remark that lists the steps and points that a lost game lacks.",
}


def findings_between(table: Sheets, drawn: AresDraw | None) -> Findings:
    """Yield what is wrong between the sheets of a table, or between them and the draw."""
    records = [each for each in table if each.record.sheet == RECORD]
    logs = [each for each in table if each.record.sheet in (COOP, SOLO)]
    yield from _rating_floor(records, logs)
    yield from _jovian_bound(records)
    for log in logs:
        yield from _totals(log, {each.record.seat: each for each in records}, boxes_of_logs(table))
        yield from _verdict_by_records(log, boxes_of_logs(table))
        yield from _loss(log, lacking_on_log(table) or [])
    if drawn is not None:
        for each in records:
            yield from _corporation_drawn(each, drawn)
        for log in logs:
            yield from _dummy_drawn(log, drawn)


def boxes_of_logs(table: Sheets) -> dict[SheetKey, dict[str, int]]:
    """Return the known totals of the players with records, by log and box."""
    totals = {
        each.record.seat: total_of(each) for each in table if each.record.sheet == RECORD and _is_known(each)
    }
    return {
        log.record.key: {
            box: totals[seat] for box, seat in TOTALS[log.record.sheet].items() if seat in totals
        }
        for log in table
        if log.record.sheet in TOTALS
    }


def lacking_on_log(table: Sheets) -> list[Message] | None:
    """Return the steps and points that the log lacks to win, in words. The records' totals and the template's verdict
    checks decide. Returns None if there is no log, its marks leave open who has won, or the game goes on; also if it
    says “Won” and lacks only steps, because these may not be noted."""
    log = next((each for each in table if each.record.sheet in VERDICTS), None)
    if log is None:
        return None
    marks = {field: mark for field, mark in log.record.marks.items() if not field.startswith("verdict.")}
    marks |= boxes_of_logs(table)[log.record.key]
    fits = {verdict: not _count_unmet(log, verdict, marks) for verdict in ("won", "lost")}
    if fits["won"] == fits["lost"] or not (fits["won"] or _is_over(log)):
        return None
    if fits["won"]:
        return []
    points = _points_lacking(log, marks)
    if log.inked("verdict.won") and not points and not _is_late(log):
        return None
    return [*_steps_lacking(log), *points]


def _count_unmet(log: TableSheet, verdict: str, marks: Marks) -> int:
    """Return the number of checks of a log by which some marks contradict a verdict."""
    return len(list(_unmet(log, VERDICTS[log.record.sheet], {**marks, f"verdict.{verdict}": "crossed"})))


def _steps_lacking(log: TableSheet) -> list[Message]:
    """Return the steps not made in the rounds of the game, on the tracks that are filled in; in words."""
    kept = {field.partition(".")[0] for field in log.record.marks if field.partition(".")[0] in TRACKS}
    steps = [field.id for field in log.layout.fields if field.id.partition(".")[0] in kept]
    made = sum(0 < log.number_or_0(step) <= int(_last_round(log).removeprefix("r")) for step in steps)
    return counted_of(len(steps) - made, len(steps), Message("{some} of {n} step", "{some} of {n} steps"))


def _is_late(log: TableSheet) -> bool:
    """Return whether a step is noted after the last round of the game."""
    last = int(_last_round(log).removeprefix("r"))
    return any(log.number_or_0(field.id) > last for field in log.layout.fields if field.id.startswith(TRACKS))


def _points_lacking(log: TableSheet, marks: Marks) -> list[Message]:
    """Return the points that two players together lack to the target, in words, if their totals or sum are known."""
    if log.record.sheet != COOP or (TOGETHER not in marks and not marks.keys() >= TOTALS[COOP].keys()):
        return []
    together = compile_boxes(log.layout)(marks)[TOGETHER]
    others = {field: mark for field, mark in marks.items() if field not in TOTALS[COOP]}
    unmet = partial(_count_unmet, log, "won")
    target = next(
        n for n in range(BEYOND) if unmet({**others, TOGETHER: n}) == unmet({**others, TOGETHER: BEYOND})
    )
    return counted_of(target - together, target, Message("{some} of {n} point", "{some} of {n} points"))


def _is_over(log: TableSheet) -> bool:
    """Return whether a log has its last round or a verdict."""
    return bool(log.inked_in(f"{_last_round(log)}.", "verdict."))


def _last_round(log: TableSheet) -> str:
    """Return the prefix of the fields of a log's last round, such as r15."""
    return max(field.id for field in log.layout.fields if field.id.startswith("r")).partition(".")[0]


def _is_known(sheet: TableSheet) -> bool:
    """Return whether the total follows from the marks: only then do the checks reject an impossible total."""
    boxes = {line.box for line in sheet.layout.scores if line.box.startswith("score.")}
    marks = {field: mark for field, mark in sheet.record.marks.items() if field not in boxes}
    return any(_unmet(sheet, "sums", {**marks, line_of_total(sheet.layout).box: BEYOND}))


def _unmet(sheet: TableSheet, id_: str, marks: Marks) -> Iterator[Check]:
    """Return the checks of a name in a sheet's template that some marks do not meet."""
    looked_at = {**setting_of(sheet.record, 1), **marks}
    return (check for check, is_met in _checks_of(sheet.layout)[id_] if not is_met(looked_at))


@remembered
def _checks_of(sheet: Sheet) -> dict[str, list[tuple[Check, Formula]]]:
    """Return the compiled checks of the sums and of the verdict, by name."""
    return {
        id_: [(check, compile_formula(check.needs, sheet)) for check in sheet.checks if check.id == id_]
        for id_ in ("sums", *VERDICTS.values())
    }


def total_of(sheet: TableSheet) -> int:
    """Return the total that the marks of a player's record give."""
    return compile_boxes(sheet.layout)(sheet.record.marks)[line_of_total(sheet.layout).box]


def _totals(
    log: TableSheet, records: Mapping[int, TableSheet], known: Mapping[SheetKey, Mapping[str, int]]
) -> Findings:
    """Check sums: the log has the totals of the players' records; if a record has no total, either may be wrong."""
    seats, known_totals = TOTALS[log.record.sheet], known[log.record.key]
    for box, total in known_totals.items():
        written = log.record.marks.get(box, total)
        if not _may_have_total(records[seats[box]], written):
            why = Message(
                "Total on the log: {written} written, {total} computed from this player's record.",
                total=total,
                written=written,
            )
            yield from cross_sheet_findings(
                "sums", "error", why, [(log, (box,)), *_summands(records[seats[box]])]
            )
    together, on_log = log.number(TOGETHER), log.inked(*seats)
    totals = {**known_totals, **{box: log.number_or_0(box) for box in on_log}}
    if together is None or len(on_log) == len(seats) or len(totals) < len(seats):
        return
    in_all, others = sum(totals.values()), [box for box in seats if box not in on_log]
    if not any(_may_have_total(records[seats[box]], totals[box] + together - in_all) for box in others):
        why = Message(
            "Sum of both totals: {together} written, {in_all} computed from the log and the records.",
            in_all=in_all,
            together=together,
        )
        summands = [on_sheet for box in others for on_sheet in _summands(records[seats[box]])]
        yield from cross_sheet_findings("sums", "error", why, [(log, (TOGETHER, *on_log)), *summands])


def _may_have_total(record: TableSheet, total: Mark) -> bool:
    """Return whether a total on the log can be that of a player's record. If the record has none, the log's total is
    accepted if the record would accept it, for example with unwritten forests."""
    box = line_of_total(record.layout).box
    on_record = record.number(box)
    return total in (
        total_of(record),
        total_of(record.with_changes({box: total})) if on_record is None else on_record,
    )


def _summands(record: TableSheet) -> list[OnSheet]:
    """Return the fields that a total is computed from on a player's record, if the total is not written there."""
    line = line_of_total(record.layout)
    fields = record.inked(*fields_in(line.formula, record.layout))
    return [] if record.number(line.box) is not None else [(record, fields)]


def _verdict_by_records(log: TableSheet, known: Mapping[SheetKey, Mapping[str, int]]) -> Findings:
    """Check coop-verdict: the template's check, with the totals of the records if the log has neither totals nor their
    sum."""
    marks, totals = log.record.marks, known[log.record.key]
    if log.record.sheet == COOP and TOGETHER not in marks and not any(_unmet(log, VERDICTS[COOP], marks)):
        for check in _unmet(log, VERDICTS[COOP], {**totals, **marks}):
            verdict = log.inked("verdict.won", "verdict.lost")
            why = Message(
                "{why} The records give {values}.", why=Message(check.why), values=listed([*totals.values()])
            )
            yield finding_on(log, check.id, check.level, verdict, why)


def _loss(log: TableSheet, lacking: Sequence[str]) -> Findings:
    """Check game-lost: what a lost game lacks, unless the log says that it is won."""
    if lacking and "verdict.won" not in log.record.marks:
        why = Message("The game is lost: it lacks {lacking}.", lacking=listed(lacking))
        steps = (field.id for field in log.layout.fields if field.id.partition(".")[0] in TRACKS)
        fields = log.inked("verdict.lost") or log.inked(*steps, *TOTALS[log.record.sheet], TOGETHER)
        yield finding_on(log, "game-lost", "note", fields, why)


def _rating_floor(records: Sheets, logs: Sheets) -> Findings:
    """Check tr-floor: each step raised a player's rating by 1, except automatic steps."""
    for log in logs:
        game = log.record.game
        if len(records) < game.players or any("tr.final" not in each.record.marks for each in records):
            continue
        steps = [field for field in log.record.marks if field.partition(".")[0] in TRACKS]
        automatic = sum(_automatic_steps(log, block) for block in range(1, BLOCKS + 1)) if game.solo else 0
        rating = sum(each.number_or_0("tr.final") + each.number_or_0("tr.lost") for each in records)
        floor = start_rating() * game.players + len(steps) - automatic
        if rating < floor:
            words = Message(
                "Ratings: {rating} written, including the lost rating, but at least {least} expected: each rating "
                "starts at {start}, each step raises one by 1, and only cards lower it."
            )
            why = words.filled(start=start_rating(), least=floor, rating=rating)
            sheets = [(each, each.inked("tr.final", "tr.lost")) for each in records]
            yield from cross_sheet_findings("tr-floor", "error", why, [*sheets, (log, tuple(steps))])


def _automatic_steps(log: TableSheet, block: int) -> int:
    """Return the greatest number of automatic steps after a block of rounds: the number of the level if a cross notes
    them; otherwise, because a cross may be forgotten, at most the steps made then."""
    at_most = 3 - (log.record.game.solo or 0)
    if log.inked_in(f"auto-{block}."):
        return at_most
    last = block * len(PHASES)
    made = (log.number_or_0(step) for step in log.inked_in("temp.", "oxygen."))
    return min(at_most, sum(step in (last, last + 1) for step in made))


def _jovian_bound(records: Sheets) -> Findings:
    """Check card-units-bound: all players together count no more Jovian symbols than there are."""
    counted = []
    for each in records:
        lines = [
            field.removesuffix(".number")
            for field, mark in each.record.marks.items()
            if field.endswith(".number") and mark in cards("counting-jovian")
        ]
        if units := each.inked(*(f"{line}.units" for line in lines)):
            counted.append((each, units))
    available = len(cards("jovian"))
    most = available + sum(corporation_with("jovian") in each.record.marks for each, _ in counted)
    in_all = sum(max(each.number_or_0(field) for field in units) for each, units in counted)
    if len(counted) > 1 and in_all > most:
        why = Message(
            "{in_all} Jovian symbols are counted, but only {cards} cards and one corporation have one.",
            cards=available,
            in_all=in_all,
        )
        yield from cross_sheet_findings("card-units-bound", "error", why, counted)


def _corporation_drawn(sheet: TableSheet, drawn: AresDraw) -> Findings:
    """Check corp-seed: a player has one of the two corporations that the seed offers, if the table follows it."""
    pair = drawn.corporations_of(sheet.record.seat)
    for id_ in corporations():
        if f"corp.{id_}" in sheet.record.marks and id_ not in pair:
            offered = listed([corporation_names()[offered] for offered in pair])
            why = Message("The seed offers this player {offered}, if the table follows it.", offered=offered)
            yield finding_on(sheet, "corp-seed", "note", (f"corp.{id_}",), why)


def _dummy_drawn(log: TableSheet, drawn: AresDraw) -> Findings:
    """Check dummy-seed: the dummy's phases are those of the seed, if the log says that they come from it."""
    if "dummy.from-seed" not in log.record.marks:
        return
    for number, phase in enumerate(drawn.phases, 1):
        marked = [f"r{number:02d}.dummy-{other}" for other in PHASES]
        wrong = tuple(f for f in log.inked(*marked) if not f.endswith(phase))
        if wrong:
            why = Message(
                "In round {number} the seed gives the dummy {phase}, not this phase.",
                number=number,
                phase=Message(phase),
            )
            yield finding_on(log, "dummy-seed", "error", wrong, why)

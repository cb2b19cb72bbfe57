"""What binds the sheets of a table of Ares Expedition to each other, and to what the seed drew."""

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
# boxes of the logs, whose totals
TOTALS = {COOP: {"sum.a-total": 1, "sum.b-total": 2}, SOLO: {"sum.total": 1}}
TOGETHER = "sum.together"  # the box of the log for both
BEYOND = 1000  # points that no total has
VERDICTS = {COOP: "coop-verdict", SOLO: "solo-verdict"}  # the checks of the logs that say who has won

CHECKS_IN_PYTHON = {  # what is checked in this module, in a sentence
    "tr-floor": "All ratings together, and what was lost, are at least 5 for each player and 1 for each step of "
    "the log, but for those that came by themselves. Left out where a record or the log is missing.",
    "card-units-bound": "The Jovian symbols that players count are together no more than there are.",
    "corp-seed": "A player's corporation is one of the two that the seed offers; a remark, for no table has to deal "
    "them so.",
    "dummy-seed": "Where the dummy is said to come from the seed, it shows the phases of the seed in rounds 1 to 20.",
    "sums": "A log has the totals that the players' records give, and what both have together where it has none.",
    "coop-verdict": "Where the log has neither totals nor their sum, the totals of the records count.",
    "game-lost": "Which steps and points a game lacks that is lost; a remark.",
}


def findings_between(table: Sheets, drawn: AresDraw | None) -> Findings:
    """What is wrong between the sheets of a table, or with what the seed drew."""
    records = [each for each in table if each.record.sheet == RECORD]
    logs = [each for each in table if each.record.sheet in (COOP, SOLO)]
    yield from _rating_floor(records, logs)
    yield from _jovian_bound(records)
    for log in logs:
        yield from _totals(log, {each.record.seat: each for each in records}, boxes_of_logs(table))
        yield from _verdict_by_records(log, boxes_of_logs(table))
        yield from _lost(log, lacking_on_log(table) or [])
    if drawn is not None:
        for each in records:
            yield from _corporation_drawn(each, drawn)
        for log in logs:
            yield from _dummy_drawn(log, drawn)


def boxes_of_logs(table: Sheets) -> dict[SheetKey, dict[str, int]]:
    """The totals of the players whose records are there, by the log on which they stand."""
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
    """The steps and points that the log lacks, with the totals of the records: as the checks of its template judge its
    verdict. None without a log, where its ink leaves open who has won, or the game goes on; and where it says “Won” and
    nothing but steps is lacking that may merely not be noted."""
    log = next((each for each in table if each.record.sheet in VERDICTS), None)
    if log is None:
        return None
    marks = {field: mark for field, mark in log.record.marks.items() if not field.startswith("verdict.")}
    marks |= boxes_of_logs(table)[log.record.key]
    can_be = {verdict: not _unmet_of_verdict(log, verdict, marks) for verdict in ("won", "lost")}
    if can_be["won"] == can_be["lost"] or not (can_be["won"] or _is_over(log)):
        return None
    if can_be["won"]:
        return []
    points = _points_lacking(log, marks)
    if log.inked("verdict.won") and not points and not _is_late(log):
        return None
    return [*_steps_lacking(log), *points]


def _unmet_of_verdict(log: TableSheet, verdict: str, marks: Marks) -> int:
    """How many checks of a log say that a verdict cannot stand beside some other marks."""
    return len(list(_unmet(log, VERDICTS[log.record.sheet], {**marks, f"verdict.{verdict}": "crossed"})))


def _steps_lacking(log: TableSheet) -> list[Message]:
    """The steps that were not made in the rounds of the game, on the tracks that were kept."""
    kept = {field.partition(".")[0] for field in log.record.marks if field.partition(".")[0] in TRACKS}
    steps = [field.id for field in log.layout.fields if field.id.partition(".")[0] in kept]
    made = sum(0 < log.number_or_0(step) <= int(_last_round(log).removeprefix("r")) for step in steps)
    return counted_of(len(steps) - made, len(steps), Message("{some} of {n} step", "{some} of {n} steps"))


def _is_late(log: TableSheet) -> bool:
    """Whether a step is noted that was made after the last round of the game."""
    last = int(_last_round(log).removeprefix("r"))
    return any(log.number_or_0(field.id) > last for field in log.layout.fields if field.id.startswith(TRACKS))


def _points_lacking(log: TableSheet, marks: Marks) -> list[Message]:
    """The points that two lack together to as many as the log asks for, where both totals or their sum are known."""
    if log.record.sheet != COOP or (TOGETHER not in marks and not marks.keys() >= TOTALS[COOP].keys()):
        return []
    together = compile_boxes(log.layout)(marks)[TOGETHER]
    others = {field: mark for field, mark in marks.items() if field not in TOTALS[COOP]}
    unmet = partial(_unmet_of_verdict, log, "won")
    target = next(
        n for n in range(BEYOND) if unmet({**others, TOGETHER: n}) == unmet({**others, TOGETHER: BEYOND})
    )
    return counted_of(target - together, target, Message("{some} of {n} point", "{some} of {n} points"))


def _is_over(log: TableSheet) -> bool:
    """Whether a log has its last round or a verdict."""
    return bool(log.inked_in(f"{_last_round(log)}.", "verdict."))


def _last_round(log: TableSheet) -> str:
    """How the fields of the last round of a log are called, such as r15."""
    return max(field.id for field in log.layout.fields if field.id.startswith("r")).partition(".")[0]


def _is_known(sheet: TableSheet) -> bool:
    """Whether the total follows from the ink: then the template does not let one pass that is beyond every total."""
    boxes = {line.box for line in sheet.layout.scores if line.box.startswith("score.")}
    marks = {field: mark for field, mark in sheet.record.marks.items() if field not in boxes}
    return any(_unmet(sheet, "sums", {**marks, line_of_total(sheet.layout).box: BEYOND}))


def _unmet(sheet: TableSheet, id_: str, marks: Marks) -> Iterator[Check]:
    """The checks of this name in the template of a sheet that some ink on it would not meet."""
    looked_at = {**setting_of(sheet.record, 1), **marks}
    return (check for check, is_met in _checks_of(sheet.layout)[id_] if not is_met(looked_at))


@remembered
def _checks_of(sheet: Sheet) -> dict[str, list[tuple[Check, Formula]]]:
    """By name the checks of the sums and of the verdict, as functions."""
    return {
        id_: [(check, compile_formula(check.needs, sheet)) for check in sheet.checks if check.id == id_]
        for id_ in ("sums", *VERDICTS.values())
    }


def total_of(sheet: TableSheet) -> int:
    """The total of a player's record, as its ink gives it."""
    return compile_boxes(sheet.layout)(sheet.record.marks)[line_of_total(sheet.layout).box]


def _totals(
    log: TableSheet, records: Mapping[int, TableSheet], known: Mapping[SheetKey, Mapping[str, int]]
) -> Findings:
    """sums: the log has the totals of the players' sheets; where the total stands on none, either may be wrong."""
    seats, of_records = TOTALS[log.record.sheet], known[log.record.key]
    for box, total in of_records.items():
        written = log.record.marks.get(box, total)
        if not _may_have_total(records[seats[box]], written):
            why = Message(
                "The record of this player gives {total}, and {written} is written.",
                total=total,
                written=written,
            )
            yield from cross_sheet_findings(
                "sums", "error", why, [(log, (box,)), *_added_up(records[seats[box]])]
            )
    together, on_log = log.number(TOGETHER), log.inked(*seats)
    totals = {**of_records, **{box: log.number_or_0(box) for box in on_log}}
    if together is None or len(on_log) == len(seats) or len(totals) < len(seats):
        return
    in_all, others = sum(totals.values()), [box for box in seats if box not in on_log]
    if not any(_may_have_total(records[seats[box]], totals[box] + together - in_all) for box in others):
        why = Message(
            "Both totals are {in_all} together, by the records where the log has none; {together} is written.",
            in_all=in_all,
            together=together,
        )
        added_up = [on_sheet for box in others for on_sheet in _added_up(records[seats[box]])]
        yield from cross_sheet_findings("sums", "error", why, [(log, (TOGETHER, *on_log)), *added_up])


def _may_have_total(record: TableSheet, total: Mark) -> bool:
    """Whether a total on the log can be that of a player's record; where that has none, one is believed as it would be
    there, such as of forests that nobody wrote."""
    box = line_of_total(record.layout).box
    on_record = record.number(box)
    return total in (
        total_of(record),
        total_of(record.with_changes({box: total})) if on_record is None else on_record,
    )


def _added_up(record: TableSheet) -> list[OnSheet]:
    """What a total is made of on a player's record, where it does not stand there itself."""
    line = line_of_total(record.layout)
    added = record.inked(*fields_in(line.formula, record.layout))
    return [] if record.number(line.box) is not None else [(record, added)]


def _verdict_by_records(log: TableSheet, known: Mapping[SheetKey, Mapping[str, int]]) -> Findings:
    """coop-verdict: as the template has it, where neither the totals nor what both have together stand on the log, but
    follow from the records."""
    marks, totals = log.record.marks, known[log.record.key]
    if log.record.sheet == COOP and TOGETHER not in marks and not any(_unmet(log, VERDICTS[COOP], marks)):
        for check in _unmet(log, VERDICTS[COOP], {**totals, **marks}):
            verdict = log.inked("verdict.won", "verdict.lost")
            why = Message(
                "{why} The records give {values}.", why=Message(check.why), values=listed([*totals.values()])
            )
            yield finding_on(log, check.id, check.level, verdict, why)


def _lost(log: TableSheet, lacking: Sequence[str]) -> Findings:
    """game-lost: what it lacks, unless the log says that it is won."""
    if lacking and "verdict.won" not in log.record.marks:
        why = Message("The game is lost: it lacks {lacking}.", lacking=listed(lacking))
        steps = (field.id for field in log.layout.fields if field.id.partition(".")[0] in TRACKS)
        fields = log.inked("verdict.lost") or log.inked(*steps, *TOTALS[log.record.sheet], TOGETHER)
        yield finding_on(log, "game-lost", "note", fields, why)


def _rating_floor(records: Sheets, logs: Sheets) -> Findings:
    """tr-floor: each step raised somebody's rating by 1, those that came by themselves aside."""
    for log in logs:
        game = log.record.game
        if len(records) < game.players or any("tr.final" not in each.record.marks for each in records):
            continue
        steps = [field for field in log.record.marks if field.partition(".")[0] in TRACKS]
        by_itself = sum(_risen(log, block) for block in range(1, BLOCKS + 1)) if game.solo else 0
        rating = sum(each.number_or_0("tr.final") + each.number_or_0("tr.lost") for each in records)
        floor = start_rating() * game.players + len(steps) - by_itself
        if rating < floor:
            words = Message(
                "Each step raises a rating by 1, and a rating begins at {start}; it falls only by cards: {least} at "
                "least, and there are {rating} with what was lost."
            )
            why = words.filled(start=start_rating(), least=floor, rating=rating)
            sheets = [(each, each.inked("tr.final", "tr.lost")) for each in records]
            yield from cross_sheet_findings("tr-floor", "error", why, [*sheets, (log, tuple(steps))])


def _risen(log: TableSheet, block: int) -> int:
    """How many steps may have come by themselves after a block of rounds: as many as the level says where a cross tells
    of them; without one, which may be forgotten, no more than were made then."""
    at_most = 3 - (log.record.game.solo or 0)
    if log.inked_in(f"auto-{block}."):
        return at_most
    last = block * len(PHASES)
    made = (log.number_or_0(step) for step in log.inked_in("temp.", "oxygen."))
    return min(at_most, sum(step in (last, last + 1) for step in made))


def _jovian_bound(records: Sheets) -> Findings:
    """card-units-bound: the symbols of all players together are no more than there are."""
    counted = []
    for each in records:
        lines = [
            field.removesuffix(".number")
            for field, mark in each.record.marks.items()
            if field.endswith(".number") and mark in cards("counting-jovian")
        ]
        if units := each.inked(*(f"{line}.units" for line in lines)):
            counted.append((each, units))
    there_are = len(cards("jovian"))
    most = there_are + sum(corporation_with("jovian") in each.record.marks for each, _ in counted)
    in_all = sum(max(each.number_or_0(field) for field in units) for each, units in counted)
    if len(counted) > 1 and in_all > most:
        why = Message(
            "There are {cards} cards with a Jovian symbol, and one such corporation; {in_all} are counted.",
            cards=there_are,
            in_all=in_all,
        )
        yield from cross_sheet_findings("card-units-bound", "error", why, counted)


def _corporation_drawn(sheet: TableSheet, drawn: AresDraw) -> Findings:
    """corp-seed: a player has one of the two corporations that the seed gave, if the table goes by it."""
    pair = drawn.corporations_of(sheet.record.seat)
    for id_ in corporations():
        if f"corp.{id_}" in sheet.record.marks and id_ not in pair:
            offered = listed([corporation_names()[offered] for offered in pair])
            why = Message("The seed offers {offered} to this seat, if the table goes by it.", offered=offered)
            yield finding_on(sheet, "corp-seed", "note", (f"corp.{id_}",), why)


def _dummy_drawn(log: TableSheet, drawn: AresDraw) -> Findings:
    """dummy-seed: the dummy's phases are those of the seed, where they are said to come from it."""
    if "dummy.from-seed" not in log.record.marks:
        return
    for number, phase in enumerate(drawn.phases, 1):
        marked = [f"r{number:02d}.dummy-{other}" for other in PHASES]
        wrong = tuple(f for f in log.inked(*marked) if not f.endswith(phase))
        if wrong:
            why = Message(
                "In round {number} the seed gives the dummy {phase}.", number=number, phase=Message(phase)
            )
            yield finding_on(log, "dummy-seed", "error", wrong, why)

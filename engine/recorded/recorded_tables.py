"""Check that the sheets of a recorded game belong to one table, give their verdict, and compute their points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import msgspec
from msgspec import UNSET, UnsetType

from fairsheet.engine.checks.consistency import findings_on, setting_of, unmet_together, verdict_of
from fairsheet.engine.checks.verdict import Finding, Verdict, with_conflicts
from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.recorded.base.attributed import attributed_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableFinding, TableSheet
from fairsheet.engine.recorded.blank_pages import has_total, missing_pages
from fairsheet.engine.recorded.registry import draw_of, plays_together, recorded_game, setting_of_draw
from fairsheet.engine.recorded.sums import Sums, sums_of
from fairsheet.engine.records.record import NO_SEAT, Record, SheetKey
from fairsheet.engine.records.table_records import OF_ONE_TABLE
from fairsheet.engine.scoring.score import (
    PlayerScore,
    Score,
    Ties,
    Winner,
    compile_boxes,
    line_of_total,
    ranking_of,
    score_player,
    ties_by_template,
)
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.formulas.formula import fields_in
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import is_bundled, load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import TOTAL, Check, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def table_sheets(records: Sequence[Record], catalog: Catalog = BUNDLED) -> tuple[TableSheet, ...]:
    """Return the records with their layouts, players' first and by seat.
    Raises FairsheetError if there is no record, two are of the same sheet and seat, or their tables differ."""
    if not records:
        raise FairsheetError(Message("there is no record"), code=ErrorCode.NOTHING_TO_READ, hint=OF_ONE_TABLE)
    table = [TableSheet(catalog.sheet(record.sheet, record.layout), record) for record in records]
    first = table[0]
    for each in table[1:]:
        if other := _first_difference(_shared_facts(first), _shared_facts(each)):
            words = Message("the records of {sheets} are from different tables: {difference}")
            problem = words.filled(sheets=listed([first.owner, each.owner]), difference=other)
            hint = Message("give the records of one table: one game, seed, name and options")
            raise FairsheetError(problem, code=ErrorCode.MIXED_TABLES, hint=hint)
    seen: set[SheetKey] = set()
    for each in table:
        kind = template_of(each.record.sheet)  # without the choices on it
        if (kind, each.record.seat) in seen:
            problem = Message("there are two records of {sheet} on {kind}", sheet=each.owner, kind=kind)
            hint = Message("give one of them")
            raise FairsheetError(problem, code=ErrorCode.DUPLICATE_SEAT, hint=hint)
        seen.add((kind, each.record.seat))
    return tuple(
        sorted(table, key=lambda each: (each.record.seat == NO_SEAT, each.record.seat, each.record.sheet))
    )


def verify_recorded(table: Sheets) -> Verdict:
    """Return the verdict on the sheets of a table: by their own checks, each other's marks, and the draw of the seed.

    A sheet with a missing page is not checked: it counts as absent, and its verdict is undecided.
    """
    findings: dict[SheetKey, list[Finding]] = {each.record.key: _page_findings(each, table) for each in table}
    first = table[0]
    complete = [each for each in table if not findings[each.record.key]]
    for each in complete:
        findings[each.record.key] += _blank_findings(each)
    drawn = draw_of(first.layout, first.record.game)
    draw_facts = setting_of_draw(first.layout, first.record.game, drawn)
    settings = {
        each.record.key: draw_facts | setting_of(each.record, len(same_template))
        for same_template in _by_template(complete)
        for each in same_template
    }
    needed = recorded_game(first.layout).needed_checks
    for each in complete:
        marks, setting = each.record.marks, settings[each.record.key]
        findings[each.record.key] += findings_on(each.layout, marks, setting, needed=needed)
    compare = partial(_table_findings, drawn=drawn)
    for shared in attributed_findings(list(compare(complete)), settings, compare, complete):
        for key, finding in shared.by_sheet():
            findings[key].append(finding)
    return Verdict(
        with_conflicts(
            [
                msgspec.structs.replace(
                    verdict_of(each.record.seat, tuple(findings[each.record.key])), sheet=each.record.sheet
                )
                for each in table
            ]
        )
    )


def _table_findings(complete: Sheets, drawn: Draw | None) -> Findings:
    """Yield what is wrong or remarkable between the complete sheets of a table, or between them and the draw."""
    if not complete:
        return
    first = complete[0]
    draw_facts = setting_of_draw(first.layout, first.record.game, drawn)
    game = recorded_game(first.layout)
    corroborated = game.corroborated(complete, drawn)
    for same_template in _by_template(complete):
        for sheet, compared in _compared_together(same_template):
            marks = {each.record.seat: each.record.marks for each in compared}
            setting = draw_facts | setting_of(compared[0].record, len(compared))
            right = {each.record.seat: corroborated.get(each.record.key, ()) for each in compared}
            by_seat = {each.record.seat: each for each in compared}
            for check, why, fields in unmet_together(sheet, marks, setting, right):
                sheets = [(by_seat[seat], named) for seat, named in fields.items()]
                yield TableFinding(check.id, check.level, why, sheets)
    yield from game.findings(complete, drawn)


def _page_findings(sheet: TableSheet, table: Sheets) -> list[Finding]:
    """Check page-missing: a page that every game fills in is blank, and the player has no other sheet."""
    seats = [other.record.seat for other in table]
    if sheet.record.seat != NO_SEAT and seats.count(sheet.record.seat) > 1:
        return []
    if sheet.layout.pages == 1 and missing_pages(sheet):
        return [Finding("page-missing", "warn", (), Message("This sheet is blank: it counts as missing."))]
    return [
        Finding(
            "page-missing",
            "warn",
            (),
            Message("Page {page} is blank: scan its photo together with the others.", page=page),
        )
        for page in missing_pages(sheet)
    ]


def _blank_findings(sheet: TableSheet) -> list[Finding]:
    """Check blank-block: neither points are written nor any mark that determines them."""
    why = Message("These points are unknown: neither they nor the marks that determine them are filled in.")
    return [Finding("blank-block", "warn", (box,), why) for box in blank_boxes(sheet)]


def blank_boxes(sheet: TableSheet) -> tuple[str, ...]:
    """Return the blank boxes of points whose blocks are blank too: their points are unknown and count 0."""
    blocks = recorded_game(sheet.layout).blocks_of_points
    return tuple(
        box for box, block in blocks.items() if box not in sheet.record.marks and not sheet.inked_in(block)
    )


def incomplete_sheets(table: Sheets) -> list[TableSheet]:
    """Return the players' sheets with a blank page: they are not ranked."""
    return [each for each in table if each.record.seat != NO_SEAT and _page_findings(each, table)]


def scored_sheets(table: Sheets) -> list[TableSheet]:
    """Return the sheets of a table that have a total, one per player, with the marks of all sheets of that player.

    Sheets with a missing page are left out. Raises FairsheetError if no sheet of the table has a total.
    """
    incomplete = [each for each in table if _page_findings(each, table)]
    joined = recorded_game(table[0].layout).joined([each for each in table if each not in incomplete])
    scored = [each for each in joined if has_total(each.layout)]
    if not scored and not any(has_total(each.layout) for each in incomplete):
        hint = Message("give the players' sheets")
        problem = Message("none of these sheets has a total")
        raise FairsheetError(problem, code=ErrorCode.INCOMPLETE_TABLE, hint=hint)
    return scored


def ranked_sheets(table: Sheets) -> list[TableSheet]:
    """Return the sheets that rank the players of a table, with the boxes that are known from elsewhere."""
    known = _scored_boxes(table)
    return [
        each.with_changes(known.get(each.record.key, {}))
        for each in scored_sheets(table)
        if each.record.seat != NO_SEAT
    ]


def score_recorded(table: Sheets) -> Score:
    """Return the points of a table: those of the players' sheets, then those of shared sheets.

    Players are ranked by their totals and the tie-breaks of their sheets; cooperating players share a rank.
    """
    scored, sums = scored_sheets(table), sums_of_table(table)
    scores = [_score(each, sums[each.record.key]) for each in scored]
    totals = {score.seat: score.total for score in scores if score.seat != NO_SEAT}
    if play_together(table):
        together = (tuple(totals),) if totals else ()
        if unknown_points(table):
            return Score(tuple(scores), together)
        lacking = _lacking(table, scored, scores)
        winner = _winner(scored, scores, lacking)
        return Score(tuple(scores), together, winner=winner, lacks=tuple(lacking or ()) or UNSET)
    return Score(tuple(scores), ranking_of(totals, tie_breaks_of(table)))


def sums_of_table(table: Sheets) -> dict[SheetKey, Sums]:
    """Return the numbers of the boxes of each sheet with a total, by sheet and seat."""
    known = _known_boxes(table)
    return {
        each.record.key: sums_of(each, known.get(each.record.key, {}), dict.fromkeys(blank_boxes(each), 0))
        for each in scored_sheets(table)
    }


def unknown_points(table: Sheets) -> dict[SheetKey, tuple[str, ...]]:
    """Return the boxes of players and opponents whose points are unknown, by sheet and seat: they count 0. Points are
    unknown if their block is blank, or the number is impossible, or box and total are blank and the verdict names the
    box."""
    in_question = {
        each.record.key: {
            field for found in sheet.findings or () if found.level != "note" for field in found.fields
        }
        for each, sheet in zip(table, verify_recorded(table).sheets, strict=True)
    }
    sums = sums_of_table(table)
    unknown = {}
    for each in scored_sheets(table):
        key, unknowable = each.record.key, blank_boxes(each)
        has_no_total = line_of_total(each.layout).box not in each.record.marks
        boxes = tuple(
            box for box in sums[key].blank if box in unknowable or (has_no_total and box in in_question[key])
        )
        boxes += sums[key].refused
        if boxes and (each.record.seat != NO_SEAT or _is_opponent(each)):
            unknown[key] = boxes
    return unknown


def tie_breaks_of(table: Sheets) -> Ties:
    """Return the tie-breaks of players with equal totals, each from the player's own sheet."""
    ranked = ranked_sheets(table)
    return Ties(
        {
            each.record.seat: ties_by_template(
                each.layout, {**setting_of(each.record, 1), **each.record.marks}
            )
            for each in ranked
        },
        [tie.words for tie in ranked[0].layout.tie_breaks] if ranked else [],
    )


def fill_boxes(table: Sheets) -> list[Record]:
    """Return the records with all boxes filled in that have score lines or are known from other sheets."""
    known = _known_boxes(table)
    filled = []
    for each in table:
        marks = {**each.record.marks, **known.get(each.record.key, {})}
        boxes = compile_boxes(each.layout)({**setting_of(each.record, 1), **marks})
        filled.append(
            msgspec.structs.replace(
                each.record, marks={**marks, **_boxes_to_write(each.layout, boxes, marks)}
            )
        )
    return filled


def _known_boxes(table: Sheets) -> Mapping[SheetKey, Mapping[str, int]]:
    """Return the boxes whose numbers are on other sheets of the table or follow from its seed, by sheet and seat."""
    layout, game = table[0].layout, table[0].record.game
    return recorded_game(layout).known_boxes(table, draw_of(layout, game))


def _scored_boxes(table: Sheets) -> Mapping[SheetKey, Mapping[str, int]]:
    """Return the boxes that replace written ones for scoring: those known from elsewhere, and 0 for unknown ones."""
    known = _known_boxes(table)
    return {
        each.record.key: {**dict.fromkeys(blank_boxes(each), 0), **known.get(each.record.key, {})}
        for each in table
    }


def _lacking(table: Sheets, scored: Sheets, scores: Sequence[PlayerScore]) -> Sequence[Message] | None:
    """Return what solo or cooperating players still lack to win, if all points are known."""
    totals = {each.record.key: score.total for each, score in zip(scored, scores, strict=True)}
    return recorded_game(table[0].layout).lacking(table, totals)


def _winner(
    scored: Sheets, scores: Sequence[PlayerScore], lacking: Sequence[str] | None
) -> Winner | UnsetType:
    """Return the winner by known points: the players, the game, or an opponent with its own sheet."""
    if lacking is not None:
        return "game" if lacking else "player"
    opponents = [score.total for each, score in zip(scored, scores, strict=True) if _is_opponent(each)]
    players = [score.total for score in scores if score.seat != NO_SEAT]
    if not opponents or not players:
        return UNSET
    if players[0] == opponents[0]:
        return "draw"
    return "player" if players[0] > opponents[0] else "opponent"


def _boxes_to_write(sheet: Sheet, boxes: Mapping[str, int], marks: Marks) -> dict[str, int]:
    """Return the boxes of the score, and those of lines that have other marks."""
    score_boxes = {box.id for box in sheet.score_boxes()} | {
        line.box for line in sheet.scores if line.sign == TOTAL
    }
    lines = {_line_of(field) for field in marks}
    return {box: value for box, value in boxes.items() if box in score_boxes or _line_of(box) in lines}


def _line_of(field: str) -> str:
    return field.partition(".")[0]


def _score(sheet: TableSheet, sums: Sums) -> PlayerScore:
    written = {field: mark for field, mark in sheet.record.marks.items() if field in sheet.layout.field}
    unknown = (*sums.refused, line_of_total(sheet.layout).box) if sums.refused else ()
    return score_player(sheet.layout, sheet.record.seat, written, sums.boxes, unknown)


def _is_opponent(sheet: TableSheet) -> bool:
    """Return whether the sheet belongs to the opponent of a solo player."""
    return "opponent" in sheet.layout.attrs


def play_together(table: Sheets) -> bool:
    """Return whether the players win or lose together, or one person plays solo."""
    first = table[0]
    return plays_together(first.layout, first.record.game) or any(
        "together" in each.layout.attrs for each in table
    )


def _shared_facts(sheet: TableSheet) -> dict[str, object]:
    """Return what all sheets of a table have in common, by its name in error messages."""
    game = sheet.record.game
    return {
        Message("game"): sheet.layout.game,
        Message("seed"): game.seed,
        Message("number of players"): game.players,
        Message("solo level"): game.solo,
        Message("name of the table"): game.name,
        **{Message("option {option}", option=option): value for option, value in game.chosen.items()},
    }


def _first_difference(first: Mapping[str, object], other: Mapping[str, object]) -> str:
    """Return the first difference between the games of two sheets, in words; empty if they are the same game."""
    for name in (*first, *other):
        values = [game.get(name) for game in (first, other)]
        if values[0] != values[1]:
            here, there = (Message("none") if each is None else str(each) for each in values)
            return Message("{name} {here} and {there}", name=name, here=here, there=there)
    return ""


def _by_template(table: Iterable[TableSheet]) -> list[list[TableSheet]]:
    """Return the sheets of a table grouped by template, regardless of choices on them and of their release."""
    by_template: dict[str, list[TableSheet]] = {}
    for each in table:
        by_template.setdefault(template_of(each.layout.name), []).append(each)
    return list(by_template.values())


def _compared_together(same_template: Sheets) -> list[tuple[Sheet, Sheets]]:
    """Return the layouts whose checks compare sheets of one template, each with the sheets that it compares.

    These checks are the same for all choices. If sheets come from several releases, the checks of the current release
    apply; each check compares all sheets that have its fields.
    """
    first = same_template[0].layout
    if all(_checks_together(each.layout) == _checks_together(first) for each in same_template):
        return [(first, same_template)]
    current = load_sheet(first.name) if is_bundled(first.name) else first
    compared: dict[tuple[int, ...], list[Check]] = {}
    for check in _checks_together(current):
        fields = set(fields_in(check.needs, current))
        indexes = (number for number, each in enumerate(same_template) if fields <= each.layout.field.keys())
        compared.setdefault(tuple(indexes), []).append(check)
    return [
        (
            msgspec.structs.replace(current, checks=tuple(checks)),
            [same_template[number] for number in numbers],
        )
        for numbers, checks in compared.items()
        if numbers
    ]


def _checks_together(sheet: Sheet) -> list[Check]:
    return [check for check in sheet.checks if check.scope == "table"]

"""The sheets of one table of a recorded game: whether they belong together, their verdict, their points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import msgspec
from msgspec import UNSET, UnsetType

from fairsheet.engine.checks.consistency import findings_on, said_together, setting_of, verdict_of
from fairsheet.engine.checks.verdict import Finding, Verdict, with_conflicts
from fairsheet.engine.dealing.deal import Draw
from fairsheet.engine.recorded.base.attributed import attributed_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableFinding, TableSheet
from fairsheet.engine.recorded.blank_pages import has_total, missing_pages
from fairsheet.engine.recorded.registry import draw_of, plays_together, recorded_game, setting_of_draw
from fairsheet.engine.recorded.sums import Sums, sums_of
from fairsheet.engine.records.record import NO_SEAT, Record, SheetKey
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
from fairsheet.languages.messages import Message
from fairsheet.sheets.formulas.formula import fields_in
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import is_bundled, load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import TOTAL, Check, Sheet
from fairsheet.sheets.support.errors import FairsheetError


def table_sheets(records: Sequence[Record], catalog: Catalog = BUNDLED) -> tuple[TableSheet, ...]:
    """The records with their layouts, players first and by seat. Raises FairsheetError unless they are of one table."""
    if not records:
        raise FairsheetError("there is no record", hint="give the records of one table")
    table = [TableSheet(catalog.sheet(record.sheet, record.layout), record) for record in records]
    first = table[0]
    for each in table[1:]:
        if other := _differing(_game(first), _game(each)):
            problem = f"the records of {first.owner} and {each.owner} are from different tables: {other}"
            raise FairsheetError(
                problem, hint="give the records of one table: one game, seed, name and options"
            )
    found: set[SheetKey] = set()
    for each in table:
        kind = template_of(each.record.sheet)  # whatever was chosen on it
        if (kind, each.record.seat) in found:
            seat = f" of seat {each.record.seat}" if each.record.seat != NO_SEAT else ""
            problem = f"there are two records{seat} on {kind}"
            raise FairsheetError(problem, hint="give one of them")
        found.add((kind, each.record.seat))
    return tuple(
        sorted(table, key=lambda each: (each.record.seat == NO_SEAT, each.record.seat, each.record.sheet))
    )


def verify_recorded(table: Sheets) -> Verdict:
    """The verdict on the sheets of a table, held against their checks, each other, and what the seed drew.

    A sheet of which a page is missing is held against nothing, as if it were not there, and left undecided.
    """
    findings: dict[SheetKey, list[Finding]] = {each.record.key: _page_findings(each, table) for each in table}
    first = table[0]
    whole = [each for each in table if not findings[each.record.key]]
    for each in whole:
        findings[each.record.key] += _blank_findings(each)
    drawn = draw_of(first.layout, first.record.game)
    of_draw = setting_of_draw(first.layout, first.record.game, drawn)
    settings = {
        each.record.key: of_draw | setting_of(each.record, len(of_kind))
        for of_kind in _by_kind(whole)
        for each in of_kind
    }
    needed = recorded_game(first.layout).needed_checks
    for each in whole:
        marks, setting = each.record.marks, settings[each.record.key]
        findings[each.record.key] += findings_on(each.layout, marks, setting, needed=needed)
    compared = partial(_compared, drawn=drawn)
    for found in attributed_findings(list(compared(whole)), settings, compared, whole):
        for key, finding in found.by_sheet():
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


def _compared(whole: Sheets, drawn: Draw | None) -> Findings:
    """What is wrong or remarkable between sheets of a table of which no page is missing, or with what the seed drew."""
    if not whole:
        return
    first = whole[0]
    of_draw = setting_of_draw(first.layout, first.record.game, drawn)
    game = recorded_game(first.layout)
    corroborated = game.corroborated(whole, drawn)
    for of_kind in _by_kind(whole):
        for sheet, asked in _asked_together(of_kind):
            marks = {each.record.seat: each.record.marks for each in asked}
            setting = of_draw | setting_of(asked[0].record, len(asked))
            right = {each.record.seat: corroborated.get(each.record.key, ()) for each in asked}
            of_seat = {each.record.seat: each for each in asked}
            for check, why, fields in said_together(sheet, marks, setting, right):
                sheets = [(of_seat[seat], named) for seat, named in fields.items()]
                yield TableFinding(check.id, check.level, why, sheets)
    yield from game.findings(whole, drawn)


def _page_findings(sheet: TableSheet, table: Sheets) -> list[Finding]:
    """page-missing: a page on which everybody writes bears no ink, and the player has no other sheet that says more."""
    seats = [other.record.seat for other in table]
    if sheet.record.seat != NO_SEAT and seats.count(sheet.record.seat) > 1:
        return []
    if sheet.layout.pages == 1 and missing_pages(sheet):
        return [
            Finding("page-missing", "warn", (), Message("This sheet bears no ink: it counts as not there."))
        ]
    return [
        Finding(
            "page-missing",
            "warn",
            (),
            Message("Page {page} bears no ink: scan its photo together with the others.", page=page),
        )
        for page in missing_pages(sheet)
    ]


def _blank_findings(sheet: TableSheet) -> list[Finding]:
    """blank-block: neither the points nor any mark from which they follow."""
    why = Message(
        "No points are written here, and nothing is marked from which they follow: they cannot be known."
    )
    return [Finding("blank-block", "warn", (box,), why) for box in blank_boxes(sheet)]


def blank_boxes(sheet: TableSheet) -> tuple[str, ...]:
    """The boxes of points that are blank and whose block bears no ink, so that nobody can know them: they count 0."""
    blocks = recorded_game(sheet.layout).blocks_of_points
    return tuple(
        box for box, block in blocks.items() if box not in sheet.record.marks and not sheet.inked_in(block)
    )


def sheets_in_part(table: Sheets) -> list[TableSheet]:
    """The sheets of players of which a page bears no ink: they are not ranked."""
    return [each for each in table if each.record.seat != NO_SEAT and _page_findings(each, table)]


def scored_sheets(table: Sheets) -> list[TableSheet]:
    """The sheets of a table that have a total, one of each player, with what stands on any of that player's.

    A sheet of which a page is missing is left out. Raises FairsheetError where no sheet of the table has a total.
    """
    in_part = [each for each in table if _page_findings(each, table)]
    joined = recorded_game(table[0].layout).joined([each for each in table if each not in in_part])
    scored = [each for each in joined if has_total(each.layout)]
    if not scored and not any(has_total(each.layout) for each in in_part):
        raise FairsheetError("none of these sheets has a total", hint="give the players' sheets")
    return scored


def ranked_sheets(table: Sheets) -> list[TableSheet]:
    """The sheets by which the players of a table are ranked, with the boxes that are known from elsewhere."""
    known = _scored_boxes(table)
    return [
        each.read_as(known.get(each.record.key, {}))
        for each in scored_sheets(table)
        if each.record.seat != NO_SEAT
    ]


def score_recorded(table: Sheets) -> Score:
    """The points of a table: those of the players' sheets, then of those that are one for the table.

    Players are ranked by their totals and the tie-breaks of their sheets; those who play together share a rank.
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
    return Score(tuple(scores), ranking_of(totals, recorded_ties(table)))


def sums_of_table(table: Sheets) -> dict[SheetKey, Sums]:
    """By sheet what its boxes come to, of those that have a total."""
    known = _known_boxes(table)
    return {
        each.record.key: sums_of(each, known.get(each.record.key, {}), dict.fromkeys(blank_boxes(each), 0))
        for each in scored_sheets(table)
    }


def unknown_points(table: Sheets) -> dict[SheetKey, tuple[str, ...]]:
    """By sheet of a player or an opponent the boxes whose points nobody can know: the verdict asks for them, and there
    is no total either, or a whole block is blank, or no count gives what is written. They count 0."""
    asked = {
        each.record.key: {
            field for found in sheet.findings or () if found.level != "note" for field in found.fields
        }
        for each, sheet in zip(table, verify_recorded(table).sheets, strict=True)
    }
    sums = sums_of_table(table)
    unknown = {}
    for each in scored_sheets(table):
        key, whole = each.record.key, blank_boxes(each)
        has_no_total = line_of_total(each.layout).box not in each.record.marks
        boxes = tuple(box for box in sums[key].blank if box in whole or (has_no_total and box in asked[key]))
        boxes += sums[key].refused
        if boxes and (each.record.seat != NO_SEAT or _is_opponent(each)):
            unknown[key] = boxes
    return unknown


def recorded_ties(table: Sheets) -> Ties:
    """What ranks players of equal totals, each by the tie-breaks of the own sheet."""
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


def with_boxes(table: Sheets) -> list[Record]:
    """The records with all boxes filled in that have score lines or stand on other sheets, as careful people would."""
    known = _known_boxes(table)
    filled = []
    for each in table:
        marks = {**each.record.marks, **known.get(each.record.key, {})}
        boxes = compile_boxes(each.layout)({**setting_of(each.record, 1), **marks})
        filled.append(
            msgspec.structs.replace(each.record, marks={**marks, **_worth_writing(each.layout, boxes, marks)})
        )
    return filled


def _known_boxes(table: Sheets) -> Mapping[SheetKey, Mapping[str, int]]:
    """Boxes whose numbers stand on other sheets of the table or follow from its seed: by sheet and seat."""
    layout, game = table[0].layout, table[0].record.game
    return recorded_game(layout).known_boxes(table, draw_of(layout, game))


def _scored_boxes(table: Sheets) -> Mapping[SheetKey, Mapping[str, int]]:
    """The boxes with whose numbers a table is scored: those known from elsewhere, and 0 for those nobody can know."""
    known = _known_boxes(table)
    return {
        each.record.key: {**dict.fromkeys(blank_boxes(each), 0), **known.get(each.record.key, {})}
        for each in table
    }


def _lacking(table: Sheets, scored: Sheets, scores: Sequence[PlayerScore]) -> Sequence[Message] | None:
    """What those who play alone or together lack of what they play for, where all points are known."""
    totals = {each.record.key: score.total for each, score in zip(scored, scores, strict=True)}
    return recorded_game(table[0].layout).lacking(table, totals)


def _winner(
    scored: Sheets, scores: Sequence[PlayerScore], lacking: Sequence[str] | None
) -> Winner | UnsetType:
    """Who has won, the player or players, the game, or an opponent with a sheet of its own; of known points."""
    if lacking is not None:
        return "game" if lacking else "player"
    opponents = [score.total for each, score in zip(scored, scores, strict=True) if _is_opponent(each)]
    players = [score.total for score in scores if score.seat != NO_SEAT]
    if not opponents or not players:
        return UNSET
    if players[0] == opponents[0]:
        return "draw"
    return "player" if players[0] > opponents[0] else "opponent"


def _worth_writing(sheet: Sheet, boxes: Mapping[str, int], marks: Marks) -> dict[str, int]:
    """The boxes of the score, and those of lines on which something else stands."""
    of_score = {box.id for box in sheet.score_boxes()} | {
        line.box for line in sheet.scores if line.sign == TOTAL
    }
    lines = {_line(field) for field in marks}
    return {box: value for box, value in boxes.items() if box in of_score or _line(box) in lines}


def _line(field: str) -> str:
    return field.partition(".")[0]


def _score(sheet: TableSheet, sums: Sums) -> PlayerScore:
    written = {field: mark for field, mark in sheet.record.marks.items() if field in sheet.layout.field}
    unknown = (*sums.refused, line_of_total(sheet.layout).box) if sums.refused else ()
    return score_player(sheet.layout, sheet.record.seat, written, sums.boxes, unknown)


def _is_opponent(sheet: TableSheet) -> bool:
    """Whether it is the sheet of the opponent of one who plays alone."""
    return "opponent" in sheet.layout.attrs


def play_together(table: Sheets) -> bool:
    """Whether the players win or lose together, or one of them plays alone."""
    first = table[0]
    return plays_together(first.layout, first.record.game) or any(
        "together" in each.layout.attrs for each in table
    )


def _game(sheet: TableSheet) -> dict[str, object]:
    """What all sheets of a table have in common, by its name in words."""
    game = sheet.record.game
    return {
        "game": sheet.layout.game,
        "seed": game.seed,
        "number of players": game.players,
        "level": game.solo,
        "name of the table": game.name,
        **{f"option {option}": value for option, value in game.chosen.items()},
    }


def _differing(first: Mapping[str, object], other: Mapping[str, object]) -> str:
    """What differs first between the games of two sheets; nothing where they are one."""
    for what in (*first, *other):
        here, there = ("none" if game.get(what) is None else game[what] for game in (first, other))
        if here != there:
            return f"{what} {here} and {there}"
    return ""


def _by_kind(table: Iterable[TableSheet]) -> list[list[TableSheet]]:
    """The sheets of a table by their templates, whatever was chosen on them and whichever release printed them."""
    kinds: dict[str, list[TableSheet]] = {}
    for each in table:
        kinds.setdefault(template_of(each.layout.name), []).append(each)
    return list(kinds.values())


def _asked_together(of_kind: Sheets) -> list[tuple[Sheet, Sheets]]:
    """Layouts with checks that look at sheets of one template together, each with the sheets that they look at.

    Sheets on which something else was chosen have these checks in common. Where sheets of several releases lie on one
    table, those of the current one hold, whichever seat has it: each looks at all sheets that have its fields.
    """
    first = of_kind[0].layout
    if all(_checks_together(each.layout) == _checks_together(first) for each in of_kind):
        return [(first, of_kind)]
    current = load_sheet(first.name) if is_bundled(first.name) else first
    asked: dict[tuple[int, ...], list[Check]] = {}
    for check in _checks_together(current):
        fields = set(fields_in(check.needs, current))
        having = (number for number, each in enumerate(of_kind) if fields <= each.layout.field.keys())
        asked.setdefault(tuple(having), []).append(check)
    return [
        (msgspec.structs.replace(current, checks=tuple(checks)), [of_kind[number] for number in numbers])
        for numbers, checks in asked.items()
        if numbers
    ]


def _checks_together(sheet: Sheet) -> list[Check]:
    return [check for check in sheet.checks if check.scope == "table"]

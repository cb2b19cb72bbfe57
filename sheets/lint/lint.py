"""Checks of a placed sheet: whether a camera can read it, and whether its facts are consistent.

The limits come from reading photographs. A phone gives a printed millimetre about ten pixels, fewer if it is tilted.
Hands need room for a circle around an icon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal

from fairsheet.sheets.drawing.palette import luminance
from fairsheet.sheets.drawing.svg_file import SUFFIX
from fairsheet.sheets.drawing.typeface import format_character, without_glyph
from fairsheet.sheets.formulas.computability import (
    counted_boxes,
    decided_parts,
    formulas_of,
    missing_entries,
    unreached_thresholds,
    valueless_fields,
)
from fairsheet.sheets.formulas.formula import calls_in, fields_in
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.language.choices import SEPARATOR
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.columns import unclaimed_fields
from fairsheet.sheets.model.drawn_shapes import Icon, Image, Text
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.named import fields_named, names_in
from fairsheet.sheets.model.scaled import as_printed
from fairsheet.sheets.model.sheet import (
    PLAYER,
    TOTAL,
    Call,
    Expression,
    Field,
    Name,
    Operation,
    Position,
    Sheet,
)
from fairsheet.sheets.placement.validation import ink_rect, places_of
from fairsheet.sheets.printing.footer import mark_words_fit
from fairsheet.sheets.printing.header import mission_fits
from fairsheet.sheets.printing.under_ink import dark_fill, lines_across, printed_rect, words_across

if TYPE_CHECKING:
    from fairsheet.sheets.placement.place import Placed

Severity = Literal["error", "warning"]

LEAST_SIZE = {"slot": 9.0, "icon": 6.0, "sign": 8.0, "text": 6.0}  # mm, the shorter side
LEAST_CELL = (5.0, 7.0)  # mm, width and height of a digit cell
LEAST_CORRECTION_BOX = (5.0, 4.0)  # mm, width and height
LEAST_LINK, GREATEST_LINK = 3.0, 60.0  # mm
GAP_CIRCLES, GAP_CIRCLE, GAP_ICONS, GAP = 3.0, 1.5, 1.5, 0.7  # mm between targets, see _wanted_gap
LEAST_TEXT = 5.5  # points
DARKEST_FILL = 0.8  # least luminance under ink; white is 1
DARKEST_ICON = 0.45
# in 1800 marks of simulated trials 2.6 % were in doubt, alone 0.1 %
ALIKE = (("filled", "crossed"), ("struck", "X"))
SHOWN = 5  # missing numbers of a lookup that a finding lists
_TOLERANCE = 0.02  # mm


@dataclass(frozen=True)
class LintFinding:
    """A problem at the table or under the camera. `about` is an id; `at` is its place in the template.

    `neighbour` is the other field if the problem is between two; the problem names it too.
    """

    severity: Severity
    about: str
    problem: str
    hint: str
    at: Position | None = None
    neighbour: str = ""


_error, _warning = partial(LintFinding, "error"), partial(LintFinding, "warning")


def lint_template(placed: Placed) -> list[LintFinding]:
    """Return all findings about a template's sheet, including unused named formulas and a missing total."""
    found = [
        _warning(name, "no other formula needs this one", "use its name, or leave it out", at)
        for name, at in placed.unused_formulas.items()
    ]
    sheet = placed.sheet
    if sheet.scores and not sheet.has_companions and all(line.sign != TOTAL for line in sheet.scores):
        problem = "no score line computes the total, so players cannot be ranked"
        hint = 'give one of them sign: "="'
        found.append(_warning(sheet.name, problem, hint, placed.name_at))
    return [*lint(sheet, placed), *found]


def lint(sheet: Sheet, placed: Placed | None = None) -> list[LintFinding]:
    """Return all findings about a sheet, errors first. `placed` (from `read_template`) adds places in the file."""
    on_paper = as_printed(sheet)
    found = [finding for check in _OF_LENGTHS for finding in check(on_paper)]
    found += [finding for check in _OF_MEANING for finding in check(sheet)]
    positions = placed.shape_positions if placed else [None] * len(sheet.shapes)
    found += [finding for check in _OF_SHAPES for finding in check(on_paper, positions)]
    if placed is not None:
        found = [replace(finding, at=finding.at or placed.positions.get(finding.about)) for finding in found]
    return sorted(found, key=lambda finding: finding.severity)


def _alike(sheet: Sheet) -> Iterator[LintFinding]:
    """Yield fields that accept two marks which cameras confuse. A scenario's own rules need them, so only custom
    sheets have such findings."""
    for target in sheet.fields if is_custom(sheet) else ():
        for one, other in ALIKE:
            if one in target.accepts and other in target.accepts:
                yield _warning(target.id, f"cameras confuse {one} with {other}, so about 1 mark in 40 is asked about",
                               f"let it accept only one of them, or circled instead of {one}"
                               if target.kind == "icon" else "let it accept only one of them")  # fmt: skip


def _sizes(sheet: Sheet) -> Iterator[LintFinding]:
    for target in sheet.fields:
        if target.id == PLAYER:  # its size is not set by the template
            continue
        least = None if target.cells else LEAST_SIZE.get(target.kind)
        shorter = min(target.rect.w, target.rect.h)
        if least and shorter < least - _TOLERANCE:
            yield _error(target.id, f"{shorter:g} mm is too small for this {target.kind} to be read",
                         f"make it {least:g} mm or more")  # fmt: skip
        for cell in target.cells:
            if cell.w < LEAST_CELL[0] - _TOLERANCE or cell.h < LEAST_CELL[1] - _TOLERANCE:
                yield _error(target.id, f"digit cells of {cell.w:g} x {cell.h:g} mm are too small",
                             f"make them {LEAST_CELL[0]:g} x {LEAST_CELL[1]:g} mm or more")  # fmt: skip
                break
        if box := target.correction_box:
            for length, least_length, shortage in zip(
                (box.w, box.h), LEAST_CORRECTION_BOX, ("narrow", "low"), strict=True
            ):
                if length < least_length - _TOLERANCE:
                    yield _warning(target.id, f"a correction box of {length:g} mm is too {shortage} for a number",
                                   f"make it {least_length:g} mm or more")  # fmt: skip


def _distances(sheet: Sheet) -> Iterator[LintFinding]:
    targets = [target for target in sheet.fields if target.kind != "link"]
    for one, other in combinations(targets, 2):
        if one.page != other.page:
            continue
        wanted = _wanted_gap(one, other)
        gap = distance(ink_rect(one), ink_rect(other))
        if gap < wanted - _TOLERANCE:
            yield _warning(other.id, f"{gap:.1f} mm from {one.id}: ink of one will run into the other",
                           f"leave {wanted:g} mm", neighbour=one.id)  # fmt: skip


def _wanted_gap(one: Field, other: Field) -> float:
    """Return the gap that ink needs, mm: circles need room on both sides, crosses run a little over, numbers do not."""
    circled = ("circled" in one.accepts) + ("circled" in other.accepts)
    if circled:
        return GAP_CIRCLES if circled == 2 else GAP_CIRCLE
    return GAP_ICONS if one.kind == other.kind == "icon" else GAP


def distance(one: Rect, other: Rect) -> float:
    """Return the shortest distance between two rectangles, mm."""
    dx = max(0.0, one.x - other.right, other.x - one.right)
    dy = max(0.0, one.y - other.bottom, other.y - one.bottom)
    return math.hypot(dx, dy)


def _links(sheet: Sheet) -> Iterator[LintFinding]:
    links = [(link, link.line) for link in sheet.fields if link.line]
    for link, (start, end) in links:
        length = ((start.x - end.x) ** 2 + (start.y - end.y) ** 2) ** 0.5
        if not LEAST_LINK - _TOLERANCE <= length <= GREATEST_LINK:
            yield _warning(link.id, f"a link of {length:.1f} mm looks like a slip of the pen",
                           f"make it {LEAST_LINK:g} to {GREATEST_LINK:g} mm long")  # fmt: skip
    for (one, _), (other, _) in combinations(links, 2):
        if one.page == other.page and distance(one.rect.grown(-1.5), other.rect.grown(-1.5)) < 1.0:
            if _ends(one) & _ends(other):
                continue
            yield _warning(other.id, f"it runs into {one.id}", "leave 1 mm between links", neighbour=one.id)


def _ends(link: Field) -> set[object]:
    """Return the ends of a link: its points, in tenths of mm, and the fields that it joins at some distance."""
    between = link.attrs.get("between")
    fields = between if isinstance(between, tuple) else ()
    return {*((round(end.x, 1), round(end.y, 1)) for end in link.line or ()), *fields}


def _keep_out(sheet: Sheet, positions: Sequence[Position | None]) -> Iterator[LintFinding]:
    space, body, *squares = places_of(sheet.paper)
    for shape, at in zip(sheet.shapes, positions, strict=True):
        rect = printed_rect(shape)
        name = shape.words if isinstance(shape, Text) else type(shape).__name__.lower()
        if any(rect.overlaps(square) for square in squares):
            yield _error(sheet.name, f"{name} at {_place(rect, body)} is printed over a marker",
                         "move it inwards", at=at)  # fmt: skip
        if not space.grown(0.5).holds(rect):
            yield _error(sheet.name, f"{name} at {_place(rect, body)} is partly outside the body",
                         f"the body is {body.w:g} x {body.h:g} mm", at=at)  # fmt: skip


def _place(rect: Rect, body: Rect) -> str:
    return f"{rect.x - body.x:.1f}, {rect.y - body.y:.1f} mm"


def _contrast(sheet: Sheet) -> Iterator[LintFinding]:
    for target in sheet.fields:
        if target.kind in ("link", "text") or target.printed is not None:
            continue
        fill, icon_stroke = dark_fill(sheet, target)
        if fill and luminance(fill) < DARKEST_FILL:
            yield _warning(target.id, f"it is on {fill}, which is too dark for ink to be visible",
                           "use pale or a lighter fill")  # fmt: skip
        if icon_stroke and luminance(icon_stroke) < DARKEST_ICON:
            yield _warning(target.id, f"its icon is printed in {icon_stroke}, which is as dark as ink",
                           "use stroke: mid or lighter where people write")  # fmt: skip
        for words in words_across(sheet, target):
            yield _warning(target.id, f"the words {words!r} are printed across it", "move the words")
        if lines_across(sheet, target):
            yield _warning(target.id, "a printed line runs across it", "end the line before the field")


def _images(sheet: Sheet) -> Iterator[LintFinding]:
    images = [
        shape
        for shape in sheet.shapes
        if isinstance(shape, Image) or (isinstance(shape, Icon) and shape.name.endswith(SUFFIX))
    ]
    for image, target in product(images, sheet.fields):
        if image.page == target.page and image.rect.overlaps(ink_rect(target).grown(-_TOLERANCE)):
            yield _warning(target.id, f"the picture {image.name} is printed under it",
                           "move or shorten the picture: ink on it is hard to read")  # fmt: skip


def _texts(sheet: Sheet, positions: Sequence[Position | None]) -> Iterator[LintFinding]:
    for shape, at in zip(sheet.shapes, positions, strict=True):
        if isinstance(shape, Text) and shape.size < LEAST_TEXT:
            yield _warning(sheet.name, f"the words {shape.words!r} are set in {shape.size:g} points",
                           f"use {LEAST_TEXT:g} points or more", at=at)  # fmt: skip


def _characters(sheet: Sheet, positions: Sequence[Position | None]) -> Iterator[LintFinding]:
    printed: dict[str, Position | None] = {}
    for shape, at in zip(sheet.shapes, positions, strict=True):
        if isinstance(shape, Text | Icon):
            printed.setdefault(shape.words if isinstance(shape, Text) else shape.text, at)
    for words in dict.fromkeys(
        (sheet.title, *printed, *sheet.mark_words.values(), *(mission.text for mission in sheet.missions))
    ):
        for character in without_glyph(words):
            yield _warning(sheet.name, f"the words {words!r} contain {format_character(character)}, not in the fonts",
                           "use letters, digits and common characters", at=printed.get(words))  # fmt: skip


def _missions_fit(sheet: Sheet) -> Iterator[LintFinding]:
    for mission in sheet.missions:
        for place in sheet.mission_places:
            if place.letter == mission.letter and not mission_fits(mission, place.rect):
                yield _warning(mission.id, f"its words do not fit into the mission place {place.letter}",
                               "use fewer words or make the place larger")  # fmt: skip


def _mark_words(sheet: Sheet) -> Iterator[LintFinding]:
    taken = {
        "number" if isinstance(mark, int) else mark for field_ in sheet.fields for mark in field_.accepts
    }
    for mark in sheet.mark_words.keys() - taken:
        yield _warning(sheet.name, f"it explains {mark}, but no field accepts this mark",
                       "leave the line out")  # fmt: skip
    if not mark_words_fit(sheet):
        problem = "the foot has no room for its explanations of marks, and shows the default ones"
        yield _warning(sheet.name, problem, "use fewer words")


def _lookups(sheet: Sheet) -> Iterator[LintFinding]:
    for about, formula in formulas_of(sheet):
        if missing := missing_entries(formula, sheet):
            problem = (
                f"its lookup has no entry for {_list_some(missing)}, but its number may have these values"
            )
            yield _warning(about, problem, "add entries for them, or use thresholds")
        if unreached := unreached_thresholds(formula, sheet):
            problem = f"its number can never reach the threshold {_list_some(unreached)}"
            yield _warning(about, problem, "leave it out, or count more")


def _decided(sheet: Sheet) -> Iterator[LintFinding]:
    """Yield findings for functions and comparisons that have only one possible value.

    Only the whole condition of a check counts, because a `repeat` may write it for places where nothing can be wrong.
    """
    if SEPARATOR in sheet.name:
        return  # a decided part may be open with another choice
    valueless = {field.id for field, _ in valueless_fields(sheet)}  # `_values` reports them
    for about, formula in formulas_of(sheet):
        for part in decided_parts(formula, sheet):
            if not valueless.isdisjoint(fields_in(part, sheet)):
                continue
            if isinstance(part, Call):
                problem = f"{_usage(part)} is always {bounds(part, sheet)[0]}, whatever is written"
                in_print = any(sheet.field[field].printed is not None for field in fields_in(part, sheet))
                hint = "printed marks are not ink" if in_print else "use a mark that its fields accept"
                yield _warning(about, problem, hint)
            elif about not in {check.id for check in sheet.checks}:
                yield _never(about, f"a comparison with {' and '.join(_names_in(part))}")
    for check in sheet.checks:
        if check.scope != "table" and bounds(check.needs, sheet)[1] == 0:
            yield _never(check.id, "its condition")
    for move in sheet.moves:
        if move.needs is not None and bounds(move.needs, sheet)[1] == 0:
            yield _never(move.id, "the condition of this move")


def _never(about: str, what: str) -> LintFinding:
    return _warning(about, f"{what} can never hold", "compare with numbers that can be reached")


def _usage(call: Call) -> str:
    """Return a call as it is written, with the first few of many arguments."""
    words = [part.name for part in call.arguments if isinstance(part, Name)]
    return f"{call.function}({', '.join(words[:SHOWN])}{', …' if len(words) > SHOWN else ''})"


def _names_in(expression: Expression) -> list[str]:
    """Return the functions and boxes in a comparison."""
    match expression:
        case Operation(operands=operands):
            return [name for each in operands for name in _names_in(each)]
        case Call():
            return [_usage(expression)]
        case Name(name=name):
            return [name]
    return []


def _values(sheet: Sheet) -> Iterator[LintFinding]:
    for field_, fact in valueless_fields(sheet):
        value = field_.attrs.get(fact)
        problem = (
            f"it has no {fact}, but a formula adds up its {fact}"
            if value is None
            else f"its {fact} {value} is not a whole number, and counts 0"
        )
        yield _warning(field_.id, problem, f"write under it: facts {fact}: 2, or another whole number")


def _list_some(numbers: Sequence[int]) -> str:
    """Return numbers in words: '2, 4, 5, 6, 7 and 12 more'."""
    more = f" and {len(numbers) - SHOWN} more" if len(numbers) > SHOWN else ""
    return ", ".join(map(str, numbers[:SHOWN])) + more


def _scores(sheet: Sheet) -> Iterator[LintFinding]:
    for score in sheet.scores:
        box = sheet.field[score.box]
        accepted = [mark for mark in box.accepts if isinstance(mark, int)]
        least, greatest = bounds(score.formula, sheet)
        if least < min(accepted) or greatest > max(accepted):
            problem = (
                f"its formula gives {least} to {greatest}, but it accepts {min(accepted)} to {max(accepted)}"
            )
            yield _warning(box.id, problem, f"write from: {least} to: {greatest}")
    known = {score.box for score in sheet.scores} | counted_boxes(sheet)
    for box in sheet.score_boxes():
        if box.id not in known:
            yield _warning(box.id, "no score line computes it, and none counts its number",
                           f"add: score {box.id} is: …; or count it, if players fill it in freely")  # fmt: skip


def _references(sheet: Sheet) -> Iterator[LintFinding]:
    zoned = {slot for zone in sheet.zones for slot in zone.slots}
    for target in sheet.fields:
        if target.kind == "slot" and not target.cells and target.id not in zoned:
            yield _warning(target.id, "the slot is in no zone, so its number has no order",
                           "put it under a zone; if no order is wanted, give each slot its own zone")  # fmt: skip
    for zone in sheet.zones:
        if zone.attrs.get("split_by") == ():
            yield _warning(zone.id, "no link splits the zone", "put the links of split_by under it")
    letters = {mission.letter for mission in sheet.missions}
    places = {place.letter for place in sheet.mission_places}
    for letter in sorted(letters - places):
        yield _warning(sheet.name, f"missions of letter {letter} have no place on the sheet",
                       f"add: mission-place {letter} w: 60 h: 15")  # fmt: skip
    for letter in sorted(places - letters):
        yield _warning(sheet.name, f"the mission place {letter} stays empty: no mission has that letter",
                       "add missions or remove the place")  # fmt: skip
    for group in sheet.groups:
        if not any(_names_something(fact) for fact in group.attrs.values()):
            yield _warning(group.id, "the group names nothing",
                           "list its members, such as fields: every(slot)")  # fmt: skip


def _pieces(sheet: Sheet) -> Iterator[LintFinding]:
    """Yield pieces that have fewer fields than others of their type: they may reach over the edge of a map."""
    named = {place for move in sheet.moves for place in move.places}
    named |= {
        part.name
        for _, formula in formulas_of(sheet)
        for call in calls_in(formula)
        if call.function == "tiled"
        for part in call.arguments
        if isinstance(part, Name)
    }
    for type_ in dict.fromkeys(sheet.group[name].type for name in named if name in sheet.group):
        sizes = {group.id: len(fields_named(sheet, group.id)) for group in sheet.groups_of_type(type_)}
        most = max(sizes.values())
        for piece, size in sizes.items():
            if size < most:
                yield _warning(piece, f"the piece has {size} of {most} fields, so it may reach over the edge",
                               "leave it out, or give pieces of other sizes another type")  # fmt: skip


def _draws(sheet: Sheet) -> Iterator[LintFinding]:
    """Yield draws that no move looks at."""
    needed = {draw for move in sheet.moves for _, draw in move.match}
    for move in sheet.moves:
        needed |= {name for part in (move.number, move.needs) if part is not None for name in names_in(part)}
    for draw in sheet.draws:
        if draw.id not in needed:
            yield _warning(draw.id, "no move uses what this draw shows",
                           f"use it: number: {draw.id}, needs:, or match:; or leave it out")  # fmt: skip


def _columns(sheet: Sheet) -> Iterator[LintFinding]:
    for id_ in unclaimed_fields(sheet):
        column = id_.rpartition(".")[2]
        yield _warning(id_, f"it looks like a field of player {column}, but is in no column",
                       f"write under it: facts player: {column}; or change the end of its id")  # fmt: skip


def _names_something(fact: object) -> bool:
    members = fact if isinstance(fact, tuple) else (fact,)
    return any(isinstance(member, str) for member in members)


_Checks = tuple[Callable[[Sheet], Iterator[LintFinding]], ...]
_OF_LENGTHS: _Checks = (_sizes, _distances, _links, _contrast, _images, _missions_fit)
_OF_MEANING: _Checks = (
    _alike, _mark_words, _lookups, _decided, _values, _scores, _references, _pieces, _draws, _columns,
)  # fmt: skip
_OF_SHAPES = (_keep_out, _texts, _characters)

"""Checks of a placed sheet: places of fields, splits of zones, equal columns, computable formulas, possible moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from fairsheet.languages.messages import listed
from fairsheet.sheets.formulas.computability import cycle_through, empty_names, times_computed, unstated_nets
from fairsheet.sheets.formulas.formula import calls_in, compile_formula, needs_table
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.label.label_text import LONGEST_MISSIONS, joined_missions
from fairsheet.sheets.language.faults import Fault
from fairsheet.sheets.model.columns import column_of, columns_of, differing_fields, shared_sums_of_columns
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.named import fact_of, fields_named
from fairsheet.sheets.model.page_geometry import BODY, FIDUCIAL_QUIET, FIDUCIALS, SPACE, page_rect
from fairsheet.sheets.model.scaled import scaled
from fairsheet.sheets.model.sheet import SCALES, Field, Mission, Move, Name, Position, Sheet, Zone
from fairsheet.sheets.placement._facts import FormulaNote
from fairsheet.sheets.support.errors import FairsheetError

MOST_COMPUTED = 10_000  # score lines that one formula may compute
MOST_SHOWN = 8  # values in a message
_TOLERANCE = 0.01  # mm


def check_places(placed: Sequence[Field], at: Mapping[str, Position], paper: str) -> list[Fault]:
    """Return faults for fields outside the body, on a fiducial, or overlapping.

    `at` has the fields' places in the file. Fields are in mm on their `paper:`.
    """
    faults = [
        Fault(at[field.id], f"{field.id} {problem}", hint)
        for field in placed
        for problem, hint in _out_of_place(ink_rect(field), paper)
    ]
    solid = [(field, ink_rect(field).grown(-_TOLERANCE / 2)) for field in placed if field.kind != "link"]
    for (one, here), (other, there) in combinations(solid, 2):
        if here.overlaps(there) and one.page == other.page:
            problem = f"{other.id} overlaps {one.id} (line {at[one.id].line})"
            faults.append(Fault(at[other.id], problem, "set them further apart"))
    return faults


def check_splits(
    zones: Iterable[Zone], fields: Mapping[str, Field], at: Mapping[str, Position]
) -> list[Fault]:
    """Return faults for zones whose fact `split_by` names anything but links between two of their slots."""
    faults = []
    for zone in zones:
        named = zone.attrs.get("split_by", ())
        for link in map(str, named if isinstance(named, tuple) else (named,)):
            between = fields[link].attrs.get("between") if link in fields else None
            if not isinstance(between, tuple) or not set(between) <= set(zone.slots):
                problem = f"{link} is not a link between two slots of the zone {zone.id}"
                faults.append(Fault(at[zone.id], problem, "only such links can split it"))
    return faults


def check_missions(missions: Iterable[Mission], at: Mapping[str, Position]) -> list[Fault]:
    """Return a fault if the ids of a game's missions are too long for the label of a page."""
    longest: dict[str, str] = {}
    for mission in missions:
        longest[mission.letter] = max(longest.get(mission.letter, ""), mission.id, key=len)
    if len(joined_missions(longest.values())) <= LONGEST_MISSIONS:
        return []
    worst = max(longest.values(), key=len)
    problem = (
        f"{worst} is too long a name: one game's missions have at most {LONGEST_MISSIONS} characters in all"
    )
    return [Fault(at[worst], problem, "use short ones, such as A1")]


def check_columns(sheet: Sheet, at: Mapping[str, Position]) -> list[Fault]:
    """Return faults for players' columns that differ."""
    faults = []
    for field in sheet.fields:
        try:
            column_of(field)
        except FairsheetError as error:
            faults.append(Fault(at[field.id], error.problem, error.hint))
    if faults:
        return faults
    for box, column in shared_sums_of_columns(sheet).items():
        problem = f"{box} is in no column, but its score line needs player {column}'s fields"
        faults.append(Fault(at[box], problem, f"write under the box: facts player: {column}"))
    if faults:
        return faults
    hint = "give every column the same fields and score lines, by one repeat"
    return [Fault(at[id_], problem, hint) for id_, problem in differing_fields(sheet).items()]


def check_formulas(sheet: Sheet, formulas: Iterable[FormulaNote]) -> list[Fault]:
    """Return faults for formulas that cannot be computed, whatever the ink."""
    faults = []
    for note in formulas:
        for function, name, at_slots in empty_names(note.formula, sheet):
            if at_slots:
                problem = f"{function} needs slots, but {name} has none"
                faults.append(Fault(note.at, problem, "use inked(…) or count(crossed, …) for other fields"))
            else:
                problem = f"{function} needs fields, but {name} has none"
                faults.append(Fault(note.at, problem, "list its members, such as fields: every(slot)"))
        for function, name in unstated_nets(note.formula, sheet):
            if function == "longest-path":
                problem = f"{function} needs links between two fields, but {name} has others"
                hint = "name links"
            else:
                problem = f"{function} needs neighbours, but {name} states none"
                hint = (
                    "give it a group: group board fields fields: every(…) columns: 6, or links between fields"
                )
            faults.append(Fault(note.at, problem, hint))
        comparing = [call.function for call in calls_in(note.formula) if needs_table(call)]
        if comparing and note.box and len(columns_of(sheet)) == 1:
            problem = f"{comparing[0]} compares players, but this sheet has a column for only one"
            faults.append(Fault(note.at, problem, "repeat the column for the others, or leave it out"))
        chain = cycle_through(note.box, sheet) if note.box else None
        if chain is not None:
            by_way = f", by way of {', '.join(chain)}" if chain else ""
            problem = f"{note.box} is needed to compute itself{by_way}"
            faults.append(Fault(note.at, problem, "take it out of the formula"))
    return faults or _oversized_formula(sheet, formulas)


def check_moves(sheet: Sheet, lines: Sequence[Position]) -> list[Fault]:
    """Return faults for moves that no place can ever take; `lines` are their places in the template."""
    return [
        Fault(at, *found)
        for move, at in zip(sheet.moves, lines, strict=True)
        if (found := _impossible_move(sheet, move)) is not None
    ]


def _impossible_move(sheet: Sheet, move: Move) -> tuple[str, str] | None:
    """Return the problem with a move and its hint; None if it can be made."""
    fields = [sheet.field[id_] for place in move.places for id_ in fields_named(sheet, place)]
    if not fields:
        return f"the groups of the move {move.id} name no fields", "list them, such as fields: every(slot)"
    if move.number is not None and not any(
        isinstance(mark, int) for field in fields for mark in field.accepts
    ):
        return f"no place of the move {move.id} accepts a number", "write mark: instead of number:"
    accepted = {mark for field in fields for mark in field.accepts}
    for mark in move.marks:
        if mark not in accepted:
            return f"no place of the move {move.id} accepts {mark}", "name a mark that its places accept"
    if move.number is None and not move.marks and any(field.cells for field in fields):
        return f"the move {move.id} does not say what it writes in digit cells", "add number: and a formula"
    for fact, draw in move.match:
        shown = {fact_of(sheet, place, fact) for place in move.places}
        if shown.isdisjoint(sheet.draw[draw].values):
            found = listed(sorted(map(str, shown - {None}))[:MOST_SHOWN] or ["nothing"])
            problem = f"what {draw} shows never matches the fact {fact} of the places of {move.id}: {found}"
            return problem, f"write under each place: facts {fact}: and a value of {draw}"
    return None


def _oversized_formula(sheet: Sheet, formulas: Iterable[FormulaNote]) -> list[Fault]:
    """Return a fault for the first formula that takes too long or has too great numbers.

    Formulas that need its box share the fault.
    """
    for note in formulas:
        if (times := times_computed(note.formula, sheet)) > MOST_COMPUTED:
            problem = f"this formula computes score lines {times:,} times, the limit is {MOST_COMPUTED:,}"
            return [Fault(note.at, problem, "name fewer boxes that have score lines, and each of them once")]
        try:
            bounds(note.formula, sheet)
            if note.box and not needs_table(note.formula):
                compile_formula(Name(note.box), sheet)  # RecursionError in a chain of very many boxes
        except FairsheetError as error:
            return [Fault(note.at, error.problem, error.hint)]
    return []


def _out_of_place(ink: Rect, paper: str) -> list[tuple[str, str]]:
    """Return the problem with the place of ink and its hint; empty if there is none."""
    space, body, *markers = places_of(paper)
    if not space.grown(_TOLERANCE).holds(ink):
        place = f"{ink.x - body.x:g}, {ink.y - body.y:g} mm with size {ink.w:g} x {ink.h:g}"
        return [(f"is outside the body, at {place}", f"the body is {body.w:g} x {body.h:g} mm")]
    if any(ink.overlaps(marker.grown(-_TOLERANCE)) for marker in markers):
        return [("is on a corner or edge marker", "move it inwards")]
    return []


def places_of(paper: str) -> Iterator[Rect]:
    """Yield the printable area of a page, its body, and the markers with their white margin, mm on this `paper:`."""
    for rect in (SPACE, BODY, *(fiducial.rect.grown(FIDUCIAL_QUIET) for fiducial in FIDUCIALS)):
        yield scaled(page_rect(rect, paper), SCALES[paper])


def ink_rect(field: Field) -> Rect:
    """Return the rectangle around a field and its correction box, mm."""
    if field.correction_box is None:
        return field.rect
    one, other = field.rect, field.correction_box
    left, top = min(one.x, other.x), min(one.y, other.y)
    return Rect(left, top, max(one.right, other.right) - left, max(one.bottom, other.bottom) - top)

"""What must hold once fields have places: inside the frame, off fiducials, none over another; zones split by links;
columns that are alike; formulas that can be computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from fairsheet.sheets.formulas.computability import (
    names_of_nothing,
    times_computed,
    unstated_nets,
    way_to_itself,
)
from fairsheet.sheets.formulas.formula import calls_in, compile_formula, needs_table
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.label.label_text import LONGEST_MISSIONS, joined_missions
from fairsheet.sheets.language.faults import Fault
from fairsheet.sheets.model.columns import column_of, columns_of, differing_fields, shared_sums_of_columns
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import BODY, FIDUCIAL_QUIET, FIDUCIALS, SPACE, page_rect
from fairsheet.sheets.model.scaled import scaled
from fairsheet.sheets.model.sheet import SCALES, Field, Mission, Name, Position, Sheet, Zone
from fairsheet.sheets.placement._facts import FormulaNote
from fairsheet.sheets.support.errors import FairsheetError

MOST_COMPUTED = 10_000  # score lines with one formula
_TOLERANCE = 0.01  # mm


def check_places(placed: Sequence[Field], at: Mapping[str, Position], paper: str) -> list[Fault]:
    """Faults for fields outside the body, on a fiducial, or overlapping; `at` says where each stands in the file. They
    are as large as on their `paper:`.
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
    """Faults for zones whose fact `split_by` names anything but links between two of their slots."""
    faults = []
    for zone in zones:
        named = zone.attrs.get("split_by", ())
        for link in map(str, named if isinstance(named, tuple) else (named,)):
            between = fields[link].attrs.get("between") if link in fields else None
            if not isinstance(between, tuple) or not set(between) <= set(zone.slots):
                problem = f"{link} is no link between two slots of the zone {zone.id}"
                faults.append(Fault(at[zone.id], problem, "only such links can split it"))
    return faults


def check_missions(missions: Iterable[Mission], at: Mapping[str, Position]) -> list[Fault]:
    """Faults for ids of missions with which one game's are too long for the label of a page."""
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
    """Faults for columns of players that are not all alike."""
    faults = []
    for field in sheet.fields:
        try:
            column_of(field)
        except FairsheetError as error:
            faults.append(Fault(at[field.id], error.problem, error.hint))
    if faults:
        return faults
    for box, column in shared_sums_of_columns(sheet).items():
        problem = f"{box} is in no column, and its score line looks at player {column}'s fields"
        faults.append(Fault(at[box], problem, f"write under the box: facts player: {column}"))
    if faults:
        return faults
    hint = "give every column the same fields and score lines, by one repeat"
    return [Fault(at[id_], problem, hint) for id_, problem in differing_fields(sheet).items()]


def check_formulas(sheet: Sheet, formulas: Iterable[FormulaNote]) -> list[Fault]:
    """Faults for formulas that no ink gives a value."""
    faults = []
    for note in formulas:
        for function, name, at_slots in names_of_nothing(note.formula, sheet):
            if at_slots:
                problem = f"{function} looks at slots, and {name} has none"
                faults.append(Fault(note.at, problem, "use inked(…) or count(crossed, …) for other fields"))
            else:
                problem = f"{name} has no fields that {function} could look at"
                faults.append(Fault(note.at, problem, "list its members, such as fields: every(slot)"))
        for function, name in unstated_nets(note.formula, sheet):
            if function == "longest-path":
                problem, hint = (
                    f"{function} looks at links between two fields, and {name} has others",
                    "name links",
                )
            else:
                problem = f"{function} looks at neighbours, and {name} states none"
                hint = (
                    "give it a group: group board fields fields: every(…) columns: 6, or links between fields"
                )
            faults.append(Fault(note.at, problem, hint))
        comparing = [call.function for call in calls_in(note.formula) if needs_table(call)]
        if comparing and note.box and len(columns_of(sheet)) == 1:
            problem = f"{comparing[0]} compares players, and this sheet has a column for one alone"
            faults.append(Fault(note.at, problem, "repeat the column for the others, or leave it out"))
        way = way_to_itself(note.box, sheet) if note.box else None
        if way is not None:
            by_way = f", by way of {', '.join(way)}" if way else ""
            problem = f"{note.box} is needed to compute itself{by_way}"
            faults.append(Fault(note.at, problem, "take it out of the formula"))
    return faults or _beyond_bounds(sheet, formulas)


def _beyond_bounds(sheet: Sheet, formulas: Iterable[FormulaNote]) -> list[Fault]:
    """A fault for the first formula that takes too long or whose numbers are too great: others that need its box do so
    with it."""
    for note in formulas:
        if (times := times_computed(note.formula, sheet)) > MOST_COMPUTED:
            problem = (
                f"this formula computes score lines {times:,} times, at most {MOST_COMPUTED:,} are possible"
            )
            return [Fault(note.at, problem, "name fewer boxes that have score lines, and each of them once")]
        try:
            bounds(note.formula, sheet)
            if note.box and not needs_table(note.formula):
                compile_formula(Name(note.box), sheet)  # RecursionError in a chain of very many boxes
        except FairsheetError as error:
            return [Fault(note.at, error.problem, error.hint)]
    return []


def _out_of_place(ink: Rect, paper: str) -> list[tuple[str, str]]:
    """The problem and its hint, if there is one."""
    space, body, *markers = places_of(paper)
    if not space.grown(_TOLERANCE).holds(ink):
        place = f"{ink.x - body.x:g}, {ink.y - body.y:g} mm with size {ink.w:g} x {ink.h:g}"
        return [(f"lies outside the body, at {place}", f"the body is {body.w:g} x {body.h:g} mm")]
    if any(ink.overlaps(marker.grown(-_TOLERANCE)) for marker in markers):
        return [("lies on a corner or edge marker", "move it inwards")]
    return []


def places_of(paper: str) -> Iterator[Rect]:
    """Where print may be on pages of this `paper:`, their body, and the markers with the white round them, mm on it."""
    for rect in (SPACE, BODY, *(fiducial.rect.grown(FIDUCIAL_QUIET) for fiducial in FIDUCIALS)):
        yield scaled(page_rect(rect, paper), SCALES[paper])


def ink_rect(field: Field) -> Rect:
    """The field with its correction box, mm."""
    if field.correction_box is None:
        return field.rect
    one, other = field.rect, field.correction_box
    left, top = min(one.x, other.x), min(one.y, other.y)
    return Rect(left, top, max(one.right, other.right) - left, max(one.bottom, other.bottom) - top)

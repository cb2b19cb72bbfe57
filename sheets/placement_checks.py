"""What must hold for the places of fields: inside the printable frame, off fiducials, never one over another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from sheets.faults import Fault
from sheets.model import Field, Position, Rect
from sheets.page import BODY, FIDUCIAL_QUIET, FIDUCIALS, FRAME

_TOLERANCE = 0.01  # mm


def check_places(placed: list[Field], at: Mapping[str, Position]) -> list[Fault]:
    """Faults for fields outside the body, on a fiducial, or overlapping; `at` says where each stands in the file."""
    faults = []
    space = Rect(FRAME.x, BODY.y, FRAME.w, BODY.h).grown(_TOLERANCE)
    keep_out = [fiducial.rect.grown(FIDUCIAL_QUIET - _TOLERANCE) for fiducial in FIDUCIALS]
    for field in placed:
        ink = ink_rect(field)
        if ink.x < space.x or ink.y < space.y or ink.right > space.right or ink.bottom > space.bottom:
            x, y = ink.x - BODY.x, ink.y - BODY.y
            faults.append(
                Fault(at[field.id], f"{field.id} lies outside the body, at {x:g}, {y:g} mm with size {ink.w:g} x {ink.h:g}",
                      f"the body is {BODY.w:g} x {BODY.h:g} mm"))  # fmt: skip
        elif any(ink.overlaps(square) for square in keep_out):
            faults.append(
                Fault(at[field.id], f"{field.id} lies on a corner or edge marker", "move it inwards")
            )
    solid = [field for field in placed if field.kind != "link"]
    for one, other in combinations(solid, 2):
        if one.page == other.page and ink_rect(one).grown(-_TOLERANCE).overlaps(ink_rect(other)):
            faults.append(
                Fault(at[other.id], f"{other.id} overlaps {one.id} (line {at[one.id].line})", "set them further apart"))  # fmt: skip
    return faults


def ink_rect(field: Field) -> Rect:
    """The field with its second-try tab, mm."""
    if field.second_try is None:
        return field.rect
    top = min(field.rect.y, field.second_try.y)
    return Rect(field.rect.x, top, field.rect.w, field.rect.h + field.second_try.h)

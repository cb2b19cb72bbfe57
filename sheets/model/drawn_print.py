"""Print that depends on a draw: the parts of a page that show drawn components."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fairsheet.sheets.model.drawn_shapes import Shape
from fairsheet.sheets.model.sheet import DrawnPart, Sheet

_EDGE = 0.5  # mm by which a field may reach beyond its part


@dataclass(frozen=True)
class DrawnPrint:
    """The print for one seat that depends on the seed's draw when a game is set up.

    `lies` has the components at each place, `shapes` the drawing for each draw place, in mm from its corner. Without a
    seed only the places in `lies` are known.
    """

    lies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    shapes: Mapping[str, Sequence[Shape]] = field(default_factory=dict)
    seeded: bool = True

    def is_known(self, place: str) -> bool:
        """Return whether the components at a place are known."""
        return self.seeded or place in self.lies

    def is_absent(self, part: DrawnPart) -> bool:
        """Return whether the component of this part is known not to be at its place."""
        return self.is_known(part.place) and part.component not in self.lies.get(part.place, ())


def shapes_left_out(sheet: Sheet, drawn: DrawnPrint | None) -> frozenset[int]:
    """Return the indices of shapes for components that the seed did not draw.

    If the draw is unknown, only the first of several parts at one place is printed.
    """
    first = {(part.place, part.page, part.rect): part for part in reversed(sheet.drawn_parts)}
    return frozenset(
        number
        for part in sheet.drawn_parts
        if (
            drawn.is_absent(part)
            if drawn is not None and drawn.is_known(part.place)
            else part is not first[part.place, part.page, part.rect]
        )
        for number in part.shapes
    )


def fields_left_out(sheet: Sheet, drawn: DrawnPrint) -> frozenset[str]:
    """Return the fields that are not printed because their components were not drawn."""
    absent = [part for part in sheet.drawn_parts if drawn.is_absent(part)]
    return frozenset(
        field.id
        for field in sheet.fields
        if any(part.page == field.page and part.rect.grown(_EDGE).holds(field.rect) for part in absent)
    )

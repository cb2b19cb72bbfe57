"""What a page shows of a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fairsheet.sheets.model.drawn_shapes import Shape
from fairsheet.sheets.model.sheet import DrawnPart, Sheet

_EDGE = 0.5  # mm by which a field may reach beyond the part that it stands in


@dataclass(frozen=True)
class DrawnPrint:
    """What is printed for one seat of what a seed draws when a game is set up.

    `lies` has by place the components that lie there, `shapes` by draw place what is drawn, in mm from its corner.
    Without a seed only what lies at the places in `lies` is known.
    """

    lies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    shapes: Mapping[str, Sequence[Shape]] = field(default_factory=dict)
    seeded: bool = True

    def is_known(self, place: str) -> bool:
        """Whether it is known what lies at a place."""
        return self.seeded or place in self.lies

    def is_absent(self, part: DrawnPart) -> bool:
        """Whether the component that a part is for does not lie there."""
        return self.is_known(part.place) and part.component not in self.lies.get(part.place, ())


def shapes_left_out(sheet: Sheet, drawn: DrawnPrint | None) -> frozenset[int]:
    """The shapes that are for components which the seed did not draw, by their places among those of the sheet.

    Where nothing is known of a seed, of several parts at one place the first one stands for all.
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
    """The fields that are not printed, since they are for components that are not there."""
    absent = [part for part in sheet.drawn_parts if drawn.is_absent(part)]
    return frozenset(
        field.id
        for field in sheet.fields
        if any(part.page == field.page and part.rect.grown(_EDGE).holds(field.rect) for part in absent)
    )

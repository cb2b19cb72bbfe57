"""Zones that links split: the segments between drawn links, and the full ones among them."""

from __future__ import annotations

from collections.abc import Mapping

from fairsheet.sheets.model.marks import STRUCK
from fairsheet.sheets.model.named import links_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet

Segment = tuple[str, ...]


class SplitZone:
    """The slots of a zone in order, and the links that split it when they are drawn."""

    def __init__(self, sheet: Sheet, zone: str) -> None:
        self.id = zone
        self.slots: Segment = sheet.zone[zone].slots
        self.links = links_of(sheet, zone)  # link: number of slots before it
        self.index_of = {slot: index for index, slot in enumerate(self.slots)}
        self.fields = frozenset((*self.slots, *self.links))

    def segments(self, marks: Mapping[str, object]) -> list[Segment]:
        """Return the parts into which the drawn links split the zone, in order."""
        ends = sorted(before for link, before in self.links.items() if link in marks)
        return [self.slots[a:b] for a, b in zip([0, *ends], [*ends, len(self.slots)], strict=True)]

    def segment_of(self, slot: str, marks: Mapping[str, object]) -> Segment:
        """Return the segment of a slot."""
        return next(segment for segment in self.segments(marks) if slot in segment)

    def full_sizes(self, marks: Mapping[str, object]) -> list[int]:
        """Return the sizes of segments in which every slot has a number or an X. Empty segments do not count."""
        parts = self.segments(marks)
        return [
            len(part) for part in parts if part and all(marks.get(slot, STRUCK) != STRUCK for slot in part)
        ]


@remembered
def split_zones(sheet: Sheet) -> tuple[SplitZone, ...]:
    """Return all zones of a sheet."""
    return tuple(SplitZone(sheet, zone.id) for zone in sheet.zones)

"""Whether points of missions with neighbours are those that the values on both sheets give; whose may be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from engine.recorded.planet.draw import PlanetDraw
from engine.recorded.planet.missions import ALL, BOX, Place, boxes_of_table, meetings, unsure_points
from engine.recorded.planet.seats import is_alone
from engine.recorded.spanning import findings_spanning, possibly_wrong

Number = tuple[int, str]  # a seat and a field


def neighbour_findings(
    table: Sequence[TableSheet], drawn: PlanetDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """sums: an error is told of all whose box or value may be wrong, a warning of whose points are unsure."""
    points = _points(table, drawn)
    wrong = {each.record.seat: each for each in table if _is_wrong(each, table, points)}
    for each in table:
        right = points.get(each.record.seat, each.number(BOX))
        if each.number(BOX) not in (None, right) and each.record.seat not in wrong:
            why = f"Neighbours: {each.number(BOX)} is written, the values of both players give {right}."
            why += " What an equal best value among all players brings is not sure."
            yield each, Finding("sums", "warn", (BOX, *_values(each, table)), why)
    if not wrong:
        return
    told = ", ".join(
        f"{each.owner} has {points[seat]} and not {each.number(BOX)}" for seat, each in wrong.items()
    )
    possible = {seat for seat, _ in _possibly_wrong(table, drawn, points)}
    fields = {
        each.record.seat: (*each.inked(BOX), *_values(each, table))
        for each in table
        if each.record.seat in possible
    }
    by = "alone there is none, and" if is_alone(table[0].record) else "by the values of both players"
    why = f"Neighbours: {by} {told}."
    sheets = [(each, fields[each.record.seat]) for each in table if each.record.seat in fields]
    yield from findings_spanning("sums", "error", why, sheets)


def _points(table: Sequence[TableSheet], drawn: PlanetDraw | None) -> dict[int, int]:
    """By seat the points that the values give, where they can be known."""
    return {seat: boxes[BOX] for (_, seat), boxes in boxes_of_table(table, drawn).items()}


def _is_wrong(sheet: TableSheet, table: Sequence[TableSheet], points: Mapping[int, int]) -> bool:
    """Whether other points are written than the values give, and than they may give."""
    right = points.get(sheet.record.seat)
    return right is not None and sheet.number(BOX) not in (None, right, *unsure_points(sheet, table, right))


def _values(sheet: TableSheet, table: Sequence[TableSheet]) -> tuple[str, ...]:
    """The fields of the values of a player's missions that are written."""
    places = [*(place for place, _ in meetings(sheet, table)), Place(sheet, ALL)]
    return sheet.inked(*(place.value_field for place in places))


def _possibly_wrong(
    table: Sequence[TableSheet], drawn: PlanetDraw | None, points: Mapping[int, int]
) -> list[Number]:
    """The boxes and values that may be wrong."""
    marks: dict[Number, int] = {
        (each.record.seat, field): each.number_or_0(field)
        for each in table
        for field in (*each.inked(BOX), *_values(each, table))
    }
    values = {mark for (_, field), mark in marks.items() if field != BOX}
    near = sorted({number for mark in values for number in (mark - 1, mark, mark + 1) if number >= 0})

    def others(place: Number) -> Iterable[int]:
        seat, field = place
        return near if field != BOX else [points[seat]] if seat in points else []

    def agree(other: Mapping[Number, int]) -> bool:
        changed = _with_numbers(table, other)
        right = _points(changed, drawn)
        return not any(_is_wrong(each, changed, right) for each in changed)

    return possibly_wrong(marks, others, agree)


def _with_numbers(table: Sequence[TableSheet], numbers: Mapping[Number, int]) -> list[TableSheet]:
    """The sheets of a table with other numbers."""
    return [
        each._replace(
            record=replace(
                each.record,
                marks={
                    **each.record.marks,
                    **{field: mark for (seat, field), mark in numbers.items() if seat == each.record.seat},
                },
            )
        )
        for each in table
    ]

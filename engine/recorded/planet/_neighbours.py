"""Check the points of missions with neighbours by the values on both sheets, and find which sheets may be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from fairsheet.engine.checks.attribution import possibly_wrong
from fairsheet.engine.recorded.base.counts import allowed_numbers, with_numbers_corrected
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.planet._draw import PlanetDraw, setting_of_draw
from fairsheet.engine.recorded.planet._neighbour_missions import (
    ALL,
    BOX,
    Place,
    boxes_of_table,
    cards_not_copied,
    meetings,
    unsure_points,
)
from fairsheet.engine.records.record import SheetKey
from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.model.marks import Mark


def boxes_by_values(table: Sheets, drawn: PlanetDraw | None) -> Mapping[SheetKey, Mapping[str, int]]:
    """Return the known points of missions with neighbours, by sheet and seat. A value that the other marks of its
    sheet contradict is corrected first."""
    return boxes_of_table(_corrected(table, drawn), drawn)


def neighbour_findings(written_table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """Check sums: an error for all sheets whose box or value may be wrong, a warning for sheets with unclear points."""
    table = _corrected(written_table, drawn)
    points = _points(table, drawn)
    wrong = {each.record.seat: each for each in table if _is_wrong(each, table, points)}
    for each in table:
        right = points.get(each.record.seat, each.number(BOX))
        if each.number(BOX) not in (None, right) and each.record.seat not in wrong:
            why = Message(
                "Neighbours: {number} written, {right} computed from the values of both players.",
                number=each.number_or_0(BOX),
                right=right or 0,
            )
            unsure = Message("The rules do not say how many points a shared best value gives.")
            why = joined(" ", (why, unsure))
            yield finding_on(each, "sums", "warn", (BOX, *_values(each, table)), why)
    if not wrong:
        return
    words = Message("{owner} has {right}, not {written}")
    corrections = joined(
        ", ",
        (
            words.filled(owner=each.owner, right=points[seat], written=each.number_or_0(BOX))
            for seat, each in wrong.items()
        ),
    )
    possible = _possibly_wrong(table, drawn)
    why = Message("Neighbours: according to the values of both players, {facts}.", facts=corrections)
    if table[0].record.game.players == 1:
        why = Message("Neighbours: a solo player has none, so {facts}.", facts=corrections)
    sheets = [(each, (*each.inked(BOX), *_values(each, table))) for each in possible]
    yield from cross_sheet_findings("sums", "error", why, sheets)


def _points(table: Sheets, drawn: PlanetDraw | None) -> dict[int, int]:
    """Return the points that the values give by seat, if they are known."""
    return {seat: boxes[BOX] for (_, seat), boxes in boxes_of_table(table, drawn).items()}


def _is_wrong(sheet: TableSheet, table: Sheets, points: Mapping[int, int]) -> bool:
    """Return whether the written points are neither those that the values give nor others that they may give."""
    right = points.get(sheet.record.seat)
    return right is not None and sheet.number(BOX) not in (None, right, *unsure_points(sheet, table, right))


def _values(sheet: TableSheet, table: Sheets) -> tuple[str, ...]:
    """Return the fields of the written values of a player's missions."""
    places = [*(place for place, _ in meetings(sheet, table)), Place(sheet, ALL)]
    return sheet.inked(*(place.value_field for place in places))


def _possibly_wrong(table: Sheets, drawn: PlanetDraw | None) -> list[TableSheet]:
    """Return the sheets whose values, box or both may be wrong."""

    def others(sheet: TableSheet) -> Iterator[list[TableSheet]]:
        fields = _values(sheet, table)
        choices = [_choices(sheet, field, table, drawn) for field in fields]
        for numbers in product(*choices):
            changed = sheet.with_changes({**dict(zip(fields, numbers, strict=True)), BOX: None})
            yield [changed if each is sheet else each for each in table]

    def agree(changed: list[TableSheet]) -> bool:
        points = _points(changed, drawn)
        return not any(_is_wrong(each, changed, points) for each in changed)

    return possibly_wrong(table, others, agree)


def _choices(sheet: TableSheet, field: str, table: Sheets, drawn: PlanetDraw | None) -> list[int]:
    """Return values of a mission that its sheet allows: those above, equal to and below each value of the others."""
    others = [place for met in meetings(sheet, table) if met[0].value_field == field for place in met]
    if field == Place(sheet, ALL).value_field:
        others = [Place(each, ALL) for each in table]
    values = {place.value for place in others if place is not None and place.value is not None}
    near = {value + more for value in values for more in (-1, 0, 1)}
    return sorted(near.intersection(allowed_numbers(sheet, field, _setting(sheet, drawn))))


def _setting(sheet: TableSheet, drawn: PlanetDraw | None) -> dict[str, Mark]:
    """Return the facts about the game that formulas use, with the cards that the sheet prints."""
    return {**setting_of_draw(drawn), **_cards_printed(sheet, drawn)}


def _corrected(table: Sheets, drawn: PlanetDraw | None) -> list[TableSheet]:
    """Return the sheets with corrected values of missions, if their other marks contradict the written ones."""
    return [with_numbers_corrected(each, _values(each, table), _setting(each, drawn)) for each in table]


def _cards_printed(sheet: TableSheet, drawn: PlanetDraw | None) -> dict[str, int]:
    """Return the cards that the seed prints on a sheet and nobody wrote, by field, if their places are known."""
    orders = [] if drawn is None else cards_not_copied(sheet, drawn)
    return (
        {Place(sheet, side).card_field: card for side, card in orders[0].items()} if len(orders) == 1 else {}
    )

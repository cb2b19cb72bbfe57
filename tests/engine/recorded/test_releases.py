"""Test sheets of several releases at one table: results are independent of which seat has which print."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.recorded.recorded_tables import table_sheets, verify_recorded
from fairsheet.sheets.model.sheet import Check, Name, Number, Operation, Sheet
from tests.engine.recorded.checking import changed
from tests.engine.recorded.gaia.gaia_tables import three


def seats_with_findings(table: list[TableSheet], check: str) -> list[int]:
    """Return the seats whose sheets a check reports."""
    return [
        each.seat
        for each in verify_recorded(table).sheets
        for found in each.findings or ()
        if found.check == check
    ]


def reprinted(layout: Sheet) -> Sheet:
    """Return the sheet as another release printed it, with a field elsewhere."""
    first, *others = layout.fields
    return replace(layout, fields=(replace(first, rect=first.rect.moved(1, 0)), *others))


@pytest.mark.parametrize("older", [(), (1,), (2,), (1, 2, 3)])
def test_single_item_is_unique_among_prints_of_all_releases(older: tuple[int, ...]) -> None:
    records = changed(three(), {"1": {"federation.ft-vp-12": 2}, "2": {"federation.ft-vp-12": 2}})
    table = [
        each._replace(layout=reprinted(each.layout)) if each.record.seat in older else each
        for each in table_sheets(records)
    ]
    assert seats_with_findings(table, "federation-supply") == [1, 2]


@pytest.mark.parametrize("older", [1, 3])
def test_dropped_check_ignores_tables_with_newer_prints(older: int) -> None:
    given_up = Check("given-up", Operation("<=", (Name("vp.track"), Number(0))), "No.", scope="table")
    table = [
        each._replace(layout=replace(each.layout, checks=(*each.layout.checks, given_up)))
        if each.record.seat == older
        else each
        for each in table_sheets(three())
    ]
    assert seats_with_findings(table, "given-up") == []


@pytest.mark.parametrize("older", [1, 3])
def test_check_ignores_a_print_without_its_fields(older: int) -> None:
    records = changed(three(), {str(seat): {"federation.ft-vp-12": 2} for seat in (1, 2, 3)})
    table = [
        each._replace(
            layout=replace(
                each.layout,
                fields=tuple(field for field in each.layout.fields if field.id != "federation.ft-vp-12"),
                checks=(),
            )
        )
        if each.record.seat == older
        else each
        for each in table_sheets(records)
    ]
    assert seats_with_findings(table, "federation-supply") == [seat for seat in (1, 2, 3) if seat != older]

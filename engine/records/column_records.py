"""The players of a sheet that has a column for each of them, as if each player had their own sheet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from fairsheet.engine.records.record import Record
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.columns import NAME, column_of, columns_of, marks_of_column, sheet_of_column
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def players_of(sheet: Sheet, records: Sequence[Record]) -> tuple[Sheet, list[Record]]:
    """Return the sheet of one player, and a record for each column up to the last with ink; seats count the columns.

    For a sheet without columns, return the sheet and the records unchanged. Raises FairsheetError if there are several
    sheets with columns.
    """
    columns = columns_of(sheet)
    if not columns or not records:
        return sheet, list(records)
    if len(records) > 1:
        problem = Message("its players share one sheet, so a table has one record")
        hint = Message("score them one by one")
        raise FairsheetError(problem, code=ErrorCode.MIXED_TABLES, where=sheet.name, hint=hint)
    (record,) = records
    one = sheet_of_column(sheet, columns[0])
    inked = [column_of(sheet.field[field]) for field in record.marks if field in sheet.field]
    last = max((column for column in inked if column is not None), default=columns[0])
    used = [column for column in columns if column <= last]
    game = replace(record.game, players=len(used), solo=None)
    players = []
    for seat, column in enumerate(used, 1):
        marks = marks_of_column(sheet, column, record.marks)
        name = marks.get(NAME, "")
        players.append(Record.on(one, game, seat, marks, name if isinstance(name, str) else ""))
    return one, players

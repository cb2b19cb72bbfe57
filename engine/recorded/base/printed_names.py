"""Names of components as sheets print them: behind the icons of their fields."""

from __future__ import annotations

from fairsheet.languages.messages import Message
from fairsheet.sheets.model.drawn_shapes import Icon, Text
from fairsheet.sheets.model.sheet import Sheet


def names_behind_icons(sheet: Sheet, prefix: str) -> dict[str, Message]:
    """Of each field whose id begins so, by the rest of its id, the text that follows its icon.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> names_behind_icons(load_sheet("ares-record"), "corp.")["unmi"]
    'UNMI'
    """
    fields = {
        (field.page, field.rect): field.id.removeprefix(prefix)
        for field in sheet.fields
        if field.id.startswith(prefix)
    }
    names = {}
    for number, shape in enumerate(sheet.shapes):
        if isinstance(shape, Icon) and (shape.page, shape.rect) in fields:
            behind = (other.text for other in sheet.shapes[number:] if isinstance(other, Text))
            names[fields[shape.page, shape.rect]] = Message(next(behind))
    return names

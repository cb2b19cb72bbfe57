"""Names of components, read from the text that sheets print after the icons of their fields."""

from __future__ import annotations

from fairsheet.languages.messages import Message
from fairsheet.sheets.model.drawn_shapes import Icon, Text
from fairsheet.sheets.model.sheet import Sheet


def names_behind_icons(sheet: Sheet, prefix: str) -> dict[str, Message]:
    """Return the text after the icon of each field whose id has the prefix, by the rest of the id.

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

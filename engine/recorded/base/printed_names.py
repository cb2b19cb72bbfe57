"""Names of components as sheets print them: behind the icons of their fields."""

from __future__ import annotations

from itertools import islice

from fairsheet.sheets.model.sheet import Icon, Sheet, Text


def names_behind_icons(sheet: Sheet, prefix: str, languages: int) -> dict[str, tuple[str, ...]]:
    """Of each field whose id begins so, by the rest of its id, the texts that follow its icon, one for each language.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> names_behind_icons(load_sheet("ares-record"), "corp.", languages=1)["unmi"]
    ('UNMI',)
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
            names[fields[shape.page, shape.rect]] = tuple(islice(behind, languages))
    return names

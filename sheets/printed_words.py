"""The words that stand beside a field on its page: what people call it who look at the page."""

from __future__ import annotations

from sheets.model import Field, Sheet, Text

_ABOVE = 6.0  # mm from a name down to its field
_BESIDE = 60.0  # mm from the beginning of a name to its field
_LEAST_SIZE = 6.0  # points; smaller words explain, they name nothing


def words_beside(sheet: Sheet, field: Field) -> str | None:
    """The name of a field, in bold with a capital, right above it or on its line before it; None where there is none.

    >>> from sheets.library import load_sheet
    >>> sheet = load_sheet("ares-record")
    >>> words_beside(sheet, sheet.field["forest.points"])
    'Forest points'
    """
    names = [
        text
        for text in sheet.shapes
        if isinstance(text, Text)
        and text.page == field.page
        and "bold" in text.font
        and text.size >= _LEAST_SIZE
        and text.text[:1].isupper()
    ]
    rect = field.rect
    above = [text for text in names if abs(text.at.x - rect.x) < 0.5 and 0 < rect.y - text.at.y <= _ABOVE]
    beside = [text for text in names if 0 < rect.x - text.at.x <= _BESIDE and 0 < text.at.y - rect.y < rect.h]
    if above:
        return max(above, key=lambda text: text.at.y).text
    nearest = max(beside, key=lambda text: text.at.x, default=None)
    if nearest is None or any(nearest.at.x < other.rect.x < rect.x for other in _on_line(sheet, field)):
        return None
    return nearest.text


def _on_line(sheet: Sheet, field: Field) -> list[Field]:
    """The fields of a page on the line of one."""
    rect = field.rect
    return [
        other
        for other in sheet.fields
        if other.page == field.page and rect.y < other.rect.center.y < rect.y + rect.h
    ]

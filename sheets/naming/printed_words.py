"""The words printed next to a field on its page, which people use as its name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from fairsheet.sheets.model.drawn_print import DrawnPrint
from fairsheet.sheets.model.drawn_shapes import Text
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Field, Sheet

_ABOVE = 6.0  # mm from a name down to its field
_REACH = 60.0  # mm from the start of a name to its field
_BEHIND = 2.6  # mm from an icon to its name
_ALIGNED = 0.5  # mm by which a name may begin left or right of its field below
_LEAST_SIZE = 6.0  # points; smaller words are explanations
_LEAST_BEHIND = 5.5  # points, for words after an icon


def printed_name(sheet: Sheet, field: Field) -> str | None:
    """Return the name of a field, bold and capitalized, right above it or before it on its line; None without one.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> sheet = load_sheet("ares-record")
    >>> printed_name(sheet, sheet.field["forest.points"])
    'Forest points'
    """
    texts = [text for text in sheet.shapes if isinstance(text, Text) and text.page == field.page]
    names = [text for text in _bold(texts) if text.text[:1].isupper()]
    nearest = _above_or_before(names, sheet, field)
    return None if nearest is None else nearest.words


@remembered
def names_of_boxes(sheet: Sheet) -> Mapping[str, str]:
    """Return for each box the words above or before it, bold or not, that name no other box."""
    texts = [text for text in lasting_texts(sheet) if text.text[:1].isupper() and text.size >= _LEAST_SIZE]
    found = {
        field.id: name.words
        for field in sheet.fields
        if field.kind == "box"
        and "player" not in field.attrs  # only the first column is next to the words
        and (name := _above_or_before([text for text in texts if text.page == field.page], sheet, field))
    }
    times = Counter(found.values())
    return {id_: words for id_, words in found.items() if times[words] == 1}


@remembered
def own_words(sheet: Sheet) -> Mapping[str, str]:
    """Return for each field the words that name only this field: above it, before it, or after its icon.

    They may begin with a small letter. If one field of a name and kind has none, the words of the others are their
    common heading.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> own = own_words(load_sheet("gaia-record"))
    >>> own["planet.desert"], own["faction.ivits"], own["tech.sp-range-1"], "terraforming.l0" in own
    ('Yellow', 'Ivits', 'range +1', False)
    """
    texts: dict[int, list[Text]] = defaultdict(list)
    for text in lasting_texts(sheet):
        texts[text.page].append(text)
    before = {field.id: _above_or_before(_bold(texts[field.page]), sheet, field) for field in sheet.fields}
    taken = {id(name) for id_, name in before.items() if sheet.field[id_].kind != "icon"}
    found = {
        field.id: _after_icon([text for text in texts[field.page] if id(text) not in taken], field)
        or before[field.id]
        for field in sheet.fields
    }
    families: dict[tuple[object, ...], list[Field]] = defaultdict(list)
    for field in sheet.fields:
        name = field.id.partition(".")[0].rstrip("0123456789-")
        families[field.page, field.kind, field.symbol, name].append(field)
    named: dict[str, str] = {}
    for fields in families.values():
        own = {field.id: words for field in fields if (words := found[field.id]) is not None}
        times = Counter(map(id, own.values()))
        if len(own) == len(fields):
            named |= {id_: words.words for id_, words in own.items() if times[id(words)] == 1}
    return named


@remembered
def lasting_texts(sheet: Sheet) -> tuple[Text, ...]:
    """Return the texts of a sheet, without those that a seed may replace by others."""
    parts = Counter((part.place, part.page, part.rect) for part in sheet.drawn_parts)
    changing = {
        number
        for part in sheet.drawn_parts
        if parts[part.place, part.page, part.rect] > 1
        for number in part.shapes
    }
    return tuple(
        text for number, text in enumerate(sheet.shapes) if isinstance(text, Text) and number not in changing
    )


def words_drawn(sheet: Sheet, drawn: DrawnPrint) -> dict[str, str]:
    """Return for each place the first words that a seed draws there, or that are printed with its component."""
    shapes_at = {
        part.place: part.shapes
        for part in reversed(sheet.drawn_parts)
        if part.component in drawn.lies.get(part.place, ())
    }
    printed = {place: [sheet.shapes[number] for number in numbers] for place, numbers in shapes_at.items()}
    texts = {
        place: [shape.words for shape in shapes if isinstance(shape, Text)]
        for place, shapes in (printed | dict(drawn.shapes)).items()
    }
    return {place: words[0] for place, words in texts.items() if words}


def _bold(texts: Sequence[Text]) -> list[Text]:
    return [text for text in texts if "bold" in text.font and text.size >= _LEAST_SIZE]


def _after_icon(texts: Sequence[Text], field: Field) -> Text | None:
    """Return the first line of the words right after an icon."""
    if field.kind != "icon":
        return None
    rect = field.rect
    behind = [
        text
        for text in texts
        if 0 < text.at.x - rect.right <= _BEHIND
        and rect.y < text.at.y < rect.bottom + 1
        and text.size >= _LEAST_BEHIND
    ]
    left = min((text.at.x for text in behind), default=0.0) + _ALIGNED
    return min((text for text in behind if text.at.x < left), key=lambda text: text.at.y, default=None)


def _above_or_before(names: Sequence[Text], sheet: Sheet, field: Field) -> Text | None:
    rect = field.rect
    above = [
        text for text in names if abs(text.at.x - rect.x) < _ALIGNED and 0 < rect.y - text.at.y <= _ABOVE
    ]
    if above:
        return max(above, key=lambda text: text.at.y)
    before = [text for text in names if 0 < rect.x - text.at.x <= _REACH and 0 < text.at.y - rect.y < rect.h]
    nearest = max(before, key=lambda text: text.at.x, default=None)
    if nearest is None or any(
        nearest.at.x < other.rect.right and other.rect.x < rect.x for other in _on_line(sheet, field)
    ):
        return None
    return nearest


def _on_line(sheet: Sheet, field: Field) -> list[Field]:
    """Return the fields of a page on the line of a field."""
    rect = field.rect
    return [
        other
        for other in sheet.fields
        if other.page == field.page and rect.y < other.rect.center.y < rect.y + rect.h
    ]

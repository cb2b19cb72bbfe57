"""A placed sheet in another language: its words are replaced, each within its place.

No field or shape moves, so the layout and its fingerprint stay the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from msgspec.structs import replace

from fairsheet.sheets.drawing.typeface import wrapped
from fairsheet.sheets.model.drawn_shapes import Icon, Shape, Text, has_words, is_words
from fairsheet.sheets.model.sheet import DrawnPart, Sheet
from fairsheet.sheets.translation._room import Room, Surroundings, extent, on_page, outline_of, width_of

LEAST_SIZE = 6.0  # points, of translated words
_STEP = 0.25  # points between sizes that are tried
_WIDER = 1.1  # a text of several lines may become wider by this factor before it gets smaller or more lines
_EASIER = 0.75  # fewer lines are better down to this share of the size that more lines would have
_TOLERANCE = 0.01  # mm
_NARROWER = {"regular": "condensed", "bold": "condensed-bold"}

Words = Callable[[str], str]  # translates a text of the sheet


def translated(sheet: Sheet, language: str, words: Words) -> Sheet:
    """Return the sheet with its words in another language, each in its place and no larger than before."""
    return replace(
        sheet,
        language=language,
        title=words(sheet.title),
        shapes=_shapes(sheet, words),
        missions=tuple(replace(mission, text=words(mission.text)) for mission in sheet.missions),
        mark_words={mark: words(meaning) for mark, meaning in sheet.mark_words.items()},
        checks=tuple(replace(check, why=words(check.why)) for check in sheet.checks),
        scores=tuple(replace(score, label=words(score.label)) for score in sheet.scores),
        tie_breaks=tuple(replace(each, words=words(each.words)) for each in sheet.tie_breaks),
        options=tuple(replace(option, why=words(option.why)) for option in sheet.options),
    )


def texts_of(sheet: Sheet) -> Iterator[str]:
    """Yield every text that `translated` translates, in the order of the sheet; some of them several times."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    translated(sheet, sheet.language, note)
    return filter(has_words, texts)


def _shapes(sheet: Sheet, words: Words) -> tuple[Shape, ...]:
    """Return the shapes with other words; each text is fitted among the already translated ones before it."""
    shapes = list(sheet.shapes)
    around = cache(partial(Surroundings, sheet))  # by page
    excluded = _never_together(sheet)
    for number, shape in enumerate(shapes):
        if isinstance(shape, Icon) and has_words(shape.text):
            shapes[number] = replace(shape, text=words(shape.text))
        elif is_words(shape) and has_words(shown := words(shape.words)) and shown != shape.words:
            room = around(shape.page).room_of(shape, excluded.get(number, {number}))
            shapes[number] = fitted = _fit(shape, shown, room)
            around(shape.page).put(number, outline_of(fitted))
    return tuple(shapes)


def _never_together(sheet: Sheet) -> dict[int, set[int]]:
    """Return, for each shape of a drawn part, the shapes that are never printed together with it.

    These are the shape itself and those of other parts at the same place.
    """
    by_place: dict[object, list[DrawnPart]] = {}
    for part in sheet.drawn_parts:
        by_place.setdefault((part.place, part.page, part.rect), []).append(part)
    return {
        number: {number, *(other for each in parts if each is not part for other in each.shapes)}
        for parts in by_place.values()
        for part in parts
        for number in part.shapes
    }


def _fit(text: Text, words: str, room: Room) -> Text:
    """Return a text with other words, in its old size if they fit, otherwise smaller or in narrower letters."""
    widths = [room.width(text.align)]
    if "\n" in text.text:  # first try about the old width
        widths.insert(0, min(widths[0], _WIDER * width_of(text)))
    for font in (text.font, _NARROWER.get(text.font, text.font)):
        for width in widths:
            if (found := _fit_in_font(replace(text, font=font), words, width, room)) is not None:
                return _raise(found, room)
    return replace(text, text=words, size=min(text.size, LEAST_SIZE))


def _fit_in_font(text: Text, words: str, width: float, room: Room) -> Text | None:
    """Return the words in at most the text's lines, or in more if these are clearly larger; None without room."""
    count = len(text.text.split("\n"))
    fitting = [each for size in _sizes(text.size) if _fits(each := _in_lines(text, words, size, width), room)]
    fewer = next((each for each in fitting if len(each.text.split("\n")) <= count), None)
    largest = next(iter(fitting), None)
    if fewer is not None and largest is not None and fewer.size >= _EASIER * largest.size:
        return fewer
    return largest


def _sizes(largest: float) -> Iterator[float]:
    size = largest
    while size > LEAST_SIZE:
        yield size
        size -= _STEP
    yield min(largest, LEAST_SIZE)


def _in_lines(text: Text, words: str, size: float, width: float) -> Text:
    lines = wrapped(words, size, width, text.font)
    return replace(text, text="\n".join(lines), size=size)


def _raise(text: Text, room: Room) -> Text:
    """Return the text, moved up if it would end too low."""
    too_low = extent(text)[3] - room.bottom
    return text if too_low <= _TOLERANCE else replace(text, at=on_page(text, 0, -too_low))


def _fits(text: Text, room: Room) -> bool:
    left, right, top, bottom = extent(text)
    return max(room.left - left, right - room.right, bottom - top - (room.bottom - room.top)) <= _TOLERANCE


def overflowing(sheet: Sheet, other: Sheet) -> Iterator[tuple[Text, Text]]:
    """Yield the texts of a sheet, each with its translation, if that does not fit into its room."""
    around = cache(partial(Surroundings, other))
    excluded = _never_together(sheet)
    for number, (text, shown) in enumerate(zip(sheet.shapes, other.shapes, strict=True)):
        if isinstance(text, Text) and isinstance(shown, Text) and shown.text != text.text:
            room = around(shown.page).room_of(text, excluded.get(number, {number}))
            if not _fits(shown, room):
                yield text, shown

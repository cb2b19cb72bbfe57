"""A placed sheet in another language: its words are replaced, each within its place.

Neither fields nor anything that is drawn moves, so the layout and its fingerprint stay the same.
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
_STEP = 0.25  # points, from one size to the next
_WIDER = 1.1  # times its width, that a text of several lines takes before it gets smaller or more lines
_EASIER = 0.75  # of the size that more lines would have: down to it fewer lines are better
_TOLERANCE = 0.01  # mm
_NARROWER = {"regular": "condensed", "bold": "condensed-bold"}

Words = Callable[[str], str]  # what a text of the sheet is in the other language


def translated(sheet: Sheet, language: str, words: Words) -> Sheet:
    """The sheet with its words in another language, each in its place and no larger than it was."""
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
    """Everything of a sheet that `translated` asks for, in the order of the sheet; some of it several times."""
    asked: list[str] = []

    def note(text: str) -> str:
        asked.append(text)
        return text

    translated(sheet, sheet.language, note)
    return filter(has_words, asked)


def _shapes(sheet: Sheet, words: Words) -> tuple[Shape, ...]:
    """The shapes with other words, for each of which those before it are as they will be printed."""
    shapes = list(sheet.shapes)
    around = cache(partial(Surroundings, sheet))  # by page
    elsewhere = _never_beside(sheet)
    for number, shape in enumerate(shapes):
        if isinstance(shape, Icon) and has_words(shape.text):
            shapes[number] = replace(shape, text=words(shape.text))
        elif is_words(shape) and has_words(said := words(shape.words)) and said != shape.words:
            room = around(shape.page).room_of(shape, elsewhere.get(number, {number}))
            shapes[number] = fitted = _fitted(shape, said, room)
            around(shape.page).put(number, outline_of(fitted))
    return tuple(shapes)


def _never_beside(sheet: Sheet) -> dict[int, set[int]]:
    """By shape of a part that is printed only where a seed put something: itself, and the shapes of the parts that may
    be printed there in its place."""
    by_place: dict[object, list[DrawnPart]] = {}
    for part in sheet.drawn_parts:
        by_place.setdefault((part.place, part.page, part.rect), []).append(part)
    return {
        number: {number, *(other for each in parts if each is not part for other in each.shapes)}
        for parts in by_place.values()
        for part in parts
        for number in part.shapes
    }


def _fitted(text: Text, words: str, room: Room) -> Text:
    """A text with other words: as large as it was, if they have room so, else smaller, or in narrower letters."""
    widths = [room.width(text.align)]
    if "\n" in text.text:  # at first about as wide as the text was
        widths.insert(0, min(widths[0], _WIDER * width_of(text)))
    for font in (text.font, _NARROWER.get(text.font, text.font)):
        for width in widths:
            if (found := _in_font(replace(text, font=font), words, width, room)) is not None:
                return _raised(found, room)
    return replace(text, text=words, size=min(text.size, LEAST_SIZE))


def _in_font(text: Text, words: str, width: float, room: Room) -> Text | None:
    """The words in as many lines as the text has, or in more where these may be clearly larger; None where they have no
    room."""
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


def _raised(text: Text, room: Room) -> Text:
    """The text, raised by as much as it would stand too low."""
    too_low = extent(text)[3] - room.bottom
    return text if too_low <= _TOLERANCE else replace(text, at=on_page(text, 0, -too_low))


def _fits(text: Text, room: Room) -> bool:
    left, right, top, bottom = extent(text)
    return max(room.left - left, right - room.right, bottom - top - (room.bottom - room.top)) <= _TOLERANCE


def overflowing(sheet: Sheet, other: Sheet) -> Iterator[tuple[Text, Text]]:
    """The texts of a sheet, each with what it is in another language, for which there the room is too small."""
    around = cache(partial(Surroundings, other))
    elsewhere = _never_beside(sheet)
    for number, (text, said) in enumerate(zip(sheet.shapes, other.shapes, strict=True)):
        if isinstance(text, Text) and isinstance(said, Text) and said.text != text.text:
            room = around(said.page).room_of(text, elsewhere.get(number, {number}))
            if not _fits(said, room):
                yield text, said

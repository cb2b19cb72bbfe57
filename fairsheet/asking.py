"""Asking a person about the doubts of a photo, and what the answers make of its readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import structs

from engine.record import accepts
from fairsheet.words import field_words, mark_name
from sheets.model import Field
from vision.reading import Doubt, Mark, PhotoReading, SheetReading

BLANK = "blank"

Ask = Callable[[str], str]  # shows a question, gives the line that was typed


def numbered_doubts(reading: PhotoReading) -> Iterator[tuple[int, SheetReading, Doubt]]:
    """The doubts of a photo with the numbers that they have in lists and on the overlay."""
    doubts = ((sheet, doubt) for sheet in reading.sheets for doubt in sheet.doubts)
    for number, (sheet, doubt) in enumerate(doubts, 1):
        yield number, sheet, doubt


def resolved(reading: PhotoReading, ask: Ask) -> PhotoReading:
    """The reading of a photo after every doubt was asked about: the answers in its marks, and nothing in doubt."""
    answers: dict[tuple[int, str], Mark | None] = {}
    for number, sheet, doubt in numbered_doubts(reading):
        field = sheet.sheet.field[doubt.field]
        place = f"{reading.file}, seat {sheet.label.seat}, #{number}: {field_words(sheet.sheet, field.id)}"
        answers[id(sheet), doubt.field] = _answer(place, field, doubt, ask)
    sheets = []
    for sheet in reading.sheets:
        marks = dict(sheet.marks)
        for doubt in sheet.doubts:
            marks.pop(doubt.field, None)
            mark = answers[id(sheet), doubt.field]
            if mark is not None:
                marks[doubt.field] = mark
        sheets.append(structs.replace(sheet, marks=marks, doubts=()))
    return structs.replace(reading, sheets=tuple(sheets))


def _answer(place: str, field: Field, doubt: Doubt, ask: Ask) -> Mark | None:
    """The mark that a person sees; an empty line stands by the reader's choice. Asks until it fits the field."""
    others = [mark_name(mark) for mark, _ in doubt.candidates if mark != doubt.chosen]
    question = f"{place}: {' or '.join([mark_name(doubt.chosen), *others])}? [{mark_name(doubt.chosen)}]"
    while True:
        typed = ask(question).strip()
        if not typed:
            return doubt.chosen
        if typed.lower() == BLANK:
            return None
        mark = _mark_of(typed, field)
        if mark is not None:
            return mark
        known = [str(mark) for mark in field.accepts]
        words = "a number" if field.kind == "box" else ", ".join(known)
        question = f"this field takes {words} or {BLANK}; Enter for {mark_name(doubt.chosen)}"


def _mark_of(typed: str, field: Field) -> Mark | None:
    for mark in (typed, typed.lower(), typed.upper()):
        if accepts(field, mark):
            return mark
    try:
        number = int(typed)
    except ValueError:
        return None
    return number if accepts(field, number) else None

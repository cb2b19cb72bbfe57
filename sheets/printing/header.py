"""The head of every sheet: title, name, seed and seat; and the mission cards."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.languages.messages import Message, joined
from fairsheet.sheets.drawing.canvas import Canvas
from fairsheet.sheets.drawing.icons import draw_icon
from fairsheet.sheets.drawing.typeface import (
    CAP_HEIGHT,
    MM_PER_POINT,
    fitted_size,
    legible,
    line_height,
    text_width,
    wrapped,
)
from fairsheet.sheets.label.label import Label, words_of_option
from fairsheet.sheets.library.templates import has_cards, is_custom
from fairsheet.sheets.model.drawn_shapes import Icon, Style
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import HEADER, LABEL_CODE, NAME_FIELD
from fairsheet.sheets.model.sheet import PLAYER, Mission, Sheet
from fairsheet.sheets.model.sides import next_seat

DEFAULT_UNIT = "octagon"  # the icon around the value of a mission
UNOFFICIAL = Message("Unofficial companion sheet for people who own the game.")
_PANEL = Message("Photograph this page together with your sheet.")
_OF_A_DESIGNER = Message("Printed with fairsheet.")
_TITLE_SIZE = 22.0  # points, like all sizes here
_TITLE_ROOM = 125.0  # mm
_SEED_SIZE = 11.0
_NAME_SIZE = 14.0
_SMALLEST_SEED = 7.0  # a seed that needs smaller letters gets two lines
_OWNER_SIZE = 10.0
_SMALLEST_OWNER = 7.0  # if smaller letters were needed, the options get their own lines
_RAISED = 2.4  # mm by which the line is raised then
_CHOSEN_HEIGHT = 5.2  # mm of the options below it
_SMALL = 6.5
_GAP = 3.0  # mm
_FRAME = Style("mid", "paper", 0.3)
_RIM, _TAB = 0.9, 5.5  # of a mission card: inside its outline, and the width of the tab with its letter
_WORD_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
_MISSION_SIZES = (
    *((size, "regular") for size in _WORD_SIZES if size >= 6),
    *((size, "condensed") for size in _WORD_SIZES if size <= 7),
)


def draw_header(canvas: Canvas, sheet: Sheet, page: int, label: Label | None) -> None:
    """Draw the title, the place for a name if the sheet has one, and the seed and seat of a labelled page."""
    right = LABEL_CODE.x - _GAP
    title_size = fitted_size(sheet.title, _TITLE_SIZE, _TITLE_ROOM, "bold")
    canvas.text(Point(HEADER.x, HEADER.y + 7.2), sheet.title, title_size, font="bold")
    origin = canvas.translate(_OF_A_DESIGNER if is_custom(sheet) else UNOFFICIAL) if sheet.scale == 1 else ""
    canvas.text(Point(HEADER.x, HEADER.y + 11), origin, _SMALL, colour="dark")
    if sheet.solo_level is not None and page == sheet.pages:
        canvas.text(Point(HEADER.x, NAME_FIELD.center.y + 1), _PANEL, 9)
    else:
        if PLAYER in sheet.field:
            _draw_name_field(canvas, sheet)
        name = "" if label is None else label.player
        size = fitted_size(name, _NAME_SIZE, NAME_FIELD.w - 2 * _GAP, "bold")
        canvas.text(Point(NAME_FIELD.x + _GAP, NAME_FIELD.center.y + 1.6), name, size, font="bold")
    if label is not None:
        taken = max(text_width(sheet.title, title_size, "bold"), text_width(origin, _SMALL))
        caption, seed = _caption(sheet, label), label.seed or _seed_replacement(sheet)
        _draw_cards(
            canvas,
            canvas.translate(caption),
            canvas.translate(seed),
            Point(right, HEADER.y),
            right - HEADER.x - taken - _GAP,
            legible(_SMALL, sheet.scale),
        )
        _draw_owner(canvas, sheet, page, label, Point(right, NAME_FIELD.center.y + 1))


def _draw_name_field(canvas: Canvas, sheet: Sheet) -> None:
    """Draw the place for the player's name; on a sheet shared by two neighbours it is for the near one."""
    size = legible(9, sheet.scale)
    canvas.text(Point(HEADER.x, NAME_FIELD.center.y + 1), Message("Name"), size, font="bold")
    if sheet.is_shared and sheet.solo_level is None:
        at = Point(HEADER.x, NAME_FIELD.center.y + 3.6)
        canvas.text(at, Message("near side"), legible(_SMALL, sheet.scale), font="condensed")
    canvas.polygon(NAME_FIELD.corners, _FRAME, radius=1)


def _draw_owner(canvas: Canvas, sheet: Sheet, page: int, label: Label, end: Point) -> None:
    """Draw the owner of the page, right-aligned to the end of its line, with the options after or below it."""
    owner = canvas.translate(_owner_words(sheet, page, label))
    chosen = [canvas.translate(words_of_option(option)) for option in label.options]
    room = end.x - NAME_FIELD.right - _GAP
    together = ", ".join(filter(None, (owner, *chosen)))
    size = fitted_size(together, _OWNER_SIZE, room, "bold")
    if size >= _SMALLEST_OWNER or not chosen:
        canvas.text(end, together, size, "right", "bold")
        return
    above = Point(end.x, end.y - _RAISED)
    canvas.text(above, owner, fitted_size(owner, _OWNER_SIZE, room, "bold"), "right", "bold")
    size, lines = _list_in_lines(chosen, room, _CHOSEN_HEIGHT)
    for number, line in enumerate(lines, 1):
        canvas.text(Point(end.x, above.y + 0.3 + number * line_height(size)), line, size, "right")


def _list_in_lines(words: Sequence[str], width: float, height: float) -> tuple[float, list[str]]:
    """Return the words as lines, separated by commas, and the size in points at which they fit, mm."""
    size, lines = _WORD_SIZES[-1], list(words)
    for size in _WORD_SIZES:
        lines = [words[0]]
        for word in words[1:]:
            if text_width(longer := f"{lines[-1]}, {word}", size) <= width:
                lines[-1] = longer
            else:
                lines = [*lines[:-1], f"{lines[-1]},", word]
        if (
            all(text_width(line, size) <= width for line in lines)
            and len(lines) * line_height(size) <= height
        ):
            break
    return size, lines


def _owner_words(sheet: Sheet, page: int, label: Label) -> str:
    """Return the owner of the page; empty if a game without cards is printed for one player."""
    words: str = Message("Seat {seat} of {players}", seat=label.seat, players=label.players)
    if sheet.is_of_table and label.solo is None:
        words = (
            Message("Table of {players}", players=label.players) if label.players > 1 else Message("Alone")
        )
    elif label.solo is not None:
        one_level = not sheet.level_adds_panel and sheet.solo_levels <= 1
        words = Message("Alone") if one_level else Message("Solo, level {level}", level=label.solo)
        if sheet.is_shared and page < sheet.pages:
            left, right = Message("left sheet, you near"), Message("right sheet, you far")
            return joined(": ", [words, left if label.seat == 1 else right])
    elif sheet.is_shared:
        opposite = next_seat(label.seat, label.players)
        words = Message(
            "Seat {seat} near, seat {opposite} far, of {players}",
            seat=label.seat, opposite=opposite, players=label.players
        )  # fmt: skip
    elif label.players == 1 and not has_cards(sheet):
        words = ""
    of_pages = Message("page {page} of {pages}", page=page, pages=sheet.pages)
    return joined(", ", filter(None, (words, of_pages if sheet.pages > 1 else "")))


def _caption(sheet: Sheet, label: Label) -> str:
    """Return the words above the seed: the table's name, and whether there is a seed or cards."""
    table = Message("table {table}", table=label.table) if label.table else ""
    cards = Message("seed") if label.seed is not None else Message("cards") if has_cards(sheet) else ""
    return joined(" · ", filter(None, (table, cards)))


def _seed_replacement(sheet: Sheet) -> str:
    """Return the words that replace a seed: that the cards are physical, if there are any."""
    return Message("physical") if has_cards(sheet) else ""


def _draw_cards(canvas: Canvas, caption: str, seed: str, corner: Point, room: float, small: float) -> None:
    """Draw the caption, of `small` points, and the seed below it, right-aligned to the corner, at most `room` mm
    wide."""
    size = fitted_size(caption, small, room)
    canvas.text(Point(corner.x, corner.y + 3.2), caption, size, "right", colour="dark")
    half = (len(seed) + 1) // 2
    lines = [seed] if fitted_size(seed, _SEED_SIZE, room) >= _SMALLEST_SEED else [seed[:half], seed[half:]]
    size = min(fitted_size(line, _SEED_SIZE, room) for line in lines)
    for i, line in enumerate(lines):
        canvas.text(Point(corner.x, corner.y + 7.6 + 3.4 * i), line, size, "right")


def draw_mission(canvas: Canvas, letter: str, mission: Mission | None, place: Rect, unit: str | None) -> None:
    """Draw the card of a mission: its letter, its requirement, its first and its later value.

    An empty card is for the missions of a game with physical cards. `place` is the card in mm. `unit` is the icon of
    the values' unit, such as rockets; None for points.
    """
    canvas.polygon(place.corners, Style("dark", "paper", 0.35), radius=1.5)
    inner = place.grown(-_RIM)
    canvas.polygon(Rect(inner.x, inner.y, _TAB, inner.h).corners, Style(None, "pale"), radius=0.8)
    drop = 12 * MM_PER_POINT * CAP_HEIGHT / 2
    canvas.text(Point(inner.x + _TAB / 2, place.center.y + drop), letter, 12, "center", "bold")
    if mission is None:
        return
    _draw_text(canvas, mission.text, _words_room(mission, place))
    if mission.first is None:
        return
    value_size, values_x = _values_place(place)
    for value, caption, x, colour in (
        (mission.first, Message("first"), values_x, "dark"),
        (mission.later, Message("later"), values_x + value_size + 1.8, "mid"),
    ):
        rect = Rect(x, place.center.y - value_size / 2 - 1.3, value_size, value_size)
        draw_icon(canvas, Icon(unit or DEFAULT_UNIT, rect, Style(colour, None, 0.35), str(value)))
        at = Point(rect.center.x, rect.bottom + 2.6)
        canvas.text(at, caption, _SMALL, "center", "condensed", "dark")


def mission_fits(mission: Mission, place: Rect) -> bool:
    """Return whether a card at `place` (mm) has room for the words of a mission at the smallest size."""
    room = _words_room(mission, place)
    size, font, lines = _words_as_lines(mission.text, room)
    within = all(text_width(line, size, font) <= room.w for line in lines)
    return within and len(lines) * line_height(size) <= room.h


def _values_place(place: Rect) -> tuple[float, float]:
    """Return the size of a card's two values and the x of the first, mm."""
    size = min(7.5, place.h - 5)
    return size, place.right - 2 * size - 3.2


def _words_room(mission: Mission, place: Rect) -> Rect:
    """Return the room for a card's words: between the tab with the letter and the values, if it has any."""
    inner = place.grown(-_RIM)
    right = inner.right + 0.9 if mission.first is None else _values_place(place)[1]
    return Rect(inner.x + _TAB + 1.6, inner.y, right - inner.x - _TAB - 4, inner.h)


def _words_as_lines(words: str, room: Rect) -> tuple[float, str, list[str]]:
    """Return the words as lines in the largest size and the widest font that fit, otherwise in the smallest."""
    for size, font in _MISSION_SIZES:
        lines = wrapped(words, size, room.w, font)
        widest = max((text_width(line, size, font) for line in lines), default=0.0)
        if widest <= room.w and len(lines) * line_height(size) <= room.h:
            break
    return size, font, lines


def _draw_text(canvas: Canvas, words: str, room: Rect) -> None:
    """Draw the words in the middle of the room's height, as large as fits."""
    size, font, lines = _words_as_lines(words, room)
    spacing = line_height(size)
    first = room.center.y - spacing * len(lines) / 2 + 0.78 * spacing
    for i, line in enumerate(lines):
        canvas.text(Point(room.x, first + i * spacing), line, size, font=font)

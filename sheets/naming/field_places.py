"""The place of every field on its page, in words by which people find it.

A zone or group with a printed name, such as floor 6, lists its fields in the fact `places`; they are counted within
it. A link is named by its two ends. Other fields that look alike (kind, symbol, printed text) are counted together: in
a grid, in rows, or in columns. A bare number, as in row 3, is printed on the sheet; an ordinal, as in 3rd row from the
top, is counted. A field with unique text needs no count.

Fields in no such order are identified by their part of the page, then by their name or a count. On a designer's sheet
only the designer knows what looks alike. Fields there get their ids if they are among others of their kind. The same
applies to links, and to boxes without a name. Everything is computed from the layout.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from statistics import median
from types import MappingProxyType
from typing import NamedTuple, cast

from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.languages.terms import TERMS, term
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.drawn_shapes import Icon, Text
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.naming.block_names import (
    COUNTED_IN_BLOCK,
    IN_BLOCK,
    block_name,
    block_words,
    blocks_of_fields,
    ordinal,
)
from fairsheet.sheets.naming.printed_words import lasting_texts, own_words, printed_name

# greatest offset of the next field in a row (column), as a share of a field's height (width)
_SAME_LINE = 0.45
_MOST_WAVE = 1.1  # greatest total offset within a row (column), as a share of a field's height (width)
_LEAST_FULL = 0.6  # least share of a grid's places with a field; otherwise it is counted by rows
_MORE_ROWS = 1.5  # with more rows per column than this, fields are counted by columns
_HEADING_ABOVE = 7.0  # mm from a heading down to the fields under it
_HEADING_BESIDE = 12.0  # mm by which a heading may begin to the right of the first of its fields
_HEADING_BEFORE = 2.0  # mm by which a heading may begin to the left of its fields
_RECORDED_BEFORE = 8.0  # the same on recorded sheets, where headings also cover what is left of the fields
_RECORDED_BESIDE = 1.0  # the same on recorded sheets, whose blocks are close to each other
_SAME_HEIGHT = 1.0  # mm by which headings side by side may differ in height
_HEADING_SIZE = 6.5  # points; smaller words are explanations
_PARTS = (  # of a page, from its top down, each from left to right
    (Message("at the top left"), Message("at the top"), Message("at the top right")),
    (Message("in the upper part left"), Message("in the upper part"), Message("in the upper part right")),
    (Message("in the middle left"), Message("in the middle"), Message("in the middle right")),
    (Message("in the lower part left"), Message("in the lower part"), Message("in the lower part right")),
    (Message("at the bottom left"), Message("at the bottom"), Message("at the bottom right")),
)
_NOUNS = {
    "slot": "slot", "box": "box", "link": "line", "sign": "space for a sign", "text": "text field", "icon": "icon",
}  # fmt: skip

_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d]{2}")
_Line = list[Field]  # a row or column, in order
_Printed = Mapping[tuple[int, Rect], str]  # by page and place
_Names = Mapping[str, str]  # by field
_NAMES_OF_DRAWINGS = {  # on sheets where the drawings mean other things
    "planet-plate": "square", "row-value": "space", "rockets": "rocket", "factor": "circle", "mission": "card",
    "astronaut": "lifepod", "exit": "cause",
}  # fmt: skip
_NAMES_OF_SYMBOLS = {"rockets": "rockets symbol"}  # the bare word is the unit of a mission's value
_CELL = "cell"  # of a grid, whatever its drawing


class _Place(NamedTuple):
    """The place of a field in words: in full, and in short, which several fields may share."""

    full: Message
    brief: Message


def field_places(sheet: Sheet) -> Mapping[str, str]:
    """Return for every field its kind and place as a person who sees the page would say; all differ.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> places = field_places(load_sheet("launch"))
    >>> places["floor-6.1"]
    'floor 6, 1st slot (in the middle left)'
    """
    return {id_: place.full for id_, place in _places(sheet).items()}


@remembered
def _places(sheet: Sheet) -> Mapping[str, _Place]:
    printed = _printed_texts(sheet)
    own = own_words(sheet) if sheet.game else _captions(sheet)
    places = {} if sheet.game else _places_in_blocks(sheet, printed, own)
    for fields, heading in (_recorded_groups if sheet.game else _groups)(sheet, printed, own, places):
        names = _names_of_drawings(fields, printed) if sheet.game else {}
        is_block = fields[0].kind != "link" and (not _is_written_in(fields[0]) or fields[0].id in own)
        by_id = is_custom(sheet) and (not is_block or _are_among_others(fields, sheet))
        nouns = {field.id: _noun(field, printed, names, own) for field in fields}
        often = Counter(nouns.values())
        if len(often) > 1:  # count them together, whatever is printed on them
            nouns |= {
                field.id: _noun(field, {}, names, own) for field in fields if often[nouns[field.id]] > 1
            }
        for field, words in (nouns if by_id else _count(fields, nouns)).items():
            page = Message("page {page}", page=sheet.field[field].page) if sheet.pages > 1 else ""
            under = "" if field in own else heading  # its own words are more precise
            place = partial(_place, sheet.field[field].rect, under=under, page=page, frame=frame_of(sheet))
            if by_id and field not in own:
                kind = term(_NOUNS[sheet.field[field].kind])
                places[field] = _Place(place(joined(" ", (kind, field))).full, place(kind).brief)
            else:
                places[field] = place(words)
    return MappingProxyType(_distinguish(sheet, places))


def _groups(
    sheet: Sheet, printed: _Printed, own: _Names, named: Container[str]
) -> Iterable[tuple[list[Field], str]]:
    """Yield fields that look alike and are not `named`, with the heading above them."""
    for fields in _group_alike([field for field in sheet.fields if field.id not in named], printed, own):
        yield fields, _heading(sheet, fields)


def _recorded_groups(
    sheet: Sheet, printed: _Printed, own: _Names, named: Container[str]
) -> Iterable[tuple[list[Field], str]]:
    """Yield groups of a recorded game's fields, with their headings.

    Numbers and letters are printed on the icons of a block. The block has one heading, and is counted as a whole if it
    is one row with its name before it. Numbered lines are counted column by column, and a grid as a whole.
    """
    families = _group(sheet.fields, lambda field: (field.page, field.kind, _name(field)))
    grids = [block for block in families if _is_mixed_grid(block)]
    yield from ((block, "") for block in grids)
    in_grids = {field.id for block in grids for field in block}
    for block in _group_alike(
        (field for field in sheet.fields if field.id not in in_grids),
        printed,
        own,
        by_text=False,
        by_line=True,
    ):
        heading, name = _heading(sheet, block), _name_of_row(sheet, block)
        if name and not heading:
            yield block, Message("next to “{name}”", name=Message(name))
            continue
        for fields in _group_alike(block, printed, own, by_line=True):
            yield fields, heading or _heading(sheet, fields)


def _names_of_drawings(fields: Sequence[Field], printed: _Printed) -> Mapping[str, str]:
    """Return the names of some fields' symbols in a recorded game."""
    if _is_mixed_grid(fields) and not any((field.page, field.rect) in printed for field in fields):
        return dict.fromkeys((field.symbol or "" for field in fields), _CELL)
    return _NAMES_OF_DRAWINGS


def _are_among_others(fields: Sequence[Field], sheet: Sheet) -> bool:
    """Return whether other fields of their kind lie between these fields."""
    first, ids = fields[0], {field.id for field in fields}
    left, right = (end(field.rect.center.x for field in fields) for end in (min, max))
    top, bottom = (end(field.rect.center.y for field in fields) for end in (min, max))
    return any(
        (other.page, other.kind) == (first.page, first.kind)
        and left <= other.rect.center.x <= right
        and top <= other.rect.center.y <= bottom
        for other in sheet.fields
        if other.id not in ids
    )


def _group(fields: Iterable[Field], key: Callable[[Field], object]) -> list[list[Field]]:
    """Return the fields in groups with equal keys, in order."""
    groups: dict[object, list[Field]] = defaultdict(list)
    for field in fields:
        groups[key(field)].append(field)
    return list(groups.values())


def _is_mixed_grid(fields: Sequence[Field]) -> bool:
    """Return whether fields with several symbols fill a grid together."""
    if len({field.symbol for field in fields}) < 2:
        return False
    rows, columns = _lines(fields, _down, _across), _lines(fields, _across, _down)
    return _is_grid(fields, rows, columns)


def _is_grid(fields: Sequence[Field], rows: Sequence[_Line], columns: Sequence[_Line]) -> bool:
    return len(rows) > 1 and len(columns) > 1 and _LEAST_FULL * len(rows) * len(columns) <= len(fields)


def _name_of_row(sheet: Sheet, block: Sequence[Field]) -> str | None:
    """Return the words before a row of at least three fields; None if one of them has its own name."""
    if len(block) < 3 or len(_lines(block, _down, _across)) != 1:
        return None
    names = {printed_name(sheet, field) for field in block} - {None}
    return names.pop() if len(names) == 1 else None


def _group_alike(
    fields: Iterable[Field], printed: _Printed, own: _Names, *, by_text: bool = True, by_line: bool = False
) -> Iterable[list[Field]]:
    """Yield groups of fields with the same name, kind, symbol and, unless `by_text` is off, printed text.

    Writing fields are in a group only if no printed words name one of them. `by_line`: numbers in numbered lines, such
    as those of rounds, are alike if their ids differ only in numbers.
    """

    def key_of(field: Field) -> tuple[object, ...]:
        if by_line and field.kind in ("slot", "box") and _DIGITS.search(field.id):
            return (field.page, _NOUNS[field.kind], *_DIGITS.split(field.id))
        noun = _noun(field, printed if by_text else {}, {}, own if _is_written_in(field) else {})
        return field.page, noun, _name(field).rstrip("0123456789-")

    return _group(fields, key_of)


def _place(rect: Rect, words: str, under: str, page: str, frame: Rect, *, is_enough: bool = False) -> _Place:
    """Return the place of a field: its words and its part of the page. The short form has the part only if needed."""
    part = _part_of_page(rect, frame)
    brief = joined(", ", filter(None, (words, under, page)))
    full = Message("{words} ({part})", words=brief, part=part)
    return _Place(full, brief if is_enough or under.startswith("next to ") else joined(", ", (brief, part)))


@remembered
def brief_places(sheet: Sheet) -> Mapping[str, Message]:
    """Return for every field its place on the page in short.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> brief_places(load_sheet("launch"))["floor-6.1"]
    'floor 6, 1st slot'
    """
    return {id_: place.brief for id_, place in _places(sheet).items()}


def _captions(sheet: Sheet) -> Mapping[str, str]:
    """Return the names of a played sheet's fields: the fact `name`, or for boxes and text fields other words.

    These are the label in lists of points, the words printed next to it, or the words of the program.
    """
    labels = {line.box: line.label for line in sheet.scores if line.label}
    printed = {id_: words for id_, words in own_words(sheet).items() if _WORD.search(words)}
    written = [field.id for field in sheet.fields if _is_written_in(field)]
    named = {id_: labels.get(id_) or printed.get(id_) or _known_name(id_) for id_ in written}
    named |= {field.id: str(field.attrs["name"]) for field in sheet.fields if "name" in field.attrs}
    return {id_: name for id_, name in named.items() if name}


def _is_written_in(field: Field) -> bool:
    return bool(field.cells) or field.kind == "text"


def _known_name(id_: str) -> Message | None:
    """Return the id in words of the program; None if one of its words is unknown."""
    name = block_name(id_)
    words = [each for each in name.values.values() if isinstance(each, Message) or str(each).islower()]
    return name if words and all(isinstance(each, Message) for each in words) else None


def _name(field: Field) -> str:
    """Return the id without its last part: 'floor-6' of 'floor-6.1'."""
    return field.id.partition(".")[0]


def _printed_texts(sheet: Sheet) -> _Printed:
    """Return the values that are printed on icons, by page and place."""
    return {
        (shape.page, shape.rect): shape.text
        for shape in sheet.shapes
        if isinstance(shape, Icon) and shape.text
    }


def _noun(field: Field, printed: _Printed, names: Mapping[str, str], own: _Names) -> str:
    """Return the kind of a field, with its printed text and its `own` words on the page."""
    symbol = names.get(field.symbol or "", field.symbol)
    kind = _name(field) if field.kind == "link" and _name(field) in TERMS else _NOUNS[field.kind]
    noun = term(symbol.replace("-", " ") if symbol else kind)
    text = None if field.cells else printed.get((field.page, field.rect))
    if field.id in own:
        name = own[field.id]
        is_number = name.isdigit() and "name" in field.attrs
        quoted = name if is_number else Message("“{name}”", name=as_message(name))
        return joined(" ", filter(None, (noun, text, quoted)))
    return Message("{noun} “{name}”", noun=noun, name=text) if text else noun


# --- counting -----------------------------------------------------------------------------------------------------


_ROWS = (  # for several fields in one of several rows, for a row of one field, for a single row
    Message("{row} row from the top, {nth} {noun}"), Message("{row} row from the top, {noun}"),
    Message("{nth} {noun} from the left"),
)  # fmt: skip
_COLUMNS = (
    Message("{row} column from the left, {nth} {noun}"), Message("{row} column from the left, {noun}"),
    Message("{nth} {noun} from the top"),
)  # fmt: skip


def _count(fields: Sequence[Field], nouns: _Names) -> _Names:
    """Return the words of each field, with its place among fields that look alike unless its words are unique."""
    often = Counter(nouns[field.id] for field in fields)
    return {
        field: words if often[nouns[field]] > 1 else nouns[field]
        for field, words in _count_all(fields, nouns).items()
    }


def _count_all(fields: Sequence[Field], nouns: _Names) -> _Names:
    rows, columns = _lines(fields, _down, _across), _lines(fields, _across, _down)
    if len(columns) == len(fields) and not 0 < 2 * len(rows) < len(fields):  # in a slanted line or a circle
        rows, columns = [sorted(fields, key=_across)], []
    elif len(rows) == len(fields) and not 0 < 2 * len(columns) < len(fields):
        rows, columns = [], [sorted(fields, key=_down)]
    if _is_grid(fields, rows, columns):
        column_of = {field.id: number for number, line in enumerate(columns, 1) for field in line}
        is_regular = all(column_of[line[-1].id] == len(line) for line in rows)
        if is_regular and len({nouns[field.id] for field in fields}) == 1:
            return _count_in_lines(rows, _ROWS, nouns)
        words = Message("{row} row from the top, {column} column, {noun}")
        return {
            field.id: words.filled(
                noun=nouns[field.id], row=ordinal(row), column=ordinal(column_of[field.id])
            )
            for row, line in enumerate(rows, 1)
            for field in line
        }
    if rows and (not columns or len(rows) <= _MORE_ROWS * len(columns)):
        return _count_in_lines(rows, _ROWS, nouns)
    if columns:
        return _count_in_lines(columns, _COLUMNS, nouns)
    return {field.id: nouns[field.id] for field in fields}


def _count_in_lines(lines: Sequence[_Line], words: Sequence[Message], nouns: _Names) -> dict[str, str]:
    several, alone, single = words
    return {
        field.id: (single if len(lines) == 1 else several if len(line) > 1 else alone).filled(
            noun=nouns[field.id], row=ordinal(row), nth=ordinal(nth)
        )
        for row, line in enumerate(lines, 1)
        for nth, field in enumerate(line, 1)
    }


def _down(field: Field) -> float:
    """Return the y of a field's middle, mm, as seen by the person who uses it."""
    return -field.rect.center.y if field.turn else field.rect.center.y


def _across(field: Field) -> float:
    return -field.rect.center.x if field.turn else field.rect.center.x


def _spread(fields: Sequence[Field], along: Callable[[Field], float]) -> float:
    middles = [along(field) for field in fields]
    return max(middles) - min(middles)


def _lines(
    fields: Sequence[Field], apart: Callable[[Field], float], along: Callable[[Field], float]
) -> list[_Line]:
    """Return the fields as rows (or columns), in order; empty if these are not straight."""
    size = median(field.rect.h if apart is _down else field.rect.w for field in fields)
    lines: list[_Line] = []
    for field in sorted(fields, key=apart):
        if lines and apart(field) - apart(lines[-1][-1]) <= _SAME_LINE * size:
            lines[-1].append(field)
        else:
            lines.append([field])
    if any(apart(line[-1]) - apart(line[0]) > _MOST_WAVE * size for line in lines):
        return []
    return [sorted(line, key=along) for line in lines]


# --- in blocks whose names are printed ----------------------------------------------------------------------------

_UPWARDS = Message("{block}, {nth} {noun} from the bottom")
_BETWEEN = Message("{noun} between {one} and {other}")


def _places_in_blocks(sheet: Sheet, printed: _Printed, own: _Names) -> dict[str, _Place]:
    """Return the places of fields in blocks, and of links by their ends.

    A field with a name of its own is a block for the fields that refer to it. So is each player's side on a sheet
    between two.
    """
    blocks: dict[str, list[str]] = {id_: [*names] for id_, names in blocks_of_fields(sheet).items()}
    for field in sheet.fields:
        owners = [sheet.field[str(value)] for value in field.attrs.values() if value in sheet.field]
        names = [_noun(owner, {}, {}, own) for owner in owners if "name" in owner.attrs]
        names += [] if field.side is None else [term(f"side {field.side}")]
        if names:
            blocks.setdefault(field.id, []).extend(names)
    nouns = {field.id: _noun(field, printed, _NAMES_OF_SYMBOLS, {}) for field in sheet.fields}
    words = {id_: _noun(sheet.field[id_], {}, {}, own) for id_, name in own.items() if name.isdigit()}
    inside = [field for field in sheet.fields if field.id in blocks and field.id not in own]
    for fields in _group(inside, lambda field: (*blocks[field.id], nouns[field.id])):
        words |= _count_in_block(joined(", ", blocks[fields[0].id]), fields, nouns)

    def end(id_: str) -> str:
        if id_ in sheet.field:
            return joined(", ", blocks[id_]) if id_ in blocks else _noun(sheet.field[id_], {}, {}, own)
        return block_words(sheet)[id_]

    for field in sheet.fields:
        between = field.attrs.get("between")
        if field.line and isinstance(between, tuple) and not is_custom(sheet):
            one, other = map(end, map(str, between))
            words[field.id] = _BETWEEN.filled(noun=nouns[field.id], one=one, other=other)
    place = partial(_place, under="", page="", frame=frame_of(sheet), is_enough=True)
    return {id_: place(sheet.field[id_].rect, each) for id_, each in words.items()}


def _count_in_block(block: str, fields: Sequence[Field], nouns: _Names) -> _Names:
    """Return for each field its block and its place among similar fields. The fact `nth` also counts printed ones."""
    if len(fields) == 1:
        return {fields[0].id: IN_BLOCK.filled(block=block, noun=nouns[fields[0].id])}
    rows, columns = _lines(fields, _down, _across), _lines(fields, _across, _down)
    if len(rows) == 1:
        line, words = rows[0], COUNTED_IN_BLOCK
    elif len(columns) == 1 and _down(fields[0]) > _down(fields[-1]):
        line, words = columns[0][::-1], _UPWARDS
    else:
        counted = _count_all(fields, nouns)
        return {id_: joined(", ", (block, place)) for id_, place in counted.items()}
    return {
        field.id: words.filled(
            block=block, nth=ordinal(cast("int", field.attrs.get("nth", nth))), noun=nouns[field.id]
        )
        for nth, field in enumerate(line, 1)
    }


# --- where on the page --------------------------------------------------------------------------------------------


def _heading(sheet: Sheet, fields: Sequence[Field]) -> str:
    """Return the heading right above the fields; empty if there are several side by side."""
    left, right = min(field.rect.x for field in fields), max(field.rect.right for field in fields)
    top = min(field.rect.y for field in fields)
    above = [
        text
        for text in _headings(sheet)
        if text.page == fields[0].page
        and left - (_RECORDED_BEFORE if sheet.game else _HEADING_BEFORE) <= text.at.x <= right
        and 0 <= top - text.at.y <= _HEADING_ABOVE
    ]
    nearest = min(above, key=lambda text: (top - text.at.y, abs(text.at.x - left)), default=None)
    # headings further right are not above the first field
    first_right = min(field.rect.right for field in fields)
    if (
        nearest is None
        or nearest.at.x > first_right + (_RECORDED_BESIDE if sheet.game else _HEADING_BESIDE)
        or any(abs(text.at.y - nearest.at.y) < _SAME_HEIGHT and text.at.x != nearest.at.x for text in above)
    ):
        return ""
    return Message("under “{name}”", name=Message(nearest.words))


@remembered
def _headings(sheet: Sheet) -> tuple[Text, ...]:
    return tuple(
        text
        for text in lasting_texts(sheet)
        if "bold" in text.font
        and text.size >= _HEADING_SIZE
        and (text.text[:1].isupper() or (sheet.game is not None and text.text[:1].isalpha()))
    )


def _part_of_page(rect: Rect, frame: Rect) -> str:
    """Return the part of the page that a field is in.

    >>> [_part_of_page(Rect(x, y, 9, 9), Rect(0, 0, 196, 266)) for x, y in ((0, 0), (90, 130), (10, 130))]
    ['at the top left', 'in the middle', 'in the middle left']
    """
    row = _PARTS[min(len(_PARTS) - 1, int(len(_PARTS) * rect.center.y / frame.h))]
    return row[min(len(row) - 1, int(len(row) * rect.center.x / frame.w))]


def _distinguish(sheet: Sheet, places: Mapping[str, _Place]) -> dict[str, _Place]:
    """Return the places, with more of the id or a count if several fields have the same words."""
    found = {field.id: places[field.id] for field in sheet.fields}
    for fields in _group(sheet.fields, lambda field: places[field.id].full):
        place = places[fields[0].id]
        if len(fields) == 1:
            continue
        names = {field.id: _known_name(_name(field)) for field in fields}
        if len(set(names.values()) - {None}) == len(fields):
            for field in fields:
                of = Message("of “{name}”", name=names[field.id] or "")
                found[field.id] = _Place(*(joined(", ", (words, of)) for words in place))
            continue
        across = _spread(fields, _down) <= _spread(fields, _across)
        fields.sort(key=_across if across else _down)
        top, left = Message("{nth} of these {n} from the top"), Message("{nth} of these {n} from the left")
        for number, field in enumerate(fields, 1):
            full = (left if across else top).filled(nth=ordinal(number), n=len(fields))
            brief = Message("{nth} of these {n}", nth=ordinal(number), n=len(fields))
            found[field.id] = _Place(joined(", ", (place.full, full)), joined(", ", (place.brief, brief)))
    return found

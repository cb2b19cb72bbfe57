"""Where every field is on its page, in words by which people find it there: counted in rows and columns of its like.

Everything is computed from the layout, so custom sheets have such words, too. On sheets of the scenarios what lies in a
zone is counted in it, and the zone has the name by which rules call it, such as floor 6. Other fields that look alike
(kind, symbol, the text printed on them) are counted together as they lie: in a grid, in rows, or in columns; rows count
from the top, columns and places in a row from the left. What alone among them bears its text needs no count. Where they
lie in no such order the field is identified by its part of the page, at last by its name or a count of those with such
words. What looks alike on a designer's sheet only the designer knows: what lies there among others of its kind has its
id, and so have links, and boxes that nothing names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import inf
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from fairsheet.languages.messages import Message, as_message, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.drawn_shapes import Icon, Text
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.page_geometry import frame_of
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Field, Sheet, Zone
from fairsheet.sheets.naming.printed_words import lasting_texts, own_words, words_beside

_SAME_LINE = 0.45  # of a field's height (width): how far off the next one of a row (column) may be
_STRAIGHT = 1.1  # of a field's height (width): how much a row (column) may wave in all
_FULL = 0.6  # of the places of a grid that must hold a field, or it is counted by rows
_MORE_ROWS = 1.5  # times as many rows as columns: then it is counted by columns
_HEADING_ABOVE = 7.0  # mm from a heading down to the fields under it
_HEADING_BESIDE = 12.0  # mm by which a heading may begin to the right of the first of its fields
_HEADING_BEFORE = 2.0  # mm by which a heading may begin to the left of its fields
_RECORDED_BEFORE = 8.0  # the same on recorded sheets, where it stands above what is before them, too
_RECORDED_BESIDE = 1.0  # the same on sheets of recorded games, whose blocks stand close to each other
_SAME_HEIGHT = 1.0  # mm by which headings side by side may differ in height
_HEADING_SIZE = 6.5  # points; smaller words explain, they name nothing
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
_LINE = re.compile(r"\b(?:row|column|beside|floor|level|ship|tower)\b")
_WORD = re.compile(r"[^\W\d]{2}")
_Line = list[Field]  # a row or column, in order
_Printed = Mapping[tuple[int, Rect], str]  # by page and place
_Names = Mapping[str, str]  # by field
_NAMES_OF_DRAWINGS = {  # on sheets where they stand for other things
    "planet-plate": "square", "row-value": "space", "rockets": "rocket", "factor": "circle", "mission": "card",
    "astronaut": "lifepod", "exit": "cause",
}  # fmt: skip
_CELL = "cell"  # of a grid, whatever is drawn in it


class _Place(NamedTuple):
    """Where a field is, in words: in full, and in short for lists in which its id stands beside them."""

    full: Message
    brief: Message


def field_places(sheet: Sheet) -> Mapping[str, str]:
    """For every field what it is and where on the page, as somebody says it who looks at the page; all differ.

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
    places: dict[str, _Place] = {}
    for fields, heading in (_recorded_groups if sheet.game else _groups)(sheet, printed, own):
        names = _names_of_drawings(fields, printed) if sheet.game else {}
        is_block = fields[0].kind != "link" and (not _is_written_in(fields[0]) or fields[0].id in own)
        by_id = is_custom(sheet) and (not is_block or _lie_among_others(fields, sheet))
        nouns = {field.id: _noun(field, printed, names, own) for field in fields}
        often = Counter(nouns.values())
        if len(often) > 1:  # they are counted together, whatever is printed on them
            nouns |= {
                field.id: _noun(field, {}, names, own) for field in fields if often[nouns[field.id]] > 1
            }
        in_zones = {} if by_id or sheet.game else _counted_in_zones(sheet, fields, nouns)
        for field, words in (in_zones or (nouns if by_id else _counted(fields, nouns))).items():
            page = Message("page {page}", page=sheet.field[field].page) if sheet.pages > 1 else ""
            under = "" if field in own or in_zones else heading  # other words say more
            place = partial(_place, sheet.field[field].rect, under=under, page=page, frame=frame_of(sheet))
            if by_id and field not in own:
                kind = term(_NOUNS[sheet.field[field].kind])
                places[field] = _Place(place(joined(" ", (kind, field))).full, place(kind).brief)
            else:
                places[field] = place(words)
    return MappingProxyType(_all_different(sheet, places))


def _groups(sheet: Sheet, printed: _Printed, own: _Names) -> Iterable[tuple[list[Field], str]]:
    """Fields that look alike, with the heading above them."""
    for fields in _alike(sheet.fields, printed, own):
        yield fields, _heading(sheet, fields)


def _recorded_groups(sheet: Sheet, printed: _Printed, own: _Names) -> Iterable[tuple[list[Field], str]]:
    """The same of a recorded game, where numbers and letters are printed on the icons of a block: it has one heading,
    and is counted as a whole where it lies in one row with its name before it. What stands in numbered lines is
    counted column by column, and a grid as a whole, whatever is drawn in its cells."""
    families = _grouped(sheet.fields, lambda field: (field.page, field.kind, _name(field)))
    grids = [block for block in families if _is_mixed_grid(block)]
    yield from ((block, "") for block in grids)
    in_grids = {field.id for block in grids for field in block}
    for block in _alike(
        (field for field in sheet.fields if field.id not in in_grids),
        printed,
        own,
        by_text=False,
        by_line=True,
    ):
        heading, name = _heading(sheet, block), _name_of_row(sheet, block)
        if name and not heading:
            yield block, Message("beside “{name}”", name=Message(name))
            continue
        for fields in _alike(block, printed, own, by_line=True):
            yield fields, heading or _heading(sheet, fields)


def _names_of_drawings(fields: Sequence[Field], printed: _Printed) -> Mapping[str, str]:
    """What the symbols of some fields of a recorded game are called there."""
    if _is_mixed_grid(fields) and not any((field.page, field.rect) in printed for field in fields):
        return dict.fromkeys((field.symbol or "" for field in fields), _CELL)
    return _NAMES_OF_DRAWINGS


def _lie_among_others(fields: Sequence[Field], sheet: Sheet) -> bool:
    """Whether there are other fields of their kind between some fields."""
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


def _grouped(fields: Iterable[Field], key: Callable[[Field], object]) -> list[list[Field]]:
    """The fields for which the key is the same, in order."""
    groups: dict[object, list[Field]] = defaultdict(list)
    for field in fields:
        groups[key(field)].append(field)
    return list(groups.values())


def _is_mixed_grid(fields: Sequence[Field]) -> bool:
    """Whether fields with several symbols fill the places of a grid together."""
    if len({field.symbol for field in fields}) < 2:
        return False
    rows, columns = _lines(fields, _down, _across), _lines(fields, _across, _down)
    return _is_grid(fields, rows, columns)


def _is_grid(fields: Sequence[Field], rows: Sequence[_Line], columns: Sequence[_Line]) -> bool:
    return len(rows) > 1 and len(columns) > 1 and _FULL * len(rows) * len(columns) <= len(fields)


def _name_of_row(sheet: Sheet, block: Sequence[Field]) -> str | None:
    """What is printed before three fields or more in one row; None where one of them has a name of its own."""
    if len(block) < 3 or len(_lines(block, _down, _across)) != 1:
        return None
    names = {words_beside(sheet, field) for field in block} - {None}
    return names.pop() if len(names) == 1 else None


def _alike(
    fields: Iterable[Field], printed: _Printed, own: _Names, *, by_text: bool = True, by_line: bool = False
) -> Iterable[list[Field]]:
    """Fields of one name, kind and symbol, and with the same text printed on them unless that does not matter; those
    in which people write only where nothing is printed that names one of them.

    `by_line`: numbers in numbered lines, such as those of rounds, with the same words around the numbers of their ids.
    """

    def likeness(field: Field) -> tuple[object, ...]:
        if by_line and field.kind in ("slot", "box") and _DIGITS.search(field.id):
            return (field.page, _NOUNS[field.kind], *_DIGITS.split(field.id))
        noun = _noun(field, printed if by_text else {}, {}, own if _is_written_in(field) else {})
        return field.page, noun, _name(field).rstrip("0123456789-")

    return _grouped(fields, likeness)


def _place(rect: Rect, words: str, under: str, page: str, frame: Rect) -> _Place:
    """The words for a field, and those for its part of the page: in short where nothing else tells where it is."""
    part = _part_of_page(rect, frame)
    brief = joined(", ", filter(None, (words, under, page)))
    full = Message("{words} ({part})", words=brief, part=part)
    return _Place(full, brief if _LINE.search(brief) else joined(", ", (brief, part)))


@remembered
def brief_names(sheet: Sheet) -> Mapping[str, Message]:
    """For every field its id, and in short where it is on the page.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> brief_names(load_sheet("launch"))["floor-6.1"]
    'floor-6.1 (floor 6, 1st slot)'
    """
    places = brief_places(sheet)
    return {id_: Message("{id} ({place})", id=id_, place=place) for id_, place in places.items()}


def brief_places(sheet: Sheet) -> Mapping[str, Message]:
    """For every field in short where it is on the page."""
    return {id_: place.brief for id_, place in _places(sheet).items()}


def _words(id_: str) -> str:
    """An id, or a part of one, as words.

    >>> _words("round-2.hits")
    'round 2 hits'
    """
    return id_.replace(".", " ").replace("-", " ")


def _captions(sheet: Sheet) -> Mapping[str, str]:
    """By field of a sheet that is played on what it is called, by its fact `name`; and by box or text field as lists of
    points call it, as it is printed beside it, or as the program calls it."""
    labels = {line.box: line.label for line in sheet.scores if line.label}
    printed = {id_: words for id_, words in own_words(sheet).items() if _WORD.search(words)}
    written = [field.id for field in sheet.fields if _is_written_in(field)]
    named = {id_: labels.get(id_) or printed.get(id_) or _known_name(id_) for id_ in written}
    named |= {field.id: str(field.attrs["name"]) for field in sheet.fields if "name" in field.attrs}
    return {id_: name for id_, name in named.items() if name}


def _is_written_in(field: Field) -> bool:
    return bool(field.cells) or field.kind == "text"


def _known_name(id_: str) -> Message | None:
    """The id in words of the program; None where it has none for a word of it."""
    name = block_name(id_)
    words = [each for each in name.values.values() if isinstance(each, Message) or str(each).islower()]
    return name if words and all(isinstance(each, Message) for each in words) else None


@remembered
def block_ids(sheet: Sheet) -> frozenset[str]:
    """The ids of zones and groups of which no field and nothing that people write is called so."""
    blocks = {*(zone.id for zone in sheet.zones), *(group.id for group in sheet.groups)}
    return frozenset(id_ for id_ in blocks - sheet.field.keys() if re.search("[.-]", id_))


def block_name(id_: str) -> Message:
    """The id of a zone or group of fields in words of the program, with its number or letter if it has one.

    >>> block_name("main-planning"), block_name("quarter.1-left"), block_name("mission.a")
    ('main planning', 'quarter 1 left', 'mission A')
    """
    parts = groupby(_words(id_).split(), key=lambda word: word.isdigit() or len(word) == 1)
    return joined(
        " ", (" ".join(words).upper() if is_sign else term(" ".join(words)) for is_sign, words in parts)
    )


def ordinal(number: int) -> Message:
    """The number as a place in a row.

    >>> ordinal(1), ordinal(2), ordinal(13), ordinal(23)
    ('1st', '2nd', '13th', '23rd')
    """
    endings = {1: Message("{n}st"), 2: Message("{n}nd"), 3: Message("{n}rd")}
    if 10 <= number % 100 <= 20 or number % 10 not in endings:
        return Message("{n}th", n=number)
    return endings[number % 10].filled(n=number)


def _name(field: Field) -> str:
    """The id without its last part: 'floor-6' of 'floor-6.1'."""
    return field.id.partition(".")[0]


def _printed_texts(sheet: Sheet) -> _Printed:
    """The values that are printed on icons, by page and place."""
    return {
        (shape.page, shape.rect): shape.text
        for shape in sheet.shapes
        if isinstance(shape, Icon) and shape.text
    }


def _noun(field: Field, printed: _Printed, names: Mapping[str, str], own: _Names) -> str:
    """What a field is, with what is printed on it and the words of its `own` that name it on the page."""
    symbol = names.get(field.symbol or "", field.symbol)
    noun = term(symbol.replace("-", " ") if symbol else _NOUNS[field.kind])
    text = None if field.cells else printed.get((field.page, field.rect))
    if field.id in own:
        return joined(" ", filter(None, (noun, text, Message("“{name}”", name=as_message(own[field.id])))))
    return Message("{noun} “{name}”", noun=noun, name=text) if text else noun


# --- counting -----------------------------------------------------------------------------------------------------


_ROWS = (  # of fields: one of several in one of several rows, one alone in it, one of a single row
    Message("{nth} {noun} in row {row}"), Message("{noun} in row {row}"), Message("{nth} {noun} from the left"),
)  # fmt: skip
_COLUMNS = (
    Message("{nth} {noun} in column {row}"), Message("{noun} in column {row}"), Message("{nth} {noun} from the top"),
)  # fmt: skip


def _counted(fields: Sequence[Field], nouns: _Names) -> _Names:
    """By field what it is, with its place among those that look alike unless it alone is called so."""
    often = Counter(nouns[field.id] for field in fields)
    return {
        field: words if often[nouns[field]] > 1 else nouns[field]
        for field, words in _all_counted(fields, nouns).items()
    }


def _all_counted(fields: Sequence[Field], nouns: _Names) -> _Names:
    rows, columns = _lines(fields, _down, _across), _lines(fields, _across, _down)
    if _is_grid(fields, rows, columns):
        column_of = {field.id: number for number, line in enumerate(columns, 1) for field in line}
        words = Message("{noun} in row {row}, column {column}")
        return {
            field.id: words.filled(noun=nouns[field.id], row=row, column=column_of[field.id])
            for row, line in enumerate(rows, 1)
            for field in line
        }
    if rows and (not columns or len(rows) <= _MORE_ROWS * len(columns)):
        return _in_lines(rows, _ROWS, nouns)
    return _in_lines(columns, _COLUMNS, nouns) if columns else {field.id: nouns[field.id] for field in fields}


def _in_lines(lines: Sequence[_Line], words: Sequence[Message], nouns: _Names) -> dict[str, str]:
    several, alone, single = words
    return {
        field.id: (single if len(lines) == 1 else several if len(line) > 1 else alone).filled(
            noun=nouns[field.id], row=row, nth=ordinal(nth)
        )
        for row, line in enumerate(lines, 1)
        for nth, field in enumerate(line, 1)
    }


def _down(rect: Rect) -> tuple[float, float]:
    return rect.center.y, rect.h


def _across(rect: Rect) -> tuple[float, float]:
    return rect.center.x, rect.w


def _lines(
    fields: Sequence[Field],
    apart: Callable[[Rect], tuple[float, float]],
    along: Callable[[Rect], tuple[float, float]],
) -> list[_Line]:
    """The fields as rows (or columns), in order; nothing where they do not lie in straight ones."""
    size = median(apart(field.rect)[1] for field in fields)
    ordered = sorted(fields, key=lambda field: apart(field.rect)[0])
    lines: list[_Line] = []
    for field in ordered:
        if lines and apart(field.rect)[0] - apart(lines[-1][-1].rect)[0] <= _SAME_LINE * size:
            lines[-1].append(field)
        else:
            lines.append([field])
    if any(apart(line[-1].rect)[0] - apart(line[0].rect)[0] > _STRAIGHT * size for line in lines):
        return []
    return [sorted(line, key=lambda field: along(field.rect)[0]) for line in lines]


# --- in zones -----------------------------------------------------------------------------------------------------

_IN_ROW = Message("{line}, {nth} {noun}")
_IN_COLUMN = Message("{line}, {nth} {noun} from the bottom")
_FAR_FROM_ZONE = 0.5  # of the distance to the next zone: what lies farther off is not in it
_BESIDE_ZONE = 12.0  # mm beyond the first and the last slot of a zone
_STRAIGHT_ZONE = 1.0  # mm by which slots of a zone may lie out of its line


class _ZoneLine(NamedTuple):
    """A zone that is a straight row or column: its name, where it lies across, and from where to where along."""

    name: Message
    zone: Zone
    is_row: bool
    middle: float
    begin: float
    end: float

    def offset(self, rect: Rect) -> float:
        """How far from its middle something lies; infinite for what is not beside its slots."""
        across, along = (rect.center.y, rect.center.x) if self.is_row else (rect.center.x, rect.center.y)
        is_beside = self.begin - _BESIDE_ZONE <= along <= self.end + _BESIDE_ZONE
        return abs(across - self.middle) if is_beside else inf


@remembered
def _zone_lines(sheet: Sheet) -> tuple[_ZoneLine, ...]:
    """The zones of a sheet that are straight and have a number; none of a zone that is alone."""
    lines = []
    for zone in sheet.zones:
        middles = [sheet.field[slot].rect.center for slot in zone.slots]
        xs, ys = [each.x for each in middles], [each.y for each in middles]
        is_row = max(ys) - min(ys) <= _STRAIGHT_ZONE
        if _DIGITS.search(zone.id) and (is_row or max(xs) - min(xs) <= _STRAIGHT_ZONE):
            across, along = (ys, xs) if is_row else (xs, ys)
            lines.append(_ZoneLine(block_name(zone.id), zone, is_row, median(across), min(along), max(along)))
    return tuple(lines) if len(lines) > 1 else ()


def _counted_in_zones(sheet: Sheet, fields: Sequence[Field], nouns: _Names) -> _Names:
    """By field its zones and its place among its like there; nothing unless all the fields lie in zones."""
    lines = _zone_lines(sheet)
    found: dict[str, list[_ZoneLine]] = {}
    for field in fields:
        own = sorted(
            (each for each in lines if field.id in each.zone.slots), key=lambda each: not each.is_row
        )
        found[field.id] = own or _zones_beside(field, lines)
        if not found[field.id]:
            return {}
    words: dict[str, str] = {}
    for group in _grouped(fields, lambda field: (found[field.id][0].name, nouns[field.id])):
        line = found[group[0].id][0]
        group.sort(
            key=lambda field: (_across if line.is_row else _down)(field.rect)[0], reverse=not line.is_row
        )
        for nth, field in enumerate(group, 1):
            names = joined(", ", (each.name for each in found[field.id]))
            if len(found[field.id]) > 1 or len(group) == 1:
                words[field.id] = joined(", ", (names, nouns[field.id]))
            else:
                place = _IN_ROW if line.is_row else _IN_COLUMN
                words[field.id] = place.filled(line=names, nth=ordinal(nth), noun=nouns[field.id])
    return words


def _zones_beside(field: Field, lines: Sequence[_ZoneLine]) -> list[_ZoneLine]:
    """The zone in whose line a field lies that is not one of its slots, with its number in the id."""
    number = next(iter(_DIGITS.findall(field.id)), "")
    near = sorted((line.offset(field.rect), place) for place, line in enumerate(lines))
    if not near or near[0][0] == inf:
        return []
    line = lines[near[0][1]]
    pitch = min(
        abs(other.middle - line.middle)
        for other in lines
        if other.is_row == line.is_row and other is not line
    )
    is_near = near[0][0] <= _FAR_FROM_ZONE * pitch
    return [line] if is_near and number in _DIGITS.findall(line.zone.id) else []


# --- where on the page --------------------------------------------------------------------------------------------


def _heading(sheet: Sheet, fields: Sequence[Field]) -> str:
    """The heading that is printed right above the fields; none where several stand side by side, each above some."""
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
    beside = min(field.rect.right for field in fields)  # further right nothing is above the first
    if (
        nearest is None
        or nearest.at.x > beside + (_RECORDED_BESIDE if sheet.game else _HEADING_BESIDE)
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
    """The part of the page in which a field lies.

    >>> [_part_of_page(Rect(x, y, 9, 9), Rect(0, 0, 196, 266)) for x, y in ((0, 0), (90, 130), (10, 130))]
    ['at the top left', 'in the middle', 'in the middle left']
    """
    row = _PARTS[min(len(_PARTS) - 1, int(len(_PARTS) * rect.center.y / frame.h))]
    return row[min(len(row) - 1, int(len(row) * rect.center.x / frame.w))]


def _all_different(sheet: Sheet, places: Mapping[str, _Place]) -> dict[str, _Place]:
    """The places, with more of its id or a count where several fields have the same words."""
    found = {field.id: places[field.id] for field in sheet.fields}
    for fields in _grouped(sheet.fields, lambda field: places[field.id].full):
        place = places[fields[0].id]
        if len(fields) == 1:
            continue
        names = {field.id: _known_name(_name(field)) for field in fields}
        if len(set(names.values()) - {None}) == len(fields):
            for field in fields:
                of = Message("of “{name}”", name=names[field.id] or "")
                found[field.id] = _Place(*(joined(", ", (words, of)) for words in place))
            continue
        across = _spread(fields, _across) > _spread(fields, _down)
        fields.sort(key=lambda field: (_across if across else _down)(field.rect)[0])
        top, left = Message("{nth} of these {n} from the top"), Message("{nth} of these {n} from the left")
        for number, field in enumerate(fields, 1):
            full = (left if across else top).filled(nth=ordinal(number), n=len(fields))
            brief = Message("{nth} of these {n}", nth=ordinal(number), n=len(fields))
            found[field.id] = _Place(joined(", ", (place.full, full)), joined(", ", (place.brief, brief)))
    return found


def _spread(fields: Sequence[Field], along: Callable[[Rect], tuple[float, float]]) -> float:
    middles = [along(field.rect)[0] for field in fields]
    return max(middles) - min(middles)

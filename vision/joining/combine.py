"""Several photos of one sheet to one reading: what the ink says in each, added up field by field."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set

from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.decoding.decode import decode
from fairsheet.vision.decoding.thresholds import SURE
from fairsheet.vision.readings.covered import partly_covered
from fairsheet.vision.readings.player_names import joined_names
from fairsheet.vision.readings.reading import LEAST, Doubt, FieldReading, SheetReading

FURTHER = 0.5  # what a further photo counts against the first: they share the hand, and what it left unclear

MOST_CLASHES = 2  # fields of which two photos of one sheet are sure and say different things


def can_be_one_sheet(one: SheetReading, other: SheetReading) -> bool:
    """Whether two readings of a page, with the same label, can be of the same sheet of paper.

    They are not where they surely say different things of several fields: two sheets were printed for one seat, or the
    game went on between the photos.
    """
    if not are_of_one_sheet(one.label, other.label) or not one.fields or not other.fields:
        return False
    return not surely_differ(_seen(one), _seen(other))


def are_of_one_sheet(one: Label, other: Label) -> bool:
    """Whether two labels agree in all but the page; the copy of a label lacks the player's name."""
    names = {one.player, other.player} - {""}
    return len(names) < 2 and structs.replace(one, page=1, player="") == structs.replace(
        other, page=1, player=""
    )


def surely_differ(one: Iterable[FieldReading], other: Iterable[FieldReading]) -> bool:
    """Whether two readings of a page surely say different things of several of the fields that both show."""
    return len(sure_clashes(one, other)) > MOST_CLASHES


def sure_clashes(
    one: Iterable[FieldReading], other: Iterable[FieldReading]
) -> list[tuple[FieldReading, FieldReading]]:
    """The fields of which two readings of a page surely say different things, as each of them has them."""
    there = {field.field: field for field in other}
    pairs = [(field, there[field.field]) for field in one if field.field in there]
    return [(a, b) for a, b in pairs if a.likeliest != b.likeliest and _is_sure(a) and _is_sure(b)]


def _seen(reading: SheetReading) -> list[FieldReading]:
    hidden = {*reading.covered, *partly_covered(reading.sheet, reading.fields, reading.covered)}
    return [field for field in reading.fields if field.field not in hidden]


def _is_sure(field: FieldReading) -> bool:
    return not field.bold and field.probabilities[0][1] >= SURE


def combine(readings: Sequence[SheetReading]) -> SheetReading:
    """One reading of a page from the readings of several photos of it, in any order, by the ink alone.

    Log-probabilities add up, those of a field that n photos show by `(1 + FURTHER * (n - 1)) / n` each. A field that is
    covered on some photos, perhaps in part, is read from the others, and is covered only where it is on all. The
    texts and the pictures of fields are those of the first photo that shows them.
    """
    first = readings[0]
    covered = set(first.covered).intersection(*(reading.covered for reading in readings))
    views: dict[str, dict[int, list[FieldReading]]] = defaultdict(dict)  # by how much is covered
    for reading in readings:
        partly = partly_covered(reading.sheet, reading.fields, reading.covered)
        for field in reading.fields:
            hidden = 2 if field.field in reading.covered else 1 if field.field in partly else 0
            views[field.field].setdefault(hidden, []).append(field)
    fields = tuple(added_up(seen[min(seen)]) for seen in (views[field.field] for field in first.fields))
    decoded = decode(first.sheet, fields, covered=covered)
    read = {field.field for field in fields}
    texts: dict[str, Mark] = {}
    of_columns: dict[str, Doubt | None] = {}  # by the name of a player in a column
    for reading in reversed(readings):
        texts |= {id_: mark for id_, mark in reading.marks.items() if id_ not in read}
        doubted = {doubt.field: doubt for doubt in reading.doubts}
        columns = (id_ for id_ in (*reading.marks, *doubted) if is_name(id_) and id_ != PLAYER)
        of_columns |= {id_: doubted.get(id_) for id_ in columns}
    name = joined_names(readings)
    doubts = (*decoded.doubts, *filter(None, of_columns.values()), *filter(None, [name.doubt]))
    player = next((reading.label.player for reading in readings if reading.label.player), "")
    return structs.replace(
        first,
        label=structs.replace(first.label, player=player),
        player=name.player,
        marks={**decoded.marks, **texts},
        doubts=doubts,
        fields=fields,
        covered=tuple(sorted(covered)),
        crops=_crops(readings, covered),
        photos=tuple(dict.fromkeys(photo for reading in readings for photo in reading.photos)),
    )


def _crops(readings: Sequence[SheetReading], covered: Set[str]) -> dict[str, bytes]:
    """Pictures of fields, each of the first photo that shows it; `covered` ones are on none."""
    return {
        id_: crop
        for each in reversed(readings)
        for id_, crop in each.crops.items()
        if id_ in covered or id_ not in each.covered
    }


def added_up(views: Sequence[FieldReading]) -> FieldReading:
    """One field as several photos show it."""
    weight = (1 + FURTHER * (len(views) - 1)) / len(views)
    shown = [dict(view.probabilities) for view in views]
    marks = {mark for probabilities in shown for mark in probabilities}
    logs = {
        mark: weight * sum(math.log(max(probabilities.get(mark, 0.0), LEAST)) for probabilities in shown)
        for mark in marks
    }
    most = max(logs.values())
    powers = {mark: math.exp(log - most) for mark, log in logs.items()}
    whole = math.fsum(powers.values())  # whatever their order, which that of a set changes from run to run
    ranked = sorted(powers.items(), key=lambda item: (-item[1], str(item[0])))
    joined = FieldReading(views[0].field, tuple((mark, power / whole) for mark, power in ranked))
    if not any(view.bold for view in views):
        return joined
    bold = added_up([view.without_pale_ink for view in views])
    return joined if bold.likeliest == joined.likeliest else structs.replace(joined, bold=bold.probabilities)

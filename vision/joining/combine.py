"""Combine several photos of one sheet: each field as the photos together show it, and their differences."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from datetime import datetime
from itertools import combinations

from msgspec import structs

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark, with_marks
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.decoding.decode import decode
from fairsheet.vision.decoding.thresholds import EXCLUDES, LATER, LEAST_UNCLEAR, SHOWS, SPOILT
from fairsheet.vision.readings.covered import partly_covered
from fairsheet.vision.readings.player_names import join_names
from fairsheet.vision.readings.reading import LEAST, Doubt, FieldReading, SheetReading
from fairsheet.vision.readings.reasons import marks_in_files, photos_differ
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint

View = tuple[SheetReading, FieldReading]  # a field in one photo of its sheet

# The number of fields that may differ between photos of one sheet: a constant plus a share of the inked
# fields. Between two photos a few marks are corrected or added, with the boxes that follow. Two games differ
# in most.
MOST_CLASHES, MOST_CLASHING = 2, 1 / 8


def can_be_one_sheet(one: SheetReading, other: SheetReading) -> bool:
    """Return whether two readings of a page, with the same label, can be of the same sheet of paper.

    They cannot if several fields surely differ: two sheets were printed for one seat, or the game went on
    between the photos.
    """
    if not are_of_one_sheet(one.label, other.label) or not one.fields or not other.fields:
        return False
    return not surely_differ(_seen(one), _seen(other))


def are_of_one_sheet(one: Label, other: Label) -> bool:
    """Return whether two labels agree except for the page; the copy of a label lacks the player's name."""
    names = {one.player, other.player} - {""}
    return len(names) < 2 and structs.replace(one, page=1, player="") == structs.replace(
        other, page=1, player=""
    )


def surely_differ(one: Iterable[FieldReading], other: Iterable[FieldReading]) -> bool:
    """Return whether more fields surely differ than can between two photos of one sheet."""
    one, other = list(one), list(other)
    if _is_spoilt(one) != _is_spoilt(other):
        return False
    return len(list_sure_clashes(one, other)) > _most_clashes(one, other)


def _is_spoilt(fields: Sequence[FieldReading]) -> bool:
    """Return whether a photo is so blurred or dark that other photos show every field better."""
    return math.fsum(1 - field.probabilities[0][1] for field in fields) > SPOILT * len(fields)


def _most_clashes(one: Iterable[FieldReading], other: Iterable[FieldReading]) -> float:
    """Return the number of fields that may differ between two photos of one sheet."""
    inked = {field.field for field in (*one, *other) if field.likeliest is not None}
    return MOST_CLASHES + MOST_CLASHING * len(inked)


def list_sure_clashes(
    one: Iterable[FieldReading], other: Iterable[FieldReading]
) -> list[tuple[FieldReading, FieldReading]]:
    """Return pairs of readings of the fields whose marks surely differ between two readings of a page."""
    there = {field.field: field for field in other}
    pairs = [(field, there[field.field]) for field in one if field.field in there]
    return [(a, b) for a, b in pairs if _exclude(a, b)]


def _seen(reading: SheetReading) -> list[FieldReading]:
    hidden = {*reading.covered, *partly_covered(reading.sheet, reading.fields, reading.covered)}
    return [field for field in reading.fields if field.field not in hidden]


def _exclude(one: FieldReading, other: FieldReading) -> bool:
    """Return whether two views of a field surely show different marks.

    Each shows one in full ink, and no mark is likely in both.
    """
    (_, sure), (_, also_sure) = one.probabilities[0], other.probabilities[0]
    if one.likeliest == other.likeliest or min(sure, also_sure) < SHOWS or one.bold or other.bold:
        return False
    here, there = dict(one.probabilities), dict(other.probabilities)
    alike = max(here.get(mark, LEAST) * there.get(mark, LEAST) for mark in here | there)
    return alike < EXCLUDES * sure * also_sure


def combine(readings: Sequence[SheetReading], *, best: bool = False) -> SheetReading:
    """Return one reading of a page from the readings of several photos of it, in any order, by the ink.

    A field that is covered on some photos, perhaps partly, is read from the others (`pooled`). With `best`, the
    clearest photo decides. A field covered on all photos stays covered. Spoilt photos count only if all are
    spoilt. Fields whose photos surely show different marks are in doubt. Texts and pictures of fields are those
    of the first photo that shows them.
    """
    first = readings[0]
    covered = set(first.covered).intersection(*(reading.covered for reading in readings))
    views: dict[str, dict[tuple[int, bool], list[View]]] = defaultdict(dict)  # by what hides or spoils them
    for reading in sorted(readings, key=_unclear):
        partly = partly_covered(reading.sheet, reading.fields, reading.covered)
        spoilt = _is_spoilt(reading.fields)
        for field in reading.fields:
            hidden = 2 if field.field in reading.covered else 1 if field.field in partly else 0
            views[field.field].setdefault((hidden, spoilt), []).append((reading, field))
    seen = [views[field.field][min(views[field.field])] for field in first.fields]
    known = {doubt.field: doubt for reading in readings for doubt in reading.differing}
    differing = known | {doubt.field: doubt for doubt in map(_difference_doubt, seen) if doubt is not None}
    clearest = [field for ((_, field), *_) in seen]
    together = clearest if best else [pool_views([field for _, field in shown]) for shown in seen]
    fields = tuple(
        _reading_of(each.field, differing[each.field].candidates) if each.field in differing else each
        for each in together
    )
    read = {field.field for field in fields}
    texts: dict[str, Mark] = {}
    of_columns: dict[str, Doubt | None] = {}  # by the name of a player in a column
    for reading in reversed(readings):
        texts |= {id_: mark for id_, mark in reading.marks.items() if id_ not in read}
        doubted = {doubt.field: doubt for doubt in reading.doubts}
        columns = (id_ for id_ in (*reading.marks, *doubted) if is_name(id_) and id_ != PLAYER)
        of_columns |= {id_: doubted.get(id_) for id_ in columns}
    name = join_names(readings)
    player = next((reading.label.player for reading in readings if reading.label.player), "")
    reading = structs.replace(
        first,
        label=structs.replace(first.label, player=player),
        player=name.player,
        fields=fields,
        covered=tuple(sorted(covered)),
        crops=_crops(readings, covered),
        photos=tuple(dict.fromkeys(photo for reading in readings for photo in reading.photos)),
        differing=tuple(differing.values()),
        taken=latest(readings),
    )
    marks, doubts = decoded(reading)
    doubts = (*doubts, *filter(None, of_columns.values()), *filter(None, [name.doubt]))
    return structs.replace(reading, marks={**marks, **texts}, doubts=doubts)


def decoded(reading: SheetReading, rules: RulesHint = NO_RULES) -> tuple[dict[str, Mark], tuple[Doubt, ...]]:
    """Return the likeliest marks of a reading, and its doubts: first fields whose photos differ, whatever the
    rules say.

    The mark of the later photo is chosen. If it is unknown which photo is later, the rules choose.
    """
    differing = {doubt.field: doubt for doubt in reading.differing}
    later = {field: doubt.chosen for field, doubt in differing.items() if doubt.candidates[0][1] > 1 / 2}
    fields = [
        _reading_of(each.field, ((later[each.field], 1.0),)) if each.field in later else each
        for each in reading.fields
    ]
    found = decode(reading.sheet, fields, rules, reading.covered)

    def asked(doubt: Doubt) -> Doubt:
        """Return the doubt about the chosen mark; it matters unless the difference changes nothing."""
        chosen, matters = found.marks.get(doubt.field), None
        if rules.outcome is not None:
            others = [with_marks(found.marks, {doubt.field: mark}) for mark, _ in doubt.candidates]
            matters = doubt.field not in rules.sums(found.marks) or len(set(map(rules.outcome, others))) > 1
        return structs.replace(doubt, chosen=chosen, matters=matters)

    doubts = (doubt for doubt in found.doubts if doubt.field not in differing)
    return found.marks, (*map(asked, differing.values()), *doubts)


def _difference_doubt(views: Sequence[View]) -> Doubt | None:
    """Return the doubt about a field if photos surely show different marks, that of the latest photo first."""
    if not any(_exclude(one, other) for (_, one), (_, other) in combinations(views, 2)):
        return None
    moments = _moments([reading for reading, _ in views])
    latest = {
        view.likeliest for moment, (_, view) in zip(moments, views, strict=False) if moment == max(moments)
    }
    marks = sorted({view.likeliest for _, view in views}, key=lambda mark: (mark not in latest, str(mark)))
    files: dict[Mark | None, list[str]] = {mark: [] for mark in marks}
    for reading, view in views:
        files[view.likeliest] += reading.photos
    first, others = LATER if len(latest) == 1 else 1 / len(marks), marks[1:]
    candidates = ((marks[0], first), *((mark, (1 - first) / len(others)) for mark in others))
    return Doubt.of(views[0][1].field, candidates, marks[0], photos_differ(marks_in_files(files)))


def _reading_of(field: str, shares: tuple[tuple[Mark | None, float], ...]) -> FieldReading:
    """Return a reading of a field from these shares, to which no ink is added as a possibility."""
    has_blank = any(mark is None for mark, _ in shares)
    return FieldReading(field, shares if has_blank else (*shares, (None, LEAST)))


def latest(readings: Sequence[SheetReading]) -> str | None:
    """Return when the latest photo was taken; None if the time of any photo is unknown."""
    return max(moments).isoformat() if (moments := _moments(readings)) else None


def _moments(readings: Sequence[SheetReading]) -> list[datetime]:
    """Return the times of photos by their cameras' clocks; empty if any is unknown.

    Offsets from UTC count if all clocks have one.
    """
    taken = [datetime.fromisoformat(each.taken) for each in readings if each.taken is not None]
    if len(taken) < len(readings):
        return []
    return taken if all(each.tzinfo for each in taken) else [each.replace(tzinfo=None) for each in taken]


def _unclear(reading: SheetReading) -> float:
    """Return how many fields of a photo cannot be read, weighted by their uncertainty."""
    unsure = (1 - field.probabilities[0][1] for field in reading.fields if field.field not in reading.covered)
    return len(reading.covered) + math.fsum(unsure)


def _crops(readings: Sequence[SheetReading], covered: Set[str]) -> dict[str, bytes]:
    """Return pictures of fields, each from the first photo that shows it; all photos count for `covered` ones."""
    return {
        id_: crop
        for each in reversed(readings)
        for id_, crop in each.crops.items()
        if id_ in covered or id_ not in each.covered
    }


def pool_views(views: Sequence[FieldReading]) -> FieldReading:
    """Return one field as several photos show it: the mean of their distributions, weighted by clarity.

    Photos of one sheet share ink and hand, so that several are no more evidence than the clearest. Therefore
    the weights add up to 1, and equal views count once.
    """
    different = list({(view.probabilities, view.bold, view.overwritten): view for view in views}.values())
    if len(different) == 1:
        return different[0]
    weights = [1 / (1 - view.probabilities[0][1] + LEAST_UNCLEAR) for view in different]
    shown = [dict(view.probabilities) for view in different]
    whole = math.fsum(weights)
    shares = {
        mark: math.fsum(weight * each.get(mark, 0.0) for weight, each in zip(weights, shown, strict=True))
        / whole
        for mark in {mark for each in shown for mark in each}
    }
    ranked = sorted(shares.items(), key=lambda item: (-item[1], str(item[0])))
    overwritten = any(view.overwritten for view in views)
    together = FieldReading(views[0].field, tuple(ranked), overwritten=overwritten)
    if not any(view.bold for view in views):
        return together
    bold = pool_views([view.without_pale_ink for view in views])
    return (
        together
        if bold.likeliest == together.likeliest
        else structs.replace(together, bold=bold.probabilities)
    )

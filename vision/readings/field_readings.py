"""Turn the classes of ink in each place of a field into marks with probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.marks import BLANK, Mark
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.readings.classes import CANCELLED, INDEX_OF, LOOKS_CANCELLED
from fairsheet.vision.readings.distributions import normalized
from fairsheet.vision.readings.reading import LEAST, FieldReading

Floats = NDArray[np.floating]

SURELY_BLANK = 1 - LEAST / 10  # if a whole field is this surely blank, no mark reaches `LEAST`
CELL_CANDIDATES = 4  # likeliest characters of a digit cell that are tried in each combination

# How likely ink in the correction box is, given what the slot itself shows. People write there only if they
# scribbled out a number. A stray stroke there must not cancel a clear number.
CORRECTION_AFTER = {CANCELLED: 0.8, **dict.fromkeys(LOOKS_CANCELLED, 0.05), BLANK: 0.002}
CORRECTION_AFTER_MARK = 0.01  # any other mark

AT_A_TABLE = {  # how much more often marks occur at a table than on the pages that the models learned from
    CANCELLED: 0.1,
    "circled+crossed": 16.0,
}
# the same for "filled" if the field has no crosses: some people hatch it, and no model learned from that
HATCHED = 64.0
GAP = 0.02  # how likely a number in a box has an empty cell inside it, or a minus that is not in front
SCRATCHED = 0.05  # how likely a digit cell was scribbled out
GIVEN_UP = 0.001  # how likely a whole box was scribbled out without a replacement: none of 1,253 boxes was
STILL_COUNTS = 0.2  # how likely a scribbled-over box still counts: enough to ask what is written next to it


def read_field(field: Field, classes: Sequence[Mapping[str, float]]) -> FieldReading:
    """Return the reading of a field from the shares of each place, listed as by
    `fairsheet.vision.classify.areas.areas_of`."""
    if field.cells:
        return _read_box(field, classes)
    classes = [_adjust_for_table(shares) for shares in classes]
    if field.correction_box is not None:
        return _rank(field.id, _combine_with_correction(classes[0], classes[1]))
    return _rank(field.id, [(mark_of(name), share) for name, share in classes[0].items()])


def mark_of(name: str) -> Mark | None:
    """Return the record's mark for a class; None for blank and cancelled."""
    if name in (BLANK, CANCELLED):
        return None
    return int(name) if name.isdigit() else name


def name_classes(classes: Sequence[str], distributions: Floats) -> list[dict[str, float]]:
    """Return rows of probabilities (places, len(CLASSES)) as mappings by the classes that the field can hold."""
    return [{name: row[INDEX_OF[name]] for name in classes} for row in distributions.tolist()]


def _adjust_for_table(shares: Mapping[str, float]) -> dict[str, float]:
    """Return shares adjusted to how often marks occur at a table.

    Without this, half-hidden crosses look like scribbles, and circles with a faint or hidden cross look like
    plain circles. Classes that cannot reach `LEAST` are left out.
    """
    oftener = AT_A_TABLE if "crossed" in shares else {**AT_A_TABLE, "filled": HATCHED}
    likely = {name: share for name, share in shares.items() if share * HATCHED > LEAST}
    return normalized({name: share * oftener.get(name, 1.0) for name, share in likely.items()})


def _rank(field: str, shares: Iterable[tuple[Mark | None, float]]) -> FieldReading:
    total: dict[Mark | None, float] = {None: LEAST}
    for mark, share in shares:
        if share > LEAST:
            total[mark] = total.get(mark, 0.0) + share
    whole = sum(total.values())
    ranked = sorted(total.items(), key=lambda item: -item[1])
    return FieldReading(field, tuple((mark, share / whole) for mark, share in ranked))


def _combine_with_correction(
    main: Mapping[str, float], second: Mapping[str, float]
) -> Iterable[tuple[Mark | None, float]]:
    """Yield marks with shares; the correction box replaces a number that was scribbled out."""
    replaced = 0.0
    for name, share in main.items():
        used = CORRECTION_AFTER.get(name, CORRECTION_AFTER_MARK)
        replaced += share * used
        yield mark_of(name), share * second.get(BLANK, 0.0) * (1 - used)
    for name, share in second.items():
        if name != BLANK:
            yield mark_of(name), share * replaced


def _read_box(field: Field, cells: Sequence[Mapping[str, float]]) -> FieldReading:
    """Turn digit cells into numbers.

    A scribbled-over box is never certain: people may write the corrected number next to the box, where nothing
    is read.
    """
    reading = _rank(field.id, _cell_values(field, cells))
    scratched = [cell.get(CANCELLED, 0.0) > cell.get(BLANK, 0.0) for cell in cells]
    if reading.likeliest is not None or not any(scratched):
        return reading
    beneath = [
        _remove_scribble(cell) if is_ink else cell for cell, is_ink in zip(cells, scratched, strict=True)
    ]
    before = _rank(field.id, _cell_values(field, beneath))
    marks = dict.fromkeys(mark for mark, _ in reading.probabilities + before.probabilities)
    shares = (
        (mark, (1 - STILL_COUNTS) * reading.probability(mark) + STILL_COUNTS * before.probability(mark))
        for mark in marks
    )
    return _rank(field.id, shares)


def _remove_scribble(cell: Mapping[str, float]) -> dict[str, float]:
    """Return the distribution of a cell without its scribble."""
    return normalized({name: share + LEAST for name, share in cell.items() if name not in (CANCELLED, BLANK)})


def _cell_values(field: Field, cells: Sequence[Mapping[str, float]]) -> Iterable[tuple[Mark | None, float]]:
    """Yield integers with shares from digit cells, or another mark that the field accepts.

    Empty cells may surround the digits, and a minus may precede them. Values that the field cannot hold, such
    as a number out of a slot's range, are left out.
    """
    for names, ink in _likely_rows(field, cells):
        mark, share = _parse_cells(field, names)
        if share:
            yield mark, ink * share


def _parse_cells(field: Field, names: Sequence[str]) -> tuple[Mark | None, float]:
    """Return the mark that these characters make, and how likely people write it so.

    The share is 0 for a number that the field cannot hold.
    """
    scratched = names.count(CANCELLED)
    share = SCRATCHED**scratched
    characters = (" " if name in (BLANK, CANCELLED) else "-" if name == "minus" else name for name in names)
    inner = "".join(characters).strip()
    written = inner.replace(" ", "")
    if not written:
        return None, GIVEN_UP if scratched else 1.0
    if written in field.accepts:
        return written, share
    digits = written.replace("-", "")
    odd = " " in inner or "-" in written[1:]
    if not digits.isdigit():
        return None, share * GAP
    value = -int(digits) if written[0] == "-" else int(digits)
    if field.kind == "box" or field.holds(value):
        return value, share * (GAP if odd else 1.0)
    return None, 0.0


def _likely_rows(field: Field, cells: Sequence[Mapping[str, float]]) -> list[tuple[tuple[str, ...], float]]:
    """Return likely rows of characters, one a cell, with their probabilities.

    The search goes cell by cell, since only few rows stay likely.
    """
    likely = [{name: share for name, share in cell.items() if share >= LEAST} for cell in cells]
    ranked = [sorted(cell, key=cell.__getitem__, reverse=True) for cell in likely]
    likeliest = [names[0] for names in ranked]
    rows: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for place, (cell, names) in enumerate(zip(cells, ranked, strict=True)):
        # Characters that make no number in range must not crowd out characters that do.
        fitting = (
            name
            for name in names
            if _parse_cells(field, [*likeliest[:place], name, *likeliest[place + 1 :]])[1]
        )
        best = {*names[:CELL_CANDIDATES], *islice(fitting, CELL_CANDIDATES)}
        rows = [
            ((*row, name), ink * cell[name])
            for row, ink in rows
            for name in names
            if name in best and ink * cell[name] >= LEAST
        ]
    return rows

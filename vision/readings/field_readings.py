"""From the classes of ink in each place of a field to its marks with their probabilities."""

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

SURELY_BLANK = 1 - LEAST / 10  # where all of a field is blank as surely as this, no mark has as much as that
CELL_CANDIDATES = 4  # likeliest characters of a digit cell that are tried in each combination

# How likely ink beside a slot (its correction box) is, given what the slot itself shows. Only a number that was
# scribbled out sends the writer there; a stroke that strays there must not silence a clear number.
CORRECTION_AFTER = {CANCELLED: 0.8, **dict.fromkeys(LOOKS_CANCELLED, 0.05), BLANK: 0.002}
CORRECTION_AFTER_MARK = 0.01  # any other

AT_A_TABLE = {  # how much oftener marks are made at a table than on the pages that the models learned from
    CANCELLED: 0.1,
    "circled+crossed": 16.0,
}
HATCHED = 64.0  # the same of what is filled, where nobody makes crosses: some hatch it, and no model learned from that
GAP = 0.02  # how likely a number in a box has an empty cell inside it, or a minus that is not in front
SCRATCHED = 0.05  # how likely a digit cell was scribbled out
GIVEN_UP = 0.001  # how likely all of a box was, and nothing written instead: none of 1,253 boxes was
AS_IT_WAS = 0.2  # how likely a box that was scribbled over still counts: enough to ask what stands beside it


def field_reading(field: Field, classes: Sequence[Mapping[str, float]]) -> FieldReading:
    """To a field's marks from what each place shows, as `fairsheet.vision.classify.areas.areas_of` lists them."""
    if field.cells:
        return _box_reading(field, classes)
    classes = [_as_at_a_table(shares) for shares in classes]
    if field.correction_box is not None:
        return _ranked(field.id, _with_correction_box(classes[0], classes[1]))
    return _ranked(field.id, [(mark_of(name), share) for name, share in classes[0].items()])


def mark_of(name: str) -> Mark | None:
    """The mark of a record that a class stands for; blank and cancelled leave none."""
    if name in (BLANK, CANCELLED):
        return None
    return int(name) if name.isdigit() else name


def named_classes(classes: Sequence[str], distributions: Floats) -> list[dict[str, float]]:
    """Rows of probabilities (places, len(CLASSES)) by the names of the classes that the field can bear."""
    return [{name: row[INDEX_OF[name]] for name in classes} for row in distributions.tolist()]


def _as_at_a_table(shares: Mapping[str, float]) -> dict[str, float]:
    """Shares as they are at a table. Otherwise half-hidden crosses look like scribbles, and circles whose cross is
    faint or lies on the circle seem to be alone."""
    oftener = AT_A_TABLE if "crossed" in shares else {**AT_A_TABLE, "filled": HATCHED}
    return normalized({name: share * oftener.get(name, 1.0) for name, share in shares.items()})


def _ranked(field: str, shares: Iterable[tuple[Mark | None, float]]) -> FieldReading:
    total: dict[Mark | None, float] = {None: LEAST}
    for mark, share in shares:
        if share > LEAST:
            total[mark] = total.get(mark, 0.0) + share
    whole = sum(total.values())
    ranked = sorted(total.items(), key=lambda item: -item[1])
    return FieldReading(field, tuple((mark, share / whole) for mark, share in ranked))


def _with_correction_box(
    main: Mapping[str, float], second: Mapping[str, float]
) -> Iterable[tuple[Mark | None, float]]:
    """A number that was scribbled out gives way to the one beside it."""
    unused = second[BLANK]
    tries = [(mark_of(name), share) for name, share in second.items() if name != BLANK and share > LEAST]
    for name, share in main.items():
        if share <= LEAST:
            continue
        used = CORRECTION_AFTER.get(name, CORRECTION_AFTER_MARK)
        yield mark_of(name), share * unused * (1 - used)
        for mark, other in tries:
            yield mark, share * other * used


def _box_reading(field: Field, cells: Sequence[Mapping[str, float]]) -> FieldReading:
    """From digit cells to numbers. Nothing is certain of a box that was scribbled over: who corrects a number may
    write it beside the box, where nothing is read."""
    reading = _ranked(field.id, _cell_values(field, cells))
    scratched = [cell.get(CANCELLED, 0.0) > cell.get(BLANK, 0.0) for cell in cells]
    if reading.likeliest is not None or not any(scratched):
        return reading
    beneath = [_beneath(cell) if is_ink else cell for cell, is_ink in zip(cells, scratched, strict=True)]
    before = _ranked(field.id, _cell_values(field, beneath))
    marks = dict.fromkeys(mark for mark, _ in reading.probabilities + before.probabilities)
    shares = (
        (mark, (1 - AS_IT_WAS) * reading.probability(mark) + AS_IT_WAS * before.probability(mark))
        for mark in marks
    )
    return _ranked(field.id, shares)


def _beneath(cell: Mapping[str, float]) -> dict[str, float]:
    """What a cell may say beneath a scribble."""
    return normalized({name: share + LEAST for name, share in cell.items() if name not in (CANCELLED, BLANK)})


def _cell_values(field: Field, cells: Sequence[Mapping[str, float]]) -> Iterable[tuple[Mark | None, float]]:
    """Digits to integers: empty cells on either side, a minus in front; or another mark that the field takes, alone.

    What a field cannot bear is left out: a slot no number out of its range.
    """
    for names, ink in _likely_rows(field, cells):
        mark, share = _written_in(field, names)
        if share:
            yield mark, ink * share


def _written_in(field: Field, names: Sequence[str]) -> tuple[Mark | None, float]:
    """What cells with these characters say, and how likely somebody writes it like this: 0 for a number that the field
    cannot bear."""
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
    """What the cells may say, one character each, and how likely; cell by cell, for only few rows stay likely."""
    ranked = [sorted(cell, key=cell.__getitem__, reverse=True) for cell in cells]
    likeliest = [names[0] for names in ranked]
    rows: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for place, (cell, names) in enumerate(zip(cells, ranked, strict=True)):
        # Characters that make no number of the range with the other cells crowd out none that does.
        fitting = (
            name
            for name in names
            if _written_in(field, [*likeliest[:place], name, *likeliest[place + 1 :]])[1]
        )
        best = {*names[:CELL_CANDIDATES], *islice(fitting, CELL_CANDIDATES)}
        rows = [
            ((*row, name), ink * cell[name])
            for row, ink in rows
            for name in names
            if name in best and ink * cell[name] >= LEAST
        ]
    return rows

"""Measure overwritten marks: a wrong mark that is not scribbled out, with the right one on top of it.

Several marks of each sheet are overwritten, with the same pen or a bolder one, and the sheet is photographed, sharp or
soft. A photo of the same sheet without the wrong marks shows the number of questions to honest players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
from msgspec import structs

from benchmarks.filled_sheets import PAPER, PENS, PX_PER_MM, inked_page, some_hand, some_pen
from benchmarks.ink.__main__ import Options
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.vision.readings.reading import SheetReading
from fairsheet.vision.scan import read_photo
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.camera import ORDINARY, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.pen import traces_of
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Ink, Pen
from tests.photographs import load_photos

NUMBERS = 100  # marks to overwrite
ON_A_SHEET = 5
LEVELS = {"sharp": ORDINARY, "soft": replace(ORDINARY, name="soft", blur=(2.2, 3.4), motion=3.0)}
BOLD = 1.7  # width of the bold pen relative to the first pen
ROWS = ("right, not asked", "right, asked", "wrong, asked", "wrong, listed", "silent")
SIGNS = ("circle", "cross", "triangle")
DIGIT_PLACE = 1.35  # size of the place of the new digit relative to the old digit


class Overwritten(msgspec.Struct, frozen=True):
    """A mark that was written over another."""

    field: str
    way: str  # "number", "digit", "cell", "x" or "sign"
    pen: str
    level: str
    old: Mark
    new: Mark


def report(options: Options) -> str:
    """Return how overwritten marks are read, by way, pen and level, and the number of questions about honest sheets."""
    results, questions = list[tuple[Overwritten, str]](), list[int]()
    while len(results) < (options.count or NUMBERS):
        stem = options.folder / f"{options.seed}-{options.half}-{len(questions):03}"
        if not stem.with_suffix(".json").exists():
            _make(stem, len(questions), options)
        marks = msgspec.json.decode(stem.with_suffix(".json").read_bytes(), type=list[Overwritten])
        reading, honest = (_read(stem.with_name(f"{stem.name}-{kind}.jpg")) for kind in ("over", "honest"))
        results += [(mark, _row(mark, reading)) for mark in marks]
        questions.append(sum(doubt.is_asked for doubt in honest.doubts))
    lines = [_line("all", results)]
    for key in ("way", "pen", "level"):
        for name in sorted({getattr(mark, key) for mark, _ in results}):
            lines.append(_line(f"{key}: {name}", [each for each in results if getattr(each[0], key) == name]))
    lines += [f"  silent: {mark}" for mark, row in results if row == "silent"]
    lines.append(f"{len(questions)} honest sheets: {sum(questions) / len(questions):.2f} questions per sheet")
    return "\n".join(lines)


def _line(title: str, results: Sequence[tuple[Overwritten, str]]) -> str:
    counts = Counter(row for _, row in results)
    return f"{title:24} {len(results):4}: " + ", ".join(f"{row} {counts[row]}" for row in ROWS)


def _row(mark: Overwritten, reading: SheetReading) -> str:
    asked = [doubt.is_asked for doubt in reading.doubts if doubt.field == mark.field]
    if reading.marks.get(mark.field) == mark.new:
        return "right, asked" if any(asked) else "right, not asked"
    return "wrong, asked" if any(asked) else "wrong, listed" if asked else "silent"


def _read(file: Path) -> SheetReading:
    (photo,) = load_photos(file)
    (sheet,), _ = read_photo(photo, rules_for)
    return sheet.reading


def _make(stem: Path, number: int, options: Options) -> None:
    """Write both photos of one sheet and its overwritten marks."""
    rng = np.random.default_rng([number, options.half, *options.seed.encode()])
    names, pens, levels = scenario_names(), list(PENS), list(LEVELS)
    sheet, pen_name, level = load_sheet(names[number % 8]), pens[number % 5], levels[number // 2 % 2]
    (played,) = simulate(sheet, stem.name, 2, policy="greedy")
    record = played.records[0]
    hand, pen = some_hand(options.half, options.handwriting, rng), some_pen(pen_name, rng)
    chosen = _some_fields(sheet, record.marks, rng)
    others = {
        field: mark for field, mark in record.marks.items() if field not in {each.id for each, _ in chosen}
    }
    page = inked_page(sheet, structs.replace(record, marks=others), hand, pen, rng)
    inks = {
        kind: [Ink(page.shape[:2], PX_PER_MM, PAPER.offset) for _ in range(2)] for kind in ("over", "honest")
    }
    bold = replace(pen, width=pen.width * BOLD, density=min(1.0, pen.density * 1.1))
    marks = []
    for field, way in chosen:
        new = record.marks[field.id]
        old, first, second = _overwrite(field, way, new, hand, pen, rng)
        is_bold = bool(rng.random() < 0.4)
        inks["over"][0].draw(first, pen, rng)
        inks["over"][is_bold].draw(second, bold if is_bold else pen, rng)
        inks["honest"][is_bold].draw(traces_of(field, new, hand, pen, rng), bold if is_bold else pen, rng)
        marks.append(Overwritten(field.id, way, pen_name + (", bold" if is_bold else ""), level, old, new))
    for kind, (thin, thick) in inks.items():
        photo = photograph(thick.on(thin.on(page, pen), bold), rng, LEVELS[level], px_per_mm=PX_PER_MM)
        stem.with_name(f"{stem.name}-{kind}.jpg").write_bytes(to_jpeg(photo, rng, LEVELS[level]))
    stem.with_suffix(".json").write_bytes(msgspec.json.encode(marks))


def _some_fields(sheet: Sheet, marks: Marks, rng: np.random.Generator) -> list[tuple[Field, str]]:
    """Return fields to overwrite, each with a way to do so."""
    chosen = []
    for index in rng.permutation(len(sheet.fields)).tolist():
        field = sheet.fields[index]
        mark = marks.get(field.id)
        if field.kind == "sign" and mark in SIGNS:
            chosen.append((field, "sign"))
        elif field.cells and isinstance(mark, int) and mark >= 0:
            chosen.append((field, "cell"))
        elif field.kind == "slot" and mark == "X":
            chosen.append((field, "x"))
        elif field.kind == "slot" and isinstance(mark, int):
            chosen.append((field, "digit" if mark >= 10 and rng.random() < 0.6 else "number"))
    cells = [each for each in chosen if each[1] == "cell"][:1]
    return (cells + [each for each in chosen if each[1] != "cell"])[:ON_A_SHEET]


def _overwrite(
    field: Field, way: str, new: Mark, hand: Hand, pen: Pen, rng: np.random.Generator
) -> tuple[Mark, list[Trace], list[Trace]]:
    """Return a wrong mark, its traces, and the traces that change it into the right mark."""
    if way == "sign":
        sign = str(rng.choice([sign for sign in SIGNS if sign != new]))
        return sign, traces_of(field, sign, hand, pen, rng), traces_of(field, new, hand, pen, rng)
    text = str(new)
    place = int(rng.integers(len(text)))
    if way == "number":
        text_before = str(
            rng.choice([mark for mark in field.accepts if isinstance(mark, int) and mark != new])
        )
    elif way == "x":
        text_before = str(rng.integers(1, 16))
    else:
        place = 1 if way == "digit" else place
        wrong = str(
            rng.choice([digit for digit in range(10 if way == "cell" else 6) if str(digit) != text[place]])
        )
        text_before = text[:place] + wrong + text[place + 1 :]
    old = int(text_before)
    first = traces_of(field, old, hand, pen, rng)
    if way in ("number", "x"):
        return old, first, traces_of(field, new, hand, pen, rng)
    if way == "cell":
        first = [
            trace
            for digit, cell in zip(reversed(text_before), reversed(field.cells), strict=False)
            for trace in shapes.number(digit, cell, hand, rng, pen.width)
        ]
        cell = list(reversed(field.cells))[len(text) - 1 - place]
        return old, first, shapes.number(text[place], cell, hand, rng, pen.width)
    return old, first, shapes.number(text[place], _place_over(first[place], hand.size), hand, rng, pen.width)


def _place_over(trace: Trace, size: float) -> Rect:
    """Return the place for a digit over a trace, for a hand that fills the share `size` of a place."""
    if trace.image is None or trace.matrix is None:
        points = np.concatenate(trace.strokes).astype(np.float64)
    else:
        wide = trace.image.shape[1] / trace.image.shape[0]
        points = np.array([(0, 0, 1), (wide, 0, 1), (0, 1, 1), (wide, 1, 1)]) @ trace.matrix.T
    low, high = points.min(axis=0), points.max(axis=0)
    (x, y), height = (low + high) / 2, float(high[1] - low[1]) / size
    width = DIGIT_PLACE * max(float(high[0] - low[0]), 0.5 * size * height)
    return Rect(x - width / 2, y - height / 2, width, height)

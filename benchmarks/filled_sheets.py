"""Make photos of filled-in sheets for benchmarks, written by hands that the mark reader never saw.

Sheets with rules show games played by bots. Sheets of recorded games show plausible tables. Custom sheets have random
marks that meet their checks. A `Case` determines a photo: the sheet, the level of difficulty, the pen, the half of the
held-out writers, and a number. The photo shows one page of the sheet, in turn. Writers come from the collections
(docs/develop/training.md), or from the bundled handwriting.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.conditions import CONDITIONS, Condition, Page
from fairsheet.engine.games.registry import SCENARIOS
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.options.options import TypedTable
from fairsheet.options.recorded_evenings import recorded_table, records_of_table
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.language.choices import template_of
from fairsheet.sheets.library.templates import SUFFIX, custom_sheet, load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.page_geometry import PAPERS, Paper
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.trial._random_marks import random_marks
from fairsheet.vision.printed.raster import render_page
from fairsheet.vision.simulator.camera import CRUEL, DIFFICULTIES, ORDINARY, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import Hand, sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import (
    BALLPOINT_BLACK,
    BALLPOINT_BLUE,
    BALLPOINT_RED,
    FELT_TIP,
    PENCIL,
    Pen,
    Picture,
)
from fairsheet.wording.labels import drawn_prints, labels_of
from tools.training._handwriting_sets import HALVES, Handwriting, load_handwriting

PAPER = PAPERS["a4"]
PX_PER_MM = 12  # resolution of the printed page, at least that of a 12-megapixel photo of it
FALSE_MARKS = 6  # false marks on a page if a condition needs some
SLIPS = 0.02  # probability that a number is first written wrong
PENS = {
    "ballpoint, blue": BALLPOINT_BLUE,
    "ballpoint, black": BALLPOINT_BLACK,
    "ballpoint, red": BALLPOINT_RED,
    "pencil": PENCIL,
    "felt tip": FELT_TIP,
}
FELT_WIDTHS = (0.8, 1.3)  # mm
LEVELS = {**DIFFICULTIES, CRUEL.name: CRUEL}
PICTURES = 0.25  # share of the collections' hands whose digits are pictures, each by another writer
SCHOOL = 0.15  # share of hands in school handwriting


@dataclass(frozen=True)
class Case:
    """The values that determine a photo. `sheet` is a name, or the path of a template."""

    sheet: str
    level: str
    pen: str
    half: int
    number: int
    seed: str

    @property
    def name(self) -> str:
        """The stem of its files."""
        sheet = Path(self.sheet).name.removesuffix(SUFFIX)
        return f"{self.level}-{self.half}-{self.number:04}-{sheet}-{self.seed}".replace(" ", "_")


@cache
def sheet_of(name: str) -> Sheet:
    """Return a sheet by its name, or by the path of its template."""
    return custom_sheet(Path(name)) if name.endswith(SUFFIX) else load_sheet(name)


def cases(levels: Sequence[str], half: int, count: int, seed: str, sheets: Sequence[str]) -> list[Case]:
    """Return `count` cases of each level; sheets and pens alternate so that every pen meets every sheet."""
    pens = list(PENS)
    return [
        Case(sheets[k % len(sheets)], level, pens[(k + k // len(sheets)) % len(pens)], half, k, seed)
        for k, level in product(range(count), levels)
    ]


def photo_of(
    case: Case, handwriting: Path | None, pen: Pen | None = None
) -> tuple[bytes, Mapping[str, int | str]]:
    """Return a JPEG of a filled-in sheet and its true marks; `pen` replaces the pen that the case names."""
    rng = np.random.default_rng([case.number, case.half, *case.level.encode(), *case.seed.encode()])
    sheet = sheet_of(case.sheet)
    if sheet.has_companions:
        record = _record_of_plausible_table(case, sheet, rng)
        sheet = sheet if record.sheet == sheet.name else load_sheet(record.sheet)
    else:
        record = _record_of_bots(case, sheet, rng) if sheet.name in SCENARIOS else _random_record(sheet, rng)
    labels = labels_of(sheet, record.game, [record.seat])
    label = labels[case.number % len(labels)]
    paper = PAPERS[("a4", "letter")[int(rng.integers(2))]]
    condition, level = CONDITIONS.get(case.level, Condition()), LEVELS.get(case.level, ORDINARY)
    hand, usual_pen = some_hand(case.half, handwriting, rng), some_pen(case.pen, rng)
    hand, pen = condition.hand(hand), pen or condition.pen or usual_pen
    inked = inked_page(
        sheet, record, hand, pen, rng, label=label, paper=paper, slips=SLIPS, condition=condition
    )
    marks = {field: mark for field, mark in record.marks.items() if sheet.field[field].page == label.page}
    photo = condition.photo(photograph(inked, rng, level, px_per_mm=PX_PER_MM), rng)
    return to_jpeg(photo, rng, level), marks


def printed_page(sheet: Sheet, record: Record, label: Label, paper: Paper = PAPER) -> Picture:
    """Return the printed page of a label without ink (RGB, `PX_PER_MM`)."""
    shape = round(paper.width * PX_PER_MM), round(paper.height * PX_PER_MM)
    pages = draw_pages(sheet, [label], paper, drawn_prints(sheet, record.game, [record.seat]))
    return np.stack([render_page(pages, 0, *shape)] * 3, axis=-1)


def inked_page(
    sheet: Sheet,
    record: Record,
    hand: Hand,
    pen: Pen,
    rng: np.random.Generator,
    *,
    label: Label | None = None,
    paper: Paper = PAPER,
    slips: float = 0.0,
    condition: Condition | None = None,
) -> Picture:
    """Return the page of a label, or the first one, with the marks of a record written in (RGB, `PX_PER_MM`)."""
    label = label or labels_of(sheet, record.game, [record.seat])[0]
    page = printed_page(sheet, record, label, paper)
    write = partial(fill_in, sheet=sheet, hand=hand, rng=rng, px_per_mm=PX_PER_MM, origin=paper.offset,
                    number=label.page)  # fmt: skip
    if condition is None:
        return write(page, marks=record.marks, pen=pen, slips=slips)
    fields = [
        field
        for field in sheet.fields
        if field.id in record.marks and field.page == label.page and field.kind in ("slot", "icon")
    ]
    false = false_marks(fields, record.marks, FALSE_MARKS, rng)
    places = [sheet.field[field].rect for field in false]
    under = Page(page, PX_PER_MM, paper.offset)
    page = condition.before(under, write(page, marks=false, pen=condition.false_pen), places, rng)
    inked = write(page, marks=record.marks, pen=pen, slips=slips)
    return condition.after(replace(under, picture=inked), page, rng)


def false_marks(
    fields: Sequence[Field], marks: Marks, count: int, rng: np.random.Generator
) -> dict[str, Mark]:
    """Return other marks than the true ones for at most `count` of the fields."""
    false = {}
    for number in rng.permutation(len(fields))[:count].tolist():
        others = [mark for mark in fields[number].accepts if mark != marks.get(fields[number].id)]
        if others:
            false[fields[number].id] = others[int(rng.integers(len(others)))]
    return false


def _record_of_bots(case: Case, sheet: Sheet, rng: np.random.Generator) -> Record:
    """Return the record of a player in a game of bots."""
    players = int(rng.integers(2, 5))
    policy = ("greedy", "random")[int(rng.integers(2))]
    (played,) = simulate(sheet, f"{case.name}", players, policy=policy)
    return played.records[int(rng.integers(players))]


def _record_of_plausible_table(case: Case, sheet: Sheet, rng: np.random.Generator) -> Record:
    """Return a record of this sheet, with any choices, from a plausible table of a recorded game."""
    players = int(
        rng.choice([count for count in sheet.player_counts if count > 1 or sheet.player_counts == (1,)])
    )
    solo = 1 + int(rng.integers(sheet.solo_levels)) if players == 1 and sheet.solo_levels else None
    needed = [f"{option.id}={option.values[0]}" for option in sheet.options if players in option.needed_by]
    options = () if "chooses" in sheet.attrs else tuple(needed)
    table = recorded_table(sheet, TypedTable(case.name, players, solo, options))
    template = template_of(sheet.name)
    records = [record for record in records_of_table(sheet, table) if template_of(record.sheet) == template]
    return records[int(rng.integers(len(records)))]


def _random_record(sheet: Sheet, rng: np.random.Generator) -> Record:
    """Return a record of random marks."""
    return Record.on(sheet, Table(None, 1), 1, random_marks(sheet, rng))


def some_pen(name: str, rng: np.random.Generator) -> Pen:
    """Return a pen of a kind with random width and density."""
    pen = PENS[name]
    width = rng.uniform(*FELT_WIDTHS) if pen is FELT_TIP else pen.width * math.exp(rng.normal(0, 0.15))
    return replace(pen, width=width, density=pen.density * rng.uniform(0.85, 1))


def some_hand(half: int, handwriting: Path | None, rng: np.random.Generator) -> Hand:
    """Return a random writer from one half of the held-out writers."""
    if handwriting is not None:
        return _load_held_out(handwriting, half).hand(rng)
    hands = sample_hands()[half :: len(HALVES)]
    return hands[int(rng.integers(len(hands)))]


@cache
def _load_held_out(folder: Path, half: int) -> Handwriting:
    handwriting = load_handwriting(folder, held_out=True, half=half)
    return replace(handwriting, strokes=1 - PICTURES - SCHOOL, share=1 - SCHOOL)

"""Measure faint ink: erased marks, marks that show through from the back, pale pencil, two pens, photocopies.

The figures count marks that are on paper or in the reading. *Idle* is a wrong mark whose doubt changes nothing and is
not asked about. "Before" is the same reading without considering the strength of ink. Erased marks are blended
linearly. The back of the sheet adds the optical densities of another sheet: mirrored, blurred by the paper and
modulated by its grain.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from benchmarks.filled_sheets import PAPER, PENS, PX_PER_MM, false_marks, printed_page, some_hand, some_pen
from benchmarks.ink.__main__ import Options
from fairsheet.engine.records.record import Record
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.decoding.decode import decode
from fairsheet.vision.readings.reading import Doubt, FieldReading
from fairsheet.vision.scan import read_photo
from fairsheet.vision.simulator.camera import ORDINARY, SCAN, photograph, to_jpeg
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import BALLPOINT_BLACK, FELT_TIP, HARD_PENCIL, PENCIL, Pen, Picture
from fairsheet.wording.labels import labels_of
from tests.photographs import load_photos

ON_A_PAGE = 10  # faint marks on a page
DARKEST = 38  # grey level of print and ink on the back: a density of 0.8, as toner on office paper
Rng = np.random.Generator


@dataclass(frozen=True)
class Sheetful:
    """One page of a game of bots to fill in: its print (RGB), true marks, and hand."""

    sheet: Sheet
    record: Record
    bare: Picture
    hand: Hand
    rng: Rng

    def write(self, marks: Marks, pen: Pen) -> Picture:
        """Return the page with only these marks."""
        return fill_in(
            self.bare, self.sheet, marks, self.hand, pen, self.rng, px_per_mm=PX_PER_MM, origin=PAPER.offset
        )

    def blend(self, *pages: Picture) -> Picture:
        """Return pages with the same print blended into one, with the ink of all."""
        seen = self.bare.astype(np.float64)
        for page in pages:
            seen *= page / np.maximum(self.bare, 1)
        return np.clip(seen, 0, 255).astype(np.uint8)

    def fade(self, page: Picture, share: float) -> Picture:
        """Return a page with a share of its ink."""
        lost = (1 - share) * (self.bare.astype(np.float32) - page)
        return np.clip(page + lost, 0, 255).astype(np.uint8)

    def false_marks(self, count: int, *, under: bool = False) -> dict[str, Mark]:
        """Return wrong marks for blank fields; if `under`, for marked fields instead."""
        fields = [
            each
            for each in self.sheet.fields
            if each.kind in ("slot", "icon")
            and (each.id in self.record.marks) is under
            and each.printed is None
        ]
        return false_marks(fields, self.record.marks, count, self.rng)


def _sheetful(options: Options, kind: str, number: int) -> Sheetful:
    rng = np.random.default_rng([number, options.half, *kind.encode(), *options.seed.encode()])
    names = [name for name in scenario_names() if len(load_sheet(name).pages_of(1)) == 1]
    sheet = load_sheet(names[number % len(names)])
    players = int(rng.integers(2, 5))
    few = int(rng.integers(3, 8)) if kind == "few marks" else None
    (played,) = simulate(
        sheet, f"{options.seed}-{kind}-{number}", players, policy=("greedy", "random")[number % 2]
    )
    record = played.records[int(rng.integers(len(played.records)))]
    record = structs.replace(record, marks=dict(list(record.marks.items())[:few]))
    bare = printed_page(sheet, record, labels_of(sheet, record.game, [record.seat])[0])
    return Sheetful(sheet, record, bare, some_hand(options.half, options.handwriting, rng), rng)


def _pen(page: Sheetful) -> Pen:
    return some_pen([name for name in PENS if name != "pencil"][int(page.rng.integers(4))], page.rng)


def draw_erased(page: Sheetful, options: Options) -> Picture:
    """Draw marks in blank fields, erased to 5 to 25 % of the pen."""
    pen = _pen(page)
    faint = page.fade(page.write(page.false_marks(ON_A_PAGE), pen), page.rng.uniform(0.05, 0.25))
    return page.blend(page.write(page.record.marks, pen), faint)


def draw_beneath(page: Sheetful, options: Options) -> Picture:
    """Draw bold marks over others that were erased to 10 to 25 %."""
    pen = _pen(page)
    faint = page.fade(page.write(page.false_marks(ON_A_PAGE, under=True), pen), page.rng.uniform(0.1, 0.25))
    return page.blend(page.write(page.record.marks, pen), faint)


def draw_through(page: Sheetful, options: Options) -> Picture:
    """Draw print and ink of another sheet on the back, at 5 to 30 % of their optical density."""
    back = _sheetful(options, "back", int(page.rng.integers(1000)))
    other = back.write(back.record.marks, _pen(back))[:, ::-1]
    rows, columns = page.rng.integers(-40, 40, 2)
    back_side = np.maximum(np.roll(other, (rows, columns), (0, 1)), DARKEST)
    density = cv2.GaussianBlur(
        (-np.log(back_side / 255.0)).astype(np.float32), (0, 0), page.rng.uniform(0.08, 0.25) * PX_PER_MM
    )
    coarse = page.rng.standard_normal((density.shape[0] // 4, density.shape[1] // 4)).astype(np.float32)
    grain = np.asarray(cv2.resize(cv2.GaussianBlur(coarse, (0, 0), 1.0), density.shape[1::-1]))
    share = page.rng.uniform(0.05, 0.3) * np.clip(1 + 0.6 * grain[..., None], 0.3, 1.7)
    front = page.write(page.record.marks, _pen(page))
    return np.asarray(np.clip(front * np.exp(-share * density), 0, 255), np.uint8)


def draw_pale_pencil(page: Sheetful, options: Options) -> Picture:
    """Draw all marks in pale pencil."""
    pen = (PENCIL, HARD_PENCIL)[int(page.rng.integers(2))]
    return page.write(page.record.marks, replace(pen, density=pen.density * page.rng.uniform(0.5, 0.8)))


def draw_one_bold(page: Sheetful, options: Options) -> Picture:
    """Draw all marks in pale pencil except one."""
    bold = list(page.record.marks)[int(page.rng.integers(len(page.record.marks)))]
    return _draw_two_pens(
        page, lambda field: field == bold, BALLPOINT_BLACK, replace(HARD_PENCIL, density=0.45)
    )


def draw_pen_and_pencil(page: Sheetful, options: Options) -> Picture:
    """Draw two thirds in black ballpoint pen, the others in pencil."""
    return _draw_two_pens(page, lambda field: page.rng.random() < 0.67, BALLPOINT_BLACK, PENCIL)


def draw_felt_and_hard_pencil(page: Sheetful, options: Options) -> Picture:
    """Draw two thirds in felt pen, the others in hard pencil."""
    return _draw_two_pens(
        page, lambda field: page.rng.random() < 0.67, FELT_TIP, replace(HARD_PENCIL, density=0.5)
    )


def draw_few_marks(page: Sheetful, options: Options) -> Picture:
    """Draw the first marks of a sheet (at most seven) and three erased ones."""
    pen = _pen(page)
    faint = page.fade(page.write(page.false_marks(3), pen), page.rng.uniform(0.08, 0.25))
    return page.blend(page.write(page.record.marks, pen), faint)


def _draw_two_pens(page: Sheetful, is_first: Callable[[str], bool], one: Pen, other: Pen) -> Picture:
    first = {id_: mark for id_, mark in page.record.marks.items() if is_first(id_)}
    rest = {id_: mark for id_, mark in page.record.marks.items() if id_ not in first}
    return page.blend(page.write(first, one), page.write(rest, other))


KINDS: dict[str, tuple[Callable[[Sheetful, Options], Picture], int]] = {
    "erased": (draw_erased, 20),
    "from the back": (draw_through, 20),
    "beneath bold": (draw_beneath, 10),
    "few marks": (draw_few_marks, 10),
    "pale, one bold": (draw_one_bold, 10),
    "pen and pencil": (draw_pen_and_pencil, 10),
    "felt, hard pencil": (draw_felt_and_hard_pencil, 10),
    "pale pencil": (draw_pale_pencil, 40),
}


@dataclass
class Count:
    """The figures of the photos of one kind."""

    sheets: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    marks: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)

    def row(self) -> str:
        """Return the figures as one line."""
        marks, asked = self.marks, self.questions
        read = max(self.sheets - sum(self.refused.values()), 1)
        return (
            f"{self.sheets:6} {sum(self.refused.values()):7} {marks['silent']:6} {marks['idle']:5} {marks['asked']:11} "
            f"{marks['right']:6} {marks['asked right']:11} {asked['now'] / read:8.2f} {asked['before'] / read:8.2f} "
            f"{asked['settled']:7} {asked['silent before']:13}  "
            + ", ".join(f"{why} ({count})" for why, count in self.refused.items())
        )


def report(options: Options) -> str:
    """Return the figures by kind of ink."""
    lines = [
        f"{'':18} sheets refused silent  idle wrong+asked  right right+asked  questions (before) settled silent before"
    ]
    for kind, (make, count) in KINDS.items():
        figures = Count()
        for number in range(options.count or count):
            _add_figures(figures, *_photo(options, kind, make, number))
        lines.append(f"{kind:18} {figures.row()}")
    figures = Count()
    for file, truth in _photocopies(options):
        _add_figures(figures, file, truth)
    lines.append(f"{'photocopies':18} {figures.row()}")
    return "\n".join(lines)


def _photo(
    options: Options, kind: str, make: Callable[[Sheetful, Options], Picture], number: int
) -> tuple[Path, Marks]:
    """Return a photo and its true marks, made once; scans and phone photos alternate."""
    file = options.folder / f"{kind.replace(' ', '-')}-{options.seed}-{options.half}-{number:03}.jpg"
    marks = file.with_suffix(".json")
    if not marks.exists():
        page = _sheetful(options, kind, number)
        picture, level = make(page, options), (SCAN, ORDINARY)[number // 2 % 2]
        taken = photograph(picture, page.rng, level, px_per_mm=PX_PER_MM)
        file.write_bytes(to_jpeg(taken, page.rng, level))
        marks.write_text(json.dumps(dict(page.record.marks)))
    return file, json.loads(marks.read_text())


def _photocopies(options: Options) -> Iterator[tuple[Path, Marks]]:
    """Yield photocopies of the first photos with erased marks or backs: with other contrast, or saved again."""
    for kind in ("erased", "from the back"):
        for number in range(min(options.count or 5, 5)):
            file, truth = _photo(options, kind, KINDS[kind][0], number)
            grey = np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), np.uint8)
            for name, levels, quality in COPIES:
                copy = file.with_name(f"copy-{name}-{file.name}")
                if not copy.exists():
                    made = cv2.LUT(grey, np.clip(levels(np.arange(256.0)), 0, 255).astype(np.uint8))
                    cv2.imwrite(str(copy), made, [cv2.IMWRITE_JPEG_QUALITY, quality])
                yield copy, truth


COPIES: tuple[tuple[str, Callable[[NDArray[np.float64]], NDArray[np.float64]], int], ...] = (
    ("harder", lambda level: (level - 128) * 1.5 + 140, 80),
    ("softer", lambda level: level * 0.6 + 80, 60),
    ("darker", lambda level: 255 * (level / 255) ** 1.6, 70),
    ("saved again", lambda level: level, 35),
)


def _add_figures(figures: Count, file: Path, truth: Marks) -> None:
    figures.sheets += 1
    (photo,) = load_photos(file)
    sheets, errors = read_photo(photo, rules_for)
    if not sheets:
        figures.refused[str(errors[0]).split(": ", 1)[-1][:60]] += 1
        return
    reading = sheets[0].reading
    all_ink = [FieldReading(each.field, each.probabilities) for each in reading.fields]
    before = decode(reading.sheet, all_ink, rules_for(reading.sheet, reading.label), reading.covered)
    doubts = {doubt.field: doubt for doubt in reading.doubts}
    asked = [doubt for doubt in reading.doubts if doubt.is_asked]
    asked_fields = {doubt.field for doubt in asked}
    for each in reading.fields:
        true, read = truth.get(each.field), reading.marks.get(each.field)
        if true == read:
            figures.marks["asked right"] += each.field in asked_fields
            figures.marks["right"] += true is not None
        else:
            how = "asked" if each.field in asked_fields else "idle" if each.field in doubts else "silent"
            figures.marks[how] += 1
            if how == "silent":
                print("   ", file.name, each.field, true, read)
    figures.questions["now"] += _questions(reading.doubts)
    figures.questions["before"] += _questions(before.doubts)
    figures.questions["settled"] += not asked
    doubted_before = {doubt.field for doubt in before.doubts}
    figures.questions["silent before"] += sum(
        truth.get(each.field) != before.marks.get(each.field) and each.field not in doubted_before
        for each in all_ink
    )


def _questions(doubts: Iterable[Doubt]) -> int:
    """Count the questions about a sheet; all pale marks are one question."""
    asked = [doubt for doubt in doubts if doubt.is_asked]
    return sum(not doubt.is_pale for doubt in asked) + any(doubt.is_pale for doubt in asked)

"""Measure covered fields on sharp and soft photos, pale print, scanners that jerk, and name lines in one-bit scans."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np

from benchmarks.conditions import Condition, Page
from benchmarks.filled_sheets import PENS, PX_PER_MM, inked_page, sheet_of, some_hand, some_pen
from benchmarks.ink.__main__ import Options
from benchmarks.ink._scans import BANDS, Gray, fade_band, jerk_scans, reduce_to_one_bit, scan_page
from benchmarks.ink._things import MATERIALS, SHAPES, Floats, lay, outline
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.page_geometry import FIDUCIALS, LABEL_CODE, LABEL_COPIES, PAPERS
from fairsheet.sheets.model.sheet import PLAYER, Field, Sheet
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import PhotoFile
from fairsheet.vision.readings.read_choices import ReadChoices
from fairsheet.vision.readings.reading import SheetReading
from fairsheet.vision.scan import ReaderSetup, read_photo
from fairsheet.vision.simulator.camera import HARD, ORDINARY, photograph, to_jpeg
from tests.photographs import load_photos

Rng = np.random.Generator
Picture = Any

HERSHEY = cv2.FONT_HERSHEY_SIMPLEX
READ_WORDS = "fairsheet.vision.scan.read_words"  # ink in a name line is a question if it cannot read it
THINGS = 6  # things on each sheet
HIDDEN = 0.1  # share of hidden ink from which a mark counts as covered
CLEAR_OF_MM = 3.0  # distance from things and their shadows, from which a field counts as clear
SIZE = (2250, 3000)  # px of a photo
LEVELS = {
    "sharp": replace(ORDINARY, name="sharp", blur=(0.6, 1.1), motion=1),
    "soft": replace(ORDINARY, name="soft", blur=(2.4, 4.2), motion=2),
    "hard": HARD,
}


@dataclass(frozen=True)
class Filled:
    """A filled-in page (RGB, `PX_PER_MM`, the whole paper), the same page `bare`, and its true marks."""

    sheet: Sheet
    page: Picture
    bare: Picture
    origin: Point  # of the frame on the paper, mm
    marks: Mapping[str, Mark]
    fields: tuple[Field, ...]


def filled_page(options: Options, number: int, rng: Rng, pen: str | None = None) -> Filled:
    """Return page 1 of a sheet from a game of bots, cycling through the scenarios."""
    sheet = sheet_of(scenario_names()[number % len(scenario_names())])
    (played,) = simulate(sheet, f"{options.seed}-{number}", 2)
    record = played.records[0]
    paper = PAPERS["a4"].page_of(sheet)
    bare = list[Picture]()

    def keep(page: Page, without: Picture, _: Rng) -> Picture:
        bare.append(without)
        return page.picture

    hand = some_hand(options.half, options.handwriting, rng)
    chosen = some_pen(pen or list(PENS)[number % len(PENS)], rng)
    inked = inked_page(sheet, record, hand, chosen, rng, paper=paper, condition=Condition(after=keep))
    fields = tuple(field for field in sheet.fields if field.page == 1 and field.kind != "text")
    marks = {field.id: record.marks[field.id] for field in fields if field.id in record.marks}
    return Filled(sheet, inked, bare[0], paper.offset, marks, fields)


def read_sheet(data: bytes, name: str, names: bool = False) -> SheetReading | str:
    """Return the reading of the only sheet in a picture, or the error."""
    try:
        (photo,) = load_photos(PhotoFile(name, data))
        sheets, errors = read_photo(photo, rules_for, ReaderSetup(choices=ReadChoices(names=names)))
    except FairsheetError as error:
        return str(error)
    return sheets[0].reading if sheets else "; ".join(map(str, errors))


def questions_by_field(reading: SheetReading) -> dict[str, str]:
    """Return the kind of question by field."""
    return {doubt.field: str(doubt.kind) for doubt in reading.doubts if doubt.is_asked}


def wrong_marks(filled: Filled, reading: SheetReading) -> set[str]:
    """Return the fields that were read wrong."""
    return {field.id for field in filled.fields if reading.marks.get(field.id) != filled.marks.get(field.id)}


def load_or_make(path: Path, make: Callable[[], tuple[bytes, Any]]) -> tuple[bytes, Any]:
    """Return a picture and its JSON notes; make both if they are not in the folder yet."""
    note = path.with_suffix(".json")
    if not note.exists():
        data, known = make()
        path.write_bytes(data)
        note.write_text(json.dumps(known))
    return path.read_bytes(), json.loads(note.read_text())


def report(options: Options) -> str:
    """Return the figures for covered marks (ten things, twelve materials), pale bands, jerks, and name lines."""
    parts = (_things_report, _bands_report, _jerks_report, _names_report)
    return "\n".join(line for part in parts for line in part(options))


def _things_report(options: Options) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {}
    false, shown, refused = Counter[str](), list[str](), Counter[str]()
    for number in range(options.count or 24):
        level = list(LEVELS)[number % len(LEVELS)]
        data, known, filled = covered_photo(options, number, level)
        reading = read_sheet(data, f"{level}-{number}")
        if isinstance(reading, str):
            refused[reading] += 1
            continue
        questions, wrong = questions_by_field(reading), wrong_marks(filled, reading)
        listed = {doubt.field for doubt in reading.doubts}
        for field in filled.fields:
            share, thing = known["hidden"].get(field.id, (0.0, ""))
            if field.id in filled.marks and share >= HIDDEN:
                how = "read right" if field.id not in wrong else "silent"
                how = "asked" if field.id in questions else "listed" if field.id in listed else how
                of_thing, _, of_material = thing.partition(" made of ")
                for key in (level, of_thing, of_material):
                    counts.setdefault(key, Counter())[how] += 1
                if how == "silent":
                    shown.append(
                        f"  {level}-{number} {field.id}: {filled.marks[field.id]} under {share:.0%} {thing}, "
                        f"read {reading.marks.get(field.id)}"
                    )
            elif field.id not in known["near"]:
                false["fields"] += 1
                false["silent"] += field.id in wrong - listed
                false[questions.get(field.id, "not asked")] += 1
            else:
                false["silent next to things"] += field.id in wrong - listed
    yield "covered marks        marks  asked  listed  read right  silent"
    for key, count in counts.items():
        how_many = (count[how] for how in ("asked", "listed", "read right", "silent"))
        yield f"  {key:17} {count.total():6} " + "{:6} {:7} {:11} {:7}".format(*how_many)
    yield from shown
    yield "  elsewhere: " + ", ".join(f"{count} {name}" for name, count in false.items())
    yield "  refused: " + (", ".join(f"{count} × {why}" for why, count in refused.items()) or "none")


def covered_photo(options: Options, number: int, level: str) -> tuple[bytes, Any, Filled]:
    """Return a photo of a sheet with things on it, its notes, and the page.

    The notes have the hidden fields, each with its hidden share and the thing, and the fields near things.
    """
    rng = np.random.default_rng([number, *options.seed.encode()])
    filled = filled_page(options, number, rng)

    def make() -> tuple[bytes, Any]:
        page, hidden, by = filled.page, np.zeros(filled.page.shape[:2]), dict[str, tuple[float, str]]()
        names = list(SHAPES)
        for k in range(THINGS):
            name = names[(number + k) % len(names)]
            material = MATERIALS[(number * 5 + k * 7) % len(MATERIALS)]
            laid = _lay_thing(filled, page, hidden, name, material, rng)
            if laid is None:
                continue
            page, hides = laid
            for id_, share in _hidden_shares(filled, hides):
                by[id_] = max(by.get(id_, (0.0, "")), (share, f"{name} made of {material.name}"))
            hidden = np.maximum(hidden, hides)
        reach = round(CLEAR_OF_MM * PX_PER_MM)
        near = cv2.dilate((hidden > 0.02).astype(np.uint8), np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
        near_fields = [field.id for field in filled.fields if near[_window(filled, field.rect)].any()]
        photo = photograph(page, rng, LEVELS[level], px_per_mm=PX_PER_MM, size=SIZE)
        return to_jpeg(photo, rng, LEVELS[level]), {"hidden": by, "near": near_fields}

    data, known = load_or_make(options.folder / f"{level}-{number:03}.jpg", make)
    return data, known, filled


def _lay_thing(
    filled: Filled, page: Picture, taken: Floats, name: str, material: Any, rng: Rng
) -> tuple[Picture, Floats] | None:
    """Return the page with a further thing over a mark, and its coverage; None if there is no free place.

    It stays away from markers, codes and other things.
    """
    kept_free = [marker.rect.grown(2) for marker in FIDUCIALS] + [LABEL_CODE, *LABEL_COPIES]
    marked = [field for field in filled.fields if field.id in filled.marks]
    for _ in range(30):
        rect = marked[int(rng.integers(len(marked)))].rect
        shape = SHAPES[name](rng)
        turn = rng.uniform(-0.6, 0.6) + (0, np.pi / 2, np.pi, -np.pi / 2)[int(rng.integers(4))]
        aside = rng.uniform(-0.5, 0.5, 2) * (rect.w, rect.h) * 1.2
        at = rect.center.x + aside[0] + filled.origin.x, rect.center.y + aside[1] + filled.origin.y
        coarse = outline(page.shape, PX_PER_MM, at, turn, shape)
        if any(
            coarse[tuple(slice(s.start // 12, s.stop // 12 + 1) for s in _window(filled, each))].any()
            for each in kept_free
        ):
            continue
        laid, hides = lay(page, PX_PER_MM, at, turn, shape, material, rng)
        if (hides * taken).max() < 0.1:
            return laid, hides
    return None


def _window(filled: Filled, rect: Rect) -> tuple[slice, slice]:
    return Page(filled.page, PX_PER_MM, filled.origin).window(rect)


def _hidden_shares(filled: Filled, hides: Floats) -> Iterator[tuple[str, float]]:
    """Yield the fields that a thing hides, with the hidden share of the ink, or of the field if it has no ink."""
    for field in filled.fields:
        reach = [field.rect.grown(1.0)] + ([field.correction_box] if field.correction_box else [])
        for part in (_window(filled, rect) for rect in reach):
            ink = (filled.bare[part].astype(float) - filled.page[part]).sum(axis=2)
            share = (ink * hides[part]).sum() / ink.sum() if ink.sum() > 255 * 3 * 20 else hides[part].mean()
            if share > 0.02:
                yield field.id, float(share)


def _add_errors(filled: Filled, picture: Gray, totals: Counter[str]) -> None:
    """Add the numbers of questions, wrong marks and silent errors in the scan of a page."""
    reading = read_sheet(_png(picture), "scan")
    totals["scans"] += 1
    if isinstance(reading, str):
        totals["refused"] += 1
        return
    wrong, listed = wrong_marks(filled, reading), {doubt.field for doubt in reading.doubts}
    totals.update(asked=len(questions_by_field(reading)), wrong=len(wrong), silent=len(wrong - listed))


def _bands_report(options: Options) -> Iterator[str]:
    yield "bands of pale print"
    for least, width in BANDS:
        totals = Counter[str]()
        for number in range(options.count or 4):
            rng = np.random.default_rng(number)
            filled = filled_page(options, number, rng, "ballpoint, black")
            page = fade_band(filled.page, filled.bare, PX_PER_MM, least, width, rng)
            _add_errors(filled, scan_page(page, PX_PER_MM, rng), totals)
        yield f"  {least:.0%} of the toner, {width:.0f} mm wide: {dict(totals)}"


def _jerks_report(options: Options) -> Iterator[str]:
    yield "rows repeated or skipped"
    by_length: dict[float, Counter[str]] = {}
    for number in range(options.count or 4):
        rng = np.random.default_rng(number)
        filled = filled_page(options, number, rng, "ballpoint, black")
        for mm, _, picture in jerk_scans(scan_page(filled.page, PX_PER_MM, rng)):
            _add_errors(filled, picture, by_length.setdefault(mm, Counter()))
    for mm, totals in by_length.items():
        yield f"  {mm} mm: {dict(totals)}"


def _names_report(options: Options) -> Iterator[str]:
    """Yield the figures for one-bit scans with an empty name line, or a name in capitals."""
    yield "name lines in one-bit scans: number of scans, and of those with ink seen in the name line"
    totals: dict[tuple[str, str], Counter[str]] = {}
    for number in range(options.count or 4):
        rng = np.random.default_rng(number)
        filled = filled_page(options, number, rng, "ballpoint, black")
        field = filled.sheet.field[PLAYER]
        left, bottom = (
            round(end * PX_PER_MM)
            for end in (field.rect.x + filled.origin.x + 4, field.rect.bottom + filled.origin.y - 1.5)
        )
        for name, level, width in (
            ("empty", 255, 0),
            ("a pen", 40, 6),
            ("a pencil", 120, 5),
            ("thin", 60, 3),
        ):
            page = filled.page.copy()
            if width:
                cv2.putText(page, "JANA", (left, bottom), HERSHEY, 2.4, (level,) * 3, width, cv2.LINE_AA)
            for kind, picture in reduce_to_one_bit(scan_page(page, PX_PER_MM, rng), rng):
                with patch(READ_WORDS, return_value=[]):
                    reading = read_sheet(_png(picture), "scan", names=True)
                if not isinstance(reading, str):
                    has_ink = any(doubt.field == PLAYER for doubt in reading.doubts)
                    totals.setdefault((kind, name), Counter()).update(scans=1, ink=has_ink)
    for (kind, name), counts in totals.items():
        yield f"  {kind}, {name}: {dict(counts)}"


def _png(picture: Gray) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()

"""Measure several photos of one sheet: changed marks, bursts, copies, and a record with its photo."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np
from msgspec import structs
from PIL import Image

from benchmarks.filled_sheets import PENS, PX_PER_MM, inked_page, some_hand, some_pen
from benchmarks.ink.__main__ import Options
from fairsheet.engine.records.record import Record
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.base.doubt_files import DoubtsFile, doubts_path, read_doubts_file
from fairsheet.pipeline.joining.joining import join_sheets
from fairsheet.pipeline.reading.photos import record_of, reread, scan_file
from fairsheet.pipeline.reading.records import sheet_read
from fairsheet.pipeline.store.scanned_records import write_sheet
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.joining.pages import join_pages
from fairsheet.vision.readings.kept import KeptReading, unsure_fields
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.vision.simulator.camera import CRUEL, HARD, ORDINARY, photograph, to_jpeg

PAGES, SHOTS, SHOTS_CHANGED = 40, 5, 2
PAIRS, BURSTS = 100, 200
COPIES = ((0.8, 60), (0.6, 75), (1.0, 40))  # scale and JPEG quality of copies
LEVELS = (ORDINARY, HARD, CRUEL)
MOVED = 2.0  # motion blur relative to a single photo


@dataclass(frozen=True)
class Shots:
    """Photos of one sheet before and after some marks were changed, with the true marks of both."""

    number: int
    level: str
    marks: Marks
    changed: Marks
    photos: tuple[Path, ...]
    photos_changed: tuple[Path, ...]

    @property
    def changes(self) -> set[str]:
        """The fields whose marks were changed."""
        return {f for f in {*self.marks, *self.changed} if self.marks.get(f) != self.changed.get(f)}


def shots(options: Options) -> Iterator[Shots]:
    """Yield the photos of every page; make those that are not in the folder yet."""
    for number in range(options.count or PAGES):
        level = LEVELS[number % len(LEVELS)]
        name = f"{options.seed}-{options.half}-{number:03}"
        note = options.folder / f"{name}.json"
        photos = [options.folder / f"{name}-{shot}.jpg" for shot in range(SHOTS)]
        changed = [options.folder / f"{name}-changed-{shot}.jpg" for shot in range(SHOTS_CHANGED)]
        if not note.exists():
            note.write_text(json.dumps(_photograph_both(options, number, photos, changed)))
        marks = json.loads(note.read_text())
        yield Shots(number, level.name, marks["marks"], marks["changed"], tuple(photos), tuple(changed))


def _photograph_both(
    options: Options, number: int, photos: list[Path], changed: list[Path]
) -> dict[str, Mapping[str, Mark]]:
    """Ink a page twice, the second time with some marks changed, photograph both, and return their marks."""
    seed = [number, options.half, *options.seed.encode()]
    rng = np.random.default_rng(seed)
    sheet = load_sheet(scenario_names()[number % len(scenario_names())])
    players = int(rng.integers(2, 5))
    (played,) = simulate(sheet, f"several-{options.seed}-{number}", players, policy="greedy")
    record = played.records[int(rng.integers(len(played.records)))]
    other = structs.replace(record, marks=change_marks(sheet, record, 1 + number % 3, rng))
    pen_name = list(PENS)[number % len(PENS)]
    for of, files in ((record, photos), (other, changed)):
        hands = np.random.default_rng([1, *seed])  # the same hand and pen for both
        hand, pen = some_hand(options.half, options.handwriting, hands), some_pen(pen_name, hands)
        page = inked_page(sheet, of, hand, pen, hands)
        for shot, file in enumerate(files):
            camera = np.random.default_rng([2, shot, of is other, *seed])  # different for each shot
            level = LEVELS[number % len(LEVELS)]
            level = replace(level, motion=MOVED * level.motion)
            file.write_bytes(to_jpeg(photograph(page, camera, level, px_per_mm=PX_PER_MM), camera, level))
    return {"marks": record.marks, "changed": other.marks}


def change_marks(sheet: Sheet, record: Record, count: int, rng: np.random.Generator) -> dict[str, Mark]:
    """Return the marks of a record with `count` changes: a number replaced, a mark removed, or one added."""
    marks = dict(record.marks)
    fields = [
        field for field in sheet.fields if field.page == 1 and field.kind in ("slot", "icon", "link", "box")
    ]
    for kind in rng.permutation(3)[:count].tolist():
        written = [field for field in fields if field.id in marks]
        numbers = [field for field in written if field.kind == "slot"]
        blank = [field for field in fields if field.id not in marks and field.kind == "slot"]
        of = (numbers or written, written, blank or written)[kind]
        field = of[int(rng.integers(len(of)))]
        others = [mark for mark in field.accepts if mark != marks.get(field.id)]
        if kind == 1 or not others:
            marks.pop(field.id, None)
        else:
            marks[field.id] = others[int(rng.integers(len(others)))]
    return marks


def report(options: Options) -> str:
    """Return the figures for changed marks, equal sheets, bursts, copies, and records with their photo."""
    pages = [_ReadPage(each) for each in shots(options)]
    lines = [f"{len(pages)} pages, {sum(len(each.views) for each in pages)} of their photos read"]
    usable = [each for each in pages if len(each.views) > 1]
    lines += [
        _measure_changes([each for each in usable if each.views_changed]),
        _measure_pairs(usable),
        *_measure_bursts(usable),
    ]
    return "\n".join(
        [*lines, _measure_copies(usable, options.folder), _measure_records(usable, options.folder)]
    )


class _ReadPage:
    """A page with the readings of its photos, without photos that show no sheet."""

    def __init__(self, made: Shots) -> None:
        self.made = made
        self.views = [view for photo in made.photos for view in _read_views(photo)]
        self.views_changed = [view for photo in made.photos_changed for view in _read_views(photo)]


def _read_views(photo: Path) -> list[SheetReading]:
    return [sheet for each in scan_file(photo) for sheet in each.reading.sheets]


def _join(views: Sequence[SheetReading]) -> list[SheetReading]:
    photos = [PhotoReading(view.photos[0], (view,)) for view in views]
    return [sheet for photo in join_pages(photos, reread) for sheet in photo.sheets]


@dataclass(frozen=True)
class _Score:
    """The numbers of questions, wrong marks, and wrong marks without a doubt of one sheet."""

    asked: int
    wrong: int
    silent: int

    @property
    def is_settled(self) -> bool:
        """Whether there is no question and no silent error."""
        return not (self.asked or self.silent)


def _score(sheet: SheetReading, marks: Marks) -> _Score:
    wrong = {each.field for each in sheet.fields if sheet.marks.get(each.field) != marks.get(each.field)}
    doubted = {doubt.field for doubt in sheet.doubts}
    return _Score(sum(doubt.is_asked for doubt in sheet.doubts), len(wrong), len(wrong - doubted))


TIMES = {
    "ordered": ("2026-11-20T20:00:00", "2026-11-20T20:05:00"),
    "equal": ("2026-11-20T20:00:00", "2026-11-20T20:00:00"),
    "missing": (None, "2026-11-20T20:05:00"),
    "in the future": ("2026-11-20T20:00:00", "2077-01-01T00:00:00"),
}


def _measure_changes(pages: Sequence[_ReadPage]) -> str:
    """Return figures for pairs of photos before and after changes: each should be asked, with the later mark first."""
    count: Counter[str] = Counter()
    for number in range(PAIRS):
        page = pages[number % len(pages)]
        one = page.views[number % len(page.views)]
        other = page.views_changed[number % len(page.views_changed)]
        name, times = list(TIMES.items())[number // len(pages) % len(TIMES)]
        pair = [structs.replace(view, taken=time) for view, time in zip((one, other), times, strict=True)]
        changes = page.made.changes & {field.field for field in one.fields}
        count["changed"] += len(changes)
        joined = _join(pair if number % 2 else pair[::-1])
        if len(joined) > 1:
            count["taken for two sheets"] += 1
            continue
        doubts = {doubt.field: doubt for doubt in joined[0].doubts}
        count["in doubt"] += len(changes & doubts.keys())
        count["asked"] += sum(doubts[field].is_asked for field in changes & doubts.keys())
        count["silent"] += len(changes - doubts.keys())
        count["other fields that differ"] += sum(
            doubt.is_about_photos and doubt.field not in changes for doubt in doubts.values()
        )
        if name in ("ordered", "in the future"):
            count["ordered"] += len(changes)
            count["later first"] += sum(
                joined[0].marks.get(field) == page.made.changed.get(field) for field in changes
            )
    return f"changed marks, {PAIRS} pairs: {_format(count)}"


def _measure_pairs(pages: Sequence[_ReadPage]) -> str:
    """Return figures for pairs of photos of one sheet, compared with the better photo."""
    count: Counter[str] = Counter()
    for number in range(PAIRS):
        page = pages[number % len(pages)]
        pairs = list(combinations(page.views, 2))
        pair = pairs[number // len(pages) % len(pairs)]
        _compare(count, pair, page.made.marks)
    return f"same sheet, {PAIRS} pairs: {_format(count)}"


def _measure_bursts(pages: Sequence[_ReadPage]) -> Iterator[str]:
    """Yield figures by level for bursts of 2 to 5 photos, compared with the best and the mean single photo."""
    by_level: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for number in range(BURSTS):
        page = pages[number % len(pages)]
        chance = np.random.default_rng([3, number])
        size = min(2 + number // len(pages) % 4, len(page.views))
        views = [page.views[place] for place in chance.permutation(len(page.views))[:size]]
        _compare(by_level[page.made.level], views, page.made.marks)
    for level, count in by_level.items():
        yield f"bursts, {level}: {_format(count)}"


def _compare(count: Counter[str], views: Sequence[SheetReading], marks: Marks) -> None:
    """Compare the joined reading of photos with the best single one (unknown beforehand) and their mean."""
    joined, alone = _join(views), [_score(view, marks) for view in views]
    best = min(alone, key=lambda each: (not each.is_settled, each.silent, each.asked))
    count["sets"] += 1
    if len(joined) > 1:
        count["taken for two sheets"] += 1
        return
    together = _score(joined[0], marks)
    count["settled and right"] += together.is_settled
    count["settled and right, best photo"] += best.is_settled
    count["photos settled and right"] += sum(each.is_settled for each in alone)
    count["photos"] += len(alone)
    count["questions"] += together.asked
    count["questions, best photo"] += best.asked
    count["asks more than the best photo"] += together.asked > best.asked
    count["fields that differ"] += len(joined[0].differing)
    count["silent marks"] += together.silent
    count["silent marks, best photo"] += best.silent
    count["silent marks, all photos"] += sum(each.silent for each in alone)
    if not together.asked and all(view.marks != joined[0].marks for view in views):
        verdicts = {
            "undecided" if score.asked else _verdict(view) for view, score in zip(views, alone, strict=True)
        }
        count["verdicts that no photo gives"] += _verdict(joined[0]) not in verdicts
        count["of these illegal"] += _verdict(joined[0]) == "illegal" and "illegal" not in verdicts


def _verdict(sheet: SheetReading) -> str:
    return ruleset_of(sheet.sheet).verify([record_of(sheet)]).sheets[0].verdict


def _measure_copies(pages: Sequence[_ReadPage], folder: Path) -> str:
    """Return figures for photos with copies of themselves: they should give the same marks and questions."""
    count: Counter[str] = Counter()
    for page in pages:
        photo = page.made.photos[0]
        copies = []
        for number, (size, quality) in enumerate(COPIES):
            copy = folder / f"{photo.stem}-copy-{number}.jpg"
            with Image.open(photo) as picture:
                smaller = picture.resize((round(picture.width * size), round(picture.height * size)))
                smaller.save(copy, quality=quality)
            copies += _read_views(copy)
        for view in _read_views(photo):
            _compare(count, [view, *copies], page.made.marks)
            same = _join([view] + [structs.replace(view, photos=(str(n),)) for n in range(5)])
            count["joined with itself: different"] += (same[0].marks, same[0].doubts) != (
                view.marks,
                view.doubts,
            )
    return f"copies saved again: {_format(count)}"


def _measure_records(pages: Sequence[_ReadPage], folder: Path) -> str:
    """Return figures for photos together with their records from `scan`: they should give one reading."""
    count: Counter[str] = Counter()
    for page in pages:
        view, path = page.views[0], folder / "record.json"
        for file in (path, doubts_path(path)):
            file.unlink(missing_ok=True)
        write_sheet(view.photos[0], view, path)
        kept = read_doubts_file(path, view.sheet)
        record, photo = sheet_read(record_of(view), kept), DoubtsFile("", view.doubts)
        alone = replace(photo, reading=KeptReading(view.pages, view.marks, unsure_fields(view)))
        both = join_sheets([sheet_read(record_of(view), alone), record], {}, BUNDLED)
        count["records"] += 1
        if both is None:
            count["taken for two sheets"] += 1
            continue
        asked = [
            [doubt.field for doubt in doubts or () if doubt.is_asked] for doubts in (view.doubts, both.doubts)
        ]
        count["other marks"] += both.record.marks != view.marks
        count["other questions"] += asked[0] != asked[1]
    return f"record with its photo: {_format(count)}"


def _format(count: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in count.items())

"""Measure how well filled-in sheets are read: simulated photos, by level, by pen and by sheet.

    python -m benchmarks.reading --folder build/reading --handwriting DIR --half 1 --count 40

Photos are made once and kept in the folder, with their flattened pages and the scores of the models. A run can thus be
stopped and resumed, and a change of adaptation, rules or thresholds is measured in seconds. `--fresh` reads the pages
again; use it after changes of the geometry, and for times.

Thresholds and weights are chosen with the writers of `--half 0` and reported with those of `--half 1`; the models were
trained on neither. The table counts, before any answers:

- settled: sheets without a question
- right: sheets with the same points and verdict as the true marks
- exact: sheets with all marks right
- needed: questions about marks that are wrong
- silent: sheets that are not right, without a question
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from unittest.mock import patch

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processes read photos in parallel

import cv2
import msgspec
import numpy as np
from msgspec import structs

import fairsheet.vision.decoding.decode
from benchmarks.conditions import CONDITIONS
from benchmarks.filled_sheets import LEVELS, PENS, Case, cases, photo_of, sheet_of
from benchmarks.marks_asked import MarkAsked, picture_of
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import scenario_names
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.classify.areas import areas_read
from fairsheet.vision.classify.mark_reader import Scores, mark_reader
from fairsheet.vision.classify.runtime import MODELS
from fairsheet.vision.decoding.decode import decode
from fairsheet.vision.geometry.rectify import PX_PER_MM
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.raster import printed_page
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint
from fairsheet.vision.scan import ReaderSetup, read_fields, read_marks, read_photo, score_page, traced_fields
from tests.photographs import load_photos

# parts of the reader that can be switched off to measure their effect
WITHOUT = ("adaptation", "joint decoding", "refinement", "rules")

KINDS_READ = ("slot", "box", "icon", "link", "sign")
BANDS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 1.1)  # bounds of bands of final probabilities


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """The stored result of a photo: its label and the covered fields, or the reason why it was refused."""

    ms: float  # CPU time
    label: Label | None = None
    covered: tuple[str, ...] = ()
    traced: tuple[tuple[str, Mark | None, Mark], ...] = ()  # field, apparent mark, mark with a traced ring
    error: str | None = None


class Outcome(msgspec.Struct, frozen=True):
    """The result of one sheet, with wrong marks and questions by field."""

    case: Case
    ms: float
    refused: str | None = None
    wrong: dict[str, tuple[Mark | None, Mark | None]] = {}  # true mark, mark read
    asked: dict[str, str] = {}  # reasons
    right: bool = False  # whether points and first verdict are those of the true marks
    fields: int = 0
    ink_wrong: int = 0  # fields whose most likely mark by ink only is wrong
    # for each field with ink: kind, final probability, whether right
    chances: tuple[tuple[str, float, bool], ...] = ()

    @property
    def needed(self) -> int:
        """The number of questions about wrong marks."""
        return len(self.wrong.keys() & self.asked.keys())

    @property
    def silent(self) -> bool:
        """Whether the sheet is not right, without a question."""
        return not (self.right or self.asked or self.refused)


class Folder:
    """A folder with the stored photos and results of all cases, all by the hands of one source.

    Raises FairsheetError if the photos in the folder are by hands of the other source.
    """

    def __init__(self, path: Path, handwriting: Path | None, fresh: bool) -> None:
        self.path, self.handwriting, self.fresh = path, handwriting, fresh
        path.mkdir(parents=True, exist_ok=True)
        note, hands = path / "hands.txt", "bundled" if handwriting is None else "of the collections"
        if not note.exists():
            note.write_text(hands)
        if note.read_text() != hands:
            problem = f"the hands of its photos are {note.read_text()}, not {hands}"
            hint = "give another folder, or --handwriting as before"
            raise FairsheetError(problem, code=ErrorCode.FOLDER_IN_USE, where=str(path), hint=hint)

    def photo(self, case: Case) -> Path:
        """Return the path of the photo; make it and its true marks if needed."""
        file = self._file(case, ".jpg")
        if not file.exists():
            data, marks = photo_of(case, self.handwriting)
            self._file(case, ".marks.json").write_text(json.dumps(marks))
            _write(file, data)
        return file

    def marks(self, case: Case) -> dict[str, Mark]:
        """Return the true marks of a photo."""
        marks: dict[str, Mark] = json.loads(self._file(case, ".marks.json").read_text())
        return marks

    def page(self, case: Case) -> Page:
        """Return the result of the photo; read it and store its flattened page if needed."""
        file = self._file(case, ".page.json")
        if not file.exists() or self.fresh:
            _write(file, msgspec.json.encode(self._read(case)))
        return msgspec.json.decode(file.read_bytes(), type=Page)

    def _read(self, case: Case) -> Page:
        start = time.process_time()
        try:
            (photo,) = load_photos(self.photo(case))
            sheets, errors = read_photo(photo, rules_for, ReaderSetup(_catalog(case)))
        except FairsheetError as error:
            sheets, errors = [], [error]
        ms = 1e3 * (time.process_time() - start)
        if not sheets:
            return Page(ms, error=str(errors[0]))
        (seen,) = sheets[:1]
        cv2.imwrite(str(self._file(case, ".png")), seen.page.gray)
        for base_alone in (False, True):
            self._scores_file(case, base_alone=base_alone).unlink(missing_ok=True)
        label, sheet = seen.reading.label, seen.reading.sheet
        traced = traced_fields(seen.page, areas_read(sheet, label.page).fields)
        return Page(ms, label, seen.reading.covered, tuple((*where, ring) for where, ring in traced.items()))

    def flat(self, case: Case) -> Gray:
        """Return the flattened page of a photo that was read."""
        return np.asarray(cv2.imread(str(self._file(case, ".png")), cv2.IMREAD_GRAYSCALE), np.uint8)

    def scores(self, case: Case, label: Label, *, base_alone: bool) -> Scores:
        """Return the scores of the models for the page; compute them if needed."""
        file = self._scores_file(case, base_alone=base_alone)
        if not file.exists():
            sheet = sheet_on(case, label)
            drawn = rules_for(sheet, label).drawn
            printed = printed_page(sheet, label.page, label.missions, PX_PER_MM, drawn)
            reader = mark_reader(0.0) if base_alone else mark_reader()
            scores = score_page(sheet, label.page, self.flat(case), printed, reader)
            stream = io.BytesIO()
            arrays = {name: getattr(scores, name) for name in SCORES}
            np.savez_compressed(stream, **{name: each for name, each in arrays.items() if each is not None})
            _write(file, stream.getvalue())
        with np.load(file) as archive:
            return Scores(*(archive.get(name) for name in SCORES))

    def _scores_file(self, case: Case, *, base_alone: bool) -> Path:
        return self._file(case, f".{'base-' if base_alone else ''}bold-scores-{_models()}.npz")

    def _file(self, case: Case, suffix: str) -> Path:
        return self.path / f"{case.name}{suffix}"


SCORES = ("logits", "features", "allowed", "kinds", "over", "bold")


@cache
def _models() -> str:
    """Return a checksum of the bundled models."""
    return f"{zlib.crc32(b''.join(file.read_bytes() for file in sorted(MODELS.glob('*.onnx')))):08x}"


def _catalog(case: Case) -> Catalog:
    """Return the layouts that the label of a photo can name."""
    return Catalog((sheet_of(case.sheet),))


def sheet_on(case: Case, label: Label) -> Sheet:
    """Return the sheet on a photo, with the player's choices if the template has any."""
    return _catalog(case).sheet(label.sheet, label.layout, label.solo)


def _write(file: Path, data: bytes) -> None:
    """Write a file atomically."""
    part = file.with_suffix(".part")
    part.write_bytes(data)
    part.replace(file)


def outcome_of(case: Case, folder: Folder, without: Sequence[str]) -> Outcome:
    """Read one sheet, starting from its last stored step."""
    cv2.setNumThreads(1)
    folder.photo(case)
    page, truth = folder.page(case), folder.marks(case)
    if page.label is None:
        return Outcome(case, page.ms, refused=page.error)
    sheet = sheet_on(case, page.label)
    scores = folder.scores(case, page.label, base_alone="refinement" in without)
    rules = NO_RULES if "rules" in without else rules_for(sheet, page.label)
    alone = patch.object(fairsheet.vision.decoding.decode, "decode_jointly", lambda draft: draft)
    with alone if "joint decoding" in without else nullcontext():
        if "adaptation" in without:
            readings = read_fields(sheet, page.label.page, scores)
            decoded = decode(sheet, readings, rules, page.covered)
        else:
            traced = {(field, seems): ring for field, seems, ring in page.traced}
            readings, decoded = read_marks(sheet, page.label.page, scores, rules, page.covered, traced)
    fields = [reading.field for reading in readings]
    return Outcome(
        case,
        page.ms,
        wrong={
            field: (truth.get(field), decoded.marks.get(field))
            for field in fields
            if truth.get(field) != decoded.marks.get(field)
        },
        asked={doubt.field: doubt.because for doubt in decoded.doubts if doubt.is_asked},
        right=_consequences(rules, decoded.marks) == _consequences(rules, truth),
        fields=len(fields),
        ink_wrong=sum(reading.likeliest != truth.get(reading.field) for reading in readings),
        chances=tuple(
            (
                sheet.field[field].kind,
                decoded.posterior[field].get(decoded.marks.get(field), 0.0),
                truth.get(field) == decoded.marks.get(field),
            )
            for field in fields
            if field in truth or field in decoded.marks
        ),
    )


def _consequences(rules: RulesHint, marks: Marks) -> object:
    """Return whether quick checks find a conflict in the marks, and the values that decide the points."""
    decides = marks if rules.outcome is None else rules.outcome(marks)
    return any(True for _ in rules.conflicts(marks)), decides


def outcomes_of(todo: Sequence[Case], folder: Folder, without: Sequence[str] = ()) -> list[Outcome]:
    """Read all sheets in parallel processes, with a counter on stderr."""
    outcomes = []
    with ProcessPoolExecutor() as pool:
        for outcome in pool.map(partial(outcome_of, folder=folder, without=without), todo):
            outcomes.append(outcome)
            print(f"\r{len(outcomes)}/{len(todo)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return outcomes


def print_unsure(outcomes: Sequence[Outcome]) -> None:
    """Print every sheet that is not exact without questions."""
    for outcome in outcomes:
        if outcome.refused or outcome.wrong or outcome.asked:
            print(msgspec.json.encode(structs.replace(outcome, chances=()), enc_hook=str).decode())


def report(outcomes: Sequence[Outcome]) -> str:
    """Return tables by level, pen and sheet, and the most frequent errors."""
    lines = []
    ways: tuple[tuple[str, Callable[[Case], str]], ...] = (
        ("level", lambda case: case.level),
        ("pen", lambda case: case.pen),
        ("sheet", lambda case: case.sheet),
    )
    for title, key in ways:
        lines.append(
            f"{title:18} sheets  settled  right  exact  questions  needed  silent  refused  fields wrong by ink     ms"
        )
        groups: dict[str, list[Outcome]] = {}
        for outcome in outcomes:
            groups.setdefault(key(outcome.case), []).append(outcome)
        lines += [f"{name:18} {_row(group)}" for name, group in groups.items()]
        if len(groups) > 1:
            lines.append(f"{'all':18} {_row(outcomes)}")
    wrong = Counter(f"{true} read as {read}" for outcome in outcomes for true, read in outcome.wrong.values())
    lines.append("wrong: " + ", ".join(f"{what} {count}" for what, count in wrong.most_common(15)))
    return "\n".join(lines)


def _row(group: Sequence[Outcome]) -> str:
    read = [outcome for outcome in group if outcome.refused is None]
    questions = sum(len(outcome.asked) for outcome in read)
    shares = (
        sum(not outcome.asked for outcome in read) / len(group),
        sum(outcome.right for outcome in read) / len(group),
        sum(not outcome.wrong for outcome in read) / len(group),
        questions / max(len(read), 1),
        sum(outcome.needed for outcome in read) / max(questions, 1),
        sum(outcome.silent for outcome in read),
        len(group) - len(read),
        sum(outcome.ink_wrong for outcome in read) / max(sum(outcome.fields for outcome in read), 1),
        median(outcome.ms for outcome in group),
    )
    words = "{:7.1%} {:6.1%} {:6.1%} {:10.2f} {:7.0%} {:7} {:8} {:20.2%} {:6.0f}".format(*shares)
    return f"{len(group):6}  {words}"


def reliability(outcomes: Sequence[Outcome]) -> str:
    """Return a table of wrong and expected wrong marks, by kind of field and band of final probabilities."""
    chances = [chance for outcome in outcomes for chance in outcome.chances]
    lines = [f"{'probability':14}" + "".join(f"{kind:>24}" for kind in KINDS_READ)]
    for low, high in pairwise(BANDS):
        cells = []
        for kind in KINDS_READ:
            band = [(sure, right) for of, sure, right in chances if of == kind and low <= sure < high]
            wrong, expected = sum(not right for _, right in band), sum(1 - sure for sure, _ in band)
            cells.append(f"{len(band):9} {wrong:5} {expected:8.2f}")
        lines.append(f"{low:<5} to {min(high, 1.0):<6}" + "".join(cells))
    return "\n".join([*lines, "(columns: marks, wrong, expected wrong)"])


def marks_asked(outcomes: Sequence[Outcome], folder: Folder) -> list[MarkAsked]:
    """Return the marks that were asked about or misread, with captions of the true mark and the reading."""
    return [
        MarkAsked(
            folder.flat(outcome.case),
            sheet_of(outcome.case.sheet).field[field].rect,
            _caption(outcome, field, folder.marks(outcome.case)),
        )
        for outcome in outcomes
        for field in sorted(outcome.wrong.keys() | outcome.asked.keys())
    ]


def _caption(outcome: Outcome, field: str, truth: dict[str, Mark]) -> str:
    true, read = outcome.wrong.get(field, (truth.get(field),) * 2)
    words = str(true) if read == true else f"{true} as {read}"
    return words if field in outcome.asked else f"{words}, not asked"


def photo_options(doc: str | None, count: int) -> argparse.ArgumentParser:
    """Return a parser with the options of benchmarks that read photos of a `Folder`."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True, help="folder for photos, pages and scores")
    parser.add_argument(
        "--handwriting", type=Path, help="folder of the handwriting collections; default: bundled handwriting"
    )
    parser.add_argument("--half", type=int, choices=(0, 1), default=1, help="half of the held-out writers")
    parser.add_argument("--count", type=int, default=count, help="photos of each sheet or level")
    parser.add_argument("--fresh", action="store_true", help="find and flatten all pages again")
    parser.add_argument(
        "--verbose", action="store_true", help="list every photo that is not exact without questions"
    )
    return parser


def main() -> None:
    """Run the command line."""
    parser = photo_options(__doc__, 40)
    parser.add_argument("--levels", nargs="+", choices=[*LEVELS, *CONDITIONS], default=list(LEVELS))
    parser.add_argument(
        "--sheets", nargs="+", default=list(scenario_names()), help="names of sheets, or paths of templates"
    )
    parser.add_argument("--pens", nargs="+", choices=list(PENS), default=list(PENS), help="pens to report")
    parser.add_argument("--seed", default="1")
    parser.add_argument(
        "--without", nargs="*", choices=WITHOUT, default=(), help="parts of the reader to switch off"
    )
    parser.add_argument(
        "--reliability", action="store_true", help="compare probabilities with errors, by kind of field"
    )
    parser.add_argument(
        "--pictures", type=Path, help="PNG file for pictures of the marks that are asked about or misread"
    )
    options = parser.parse_args()
    folder = Folder(options.folder, options.handwriting, options.fresh)
    todo = [
        case
        for case in cases(options.levels, options.half, options.count, options.seed, options.sheets)
        if case.pen in options.pens
    ]
    outcomes = outcomes_of(todo, folder, options.without)
    if options.verbose:
        print_unsure(outcomes)
    if options.pictures:
        cv2.imwrite(str(options.pictures), picture_of(marks_asked(outcomes, folder)))
    print(report(outcomes))
    if options.reliability:
        print(reliability(outcomes))


if __name__ == "__main__":
    main()

"""Try a template in simulation: fill it in, photograph and read it, to find fields that are hard to read."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import box_of_comparison
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.drawn_print import DrawnPrint, fields_left_out
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.trial._random_marks import can_be_marked, kind_of_mark, kinds_of_marks, random_marks
from fairsheet.trial.photographed import PAPER, photographed_page
from fairsheet.vision.classify.crops import cutout
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.scan import ReaderSetup, SeenSheet, no_rules, read_photo
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.traces import some_pen
from fairsheet.wording.labels import drawn_prints, labels_of

PX_PER_MM = 14  # of the page that is filled in; finer than the photo
SLIPS = 0.02  # share of numbers that are scribbled out and written again
PLAYERS = 4  # at a table
USUAL = 0.02  # highest share of marks in doubt on a legible sheet, see vision/models/MODEL_CARD.md
DOUBTFUL_SHARE = 0.1  # of photos; a field in doubt on more of them, and more than once, deserves a look


@dataclass(frozen=True, eq=False)
class Trouble:
    """A field that was misread or in doubt on one photo, with a grey cut-out of the flattened page."""

    target: Field
    photo: int
    wrote: Mark | None
    read: Mark | None
    in_doubt: bool
    cutout: NDArray[np.uint8]


@dataclass
class FieldTrial:
    """The results for one field: the number of photos, the kinds of marks written, and the troubles."""

    target: Field
    photos: int = 0
    written: set[str] = field(default_factory=set)
    troubles: list[Trouble] = field(default_factory=list)

    @property
    def misread(self) -> int:
        """The number of photos on which it was misread without a doubt."""
        return sum(not trouble.in_doubt for trouble in self.troubles)

    @property
    def doubtful(self) -> int:
        """The number of photos on which it was in doubt."""
        return len(self.troubles) - self.misread

    @property
    def deserves_a_look(self) -> bool:
        """Whether it was ever misread, or in doubt more often than a legible field."""
        return self.misread > 0 or self.doubtful > max(1, DOUBTFUL_SHARE * self.photos)


@dataclass
class Trial:
    """The results of all photos: fields in the order of the template, marks written, and errors of unread photos."""

    fields: dict[str, FieldTrial]
    photos: int = 0
    marks: int = 0
    errors: list[str] = field(default_factory=list)
    first: tuple[Photo, SeenSheet] | None = None  # the first photo that could be read

    @property
    def never_marked(self) -> list[str]:
        """The fields that had no mark on any photo that was read, so that they are untested."""
        return [id_ for id_, each in self.fields.items() if not each.written and can_be_marked(each.target)]

    @property
    def never_written(self) -> dict[str, list[str]]:
        """By kind of mark, the fields that accept it, if no field with the same icon had it on any photo."""
        written: defaultdict[tuple[str, str | None], set[str]] = defaultdict(set)
        for each in self.fields.values():
            written[each.target.kind, each.target.symbol] |= each.written
        lacking: defaultdict[str, list[str]] = defaultdict(list)
        for id_, each in self.fields.items():
            for kind in kinds_of_marks(each.target) if each.written else ():
                if kind not in written[each.target.kind, each.target.symbol]:
                    lacking[kind].append(id_)
        return lacking

    @property
    def misread(self) -> int:
        """The number of fields on all photos that were misread without a doubt."""
        return sum(each.misread for each in self.fields.values())

    @property
    def doubtful(self) -> int:
        """The number of fields on all photos that were in doubt."""
        return sum(each.doubtful for each in self.fields.values())

    @property
    def is_legible(self) -> bool:
        """Whether every field and kind of mark was tried and read well."""
        return self.is_read_well and not self.never_marked and not self.never_written

    @property
    def is_read_well(self) -> bool:
        """Whether all photos were read, no field deserves a look, and few marks are in doubt."""
        usual = self.doubtful <= max(2, USUAL * self.marks)
        return usual and not self.errors and not any(each.deserves_a_look for each in self.fields.values())

    def worst(self) -> list[FieldTrial]:
        """Return the fields with troubles, those misread most often first."""
        found = [trial for trial in self.fields.values() if trial.troubles]
        return sorted(found, key=lambda trial: (trial.misread, trial.doubtful), reverse=True)


def try_sheet(
    sheet: Sheet,
    photos: int,
    seed: str,
    done: Callable[[], None] = lambda: None,
    keep: Callable[[int, int, bytes, Record], None] = lambda number, page, jpeg, truth: None,
) -> Trial:
    """Take photos, page by page, each in another handwriting, and read them; call `done` after each.

    Every second sheet ignores the checks of a custom sheet, because they may keep fields empty.

    `keep` gets each photo as sheet number, page number (both from 1), JPEG, and the record of the whole sheet.

    The same seed gives the same photos. Raises FairsheetError if the sheet cannot be printed or scored.
    """
    rng = np.random.default_rng(list(hashlib.sha256(seed.encode()).digest()))
    hands = rng.permutation(np.arange(len(sample_hands())))
    trial = Trial({each.id: FieldTrial(each) for each in sheet.fields if each.kind != "text"})
    sheets = -(-photos // sheet.pages)
    written = Counter[tuple[str, str]]()
    for number in range(1, sheets + 1):
        record = _blank_record(sheet, number, sheets)
        drawn = drawn_prints(sheet, record.game, [record.seat])
        left_out = fields_left_out(sheet, drawn[record.seat]) if drawn else ()
        is_free = number % 2 == 0 and is_custom(sheet)
        ruled = structs.replace(sheet, checks=()) if is_free else sheet
        marks = random_marks(ruled, rng, left_out, setting_of(record, 1), written if is_free else None)
        written.update((id_, kind_of_mark(mark)) for id_, mark in marks.items())
        record = structs.replace(record, marks=marks)
        for label in labels_of(sheet, record.game, [record.seat])[: photos - trial.photos]:
            trial.photos += 1
            hand = int(hands[trial.photos % len(hands)])
            jpeg = _photo(sheet, label, drawn, record.marks, hand, rng)
            keep(number, label.page, jpeg, record)
            _read(trial, ruled, label.page, jpeg, record.marks)
            done()
    return trial


def _read(trial: Trial, sheet: Sheet, page: int, jpeg: bytes, marks: Marks) -> None:
    """Read a photo of a page of the sheet with these marks, and add the result to the trial."""
    gray = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    photo = Photo(sheet.name, np.asarray(gray, np.uint8))
    rules = no_rules if ruleset_of(sheet).is_proved else rules_for
    seen, errors = read_photo(photo, rules, ReaderSetup(Catalog((sheet,))))
    if seen:
        trial.first = trial.first or (photo, seen[0])
        _compare(trial, {id_: mark for id_, mark in marks.items() if sheet.field[id_].page == page}, seen[0])
    else:
        trial.errors.extend(map(str, errors))


def _blank_record(sheet: Sheet, number: int, sheets: int) -> Record:
    """Return a record without marks for a sheet, with the table and seat for its label.

    Sheets form tables of `PLAYERS`, and a smaller last table, so that all photos together can be scanned and scored.
    If players share one sheet, each sheet is its own table. `number` is from 1 to `sheets`.
    """
    most = 1 if columns_of(sheet) or sheet.is_of_table else PLAYERS
    table, place = divmod(number - 1, most)
    alone = is_custom(sheet) and not sheet.is_shared and box_of_comparison(sheet) is None
    least = 1 if alone else 2
    wanted = max(least, min(most, sheets - table * most))
    players = min((each for each in sheet.player_counts if each >= wanted), default=wanted)
    missions = {mission.letter: mission.id for mission in reversed(sheet.missions)}
    return Record.on(
        sheet, Table(None, players, None, missions or None, f"try {table + 1}"), sheet.seats(players)[place]
    )


def _photo(
    sheet: Sheet, label: Label, drawn: Mapping[int, DrawnPrint], marks: Marks, hand: int,
    rng: np.random.Generator,
) -> bytes:  # fmt: skip
    """Return a JPEG of the page with this label, filled in."""
    (page,) = page_arrays(draw_pages(sheet, [label], PAPER, drawn), PX_PER_MM)
    return photographed_page(
        page, sheet, marks, sample_hands()[hand], some_pen(rng), rng,
        px_per_mm=PX_PER_MM, number=label.page, slips=SLIPS,
    )  # fmt: skip


def _compare(trial: Trial, marks: Marks, seen: SeenSheet) -> None:
    """Compare the reading with the written marks of the page, and add the troubles to the trial."""
    trial.marks += len(marks)
    doubts = {doubt.field for doubt in seen.reading.doubts}
    for reading in seen.reading.fields:
        tried = trial.fields[reading.field]
        tried.photos += 1
        wrote, read = marks.get(reading.field), seen.reading.marks.get(reading.field)
        if wrote is not None:
            tried.written.add(kind_of_mark(wrote))
        if wrote != read or reading.field in doubts:
            shown = cutout(seen.page.gray, tried.target)
            tried.troubles.append(
                Trouble(tried.target, trial.photos, wrote, read, reading.field in doubts, shown)
            )

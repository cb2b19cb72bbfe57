"""Read photos into records: combine the scanner of `vision` with the rules of `engine`.

`scan_file` yields the readings of a file, and `read_photo_file` returns the parts of them that are kept. `record_of`
makes a record of a reading after `fairsheet.vision.joining.pages.join_pages` has joined the pages of its sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from itertools import tee
from typing import TypeVar

from msgspec import UNSET, structs

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.checks.known_conflicts import known_conflicts, unmet_checks
from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import proof_request, rules_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.proof.certificates.certificate import certified_outcome
from fairsheet.engine.proof.plausible import frequencies, plausible_marks
from fairsheet.engine.recorded.registry import components_printed, draw_of, setting_of_draw
from fairsheet.engine.records.record import Record, Table, check_record, deal_of
from fairsheet.engine.records.slots import most_turns
from fairsheet.engine.records.table_options import nested_options, parse_options
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.known_boxes import known_boxes
from fairsheet.engine.scoring.outcome import outcome_of
from fairsheet.engine.scoring.score import without_sums
from fairsheet.engine.scoring.table_boxes import likely_numbers
from fairsheet.engine.solver.budget import Budget
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, joined
from fairsheet.pipeline.base.doubt_files import asked
from fairsheet.pipeline.base.values import KeptSheet
from fairsheet.process.inputs import file_of_photo
from fairsheet.sheets.formulas.formula import fields_in
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.drawn_print import fields_left_out
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import ENGLISH, Expression, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.vision.joining.combine import decoded
from fairsheet.vision.loading.load import PhotoSource
from fairsheet.vision.readings.kept import unsure_fields
from fairsheet.vision.readings.left_out import NoSheet, left_out_words
from fairsheet.vision.readings.reading import PhotoReading, SheetReading
from fairsheet.vision.readings.rule_hints import RulesHint
from fairsheet.vision.scan import DEFAULTS, ReaderSetup, scan
from fairsheet.wording.labels import missions_by_letter

WORK = 0.4  # limit for the proofs of all readings of a sheet (see fairsheet.engine.solver.budget)
ONLY_FIRST = Message("only the first {n} pages were read; raise --pages")
CERTIFYING = 1.0  # the same for certificates that there is no history: 17 of 416 sheets needed at most 0.52
MOST_KNOWN = 4000  # answers about readings of a sheet that are kept, of about 6 kB each

T = TypeVar("T")
Look = Callable[[Marks], Iterator[Contradiction]]  # the contradictions of one sheet's ink


@dataclass(frozen=True)
class ScannedPhoto:
    """One picture as read.

    `overlay` is a JPEG that shows the reading, if it was requested, and `flat` has its pages as flattened.
    """

    reading: PhotoReading
    overlay: bytes | None = None
    flat: tuple[bytes, ...] = ()


def scan_file(
    source: PhotoSource,
    setup: ReaderSetup = DEFAULTS,
    *,
    overlay: Catalogue | None = None,
    flat: bool = False,
    counted: Callable[[int], None] | None = None,
) -> Iterator[ScannedPhoto]:
    """Yield the pictures of a photo or scan, page by page, with everything that the rules know about their sheets.

    `overlay` is the language of the overlays, None for no overlays. `counted` is called with the number of pages. An
    unreadable page becomes an error of its reading, and the other pages are still read.
    """
    if overlay is not None or flat:  # spares other scans its import
        from fairsheet.pipeline.reading.picture_files import overlay_jpeg, page_jpeg

    for seen in scan([source], rules_for, setup, counted):
        drawn = None
        if overlay is not None and seen.photo and seen.sheets:
            drawn = overlay_jpeg(seen.photo, seen.sheets, overlay)
        pages = tuple(page_jpeg(each.page.gray) for each in seen.sheets) if flat else ()
        yield ScannedPhoto(seen.reading, drawn, pages)


@dataclass(frozen=True)
class PhotoFileRead:
    """The reading of all pages of a photo or scan.

    `pictures` are the requested JPEGs, page by page. Each of `crops` has the number of a sheet (from 0), a field in
    doubt and its JPEG. `left_out` are the pages, counted from 1, that are not sheets.
    """

    sheets: tuple[KeptSheet, ...]
    errors: tuple[FairsheetError, ...]
    left_out: Mapping[int, NoSheet]
    pictures: tuple[bytes, ...]
    crops: tuple[tuple[int, str, bytes], ...]


def read_photo_file(
    source: PhotoSource,
    setup: ReaderSetup,
    *,
    overlay: Catalogue | None = None,
    flat: bool = False,
    most_pages: int | None = None,
) -> PhotoFileRead:
    """Read the pages of a photo or scan, at most `most_pages`, like `scan_file`, and return the parts that are kept."""
    sheets: list[KeptSheet] = []
    errors: list[FairsheetError] = []
    left_out: dict[int, NoSheet] = {}
    pictures: list[bytes] = []
    crops: list[tuple[int, str, bytes]] = []
    for number, page in enumerate(scan_file(source, setup, overlay=overlay, flat=flat)):
        if number == most_pages:
            errors.append(FairsheetError(ONLY_FIRST.filled(n=most_pages), code=ErrorCode.TOO_LARGE))
            break
        errors += page.reading.errors
        left_out |= page.reading.left_out
        for reading in page.reading.sheets:
            crops += [(len(sheets), field, picture) for field, picture in sorted(reading.crops.items())]
            sheets.append(kept_sheet(reading, len(pictures), page.reading.page))
        pictures += page.flat if page.overlay is None else [page.overlay]
    return PhotoFileRead(tuple(sheets), tuple(errors), left_out, tuple(pictures), tuple(crops))


def kept_sheet(reading: SheetReading, overlay: int, file_page: int | None) -> KeptSheet:
    """Return the parts of a sheet's reading that are kept; `overlay` is the number of its picture.

    Raises FairsheetError like `record_of`.
    """
    return KeptSheet(
        record_of(reading),
        reading.doubts,
        reading.pages,
        overlay,
        unsure_fields(reading),
        taken=reading.taken,
        is_named_by_hand=reading.is_named_by_hand,
        file_page=file_page,
    )


def rules_for(sheet: Sheet, label: Label) -> RulesHint:
    """Return what the rules know about a sheet before it is read. Raises FairsheetError like `blank_record`."""
    record = blank_record(sheet, label)
    if len(sheet.pages_of(label.seat)) == 1:
        return _rules_for_whole(sheet, label, record)
    page = _single_pages(sheet)[label.page]
    if ruleset_of(sheet).is_proved:  # one of several pages shows too little for the rules of a game
        return RulesHint(sums=known_boxes(page, _setting(page, record)))
    return _rules_of_checks(page, record)


def reread(reading: SheetReading, best: SheetReading | None = None) -> SheetReading:
    """Read a sheet of several pages or photos again with the rules of the whole sheet.

    The reading of the `best` photo is returned instead if the joined reading breaks rules or raises more doubts.
    """
    record = blank_record(reading.sheet, reading.label)
    rules = _rules_for_whole(reading.sheet, reading.label, record)
    together = _decode_by_rules(reading, rules)
    if best is None or best.fields == reading.fields:
        return together
    single = _decode_by_rules(best, rules)
    if (single.marks, asked(single.doubts)) == (
        together.marks,
        asked(together.doubts),
    ):
        return together
    all_break, best_breaks = (_breaks_rules(each, rules) for each in (together, single))
    asks_more = len(asked(together.doubts)) > len(asked(single.doubts))
    return single if all_break or (asks_more and not best_breaks) else together


def _breaks_rules(reading: SheetReading, rules: RulesHint) -> bool:
    return any(True for _ in rules.conflicts(reading.marks)) or rules.provable(reading.marks) is False


def _decode_by_rules(reading: SheetReading, rules: RulesHint) -> SheetReading:
    marks, new_doubts = decoded(reading, rules)
    words = {id_: mark for id_, mark in reading.marks.items() if reading.sheet.field[id_].kind == "text"}
    numbers = {doubt.field: doubt.number for doubt in reading.doubts}
    again = (structs.replace(doubt, number=numbers.get(doubt.field)) for doubt in new_doubts)
    doubts = (*again, *(doubt for doubt in reading.doubts if is_name(doubt.field)))
    crops = {doubt.field: reading.crops[doubt.field] for doubt in doubts if doubt.field in reading.crops}
    return structs.replace(reading, marks={**marks, **words}, doubts=doubts, crops=crops)


@remembered
def _as_filled_in(sheet: Sheet) -> Sheet:
    """Return the sheet without score lines and checks that changed since it was printed; players did not use these."""
    return structs.replace(
        sheet,
        scores=tuple(line for line in sheet.scores if not line.changed),
        checks=tuple(check for check in sheet.checks if not check.changed),
    )


def _rules_of_checks(sheet: Sheet, record: Record) -> RulesHint:
    """Return what the score lines, checks and print of a sheet say about its marks."""
    setting = _setting(sheet, record)
    sheet = _as_filled_in(sheet)
    drawn = components_printed(sheet, record.game) if sheet.seed_draws else None
    return RulesHint(
        conflicts=known_conflicts(sheet, setting),
        oddities=unmet_checks(sheet, setting, "warn"),
        sums=known_boxes(sheet, setting),
        drawn=drawn,
        not_printed=frozenset() if drawn is None else fields_left_out(sheet, drawn),
    )


def _with_warnings(rules: RulesHint) -> RulesHint:
    """Return rules that rank readings with a warning below others, because a warning leaves a sheet undecided."""
    points, oddities = rules.outcome, rules.oddities
    if points is None:
        return rules
    return replace(rules, outcome=lambda marks: (points(marks), any(True for _ in oddities(marks))))


@remembered
def _single_pages(sheet: Sheet) -> dict[int, Sheet]:
    """Return for each page the sheet with only those score lines and checks that use no other page."""

    def pages_of(expression: Expression) -> set[int]:
        return {sheet.field[id_].page for id_ in fields_in(expression, sheet)}

    lines = [(line, pages_of(line.formula) | {sheet.field[line.box].page}) for line in sheet.scores]
    checks = [(check, pages_of(check.needs)) for check in sheet.checks]
    return {
        page: structs.replace(
            sheet,
            scores=tuple(line for line, pages in lines if pages == {page}),
            checks=tuple(check for check, pages in checks if pages == {page}),
        )
        for page in {field.page for field in sheet.fields}
    }


def _setting(sheet: Sheet, record: Record) -> dict[str, Mark]:
    """Return what formulas may ask about the game, and about what its seed drew."""
    drawn = setting_of_draw(sheet, record.game, draw_of(sheet, record.game)) if sheet.seed_draws else {}
    return setting_of(record, 1) | drawn


def _rules_for_whole(sheet: Sheet, label: Label, record: Record) -> RulesHint:
    """Return what the rules know about a sheet whose pages are all read."""
    likely = likely_numbers(_as_filled_in(sheet), label.players)
    rules, setting = ruleset_of(sheet), _setting(sheet, record)
    outcome = outcome_of(sheet, setting, rules.tie_break)
    if not rules.is_proved:
        return _with_warnings(replace(_rules_of_checks(sheet, record), likely=likely, outcome=outcome))
    game, dealt, missions = rules_of(sheet), deal_of(sheet, record), record.game.missions or {}
    conflicts = _first_look(sheet, lambda ink: game.contradictions(ink, dealt, missions))
    hint = RulesHint(conflicts=conflicts, sums=known_boxes(sheet, setting), likely=likely, outcome=outcome)
    if dealt is None:
        return hint
    turns = most_turns(sheet)
    plausible, often = plausible_marks(game, dealt, turns), frequencies(dealt, turns)

    def possible(field: str, mark: Mark) -> bool:
        return field not in plausible or mark in plausible[field]

    def frequency(field: str, mark: Mark) -> float:
        return often.get(mark, 1.0) if field in plausible and isinstance(mark, int) else 1.0

    searching, certifying = Budget(WORK), Budget(CERTIFYING)

    def is_possible(ink: Marks) -> bool | None:
        request = proof_request(sheet, dealt, dealt.missions, label.players, {label.seat: ink})
        answer = certified_outcome(game, request, searching, certifying)
        return None if answer == "undecided" else answer == "possible"

    # one of two sheets that are only proved together
    is_half = sheet.solo_level is not None and len(sheet.seats(label.players)) > 1
    hint = replace(hint, possible=possible, frequency=frequency)
    return hint if is_half else replace(hint, provable=_cached_by_ink(sheet, is_possible))


def _first_look(sheet: Sheet, contradictions: Look) -> Look:
    """Cache the contradictions of ink. They are found one by one, because the first often suffices."""

    def look(ink: Marks) -> Iterator[Contradiction | Exception]:
        try:
            yield from contradictions(ink)
        except Exception as error:
            yield error

    found = _cached_by_ink(sheet, lambda ink: tee(look(ink), 1)[0])  # every copy of it begins with the first

    def conflicts(marks: Marks) -> Iterator[Contradiction]:
        for each in copy(found(marks)):
            if isinstance(each, Exception):  # a copy would end here in silence
                raise each
            yield each

    return conflicts


def _cached_by_ink(sheet: Sheet, function: Callable[[Marks], T]) -> Callable[[Marks], T]:
    """Cache a function of the ink that the rules use: decoding asks about the same ink several times.

    The keys are changes to the first marks, which are short. The first answers are kept, because the likeliest readings
    come first.
    """
    sums = {line.box for line in sheet.scores}
    first: dict[str, Mark] = {}
    known: dict[frozenset[tuple[str, Mark]], T] = {}

    def cached(marks: Marks) -> T:
        if not known:
            first.update(marks)
        changes = frozenset(change for change in marks.items() ^ first.items() if change[0] not in sums)
        answer = known[changes] if changes in known else function(without_sums(sheet, marks))
        if len(known) < MOST_KNOWN:
            known[changes] = answer
        return answer

    return cached


def record_of(reading: SheetReading) -> Record:
    """Return the record of a sheet that was read. Raises FairsheetError like `blank_record`."""
    record = blank_record(reading.sheet, reading.label)
    return structs.replace(record, marks=reading.marks, player=reading.player or "")


def blank_record(sheet: Sheet, label: Label) -> Record:
    """Return the record of a page without ink.

    Raises FairsheetError if the label names an impossible game, because no command accepts such records.
    """
    if label.seed is not None and not sheet.seed_draws:
        dealt = deal(sheet, label.seed, label.players, label.solo)
        if label.missions and set(label.missions) != set(dealt.missions.values()):
            words = Message("the seed deals the missions {dealt}, not {printed}")
            raise FairsheetError(
                words.filled(dealt=", ".join(dealt.missions.values()), printed=", ".join(label.missions)),
                code=ErrorCode.NEWER_RELEASE,
                where="label",
                hint=Message("use the release that printed the sheet, or a later one"),
            )
    missions = missions_by_letter(sheet, label.missions, "label") if label.missions else None
    options = nested_options(parse_options(label.options)) if label.options else UNSET
    language = UNSET if label.language == ENGLISH else label.language
    game = Table(
        label.seed, label.players, label.solo, missions, label.table, options, label.print_id, language
    )
    record = Record.on(sheet, game, label.seat)
    check_record(sheet, record, "label")
    return record


def left_out(photos: Iterable[PhotoReading]) -> list[str]:
    """Return a line for each file with pages that are left out."""
    by_file: dict[str, list[NoSheet]] = {}
    for photo in photos:
        if photo.left_out:
            by_file.setdefault(file_of_photo(photo.file), []).extend(photo.left_out.values())
    return [joined(": ", (file, left_out_words(pages))) for file, pages in by_file.items()]

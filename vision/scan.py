"""Read photos and scans: from a file to the marks on its sheets, with doubts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType

import cv2
import numpy as np
from msgspec import structs

from fairsheet.languages.messages import Message
from fairsheet.sheets.label.label import Label, damaged
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import LANDSCAPE, PLAYER, Field, Sheet
from fairsheet.sheets.printing.label_copy import copy_place
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.lookalikes import plain_letters
from fairsheet.vision.classify.adaptation import adapt
from fairsheet.vision.classify.areas import FieldAreas, areas_read
from fairsheet.vision.classify.crops import field_crops
from fairsheet.vision.classify.mark_reader import MarkReader, Scores, mark_reader
from fairsheet.vision.classify.patches import page_patches
from fairsheet.vision.classify.rule_adaptation import adapt_by_rules, find_certain_by_rules
from fairsheet.vision.decoding.decode import Decoded, decode
from fairsheet.vision.geometry.detection import Sighting, find_sheets
from fairsheet.vision.geometry.first_look import is_blank, shows_sheet
from fairsheet.vision.geometry.rectify import PX_PER_MM, FlatPage, flat_page, surface_of
from fairsheet.vision.label.label_reader import check_copy, read_label
from fairsheet.vision.label.missions_shown import find_other_mission
from fairsheet.vision.label.ocr import name_languages, read_line, read_words
from fairsheet.vision.loading.load import Photo, PhotoSource, load_pages
from fairsheet.vision.printed.illumination import Gray
from fairsheet.vision.printed.noise import smooth
from fairsheet.vision.printed.raster import PrintedPage, printed_page, window
from fairsheet.vision.printed.softness import clarity_of
from fairsheet.vision.readings.classes import BLANK_INDEX
from fairsheet.vision.readings.field_readings import SURELY_BLANK, name_classes, read_field
from fairsheet.vision.readings.left_out import LeftOut
from fairsheet.vision.readings.player_names import NOBODY, KnownPlayers, NameRead, name_read, recognised
from fairsheet.vision.readings.read_choices import DEFAULT_CHOICES, ReadChoices
from fairsheet.vision.readings.reading import FieldReading, PhotoReading, SheetReading
from fairsheet.vision.readings.rule_hints import NO_RULES, RulesHint

# share of the printed patches that must be found; below it, too much of the sheet is covered
LEAST_PRINT_FOUND = 0.3
MOST_STEP = 0.7  # mm between rows of print; bent paper has at most 0.6, and steps of 1 mm cause misreadings
LEAST_PRINT_IF_GIVEN = 0.5  # stricter limit if the label was not read: the sheet may be another one
SEEMS_BLANK = 0.5  # probability of no ink from which a place seems blank
INK_IN_TEXT = 0.005  # share of dark pixels from which a text field is worth reading
INK = 90  # grey levels below the blank page
BARE = 240  # grey level of the blank page from which nothing is printed in a text field
STROKE_MM = 1.0  # shorter ink is a speck
# share of the print that is covered by ink: reached by none of 7,090 untouched icons. All around: reached by
# 6 of 1,316 crossed icons and by none of 2,161 untouched places for signs.
TRACED = 0.25
RINGS: tuple[Mark, ...] = ("circled", "circle")
# by field and the mark it seems to have: the mark including a ring
Traced = Mapping[tuple[str, Mark | None], Mark]
Kept = Mapping[str, FieldReading]  # by field
RulesFor = Callable[[Sheet, Label], RulesHint]


@dataclass(frozen=True)
class ReaderSetup:
    """How to read photos.

    `catalog` has the layouts that labels may name. `known` replaces a label that cannot be read. `choices` are
    the person's choices, `players` the known players. If `are_foreign`, every file is decoded in another
    process. Otherwise JPEG and PNG files are decoded in this process.
    """

    catalog: Catalog = BUNDLED
    known: Label | None = None
    choices: ReadChoices = DEFAULT_CHOICES
    players: KnownPlayers = NOBODY
    are_foreign: bool = False


DEFAULTS = ReaderSetup()


@dataclass(frozen=True, eq=False)
class SeenSheet:
    """The reading of a sheet and its flattened page, which the picture of the reading needs."""

    reading: SheetReading
    page: FlatPage


@dataclass(frozen=True, eq=False)
class SeenPhoto:
    """The reading of a picture and its sheets; `photo` is None if it cannot be opened."""

    reading: PhotoReading
    photo: Photo | None = None
    sheets: Sequence[SeenSheet] = ()


def no_rules(sheet: Sheet, label: Label) -> RulesHint:
    """Return no rules, so that only the ink is read."""
    return NO_RULES


def scan(
    sources: Iterable[PhotoSource],
    rules_for: RulesFor = no_rules,
    setup: ReaderSetup = DEFAULTS,
    counted: Callable[[int], None] | None = None,
) -> Iterator[SeenPhoto]:
    """Yield all pictures of all files as read, in order.

    A file that cannot be read yields its error, and the next files follow. `rules_for` returns what the rules
    know about a sheet. `counted` is called with the number of pages of each file that can be opened.
    """
    for source in sources:
        yield from _scan_file(source, rules_for, setup, counted)


def _scan_file(
    source: PhotoSource, rules_for: RulesFor, setup: ReaderSetup, counted: Callable[[int], None] | None
) -> Iterator[SeenPhoto]:
    """Yield the pictures of one file as read; leave out pages without a sheet, unless the file has no others."""
    total = 1

    def count_pages(pages: int) -> None:
        nonlocal total
        total = pages
        if counted is not None:
            counted(pages)

    is_all_left_out = True
    for photo in load_pages(source, count_pages, is_foreign=setup.are_foreign):
        if isinstance(photo, Photo) and photo.page is not None and is_blank(photo.gray):
            photo = LeftOut(photo.name, photo.page, "blank")
        is_all_left_out &= isinstance(photo, LeftOut)
        match photo:
            case LeftOut(name, page, what):
                errors: list[FairsheetError] = []
                if is_all_left_out and page == total:
                    words = Message("there is no sheet: every page is blank or a thumbnail")
                    file = name.removesuffix(f" page {page}")
                    no_sheet = FairsheetError(
                        words,
                        code=ErrorCode.NO_SHEET_IN_PHOTO,
                        where=file,
                        hint=Message("scan the printed sides"),
                    )
                    errors.append(no_sheet)
                yield SeenPhoto(PhotoReading(name, errors=tuple(errors), left_out={page: what}))
            case FairsheetError():
                yield SeenPhoto(PhotoReading(photo.where, errors=(photo,)))
            case Photo():
                sheets, errors = read_photo(photo, rules_for, setup)
                readings = tuple(sheet.reading for sheet in sheets)
                yield SeenPhoto(
                    PhotoReading(photo.name, readings, tuple(errors), page=photo.page), photo, sheets
                )


def read_photo(
    photo: Photo, rules_for: RulesFor = no_rules, setup: ReaderSetup = DEFAULTS
) -> tuple[list[SeenSheet], list[FairsheetError]]:
    """Return every sheet in one picture, and the errors of the picture or its sheets."""
    cv2.setNumThreads(1)  # reading several photos at once is faster than splitting one photo
    try:
        photo, sightings, errors = _find_sheets(photo)
    except FairsheetError as error:
        return [], [error]
    sheets: list[SeenSheet] = []
    for sighting in sightings:
        try:
            sheets.append(_read_sheet(photo, sighting, rules_for, setup))
        except FairsheetError as error:
            errors.append(error.within(photo.name))
    return number_doubts(sheets), list({str(error): error for error in errors}.values())


def _find_sheets(photo: Photo) -> tuple[Photo, list[Sighting], list[FairsheetError]]:
    """Find the sheets in a picture.

    If markers can be seen only in its negative, the negative is read. Raises FairsheetError if there are none.
    """
    try:
        return photo, *find_sheets(photo.gray, photo.name)
    except FairsheetError:
        negative = replace(photo, gray=255 - photo.gray)
        if not shows_sheet(negative.gray):
            raise
        return negative, *find_sheets(negative.gray, photo.name)


def number_doubts(sheets: Sequence[SeenSheet]) -> list[SeenSheet]:
    """Return the sheets of one picture with the doubts that matter numbered from 1, over all sheets."""
    numbers, found = count(1), []
    for sheet in sheets:
        doubts = tuple(
            structs.replace(doubt, number=next(numbers)) if doubt.is_asked else doubt
            for doubt in sheet.reading.doubts
        )
        found.append(replace(sheet, reading=structs.replace(sheet.reading, doubts=doubts)))
    return found


def _read_sheet(
    photo: Photo, sighting: Sighting, rules_for: RulesFor, setup: ReaderSetup, given: Label | None = None
) -> SeenSheet:
    """Read one sheet.

    If its label cannot be read, `given` is used. Raises FairsheetError.
    """
    surface = surface_of(sighting)
    try:
        label = given or read_label(photo.gray, surface, photo.name)
    except FairsheetError:
        if setup.known is None:
            raise
        label = given = setup.known
    sheet = setup.catalog.sheet(label.sheet, label.layout, label.solo, label.language)
    if not (label.seat == 0 if sheet.is_of_table else label.seat in sheet.seats(label.players)):
        raise damaged()
    rules = rules_for(sheet, label)
    if given is None and (place := copy_place(sheet, label.page)) is not None:
        try:
            check_copy(photo.gray, surface, label, place, photo.name)
        except FairsheetError:
            if setup.known is None:
                raise
            return _read_sheet(photo, sighting, rules_for, setup, setup.known)
    printed = printed_page(
        sheet, label.page, label.missions, PX_PER_MM, rules.drawn, ink_saving=label.ink_saving
    )
    if sheet.paper == LANDSCAPE:
        surface = surface_of(sighting, sheet.paper)
    page = flat_page(photo.gray, surface, printed)
    _check_print(page, given is not None)
    if given is not None:
        _check_missions(page, sheet, label, rules)
    scores = score_page(sheet, label.page, page.gray, printed, sharpness=page.compared.sharpness)
    areas = areas_read(sheet, label.page)
    covered, traced = covered_fields(page, areas, scores), traced_fields(page, areas.fields)
    readings, decoded = read_marks(sheet, label.page, scores, rules, covered, traced)
    texts = read_texts(sheet, label.page, page.gray, printed.gray) if setup.choices.names else {}
    by_hand = read_names(sheet, label.page, page.gray, printed.gray) if setup.choices.names else {}
    names = {id_: recognised(name, setup.players, id_) for id_, name in by_hand.items()}
    if label.player:
        names[PLAYER] = NameRead(label.player)
    texts |= {id_: name.player for id_, name in names.items() if id_ != PLAYER and name.player is not None}
    doubts = (*decoded.doubts, *(name.doubt for name in names.values() if name.doubt is not None))
    reading = SheetReading(
        sheet,
        label,
        names.get(PLAYER, NameRead()).player,
        {**decoded.marks, **texts},
        doubts,
        readings,
        covered,
        crops=field_crops(sheet, page.gray, [doubt.field for doubt in doubts]),
        photos=(photo.name,),
        taken=photo.taken,
    )
    return SeenSheet(reading, page)


def _check_print(page: FlatPage, is_given: bool) -> None:
    """Check that enough print is visible, without steps, and that light print is neither gone nor black.

    If the label `is_given` because it is unreadable, more print is needed. Raises FairsheetError.
    """
    if page.matches.found.mean() < (LEAST_PRINT_IF_GIVEN if is_given else LEAST_PRINT_FOUND):
        raise FairsheetError(
            Message(
                "too little of the sheet can be recognised: it is covered, torn, blurred or not the sheet named"
            ),
            code=ErrorCode.COVERED_SHEET,
            hint=Message("take a sharp photo of the whole sheet; check --sheet")
            if is_given
            else Message("take a sharp photo of the whole sheet"),
        )
    if page.step > MOST_STEP:
        raise FairsheetError(
            Message(
                "parts of the sheet are shifted against each other: the scanner skipped or repeated rows, or the paper "
                "is torn or folded over"
            ),
            code=ErrorCode.DISTORTED_SCAN,
            hint=Message("scan the sheet again, or take a photo of it"),
        )
    if page.compared.is_black:
        raise FairsheetError(
            Message("light print is black on this scan, and hides what is written on it"),
            code=ErrorCode.BAD_EXPOSURE,
            hint=Message("scan the sheet in colour or in grey, not in black and white"),
        )
    if page.compared.is_washed_out:
        raise FairsheetError(
            Message(
                "the photo is too bright: light print cannot be seen on it, and pale ink may be gone as well"
            ),
            code=ErrorCode.BAD_EXPOSURE,
            hint=Message("photograph the sheet in less light and without flash, or scan it darker"),
        )


def _check_missions(page: FlatPage, sheet: Sheet, label: Label, rules: RulesHint) -> None:
    """Raise FairsheetError if a page shows other missions than the given label."""
    other = find_other_mission(page.gray, sheet, label, rules.drawn)
    if other is not None:
        given, seen = other
        words = Message("the sheet shows mission {seen}, but the seed given deals {given}")
        if label.seed is None:
            words = Message("the sheet shows mission {seen}, but the missions given have {given}")
        raise FairsheetError(
            words.filled(seen=seen, given=given),
            code=ErrorCode.WRONG_SHEET,
            hint=Message("check {option}", option="--missions" if label.seed is None else "--seed"),
        )


def covered_fields(page: FlatPage, areas: FieldAreas, scores: Scores) -> tuple[str, ...]:
    """Return the fields whose place, or whose correction box, is not wholly visible.

    `scores` show which places seem to have no ink.
    """
    no_ink = (scores.distributions[:, BLANK_INDEX] > SEEMS_BLANK).tolist()
    places, blank = list[tuple[str, Rect]](), list[bool]()
    for field, part in zip(areas.fields, areas.parts, strict=True):
        corrected = field.correction_box is not None
        places.append((field.id, field.rect))
        blank.append(all(no_ink[part.start : part.stop - corrected]))
        if field.correction_box is not None:
            places.append((field.id, field.correction_box))
            blank.append(no_ink[part.stop - 1])
    hidden = page.unseen([place for _, place in places], blank)
    return tuple(dict.fromkeys(id_ for (id_, _), is_hidden in zip(places, hidden, strict=True) if is_hidden))


def traced_fields(page: FlatPage, fields: Sequence[Field]) -> Traced:
    """Return the fields that may have a ring along their print though they seem blank or crossed.

    A ring can hide on a printed octagon. The ink of a cross, or of signs nearby, does not cover all directions.
    """
    ringed = [
        (field, own[0]) for field in fields if (own := [mark for mark in RINGS if mark in field.accepts])
    ]
    inked = page.compared.ink_on_print([field.rect for field, _ in ringed])
    traced = dict[tuple[str, Mark | None], Mark]()
    for (field, ring), (share, least) in zip(ringed, (inked > TRACED).tolist(), strict=True):
        if share if ring == "circled" else least:
            traced[field.id, None] = ring
        if ring == "circled" and least:
            traced[field.id, "crossed"] = "circled+crossed"
    return traced


def _add_possible_rings(readings: Sequence[FieldReading], traced: Traced) -> tuple[FieldReading, ...]:
    return tuple(
        structs.replace(reading, probabilities=((reading.likeliest, 0.5), (ring, 0.5)))
        if (ring := traced.get((reading.field, reading.likeliest))) is not None
        else reading
        for reading in readings
    )


def score_page(
    sheet: Sheet,
    page: int,
    flat: Gray,
    printed: PrintedPage,
    reader: MarkReader | None = None,
    sharpness: float | None = None,
) -> Scores:
    """Return the models' scores of every area of a page where ink can be.

    `flat` and `printed` are aligned, each the frame at `PX_PER_MM`. `sharpness` is measured unless it is known.
    On a noisy page, unsure areas get the mean of their scores with and without smoothing.
    """
    areas = areas_read(sheet, page)
    reader = mark_reader() if reader is None else reader
    patches = page_patches(flat, printed, areas, PX_PER_MM, sharpness)
    scores = reader.scores(patches.cut, areas.kinds, areas.allowed, patches.sharpness)
    if patches.is_noisy:
        scores = reader.average_with(scores, replace(patches, flat=smooth(flat)).cut)
    return scores.calmed(clarity_of(patches.sharpness))


def read_marks(
    sheet: Sheet,
    page: int,
    scores: Scores,
    rules: RulesHint = NO_RULES,
    covered: Collection[str] = (),
    traced: Traced = MappingProxyType({}),
) -> tuple[tuple[FieldReading, ...], Decoded]:
    """Return the ink's reading of every field of a page except text fields, and the likeliest marks.

    Fields in `traced` that seem not to be circled may be circled along their print. Numbers are compared with
    those of the same hand: first with those that are certain by the ink, then with those that are certain by
    the rules.
    """
    scores = adapt(scores)
    readings = _add_possible_rings(read_fields(sheet, page, scores), traced)
    decoded = decode(sheet, readings, rules, covered)
    areas = areas_read(sheet, page)
    known = find_certain_by_rules(areas, scores, decoded)
    if not known:
        return readings, decoded
    adapted = adapt_by_rules(scores, known)
    moved = (adapted.logits != scores.logits).any(axis=1).tolist()
    kept = {old.field: old for old, part in zip(readings, areas.parts, strict=True) if not any(moved[part])}
    again = _add_possible_rings(read_fields(sheet, page, adapted, kept), traced)
    if _agrees_as_surely(readings, again) and not decoded.doubts:
        return again, decoded
    return again, decode(sheet, again, rules, covered)


def _agrees_as_surely(before: Sequence[FieldReading], after: Sequence[FieldReading]) -> bool:
    """Return whether every field still has the same likeliest mark, with at least the same probability."""
    return all(
        new is old or (new.likeliest == old.likeliest and new.probabilities[0][1] >= old.probabilities[0][1])
        for old, new in zip(before, after, strict=True)
    )


def read_fields(
    sheet: Sheet, page: int, scores: Scores, kept: Kept = MappingProxyType({})
) -> tuple[FieldReading, ...]:
    """Return the ink's reading of every field of a page except text fields; those `kept` are not read again.

    If pale ink changes a mark, its reading also has the distribution without pale ink.
    """
    readings = _read_all_ink(sheet, page, scores, kept)
    if scores.bold is None:
        return readings
    without = _read_all_ink(sheet, page, scores.without_pale_ink(), kept)
    return tuple(
        reading if reading.likeliest == bold.likeliest else structs.replace(reading, bold=bold.probabilities)
        for reading, bold in zip(readings, without, strict=True)
    )


def _read_all_ink(sheet: Sheet, page: int, scores: Scores, kept: Kept) -> tuple[FieldReading, ...]:
    """Return the ink's readings from these scores, pale ink included."""
    areas = areas_read(sheet, page)
    distributions, overwritten = scores.distributions, scores.overwritten.tolist()
    blank = (distributions[:, BLANK_INDEX] > SURELY_BLANK).tolist()
    return tuple(
        kept[field.id]
        if field.id in kept
        else FieldReading(field.id, ((None, 1.0),))
        if all(blank[part])
        else structs.replace(
            read_field(field, name_classes(classes, distributions[part])), overwritten=any(overwritten[part])
        )
        for field, part, classes in zip(areas.fields, areas.parts, areas.classes, strict=True)
    )


def read_texts(sheet: Sheet, page: int, flat: Gray, blank: Gray) -> dict[str, str]:
    """Read the block letters in the text fields of a page that have ink, except players' names."""
    texts = {}
    for field in sheet.fields:
        if field.page == page and field.kind == "text" and not is_name(field.id):
            ink = _ink_in(field, flat, blank)
            words = "" if ink is None else read_line(ink, languages=name_languages(sheet.language))
            if words:
                texts[field.id] = words
    return texts


def read_names(sheet: Sheet, page: int, flat: Gray, blank: Gray) -> dict[str, NameRead]:
    """Return the players' names written in block letters on this page, by field."""
    names = {}
    for field in sheet.fields:
        if field.page == page and is_name(field.id) and (ink := _ink_in(field, flat, blank)) is not None:
            if field.id == PLAYER and sheet.paper == LANDSCAPE:  # it is in the head, which is written upwards
                ink = np.rot90(ink, -1)
            words = [
                word for word in read_words(ink, name_languages(sheet.language)) if plain_letters(word.text)
            ]
            text = " ".join(word.text for word in words)
            share = min((word.confidence for word in words), default=0.0) / 100
            names[field.id] = name_read(text, share, field.id)
    return names


def _ink_in(field: Field, flat: Gray, blank: Gray) -> Gray | None:
    """Return the ink in a text field, black on white; None if there is too little to read.

    A one-bit scan makes grey print black and speckles the paper. Therefore ink on or next to a printed line
    does not count, and specks do not count as writing.
    """
    part = window(field.rect, PX_PER_MM)
    near = np.ones((5, 5), np.uint8)
    bare = cv2.erode((blank[part] > BARE).astype(np.uint8), near)
    ink = (blank[part].astype(np.int16) - flat[part] > INK).astype(np.uint8) * bare
    joined = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))  # a dithered stroke
    sizes = cv2.connectedComponentsWithStats(joined)[2][1:]
    strokes = sizes[sizes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) >= STROKE_MM * PX_PER_MM]
    is_written = strokes[:, cv2.CC_STAT_AREA].sum() > INK_IN_TEXT * ink.size
    return np.where(ink > 0, 0, 255).astype(np.uint8) if is_written else None

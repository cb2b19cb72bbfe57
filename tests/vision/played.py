"""A game of launch played by bots and written by hand: pages to photograph, and their marks."""

from __future__ import annotations

import numpy as np

from fairsheet.engine.simulation.simulate import simulate
from fairsheet.pipeline.reading.photos import rules_for
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import Photo
from fairsheet.vision.printed.raster import blank_page
from fairsheet.vision.scan import ReaderSetup, SeenSheet, read_photo
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from tests.vision.photographed import Gray

SHEET = load_sheet("launch")
SEED = "coral-otter-42"
PX_PER_MM = 8
(PLAYED,) = simulate(SHEET, SEED, players=2)


def label(seat: int, seed: str = SEED, layout: str = SHEET.fingerprint) -> Label:
    """Return the label of a page of that game."""
    missions = tuple((PLAYED.records[0].game.missions or {}).values())
    return Label(SHEET.name, layout, seed, players=2, seat=seat, missions=missions)


def written(seat: int) -> tuple[Gray, Marks]:
    """Return a page of that game, filled in by hand, and its marks."""
    marks = PLAYED.records[seat - 1].marks
    rng = np.random.default_rng(seat)
    hand = sample_hands()[seat]
    page = blank_page(SHEET, label(seat), PX_PER_MM)
    return fill_in(page.copy(), SHEET, marks, hand, GEL_BLACK, rng, px_per_mm=PX_PER_MM), marks


def read(gray: Gray, known: Label | None = None) -> tuple[list[SeenSheet], list[FairsheetError]]:
    """Return the sheets of a photo, read with the rules, and the errors."""
    return read_photo(Photo("photo.jpg", gray), rules_for, ReaderSetup(known=known))

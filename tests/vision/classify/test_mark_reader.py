"""The mark reader: its classes, its arithmetic, and the accuracy of the shipped model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.marks import BLANK
from fairsheet.sheets.model.page_geometry import FRAME
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.areas import KINDS, FieldAreas, Indices, field_areas
from fairsheet.vision.classify.mark_reader import (
    BATCH,
    ENOUGH,
    FAINT,
    FOR_NUMBERS,
    LEAST_STROKE,
    RIM,
    STROKE,
    Floats,
    MarkReader,
    Model,
    Refinement,
    Scores,
    have_ink,
    mark_reader,
    softmax,
)
from fairsheet.vision.classify.patches import FINE_SIZE, SIZE, PagePatches, Patches
from fairsheet.vision.classify.runtime import MODELS
from fairsheet.vision.printed.illumination import Gray, even_light
from fairsheet.vision.printed.raster import PrintedPage
from fairsheet.vision.readings.classes import CANCELLED, CLASSES, classes_of
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import traces_of
from fairsheet.vision.simulator.traces import BALLPOINT_BLUE, GEL_BLACK, Ink

SHIPPED = sorted(MODELS.glob("*.onnx"))
# Scores of ten drawn digits by each model before its weights were quantized to 8 bits: probabilities of at
# least 0.01.
TRAINED = json.loads(Path(__file__).with_name("trained_scores.json").read_text(encoding="utf-8"))
SCALE = 8
RECT = Rect(20, 20, 9, 9)
SLOT = Field("slot", "slot", RECT, (*range(1, 16), "X"))


def test_classes_of_fields() -> None:
    assert classes_of(SLOT) == (BLANK, *(str(n) for n in range(1, 16)), "X", CANCELLED)
    assert classes_of(Field("i", "icon", RECT, ("circled", "crossed"))) == (
        BLANK, "circled", "crossed", "circled+crossed", CANCELLED,
    )  # fmt: skip
    assert classes_of(Field("i", "icon", RECT, ("filled",))) == (BLANK, "filled")
    assert CANCELLED not in classes_of(Field("s", "slot", RECT, (1, "struck")))
    assert classes_of(Field("b", "box", RECT, (-9, 99), cells=(RECT, RECT)))[-2:] == ("minus", CANCELLED)
    assert classes_of(Field("t", "text", RECT, ())) == ()
    assert len(set(CLASSES)) == len(CLASSES)


def test_readings_do_not_depend_on_other_fields() -> None:
    rng, count = np.random.default_rng(1), BATCH + 3
    patches = {
        size: rng.integers(0, 256, (count, size, size, 3), dtype=np.uint8) for size in (SIZE, FINE_SIZE)
    }

    def distributions(some: list[int]) -> Floats:
        kinds, allowed = np.zeros(len(some), int), np.ones((len(some), len(CLASSES)), bool)
        return (
            mark_reader().scores(lambda which, size: patches[size][some][which], kinds, allowed).distributions
        )

    together = distributions(list(range(count)))
    assert together.shape == (count, len(CLASSES))
    some = [0, BATCH - 1, BATCH + 2]
    alone = np.concatenate([distributions([k]) for k in some])
    np.testing.assert_allclose(together[some], alone, rtol=1e-4, atol=1e-4)
    assert distributions([]).shape == (0, len(CLASSES))


class Stub(Model):
    """A model that returns one number with a certain confidence, and counts its patches."""

    size, width = SIZE, 2

    def __init__(self, confidence: float, number: str = "1") -> None:
        self.confidence, self.number, self.shown = confidence, number, 0

    def scores(self, patches: Patches, kinds: Indices) -> tuple[Floats, Floats, Floats]:
        self.shown += len(patches)
        shares = np.zeros((len(patches), len(CLASSES)), np.float32)
        shares[:, CLASSES.index(self.number)] = self.confidence
        return (
            shares,
            np.ones((len(patches), self.width), np.float32),
            np.full(len(patches), -np.inf, np.float32),
        )


@pytest.mark.parametrize(
    ("confidence", "refined", "in_views", "enough", "views"),
    [
        (20.0, 10.0, [0], ENOUGH, 0),
        (0.5, 10.0, [0], ENOUGH, 1),
        (0.5, 9.0, [0], ENOUGH, 3),
        (0.5, 9.0, [0], 0.99, 1),
        (0.5, 9.0, [1], ENOUGH, 1),
    ],
)
def test_a_refinement_sees_only_unsure_fields(
    confidence: float, refined: float, in_views: list[int], enough: float, views: int
) -> None:
    bare, inked = np.full((2, SIZE, SIZE, 3), 255, np.uint8)
    inked[..., 2] = 0
    base, refinement = Stub(confidence), Stub(refined)
    patches, allowed = np.stack([bare, inked]), np.ones((2, len(CLASSES)), bool)
    reader = MarkReader(base, [Refinement(refinement, 1.0, in_views=in_views, enough=enough)])
    scores = reader.scores(lambda which, size: patches[which], np.zeros(2, np.intp), allowed)
    assert (base.shown, refinement.shown) == (1, views)
    shares = scores.distributions
    assert [CLASSES[k] for k in shares.argmax(axis=1)] == [BLANK, "1"]
    assert shares[1].max() > 0.99
    assert scores.features.any(axis=1).tolist() == [False, True]


def test_specks_are_blank_without_running_a_model() -> None:
    speck, dot = np.full((2, SIZE, SIZE, 3), 255, np.uint8)
    speck[20, 20 : 20 + LEAST_STROKE - 1, 2] = dot[20, 20 : 20 + LEAST_STROKE, 2] = STROKE
    patches, base = np.stack([speck, dot]), Stub(9.0)
    allowed = np.ones((2, len(CLASSES)), bool)
    scores = MarkReader(base, []).scores(lambda which, size: patches[which], np.zeros(2, np.intp), allowed)
    assert base.shown == 1
    assert [CLASSES[k] for k in scores.distributions.argmax(axis=1)] == [BLANK, "1"]


@pytest.mark.parametrize("size", [SIZE, FINE_SIZE])
def test_ink_beside_a_number_is_that_of_a_neighbour(size: int) -> None:
    beside, faint = np.full((2, 1, size, size, 3), 255, np.uint8)
    rim = RIM * size // SIZE
    beside[:, 10:30, :rim, 2] = faint[:, 10:30, :rim, 2] = STROKE
    faint[:, 10:30, rim, 2] = FAINT
    number, sign = (np.array([KINDS.index(kind)]) for kind in ("slot", "sign"))
    assert [have_ink(patch, number).item() for patch in (beside, faint)] == [False, True]
    assert have_ink(beside, sign)


@pytest.mark.parametrize(
    ("kind", "sure", "seen", "views"),
    [
        ("slot", 5.0, 3, 3),
        ("slot", 20.0, 1, 0),
        ("box", 5.0, 3, 3),
        ("correction", 5.0, 3, 3),
        ("icon", 5.0, 3, 0),
    ],
)
def test_a_later_refinement_sees_numbers_still_unsure(kind: str, sure: float, seen: int, views: int) -> None:
    first, numbers = Stub(sure, "12"), Stub(9.0, "17")
    patches, allowed = np.zeros((1, SIZE, SIZE, 3), np.uint8), np.ones((1, len(CLASSES)), bool)
    reader = MarkReader(Stub(0.5), [Refinement(first, 1.0), Refinement(numbers, 0.4, FOR_NUMBERS)])
    kinds = np.array([KINDS.index(kind)])
    (logits,) = reader.scores(lambda which, size: patches[which], kinds, allowed).logits
    assert (first.shown, numbers.shown) == (seen, views)
    assert logits[CLASSES.index("17")] == pytest.approx(0.4 * 9 * (views > 0))
    assert logits[CLASSES.index("12")] == pytest.approx(sure * (0.6 if views else 1))


def test_unsure_fields_are_averaged_with_a_second_pass() -> None:
    """Check that the second pass never treats patches as bare: faint ink is fainter on a smoothed page."""
    bare, inked, faint = np.full((3, SIZE, SIZE, 3), 255, np.uint8)
    inked[..., 2] = faint[..., 2] = 0
    patches, kinds = np.stack([bare, inked, faint]), np.full(3, KINDS.index("icon"))
    allowed = np.ones((3, len(CLASSES)), bool)
    reader = MarkReader(Stub(0.5), [Refinement(Stub(4.0), 1.0)])
    first = reader.scores(lambda which, size: patches[which], kinds, allowed)
    first.logits[1, CLASSES.index("1")] = 20.0
    shown: list[int] = []

    def cut_again(which: Indices, size: int) -> Patches:
        shown.extend(which.tolist())
        return np.full((len(which), SIZE, SIZE, 3), 255, np.uint8)

    again = MarkReader(Stub(0.5), [Refinement(Stub(2.0), 1.0)]).average_with(first, cut_again)
    assert set(shown) == {2}
    np.testing.assert_array_equal(again.logits[:2], first.logits[:2])
    assert again.logits[2, CLASSES.index("1")] == pytest.approx((4.0 + 2.0) / 2)
    assert again.features.any(axis=1).tolist() == [False, True, True]


def test_the_models_fit_into_the_package() -> None:
    assert len({file.read_bytes() for file in SHIPPED}) == len(SHIPPED) == 4
    assert sum(file.stat().st_size for file in SHIPPED) <= 20_000_000


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_quantized_models_keep_their_scores(file: Path) -> None:
    size = Model(file).size
    patches = np.full((10, size, size, 3), 255, np.uint8)
    for digit, patch in enumerate(patches):
        drawn = np.full((size, size), 255, np.uint8)
        at = (round(0.3 * size), round(0.75 * size))
        cv2.putText(drawn, str(digit), at, cv2.FONT_HERSHEY_SIMPLEX, 0.023 * size, 60, 3)
        patch[..., 0] = patch[..., 2] = drawn
    kinds, allowed = np.zeros(10, np.intp), np.tile(np.isin(CLASSES, classes_of(SLOT)), (10, 1))
    shipped = softmax(Model(file).scores(patches, kinds)[0], allowed)
    trained = [[row.get(name, 0) for name in CLASSES] for row in TRAINED[file.stem]]
    assert np.abs(shipped - np.array(trained)).max() < 0.05
    assert (shipped.argmax(axis=1) == [CLASSES.index(str(digit)) for digit in range(10)]).mean() >= 0.8


def test_only_reading_photos_waits_for_the_runtime() -> None:
    words = "import sys, fairsheet.vision.classify.mark_reader; sys.exit('onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


def scores_of(flat: Gray, blank: Gray, areas: FieldAreas) -> Scores:
    patches = PagePatches(flat, PrintedPage(blank), areas, SCALE)
    return mark_reader().scores(patches.cut, areas.kinds, areas.allowed)


def test_scores_are_those_of_all_areas_of_the_fields() -> None:
    box = Field("b", "box", RECT, (0, 99), cells=(RECT, RECT.moved(9, 0)))
    fields = [SLOT, box, Field("t", "text", RECT, ())]
    page = np.full((400, 400), 255, np.uint8)
    scores = scores_of(page, page, field_areas(fields))
    assert [KINDS[kind] for kind in scores.kinds] == ["slot", "box", "box"]
    shares = scores.distributions
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert [set(np.array(CLASSES)[row > 0]) for row in shares] == [
        set(classes_of(field)) for field in (SLOT, box, box)
    ]


def written_page(marks: list[int | str], kind: Field) -> tuple[float, float]:
    """Return the share of marks read right and their mean probability, over several hands and pens."""
    rng = np.random.default_rng(5)
    blank = np.full((round(FRAME.h * SCALE), round(FRAME.w * SCALE)), 255, np.uint8)
    fields = []
    for k in range(len(marks)):
        rect = Rect(14 + 13 * (k % 13), 14 + 13 * (k // 13), kind.rect.w, kind.rect.h)
        fields.append(Field(f"f{k}", kind.kind, rect, kind.accepts))
        x, y, right, bottom = (round(side * SCALE) for side in (rect.x, rect.y, rect.right, rect.bottom))
        blank[y : y + 2, x:right] = blank[bottom : bottom + 2, x:right] = 128
        blank[y:bottom, x : x + 2] = blank[y:bottom, right : right + 2] = 128
    page = blank
    for pen, hands in ((BALLPOINT_BLUE, sample_hands()[:8]), (GEL_BLACK, sample_hands()[8:])):
        ink = Ink(blank.shape, SCALE)
        for k, (field, mark) in enumerate(zip(fields, marks, strict=True)):
            if (k % 2 == 0) == (pen is GEL_BLACK) and mark != BLANK:
                hand = hands[k // 2 % len(hands)]
                ink.draw(traces_of(field, mark, hand, pen, rng), pen, rng)
        page = ink.on(page, pen)
    flat = even_light(np.clip(page * 0.8 + rng.normal(0, 3, page.shape), 0, 255).astype(np.uint8))
    shares = scores_of(flat, blank, field_areas(fields)).distributions
    truth = [CLASSES.index(str(mark)) for mark in marks]
    return float(np.mean(shares.argmax(axis=1) == truth)), float(
        np.mean(shares[np.arange(len(truth)), truth])
    )


def test_numbers_of_unseen_writers() -> None:
    marks: list[int | str] = [*range(1, 16), "X"] * 8
    right, sure = written_page(marks, SLOT)
    assert right >= NUMBERS_RIGHT
    assert sure >= NUMBERS_RIGHT - 0.05


def test_numbers_over_others_are_found() -> None:
    rng, count = np.random.default_rng(2), 60
    blank = np.full((round(FRAME.h * SCALE), round(FRAME.w * SCALE)), 255, np.uint8)
    places = [Rect(14 + 13 * (k % 13), 14 + 13 * (k // 13), 9, 9) for k in range(count)]
    fields = [Field(f"f{k}", "slot", place, SLOT.accepts) for k, place in enumerate(places)]
    ink, hands = Ink(blank.shape, SCALE), sample_hands()
    for k, field in enumerate(fields):
        number = int(rng.integers(2, 16))
        for mark in (number, *([2 + number % 14] if k % 2 else [])):
            ink.draw(traces_of(field, mark, hands[k % len(hands)], GEL_BLACK, rng), GEL_BLACK, rng)
    page = np.clip(ink.on(blank, GEL_BLACK) * 0.8 + rng.normal(0, 3, blank.shape), 0, 255).astype(np.uint8)
    scores = scores_of(even_light(page), blank, field_areas(fields))
    assert scores.overwritten[1::2].mean() > 0.5 and scores.overwritten[::2].mean() < 0.1
    assert scores.distributions[scores.overwritten].max(axis=1).mean() < 0.6


def test_marks_on_icons() -> None:
    icon = Field("i", "icon", Rect(0, 0, 6, 6), ("circled", "crossed"))
    right, _ = written_page(["circled", "crossed", "circled+crossed", BLANK] * 30, icon)
    assert right >= ICONS_RIGHT


def test_blank_fields_are_read_as_blank() -> None:
    right, sure = written_page([BLANK] * 120, SLOT)
    assert right == 1 and sure > 0.99


NUMBERS_RIGHT = 0.965
ICONS_RIGHT = 0.99

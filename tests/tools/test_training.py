"""The generated pages and labelled patches that train the mark reader."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fairsheet.sheets.model.marks import BLANK
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.classify.mark_reader import mark_reader
from fairsheet.vision.classify.patches import SIZE
from fairsheet.vision.classify.runtime import MODELS
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES, INDEX_OF
from fairsheet.vision.simulator.camera import ORDINARY, SCAN
from fairsheet.vision.simulator.glyphs import write_glyph
from fairsheet.vision.simulator.handwriting import Hand, sample_hands
from fairsheet.vision.simulator.pen import traces_of
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Pen
from tools.training import _handwriting_sets
from tools.training._handwriting_sets import DIGITS, DigitPictures, Handwriting
from tools.training._handwriting_sets import JUNK as JUNK_SIGNS
from tools.training._more_numbers import blank_samples, numbers_on
from tools.training._printer import as_printed, worn
from tools.training._prints import made_up_page, real_page
from tools.training._samples import JUNK, OVERWRITTEN, Samples, samples_of
from tools.training.all_models import Plan, Step, run


@pytest.fixture(scope="module")
def handwriting() -> Handwriting:
    """Return the bundled hands instead of the collections."""
    hands = sample_hands()
    rng = np.random.default_rng(0)
    letters = hands[0].glyphs
    return Handwriting(
        writers={hand.name: {digit: hand.glyphs[digit] for digit in DIGITS} for hand in hands},
        crosses=tuple({"X": hand.glyphs["X"]} for hand in hands),
        circles=letters["O"],
        triangles=tuple(write_glyph("triangle", rng) for _ in range(8)),
        pictures={},
        junk=tuple(glyph for letter in JUNK_SIGNS for glyph in letters.get(letter, ())),
    )


@pytest.fixture(scope="module")
def samples(handwriting: Handwriting) -> Samples:
    """Return the samples of a generated page on a flat scan."""
    made = samples_of(made_up_page(np.random.default_rng(3)), handwriting, np.random.default_rng(3), SCAN)
    assert made is not None
    return made


def test_models_learn_only_from_pictures_with_a_licence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures = DigitPictures(np.zeros((2, 8, 8), np.uint8), np.array([1, 1]), np.array([True, False]))
    np.savez(tmp_path / "unreadable.npz", usps=np.array([], int), mnist=np.array([], int))
    monkeypatch.setattr(_handwriting_sets, "UNREADABLE", tmp_path / "unreadable.npz")
    monkeypatch.setattr(
        _handwriting_sets, "digit_pictures", lambda _: dict.fromkeys(("mnist", "usps"), pictures)
    )
    assert set(_handwriting_sets._legible_pictures(tmp_path, held_out=False, half=None)) == {"mnist"}
    assert set(_handwriting_sets._legible_pictures(tmp_path, held_out=True, half=None)) == {"mnist", "usps"}


def test_samples_have_the_labels_of_their_marks(samples: Samples) -> None:
    count = len(samples.targets)
    assert samples.patches.shape[0] == samples.allowed.shape[0] == samples.kinds.shape[0] == count > 200
    real = samples.targets != JUNK
    assert samples.allowed[np.flatnonzero(real), samples.targets[real]].all()
    assert samples.allowed[:, BLANK_INDEX].all()
    # a mark darkens the middle of its patch, a blank field does not
    middle = samples.patches[:, 10:38, 10:38].astype(int)
    added = np.clip(middle[..., 1] - middle[..., 0], 0, 255).mean(axis=(1, 2))
    blank = samples.targets == BLANK_INDEX
    assert np.median(added[~blank & real]) > 3 * np.median(added[blank])


def test_generated_pages_follow_from_their_seed() -> None:
    one, two = (made_up_page(np.random.default_rng(9)) for _ in range(2))
    assert (one.fine == two.fine).all() and one.fields == two.fields
    other = made_up_page(np.random.default_rng(10))
    assert len({field.kind for page in (one, other) for field in page.fields}) >= 3


def test_photographed_pages_are_aligned(overwritten: tuple[Samples, int]) -> None:
    samples, _ = overwritten
    blank = samples.targets == BLANK_INDEX
    pairs = samples.patches[blank].astype(float)
    printed = pairs[..., 1].std(axis=(1, 2)) > 30
    likeness = [np.corrcoef(pair[..., 0].ravel(), pair[..., 1].ravel())[0, 1] for pair in pairs[printed]]
    assert np.median(likeness) > 0.85


def test_prints_and_paper_keep_the_page_readable() -> None:
    page = made_up_page(np.random.default_rng(4)).at(4)
    for seed in range(2):
        rng = np.random.default_rng(seed)
        used = worn(as_printed(page, rng), rng, px_per_mm=4)
        assert used.shape == page.shape and used.dtype == np.uint8
        assert np.corrcoef(used.ravel(), page.ravel())[0, 1] > 0.8


def test_numbers_are_written_on_blank_samples(
    tmp_path: Path, samples: Samples, handwriting: Handwriting
) -> None:
    samples.save(tmp_path / "page.npz")
    blanks = blank_samples([tmp_path / "page.npz"])
    assert len(blanks.targets) > 30 and (blanks.targets == BLANK_INDEX).all()
    more = numbers_on(blanks, handwriting, 100, np.random.default_rng(1))
    assert 5 <= (more.kinds == KINDS.index("box")).sum() <= 25
    real = more.targets != JUNK
    assert 85 <= real.sum() < 100
    assert more.allowed[real, more.targets[real]].all()
    assert BLANK not in {CLASSES[target] for target in more.targets[real]}

    # the mark reader recognizes the intended marks
    def cut_patches(which: NDArray[np.integer[Any]], size: int) -> NDArray[np.uint8]:
        patches = [cv2.resize(patch, (size, size)) for patch in more.patches[which]]
        return np.array(patches, np.uint8).reshape(-1, size, size, 3)

    scores = mark_reader().scores(cut_patches, more.kinds, more.allowed)
    seen = scores.distributions.argmax(axis=1)
    assert (seen == more.targets)[real].mean() > 0.85


@pytest.fixture(scope="module")
def overwritten(handwriting: Handwriting) -> tuple[Samples, int]:
    """Return the samples of an ordinary photo with every 3 written over, and their number."""
    chosen = list[str]()

    def with_sevens(field: Field, mark: str, under: list[Trace], hand: Hand, pen: Pen, rng: Any) -> Any:
        if field.kind != "slot" or mark != "3":
            return None
        chosen.append(field.id)
        return traces_of(field, 7, hand, pen, rng), pen

    made = samples_of(
        real_page("launch"), handwriting, np.random.default_rng(1), ORDINARY, SIZE, over=with_sevens
    )
    assert made is not None
    return made, len(chosen)


def test_marks_written_over_have_their_own_target(overwritten: tuple[Samples, int]) -> None:
    samples, count = overwritten
    assert INDEX_OF["3"] not in samples.targets[samples.kinds == KINDS.index("slot")]
    assert np.count_nonzero(samples.targets == OVERWRITTEN) == count > 0


def test_cells_of_slots_are_samples_of_boxes(handwriting: Handwriting) -> None:
    page = real_page("gaia-setup")
    samples = samples_of(page, handwriting, np.random.default_rng(1), SCAN)
    assert samples is not None
    cells = [cell for field in page.fields if field.kind == "slot" for cell in field.cells]
    assert (samples.kinds == KINDS.index("box")).sum() == len(cells) > 0
    assert KINDS.index("slot") not in samples.kinds


def test_earlier_steps_make_every_file_a_training_step_needs(tmp_path: Path) -> None:
    made: set[Path] = set()
    for step in Plan(tmp_path / "handwriting", tmp_path, seed=1, scale=1.0).steps():
        assert made.issuperset(step.needs) and step.out not in made
        made |= {step.out, step.out.with_suffix(".pt")}
    assert {tmp_path / "models" / file.name for file in MODELS.glob("*.onnx")} <= made


def test_finished_steps_are_not_repeated(tmp_path: Path) -> None:
    def fail(out: Path) -> None:
        out.write_text("a part")
        raise ValueError

    done = tmp_path / "there.onnx"
    done.write_text("a model")
    run([Step(done, (), fail)])
    with pytest.raises(ValueError):
        run([Step(tmp_path / "missing.onnx", (), fail)])
    assert done.read_text() == "a model" and not (tmp_path / "missing.onnx").exists()
    run([Step(tmp_path / "missing.onnx", (), lambda out: out.write_text("a model"))])
    assert sorted(tmp_path.iterdir()) == [tmp_path / "missing.onnx", done]

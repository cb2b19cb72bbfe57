"""From ink to scores of classes: a base model for every field, then others for what is still unsure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheets.model import Field
from vision.marks import BLANK, BLANK_INDEX, CANCELLED, CLASSES, INDEX_OF, classes_of
from vision.patches import PagePatches, Patches, areas_of

Floats = NDArray[np.floating[Any]]
Indices = NDArray[np.integer[Any]]
Mask = NDArray[np.bool_]
Cut = Callable[[Indices, int], Patches]

MODELS = Path(__file__).parent / "models"
KINDS = ("slot", "icon", "box", "link", "sign", "tab")  # each has a temperature; a tab is a correction box
FOR_NUMBERS = [KINDS.index(kind) for kind in ("slot", "box", "tab")]
FOR_SYMBOLS = [KINDS.index(kind) for kind in ("icon", "link", "sign")]
LOOK_LIKE = {  # marks of icons with the classes that look like them, in fields that cannot bear them
    "circled": [INDEX_OF[name] for name in ("circled", "circle", "drawn")],
    "crossed": [INDEX_OF[name] for name in ("crossed", "cross", "X")],
}
LOOK_AGAIN = 0.995  # where nothing is so likely, the next model looks, with test-time augmentation
ASIDE = 2  # px by which the patch is moved for that; to the sides, too, would gain next to nothing
BARE = 170  # a patch whose ink is nowhere darker is blank: of 60,000 marks, faint pencil among them, none is so pale
BARE_LOGIT = 30.0  # of no ink, for such a patch
LOOKS_OTHER = 0.8  # share of all classes from which an icon looks like a mark that it cannot bear
MEANT = 2 / 3  # how likely a circle where only a cross belongs is meant for one, and the other way round
BATCH = 32  # patches computed at once, so that they stay in the cache of the processor


class Model:
    """A trained net. It is read from a file once and never changes; sharing it between threads is safe."""

    def __init__(self, file: Path) -> None:
        import onnxruntime  # here, for only those who read photos should wait for it

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # photos are read side by side
        self._session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        words = self._session.get_modelmeta().custom_metadata_map
        if tuple(words["classes"].split()) != CLASSES:
            raise ValueError(f"{file} was trained for other classes")
        self._temperatures = np.array(words["temperatures"].split(), np.float32)
        if len(self._temperatures) != len(KINDS):
            raise ValueError(f"{file} was trained for other kinds of fields")
        patches, features = self._session.get_inputs()[0].shape, self._session.get_outputs()[1].shape
        self.size, self.width = int(patches[1]), int(features[1])

    def scores(self, patches: Patches, kinds: Indices) -> tuple[Floats, Floats]:
        """Calibrated logits (n, len(CLASSES)) and features (n, width), which are alike for marks that look alike, of
        patches (n, size, size, 3) of fields of these kinds (indices of KINDS)."""
        logits = np.empty((len(patches), len(CLASSES)), np.float32)
        features = np.empty((len(patches), self.width), np.float32)
        for start in range(0, len(patches), BATCH):
            part = slice(start, start + BATCH)
            logits[part], features[part] = self._session.run(None, {"patches": patches[part]})
        return logits / self._temperatures[kinds][:, None], features


@dataclass(frozen=True, eq=False)
class Scores:
    """What the models say of the places of fields (`vision.patches.areas_of`), one after the other.

    `logits` (n, len(CLASSES)) are calibrated; `features` (n, width) are those of the base model, 0 where there is
    no ink; `allowed` (n, len(CLASSES)) are the classes that each field can bear, `kinds` (n) indices of KINDS.
    """

    logits: Floats
    features: Floats
    allowed: Mask
    kinds: Indices

    def distributions(self) -> Floats:
        """Probabilities (n, len(CLASSES)) among the classes allowed; rows add up to 1.

        An icon with a circle where only a cross belongs, or the other way round, is never surely blank.
        """
        said = softmax(self.logits, self.allowed)
        none = np.isin(CLASSES, (BLANK, CANCELLED))
        icons = (self.kinds == KINDS.index("icon")) & none[said.argmax(axis=1)]
        every = softmax(self.logits, np.ones_like(self.allowed))
        for mark, alike in LOOK_LIKE.items():
            other = icons & ~self.allowed[:, INDEX_OF[mark]] & (every[:, alike].sum(axis=1) > LOOKS_OTHER)
            marks = self.allowed[other] & ~none
            said[other] = MEANT * marks / marks.sum(axis=1, keepdims=True)
            said[other, BLANK_INDEX] = 1 - MEANT
        return said


@dataclass(frozen=True, eq=False)
class Refinement:
    """A model that looks again at fields of these kinds (indices of KINDS).

    `share` is the weight of its logits in the mean with those before; with 1 it replaces them.
    """

    model: Model
    share: float
    kinds: Sequence[int] = range(len(KINDS))


class MarkReader:
    """The base model, and those that look again, one after the other, at the fields that are still unsure.

    A field is unsure while no class has a probability of `look_again`; with 0 the base model is alone.
    """

    def __init__(
        self, base: Model, refinements: Sequence[Refinement], look_again: float = LOOK_AGAIN
    ) -> None:
        self._base, self._refinements, self._look_again = base, refinements, look_again

    def scores(self, cut: Cut, kinds: Indices, allowed: Mask) -> Scores:
        """The scores of fields of these kinds (n, indices of KINDS) that can bear the classes `allowed`
        (n, len(CLASSES)); `cut(which, size)` gives their patches (n, size, size, 3)."""
        logits = np.zeros((len(kinds), len(CLASSES)), np.float32)
        logits[:, BLANK_INDEX] = BARE_LOGIT
        features = np.zeros((len(kinds), self._base.width), np.float32)
        patches = cut(np.arange(len(kinds)), self._base.size)
        inked = np.flatnonzero(patches[..., 2].min(axis=(1, 2)) <= BARE)
        logits[inked], features[inked] = self._said(patches[inked], inked, cut, kinds, allowed)
        return Scores(logits, features, allowed, kinds)

    def seen_again(self, scores: Scores, cut: Cut) -> Scores:
        """The mean of the scores, where they are unsure, and of those of other patches of the same places."""
        unsure = np.flatnonzero(scores.distributions().max(axis=1, initial=0.0) < self._look_again)
        patches = cut(unsure, self._base.size)
        again = self._said(patches, unsure, cut, scores.kinds, scores.allowed)
        logits, features = scores.logits.copy(), scores.features.copy()
        for mean, more in zip((logits, features), again, strict=True):
            mean[unsure] = (mean[unsure] + more) / 2
        return replace(scores, logits=logits, features=features)

    def _said(
        self, patches: Patches, which: Indices, cut: Cut, kinds: Indices, allowed: Mask
    ) -> tuple[Floats, Floats]:
        """What the models say of some places, which all bear ink, of those with these kinds: logits, and features of
        the base model. `patches` are theirs in its size."""
        kinds, allowed = kinds[which], allowed[which]
        logits, features = self._base.scores(patches, kinds)
        for refinement in self._refinements:
            unsure = softmax(logits, allowed).max(axis=1, initial=0.0) < self._look_again
            asked = np.flatnonzero(unsure & np.isin(kinds, refinement.kinds))
            views = augmented(cut(which[asked], refinement.model.size))
            said = np.mean([refinement.model.scores(view, kinds[asked])[0] for view in views], axis=0)
            logits[asked] += refinement.share * (said - logits[asked])
        return logits, features

    def scores_of(self, patches: PagePatches, fields: Sequence[Field]) -> Scores:
        """The scores of all places of the fields of a page, which are those of the patches."""
        places = [(field, place) for field in fields for place in range(len(areas_of(field)))]
        if len(places) != len(patches):
            raise ValueError(f"{len(patches)} patches for fields with other places")
        kinds = np.array([_kind(field, place) for field, place in places], np.intp)
        allowed = np.array([_allowed(classes_of(field)) for field, _ in places], bool)
        return self.scores(patches.cut, kinds, allowed.reshape(-1, len(CLASSES)))


@cache
def _allowed(classes: tuple[str, ...]) -> Mask:
    return np.isin(CLASSES, classes)


def _kind(field: Field, place: int) -> int:
    if field.cells:
        return KINDS.index("box")
    return KINDS.index("tab" if field.correction_box is not None and place == 1 else field.kind)


def softmax(logits: Floats, allowed: Mask) -> Floats:
    """Distributions (n, classes) among the classes that are `allowed` (n, classes)."""
    masked = np.where(allowed, logits.astype(np.float64), -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def augmented(patches: Patches) -> list[Patches]:
    """The patches, and the same seen from `ASIDE` px further up and down."""
    padded = np.pad(patches, ((0, 0), (ASIDE, ASIDE), (0, 0), (0, 0)), mode="edge")
    side = patches.shape[1]
    return [np.ascontiguousarray(padded[:, top : top + side]) for top in (ASIDE, 0, 2 * ASIDE)]


@cache
def mark_reader(look_again: float = LOOK_AGAIN) -> MarkReader:
    """The mark reader with the models that come with the program."""
    return MarkReader(
        _model("base"),
        (
            Refinement(_model("refinement"), 1.0),
            Refinement(_model("symbols"), 0.5, FOR_SYMBOLS),
            Refinement(_model("numbers"), 0.6, FOR_NUMBERS),
        ),
        look_again,
    )


def _model(name: str) -> Model:
    return Model(MODELS / f"{name}.onnx")

"""From ink to scores of classes: a base model for every field, then refining models for unsure fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from fairsheet.sheets.model.marks import BLANK
from fairsheet.vision.classify._pale_ink import MUCH_PALER, darkness, find_pale_ink, measure_pen, remove_ink
from fairsheet.vision.classify.areas import KINDS, Indices, Mask
from fairsheet.vision.classify.patches import SIZE, Patches
from fairsheet.vision.classify.runtime import MODELS, onnx_runtime
from fairsheet.vision.printed.softness import thin_line_clarity
from fairsheet.vision.readings.classes import BLANK_INDEX, CANCELLED, CLASSES, INDEX_OF

Floats = NDArray[np.floating]
Cut = Callable[[Indices, int], Patches]

FOR_NUMBERS = [KINDS.index(kind) for kind in ("slot", "box", "correction")]
FOR_SYMBOLS = [KINDS.index(kind) for kind in ("icon", "link", "sign")]
LOOK_LIKE = {  # marks of icons with similar classes that the fields cannot hold
    "circled": [INDEX_OF[name] for name in ("circled", "circle", "drawn")],
    "crossed": [INDEX_OF[name] for name in ("crossed", "cross", "X")],
}
LEAST_CONFIDENCE = 0.995  # if no class is this likely, the next model reads the field again, ...
ENOUGH = 0.998  # ... and in further views if none is this likely; 0.99 would make a wrong number surer
ENOUGH_FOR_SYMBOLS = 0.8  # the same for the model of symbols: surer ones keep their mark on 384 sheets
SHIFTS = (-2, 2)  # px down, of the further views; shifts to the sides, too, would gain almost nothing
STROKE = 170  # grey level of ink: some px of a stroke are darker, even of faint pencil ...
LEAST_STROKE = 2  # ... and a patch with fewer of them is blank: pale pencil between printed dashes has 2 to 5
RIM = 6  # px of a patch of `SIZE` at each side of a number: ink found only there belongs to a neighbour ...
FAINT = 210  # ... if the rest has no ink of this grey level, or darker
BARE = np.float32(30) * (np.arange(len(CLASSES)) == BLANK_INDEX)  # logits of a blank patch
MARKED = 0.98  # probability of no ink, below which an area may have a mark
CLEARLY_OTHER = 0.9  # probability from which the ink without pale ink shows another mark
LOOKS_OTHER = 0.8  # share of all classes from which an icon looks like a mark that it cannot hold
INTENDED = 2 / 3  # how likely a circle on an icon for crosses is intended as a cross, and vice versa
FOR_OVERWRITTEN = np.array([n in (*FOR_NUMBERS, KINDS.index("sign")) for n in range(len(KINDS))])
OVERWRITTEN = 4.0  # log odds from which a mark counts as written over another
CALMER = 2.0  # log odds from which its class becomes less sure
BATCH = 32  # patches per run: 16 take 8 % longer, more are no faster


class Model:
    """A trained net. It is read from a file once and never changes, so that threads can share it."""

    def __init__(self, file: Path) -> None:
        runtime = onnx_runtime()  # imported here: only programs that read photos should wait for it
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # photos are read in parallel
        options.enable_cpu_mem_arena = False  # each net would keep its own; they do not make it faster
        self._session = runtime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        words = self._session.get_modelmeta().custom_metadata_map
        if tuple(words["classes"].split()) != CLASSES:
            raise ValueError(f"{file} was trained for other classes")
        self._temperatures = np.array(words["temperatures"].split(), np.float32)
        if len(self._temperatures) != len(KINDS):
            raise ValueError(f"{file} was trained for other kinds of fields")
        patches, features = self._session.get_inputs()[0].shape, self._session.get_outputs()[1].shape
        self.size, self.width = 2 * int(patches[1]), int(features[1])

    def scores(self, patches: Patches, kinds: Indices) -> tuple[Floats, Floats, Floats]:
        """Return logits, features and log odds of overwriting for patches (n, size, size, 3).

        `kinds` (n) are the kinds of their fields (indices of KINDS). Logits (n, len(CLASSES)) are calibrated.
        Features (n, width) are similar for similar marks. Log odds (n) come only from the base model; other
        models return -inf.
        """
        logits = np.empty((len(patches), len(CLASSES)), np.float32)
        features = np.empty((len(patches), self.width), np.float32)
        over = np.full(len(patches), -np.inf, np.float32)
        for start in range(0, len(patches), BATCH):
            part = slice(start, start + BATCH)
            logits[part], features[part], *more = self._session.run(None, {"patches": squares(patches[part])})
            if more:
                over[part] = np.where(FOR_OVERWRITTEN[kinds[part]], more[0], -np.inf)
        return logits / self._temperatures[kinds][:, None], features, over


@dataclass(frozen=True, eq=False)
class Scores:
    """The models' scores of the areas of fields (`fairsheet.vision.classify.areas.areas_of`), one after the
    other.

    `logits` (n, len(CLASSES)) are calibrated. `features` (n, width) are those of the base model, 0 if there is
    no ink. `allowed` (n, len(CLASSES)) are the possible classes of each field, `kinds` (n) indices of KINDS.
    `over` (n) are the log odds that the mark is written over another. `bold` (n, len(CLASSES)) are the logits
    without ink that is much paler than the rest of the sheet. It is NaN for areas whose mark stays the same
    without that ink; None if all do.
    """

    logits: Floats
    features: Floats
    allowed: Mask
    kinds: Indices
    over: Floats
    bold: Floats | None = None

    def calmed(self, share: float) -> Scores:
        """Return the scores with all logits multiplied by a share, so that they are less sure."""
        bold = None if self.bold is None else self.bold * share
        return replace(self, logits=self.logits * share, bold=bold)

    @property
    def overwritten(self) -> Mask:
        """Which areas (n) seem to have a mark that is written over another."""
        return self.over > OVERWRITTEN

    def without_pale_ink(self) -> Scores:
        """Return the scores without ink that is much paler than the rest of the sheet."""
        if self.bold is None:
            return self
        return replace(self, logits=np.where(np.isnan(self.bold), self.logits, self.bold), bold=None)

    @cached_property
    def distributions(self) -> Floats:
        """The probabilities (n, len(CLASSES)) of the allowed classes; rows add up to 1.

        An icon for crosses that seems circled, or vice versa, is never surely blank. The more a mark seems to
        be written over another, the more similar are all probabilities.
        """
        shares = softmax(self.logits / (1 + np.logaddexp(0, self.over - CALMER))[:, None], self.allowed)
        none = np.array([name in (BLANK, CANCELLED) for name in CLASSES])
        icons = np.flatnonzero((self.kinds == KINDS.index("icon")) & none[shares.argmax(axis=1)])
        every = softmax(self.logits[icons], np.ones_like(self.allowed[icons]))
        for mark, alike in LOOK_LIKE.items():
            looks_other = every[:, alike].sum(axis=1) > LOOKS_OTHER
            other = icons[looks_other & ~self.allowed[icons, INDEX_OF[mark]]]
            marks = self.allowed[other] & ~none
            shares[other] = INTENDED * marks / marks.sum(axis=1, keepdims=True)
            shares[other, BLANK_INDEX] = 1 - INTENDED
        shares.setflags(write=False)  # they are remembered
        return shares


@dataclass(frozen=True, eq=False)
class Refinement:
    """A model that reads fields of these kinds (indices of KINDS) again.

    `share` is the weight of its logits in the mean with the previous ones; with 1 it replaces them.
    Fields of the kinds `in_views` without a class as likely as `enough` are also read from shifted patches.
    """

    model: Model
    share: float
    kinds: Sequence[int] = range(len(KINDS))
    in_views: Sequence[int] = range(len(KINDS))
    enough: float = ENOUGH

    def refine(self, logits: Floats, allowed: Mask, kinds: Indices, patches: Patches) -> Floats:
        """Return the refined logits of fields."""
        found, _, _ = self.model.scores(patches, kinds)
        unsure = are_unsure(logits + self.share * (found - logits), allowed, self.enough)
        left = np.flatnonzero(unsure & np.isin(kinds, self.in_views))
        views = np.concatenate([shifted(patches[left], down) for down in SHIFTS])
        further, _, _ = self.model.scores(views, np.tile(kinds[left], len(SHIFTS)))
        found[left] = np.stack([found[left], *np.split(further, len(SHIFTS))]).mean(axis=0)
        return np.asarray(logits + self.share * (found - logits))


class MarkReader:
    """The base model, and refining models that read the unsure fields again, one after the other.

    A field is unsure while no class has a probability of `look_again`; with 0 only the base model runs.
    """

    def __init__(
        self, base: Model, refinements: Sequence[Refinement], look_again: float = LEAST_CONFIDENCE
    ) -> None:
        self._base, self._refinements, self._look_again = base, refinements, look_again

    def scores(self, cut: Cut, kinds: Indices, allowed: Mask, sharpness: float = 1.0) -> Scores:
        """Return the scores of fields of these kinds (n, indices of KINDS) with the classes `allowed` (n,
        len(CLASSES)).

        `cut(which, size)` returns their patches (n, size, size, 3). `sharpness` is that of the photo
        (`fairsheet.vision.printed.softness`).
        """
        logits = np.tile(BARE, (len(kinds), 1))
        features = np.zeros((len(kinds), self._base.width), np.float32)
        patches = cut(np.arange(len(kinds)), self._base.size)
        inked = np.flatnonzero(have_ink(patches, kinds))
        over = np.full(len(kinds), -np.inf, np.float32)
        logits[inked], features[inked], over[inked] = self._read(patches[inked], inked, cut, kinds, allowed)
        scores = Scores(logits, features, allowed, kinds, over)
        return replace(scores, bold=self._score_without_pale_ink(scores, patches, cut, sharpness))

    def _score_without_pale_ink(
        self, scores: Scores, patches: Patches, cut: Cut, sharpness: float
    ) -> Floats | None:
        """Return `Scores.bold`; `patches` are all patches, in the base size."""
        shares = scores.distributions
        best, marked = shares.argmax(axis=1), np.flatnonzero(shares[:, BLANK_INDEX] < MARKED)
        if len(marked) == 0:
            return None
        dark = darkness(patches[marked])
        least = MUCH_PALER * thin_line_clarity(sharpness) * measure_pen(dark)

        def cleaned(which: Indices, size: int) -> Patches:
            found = cut(which, size)
            return remove_ink(found, find_pale_ink(darkness(found), least))

        pale = find_pale_ink(dark, least)
        shown = pale.any(axis=(1, 2)) & (best[marked] != BLANK_INDEX)
        which, left = marked[shown], remove_ink(patches[marked[shown]], pale[shown])
        inked, logits = have_ink(left, scores.kinds[which]), scores.logits.copy()
        logits[which[~inked]] = BARE
        which, left = which[inked], left[inked]
        kinds, allowed = scores.kinds[which], scores.allowed[which]
        alone, _, _ = self._base.scores(left, kinds)
        same = softmax(alone, allowed)[np.arange(len(which)), best[which]] >= CLEARLY_OTHER
        differ = which[~same]
        logits[differ] = self._refine(
            alone[~same], left[~same], differ, cleaned, kinds[~same], allowed[~same]
        )
        bold = replace(scores, logits=logits).distributions
        other = (bold.argmax(axis=1) != best) & (bold.max(axis=1) >= CLEARLY_OTHER)
        return np.where(other[:, None], logits, np.nan) if other.any() else None

    def average_with(self, scores: Scores, cut: Cut) -> Scores:
        """Average the scores of unsure areas with those of other patches of the same areas."""
        unsure = np.flatnonzero(scores.distributions.max(axis=1, initial=0.0) < self._look_again)
        patches = cut(unsure, self._base.size)
        again = self._read(patches, unsure, cut, scores.kinds, scores.allowed)
        logits, features, over = scores.logits.copy(), scores.features.copy(), scores.over.copy()
        for mean, more in zip((logits, features, over), again, strict=True):
            mean[unsure] = (mean[unsure] + more) / 2
        return replace(scores, logits=logits, features=features, over=over)

    def _read(
        self, patches: Patches, which: Indices, cut: Cut, kinds: Indices, allowed: Mask
    ) -> tuple[Floats, Floats, Floats]:
        """Return logits, features and log odds of overwriting for some areas, all with ink.

        `kinds` and `allowed` are those of all areas. `patches` are those of the chosen areas in the base size.
        Features and log odds come from the base model.
        """
        kinds, allowed = kinds[which], allowed[which]
        logits, features, over = self._base.scores(patches, kinds)
        return self._refine(logits, patches, which, cut, kinds, allowed), features, over

    def _refine(
        self, logits: Floats, patches: Patches, which: Indices, cut: Cut, kinds: Indices, allowed: Mask
    ) -> Floats:
        """Return the logits of some areas after all refinements; all arguments are those of these areas."""
        logits = logits.copy()
        for refinement in self._refinements:
            unsure = are_unsure(logits, allowed, self._look_again)
            asked = np.flatnonzero(unsure & np.isin(kinds, refinement.kinds))
            if len(asked):
                size = refinement.model.size
                found = patches[asked] if size == self._base.size else cut(which[asked], size)
                logits[asked] = refinement.refine(logits[asked], allowed[asked], kinds[asked], found)
        return logits


def have_ink(patches: Patches, kinds: Indices) -> Mask:
    """Return which patches (n, size, size, 3) of fields of these kinds have ink of their own; models skip others."""
    ink = np.ascontiguousarray(patches[..., 2])
    inked = np.asarray((ink <= STROKE).sum(axis=(1, 2), dtype=np.uint16) >= LEAST_STROKE)
    numbers = inked & np.isin(kinds, FOR_NUMBERS)
    rim = RIM * patches.shape[1] // SIZE
    within = ink[numbers, rim:-rim, rim:-rim] <= FAINT
    inked[numbers] = within.sum(axis=(1, 2), dtype=np.uint16) >= LEAST_STROKE
    return inked


def are_unsure(logits: Floats, allowed: Mask, sure: float) -> Mask:
    """Return which fields (n) have no class with a probability of `sure`."""
    return np.asarray(softmax(logits, allowed).max(axis=1, initial=0.0) < sure)


def softmax(logits: Floats, allowed: Mask) -> Floats:
    """Return distributions (n, classes) among the classes that are `allowed` (n, classes)."""
    masked = np.where(allowed, logits.astype(np.float64), -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def shifted(patches: Patches, down: int) -> Patches:
    """Return the patches (n, size, size, 3) shifted by some px; their edge fills the gap."""
    rows = np.arange(patches.shape[1])
    return patches[:, np.clip(rows - down, 0, rows[-1])]


def squares(patches: Patches) -> Patches:
    """Return patches (n, size, size, 3) with the 12 bytes of each 2 by 2 square as channels (n, size/2, size/2, 12)."""
    half = patches.shape[1] // 2
    pairs = patches.reshape(-1).view(np.uint16).reshape(-1, 2, half, 3)
    return cv2.merge([pairs[:, 0], pairs[:, 1]]).reshape(-1).view(np.uint8).reshape(-1, half, half, 12)


@cache
def mark_reader(look_again: float = LEAST_CONFIDENCE) -> MarkReader:
    """Return the mark reader with the models that come with the program."""
    names = ("base", "refinement", "symbols", "numbers")
    base, refinement, symbols, numbers = (Model(MODELS / f"{name}.onnx") for name in names)
    refinements = (
        Refinement(refinement, 1.0, in_views=[KINDS.index("link")]),  # others in views of the last model
        Refinement(symbols, 0.5, FOR_SYMBOLS, enough=ENOUGH_FOR_SYMBOLS),
        Refinement(numbers, 0.6, FOR_NUMBERS),
    )
    return MarkReader(base, refinements, look_again)

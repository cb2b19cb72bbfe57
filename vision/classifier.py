"""From ink to class probabilities: the mark reader, a quick net and a careful one for what that is unsure of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheets.model import Field
from vision.marks import BLANK_INDEX, CLASSES, classes_of
from vision.patches import Patches, areas_of

Floats = NDArray[np.floating[Any]]
Indices = NDArray[np.integer[Any]]

MODELS = Path(__file__).parent / "models"
QUICK, CAREFUL = MODELS / "quick.onnx", MODELS / "careful.onnx"
KINDS = ("slot", "icon", "box", "link", "sign", "tab")  # each has a temperature; a tab is a slot's second try
LOOK_AGAIN = 0.995  # where nothing is so likely, the careful net looks, from several sides
ASIDE = 2  # px by which these looks are moved
BARE = 170  # a patch whose ink is nowhere darker is blank: of 60,000 marks, faint pencil among them, none is so pale
CERTAIN = 30.0  # the logit that stands for that
BATCH = 32  # patches computed at once, so that they stay in the cache of the processor


class Net:
    """A trained net. It is read from a file once and never changes; sharing it between threads is safe."""

    def __init__(self, model: Path) -> None:
        import onnxruntime  # here, for only those who read photos should wait for it

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # photos are read side by side
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        words = self._session.get_modelmeta().custom_metadata_map
        if tuple(words["classes"].split()) != CLASSES:
            raise ValueError(f"{model} was trained for other classes")
        self._temperatures = np.array(words["temperatures"].split(), np.float32)
        if len(self._temperatures) != len(KINDS):
            raise ValueError(f"{model} was trained for other kinds of fields")

    def logits(self, patches: Patches, kinds: Indices) -> Floats:
        """Calibrated logits (n, len(CLASSES)) of patches (n, SIZE, SIZE, 3) of fields of these kinds (places in
        KINDS)."""
        parts = [
            self._session.run(None, {"patches": patches[at : at + BATCH]})[0]
            for at in range(0, len(patches), BATCH)
        ]
        raw = np.concatenate(parts) if parts else np.empty((0, len(CLASSES)), np.float32)
        return raw / self._temperatures[kinds][:, None]


class MarkReader:
    """The quick net, and the careful one for the patches of which the quick one is unsure."""

    def __init__(self, quick: Net, careful: Net) -> None:
        self._quick, self._careful = quick, careful

    def probabilities(self, patches: Patches, fields: Sequence[Field]) -> list[Floats]:
        """For every field the probabilities (places, classes of the field).

        `patches` are those of all places of the fields (`vision.patches.areas_of`) one after the other; the
        columns are `classes_of` the field, and every row adds up to 1.
        """
        kinds = [_kind(field, place) for field in fields for place in range(len(areas_of(field)))]
        if len(kinds) != len(patches):
            raise ValueError(f"{len(patches)} patches for fields with other places")
        owned: list[NDArray[np.bool_]] = []  # of each place, the classes of its field
        for field in fields:
            owned += [np.isin(CLASSES, classes_of(field))] * len(areas_of(field))
        allowed = np.array(owned).reshape(-1, len(CLASSES))
        shares = self.shares(patches, np.array(kinds, np.intp), allowed)
        found, start = [], 0
        for field in fields:
            end = start + len(areas_of(field))
            found.append(shares[start:end, [_INDEX[name] for name in classes_of(field)]])
            start = end
        return found

    def shares(self, patches: Patches, kinds: Indices, allowed: NDArray[np.bool_]) -> Floats:
        """The probabilities (n, len(CLASSES)) among the classes that are `allowed` (n, len(CLASSES)), for patches of
        fields of these kinds (places in KINDS)."""
        bare = patches[..., 2].min(axis=(1, 2)) > BARE
        logits = np.zeros((len(patches), len(CLASSES)), np.float32)
        logits[bare, BLANK_INDEX] = CERTAIN
        logits[~bare] = self._quick.logits(patches[~bare], kinds[~bare])
        unsure = softmax(logits, allowed).max(axis=1) < LOOK_AGAIN
        views = [self._careful.logits(view, kinds[unsure]) for view in looks(patches[unsure])]
        logits[unsure] = np.mean(views, axis=0)
        return softmax(logits, allowed)


def _kind(field: Field, place: int) -> int:
    return KINDS.index("tab" if field.second_try is not None and place == 1 else field.kind)


def softmax(logits: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """Shares (n, classes) among the classes that are `allowed` (n, classes)."""
    masked = np.where(allowed, logits.astype(np.float64), -np.inf)
    powers = np.exp(masked - masked.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def looks(patches: Patches) -> list[Patches]:
    """The patches, and the same seen from `ASIDE` px further left, right, up and down."""
    padded = np.pad(patches, ((0, 0), (ASIDE, ASIDE), (ASIDE, ASIDE), (0, 0)), mode="edge")
    side = patches.shape[1]
    corners = ((ASIDE, ASIDE), (0, ASIDE), (2 * ASIDE, ASIDE), (ASIDE, 0), (ASIDE, 2 * ASIDE))
    return [np.ascontiguousarray(padded[:, top : top + side, left : left + side]) for top, left in corners]


_INDEX = {name: k for k, name in enumerate(CLASSES)}


@cache
def mark_reader() -> MarkReader:
    """The mark reader with the nets that come with the program."""
    return MarkReader(Net(QUICK), Net(CAREFUL))

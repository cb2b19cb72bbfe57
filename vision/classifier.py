"""From ink to class probabilities: the mark reader, a small convolutional net."""

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

MODEL = Path(__file__).parent / "models" / "marks.onnx"
KINDS = ("slot", "icon", "box", "link", "sign", "tab")  # each has a temperature; a tab is a slot's second try
SURE = 0.995  # where nothing is so likely, the mean of several looks decides: it is wrong a little less often
ASIDE = 2  # px by which these looks are moved
BARE = 170  # a patch whose ink is nowhere darker is blank: of 60,000 marks, faint pencil among them, none is so pale
CERTAIN = 30.0  # the raw output that stands for that
BATCH = 32  # patches computed at once, so that they stay in the cache of the processor


class MarkReader:
    """The trained net. It is read from a file once and never changes; sharing it between threads is safe."""

    def __init__(self, model: Path = MODEL) -> None:
        import onnxruntime  # here, for only those who read photos should wait for it

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # photos are read side by side
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        words = self._session.get_modelmeta().custom_metadata_map
        if tuple(words["classes"].split()) != CLASSES:
            raise ValueError(f"{model} was trained for other classes")
        self._temperatures = dict(zip(KINDS, map(float, words["temperatures"].split()), strict=True))

    def probabilities(self, patches: Patches, fields: Sequence[Field]) -> list[Floats]:
        """For every field the probabilities (places, classes of the field).

        `patches` are those of all places of the fields (`vision.patches.areas_of`) one after the other; the
        columns are `classes_of` the field, and every row adds up to 1.
        """
        if sum(len(areas_of(field)) for field in fields) != len(patches):
            raise ValueError(f"{len(patches)} patches for fields with other places")
        bare = patches[..., 2].min(axis=(1, 2)) > BARE
        logits = np.zeros((len(patches), len(CLASSES)), np.float32)
        logits[bare, BLANK_INDEX] = CERTAIN
        logits[~bare] = self.logits(patches[~bare])
        found = self._shares(logits, fields)
        sureness = [row.max() for shares in found for row in shares]
        unsure = np.flatnonzero(np.array(sureness) < SURE)
        if len(unsure):
            looks = [logits[unsure], *(self.logits(look) for look in _looks(patches[unsure]))]
            logits[unsure] = np.mean(looks, axis=0)
            found = self._shares(logits, fields)
        return found

    def _shares(self, logits: Floats, fields: Sequence[Field]) -> list[Floats]:
        """For every field the probabilities (places, classes of the field) that raw outputs mean."""
        found = []
        start = 0
        for field in fields:
            count = len(areas_of(field))
            classes = [_INDEX[name] for name in classes_of(field)]
            rows = logits[start : start + count, classes].astype(np.float64)
            rows /= np.array([self._temperature(field, place) for place in range(count)]).reshape(-1, 1)
            rows = np.exp(rows - rows.max(axis=1, initial=-np.inf, keepdims=True))
            found.append(rows / rows.sum(axis=1, keepdims=True))
            start += count
        return found

    def logits(self, patches: Patches) -> Floats:
        """Raw outputs (n, len(CLASSES)) for patches (n, SIZE, SIZE, 3)."""
        parts = [
            self._session.run(None, {"patches": patches[at : at + BATCH]})[0]
            for at in range(0, len(patches), BATCH)
        ]
        return np.concatenate(parts) if parts else np.empty((0, len(CLASSES)), np.float32)

    def temperature(self, kind: str) -> float:
        """By how much the raw outputs for one of KINDS are divided."""
        return self._temperatures[kind]

    def _temperature(self, field: Field, place: int) -> float:
        return self.temperature("tab" if field.second_try is not None and place == 1 else field.kind)


def _looks(patches: Patches) -> list[Patches]:
    """The same patches, seen from `ASIDE` px further left, right, up and down."""
    padded = np.pad(patches, ((0, 0), (ASIDE, ASIDE), (ASIDE, ASIDE), (0, 0)), mode="edge")
    side = patches.shape[1]
    corners = ((0, ASIDE), (2 * ASIDE, ASIDE), (ASIDE, 0), (ASIDE, 2 * ASIDE))
    return [np.ascontiguousarray(padded[:, top : top + side, left : left + side]) for top, left in corners]


_INDEX = {name: k for k, name in enumerate(CLASSES)}


@cache
def mark_reader() -> MarkReader:
    """The mark reader that comes with the program."""
    return MarkReader()

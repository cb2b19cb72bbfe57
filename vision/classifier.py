"""From ink to class probabilities: the mark reader, a small convolutional net."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheets.model import Field
from vision.marks import CLASSES, classes_of
from vision.patches import Patches, areas_of

Floats = NDArray[np.floating[Any]]

MODEL = Path(__file__).parent / "models" / "marks.onnx"
KINDS = ("slot", "icon", "box", "link", "sign", "tab")  # each has a temperature; a tab is a slot's second try
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
        logits = self.logits(patches)
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
        if start != len(patches):
            raise ValueError(f"{len(patches)} patches for fields with {start} places")
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


_INDEX = {name: k for k, name in enumerate(CLASSES)}


@cache
def mark_reader() -> MarkReader:
    """The mark reader that comes with the program."""
    return MarkReader()

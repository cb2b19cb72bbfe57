"""From ink to class probabilities: the mark reader, a small convolutional net computed with numpy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sheets.model import Field
from vision.marks import CLASSES, classes_of
from vision.patches import SIZE, Patches, areas_of

Floats = NDArray[np.floating[Any]]

MODEL = Path(__file__).parent / "models" / "marks.npz"
KINDS = ("slot", "icon", "box", "link", "sign", "tab")  # each has a temperature; a tab is a slot's second try
BATCH = 16  # patches computed at once, so that they stay in the cache of the processor


class MarkReader:
    """The trained net. It is read from a file once and never changes; sharing it between threads is safe."""

    def __init__(self, model: Path = MODEL) -> None:
        with np.load(model) as archive:
            self._arrays = {name: archive[name] for name in archive.files if name != "classes"}
            names = tuple(archive["classes"].tolist())
        if names != CLASSES:
            raise ValueError(f"{model} was trained for other classes")

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
        """Raw outputs (n, len(CLASSES)) for patches (n, SIZE, SIZE, 2)."""
        parts = [self._forward(patches[at : at + BATCH]) for at in range(0, len(patches), BATCH)]
        return np.concatenate(parts) if parts else np.empty((0, len(CLASSES)), np.float32)

    def temperature(self, kind: str) -> float:
        """By how much the raw outputs for one of KINDS are divided."""
        return float(self._arrays["temperature"][KINDS.index(kind)])

    def _temperature(self, field: Field, place: int) -> float:
        return self.temperature("tab" if field.second_try is not None and place == 1 else field.kind)

    def _forward(self, patches: Patches) -> Floats:
        a = self._arrays
        x = np.zeros((len(patches), SIZE + 4, SIZE + 4, 2), np.float32)
        np.multiply(255 - patches, np.float32(1 / 255), out=x[:, 2:-2, 2:-2])
        x = _convolved(x, a["conv1"], a["bias1"], kernel=5, stride=2)
        x = _pooled(_convolved(_padded(x), a["conv2"], a["bias2"]))
        x = _pooled(_convolved(_padded(x), a["conv3"], a["bias3"]))
        x = np.maximum(x.reshape(len(x), -1) @ a["dense4"] + a["bias4"], 0)
        return np.asarray(x @ a["dense5"] + a["bias5"])


_INDEX = {name: k for k, name in enumerate(CLASSES)}


@cache
def mark_reader() -> MarkReader:
    """The mark reader that comes with the program."""
    return MarkReader()


def _padded(x: Floats) -> Floats:
    return np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))


def _convolved(x: Floats, weight: Floats, bias: Floats, kernel: int = 3, stride: int = 1) -> Floats:
    """Convolution of (n, height, width, channels), then ReLU; weight (kernel² * channels, out)."""
    count, height, width, channels = x.shape
    rows, columns = (height - kernel) // stride + 1, (width - kernel) // stride + 1
    image, row, pixel, value = x.strides
    windows = np.lib.stride_tricks.as_strided(
        x,
        (count, rows, columns, kernel, kernel * channels),  # the pixels of a window's row lie side by side
        (image, row * stride, pixel * stride, row, value),
    )
    out = windows.reshape(count * rows * columns, -1) @ weight
    out += bias
    return np.maximum(out, 0, out=out).reshape(count, rows, columns, -1)


def _pooled(x: Floats) -> Floats:
    """The maximum of every 2 by 2 pixels."""
    across = np.maximum(x[:, :, ::2], x[:, :, 1::2])
    return np.maximum(across[:, ::2], across[:, 1::2])

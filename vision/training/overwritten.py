"""Trains the part of the base model that finds marks written over others:

    python -m fairsheet.vision.training.overwritten --handwriting DIR --folder training

Numbers and signs are written over others on the blank fields of photographed pages, with the same pen or a bolder one.
Two dense layers learn to distinguish them from marks that are alone, by the last convolution of the base model, which
stays as it is. It takes about ten minutes on one core. The pages are kept in the folder.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from fairsheet.sheets.model.geometry import Rect
from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.classify.mark_reader import MODELS
from fairsheet.vision.classify.patches import Patches
from fairsheet.vision.classify.runtime import onnx_runtime
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Pen, some_pen
from fairsheet.vision.training._handwriting_sets import Handwriting, load_handwriting
from fairsheet.vision.training._more_numbers import (
    PENS,
    SIGNS,
    blank_samples,
    numbers_on,
    some_class,
    written,
)
from fairsheet.vision.training._samples import Samples, page_samples

SEEN = ("ordinary", "ordinary", "hard", "flat scan")
PARTS, PAGES = 4, 25  # files of pages, and pages in each
COUNT = 60_000  # marks written over others, and as many numbers that are alone
LAST_CONVOLUTION = "/net/Flatten_output_0"  # in the graph of the base model
HIDDEN, EPOCHS, BATCH, RATE = 64, 5, 256, 1.5e-3
HONEST = 3.0  # how much more a mark that is alone counts: a false alarm is a question to an honest player
SHARES = {"slot": 0.55, "box": 0.25, "correction": 0.1, "sign": 0.1}  # of the samples, by kind of field
ONE_DIGIT = 0.5  # share of the numbers of two digits of which only one digit is written over
BOLDER = 0.4  # share of the marks that are overwritten with a bolder pen
SIGNS_DRAWN = ("circle", "cross", "triangle")

Rng = np.random.Generator


def overwritten_on(blanks: Samples, handwriting: Handwriting, count: int, rng: Rng) -> Samples:
    """Return `count` samples of marks written over others on blank samples."""
    kinds = rng.choice(list(SHARES), size=count, p=list(SHARES.values()))
    rows = {kind: np.flatnonzero(blanks.kinds == KINDS.index(kind)) for kind in SHARES}
    chosen = np.array([rng.choice(rows[kind]) for kind in kinds])
    found = blanks.among(chosen)
    patches = found.patches.copy()
    for number, kind in enumerate(kinds.tolist()):
        if number % PENS == 0:
            hand, pen = handwriting.hand(rng), some_pen(rng)
        old, new = _two_marks(found.allowed[number], kind, rng)
        bolder = replace(pen, width=pen.width * rng.uniform(1.3, 2), density=min(1, pen.density * 1.15))
        first = partial(_traces, old, hand=hand, pen=pen, rng=rng)
        second = partial(_over, old, new, hand=hand, pen=pen, rng=rng)
        over = second, bolder if rng.random() < BOLDER else pen
        patches[number] = written(patches[number], kind, first, hand, pen, rng, over)
    return found._replace(patches=patches)


def _two_marks(allowed: NDArray[np.bool_], kind: str, rng: Rng) -> tuple[str, str]:
    """Return two different marks that a field can hold, often numbers that differ in one digit."""
    names = [CLASSES[k] for k in np.flatnonzero(allowed)]
    if kind == "sign":
        old, new = rng.permutation(SIGNS_DRAWN)[:2].tolist()
        return old, new
    old, new = (CLASSES[some_class(allowed, rng)] for _ in range(2))
    near = [
        name for name in names if len(name) == len(old) == 2 and (name[0] == old[0]) != (name[1] == old[1])
    ]
    if near and rng.random() < ONE_DIGIT:
        new = near[int(rng.integers(len(near)))]
    return (old, new) if old != new else _two_marks(allowed, kind, rng)


def _traces(mark: str, rect: Rect, hand: Hand, pen: Pen, rng: Rng) -> list[Trace]:
    if mark in SIGNS_DRAWN:
        return shapes.sign(mark, rect, hand, rng)
    return shapes.number(SIGNS.get(mark, mark), rect, hand, rng, pen.width)


def _over(old: str, new: str, rect: Rect, under: list[Trace], hand: Hand, pen: Pen, rng: Rng) -> list[Trace]:
    """Return the traces of a mark over those of another: over its only digit that changes, or over all of it."""
    changed = [k for k in range(len(new)) if old[k : k + 1] != new[k]]
    if (old + new).isdigit() and len(old) == len(new) == len(under) == 2 and len(changed) == 1:
        return _traces(new[changed[0]], _around(under[changed[0]], hand.size), hand, pen, rng)
    return _traces(new, rect, hand, pen, rng)


def _around(trace: Trace, size: float) -> Rect:
    """Return the place in which a hand of some size writes a digit as large as a trace."""
    if trace.image is not None and trace.matrix is not None:
        rows, columns = trace.image.shape
        corners = np.array([(0, 0, 1), (columns / rows, 0, 1), (0, 1, 1), (columns / rows, 1, 1)])
        points = corners @ trace.matrix.T
    else:
        points = np.concatenate(trace.strokes)
    low, high = points.min(axis=0), points.max(axis=0)
    height = (high[1] - low[1]) / size
    width = max(high[0] - low[0], 0.6 * (high[1] - low[1])) * 1.3
    middle = (low + high) / 2
    return Rect(middle[0] - width / 2, middle[1] - height / 2, width, height)


def samples_of(folder: Path, handwriting: Handwriting, seed: int, count: int) -> Samples:
    """Return samples with the target 1 for marks written over others and 0 for marks that are alone."""
    files = sorted(folder.glob("pages-*.npz"))
    blanks = blank_samples(files, tuple(SHARES))
    rng = np.random.default_rng(seed)
    over = overwritten_on(blanks, handwriting, count, rng)
    alone = Samples.joined(
        [
            numbers_on(blanks, handwriting, count, rng),
            *(Samples.of_file(file).of_kinds(SHARES) for file in files),
        ]
    )
    alone = alone.among(alone.targets > BLANK_INDEX)
    both = Samples.joined([over, alone])
    return both._replace(
        targets=np.repeat(np.array([1, 0], np.int8), [len(over.targets), len(alone.targets)])
    )


def features_of(base: onnx.ModelProto, patches: Patches) -> NDArray[np.float16]:
    """Return what the last convolution of the base model says (n, width) of patches (n, SIZE, SIZE, 3)."""
    shown = onnx.ModelProto()
    shown.CopyFrom(base)
    shown.graph.output.append(
        onnx.helper.make_tensor_value_info(LAST_CONVOLUTION, onnx.TensorProto.FLOAT, None)
    )
    session = onnx_runtime().InferenceSession(shown.SerializeToString())
    parts = (patches[start : start + BATCH] for start in range(0, len(patches), BATCH))
    return np.concatenate(
        [session.run([LAST_CONVOLUTION], {"patches": part})[0].astype(np.float16) for part in parts]
    )


def fitted(features: NDArray[np.float16], targets: NDArray[np.int8], seed: int) -> nn.Sequential:
    """Return the two dense layers that tell the targets from the features."""
    torch.manual_seed(seed)
    x, y = torch.from_numpy(features), torch.from_numpy(targets).float()
    unit = x[:BATCH].float().std()
    net = nn.Sequential(
        nn.Dropout(0.2), nn.Linear(x.shape[1], HIDDEN), nn.ReLU(), nn.Dropout(0.3), nn.Linear(HIDDEN, 1)
    )
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, EPOCHS * (len(y) // BATCH))
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(y)).split(BATCH)[: len(y) // BATCH]:
            with torch.autocast("cpu", torch.bfloat16):
                odds = net(x[chosen].float() / unit)[:, 0]
            weights = torch.where(y[chosen] > 0, 1.0, HONEST)
            loss = nn.functional.binary_cross_entropy_with_logits(odds.float(), y[chosen], weights)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        net[1].weight /= unit
    return net.eval()


def without_head(base: onnx.ModelProto) -> onnx.ModelProto:
    """Return the base model as it was before it had this output."""
    model = onnx.ModelProto()
    model.CopyFrom(base)
    for parts in (model.graph.initializer, model.graph.node, model.graph.output):
        kept = [part for part in parts if not part.name.startswith("over")]
        del parts[:]
        parts.extend(kept)
    return model


def with_head(base: onnx.ModelProto, net: nn.Sequential) -> onnx.ModelProto:
    """Return the base model with a third output: the log odds (n) that a mark is written over another.

    The larger layer has weights of 8 bits, each of its outputs with a scale of its own.
    """
    model, (first, last) = without_head(base), (net[1], net[4])
    weights = first.weight.detach().numpy().T
    scale = np.abs(weights).max(axis=0) / 127
    arrays = {
        "over.first": np.rint(weights / scale).astype(np.int8),
        "over.scale": scale.astype(np.float32),
        "over.first_bias": first.bias.detach().numpy(),
        "over.last": last.weight.detach().numpy().T,
        "over.last_bias": last.bias.detach().numpy(),
        "over.axis": np.array([1]),
    }
    model.graph.initializer.extend(onnx.numpy_helper.from_array(each, name) for name, each in arrays.items())
    for name, inputs, output, how in (
        ("DequantizeLinear", ["over.first", "over.scale"], "over.weights", {"axis": 1}),
        ("Gemm", [LAST_CONVOLUTION, "over.weights", "over.first_bias"], "over.sums", {}),
        ("Relu", ["over.sums"], "over.hidden", {}),
        ("Gemm", ["over.hidden", "over.last", "over.last_bias"], "over.odds", {}),
        ("Squeeze", ["over.odds", "over.axis"], "over", {}),
    ):
        model.graph.node.append(onnx.helper.make_node(name, inputs, [output], f"over.{output}", **how))
    model.graph.output.append(onnx.helper.make_tensor_value_info("over", onnx.TensorProto.FLOAT, ["n"]))
    return model


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--handwriting", type=Path, required=True, help="folder of the collections")
    parser.add_argument("--folder", type=Path, required=True, help="keeps the pages")
    parser.add_argument(
        "--base", type=Path, default=MODELS / "base.onnx", help="gets the output, or a better one"
    )
    parser.add_argument("--seed", type=int, default=9001)
    options = parser.parse_args()
    handwriting = load_handwriting(options.handwriting, held_out=False)
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(PARTS):
        file = options.folder / f"pages-{number}.npz"
        if not file.exists():
            page_samples(handwriting, PAGES, options.seed + number, SEEN).save(file)
    samples, base = samples_of(options.folder, handwriting, options.seed, COUNT), onnx.load(options.base)
    net = fitted(features_of(base, samples.patches), samples.targets, options.seed)
    onnx.save(with_head(base, net), options.base)


if __name__ == "__main__":
    main()

"""Train the part of the base model that detects overwritten marks:

    python -m tools.training.overwritten --handwriting DIR --folder training

Numbers and signs are written over others on photographed pages, with the same pen or a bolder one. Two dense layers
learn to distinguish them from single marks, from the last convolution of the base model, which is not changed. A page
takes three seconds on one core. The samples are kept in the folder.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from fairsheet.sheets.model.geometry import Rect
from fairsheet.sheets.model.sheet import Field
from fairsheet.vision.classify.mark_reader import squares
from fairsheet.vision.classify.patches import Patches
from fairsheet.vision.classify.runtime import MODELS, onnx_runtime
from fairsheet.vision.readings.classes import BLANK_INDEX, NUMBERS, classes_of
from fairsheet.vision.simulator import shapes
from fairsheet.vision.simulator.handwriting import Hand
from fairsheet.vision.simulator.pen import traces_of
from fairsheet.vision.simulator.shapes import Trace
from fairsheet.vision.simulator.traces import Pen
from tools.training._handwriting_sets import load_handwriting
from tools.training._samples import OVERWRITTEN, Samples, page_samples

SEEN = ("ordinary", "ordinary", "hard", "flat scan")
PARTS, PAGES = 26, 50  # files of samples, pages in each
LAST_CONVOLUTION = "/net/Flatten_output_0"  # in the graph of the base model
HIDDEN, EPOCHS, BATCH, RATE = 64, 8, 256, 1.5e-3
HONEST = 3.0  # weight of single marks, because a false alarm is a question to an honest player
KINDS = ("slot", "box", "correction", "sign")  # kinds of fields in which marks are overwritten
SHARE = 0.5  # share of their marks that are overwritten
ONE_DIGIT = 0.5  # share of two-digit numbers of which only one digit is overwritten
BOLDER = 0.4  # share of overwritten marks with a bolder pen
WRITTEN = (*NUMBERS, "X", "circle", "cross", "triangle")

Rng = np.random.Generator


def write_over(
    field: Field, old: str, under: list[Trace], hand: Hand, pen: Pen, rng: Rng
) -> tuple[list[Trace], Pen] | None:
    """Return the traces of another mark over a number or sign, and their pen; None if the mark is not overwritten."""
    others = [mark for mark in classes_of(field) if mark in WRITTEN and mark != old]
    if not (old in WRITTEN or (field.cells and old.isdigit())) or rng.random() >= SHARE:
        return None
    bolder = replace(pen, width=pen.width * rng.uniform(1.3, 2), density=min(1, pen.density * 1.15))
    over = bolder if rng.random() < BOLDER else pen
    digits = [mark for mark in others if mark.isdigit()]
    if field.cells:
        new = "".join(str(rng.choice([each for each in digits if each != digit])) for digit in old)
        return traces_of(field, new, hand, over, rng), over
    near = [mark for mark in digits if len(mark) == 2 and (mark[0] == old[0]) != (mark[1] == old[1:])]
    if near and len(under) == 2 and not field.turn and rng.random() < ONE_DIGIT:
        new = str(rng.choice(near))
        changed = int(new[0] == old[0])
        return shapes.number(
            new[changed], _place_over(under[changed], hand.size), hand, rng, over.width
        ), over
    return traces_of(field, str(rng.choice(others)), hand, over, rng), over


def _place_over(trace: Trace, size: float) -> Rect:
    """Return the place for a digit as large as a trace, for a hand that fills the share `size` of a place."""
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


def compute_features(base: onnx.ModelProto, patches: Patches) -> NDArray[np.float16]:
    """Return the output of the base model's last convolution (n, width) for patches (n, SIZE, SIZE, 3)."""
    shown = onnx.ModelProto()
    shown.CopyFrom(base)
    shown.graph.output.append(
        onnx.helper.make_tensor_value_info(LAST_CONVOLUTION, onnx.TensorProto.FLOAT, None)
    )
    session = onnx_runtime().InferenceSession(shown.SerializeToString())
    parts = (squares(patches[start : start + BATCH]) for start in range(0, len(patches), BATCH))
    return np.concatenate(
        [session.run([LAST_CONVOLUTION], {"patches": part})[0].astype(np.float16) for part in parts]
    )


def fit_head(features: NDArray[np.float16], targets: NDArray[np.bool_], seed: int) -> nn.Sequential:
    """Train two dense layers that predict the targets (n) from the features (n, width)."""
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


def remove_head(base: onnx.ModelProto) -> onnx.ModelProto:
    """Return the base model without this output."""
    model = onnx.ModelProto()
    model.CopyFrom(base)
    for parts in (model.graph.initializer, model.graph.node, model.graph.output):
        kept = [part for part in parts if not part.name.startswith("over")]
        del parts[:]
        parts.extend(kept)
    return model


def add_head(base: onnx.ModelProto, net: nn.Sequential) -> onnx.ModelProto:
    """Return the base model with a third output: the log odds (n) that a mark is written over another.

    The larger layer has 8-bit weights with one scale per output. They are converted with a product, because the runtime
    computes it once when it loads the file, but `DequantizeLinear` for every batch.
    """
    model, (first, last) = remove_head(base), (net[1], net[4])
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
        ("Cast", ["over.first"], "over.levels", {"to": onnx.TensorProto.FLOAT}),
        ("Mul", ["over.levels", "over.scale"], "over.weights", {}),
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
    parser.add_argument(
        "--handwriting", type=Path, required=True, help="folder of the handwriting collections"
    )
    parser.add_argument("--folder", type=Path, required=True, help="folder for the samples")
    parser.add_argument(
        "--base",
        type=Path,
        default=MODELS / "base.onnx",
        help="model file to which the output is added, or in which it is replaced",
    )
    parser.add_argument("--seed", type=int, default=9001)
    options = parser.parse_args()
    handwriting = load_handwriting(options.handwriting, held_out=False)
    options.folder.mkdir(parents=True, exist_ok=True)
    files = [options.folder / f"overwritten-{number}.npz" for number in range(PARTS)]
    for number, file in enumerate(files):
        if not file.exists():
            page_samples(handwriting, PAGES, options.seed + number, SEEN, kinds=KINDS, over=write_over).save(
                file
            )
    samples, base = Samples.joined(map(Samples.of_file, files)), onnx.load(options.base)
    samples = samples.among((samples.targets == OVERWRITTEN) | (samples.targets > BLANK_INDEX))
    net = fit_head(compute_features(base, samples.patches), samples.targets == OVERWRITTEN, options.seed)
    onnx.save(add_head(base, net), options.base)


if __name__ == "__main__":
    main()

"""The weights of a trained model in 8 bits.

`python -m fairsheet.vision.training.quantize --model M --samples FILE… --out MODEL`.

Convolutions and the first dense layer are computed in integers, three times as fast; the last layer stays as it is. The
samples (of `vision.training.generate`) only show which range the values between the layers have.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnx.numpy_helper
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from fairsheet.vision.classify.classifier import bear_ink
from fairsheet.vision.classify.patches import Patches

SHOWN = 2048  # patches with ink that show the ranges
BATCH = 64
QUANTIZED = ("Conv", "Gemm", "Relu", "MaxPool", "Add")


class _Shown:
    """Patches, batch by batch, as the quantizer asks for them."""

    def __init__(self, patches: Patches) -> None:
        self._batches: Iterator[Patches] = (
            patches[start : start + BATCH] for start in range(0, len(patches), BATCH)
        )

    def get_next(self) -> dict[str, Patches] | None:
        """The next input, or None."""
        batch = next(self._batches, None)
        return None if batch is None else {"patches": batch}


def quantize(model: Path, patches: Patches, out: Path) -> None:
    """Writes the quantized model, with the classes and temperatures of the trained one.

    Weights have 7 bits: with 8 their products overflow on processors without VNNI, which would read otherwise.
    """
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(model, prepared, skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(prepared).graph.node if "logits" in node.output]
        quantize_static(
            prepared,
            out,
            _Shown(patches),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=list(QUANTIZED),
            nodes_to_exclude=last,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
    quantized = onnx.load(out)
    onnx.helper.set_model_props(quantized, {word.key: word.value for word in onnx.load(model).metadata_props})
    take_bytes(quantized)
    onnx.save(quantized, out)


def take_bytes(model: onnx.ModelProto) -> None:
    """Lets the first convolution take the bytes of a patch, in the order in which they lie there.

    The trained net makes numbers of them, 0 for paper to 1 for black, and puts the pixels of each square of 2 by 2
    beside each other, colour by colour. In 8 bits these numbers are 255 less the bytes: the bytes themselves, counted
    down from 255, with weights of the other sign. To compute nothing before saves a fifth of the base model's time.
    """
    graph = model.graph
    known = {tensor.name: tensor for tensor in graph.initializer}
    quantized = next(node for node in graph.node if node.op_type == "QuantizeLinear")
    first = next(node for node in graph.node if node.input[0] == quantized.output[0])
    convolution = next(node for node in graph.node if node.input[0] == first.output[0])
    weights = known[next(node for node in graph.node if node.output[0] == convolution.input[1]).input[0]]
    if not np.isclose(onnx.numpy_helper.to_array(known[first.input[1]]), 1 / 255):
        raise ValueError("the first layer does not count in bytes")
    kernels = onnx.numpy_helper.to_array(
        weights
    )  # (outputs, colours, rows, columns of a square, height, width)
    squares = kernels.reshape(len(kernels), 3, 2, 2, *kernels.shape[2:]).transpose(0, 2, 3, 1, 4, 5)
    weights.CopyFrom(onnx.numpy_helper.from_array(-squares.reshape(kernels.shape), weights.name))

    for node in [*_before(quantized, graph), quantized]:
        graph.node.remove(node)
    half = graph.input[0].type.tensor_type.shape.dim[1].dim_value // 2
    constants = {
        "rows_of_squares": np.array([-1, half, 2, half, 6]),
        "squares": np.array([-1, half, half, 12]),
        "paper": np.array(255, np.uint8),
    }
    graph.initializer.extend(onnx.numpy_helper.from_array(array, name) for name, array in constants.items())
    steps: tuple[tuple[str, list[str], dict[str, list[int]]], ...] = (
        ("Reshape", ["patches", "rows_of_squares"], {}),
        ("Transpose", ["step 1"], {"perm": [0, 1, 3, 2, 4]}),
        ("Reshape", ["step 2", "squares"], {}),
        ("Transpose", ["step 3"], {"perm": [0, 3, 1, 2]}),  # as ONNX has it; ONNX Runtime turns it back
    )
    for place, (kind, inputs, options) in enumerate(steps):
        graph.node.insert(place, onnx.helper.make_node(kind, inputs, [f"step {place + 1}"], **options))
    first.input[0], first.input[2] = f"step {len(steps)}", "paper"
    used = {name for node in graph.node for name in node.input}
    for tensor in [tensor for tensor in graph.initializer if tensor.name not in used]:
        graph.initializer.remove(tensor)


def _before(node: onnx.NodeProto, graph: onnx.GraphProto) -> list[onnx.NodeProto]:
    """The nodes that make what a node takes."""
    makers = [other for other in graph.node if set(other.output) & set(node.input)]
    return [*makers, *(earlier for maker in makers for earlier in _before(maker, graph))]


def _inked(files: Sequence[Path]) -> Patches:
    """Patches with ink of the samples, the same ones every time."""
    patches = np.concatenate([np.load(file)["patches"] for file in files])
    patches = patches[bear_ink(patches)]
    return np.asarray(patches[np.random.default_rng(0).permutation(len(patches))[:SHOWN]])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    quantize(options.model, _inked(options.samples), options.out)


if __name__ == "__main__":
    main()

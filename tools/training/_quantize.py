"""Quantize a trained model to 8 bits.

Convolutions and the first dense layer use integers, which is three times as fast; the last layer is unchanged.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnx
import onnx.numpy_helper

from fairsheet.vision.classify.mark_reader import have_ink
from fairsheet.vision.classify.runtime import onnx_runtime
from tools.training._samples import Samples

SHOWN = 2048  # patches with ink for calibration
BATCH = 64
QUANTIZED = ("Conv", "Gemm", "Relu", "MaxPool", "Add")


def quantize(model: Path, samples: Path, out: Path) -> None:
    """Write the quantized model, with the classes and temperatures of the trained one.

    The samples only calibrate the ranges between the layers. Weights have 7 bits: with 8, products overflow on
    processors without VNNI, so that results would differ.
    """
    onnx_runtime()  # turns off its warnings before the import
    from onnxruntime import quantization
    from onnxruntime.quantization.shape_inference import quant_pre_process

    shown = Samples.of_file(samples)
    patches = shown.patches[have_ink(shown.patches, shown.kinds)]
    patches = patches[np.random.default_rng(0).permutation(len(patches))[:SHOWN]]
    batches = ({"patches": patches[start : start + BATCH]} for start in range(0, len(patches), BATCH))
    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(model, prepared, skip_symbolic_shape=True)
        last = [node.name for node in onnx.load(prepared).graph.node if "logits" in node.output]
        quantization.quantize_static(
            prepared,
            out,
            SimpleNamespace(get_next=lambda: next(batches, None)),
            quant_format=quantization.QuantFormat.QDQ,
            op_types_to_quantize=list(QUANTIZED),
            nodes_to_exclude=last,
            per_channel=True,
            reduce_range=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8,
        )
    quantized = onnx.load(out)
    onnx.helper.set_model_props(quantized, {word.key: word.value for word in onnx.load(model).metadata_props})
    take_bytes(quantized)
    onnx.save(quantized, out)


def take_bytes(model: onnx.ModelProto) -> None:
    """Let the first convolution take the bytes of `fairsheet.vision.classify.mark_reader.squares` directly.

    The trained net converts bytes to numbers from 0 (paper) to 1 (black), and joins the pixels of each 2 by 2 square,
    channel by channel. In 8 bits these numbers are 255 minus the bytes. Negated weights and a zero point of 255 give
    the same result from the bytes themselves. This saves a quarter of the base model's time.
    """
    graph = model.graph
    known = {tensor.name: tensor for tensor in graph.initializer}
    quantized = next(node for node in graph.node if node.op_type == "QuantizeLinear")
    first = next(node for node in graph.node if node.input[0] == quantized.output[0])
    convolution = next(node for node in graph.node if node.input[0] == first.output[0])
    weights = known[next(node for node in graph.node if node.output[0] == convolution.input[1]).input[0]]
    if not np.isclose(onnx.numpy_helper.to_array(known[first.input[1]]), 1 / 255):
        raise ValueError("the input of the first layer is not quantized in steps of 1/255")
    kernels = onnx.numpy_helper.to_array(weights)
    # (outputs, channels, rows and columns of a square, height, width) -> channels innermost, as in memory
    squares = kernels.reshape(len(kernels), 3, 2, 2, *kernels.shape[2:]).transpose(0, 2, 3, 1, 4, 5)
    weights.CopyFrom(onnx.numpy_helper.from_array(-squares.reshape(kernels.shape), weights.name))

    for node in [*_ancestors(quantized, graph), quantized]:
        graph.node.remove(node)
    shape = graph.input[0].type.tensor_type.shape
    half = shape.dim[1].dim_value // 2
    for place, size in enumerate((half, half, 12), 1):
        shape.dim[place].dim_value = size
    graph.initializer.append(onnx.numpy_helper.from_array(np.array(255, np.uint8), "paper"))
    # ONNX needs channels first; ONNX Runtime transposes back
    step = onnx.helper.make_node("Transpose", ["patches"], ["channels first"], perm=[0, 3, 1, 2])
    graph.node.insert(0, step)
    first.input[0], first.input[2] = "channels first", "paper"
    used = {name for node in graph.node for name in node.input}
    for tensor in [tensor for tensor in graph.initializer if tensor.name not in used]:
        graph.initializer.remove(tensor)


def _ancestors(node: onnx.NodeProto, graph: onnx.GraphProto) -> list[onnx.NodeProto]:
    """Return all nodes on which the inputs of a node depend."""
    makers = [other for other in graph.node if set(other.output) & set(node.input)]
    return [*makers, *(earlier for maker in makers for earlier in _ancestors(maker, graph))]

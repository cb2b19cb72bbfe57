"""The weights of a trained model in 8 bits: `python -m vision.training.quantize --model M --samples FILE… --out MODEL`.

Convolutions and the first dense layer are computed in integers, three times as fast; the last layer stays as it is. The
samples (of `vision.training.generate`) only tell which range the values between the layers have.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.classifier import bear_ink
from vision.patches import Patches

SHOWN = 2048  # patches with ink that tell the ranges
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
    onnx.save(quantized, out)


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

"""Load start weights from a trained ONNX model, whose batch normalisation is folded into its convolutions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

CHANNELS = 128  # channels of the last convolution


def start_from_model(net: nn.Module, file: Path, x: Tensor) -> None:
    """Give a net the weights of a trained model, possibly one of smaller patches; `x` are inputs (n, 3, size, size).

    The normalisation after each convolution is set so that, for these inputs, it has only the effect that was folded
    into the convolution. The first dense layer is stretched to the size of the patches.

    Raises:
        ValueError: The model belongs to another net.
    """
    graph = onnx.load(file).graph
    arrays = {
        each.name: torch.from_numpy(np.array(numpy_helper.to_array(each))) for each in graph.initializer
    }
    dense = {name: array for name, array in arrays.items() if "dense" in name}
    convolved = list(arrays.values())[len(dense) :]
    pairs = [
        (module[0], module[1])
        for module in net.modules()
        if isinstance(module, nn.Sequential) and len(module) > 1 and isinstance(module[1], nn.BatchNorm2d)
    ] + [(module.body[1], module.body[2]) for module in net.modules() if hasattr(module, "body")]
    order = {id(module): k for k, module in enumerate(net.modules())}
    pairs.sort(key=lambda pair: order[id(pair[0])])
    if len(convolved) != 2 * len(pairs):
        raise ValueError(f"{file} is a model of another net")
    net.eval()
    with torch.no_grad():
        for (convolution, norm), weight, bias in zip(pairs, convolved[::2], convolved[1::2], strict=True):
            convolution.weight.copy_(weight)
            seen = _output_of(convolution, net, x)
            mean, variance = seen.mean((0, 2, 3)), seen.var((0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.weight.copy_(torch.sqrt(variance + norm.eps))
            norm.bias.copy_(mean + bias)
        for name, array in dense.items():
            layer, kind = name.split(".")[-2:]
            target = getattr(getattr(net, layer), kind)
            target.copy_(_stretch(array, target))


def _output_of(layer: nn.Module, net: nn.Module, x: Tensor) -> Tensor:
    outputs: list[Tensor] = []

    def keep(_module: nn.Module, _args: Any, output: Tensor) -> None:
        outputs.append(output)

    handle = layer.register_forward_hook(keep)
    net(x)
    handle.remove()
    return outputs[0].float()


def _stretch(weights: Tensor, like: Tensor) -> Tensor:
    """Return the weights of a dense layer for larger pictures, with the same sum over the same part."""
    if weights.shape == like.shape:
        return weights
    before, after = (round((tensor.shape[1] / CHANNELS) ** 0.5) for tensor in (weights, like))
    grid = weights.reshape(len(weights), CHANNELS, before, before)
    wide = nn.functional.interpolate(grid, (after, after), mode="bilinear", align_corners=False)
    return (wide * (before / after) ** 2).reshape(like.shape)

"""Train a model of the mark reader.

The same samples and arguments give the same model on processors of one kind.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.classify.mark_reader import SHIFTS, shifted, softmax
from fairsheet.vision.classify.patches import SIZE
from fairsheet.vision.decoding.thresholds import SURE
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES
from tools.training._from_model import start_from_model
from tools.training._samples import JUNK

WIDTHS = (32, 48, 96, 128, 160)
AVERAGED = 0.998  # decay of the running average of the weights per step, after the first steps
BLANKS_SHOWN = 0.3  # share of blank fields used in an epoch, because most are easy
EASY = 0.99  # a sample is easy if the start net gives its class a higher probability
EASY_SHOWN = 0.3  # share of easy samples used in an epoch
WARM_UP = 0.08  # share of the training in which the learning rate grows
WARPED = 0.8  # share of batches with warped patches
BUCKLES = 0.04  # standard deviation of local shifts in a warped patch, relative to half its side
BATCH = 256
OPSET = 17  # of the ONNX file


class Net(nn.Module):
    """Four convolutions and two dense layers, after a pixel unshuffle of 2 by 2 pixels into channels.

    The refinement model has additional residual blocks. They have no effect at first, so that training can continue
    from a base model.
    """

    def __init__(self, refinement: bool = False, size: int = SIZE) -> None:
        super().__init__()
        one, two, three, four, five = WIDTHS
        layers: dict[str, nn.Module] = {
            "one": _convolution(3 * 4, one),
            "two": _convolution(one, two, stride=2),
            "two_more": Residual(two, two),
            "three": _convolution(two, three),
            "three_more": Residual(three, two),
            "pool": nn.MaxPool2d(2),
            "four": _convolution(three, four),
            "four_more": Residual(four, four),
        }
        self.convolutions = nn.Sequential()
        for name, layer in layers.items():
            if refinement or not isinstance(layer, Residual):
                self.convolutions.add_module(name, layer)
        self.dense1 = nn.Linear(four * (size // 8) ** 2, five)
        self.dense2 = nn.Linear(five, len(CLASSES))
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits (n, classes) for inputs (n, 3, size, size)."""
        return self.dense2(self.drop(self.features(x)))

    def features(self, x: Tensor) -> Tensor:
        """Return the output of the last hidden layer (n, WIDTHS[-1]) for inputs (n, 3, size, size)."""
        x = nn.functional.pixel_unshuffle(x, 2).contiguous(memory_format=torch.channels_last)
        x = self.convolutions(x).flatten(1)
        return torch.relu(self.dense1(self.drop(x)))

    def start_from(self, weights: dict[str, Tensor]) -> None:
        """Load the weights of an equal net, or those of a base model into a refinement model.

        Raises:
            ValueError: The weights belong to another net.
        """
        missing, unexpected = self.load_state_dict(weights, strict=False)
        if unexpected or not all("_more." in name for name in missing):
            raise ValueError("the start checkpoint belongs to another net")


class Residual(nn.Module):
    """Two convolutions whose output is added to the input; the output is zero before training."""

    def __init__(self, channels: int, middle: int) -> None:
        super().__init__()
        last = nn.BatchNorm2d(channels)
        nn.init.zeros_(last.weight)
        self.body = nn.Sequential(
            _convolution(channels, middle), nn.Conv2d(middle, channels, 3, padding=1, bias=False), last
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return a tensor of the shape of the input (n, channels, height, width)."""
        return torch.relu(x + self.body(x))


def _convolution(channels: int, out: int, stride: int = 1) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(channels, out, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class Whole(nn.Module):
    """The net including the conversion of raw patches."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits (n, classes) and features (n, WIDTHS[-1]) for patches (n, size, size, 3)."""
        features = self.net.features(to_inputs(patches))
        return self.net.dense2(features), features


@dataclass(frozen=True, eq=False)
class Data:
    """Samples: patches (n, size, size, 3), their right classes or JUNK (n), and the allowed classes (n, classes).

    `kinds` are the kinds of fields (n; indices in KINDS), `shown` the probability that an epoch uses each sample (n).
    """

    patches: Tensor
    targets: Tensor
    allowed: Tensor
    kinds: Tensor
    shown: Tensor


def load_data(files: Sequence[Path], start: Net | None = None) -> Data:
    """Load the samples of some files; samples that are easy for the start net are shown less often."""
    archives = [np.load(file) for file in files]
    targets, allowed, kinds = (
        torch.from_numpy(np.concatenate([archive[name] for archive in archives]))
        for name in ("targets", "allowed", "kinds")
    )
    shown = torch.where(targets == BLANK_INDEX, BLANKS_SHOWN, 1.0)
    patches = torch.empty((len(targets), *archives[0]["patches"].shape[1:]), dtype=torch.uint8)
    begin = 0
    for archive in archives:  # one by one, because concatenating them takes twice the memory
        some = torch.from_numpy(archive["patches"])
        part = slice(begin, begin + len(some))
        patches[part], begin = some, part.stop
        if start is not None:
            logits = torch.from_numpy(compute_logits(start, some))
            shares = torch.softmax(logits.masked_fill(~allowed[part], -1e4), 1)
            right = shares.gather(1, targets[part].long().clamp(min=0)[:, None])[:, 0]
            shown[part][(right > EASY) & (targets[part] != JUNK)] *= EASY_SHOWN
    return Data(patches, targets.long(), allowed, kinds, shown)


def to_inputs(patches: Tensor) -> Tensor:
    """Convert patches (n, size, size, 3) to inputs of the net (n, 3, size, size): darkness from 0 to 1."""
    return (1 - patches.float() / 255).permute(
        0, 3, 1, 2
    )  # channels stay innermost in memory, which is faster


def augment(x: Tensor, generator: torch.Generator) -> Tensor:
    """Augment inputs: vary brightness and contrast, add noise, and warp most batches."""
    count = len(x)
    if torch.rand((), generator=generator) < WARPED:
        x = nn.functional.grid_sample(x, _warp_grid(x, generator), padding_mode="border", align_corners=False)
    gain = 1 + 0.15 * torch.randn(count, 1, 1, 1, generator=generator)
    lift = 0.03 * torch.randn(count, 1, 1, 1, generator=generator)
    x[:, :1] = x[:, :1] * gain + lift
    noise = 0.05 * torch.rand(count, 1, 1, 1, generator=generator)
    x[:, ::2] += noise * torch.randn(count, 1, *x.shape[2:], generator=generator)
    return x.clamp_(0, 1)


def _warp_grid(x: Tensor, generator: torch.Generator) -> Tensor:
    """Return a sampling grid (n, height, width, 2) with random rotation, shear, scale, shift and local shifts."""
    matrix = torch.eye(2, 3) + 0.06 * torch.randn(len(x), 2, 3, generator=generator).clamp(-2, 2)
    grid = nn.functional.affine_grid(matrix, list(x.shape), align_corners=False)
    knots = BUCKLES * torch.randn(len(x), 2, 5, 5, generator=generator).clamp(-2, 2)
    buckles = nn.functional.interpolate(knots, x.shape[2:], mode="bilinear", align_corners=True)
    return grid + buckles.permute(0, 2, 3, 1)


def choose_epoch(data: Data, generator: torch.Generator) -> Tensor:
    """Return the sample indices of one epoch in random order, with only some of the easy samples."""
    chosen = torch.flatten(torch.nonzero(torch.rand(len(data.shown), generator=generator) < data.shown))
    return chosen[torch.randperm(len(chosen), generator=generator)]


def compute_loss(logits: Tensor, targets: Tensor, allowed: Tensor, shown: Tensor) -> Tensor:
    """Return the cross entropy among the allowed classes; the target for junk is uniform over all marks except blank.

    A sample with a low probability `shown` has a high weight, because it represents similar ones that are not shown.
    """
    logs = torch.log_softmax(logits.masked_fill(~allowed, -1e4), 1)
    junk = targets == JUNK
    marks = allowed.clone()
    marks[:, BLANK_INDEX] = False
    spread = -(logs.clamp(min=-30) * marks).sum(1) / marks.sum(1)
    plain = nn.functional.nll_loss(logs, targets.clamp(min=0), reduction="none")
    return (torch.where(junk, 0.5 * spread, plain) / shown).mean()


def train(net: Net, data: Data, views: int, most: float, seed: int) -> Net:
    """Train with AdamW until `views` samples were shown, and return the running average of the weights.

    The learning rate has a short warm-up to `most`, then cosine decay to zero.
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(net.parameters(), lr=most, weight_decay=0.01, fused=True)
    average = AveragedModel(net, avg_fn=_update_average, use_buffers=True)
    steps, step, total = views // BATCH, 0, 0.0
    while step < steps:
        net.train()
        batches = choose_epoch(data, generator).split(BATCH)
        for chosen in batches[:-1] or batches:  # the last batch is usually not full
            done = step / steps
            rate = most * min(1, done / WARM_UP) * (1 + math.cos(math.pi * done)) / 2
            for group in optimizer.param_groups:
                group["lr"] = rate
            x = augment(to_inputs(data.patches[chosen]), generator)
            with torch.autocast("cpu", torch.bfloat16):  # half the time on processors with bfloat16
                logits = net(x)
            loss = compute_loss(
                logits.float(), data.targets[chosen], data.allowed[chosen], data.shown[chosen]
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.update_parameters(net)
            step += 1
            total = 0.99 * total + 0.01 * float(loss.detach())
            if step % 1000 == 0:
                print(f"{step * BATCH} views, {done:.0%}: loss about {total:.4f}", flush=True)
            if done >= 1:
                break
    net_averaged: Net = average.module
    return net_averaged


def _update_average(average: Tensor, current: Tensor, count: Tensor | int) -> Tensor:
    """Update the running average of the weights; early averages are shorter, to forget the initial weights."""
    if not average.is_floating_point():
        return current
    return torch.lerp(average, current, max(1 - AVERAGED, 9 / (10 + float(count))))


def compute_logits(net: Net, patches: Tensor) -> np.ndarray:
    """Return the logits (n, classes) for patches (n, SIZE, SIZE, 3)."""
    net.eval()
    with torch.no_grad():
        return np.asarray(torch.cat([net(to_inputs(part)) for part in patches.split(1000)]))


def fit_temperatures(logits: np.ndarray, data: Data) -> np.ndarray:
    """Return for each kind of field the temperature with the best likelihood on samples of held-out writers."""
    best = []
    for kind in range(len(KINDS)):
        chosen = (data.kinds.numpy() == kind) & (data.targets.numpy() != JUNK)
        if not chosen.any():
            best.append(1.0)
            continue
        masked = torch.from_numpy(np.where(data.allowed.numpy(), logits, -1e4)[chosen])
        targets = data.targets[torch.from_numpy(chosen)]
        trials = np.geomspace(0.5, 3, 60)
        losses = [float(nn.functional.cross_entropy(masked / trial, targets)) for trial in trials]
        best.append(float(trials[int(np.argmin(losses))]))
    return np.array(best, np.float32)


def save_model(file: Path, net: Net, temperature: np.ndarray, size: int) -> None:
    """Save the net as ONNX for `fairsheet.vision.classify.mark_reader`, with classes and temperatures as metadata."""
    net.eval()
    patches = torch.zeros(2, size, size, 3, dtype=torch.uint8)
    names = {"input_names": ["patches"], "output_names": ["logits", "features"]}
    axes = {name: {0: "n"} for name in ("patches", "logits", "features")}
    torch.onnx.export(
        Whole(net), (patches,), str(file), dynamo=False, opset_version=OPSET, dynamic_axes=axes, **names
    )
    model, words = onnx.load(file), " ".join(f"{value:.4f}" for value in temperature)
    onnx.helper.set_model_props(model, {"classes": " ".join(CLASSES), "temperatures": words})
    onnx.save(model, file)


def train_model(
    out: Path,
    files: Sequence[Path],
    held_out_file: Path,
    views: int,
    rate: float,
    seed: int,
    start: Path | None = None,
    *,
    shows_all: bool = True,
) -> None:
    """Train a model on the samples of some files, and write it (`.onnx`) and its averaged weights (`.pt`).

    `views` is the number of samples shown. Without `start` it is a base model; a refinement model continues from
    weights (`.pt`), or from a model of smaller patches (`.onnx`). Samples that are easy for the start net are shown
    less often, unless `shows_all`; finding them takes as long as an epoch. Temperatures are fitted on `held_out_file`,
    samples of other writers.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    held_out = load_data([held_out_file])
    net = Net(start is not None, held_out.patches.shape[1]).to(memory_format=torch.channels_last)
    if start and start.suffix == ".onnx":
        start_from_model(net, start, to_inputs(held_out.patches[:500]))
    elif start:
        net.start_from(torch.load(start, weights_only=True))
    data = load_data(sorted(files), None if shows_all else copy.deepcopy(net))
    net = train(net, data, views, rate, seed)
    torch.save(net.state_dict(), out.with_suffix(".pt"))
    patches, targets, kinds = (each.numpy() for each in (held_out.patches, held_out.targets, held_out.kinds))
    seen = [patches, *(shifted(patches, down) for down in SHIFTS if start)]
    logits = np.mean([compute_logits(net, torch.from_numpy(view)) for view in seen], axis=0)
    temperature = fit_temperatures(logits, held_out)
    save_model(out, net, temperature, patches.shape[1])
    shares = softmax(logits / temperature[kinds][:, None], held_out.allowed.numpy())[targets != JUNK]
    wrong = shares.argmax(axis=1) != targets[targets != JUNK]
    print(
        f"misread: {wrong.mean():.3%}, confidently misread: {(wrong & (shares.max(axis=1) >= SURE)).mean():.3%}"
    )
    fitted = " ".join(f"{name} {value:.2f}" for name, value in zip(KINDS, temperature, strict=True))
    print("temperatures:", fitted, flush=True)

"""Trains the mark reader.

`python -m fairsheet.vision.training.train --samples FILE… --held-out FILE… --out MODEL.onnx`.

The samples are those of `vision.training.generate`. With the same ones and the same arguments training gives the same
model on processors of one kind, unless it is ended by `--minutes`.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.classify.classifier import augmented as views_of
from fairsheet.vision.classify.classifier import softmax
from fairsheet.vision.classify.patches import SIZE
from fairsheet.vision.readings.classes import BLANK_INDEX, CLASSES
from fairsheet.vision.training._accuracy import report
from fairsheet.vision.training._from_model import start_from_model
from fairsheet.vision.training._samples import JUNK

WIDTHS = (32, 48, 96, 128, 160)
AVERAGED = 0.998  # of the running average of the weights is kept at each step, once there is one
BLANKS_SHOWN = 0.3  # share of the blank fields that an epoch uses: most are easy
EASY = 0.99  # probability of the right class above which the net where training starts needs a sample less
EASY_SHOWN = 0.3  # share of those that an epoch uses
WARM_UP = 0.08  # share of the training in which the rate grows
WARPED = 0.8  # share of the batches whose patches are bent
BUCKLES = 0.04  # how far a place of a bent patch is moved by its buckles, as a part of half its side
OPSET = 17  # of the ONNX file


class Net(nn.Module):
    """Four convolutions and two dense layers; the first sees squares of two by two pixels as one with more channels.

    The refinement model has residual blocks in between. These do nothing at first, so that it can go on from where the
    training of a base model ended.
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
        """Raw outputs (n, classes) for inputs (n, 3, size, size)."""
        return self.dense2(self.drop(self.features(x)))

    def features(self, x: Tensor) -> Tensor:
        """What the last hidden layer says (n, WIDTHS[-1]) of inputs (n, 3, size, size)."""
        x = nn.functional.pixel_unshuffle(x, 2).contiguous(memory_format=torch.channels_last)
        x = self.convolutions(x).flatten(1)
        return torch.relu(self.dense1(self.drop(x)))

    def start_from(self, weights: dict[str, Tensor]) -> None:
        """Takes the weights of a net like this, or a refinement model those of a base model.

        Raises:
            ValueError: They are those of another net.
        """
        missing, unexpected = self.load_state_dict(weights, strict=False)
        if unexpected or not all("_more." in name for name in missing):
            raise ValueError("the checkpoint to start from is that of another net")


class Residual(nn.Module):
    """Two convolutions whose outcome is added to what came in: nothing, before training."""

    def __init__(self, channels: int, middle: int) -> None:
        super().__init__()
        last = nn.BatchNorm2d(channels)
        nn.init.zeros_(last.weight)
        self.body = nn.Sequential(
            _convolution(channels, middle), nn.Conv2d(middle, channels, 3, padding=1, bias=False), last
        )

    def forward(self, x: Tensor) -> Tensor:
        """Of the shape (n, channels, height, width) that came in."""
        return torch.relu(x + self.body(x))


def _convolution(channels: int, out: int, stride: int = 1) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(channels, out, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class Whole(nn.Module):
    """The net with what comes before it: patches as they are cut out."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """Raw outputs (n, classes) and features (n, WIDTHS[-1]) for patches (n, size, size, 3)."""
        features = self.net.features(inputs(patches))
        return self.net.dense2(features), features


class Data:
    """Samples of several files. More can be added; where there is no `room` left they take the place of the oldest.

    Memory is only taken by those that are there.
    """

    def __init__(self, files: Sequence[Path], room: int = 0, start: Net | None = None) -> None:
        self._files: set[Path] = set()
        self._start = start
        self._room = room or sum(_samples_in(file) for file in files)
        self.size = _size_in(files[0])
        self._patches = torch.empty((self._room, self.size, self.size, 3), dtype=torch.uint8)
        self._rest = {
            "targets": torch.empty(self._room, dtype=torch.int64),
            "allowed": torch.empty((self._room, len(CLASSES)), dtype=torch.bool),
            "kinds": torch.empty(self._room, dtype=torch.int8),
        }
        self._shown = torch.empty(self._room)
        self._added = 0
        self.add(files)

    def add(self, files: Sequence[Path]) -> None:
        """Takes in the files that are new, in the order of their names."""
        for file in sorted(set(files) - self._files):
            count = _samples_in(file)
            if count > self._room:
                raise ValueError(f"{file} has {count} samples, more than there is room for")
            rows = torch.arange(self._added, self._added + count) % self._room
            with np.load(file) as archive:
                self._patches[rows] = torch.from_numpy(archive["patches"])
                for name, values in self._rest.items():
                    values[rows] = torch.from_numpy(archive[name]).to(values.dtype)
            self._shown[rows] = self._share_shown(rows)
            self._files.add(file)
            self._added += count

    def _share_shown(self, rows: Tensor) -> Tensor:
        targets = self._rest["targets"][rows]
        shown = torch.where(targets == BLANK_INDEX, BLANKS_SHOWN, 1.0)
        if self._start is not None:
            logits = torch.from_numpy(logits_of(self._start, self._patches[rows]))
            shares = torch.softmax(logits.masked_fill(~self._rest["allowed"][rows], -1e4), 1)
            right = shares.gather(1, targets.clamp(min=0)[:, None])[:, 0]
            shown[(right > EASY) & (targets != JUNK)] *= EASY_SHOWN
        return shown

    @property
    def _count(self) -> int:
        return min(self._added, self._room)

    @property
    def patches(self) -> Tensor:
        """Patches (n, SIZE, SIZE, 3)."""
        return self._patches[: self._count]

    @property
    def targets(self) -> Tensor:
        """The right classes (n), or JUNK."""
        return self._rest["targets"][: self._count]

    @property
    def allowed(self) -> Tensor:
        """The classes (n, classes) that the field of each sample can bear."""
        return self._rest["allowed"][: self._count]

    @property
    def kinds(self) -> Tensor:
        """The kinds of field (n), as numbers in KINDS."""
        return self._rest["kinds"][: self._count]

    @property
    def shown(self) -> Tensor:
        """How likely an epoch uses each sample (n)."""
        return self._shown[: self._count]


def _samples_in(file: Path) -> int:
    with np.load(file) as archive:
        return len(archive["targets"])


def _size_in(file: Path) -> int:
    with np.load(file) as archive:
        return int(archive["patches"].shape[1])


def inputs(patches: Tensor) -> Tensor:
    """Patches (n, SIZE, SIZE, 3) as the net takes them: darkness 0 to 1."""
    return (1 - patches.float() / 255).permute(0, 3, 1, 2)  # channels stay innermost, which is faster


def augmented(x: Tensor, generator: torch.Generator) -> Tensor:
    """Paper and ink lighter or darker, noise, and most patches bent."""
    count = len(x)
    if torch.rand((), generator=generator) < WARPED:
        x = nn.functional.grid_sample(x, _bent(x, generator), padding_mode="border", align_corners=False)
    gain = 1 + 0.15 * torch.randn(count, 1, 1, 1, generator=generator)
    lift = 0.03 * torch.randn(count, 1, 1, 1, generator=generator)
    x[:, :1] = x[:, :1] * gain + lift
    noise = 0.05 * torch.rand(count, 1, 1, 1, generator=generator)
    x[:, ::2] += noise * torch.randn(count, 1, *x.shape[2:], generator=generator)
    return x.clamp_(0, 1)


def _bent(x: Tensor, generator: torch.Generator) -> Tensor:
    """Where each pixel (n, height, width, 2) is taken from: turned, sheared, stretched, shifted and buckled."""
    matrix = torch.eye(2, 3) + 0.06 * torch.randn(len(x), 2, 3, generator=generator).clamp(-2, 2)
    grid = nn.functional.affine_grid(matrix, list(x.shape), align_corners=False)
    knots = BUCKLES * torch.randn(len(x), 2, 5, 5, generator=generator).clamp(-2, 2)
    buckles = nn.functional.interpolate(knots, x.shape[2:], mode="bilinear", align_corners=True)
    return grid + buckles.permute(0, 2, 3, 1)


def some_of(data: Data, generator: torch.Generator) -> Tensor:
    """The indices of one epoch in random order: of what is easy only some are shown."""
    chosen = torch.flatten(torch.nonzero(torch.rand(len(data.shown), generator=generator) < data.shown))
    return chosen[torch.randperm(len(chosen), generator=generator)]


def loss_of(logits: Tensor, targets: Tensor, allowed: Tensor, shown: Tensor) -> Tensor:
    """Cross entropy among the allowed classes; junk should be spread evenly over all marks but blank.

    A sample that is shown seldom stands for all those like it that were not shown.
    """
    logs = torch.log_softmax(logits.masked_fill(~allowed, -1e4), 1)
    junk = targets == JUNK
    marks = allowed.clone()
    marks[:, BLANK_INDEX] = False
    spread = -(logs.clamp(min=-30) * marks).sum(1) / marks.sum(1)
    plain = nn.functional.nll_loss(logs, targets.clamp(min=0), reduction="none")
    return (torch.where(junk, 0.5 * spread, plain) / shown).mean()


class Budget:
    """How much of the training is done: by steps, or by `minutes` where there are any and they run out first."""

    def __init__(self, steps: int, minutes: float | None) -> None:
        self.steps, self.minutes = steps, minutes
        self.start, self.step = time.monotonic(), 0

    def progress(self) -> float:
        """From 0 to 1."""
        if self.step >= self.steps:
            return 1.0
        done = self.step / self.steps
        if self.minutes is None:
            return done
        return min(1.0, max(done, (time.monotonic() - self.start) / 60 / self.minutes))


def train(net: Net, data: Data, options: argparse.Namespace, checkpoint: Callable[[Net], None]) -> Net:
    """AdamW with a short warm-up and a cosine to nothing; returns the running average of the weights.

    `checkpoint` is called with that average every `options.every` minutes.
    """
    generator = torch.Generator().manual_seed(options.seed)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.01, fused=True)
    average = AveragedModel(net, avg_fn=_averaged, use_buffers=True)
    views = round(options.epochs * float(data.shown.sum())) if options.views is None else options.views
    budget = Budget(views // options.batch, options.minutes)
    saved, total = time.monotonic(), 0.0
    while budget.progress() < 1:
        data.add(_files(options.samples))
        net.train()
        batches = some_of(data, generator).split(options.batch)
        for chosen in batches[:-1] or batches:  # the last one is seldom full
            done = budget.progress()
            rate = options.rate * min(1, done / WARM_UP) * (1 + math.cos(math.pi * done)) / 2
            for group in optimizer.param_groups:
                group["lr"] = rate
            x = augmented(inputs(data.patches[chosen]), generator)
            with torch.autocast("cpu", torch.bfloat16, enabled=options.bfloat16):
                logits = net(x)
            loss = loss_of(logits.float(), data.targets[chosen], data.allowed[chosen], data.shown[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.update_parameters(net)
            budget.step += 1
            total = 0.99 * total + 0.01 * float(loss.detach())
            if time.monotonic() - saved > options.every * 60:
                print(f"{budget.step * options.batch} views, {done:.0%}: loss about {total:.4f}", flush=True)
                checkpoint(average.module)
                saved = time.monotonic()
            if done >= 1:
                break
    found: Net = average.module
    return found


def _files(paths: Sequence[Path]) -> list[Path]:
    """The files named, and those in the folders named."""
    found = [sorted(path.glob("*.npz")) if path.is_dir() else [path] for path in paths]
    return [file for files in found for file in files]


def _mean(states: Sequence[dict[str, Tensor]]) -> dict[str, Tensor]:
    """The mean weights of several checkpoints; steps are counted as in the last one."""
    return {
        name: torch.stack([state[name] for state in states]).mean(0) if last.is_floating_point() else last
        for name, last in states[-1].items()
    }


def _averaged(average: Tensor, current: Tensor, count: Tensor | int) -> Tensor:
    """The running average with the latest weights; over fewer steps at first, to forget where training began."""
    if not average.is_floating_point():
        return current
    return torch.lerp(average, current, max(1 - AVERAGED, 9 / (10 + float(count))))


def logits_of(net: Net, patches: Tensor) -> np.ndarray:
    """Raw outputs for patches (n, SIZE, SIZE, 3)."""
    net.eval()
    with torch.no_grad():
        return np.asarray(torch.cat([net(inputs(part)) for part in patches.split(1000)]))


def temperatures(logits: np.ndarray, data: Data) -> np.ndarray:
    """For each kind of field the temperature with the best likelihood on samples of unseen writers."""
    found = []
    for kind in range(len(KINDS)):
        chosen = (data.kinds.numpy() == kind) & (data.targets.numpy() != JUNK)
        if not chosen.any():
            found.append(1.0)
            continue
        masked = torch.from_numpy(np.where(data.allowed.numpy(), logits, -1e4)[chosen])
        targets = data.targets[torch.from_numpy(chosen)]
        trials = np.geomspace(0.5, 3, 60)
        losses = [float(nn.functional.cross_entropy(masked / trial, targets)) for trial in trials]
        found.append(float(trials[int(np.argmin(losses))]))
    return np.array(found, np.float32)


def save_model(file: Path, net: Net, temperature: np.ndarray, size: int) -> None:
    """The net as `vision.classify.classifier` takes it, with its classes and temperatures as metadata."""
    net.eval()
    patches = torch.zeros(2, size, size, 3, dtype=torch.uint8)
    torch.onnx.export(
        Whole(net),
        (patches,),
        str(file),
        dynamo=False,
        opset_version=OPSET,
        input_names=["patches"],
        output_names=["logits", "features"],
        dynamic_axes={name: {0: "n"} for name in ("patches", "logits", "features")},
    )
    model = onnx.load(file)
    onnx.helper.set_model_props(
        model,
        {"classes": " ".join(CLASSES), "temperatures": " ".join(f"{value:.4f}" for value in temperature)},
    )
    onnx.save(model, file)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--samples",
        type=Path,
        nargs="+",
        required=True,
        help="files, or folders looked into before every pass",
    )
    parser.add_argument("--held-out", type=Path, nargs="+", required=True, help="samples of other writers")
    parser.add_argument(
        "--room", type=int, default=0, help="how many samples are kept in memory, where more are being made"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--start",
        type=Path,
        nargs="+",
        help="a checkpoint (.pt) to go on from, or several for their mean, or a model (.onnx)",
    )
    parser.add_argument(
        "--epochs", type=int, default=30, help="0 only measures and saves where training starts"
    )
    parser.add_argument("--views", type=int, help="samples shown in all, in place of a number of epochs")
    parser.add_argument("--minutes", type=float, help="end sooner; the result then depends on the machine")
    parser.add_argument("--every", type=float, default=5, help="minutes between checkpoints")
    parser.add_argument(
        "--refinement",
        action="store_true",
        help="the deeper net, which looks again at what the base model is unsure of",
    )
    parser.add_argument(
        "--show-all",
        action="store_true",
        help="show what is easy for the net at the start as often as the rest; to find it takes as long as a pass",
    )
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--bfloat16",
        action="store_true",
        help="compute in 16 bits: half the time where the processor has them",
    )
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    held_out = Data(options.held_out)
    net = Net(options.refinement, held_out.size).to(memory_format=torch.channels_last)
    if options.start and options.start[0].suffix == ".onnx":
        start_from_model(net, options.start[0], inputs(held_out.patches[:500]))
    elif options.start:
        net.start_from(_mean([torch.load(file, weights_only=True) for file in options.start]))

    def save(found: Net) -> None:
        torch.save(found.state_dict(), options.out.with_suffix(".pt"))
        views = views_of(held_out.patches.numpy()) if options.refinement else [held_out.patches.numpy()]
        logits = np.mean([logits_of(found, torch.from_numpy(view)) for view in views], axis=0)
        temperature = temperatures(logits, held_out)
        save_model(options.out, found, temperature, held_out.size)
        kinds = held_out.kinds.numpy()
        said = softmax(logits / temperature[kinds][:, None], held_out.allowed.numpy())
        print(report(said, held_out.targets.numpy(), kinds))
        print(
            "temperatures:",
            *(f"{name} {value:.2f}" for name, value in zip(KINDS, temperature, strict=True)),
            flush=True,
        )

    start = copy.deepcopy(net) if options.start and not options.show_all else None
    save(train(net, Data(_files(options.samples), options.room, start), options, save))


if __name__ == "__main__":
    main()

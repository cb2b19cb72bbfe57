"""Trains the mark reader: `python -m vision.training.train --samples FILE… --held-out FILE… --out MODEL.npz`.

The samples are those of `vision.training.generate`. Without `--minutes` training is repeatable on the same machine.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from vision.classifier import KINDS
from vision.marks import BLANK, CLASSES
from vision.patches import SIZE
from vision.training.report import report
from vision.training.samples import JUNK

WIDTHS = (16, 24, 48, 128)
AVERAGED = 0.999  # of the running average of the weights is kept at each step
BLANK_INDEX = CLASSES.index(BLANK)
BLANKS_SHOWN = 0.4  # share of the blank fields that an epoch uses
WARM_UP = 0.03  # share of the training in which the rate grows
EDGE = 4  # px by which patches are shifted about in training


class Net(nn.Module):
    """Three convolutions and two dense layers; `vision.classifier` computes the same with numpy."""

    def __init__(self) -> None:
        super().__init__()
        one, two, three, four = WIDTHS
        self.conv1 = nn.Conv2d(2, one, 5, stride=2, padding=2, bias=False)
        self.norm1 = nn.BatchNorm2d(one)
        self.conv2 = nn.Conv2d(one, two, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(two)
        self.conv3 = nn.Conv2d(two, three, 3, padding=1, bias=False)
        self.norm3 = nn.BatchNorm2d(three)
        self.dense1 = nn.Linear(three * (SIZE // 8) ** 2, four)
        self.dense2 = nn.Linear(four, len(CLASSES))
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Tensor) -> Tensor:
        """Raw outputs (n, classes) for inputs (n, 2, SIZE, SIZE)."""
        x = torch.relu(self.norm1(self.conv1(x)))
        x = nn.functional.max_pool2d(torch.relu(self.norm2(self.conv2(x))), 2)
        x = nn.functional.max_pool2d(torch.relu(self.norm3(self.conv3(x))), 2)
        x = torch.relu(self.dense1(self.drop(x.permute(0, 2, 3, 1).flatten(1))))
        return self.dense2(self.drop(x))


class Data:
    """Samples of several files."""

    def __init__(self, files: Sequence[Path]) -> None:
        loaded = [dict(np.load(file)) for file in files]
        self.patches = torch.from_numpy(np.concatenate([part["patches"] for part in loaded]))
        self.targets = torch.from_numpy(np.concatenate([part["targets"] for part in loaded]).astype(np.int64))
        self.allowed = torch.from_numpy(np.concatenate([part["allowed"] for part in loaded]))
        self.kinds = torch.from_numpy(np.concatenate([part["kinds"] for part in loaded]))


def inputs(patches: Tensor) -> Tensor:
    """Patches (n, SIZE, SIZE, 2) as the net takes them: darkness 0 to 1."""
    return (1 - patches.float() / 255).permute(0, 3, 1, 2)  # channels stay innermost, which is faster


def augmented(x: Tensor, generator: torch.Generator) -> Tensor:
    """Shifts, paper and ink lighter or darker, noise, and something laid over an edge at times."""
    count = len(x)
    grown = nn.functional.pad(x, (EDGE,) * 4, mode="replicate")
    dy, dx = torch.randint(-EDGE // 2, EDGE // 2 + 1, (2,), generator=generator).tolist()
    x = grown[:, :, EDGE + dy : EDGE + dy + SIZE, EDGE + dx : EDGE + dx + SIZE].clone()
    drift = torch.randint(-1, 2, (2,), generator=generator).tolist()  # the photo alone is out of register
    if any(drift):
        x[:, :1] = torch.roll(x[:, :1], drift, (2, 3))
    gain = 1 + 0.15 * torch.randn(count, 1, 1, 1, generator=generator)
    lift = 0.03 * torch.randn(count, 1, 1, 1, generator=generator)
    x[:, :1] = (x[:, :1] * gain + lift).clamp(0, 1)
    noise = 0.04 * torch.rand(count, 1, 1, 1, generator=generator)
    x[:, :1] += noise * torch.randn(count, 1, SIZE, SIZE, generator=generator)
    return x


def some_of(data: Data, generator: torch.Generator) -> Tensor:
    """The indices of one epoch in random order: most blank fields are easy, so only some of them are shown."""
    keep = torch.where(data.targets == BLANK_INDEX, BLANKS_SHOWN, 1.0)
    chosen = torch.flatten(torch.nonzero(torch.rand(len(keep), generator=generator) < keep))
    return chosen[torch.randperm(len(chosen), generator=generator)]


def loss_of(logits: Tensor, targets: Tensor, allowed: Tensor) -> Tensor:
    """Cross entropy among the allowed classes; junk should be spread evenly over all marks but blank.

    A blank field stands for all those that were not shown.
    """
    logs = torch.log_softmax(logits.masked_fill(~allowed, -1e4), 1)
    junk = targets == JUNK
    marks = allowed.clone()
    marks[:, BLANK_INDEX] = False
    spread = -(logs.clamp(min=-30) * marks).sum(1) / marks.sum(1)
    plain = nn.functional.nll_loss(logs, targets.clamp(min=0), reduction="none")
    losses = torch.where(junk, 0.5 * spread, plain)
    return torch.where(targets == BLANK_INDEX, losses / BLANKS_SHOWN, losses).mean()


class Budget:
    """How much of the training is done: by epochs, or by minutes where these run out first."""

    def __init__(self, steps: int, minutes: float) -> None:
        self.steps, self.seconds = steps, minutes * 60
        self.start, self.step = time.monotonic(), 0

    def progress(self) -> float:
        """From 0 to 1."""
        return min(1.0, max(self.step / self.steps, (time.monotonic() - self.start) / self.seconds))


def train(net: Net, data: Data, options: argparse.Namespace, checkpoint: Callable[[Net], None]) -> Net:
    """AdamW with a short warm-up and a cosine to nothing; returns the running average of the weights.

    `checkpoint` is called with that average every `options.every` minutes.
    """
    generator = torch.Generator().manual_seed(options.seed)
    optimizer = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-4)
    average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED), use_buffers=True)
    budget = Budget(options.epochs * (len(data.targets) // options.batch), options.minutes)
    saved, total = time.monotonic(), 0.0
    while budget.progress() < 1:
        net.train()
        for chosen in some_of(data, generator).split(options.batch)[:-1]:
            done = budget.progress()
            rate = options.rate * min(1, done / WARM_UP) * (1 + math.cos(math.pi * done)) / 2
            for group in optimizer.param_groups:
                group["lr"] = rate
            x = augmented(inputs(data.patches[chosen]), generator)
            loss = loss_of(net(x), data.targets[chosen], data.allowed[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.update_parameters(net)
            budget.step += 1
            total = 0.99 * total + 0.01 * float(loss.detach())
            if time.monotonic() - saved > options.every * 60:
                print(f"step {budget.step}, {done:.0%}: loss about {total:.4f}", flush=True)
                checkpoint(average.module)
                saved = time.monotonic()
            if done >= 1:
                break
    found: Net = average.module
    return found


def logits_of(net: Net, data: Data) -> np.ndarray:
    """Raw outputs for all samples."""
    net.eval()
    with torch.no_grad():
        return np.asarray(torch.cat([net(inputs(part)) for part in data.patches.split(1000)]))


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


def save_model(file: Path, net: Net, temperature: np.ndarray) -> None:
    """Weights with the batch norms folded in, laid out for `vision.classifier`."""
    net.eval()
    arrays: dict[str, np.ndarray] = {"temperature": temperature, "classes": np.array(CLASSES)}
    for number, (conv, norm) in enumerate(
        ((net.conv1, net.norm1), (net.conv2, net.norm2), (net.conv3, net.norm3)), 1
    ):
        assert norm.running_var is not None and norm.running_mean is not None
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight = (
            conv.weight * scale[:, None, None, None]
        )  # (out, in, height, width) to (height * width * in, out)
        arrays[f"conv{number}"] = weight.permute(2, 3, 1, 0).flatten(0, 2).detach().numpy()
        arrays[f"bias{number}"] = (norm.bias - norm.running_mean * scale).detach().numpy()
    for number, dense in ((4, net.dense1), (5, net.dense2)):
        arrays[f"dense{number}"] = dense.weight.T.detach().numpy().copy()
        arrays[f"bias{number}"] = dense.bias.detach().numpy()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--held-out", type=Path, nargs="+", required=True, help="samples of other writers")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a checkpoint (.pt) to go on from")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument(
        "--minutes", type=float, default=1e9, help="end sooner; the result then depends on the machine"
    )
    parser.add_argument("--every", type=float, default=5, help="minutes between checkpoints")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    net = Net().to(memory_format=torch.channels_last)
    if options.start:
        net.load_state_dict(torch.load(options.start))
    held_out = Data(options.held_out)

    def save(found: Net) -> None:
        torch.save(found.state_dict(), options.out.with_suffix(".pt"))
        logits = logits_of(found, held_out)
        temperature = temperatures(logits, held_out)
        save_model(options.out, found, temperature)
        truth = held_out.targets.numpy(), held_out.allowed.numpy(), held_out.kinds.numpy()
        print(report(logits, temperature, *truth), flush=True)

    save(train(net, Data(options.samples), options, save))


if __name__ == "__main__":
    main()

"""Train all models of the mark reader, from handwriting to the bundled files:

    python -m tools.training.all_models --handwriting DIR --folder training

Results stay in the folder; an interrupted run resumes at the first missing one. The same handwriting, seed and scale
give the same models on processors of one kind. At full scale it takes about nine hours on one core.
`docs/develop/training.md` describes the training of the bundled models, and other attempts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from fairsheet.vision.classify.patches import FINE_SIZE
from tools.training._handwriting_sets import load_handwriting
from tools.training._more_numbers import KINDS_WRITTEN, blank_samples, numbers_on
from tools.training._samples import page_samples

QUIET = ("ordinary", "ordinary", "hard", "flat scan")
NOISY = ("hard", "hard", "ordinary", "flat scan")
PAGES_A_FILE, NUMBERS_A_FILE = 60, 25_000
handwriting_of = lru_cache(maxsize=1)(load_handwriting)
FEWEST_PAGES = 4  # pages in a file, because some are not found in their photos


@dataclass(frozen=True)
class Step:
    """A step of the training: its output file, the files that it needs, and the function that writes the output."""

    out: Path
    needs: tuple[Path, ...]
    make: Callable[[Path], object]


@dataclass(frozen=True)
class Plan:
    """The folders of the handwriting and the results, the first seed, and the scale of the training (1 is full)."""

    handwriting: Path
    folder: Path
    seed: int
    scale: float

    def steps(self) -> list[Step]:
        """Return all steps in order."""
        held_out = self._page_step("held-out", 50, 1, QUIET, held_out=True)
        held_out_fine = self._page_step("held-out-fine", 30, 2, QUIET, held_out=True, size=FINE_SIZE)
        mixed = self._sample_steps("mixed", 17, 20, 100, QUIET)
        noisy = self._sample_steps("noisy", 19, 5, 200, NOISY)
        fine = self._sample_steps("fine", 10, 30, 300, QUIET, size=FINE_SIZE, kinds=KINDS_WRITTEN)
        base = self._model_step("base", mixed, held_out, 7_000_000, 3e-3)
        start = base.out.with_suffix(".pt")
        refinement = self._model_step(
            "refinement", mixed, held_out, 3_600_000, 1.5e-3, start, shows_all=False
        )
        start = refinement.out.with_suffix(".pt")
        symbols = self._model_step("symbols", noisy, held_out, 2_400_000, 1.5e-3, start)
        numbers = self._model_step("numbers", fine, held_out_fine, 3_500_000, 1.6e-3, refinement.out)
        models = [(base, held_out), (refinement, held_out), (symbols, held_out), (numbers, held_out_fine)]
        return [
            *(held_out, held_out_fine, *mixed, base, refinement, *noisy, symbols, *fine, numbers),
            *(self._quantize_step(model.out, samples.out) for model, samples in models),
        ]

    def _sample_steps(
        self, name: str, pages: int, numbers: int, seed: int, seen: Sequence[str], **how: Any
    ) -> list[Step]:
        """Return the steps for files of pages, and of numbers written on their blank fields."""
        files = [
            self._page_step(f"{name}/pages-{number}", PAGES_A_FILE, seed + number, seen, **how)
            for number in range(self._scaled(pages))
        ]
        blanks = tuple(file.out for file in files)

        def write(number: int, out: Path) -> None:
            hands, rng = (
                handwriting_of(self.handwriting, False),
                np.random.default_rng(self.seed + seed + number),
            )
            numbers_on(blank_samples(blanks), hands, self._scaled(NUMBERS_A_FILE), rng).save(out)

        outs = [self.folder / f"{name}/numbers-{number}.npz" for number in range(self._scaled(numbers))]
        return files + [Step(out, blanks, partial(write, number)) for number, out in enumerate(outs)]

    def _page_step(
        self, name: str, pages: int, seed: int, seen: Sequence[str], held_out: bool = False, **how: Any
    ) -> Step:
        """Return the step for a file of pages; `how` goes to `page_samples`."""

        def write(out: Path) -> None:
            hands, count = handwriting_of(self.handwriting, held_out), max(FEWEST_PAGES, self._scaled(pages))
            page_samples(hands, count, self.seed + seed, seen, **how).save(out)

        return Step(self.folder / f"{name}.npz", (), write)

    def _model_step(
        self, name: str, samples: Sequence[Step], held_out: Step, views: int, rate: float,
        start: Path | None = None, shows_all: bool = True,
    ) -> Step:  # fmt: skip
        """Return the step for a model (`.onnx`) and its weights for further training (`.pt`)."""
        files = tuple(step.out for step in samples)

        def write(out: Path) -> None:
            from tools.training._train import train_model  # needs torch

            count = self._scaled(views)
            train_model(out, files, held_out.out, count, rate, self.seed, start, shows_all=shows_all)

        return Step(self.folder / f"{name}.onnx", (*files, held_out.out, *([start] if start else [])), write)

    def _quantize_step(self, model: Path, samples: Path) -> Step:
        def write(out: Path) -> None:
            from tools.training._quantize import quantize  # needs onnx

            quantize(model, samples, out)

        return Step(self.folder / "models" / model.name, (model, samples), write)

    def _scaled(self, count: int) -> int:
        return max(1, round(count * self.scale))


def run(steps: Sequence[Step]) -> None:
    """Run the steps whose outputs are missing, with progress on stderr."""
    for number, step in enumerate(steps, 1):
        print(f"{number}/{len(steps)} {step.out}", "exists" if step.out.exists() else "…", file=sys.stderr)
        if step.out.exists():
            continue
        step.out.parent.mkdir(parents=True, exist_ok=True)
        part = step.out.with_stem(f"{step.out.stem}-part")
        step.make(part)
        weights = part.with_suffix(".pt")
        if weights.exists():
            weights.replace(step.out.with_suffix(".pt"))
        part.replace(step.out)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--handwriting", type=Path, required=True, help="folder of the handwriting collections"
    )
    parser.add_argument(
        "--folder", type=Path, required=True, help="folder for samples, checkpoints and models"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="scale of samples and views; 0.01 for a trial"
    )
    options = parser.parse_args()
    cv2.setNumThreads(1)
    run(Plan(options.handwriting, options.folder, options.seed, options.scale).steps())


if __name__ == "__main__":
    main()

"""Trains all models of the mark reader, from handwriting to the files that the program comes with:

    python -m fairsheet.vision.training.all_models --handwriting DIR --folder training

What is done is kept in the folder, so a run that was stopped goes on with the first step that is not. The same
handwriting, seed and scale give the same models on processors of one kind. At full length it takes about nine hours on
one core. `docs/inside/training.md` says how the models that are shipped came about, and what else
was tried.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairsheet.sheets.library.templates import scenario_names
from fairsheet.vision.classify.patches import FINE_SIZE

RECORDED = ("ares-record", "ares-coop", "gaia-record", "planet-record", "pulsar-table", "pulsar-ledger")
OF_NUMBERS = ("slot", "box", "tab")
QUIET = ("ordinary", "ordinary", "hard", "flat scan")
NOISY = ("hard", "hard", "ordinary", "flat scan")
PAGES_A_FILE, NUMBERS_A_FILE = 60, 25_000
FEWEST_PAGES = 4  # in a file: some are lost in the photo


@dataclass(frozen=True)
class Step:
    """A program of `vision.training` and what it leaves."""

    out: Path
    program: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """Where the handwriting is and the results go, what seeds are counted from, and how long all is of its full
    length."""

    handwriting: Path
    folder: Path
    seed: int
    scale: float

    def steps(self) -> Iterator[Step]:
        """All steps in order."""
        mixed, noisy, fine = (self.folder / name for name in ("mixed", "noisy", "fine"))
        held_out, held_out_fine = self.folder / "held-out.npz", self.folder / "held-out-fine.npz"
        yield self._pages(held_out, 50, 1, QUIET, "--held-out")
        yield self._pages(held_out_fine, 30, 2, QUIET, "--held-out", "--size", str(FINE_SIZE))
        yield from self._samples(mixed, 17, 20, 100, QUIET)
        yield self._train("base", mixed, held_out, 7_000_000, 3e-3)
        yield self._train(
            "refinement", mixed, held_out, 3_600_000, 1.5e-3, "--refinement", "--start", self._weights("base")
        )
        yield from self._samples(noisy, 19, 5, 200, NOISY)
        refined = ("--refinement", "--show-all", "--start", self._weights("refinement"))
        yield self._train("symbols", noisy, held_out, 2_400_000, 1.5e-3, *refined)
        only = ("--size", str(FINE_SIZE), "--kinds", *OF_NUMBERS)
        yield from self._samples(fine, 10, 30, 300, QUIET, *only)
        larger = ("--refinement", "--show-all", "--start", str(self.folder / "refinement.onnx"))
        yield self._train("numbers", fine, held_out_fine, 3_500_000, 1.6e-3, *larger)
        for name, seen in (
            ("base", held_out),
            ("refinement", held_out),
            ("symbols", held_out),
            ("numbers", held_out_fine),
        ):
            out = self.folder / "models" / f"{name}.onnx"
            model = str(self.folder / f"{name}.onnx")
            yield Step(out, "quantize", ("--model", model, "--samples", str(seen)))

    def _samples(
        self, folder: Path, pages: int, numbers: int, seed: int, seen: Sequence[str], *only: str
    ) -> Iterator[Step]:
        """Files of pages, and of numbers written on their blank fields."""
        files = [folder / f"pages-{number}.npz" for number in range(self._scaled(pages))]
        for number, file in enumerate(files):
            yield self._pages(file, PAGES_A_FILE, seed + number, seen, *only)
        for number in range(self._scaled(numbers)):
            seeded = ("--seed", str(self.seed + seed + number))
            count = ("--count", str(self._scaled(NUMBERS_A_FILE)))
            blanks = ("--blanks", *map(str, files))
            out = folder / f"numbers-{number}.npz"
            yield Step(
                out, "more_numbers", ("--handwriting", str(self.handwriting), *blanks, *count, *seeded)
            )

    def _pages(self, out: Path, pages: int, seed: int, seen: Sequence[str], *more: str) -> Step:
        arguments = (
            *("--handwriting", str(self.handwriting), "--pages", str(max(FEWEST_PAGES, self._scaled(pages)))),
            *("--seed", str(self.seed + seed), "--creases", "0.4", "--real", "0.7"),
            *("--sheets", *scenario_names(), *RECORDED, "--seen", *seen),
        )
        return Step(out, "generate", (*arguments, *more))

    def _train(self, name: str, samples: Path, held_out: Path, views: int, rate: float, *more: str) -> Step:
        arguments = (
            *("--samples", str(samples), "--held-out", str(held_out), "--batch", "256", "--rate", str(rate)),
            *("--views", str(self._scaled(views)), "--seed", str(self.seed), "--bfloat16"),
        )
        return Step(self.folder / f"{name}.onnx", "train", (*arguments, *more))

    def _weights(self, name: str) -> str:
        return str(self.folder / f"{name}.pt")

    def _scaled(self, count: int) -> int:
        return max(1, round(count * self.scale))


def run(steps: Sequence[Step]) -> None:
    """Does what is not done yet, and says on stderr what it does.

    Raises:
        subprocess.CalledProcessError: A step failed; what it leaves does not exist then.
    """
    for number, step in enumerate(steps, 1):
        print(f"{number}/{len(steps)} {step.out}", "is there" if step.out.exists() else "…", file=sys.stderr)
        if step.out.exists():
            continue
        step.out.parent.mkdir(parents=True, exist_ok=True)
        part = step.out.with_stem(f"{step.out.stem}-part")
        program = [sys.executable, "-m", f"fairsheet.vision.training.{step.program}"]
        subprocess.run([*program, *step.arguments, "--out", str(part)], check=True)
        weights = part.with_suffix(".pt")
        if weights.exists():
            weights.replace(step.out.with_suffix(".pt"))
        part.replace(step.out)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--handwriting", type=Path, required=True, help="folder of the collections")
    parser.add_argument("--folder", type=Path, required=True, help="keeps samples, checkpoints and models")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="of samples and views; 0.01 to try it out")
    options = parser.parse_args()
    run(list(Plan(options.handwriting, options.folder, options.seed, options.scale).steps()))


if __name__ == "__main__":
    main()

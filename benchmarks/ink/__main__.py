"""Measure how difficult ink, photos and files are read, in one section per kind of fault.

    python -m benchmarks.ink --seed S --handwriting DIR --folder build/ink
    python -m benchmarks.ink --seed S --handwriting DIR --folder build/ink --only faint several --count 20

Each section makes its inputs from the seed, keeps them in the folder, and prints its figures. *Silent* means that a
mark was read wrong without a question. An erased mark that is read as blank is right.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processes read photos in parallel

SECTIONS = ("faint", "several", "soft", "overwritten", "covered", "files")
"""Modules of this package; each has `report(options)`, which returns its figures as text."""


@dataclass(frozen=True)
class Options:
    """The options of every section. `count` overrides the number of inputs of each kind; `half` chooses the writers."""

    seed: str
    handwriting: Path | None
    folder: Path
    count: int | None = None
    half: int = 1


def main() -> None:
    """Run the chosen sections and print their reports."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", required=True, help="any text; determines all inputs")
    parser.add_argument(
        "--handwriting", type=Path, help="folder of the handwriting collections; default: bundled handwriting"
    )
    parser.add_argument("--folder", type=Path, required=True, help="folder for the inputs")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=SECTIONS, help="sections to run")
    parser.add_argument("--count", type=int, help="inputs of each kind; default: defined by each section")
    parser.add_argument("--half", type=int, choices=(0, 1), default=1, help="half of the held-out writers")
    given = parser.parse_args()
    for name in given.only:
        folder = given.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        options = Options(given.seed, given.handwriting, folder, given.count, given.half)
        print(f"== {name}", import_module(f"benchmarks.ink.{name}").report(options), sep="\n", flush=True)


if __name__ == "__main__":
    main()

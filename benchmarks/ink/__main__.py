"""How awkward ink, photos and files are read: one section per kind of fault.

    python -m benchmarks.ink --seed S --handwriting DIR --folder build/ink
    python -m benchmarks.ink --seed S --handwriting DIR --folder build/ink --only faint several --count 20

Each section makes its own inputs from the seed, keeps them in the folder, and prints its figures. *Silent* means
another mark than the one on paper, and no question about it. An erased mark that is read as blank is right.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # photos are read side by side

SECTIONS = ("faint", "several", "soft", "overwritten", "covered", "files")
"""Modules of this package; each has `report(options)`, which returns its figures as text."""


@dataclass(frozen=True)
class Options:
    """What every section needs: `count` overrides the number of inputs of each kind, `half` chooses the writers."""

    seed: str
    handwriting: Path | None
    folder: Path
    count: int | None = None
    half: int = 1


def main() -> None:
    """Run the sections asked for and print what they report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", required=True, help="any text; decides every input")
    parser.add_argument(
        "--handwriting", type=Path, help="folder of the collections, else bundled handwriting"
    )
    parser.add_argument("--folder", type=Path, required=True, help="keeps the inputs")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=SECTIONS, help="sections to run")
    parser.add_argument("--count", type=int, help="inputs of each kind, else as many as each section defines")
    parser.add_argument("--half", type=int, choices=(0, 1), default=1, help="of the writers held out")
    given = parser.parse_args()
    for name in given.only:
        folder = given.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        options = Options(given.seed, given.handwriting, folder, given.count, given.half)
        print(f"== {name}", import_module(f"benchmarks.ink.{name}").report(options), sep="\n", flush=True)


if __name__ == "__main__":
    main()

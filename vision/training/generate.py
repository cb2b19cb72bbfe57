"""Makes labelled patches: `python -m fairsheet.vision.training.generate --handwriting DIR --out FILE.npz --pages N`.

With the same arguments it makes the same patches. `docs/inside/training.md` says how the shipped model was trained.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.vision.classify.areas import KINDS
from fairsheet.vision.classify.patches import SIZE
from fairsheet.vision.simulator.camera import DIFFICULTIES
from fairsheet.vision.training._handwriting_sets import load_handwriting
from fairsheet.vision.training._prints import made_up_page, printed_page
from fairsheet.vision.training._samples import Samples, samples_of

QUICKLY = "quickly"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--handwriting", type=Path, required=True, help="folder of the handwriting sets")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=100, help="about 500 patches each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held-out", action="store_true", help="use the writers that are kept for measuring")
    parser.add_argument("--without", nargs="*", default=(), help="sets of digit pictures to leave out")
    parser.add_argument("--only", help="the only set of digit pictures to use, and no other hands")
    parser.add_argument("--sheets", nargs="*", default=(), help="real sheets to make pages of, too")
    parser.add_argument("--real", type=float, default=0.3, help="share of the pages that are of real sheets")
    parser.add_argument(
        "--seen",
        nargs="*",
        choices=[*DIFFICULTIES, QUICKLY],
        default=[QUICKLY],
        help="how pages are seen, drawn for each: by the quick stand-in, or photographed and flattened",
    )
    parser.add_argument("--creases", type=float, default=0.35, help="how likely a page has one, and one more")
    parser.add_argument("--size", type=int, default=SIZE, help="px a side of the patches")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS, help="of fields that are kept")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    handwriting = load_handwriting(
        options.handwriting, held_out=options.held_out, without=frozenset(options.without)
    )
    if options.only:
        handwriting = handwriting.only(options.only)
    real = [real_page(name) for name in options.sheets]
    parts = []
    for number in range(options.pages):
        rng = np.random.default_rng((options.seed, number))
        chosen = real[int(rng.integers(len(real)))] if real and rng.random() < options.real else None
        page = made_up_page(rng) if chosen is None else printed_page(*chosen)
        difficulty = DIFFICULTIES.get(options.seen[int(rng.integers(len(options.seen)))])
        samples = samples_of(page, handwriting, rng, difficulty, options.creases, options.size)
        if samples is None:
            print(f"page {number} was not found in its photo")
        else:
            parts.append(samples.only(options.kinds))
    save_samples(options.out, parts)


def real_page(name: str) -> tuple[Sheet, Label]:
    """The first page of a sheet of the library, with the label of a print for training."""
    sheet = load_sheet(name)
    missions = {mission.letter: mission.id for mission in sheet.missions}
    return sheet, Label(name, sheet.fingerprint, "training", 2, 1, missions=tuple(missions.values()))


def save_samples(file: Path, parts: list[Samples]) -> None:
    """Writes pages of samples as one archive."""
    np.savez(
        file,
        patches=np.concatenate([part.patches for part in parts]),
        targets=np.concatenate([part.targets for part in parts]),
        allowed=np.concatenate([part.allowed for part in parts]),
        kinds=np.concatenate([part.kinds for part in parts]),
    )


if __name__ == "__main__":
    main()

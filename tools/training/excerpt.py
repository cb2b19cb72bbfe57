"""Extract the bundled handwriting from a stroke file, from held-out writers:

`python -m tools.training.excerpt --handwriting DIR --out vision/simulator/data/handwriting.npz`
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from fairsheet.vision.simulator.glyphs import Glyph
from tools.training._handwriting_sets import CROSSES, DIGITS, is_held_out, legible_writers

WRITERS = 16
GLYPHS = 6  # glyphs per label and writer
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRECISION = 500  # points are rounded to 1/500 of the height


def excerpt(folder: Path) -> dict[str, dict[str, tuple[Glyph, ...]]]:
    """Return writer -> label -> glyphs: some held-out writers with complete digits, and letters of several others."""
    held_out = {name: glyphs for name, glyphs in legible_writers(folder).items() if is_held_out(name)}
    complete = [name for name in sorted(held_out) if all(len(held_out[name].get(d, ())) >= 2 for d in DIGITS)]
    chosen = complete[:: max(1, len(complete) // WRITERS)][:WRITERS]
    writers = {
        f"writer-{number:02}": {
            label: held_out[name][label][:GLYPHS] for label in (*DIGITS, *CROSSES) if label in held_out[name]
        }
        for number, name in enumerate(chosen, 1)
    }
    letters: dict[str, tuple[Glyph, ...]] = {}
    for glyphs in held_out.values():
        for letter in LETTERS:
            letters[letter] = (letters.get(letter, ()) + glyphs.get(letter, ()))[:GLYPHS]
    writers["letters"] = {label: some for label, some in letters.items() if some}
    return writers


def save_strokes(file: Path, writers: Mapping[str, Mapping[str, tuple[Glyph, ...]]]) -> None:
    """Write glyphs of strokes in the format of `docs/develop/training.md`."""
    glyphs = [
        (number, label, glyph)
        for number, of_writer in enumerate(writers.values())
        for label, alike in of_writer.items()
        for glyph in alike
    ]
    strokes = [stroke for _, _, glyph in glyphs for stroke in glyph.strokes]
    np.savez_compressed(
        file,
        points=np.concatenate([np.rint(stroke * PRECISION).astype(np.int16) for stroke in strokes]),
        stroke_offsets=np.cumsum([0, *map(len, strokes)], dtype=np.int32),
        sample_offsets=np.cumsum([0, *(len(glyph.strokes) for _, _, glyph in glyphs)], dtype=np.int32),
        labels=np.array([label for _, label, _ in glyphs]),
        writer=np.array([number for number, _, _ in glyphs], np.int16),
        writer_names=np.array(list(writers)),
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--handwriting", type=Path, required=True, help="folder of the handwriting sets")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    save_strokes(options.out, excerpt(options.handwriting))


if __name__ == "__main__":
    main()

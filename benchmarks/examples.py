"""Compare how well the example sheets and launch are read: `python -m benchmarks.examples --folder build/examples`.

`--recorded` reads the sheets of recorded games instead, or only the sheets named.

Each sheet has fifty ordinary photos, always the same ones. The exit status is 1 if a sheet is more than two percentage
points worse than launch in one of three shares: exact without a question, exact, or without a silent error. Photos are
kept in the folder as by `benchmarks.reading`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.filled_sheets import cases
from benchmarks.reading import Folder, Outcome, outcomes_of, photo_options, print_unsure, report
from fairsheet.sheets.library.templates import RECORDED

EXAMPLES = Path(__file__).parent.parent / "examples" / "sheets"
REFERENCE = "launch"
PHOTOS = 50  # of each sheet
LEVEL, SEED = "ordinary", "examples"
WORSE = 0.02  # difference from the reference that is accepted


def shares(outcomes: Sequence[Outcome]) -> tuple[float, float, float]:
    """Return the shares of photos read exactly without a question, exactly, and without a silent error."""
    read = [outcome for outcome in outcomes if outcome.refused is None]
    exact = [outcome for outcome in read if not outcome.wrong]
    unasked = sum(not outcome.asked for outcome in exact)
    honest = sum(not outcome.silent for outcome in read) + len(outcomes) - len(read)
    return unasked / len(outcomes), len(exact) / len(outcomes), honest / len(outcomes)


def main() -> int:
    """Run the command line."""
    parser = photo_options(__doc__, PHOTOS)
    parser.add_argument(
        "--recorded", nargs="*", metavar="SHEET", help="read sheets of recorded games instead of the examples"
    )
    options = parser.parse_args()
    examples = [str(path) for path in sorted(EXAMPLES.glob("*/*.sheet"))]
    if options.recorded is not None:
        examples = options.recorded or [path.stem for path in sorted(RECORDED.glob("*.sheet"))]
    sheets = [REFERENCE, *examples]
    todo = [case for sheet in sheets for case in cases([LEVEL], options.half, options.count, SEED, [sheet])]
    outcomes = outcomes_of(todo, Folder(options.folder, options.handwriting, options.fresh))
    if options.verbose:
        print_unsure(outcomes)
    print(report(outcomes))
    by_sheet = {sheet: [each for each in outcomes if each.case.sheet == sheet] for sheet in sheets}
    reference = shares(by_sheet[REFERENCE])
    worse = [
        Path(sheet).stem
        for sheet, group in by_sheet.items()
        if any(share < other - WORSE for share, other in zip(shares(group), reference, strict=True))
    ]
    print(f"worse than {REFERENCE} by more than {WORSE:.0%}: {', '.join(worse) or 'none'}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())

"""How well the example sheets are read beside launch: `python -m benchmarks.examples --folder build/examples`.

`--recorded` reads the sheets of games that are recorded in their place, or those that are named.

Fifty ordinary photos of each, always the same ones unless others are named; exit status 1 where a sheet is read worse
than launch by more than two points: exact without a question, exact, or without a silent error. Photos are kept in the
folder as `benchmarks.reading` keeps them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.filled_sheets import Case, cases
from benchmarks.reading import Folder, Outcome, outcomes_of, print_unsure
from fairsheet.sheets.library.templates import RECORDED

EXAMPLES = Path(__file__).parent.parent / "examples" / "sheets"
BESIDE = "launch"
PHOTOS = 50  # of each sheet
LEVEL = "ordinary"
WORSE = 0.02  # share of the photos by which a sheet may be read worse


def cases_of(sheet: str, half: int, count: int, seed: str) -> list[Case]:
    """The photos of a sheet, every pen in turn."""
    return cases([LEVEL], half, count, seed, [sheet])


def shares(outcomes: Sequence[Outcome]) -> tuple[float, float, float]:
    """Exact without a question, exact, and without a silent error, of all photos."""
    read = [outcome for outcome in outcomes if outcome.refused is None]
    exact = [outcome for outcome in read if not outcome.wrong]
    unasked = sum(not outcome.asked for outcome in exact)
    honest = sum(not outcome.silent for outcome in read) + len(outcomes) - len(read)
    return unasked / len(outcomes), len(exact) / len(outcomes), honest / len(outcomes)


def line_of(name: str, outcomes: Sequence[Outcome]) -> str:
    """A line of the table."""
    unasked, exact, _ = shares(outcomes)
    questions = sum(len(outcome.asked) for outcome in outcomes) / len(outcomes)
    needed = sum(outcome.needed for outcome in outcomes)
    silent = sum(outcome.silent for outcome in outcomes)
    refused = sum(outcome.refused is not None for outcome in outcomes)
    return f"{name:14}{unasked:12.0%}{exact:7.0%}{questions:11.2f}{needed:8}{silent:8}{refused:9}"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True, help="keeps photos, pages and scores")
    parser.add_argument(
        "--handwriting", type=Path, help="folder of the collections, else bundled handwriting"
    )
    parser.add_argument("--fresh", action="store_true", help="find and flatten all pages again")
    parser.add_argument(
        "--recorded", nargs="*", metavar="SHEET", help="sheets of recorded games in place of the examples"
    )
    parser.add_argument("--half", type=int, choices=(0, 1), default=1, help="of the writers held out")
    parser.add_argument("--count", type=int, default=PHOTOS, help="photos of each sheet")
    parser.add_argument("--seed", default="examples")
    parser.add_argument(
        "--verbose", action="store_true", help="list every photo that is not exact without questions"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    folder = Folder(options.folder, options.handwriting, options.fresh)
    examples = [str(path) for path in sorted(EXAMPLES.glob("*/*.sheet"))]
    if options.recorded is not None:
        examples = options.recorded or [path.stem for path in sorted(RECORDED.glob("*.sheet"))]
    sheets = [BESIDE, *examples]
    todo = [case for sheet in sheets for case in cases_of(sheet, options.half, options.count, options.seed)]
    outcomes = outcomes_of(todo, folder, jobs=options.jobs)
    if options.verbose:
        print_unsure(outcomes)
    by_sheet = {sheet: [each for each in outcomes if each.case.sheet == sheet] for sheet in sheets}
    print(f"{'sheet':14} no question  exact  questions  needed  silent  refused")
    for sheet, group in by_sheet.items():
        print(line_of(Path(sheet).stem, group))
    beside = shares(by_sheet[BESIDE])
    worse = [
        Path(sheet).stem
        for sheet, group in by_sheet.items()
        if any(share < other - WORSE for share, other in zip(shares(group), beside, strict=True))
    ]
    print(f"worse than {BESIDE} by more than {WORSE:.0%}: {', '.join(worse) or 'none'}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())

"""Check whether tests notice small changes (mutants) of the rules and the proof.

    python -m benchmarks.mutating.coverage_map
    python -m benchmarks.mutants --count 400 -o build/mutants.jsonl

A mutant is one changed comparison, calculation, constant, condition or result in a module of `engine/rules`,
`engine/games`, `engine/proof` or `engine/solver`. The sample stays the same as long as a module does not change. Each
mutant runs in a separate process against the tests that cover its lines, quick ones first, until one fails. The output
has a line for each mutant, which is not tried again; `--again` repeats survivors. At the end the survivors are shown;
those explained in `benchmarks/mutating/explained.toml` are counted separately.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import select
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchmarks.mutating.coverage_map import CoverageMap, read_map
from benchmarks.mutating.mutations import Mutant, mutants_of
from benchmarks.mutating.trying import Trial
from fairsheet.sheets.library.templates import load_sheet, scenario_names

FOLDERS = ("engine/rules", "engine/games", "engine/proof", "engine/solver")
# modules without rules: preferences of bots, and words
LEFT_OUT = ("_heuristic.py", "capacity.py", "crossed_capacity.py", "phrases.py")
BUDGET = 60.0  # seconds of tests per mutant
EXPLAINED = Path("benchmarks/mutating/explained.toml")


class TrialResult(msgspec.Struct, frozen=True):
    """The result of a mutant. `noticed` is the failure, blank if the mutant survived; `seconds` are CPU seconds."""

    mutant: str
    noticed: str
    seconds: float


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reason why no test notices changes of a line; without `changes` (`before -> after`) it is for all of them."""

    file: str
    line: str
    why: str
    changes: tuple[str, ...] = ()

    def is_about(self, mutant: Mutant) -> bool:
        return (self.file, self.line) == (mutant.file, mutant.statement) and (
            not self.changes or f"{mutant.before} -> {mutant.after}" in self.changes
        )


def sample(count: int, seed: str, only: Sequence[str], without: Sequence[str] = ()) -> list[Mutant]:
    """Return about `count` mutants of all modules, at least two of each if possible, in the order of a seeded hash.

    Only modules are kept whose paths contain a part of `only` (if given) and no part of `without`.
    """

    def place(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed} {mutant.name}".encode()).digest()

    by_file: dict[str, list[Mutant]] = {}
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*.py")):
            if path.name not in LEFT_OUT:
                by_file[str(path)] = sorted(mutants_of(str(path)), key=place)
    share = count / max(1, sum(map(len, by_file.values())))
    chosen = [
        mutant
        for file, found in by_file.items()
        if (not only or any(part in file for part in only)) and not any(part in file for part in without)
        for mutant in found[: max(2, round(len(found) * share))]
    ]
    return sorted(chosen, key=place)


def try_mutants(mutants: Iterable[Mutant], covered: CoverageMap, jobs: int) -> Iterator[TrialResult]:
    """Try mutants in `jobs` parallel processes."""
    waiting, running = iter(mutants), dict[int, Trial]()
    while True:
        while len(running) < jobs and (mutant := next(waiting, None)) is not None:
            trial = Trial.start(mutant, covered, BUDGET)
            running[trial.reading] = trial
        if not running:
            return
        for reading in select.select(list(running), [], [])[0]:
            trial = running.pop(reading)
            noticed, seconds = trial.result()
            yield TrialResult(trial.mutant.name, noticed, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=400, help="number of mutants over all modules")
    parser.add_argument("--seed", default="mutants", help="any word; another word draws another sample")
    parser.add_argument("--only", nargs="*", default=[], help="parts of the paths of modules to include")
    parser.add_argument("--without", nargs="*", default=[], help="parts of the paths of modules to leave out")
    parser.add_argument("--again", action="store_true", help="try survivors again, first")
    parser.add_argument("--jobs", type=int, default=1, help="number of parallel processes")
    parser.add_argument("-o", "--out", type=Path, default=Path("build/mutants.jsonl"))
    options = parser.parse_args()
    if not (covered := read_map()):
        raise SystemExit(
            "there is no coverage map; make it first: python -m benchmarks.mutating.coverage_map"
        )
    for name in scenario_names():
        load_sheet(name)
    for module in ("hypothesis", "ortools.sat.python.cp_model_helper", "pytest"):
        importlib.import_module(module)  # once, in the parent
    chosen = sample(options.count, options.seed, options.only, options.without)
    known = _read_results(options.out)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("ab", buffering=0) as out:
        mutants = _to_try(chosen, known, read_explained(), options.again)
        for each in try_mutants(mutants, covered, options.jobs):
            known[each.mutant] = each
            out.write(msgspec.json.encode(each) + b"\n")
    show(chosen, known, read_explained())


def _to_try(
    chosen: Sequence[Mutant], known: Mapping[str, TrialResult], explained: Collection[Explained], again: bool
) -> Iterator[Mutant]:
    survived = [each for each in chosen if (before := known.get(each.name)) and not before.noticed]
    new = [each for each in chosen if each.name not in known]
    for mutant in [*survived, *new] if again else new:
        if mutant.name not in known or not any(each.is_about(mutant) for each in explained):
            yield mutant


def read_explained() -> tuple[Explained, ...]:
    """Read the explanations of mutants that no test can notice."""
    return msgspec.toml.decode(EXPLAINED.read_bytes(), type=dict[str, tuple[Explained, ...]])["explained"]


def _read_results(path: Path) -> dict[str, TrialResult]:
    """Return the earlier results by mutant; the last line of a mutant counts."""
    lines = path.read_bytes() if path.exists() else b""
    return {each.mutant: each for each in msgspec.json.Decoder(TrialResult).decode_lines(lines)}


def show(
    chosen: Sequence[Mutant], known: Mapping[str, TrialResult], explained: Collection[Explained]
) -> None:
    """Print the unexplained survivors, and the counts by folder."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mutant in sorted(chosen, key=lambda each: (each.file, each.lines)):
        result = known.get(mutant.name)
        if result is None:
            outcome = "not tried"
        elif result.noticed:
            outcome = "killed"
        elif any(each.is_about(mutant) for each in explained):
            outcome = "explained"
        else:
            outcome = "open"
            print(
                f"{mutant.file}:{mutant.lines[0]}  {mutant.statement}\n    - {mutant.before}\n    + {mutant.after}"
            )
        counts[str(Path(mutant.file).parent)][outcome] += 1
    for folder, each in counts.items():
        print(f"{folder}: {_format_counts(each)}")
    seconds = sum(known[mutant.name].seconds for mutant in chosen if mutant.name in known)
    print(f"all: {_format_counts(sum(counts.values(), Counter()))}; {seconds:.0f} s CPU")


def _format_counts(counts: Counter[str]) -> str:
    tried = counts.total() - counts["not tried"]
    killed, explained, left = (counts[each] for each in ("killed", "explained", "open"))
    more = f", {counts['not tried']} not tried" if counts["not tried"] else ""
    return f"{tried} tried, {killed} killed, {explained} explained, {left} open{more}"


if __name__ == "__main__":
    main()

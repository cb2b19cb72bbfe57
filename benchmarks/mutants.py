"""Whether tests notice small changes to the rules and the proof: mutants are made, and tests run until one fails.

    python -m benchmarks.mutants --count 400 -o build/mutants.jsonl
    python -m benchmarks.mutants --careful -o build/mutants.jsonl

A mutant is one changed comparison, constant, condition or result in a module of `engine/rules`, `engine/games` or
`engine/proof`; the sample is the same for the same seed. Each is tried in a process of its own, first by quick checks
(golden games, a part of the agreement suite); with `--careful` those that survived them by all tests of their module.
What was tried stands in the output, a line for each, and is not tried again. At the end the survivors are shown; those
that `docs/mutants.md` explains are counted apart.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from types import ModuleType

import msgspec

from benchmarks.mutating.mutations import Mutant, mutants_of
from benchmarks.mutating.tests import careful_tests, quick_checks, scenarios_of
from sheets.library import load_sheet, scenario_names

FOLDERS = ("engine/rules", "engine/games", "engine/proof")
LEFT_OUT = (
    "heuristic.py",
    "capacity.py",
    "crossed_capacity.py",
    "phrases.py",
)  # what bots like breaks no rule
EXPLAINED = Path("docs/mutants.md")
QUICK, CAREFUL = 30, 300  # seconds of the processor after which a mutant counts as noticed: it never ends


class Tried(msgspec.Struct, frozen=True):
    """What came of a mutant. `noticed` is blank where it survived, else what failed."""

    mutant: str
    careful: bool
    noticed: str
    seconds: float


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a mutated source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.module = mutant.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.module:
            return None
        return importlib.util.spec_from_loader(
            name, self, origin=self.mutant.file, is_package=self.mutant.file.endswith("__init__.py")
        )

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self.mutant.file
        exec(compile(self.mutant.source(), self.mutant.file, "exec"), module.__dict__)


def sample(count: int, seed: str, only: Sequence[str]) -> list[Mutant]:
    """So many mutants of all modules, mixed; every module has some of them."""
    chance = random.Random(seed)
    by_file = []
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*.py")):
            if path.name not in LEFT_OUT and all(part in str(path) for part in only):
                found = list(mutants_of(str(path)))
                chance.shuffle(found)
                by_file.append(found)
    chosen: list[Mutant] = []
    total = sum(map(len, by_file))
    for found in by_file:
        share = max(min(2, len(found)), round(len(found) * count / max(1, total)))
        chosen += found[:share]
    chance.shuffle(chosen)
    return chosen


def tried_in_child(work: Callable[[], str], seconds: int) -> str:
    """What a process of its own says of a mutant; `seconds` of the processor at most."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            said = work()
        os.write(writing, said.encode()[:500])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    return said if status == 0 else f"ended with status {status}"


def quick(mutant: Mutant | None, scenarios: Sequence[str]) -> str:
    """What the quick checks notice; blank if nothing."""
    if mutant is not None:
        sys.meta_path.insert(0, _Mutated(mutant))
    try:
        for check in quick_checks(scenarios):
            check()
    except BaseException as noticed:
        return f"{type(noticed).__name__}: {noticed}"[:200]
    return ""


def careful(mutant: Mutant | None, arguments: Sequence[str]) -> str:
    """What pytest notices; blank if nothing."""
    import pytest

    if mutant is not None:
        sys.meta_path.insert(0, _Mutated(mutant))
    ended = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *arguments])
    return "" if ended == 0 else f"pytest ends with {int(ended)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=400, help="how many mutants, over all modules")
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--only", nargs="*", default=[], help="parts of the path of the modules")
    parser.add_argument(
        "--careful", action="store_true", help="all tests of the module for those that survived"
    )
    parser.add_argument("--until", default="", help="HH:MM by the clock, when to stop")
    parser.add_argument("-o", "--out", type=Path, default=Path("build/mutants.jsonl"))
    options = parser.parse_args()
    names = scenario_names()
    for name in names:
        load_sheet(name)
    for module in ("hypothesis", "ortools.sat.python.cp_model_helper", "pytest"):
        importlib.import_module(module)  # once, in the parent
    known = _known(options.out)
    chosen = sample(options.count, options.seed, options.only)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    if not known and (wrong := tried_in_child(lambda: quick(None, names), CAREFUL)):
        raise SystemExit(f"the checks fail without any mutant: {wrong}")
    with options.out.open("ab") as out:
        for mutant in chosen:
            before = known.get(mutant.name)
            if options.until and time.strftime("%H:%M") >= options.until:
                break
            if before is not None and (before.noticed or before.careful or not options.careful):
                continue
            start = os.times()
            if before is None:
                scenarios = scenarios_of(mutant.file, names)
                said = tried_in_child(partial(quick, mutant, scenarios), QUICK)
            else:
                arguments = careful_tests(mutant.file, names)
                said = tried_in_child(partial(careful, mutant, arguments), CAREFUL)
            end = os.times()
            seconds = end.children_user + end.children_system - start.children_user - start.children_system
            known[mutant.name] = Tried(mutant.name, before is not None, said, round(seconds, 2))
            out.write(msgspec.json.encode(known[mutant.name]) + b"\n")
            out.flush()
    show(chosen, known)


def _known(path: Path) -> dict[str, Tried]:
    """What was tried before, by mutant; the last word counts."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return {tried.mutant: tried for tried in (msgspec.json.decode(line, type=Tried) for line in lines)}


def show(chosen: Sequence[Mutant], known: dict[str, Tried]) -> None:
    """Prints the survivors, and how many of each module there are."""
    explained = EXPLAINED.read_text(encoding="utf-8") if EXPLAINED.exists() else ""
    counts: Counter[str] = Counter()
    for mutant in sorted(chosen, key=lambda each: (each.file, each.line)):
        tried = known.get(mutant.name)
        if tried is None:
            counts["not tried"] += 1
        elif tried.noticed:
            counts["noticed"] += 1
        elif f"`{mutant.file}` | `{mutant.before}` -> `{mutant.after}`" in explained:
            counts["explained"] += 1
        else:
            counts["survived"] += 1
            line = Path(mutant.file).read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
            print(f"{mutant.file}:{mutant.line}  {line}\n    - {mutant.before}\n    + {mutant.after}")
    seconds = sum(tried.seconds for tried in known.values())
    print(f"{dict(counts)}, {seconds:.0f} s of the processor")


if __name__ == "__main__":
    main()

"""Measure how many rules that are stated too strictly are noticed before an honest sheet is called illegal.

    python -m benchmarks.strict_rules --count 600 --wanted 60
    python -m benchmarks.strict_rules --first-look --count 600 --wanted 60

A mutant is one small change in a module that states rules for the proof, or in one that has rules of the first look;
see `benchmarks.mutants`. Each one judges honest tables of bots in a separate process until it accuses a sheet. It is
*caught* if a true game breaks the same rules, so that the sheet is undecided. Most mutants accuse nobody.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import inspect
import os
import resource
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from benchmarks.mutants import sample
from benchmarks.mutating.mutations import Mutant
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.proof.certificates.evidence import request_of
from fairsheet.engine.records.record import Record, layout_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.library.templates import load_sheet, scenario_names
from tests.tampering.forgery import honest_table, records_of

STATING = ("engine/rules/", "proof", "engine/solver/", "_in_time")
WITHOUT = ("engine/proof/", "budget", "cp_sat", "solve.py", "_program")
LOOKING = ("engine/rules/", "engine/games/")  # with --first-look
# boards, too, because all scenarios have been loaded: their boards are made, and stay right
WITHOUT_LOOKING = ("proof", "_in_time", "_moments", "planning.py", "table.py", "board.py", "registry.py")
SECONDS = 40  # of CPU for one mutant
TURNS = 8
TABLES = 3  # for a mutant that several scenarios share
LEVEL = 4  # of solo games: in the middle


def honest_records(name: str, turns: int | None = TURNS, players: int = 2) -> list[Record]:
    """Return an honest table of a scenario after some turns, or at its end."""
    level = LEVEL if players == 1 else None
    (played,) = simulate(load_sheet(name), "strict", players, 1, "greedy", level)
    table = honest_table(played, turns)
    return records_of(table, table.sheets)


def apply(mutant: Mutant) -> None:
    """Give all functions of the mutant's module their changed code, and forget what functions remember."""
    module = importlib.import_module("fairsheet." + mutant.file.removesuffix(".py").replace("/", "."))
    changed = dict(_codes(compile(mutant.source(), module.__file__ or "", "exec")))
    for value in vars(module).values():
        for each in (value, *(vars(value).values() if isinstance(value, type) else ())):
            function = inspect.unwrap(getattr(each, "fget", None) or getattr(each, "func", None) or each)
            if isinstance(function, types.FunctionType) and function.__module__ == module.__name__:
                function.__code__ = changed.get(function.__qualname__, function.__code__)
    for remembering in gc.get_objects():
        if isinstance(remembering, functools._lru_cache_wrapper):
            remembering.cache_clear()


def _codes(code: types.CodeType) -> Iterator[tuple[str, types.CodeType]]:
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each.co_qualname, each
            yield from _codes(each)


def outcome_of(mutant: Mutant, tables: Sequence[list[Record]], *, at_first_look: bool) -> str:
    """Judge honest tables with the mutant and return the first accusation by the first look, or by the proof."""
    apply(mutant)
    for records in tables:
        ruleset = ruleset_of(layout_of(records[0]))
        game, request = rules_of(ruleset.sheet), request_of(ruleset.sheet, records)
        sheets = request.sheets.values()
        is_accused = any(list(game.contradictions(ink, request.deal, request.missions)) for ink in sheets)
        if is_accused == at_first_look:  # a first look accuses before the proof
            verdict = ruleset.verify(records)
            if any(each.verdict == "illegal" for each in verdict.sheets):
                return "missed"
            if any(each.contradicts_true_game is True for each in verdict.sheets):
                return "caught"
    return "accuses nobody"


def try_out(mutant: Mutant, tables: Sequence[list[Record]], *, at_first_look: bool) -> str:
    """Return the outcome of a mutant, from a separate process."""
    reading, writing = os.pipe()
    if (process := os.fork()) == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        try:
            outcome = outcome_of(mutant, tables, at_first_look=at_first_look)
        except BaseException as error:
            outcome = f"fails: {type(error).__name__}"
        os.write(writing, outcome.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        outcome = pipe.read()
    os.waitpid(process, 0)
    return outcome or "takes too long"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=600, help="mutants to sample")
    parser.add_argument("--wanted", type=int, default=60, help="accusations after which to stop")
    parser.add_argument("--seed", default="strict")
    parser.add_argument(
        "--first-look", action="store_true", help="change rules of the first look, not of the proof"
    )
    options = parser.parse_args()
    look = options.first_look
    kinds = ((TURNS, 2), (None, 2), (None, 1)) if look else ((TURNS, 2),)
    tables = {name: [honest_records(name, *kind) for kind in kinds] for name in scenario_names()}
    for several in tables.values():  # load all modules
        for records in several:
            ruleset_of(layout_of(records[0])).verify(records)
    outcomes: Counter[str] = Counter()
    only, without = (LOOKING, WITHOUT_LOOKING) if look else (STATING, WITHOUT)
    for mutant in sample(options.count, options.seed, only, without):
        if outcomes["caught"] + outcomes["missed"] >= options.wanted:
            break
        parts = Path(mutant.file).parts
        shared = Random(mutant.name).sample(list(tables), TABLES)
        judged = [each for name in ([parts[2]] if parts[2] in tables else shared) for each in tables[name]]
        outcome = try_out(mutant, judged, at_first_look=look)
        outcomes[outcome] += 1
        if outcome in ("caught", "missed"):
            print(f"{outcome}: {mutant.name}", flush=True)
    print(dict(outcomes))


if __name__ == "__main__":
    main()

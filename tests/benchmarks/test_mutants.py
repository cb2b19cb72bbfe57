"""Each explained mutant (a change that no test can notice) is about code that exists."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.mutants import read_explained
from benchmarks.mutating.mutations import mutants_of


def test_explained_mutants_exist_in_the_code() -> None:
    explained = read_explained()
    mutants = {file: list(mutants_of(file)) for file in {each.file for each in explained}}
    for each in explained:
        changes = {
            f"{mutant.before} -> {mutant.after}" for mutant in mutants[each.file] if each.is_about(mutant)
        }
        assert changes, each
        assert changes >= set(each.changes), each


def test_mutants_of_remembered_functions_take_effect() -> None:
    code = """
from benchmarks.mutating.mutations import mutants_of
from benchmarks.strict_rules import apply
from fairsheet.engine.games.base.capacity import reaches_between
from fairsheet.engine.scoring.score import boxes_of_points
from fairsheet.sheets.library.templates import load_sheet

for function, given, file, after in (
    (boxes_of_points, [load_sheet("launch")], "engine/scoring/score.py", "(line.box not in parts)"),
    (reaches_between, [1, 8, 2], "engine/games/base/capacity.py", "(above + below)"),
):
    before = function(*given)
    apply(next(each for each in mutants_of(file) if each.after == after))
    assert function(*given) != before
"""
    subprocess.run([sys.executable, "-c", code], check=True)

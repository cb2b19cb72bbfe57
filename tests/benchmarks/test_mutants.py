"""Each explained mutant (a change that no test can notice) is about code that exists."""

from __future__ import annotations

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

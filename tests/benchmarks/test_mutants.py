"""The changes that no test can notice, each explained: what is explained is about code that there is."""

from __future__ import annotations

from benchmarks.mutants import read_explained
from benchmarks.mutating.mutations import mutants_of


def test_explained_changes_are_changes_of_the_code() -> None:
    explained = read_explained()
    mutants = {file: list(mutants_of(file)) for file in {each.file for each in explained}}
    for each in explained:
        found = {
            f"{mutant.before} -> {mutant.after}" for mutant in mutants[each.file] if each.is_about(mutant)
        }
        assert found, each
        assert found >= set(each.changes), each

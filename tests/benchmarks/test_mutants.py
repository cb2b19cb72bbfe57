"""The changes that no test can notice, each explained: what is explained is about code that there is."""

from __future__ import annotations

from benchmarks.mutants import read_explained
from benchmarks.mutating.mutations import mutants_of


def test_explained_changes_are_changes_of_the_code() -> None:
    for each in read_explained():
        found = {
            f"{mutant.before} -> {mutant.after}" for mutant in mutants_of(each.file) if each.is_about(mutant)
        }
        assert found, each
        assert found >= set(each.changes), each

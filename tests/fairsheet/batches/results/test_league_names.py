"""A league names players who may be one."""

from __future__ import annotations

import pytest

from fairsheet.batches.results.league import Standing, alike_line


def league(*names: str) -> list[Standing]:
    return [Standing(name, is_named=not name.startswith("seat")) for name in names]


@pytest.mark.parametrize("names", [("José", "Jose"), ("Berta", "bertha"), ("Anna M.", "AnnaM")])
def test_names_that_hardly_differ_may_be_one_players(names: tuple[str, str]) -> None:
    said = alike_line(league("Dora", *names))
    assert said is not None and " and ".join(sorted(names)) in said and "Dora" not in said


@pytest.mark.parametrize(
    "names", [("Anna", "Anne"), ("Max", "Ma"), ("seat 1 of table-1", "seat 1 of table-11")]
)
def test_others_are_two_players(names: tuple[str, str]) -> None:
    assert alike_line(league(*names)) is None

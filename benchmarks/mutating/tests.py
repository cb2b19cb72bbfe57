"""The tests that are to notice a mutant: those of its scenario, or of all where it is in a module that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.agreement.playthrough import Kind

Check = Callable[[], Any]  # raises where something is noticed


def scenarios_of(file: str, names: Sequence[str]) -> list[str]:
    """The scenarios that a module of the engine matters to."""
    own = [name for name in names if f"/games/{name}/" in file]
    return own or list(names)


def quick_checks(scenarios: Sequence[str]) -> Iterator[Check]:
    """Golden games played again, and a part of the agreement suite: tenths of a second for each scenario."""
    from tests.agreement import test_agreement as agreement
    from tests.agreement.golden import KINDS

    size = {1: agreement.Size(60, 100, 8, 160, 10), 2: agreement.Size(30, 50, 5, 96, 8)}
    for kind in KINDS:
        if kind.sheet in scenarios:
            yield partial(_is_played_again, kind)
    for name, players in agreement.TABLES:
        if name in scenarios:
            for check in (
                agreement.test_nothing_is_said_against_what_can_be_played,
                lambda name, players, size: agreement.judge_what_looks_alike(name, players, size[players]),
                agreement.test_what_can_be_played_is_possible_for_every_part_of_the_table,
            ):
                yield partial(check, name, players, size)


def _is_played_again(kind: Kind) -> None:
    from tests.agreement.playthrough import moves_again

    told = kind.path.read_text(encoding="utf-8")
    assert told.startswith(moves_again(kind, told))


def careful_tests(file: str, names: Sequence[str]) -> list[str]:
    """Arguments for pytest: everything that tests a module, quick ones first."""
    scenarios = scenarios_of(file, names)
    folder = Path("tests/engine")
    if len(scenarios) == 1:
        own = sorted(map(str, folder.glob(f"test_{scenarios[0]}_*.py")))
        return [*own, "tests/agreement", "-k", f"{scenarios[0]}"]
    shared = [
        path for path in sorted(folder.glob("test_*.py")) if not any(name in path.name for name in names)
    ]
    slow = {"test_fuzz.py", "test_tampering.py", "test_every_field.py", "test_simulate.py"}
    return [*(str(path) for path in shared if path.name not in slow), "tests/agreement"]

"""The tests that are to notice a mutant: those of its scenario, or of all where it is in a module that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.agreement.playthrough import Kind

Check = Callable[[], Any]  # raises where something is noticed


QUICK = (
    "launch",
    "colony",
    "journey",
    "dome",
)  # scenarios by which modules that all share are checked quickly


def scenarios_of(file: str, names: Sequence[str]) -> list[str]:
    """The scenarios that a module of the engine matters to; the quick ones where it matters to all."""
    own = [name for name in names if f"/games/{name}/" in file]
    return own or list(QUICK)


def quick_checks(scenarios: Sequence[str]) -> Iterator[Check]:
    """Golden games played again, and a part of the agreement suite: tenths of a second for each scenario."""
    from tests.agreement import test_agreement as agreement
    from tests.agreement import test_steps as steps
    from tests.agreement.boards import kinds_of
    from tests.agreement.golden import KINDS

    size: agreement.Sizes = {
        "alone": agreement.Size(60, 100, 8, 160, 10),
        "two": agreement.Size(150, 50, 8, 96, 8),
        "changed": agreement.Size(60, 50, 8, 40, 4),
        "stuck": agreement.Size(60, 50, 8, 80, 10),
    }
    for game in KINDS:
        if game.sheet in scenarios:
            yield partial(_is_played_again, game)
    for name in scenarios:
        yield partial(_says_the_same, name)
        for kind in kinds_of(name):
            yield partial(
                steps.test_steps_that_are_not_offered_are_refused_or_as_good_as_those_offered, name, kind
            )
            for check in (
                agreement.test_nothing_is_said_against_what_can_be_played,
                lambda name, kind, size: agreement.judge_what_looks_alike(name, kind, size[kind]),
                agreement.test_what_can_be_played_is_possible,
            ):
                yield partial(check, name, kind, size)
        yield partial(agreement.test_every_sheet_is_possible_where_the_other_is_missing, name, size)


def _is_played_again(kind: Kind) -> None:
    from tests.agreement.playthrough import moves_again

    told = kind.path.read_text(encoding="utf-8")
    assert told.startswith(moves_again(kind, told))


def _says_the_same(name: str) -> None:
    from tests.agreement.contradictions import contradictions_text, path_of

    assert contradictions_text(name) == path_of(name).read_text(encoding="utf-8")


def careful_tests(file: str, names: Sequence[str]) -> list[str]:
    """Arguments for pytest: everything that tests a module, quick ones first."""
    scenarios = scenarios_of(file, names)
    folder = Path("tests/engine")
    if len(scenarios) == 1:
        own = sorted(map(str, folder.glob(f"test_{scenarios[0]}_*.py")))
        return [*own, "tests/agreement", "-k", scenarios[0]]
    shared = [
        path for path in sorted(folder.glob("test_*.py")) if not any(name in path.name for name in names)
    ]
    slow = {"test_fuzz.py", "test_tampering.py", "test_every_field.py", "test_simulate.py"}
    return [*(str(path) for path in shared if path.name not in slow), "tests/agreement"]

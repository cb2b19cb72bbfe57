"""Test the properties of a verdict."""

from __future__ import annotations

import pytest

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict, Verdict
from fairsheet.engine.play.game import Contradiction
from fairsheet.languages.messages import Message

FOUND = (
    Contradiction(("a", "b"), Message("a and b"), "order"),
    Contradiction(("b", "c"), Message("b and c"), "order"),
)


@pytest.mark.parametrize(
    ("verdict", "contradiction", "is_doubted"),
    [("undecided", FOUND, True), ("undecided", (), False), ("illegal", FOUND, False), ("legal", (), False)],
)
def test_undecided_sheet_with_a_contradiction_is_doubted(
    verdict: Judgement, contradiction: tuple[Contradiction, ...], is_doubted: bool
) -> None:
    assert SheetVerdict(1, verdict, True, None, contradiction, 0.1).is_doubted == is_doubted


def test_conflicting_fields_are_named_once() -> None:
    assert SheetVerdict(1, "illegal", True, None, FOUND, 0.1).clashing == ("a", "b", "c")


def test_worst_verdict_of_a_seat_is_reported() -> None:
    def verdict_on(seat: int, verdict: Judgement, sheet: str) -> SheetVerdict:
        return SheetVerdict(seat, verdict, True, None, (), 0.1, sheet=sheet)

    first, second = verdict_on(1, "legal", "record"), verdict_on(1, "undecided", "final")
    table = Verdict((first, second, verdict_on(2, "illegal", "record")))
    assert table.of_seats({1}) == second
    assert table.of_seats({3}) is None
    assert table.of_sheet("record", 1) == first
    assert table.of_sheet("final", 2) is None

"""What a verdict says of itself."""

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
def test_a_sheet_is_doubted_that_is_undecided_for_a_contradiction(
    verdict: Judgement, contradiction: tuple[Contradiction, ...], is_doubted: bool
) -> None:
    assert SheetVerdict(1, verdict, True, None, contradiction, 0.1).is_doubted == is_doubted


def test_fields_that_clash_are_named_once() -> None:
    assert SheetVerdict(1, "illegal", True, None, FOUND, 0.1).clashing == ("a", "b", "c")


def test_of_several_sheets_of_a_seat_the_worst_verdict_is_told() -> None:
    def said(seat: int, verdict: Judgement, sheet: str) -> SheetVerdict:
        return SheetVerdict(seat, verdict, True, None, (), 0.1, sheet=sheet)

    first, second = said(1, "legal", "record"), said(1, "undecided", "final")
    table = Verdict((first, second, said(2, "illegal", "record")))
    assert table.of_seats({1}) == second
    assert table.of_seats({3}) is None
    assert table.of_sheet("record", 1) == first
    assert table.of_sheet("final", 2) is None

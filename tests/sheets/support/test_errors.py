from __future__ import annotations

import pickle

import pytest

from fairsheet.sheets.formulas.functions.lookups import NoEntry
from fairsheet.sheets.language.faults import Fault, TemplateError
from fairsheet.sheets.model.sheet import Position
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

ERRORS = [
    FairsheetError(
        "no sheet found",
        code=ErrorCode.NO_SHEET_IN_PHOTO,
        where="a.jpg",
        hint="take the photo again",
        details="nothing",
        about="x",
    ),
    NoEntry("launch", "score.total", 9, (1, 2), seat=3),
    TemplateError([Fault(Position("a.sheet", 1, 1), "no such word", "did you mean slot?")], "solt\n"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_from_other_processes_keep_their_words(error: FairsheetError) -> None:
    received = pickle.loads(pickle.dumps(error))
    assert type(received) is type(error) and str(received) == str(error)
    assert vars(received) == vars(error)

from __future__ import annotations

import pytest

from fairsheet.engine.games.launch._rules import Launch
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.sheet import Sheet


@pytest.fixture(scope="session")
def sheet() -> Sheet:
    return load_sheet("launch")


@pytest.fixture(scope="session")
def game(sheet: Sheet) -> Launch:
    return Launch(sheet)

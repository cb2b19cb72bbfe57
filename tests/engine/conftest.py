from __future__ import annotations

import pytest

from engine.games.launch.rules import Launch
from sheets.library import load_sheet
from sheets.model import Sheet


@pytest.fixture(scope="session")
def sheet() -> Sheet:
    return load_sheet("launch")


@pytest.fixture(scope="session")
def game(sheet: Sheet) -> Launch:
    return Launch(sheet)

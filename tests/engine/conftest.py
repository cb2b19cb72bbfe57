from __future__ import annotations

import pytest
from hypothesis import settings

from engine.games.launch.rules import Launch
from sheets.library import load_sheet
from sheets.model import Sheet

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def sheet() -> Sheet:
    return load_sheet("launch")


@pytest.fixture(scope="session")
def game(sheet: Sheet) -> Launch:
    return Launch(sheet)

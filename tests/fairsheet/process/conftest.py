"""Here the process is what is tested."""

from __future__ import annotations

import pytest

from tests.conftest import Fairsheet


@pytest.fixture(scope="session")
def fairsheet(process: Fairsheet) -> Fairsheet:
    return process

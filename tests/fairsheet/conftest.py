"""Fixtures for tests of batches."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.batches import again
from fairsheet.commands import batch
from tests.fairsheet.here import Pool, records_of, write_records


@pytest.fixture(autouse=True)
def work_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run batches in the process of the tests, because a worker takes two seconds to start.

    Tests of workers start their own, or a program.
    """
    for module in (again, batch):
        monkeypatch.setattr(module, "Processes", Pool)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Return two tables of launch and one of colony, in folders."""
    folder = tmp_path / "club"
    write_records(folder / "a", records_of("launch", "first"))
    write_records(folder / "b", records_of("launch", "second", 3))
    write_records(folder / "c", records_of("colony", "first"))
    return folder

"""What tests of batches share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fairsheet.here import records_of, write_records


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Two tables of launch and one of colony, in folders."""
    folder = tmp_path / "club"
    write_records(folder / "a", records_of("launch", "first"))
    write_records(folder / "b", records_of("launch", "second", 3))
    write_records(folder / "c", records_of("colony", "first"))
    return folder

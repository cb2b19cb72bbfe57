"""The memory for one file has a limit, and reading a file never returns None."""

from __future__ import annotations

import io
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

from fairsheet.sheets.support import memory
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import read_file


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux reports and enforces the limit")
def test_a_file_that_takes_all_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_MEGABYTES", 256)
    before = resource.getrlimit(resource.RLIMIT_AS)
    message = r"x.sheet: it needs more than 256 MB of memory; repeat less"
    with pytest.raises(FairsheetError, match=message), memory.limited_memory("x.sheet", "repeat less"):
        bytearray(2**30)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_system_file_without_content_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a file such as /proc/kmsg, whose read returns None."""

    class Silent(io.FileIO):
        def read(self, size: Any = -1) -> Any:
            return None

    (tmp_path / "kmsg").write_text("")
    monkeypatch.setattr(os, "fdopen", lambda number, _: Silent(number, "rb"))
    assert read_file(tmp_path / "kmsg", 10) == b""

"""ONNX Runtime reports to nobody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROOMS = ("engine", "fairsheet", "sheets", "templates", "vision", "benchmarks", "docs", "tools")


def test_the_runtime_reports_to_nobody(tmp_path: Path) -> None:
    words = "from fairsheet.vision.classify.mark_reader import mark_reader; mark_reader()"
    subprocess.run([sys.executable, "-c", words], check=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert not list(tmp_path.iterdir())  # among other things it would number its sessions there


def test_modules_that_import_the_runtime_silence_it_first() -> None:
    importing = [
        path.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"^\s*(import|from) onnxruntime", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert {str(path) for path in importing} == {"vision/classify/runtime.py", "tools/training/_quantize.py"}

"""ONNX Runtime sends no telemetry."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROOMS = ("engine", "fairsheet", "sheets", "templates", "vision", "benchmarks", "docs", "tools")


def test_the_runtime_sends_no_telemetry(tmp_path: Path) -> None:
    words = "from fairsheet.vision.classify.mark_reader import mark_reader; mark_reader()"
    subprocess.run([sys.executable, "-c", words], check=True, env={**os.environ, "TMPDIR": str(tmp_path)})
    assert not list(tmp_path.iterdir())  # for example, it would number its sessions there


def test_modules_disable_telemetry_before_the_import() -> None:
    importing = [
        path.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"^\s*(import|from) onnxruntime", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert {str(path) for path in importing} == {"vision/classify/runtime.py", "tools/training/_quantize.py"}

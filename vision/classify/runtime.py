"""ONNX Runtime, which has to be silenced before its import, and the folder of its nets."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

MODELS = Path(__file__).parents[1] / "models"


def onnx_runtime() -> Any:
    """Return the module `onnxruntime`; the variable disables its telemetry, which starts with the import."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    return onnxruntime

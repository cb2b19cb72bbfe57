"""ONNX Runtime: it has to be silenced before its import."""

from __future__ import annotations

import os
from typing import Any


def onnx_runtime() -> Any:
    """Return the module `onnxruntime`; without this variable it would report to its maker from its import on."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    return onnxruntime

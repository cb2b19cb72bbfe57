"""ONNX Runtime: it has to be silenced before its import."""

from __future__ import annotations

import os
from typing import Any


def onnx_runtime() -> Any:
    """Return the module `onnxruntime`; the variable disables its telemetry, which starts with the import."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    return onnxruntime

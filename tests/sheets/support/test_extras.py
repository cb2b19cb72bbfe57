"""A missing package is installed by a command that fits the installation."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairsheet.sheets.support import extras


def test_a_clone_and_a_wheel_need_different_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parents[3]
    assert extras.install_command("serve").endswith(f'pip install --editable "{root}[serve]"')
    monkeypatch.setattr(extras, "PACKAGE", tmp_path)
    assert extras.install_command("serve") == 'pip install "fairsheet[serve]"'

"""How to install what an optional part needs."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[2]


def install_command(extra: str) -> str:
    """Return the command that adds an extra to this installation: to a clone, whose packages are links, or a wheel."""
    if not (PACKAGE / "sheets").is_symlink():
        return f'pip install "fairsheet[{extra}]"'
    return f'{Path(sys.executable).with_name("pip")} install --editable "{PACKAGE.parent}[{extra}]"'

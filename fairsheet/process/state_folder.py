"""Find the folder for the state of this user, following the XDG base directory specification."""

from __future__ import annotations

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder: `$XDG_STATE_HOME/fairsheet`, otherwise `~/.local/state/fairsheet`.

    Raises RuntimeError if the user has no home folder.
    """
    folder = os.environ.get("XDG_STATE_HOME") or ""
    state = Path(folder) if Path(folder).is_absolute() else Path.home() / ".local" / "state"
    return state / "fairsheet"

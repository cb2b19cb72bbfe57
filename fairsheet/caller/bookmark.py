"""Where a caller was left: a small file for each game in the user's folder of state, so that it can go on there.

The folder is that of the XDG base directory specification: `$XDG_STATE_HOME`, else `~/.local/state`.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from engine.deal import TURNS, Deal
from fairsheet.files import write_file

FORMAT = "fairsheet.bookmark/1"


class Bookmark(msgspec.Struct, frozen=True):
    """The turn at which the caller of a game was left."""

    sheet: str
    seed: str
    players: int
    turn: int
    format: str = FORMAT


def bookmark_file(dealt: Deal) -> Path:
    """The file for a game; games of other sheets, seeds or numbers of players have other files.

    Raises RuntimeError where the user has no home.
    """
    game = hashlib.sha256(msgspec.json.encode((dealt.sheet, dealt.seed, dealt.players))).hexdigest()
    folder = os.environ.get("XDG_STATE_HOME") or ""
    state = Path(folder) if Path(folder).is_absolute() else Path.home() / ".local" / "state"
    return state / "fairsheet" / "caller" / f"{game[:16]}.json"


def left_at(dealt: Deal) -> int | None:
    """The turn at which the caller of this game was left, or None."""
    try:
        kept = msgspec.json.decode(bookmark_file(dealt).read_bytes(), type=Bookmark)
    except (OSError, RuntimeError, ValueError):
        return None  # nothing that anybody typed: the caller begins anew
    same_game = (kept.sheet, kept.seed, kept.players) == (dealt.sheet, dealt.seed, dealt.players)
    return kept.turn if same_game and kept.turn in TURNS else None


def keep(dealt: Deal, turn: int) -> None:
    """Keep the turn. Raises FairsheetError where it cannot be written, RuntimeError where the user has no home."""
    mark = Bookmark(dealt.sheet, dealt.seed, dealt.players, turn)
    write_file(bookmark_file(dealt), msgspec.json.encode(mark) + b"\n")

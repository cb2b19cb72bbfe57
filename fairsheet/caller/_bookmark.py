"""Where a caller was left: a small file for each game in the user's folder of state, so that it can go on there.

The folder is that of the XDG base directory specification: `$XDG_STATE_HOME`, else `~/.local/state`.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import msgspec

from fairsheet.caller._call import TURNS
from fairsheet.caller.solo_state import Use, fits
from fairsheet.engine.dealing.deal import Deal, SoloDeal
from fairsheet.process.output_files import write_file
from fairsheet.sheets.support.errors import FairsheetError

FORMAT = "fairsheet.bookmark/1"
SOLO_FORMAT = "fairsheet.solo-bookmark/1"


class Bookmark(msgspec.Struct, frozen=True):
    """The turn at which the caller of a game was left."""

    sheet: str
    seed: str
    players: int
    turn: int
    format: str = FORMAT


class SoloBookmark(msgspec.Struct, frozen=True):
    """How the cards of a solo game were used before its caller was left."""

    sheet: str
    seed: str
    solo: int
    used: tuple[Use, ...]
    format: str = SOLO_FORMAT


def bookmark_file(dealt: Deal) -> Path:
    """The file for a game; games of other sheets, seeds or numbers of players have other files.

    All levels of a solo game share one, so that none is begun beside another by a slip. Raises RuntimeError where the
    user has no home.
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
        return None  # nothing that anybody typed: the caller starts again
    same_game = (kept.sheet, kept.seed, kept.players) == (dealt.sheet, dealt.seed, dealt.players)
    return kept.turn if same_game and kept.turn in TURNS else None


def keep(dealt: Deal, turn: int) -> None:
    """Keep the turn. Raises FairsheetError where it cannot be written, RuntimeError where the user has no home."""
    mark = Bookmark(dealt.sheet, dealt.seed, dealt.players, turn)
    write_file(bookmark_file(dealt), msgspec.json.encode(mark) + b"\n")


def used_at(dealt: SoloDeal) -> tuple[Use, ...]:
    """The turns that were played before the caller of this solo game was left; none where it was not.

    Raises FairsheetError where it was left in a game against an opponent of another level.
    """
    try:
        kept = msgspec.json.decode(bookmark_file(dealt).read_bytes(), type=SoloBookmark)
    except (OSError, RuntimeError, ValueError):
        return ()
    if (kept.format, kept.sheet, kept.seed) != (SOLO_FORMAT, dealt.sheet, dealt.seed) or not fits(kept.used):
        return ()
    if kept.solo != dealt.solo:
        problem = f"this game was left in turn {len(kept.used) + 1} at level {kept.solo}"
        hint = f"go on with --solo {kept.solo}, or start again with --from 1"
        raise FairsheetError(problem, where=f"--solo {dealt.solo}", hint=hint)
    return kept.used


def keep_used(dealt: SoloDeal, used: tuple[Use, ...]) -> None:
    """Keep the turns that were played. Raises as `keep` does."""
    assert dealt.solo is not None
    mark = SoloBookmark(dealt.sheet, dealt.seed, dealt.solo, used)
    write_file(bookmark_file(dealt), msgspec.json.encode(mark) + b"\n")

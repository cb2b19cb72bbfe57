"""Keep where a caller was left, in a small file for each game, so that it can continue there."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from fairsheet.caller._call import TURNS
from fairsheet.caller.solo_state import Use, are_possible_turns
from fairsheet.engine.dealing.deal import Deal, SoloDeal
from fairsheet.process.output_files import write_file
from fairsheet.process.state_folder import state_folder
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

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
    """Return the file for a game; other sheets, seeds or numbers of players have other files.

    All levels of a solo game share one file, so that a second one is not started by mistake. Raises RuntimeError if the
    user has no home folder.
    """
    game = hashlib.sha256(msgspec.json.encode((dealt.sheet, dealt.seed, dealt.players))).hexdigest()
    return state_folder() / "caller" / f"{game[:16]}.json"


def read_bookmark(dealt: Deal) -> int | None:
    """Return the turn at which the caller of this game was left, or None."""
    try:
        kept = msgspec.json.decode(bookmark_file(dealt).read_bytes(), type=Bookmark)
    except (OSError, RuntimeError, ValueError):
        return None  # nothing typed is lost: the caller starts at turn 1
    same_game = (kept.sheet, kept.seed, kept.players) == (dealt.sheet, dealt.seed, dealt.players)
    return kept.turn if same_game and kept.turn in TURNS else None


def keep(dealt: Deal, turn: int) -> None:
    """Keep the turn. Raises FairsheetError if it cannot be written, RuntimeError if the user has no home folder."""
    mark = Bookmark(dealt.sheet, dealt.seed, dealt.players, turn)
    write_file(bookmark_file(dealt), msgspec.json.encode(mark) + b"\n")


def read_solo_bookmark(dealt: SoloDeal) -> tuple[Use, ...]:
    """Return the turns played before the caller of this solo game was left; none if it was not left.

    Raises FairsheetError if it was left at another level.
    """
    try:
        kept = msgspec.json.decode(bookmark_file(dealt).read_bytes(), type=SoloBookmark)
    except (OSError, RuntimeError, ValueError):
        return ()
    if (kept.format, kept.sheet, kept.seed) != (
        SOLO_FORMAT,
        dealt.sheet,
        dealt.seed,
    ) or not are_possible_turns(kept.used):
        return ()
    if kept.solo != dealt.solo:
        problem = f"this game was left in turn {len(kept.used) + 1} at level {kept.solo}"
        hint = f"continue with --solo {kept.solo}, or start again with --from 1"
        raise FairsheetError(
            problem, code=ErrorCode.CONFLICTING_OPTIONS, where=f"--solo {dealt.solo}", hint=hint
        )
    return kept.used


def keep_used(dealt: SoloDeal, used: tuple[Use, ...]) -> None:
    """Keep the turns played so far. Raises the same errors as `keep`."""
    assert dealt.solo is not None
    mark = SoloBookmark(dealt.sheet, dealt.seed, dealt.solo, used)
    write_file(bookmark_file(dealt), msgspec.json.encode(mark) + b"\n")

"""The two callers as the screen knows them: that of several players, and that of the solo game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fairsheet.caller import _call as state
from fairsheet.caller import _solo_state
from fairsheet.caller._bookmark import keep, keep_used
from fairsheet.caller._solo_view import CalledSoloGame, is_over, solo_view
from fairsheet.caller._view import CalledGame, Terminal, view


@dataclass(frozen=True)
class TableCaller:
    """Turns over the offers of a table, in any order."""

    game: CalledGame
    call: state.Call

    @property
    def turn(self) -> int:
        """The turn on the screen."""
        return self.call.turn

    def lines(self, terminal: Terminal) -> list[str]:
        """The screen."""
        return view(self.game, self.call, terminal)

    def press(self, key: str) -> TableCaller:
        """The caller after a key."""
        return replace(self, call=state.press(self.call, key))

    def noticed(self, words: str) -> TableCaller:
        """The caller with a notice."""
        return replace(self, call=replace(self.call, notice=words))

    def keep(self) -> None:
        """Keep the turn. Raises as `bookmark.keep` does."""
        keep(self.game.deal, self.turn)

    def is_kept_as(self, other: TableCaller) -> bool:
        """Whether both are at the same turn."""
        return self.turn == other.turn


@dataclass(frozen=True)
class SoloCaller:
    """Turns cards up, and asks which of them were used."""

    game: CalledSoloGame
    call: _solo_state.SoloCall

    @property
    def turn(self) -> int:
        """The turn on the screen."""
        return self.call.turn

    def lines(self, terminal: Terminal) -> list[str]:
        """The screen."""
        return solo_view(self.game, self.call, terminal)

    def press(self, key: str) -> SoloCaller:
        """The caller after a key."""
        return replace(self, call=_solo_state.press(self.call, key, is_over=is_over(self.game, self.call)))

    def noticed(self, words: str) -> SoloCaller:
        """The caller with a notice."""
        return replace(self, call=replace(self.call, notice=words))

    def keep(self) -> None:
        """Keep the turns played. Raises as `bookmark.keep` does."""
        keep_used(self.game.deal, self.call.used)

    def is_kept_as(self, other: SoloCaller) -> bool:
        """Whether the same turns were played."""
        return self.call.used == other.call.used

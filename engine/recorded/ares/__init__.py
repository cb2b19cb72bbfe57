"""Ares Expedition: players' records, and the logs of two who play together and of one who plays alone.

Others use: GAME.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.ares._checks import (
    CHECKS_IN_PYTHON,
    boxes_of_logs,
    findings_between,
    lacking_on_log,
)
from fairsheet.engine.recorded.ares._draw import AresDraw, drawn_of
from fairsheet.engine.recorded.ares._play import played_table
from fairsheet.engine.recorded.ares._shown import (
    corporations_printed,
    draw_in_words,
    hidden_oceans,
    phases_of_dummy,
)
from fairsheet.engine.recorded.base.protocol import HiddenDraw, RecordedGame, TableSheet
from fairsheet.engine.records.record import Record, SheetKey, Table
from fairsheet.sheets.model.sheet import DrawPlace, Shape


class AresExpedition:
    """The game, as `engine.recorded.base.protocol.RecordedGame` describes it."""

    checks_in_python: Mapping[str, str] = CHECKS_IN_PYTHON
    has_to_be_there: Collection[str] = ("one-corporation",)
    may_be_blank: Mapping[str, tuple[int, ...]] = {}
    blocks_of_points: Mapping[str, str] = {}
    boxes_of_targets: Collection[str] = ()

    def draw(self, seed: str, game: Table) -> AresDraw:
        """Phases of the dummy, two corporations for each player, and the order of the oceans."""
        return drawn_of(seed)

    def draw_in_words(self, drawn: AresDraw, game: Table) -> Iterator[tuple[str, str]]:
        """The corporations of each player."""
        yield from draw_in_words(drawn, game)

    def hidden(self, drawn: AresDraw, game: Table) -> Sequence[HiddenDraw]:
        """The oceans in the order in which they are turned over."""
        return hidden_oceans(drawn)

    def by_round(self, drawn: AresDraw, game: Table) -> HiddenDraw | None:
        """The phases of the dummy, where one plays alone."""
        return None if game.solo is None else phases_of_dummy(drawn)

    def placed(self, drawn: AresDraw, game: Table) -> Mapping[str, Sequence[str]]:
        """Nothing that is asked for."""
        return {}

    def shapes(self, place: DrawPlace, drawn: AresDraw, game: Table, seat: int) -> Sequence[Shape]:
        """Of a player's record the corporations that the seed offers."""
        return corporations_printed(drawn, seat)

    def findings(
        self, table: Sequence[TableSheet], drawn: AresDraw | None
    ) -> Iterator[tuple[TableSheet, Finding]]:
        """What is wrong between the sheets of a table, or with what the seed drew."""
        yield from findings_between(table, drawn)

    def borne_out(
        self, table: Sequence[TableSheet], drawn: AresDraw | None
    ) -> Mapping[SheetKey, Collection[str]]:
        """Nothing: what a seed offers nobody has to take."""
        return {}

    def joined(self, table: Sequence[TableSheet]) -> Sequence[TableSheet]:
        """All sheets: a player has one."""
        return table

    def known_boxes(
        self, table: Sequence[TableSheet], drawn: AresDraw | None
    ) -> Mapping[SheetKey, Mapping[str, int]]:
        """The totals of the players, on the logs."""
        return boxes_of_logs(table)

    def lacking(self, table: Sequence[TableSheet], totals: Mapping[SheetKey, int]) -> Sequence[str] | None:
        """Steps that were not made in time, and of two together points."""
        return lacking_on_log(table)

    def play(self, game: Table, drawn: AresDraw | None, chance: Stream) -> list[Record]:
        """A plausible table: against each other, together, or alone."""
        return played_table(game, drawn, chance)


GAME: RecordedGame[AresDraw] = AresExpedition()

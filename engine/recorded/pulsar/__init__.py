"""Pulsar 2849: players' final sheets and ledgers, and a sheet of what the table has in common.

Others use: GAME.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import HiddenDraw, RecordedGame, TableSheet
from fairsheet.engine.recorded.pulsar._both_sheets import joined
from fairsheet.engine.recorded.pulsar._checks import CHECKS_IN_PYTHON, findings_between, known_boxes_of
from fairsheet.engine.recorded.pulsar._corroborated import fields_borne_out
from fairsheet.engine.recorded.pulsar._shown import dice_by_round, draw_in_words, hidden_tiles, setup_shapes
from fairsheet.engine.recorded.pulsar._written import played_table
from fairsheet.engine.recorded.pulsar.played.draw import PulsarDraw, drawn_of, rolls_itself
from fairsheet.engine.records.record import Record, SheetKey, Table
from fairsheet.sheets.model.sheet import DrawPlace, Shape


class Pulsar2849:
    """The game, as `engine.recorded.base.protocol.RecordedGame` describes it."""

    checks_in_python: Mapping[str, str] = CHECKS_IN_PYTHON
    has_to_be_there: Collection[str] = ()
    may_be_blank: Mapping[str, tuple[int, ...]] = {}
    blocks_of_points: Mapping[str, str] = {}
    boxes_of_targets: Collection[str] = ()

    def draw(self, seed: str, game: Table) -> PulsarDraw:
        """Turn order, side of the map, sides of the technologies, goals, headquarters, tiles, and all rolls."""
        return drawn_of(seed, game)

    def draw_in_words(self, drawn: PulsarDraw, game: Table) -> Iterator[tuple[str, str]]:
        """The set-up."""
        yield from draw_in_words(drawn, game)

    def hidden(self, drawn: PulsarDraw, game: Table) -> Sequence[HiddenDraw]:
        """The tiles on the systems."""
        return hidden_tiles(drawn)

    def by_round(self, drawn: PulsarDraw, game: Table) -> HiddenDraw | None:
        """The dice, unless the table rolls its own."""
        return None if rolls_itself(game) else dice_by_round(drawn)

    def placed(self, drawn: PulsarDraw, game: Table) -> Mapping[str, Sequence[str]]:
        """Nothing that templates ask for."""
        return {}

    def shapes(self, place: DrawPlace, drawn: PulsarDraw, game: Table, seat: int) -> Sequence[Shape]:
        """The set-up in words, without rolls and tiles."""
        return setup_shapes(drawn, game)

    def findings(
        self, table: Sequence[TableSheet], drawn: PulsarDraw | None
    ) -> Iterator[tuple[TableSheet, Finding]]:
        """What is wrong between the sheets of a table, or with what the seed drew."""
        yield from findings_between(table, drawn)

    def borne_out(
        self, table: Sequence[TableSheet], drawn: PulsarDraw | None
    ) -> Mapping[SheetKey, Collection[str]]:
        """Places in the first round by the seed, and at the end by the drafts or all other sheets."""
        return fields_borne_out(table, drawn)

    def joined(self, table: Sequence[TableSheet]) -> Sequence[TableSheet]:
        """A player's final sheet and ledger as one, the final sheet, completed by the ledger."""
        return joined(table)

    def known_boxes(
        self, table: Sequence[TableSheet], drawn: PulsarDraw | None
    ) -> Mapping[SheetKey, Mapping[str, int]]:
        """The points of the goals, and where no place is circled those of the initiative track."""
        return known_boxes_of(table, drawn)

    def lacking(self, table: Sequence[TableSheet], totals: Mapping[SheetKey, int]) -> Sequence[str] | None:
        """None: it is played for points."""
        return None

    def play(self, game: Table, drawn: PulsarDraw | None, chance: Stream) -> list[Record]:
        """A plausible table, with both sheets of each player."""
        return played_table(game, drawn, chance)


GAME: RecordedGame[PulsarDraw] = Pulsar2849()

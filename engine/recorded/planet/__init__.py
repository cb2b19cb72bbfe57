"""Planet Unknown: one record for each player, with the planet and the corporation that the player has.

Others use: GAME.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import HiddenDraw, RecordedGame, TableSheet
from fairsheet.engine.recorded.planet._checks import CHECKS_IN_PYTHON, findings_between
from fairsheet.engine.recorded.planet._draw import PlanetDraw, drawn_of, placed_components
from fairsheet.engine.recorded.planet._neighbours import boxes_by_values
from fairsheet.engine.recorded.planet._play import played_table
from fairsheet.engine.recorded.planet._shown import (
    draw_in_words,
    events_by_turn,
    hidden_draws,
    missions_printed,
    tiles_printed,
)
from fairsheet.engine.recorded.planet._target import TARGET, lacking_to_target
from fairsheet.engine.recorded.planet.box.components import RECORD
from fairsheet.engine.records.record import Record, SheetKey, Table
from fairsheet.sheets.model.sheet import DrawPlace, Shape


class PlanetUnknown:
    """The game, as `engine.recorded.base.protocol.RecordedGame` describes it."""

    checks_in_python: Mapping[str, str] = CHECKS_IN_PYTHON
    has_to_be_there: Collection[str] = ("strip-rows",)
    may_be_blank: Mapping[str, tuple[int, ...]] = {RECORD: (2,)}
    blocks_of_points: Mapping[str, str] = {"score.planet": "cell."}
    boxes_of_targets: Collection[str] = (TARGET,)

    def draw(self, seed: str, game: Table) -> PlanetDraw:
        """How the station stands, the commander, stacks, civ decks, missions, events."""
        return drawn_of(seed, game)

    def draw_in_words(self, drawn: PlanetDraw, game: Table) -> Iterator[tuple[str, str]]:
        """The draws in words."""
        yield from draw_in_words(drawn, game)

    def hidden(self, drawn: PlanetDraw, game: Table) -> Sequence[HiddenDraw]:
        """Civ cards, personal missions of several players, and the stacks of a table that takes those of the seed."""
        return hidden_draws(drawn, game)

    def by_round(self, drawn: PlanetDraw, game: Table) -> HiddenDraw | None:
        """The events, of which one comes up in each turn, where they are in the game."""
        return events_by_turn(drawn) if drawn.events else None

    def placed(self, drawn: PlanetDraw, game: Table) -> Mapping[str, Sequence[str]]:
        """The civ cards and the events that are in the game."""
        return placed_components(drawn)

    def shapes(self, place: DrawPlace, drawn: PlanetDraw, game: Table, seat: int) -> Sequence[Shape]:
        """The numbers of the seat's missions, and whether the tiles are those of the seed; the rest is dealt, for most
        of it is no player's to see."""
        return tiles_printed(game) if place.id == "tiles" else missions_printed(drawn, game, seat)

    def findings(
        self, table: Sequence[TableSheet], drawn: PlanetDraw | None
    ) -> Iterator[tuple[TableSheet, Finding]]:
        """What is wrong between the sheets of a table, or with what the seed drew."""
        yield from findings_between(table, drawn)

    def borne_out(
        self, table: Sequence[TableSheet], drawn: PlanetDraw | None
    ) -> Mapping[SheetKey, Collection[str]]:
        """Nothing: what players share is told in `findings`."""
        return {}

    def joined(self, table: Sequence[TableSheet]) -> Sequence[TableSheet]:
        """All sheets: a player has one."""
        return table

    def known_boxes(
        self, table: Sequence[TableSheet], drawn: PlanetDraw | None
    ) -> Mapping[SheetKey, Mapping[str, int]]:
        """The points of missions with neighbours."""
        return boxes_by_values(table, drawn)

    def lacking(self, table: Sequence[TableSheet], totals: Mapping[SheetKey, int]) -> Sequence[str] | None:
        """Points of one who plays alone, up to the target."""
        return lacking_to_target(table, totals)

    def play(self, game: Table, drawn: PlanetDraw | None, chance: Stream) -> list[Record]:
        """A plausible table, each player with some planet and corporation."""
        return played_table(game, drawn, chance)


GAME: RecordedGame[PlanetDraw] = PlanetUnknown()

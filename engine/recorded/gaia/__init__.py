"""Gaia Project with The Lost Fleet: players' records, the Automa's, and what a seed draws for the set-up.

Others use: GAME.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import HiddenDraw, RecordedGame, TableSheet
from fairsheet.engine.recorded.gaia._box import RECORD
from fairsheet.engine.recorded.gaia._checks import CHECKS_IN_PYTHON, findings_between
from fairsheet.engine.recorded.gaia._component_names import names_printed
from fairsheet.engine.recorded.gaia._draw import GaiaDraw, drawn_of, placed_components
from fairsheet.engine.recorded.gaia._final import final_boxes
from fairsheet.engine.recorded.gaia._picture import asteroids_printed, map_picture
from fairsheet.engine.recorded.gaia._play import played_table
from fairsheet.engine.recorded.gaia._shown import draw_in_words
from fairsheet.engine.records.record import Record, SheetKey, Table
from fairsheet.sheets.model.sheet import DrawPlace, Shape

MAP, ASTEROIDS = "map", "asteroids"  # the draw places of the picture, and of how many asteroids there are


class GaiaProject:
    """The game, as `engine.recorded.base.protocol.RecordedGame` describes it."""

    checks_in_python: Mapping[str, str] = CHECKS_IN_PYTHON
    has_to_be_there: Collection[str] = ("one-faction",)
    may_be_blank: Mapping[str, tuple[int, ...]] = {RECORD: (2,)}
    blocks_of_points: Mapping[str, str] = {}
    boxes_of_targets: Collection[str] = ()

    def draw(self, seed: str, game: Table) -> GaiaDraw:
        """Tiles, tokens, ships and the map."""
        return drawn_of(seed, game)

    def draw_in_words(self, drawn: GaiaDraw, game: Table) -> Iterator[tuple[str, str]]:
        """What lies where; all of it is open from the start."""
        yield from draw_in_words(drawn, game)

    def hidden(self, drawn: GaiaDraw, game: Table) -> Sequence[HiddenDraw]:
        """Nothing: all lies open."""
        return ()

    def by_round(self, drawn: GaiaDraw, game: Table) -> HiddenDraw | None:
        """Nothing: all is open from the start."""
        return None

    def placed(self, drawn: GaiaDraw, game: Table) -> Mapping[str, Sequence[str]]:
        """By place the components that the seed put there."""
        return placed_components(drawn, game)

    def shapes(self, place: DrawPlace, drawn: GaiaDraw, game: Table, seat: int) -> Sequence[Shape]:
        """The map, or the names of what lies at a place."""
        if place.id == MAP:
            return map_picture(drawn, game.players, place.rect.w, place.rect.h)
        if place.id == ASTEROIDS:
            return asteroids_printed(drawn, game.players)
        placed = placed_components(drawn, game).get(place.id, ())
        return names_printed(placed[0]) if placed else ()

    def findings(
        self, table: Sequence[TableSheet], drawn: GaiaDraw | None
    ) -> Iterator[tuple[TableSheet, Finding]]:
        """What is wrong between the sheets of a table, or with what the seed drew."""
        yield from findings_between(table, drawn)

    def borne_out(
        self, table: Sequence[TableSheet], drawn: GaiaDraw | None
    ) -> Mapping[SheetKey, Collection[str]]:
        """Nothing: a seed draws no mark of a player."""
        return {}

    def joined(self, table: Sequence[TableSheet]) -> Sequence[TableSheet]:
        """All sheets: a player has one."""
        return table

    def known_boxes(
        self, table: Sequence[TableSheet], drawn: GaiaDraw | None
    ) -> Mapping[SheetKey, Mapping[str, int]]:
        """The points of the final tiles; what is written of them counts where the neutral marker is not certain."""
        marks = {each.record.key: each.record.marks for each in table}
        known: dict[SheetKey, dict[str, int]] = {}
        for boxes in final_boxes(table, drawn):
            for key, (box, points) in boxes.points.items():
                if not (boxes.is_unsure and box in marks[key]):
                    known.setdefault(key, {})[box] = points
        return known

    def lacking(self, table: Sequence[TableSheet], totals: Mapping[SheetKey, int]) -> Sequence[str] | None:
        """None: even the Automa is played against for points."""
        return None

    def play(self, game: Table, drawn: GaiaDraw | None, chance: Stream) -> list[Record]:
        """A plausible table: against each other, or against the Automa."""
        return played_table(game, drawn, chance)


GAME: RecordedGame[GaiaDraw] = GaiaProject()

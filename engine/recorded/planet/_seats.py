"""One player's sheet of Planet Unknown, as its checks ask for it."""

from __future__ import annotations

from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.recorded.planet.box.board import Cell, cells_of, field_of
from fairsheet.engine.recorded.planet.box.components import rank_of
from fairsheet.engine.recorded.planet.box.printed import civ_cards, signs_of, tile_cards
from fairsheet.engine.records.record import Table
from fairsheet.sheets.language.choices import chosen_in
from fairsheet.sheets.model.named import fields_named


def corporation_of(sheet: TableSheet) -> str:
    """The corporation of a player."""
    return chosen_in(sheet.layout.name)[1]


def bears(sheet: TableSheet, field: str, mark: str) -> bool:
    """Whether an icon is circled, or crossed, also beside another mark."""
    return mark in str(sheet.record.marks.get(field, "")).split("+")


def covered(sheet: TableSheet) -> frozenset[Cell]:
    """The cells of the planet that are not crossed."""
    return frozenset(cell for cell in cells_of(sheet.layout) if not bears(sheet, field_of(cell), "crossed"))


def is_planet_blank(sheet: TableSheet) -> bool:
    """Whether no cell bears ink: either all are covered, or nobody filled the planet in."""
    return not sheet.inked(*map(field_of, cells_of(sheet.layout)))


def height(sheet: TableSheet, track: str) -> int | None:
    """The space of the tracker of a track, from 0; None where not just one is ringed."""
    fields = fields_named(sheet.layout, f"track.{track}")
    ringed = [place for place, field in enumerate(fields) if bears(sheet, field, "circled")]
    return ringed[0] if len(ringed) == 1 else None


def civ_milestones(sheet: TableSheet) -> dict[int, int]:
    """The ranks of civ cards by the spaces of their track."""
    signs = signs_of(sheet.layout.name, "civ")
    return {place: int(sign[1]) for place, sign in enumerate(signs) if sign.startswith("c")}


def may_have_technology(sheet: TableSheet, which: int) -> bool:
    """Whether the tracker has reached a technology of its track, from 1, may have by events, or is not noted."""
    reached, space = height(sheet, "tech"), signs_of(sheet.layout.name, "tech").index(f"t{which}")
    return has_events(sheet.record.game) or reached is None or reached >= space


def cards(sheet: TableSheet) -> list[str]:
    """The civ cards held."""
    return [card for card in civ_cards() if f"civ-card.{card}" in sheet.record.marks]


def ranks(sheet: TableSheet) -> list[int]:
    """The ranks of the civ cards held."""
    return [rank_of(card) for card in cards(sheet)]


def ranks_lacking(sheet: TableSheet) -> list[int]:
    """The ranks whose milestone the tracker has reached and of which no card is crossed."""
    reached, held = height(sheet, "civ"), ranks(sheet)
    return [
        rank
        for space, rank in civ_milestones(sheet).items()
        if reached is not None and reached >= space and rank not in held
    ]


def lacks_cards(sheet: TableSheet) -> bool:
    """Whether no civ card is crossed of who has reached a milestone, or whose tracker is not noted: then they may not
    be filled in."""
    reached = height(sheet, "civ")
    return not cards(sheet) and (reached is None or reached >= min(civ_milestones(sheet)))


def most_tile_cards(table: Sheets) -> int:
    """How many cards with which a tile more was taken may be held at most."""
    if any(map(lacks_cards, table)):
        return len(tile_cards())
    return sum(card in tile_cards() for each in table for card in cards(each))


def has_events(game: Table) -> bool:
    """Whether a table plays with events."""
    colours = ("red", "orange", "green")
    return game.solo is not None or any(game.chosen.get(f"events.{each}", "0") != "0" for each in colours)

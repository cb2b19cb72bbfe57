"""Facts about one player's sheet of Planet Unknown that the checks need."""

from __future__ import annotations

from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.engine.recorded.planet.box.board import Cell, cells_of, field_of
from fairsheet.engine.recorded.planet.box.components import rank_of
from fairsheet.engine.recorded.planet.box.printed import civ_cards, signs_of, tile_cards
from fairsheet.engine.records.record import Table
from fairsheet.sheets.language.choices import chosen_in
from fairsheet.sheets.model.named import fields_named


def corporation_of(sheet: TableSheet) -> str:
    """Return the corporation of a player."""
    return chosen_in(sheet.layout.name)[1]


def shows(sheet: TableSheet, field: str, mark: str) -> bool:
    """Return whether an icon has a mark (circled or crossed), possibly with another one."""
    return mark in str(sheet.record.marks.get(field, "")).split("+")


def covered(sheet: TableSheet) -> frozenset[Cell]:
    """Return the cells of the planet that are not crossed."""
    return frozenset(cell for cell in cells_of(sheet.layout) if not shows(sheet, field_of(cell), "crossed"))


def is_planet_blank(sheet: TableSheet) -> bool:
    """Return whether no cell has a mark: either all are covered, or nobody filled the planet in."""
    return not sheet.inked(*map(field_of, cells_of(sheet.layout)))


def height(sheet: TableSheet, track: str) -> int | None:
    """Return the space of a tracker on its track, from 0; None unless exactly one is ringed."""
    fields = fields_named(sheet.layout, f"track.{track}")
    ringed = [place for place, field in enumerate(fields) if shows(sheet, field, "circled")]
    return ringed[0] if len(ringed) == 1 else None


def civ_milestones(sheet: TableSheet) -> dict[int, int]:
    """Return the ranks of the milestones by the spaces of the civ track."""
    signs = signs_of(sheet.layout.name, "civ")
    return {place: int(sign[1]) for place, sign in enumerate(signs) if sign.startswith("c")}


def may_have_technology(sheet: TableSheet, which: int) -> bool:
    """Return whether the tracker has reached a technology, from 1, or may have (by events, or if it is not noted)."""
    reached, space = height(sheet, "tech"), signs_of(sheet.layout.name, "tech").index(f"t{which}")
    return has_events(sheet.record.game) or reached is None or reached >= space


def cards(sheet: TableSheet) -> list[str]:
    """Return the civ cards held."""
    return [card for card in civ_cards() if f"civ-card.{card}" in sheet.record.marks]


def ranks(sheet: TableSheet) -> list[int]:
    """Return the ranks of the civ cards held."""
    return [rank_of(card) for card in cards(sheet)]


def ranks_lacking(sheet: TableSheet) -> list[int]:
    """Return the ranks whose milestone the tracker has reached although no card of them is crossed."""
    reached, held = height(sheet, "civ"), ranks(sheet)
    return [
        rank
        for space, rank in civ_milestones(sheet).items()
        if reached is not None and reached >= space and rank not in held
    ]


def lacks_cards(sheet: TableSheet) -> bool:
    """Return whether no civ card is crossed although the tracker has reached a milestone or is not noted: the cards
    may not be filled in."""
    reached = height(sheet, "civ")
    return not cards(sheet) and (reached is None or reached >= min(civ_milestones(sheet)))


def most_tile_cards(table: Sheets) -> int:
    """Return the greatest number of held cards that give one more tile."""
    if any(map(lacks_cards, table)):
        return len(tile_cards())
    return sum(card in tile_cards() for each in table for card in cards(each))


def has_events(game: Table) -> bool:
    """Return whether a table plays with events."""
    colours = ("red", "orange", "green")
    return game.solo is not None or any(game.chosen.get(f"events.{each}", "0") != "0" for each in colours)

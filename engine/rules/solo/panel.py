"""ASTRA's panel: the parts that the rules read, declared as types, and the player's state for the solo game."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from fairsheet.engine.play.declared import Entry, FieldId, Fields, decode, groups
from fairsheet.engine.play.editor import MarkOrder
from fairsheet.engine.records.ink import Ink
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet


class SoloStep(StrEnum):
    """The steps that only the solo game has: an effect's choice, ASTRA's own move, and the ways of the third card."""

    EFFECT = "effect"
    MOVE = "move"
    GIVE = "give"
    THROW_OUT = "throw-out"


class SoloPart(msgspec.Struct, frozen=True):
    """The state of a solo player in addition to the sheet: an order of marking, and the current turn.

    `leaves` is the card of the turn, from 1, that left the game, and `thrown_out` how it left; None before that.
    `nothing`: no number could be written, and no error was left.
    """

    order: MarkOrder
    leaves: int | None = None
    thrown_out: bool | None = None
    nothing: bool = False


class Opponent(Entry, frozen=True):
    """ASTRA at one of its levels."""

    level: int
    name: str


class CardRow(Entry, frozen=True):
    """The cards of an action that ASTRA has been given, each worth `points`."""

    action: str
    points: int
    fields: Fields


class Bonuses(Entry, frozen=True):
    """The solo bonuses, of which `gain` are circled each time."""

    gain: int
    fields: Fields


class EffectIcons(Entry, frozen=True):
    """The marks for the first and the second time an effect card comes up, and whether it acts."""

    letter: str
    first: FieldId
    second: FieldId
    acts: bool


class Track(Entry, frozen=True):
    """Spaces that are crossed for the points of cards, the first `start` of them before the game."""

    start: int
    fields: Fields


class RankedBox(Entry, frozen=True):
    """A box with ranked points: ASTRA has one for every `per` crosses in some fields."""

    box: FieldId
    fields: Fields
    per: int


OPPONENT, ROWS = groups("astra-opponent", Opponent), groups("astra-cards", CardRow)
BONUSES, EFFECTS = groups("astra-bonuses", Bonuses), groups("astra-effect", EffectIcons)
TRACK = groups("astra-track", Track, optional=True)
RANKED_BOX = groups("astra-rival", RankedBox, optional=True)
DECLARED = (OPPONENT, ROWS, BONUSES, EFFECTS, TRACK, RANKED_BOX)


class Panel:
    """ASTRA's panel for the rules. `seat` is the seat of its sheet, if one player has several."""

    def __init__(self, sheet: Sheet) -> None:
        self.seat = 1 if sheet.is_shared else None
        entries = decode(sheet, DECLARED)
        (self.opponent,) = entries[OPPONENT]
        (self.bonuses,) = entries[BONUSES]
        self.rows = {row.action: row for row in entries[ROWS]}
        self.effects = {card.letter: card for card in entries[EFFECTS]}
        self.track = next(iter(entries[TRACK]), None)

    def effect_icon(self, letter: str, time: int) -> str:
        """Return the mark for an effect card that comes up for the first or the second time."""
        card = self.effects[letter]
        return card.first if time == 1 else card.second

    def ink(self, field: str, mark: Mark) -> Ink:
        """Return a mark that could be made on the panel."""
        return Ink(field, mark, "astra", self.seat)


def ranked_box_of(sheet: Sheet) -> RankedBox | None:
    """Return ASTRA's box for ranked points, if this sheet has one."""
    return next(iter(decode(sheet, [RANKED_BOX])[RANKED_BOX]), None)

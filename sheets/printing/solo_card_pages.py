"""The cards of the solo game, from the data of ASTRA's panels."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fairsheet.languages.messages import Message
from fairsheet.sheets.library.solo_sheets import ASTRA_BOX, EFFECT_LETTERS, LEVELS, solo_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.printing.card_pages import EffectCard, Opponent, OpponentCard, ScenarioCard

_TRACK = Message("A track: cross one space for each point of a card; the first value not crossed counts.")
_SUM = Message("The points of the cards, {fixed} for the scenario, and {multiplier} times the level.")


def effect_cards() -> list[EffectCard]:
    """Return the three effect cards."""
    return [EffectCard(letter) for letter in EFFECT_LETTERS]


def opponent_cards(sheet: Sheet) -> list[OpponentCard]:
    """Return the opponents of all levels, two on a card; they are the same for every sheet of the program."""
    opponents = [_opponent(solo_sheet(sheet, level)) for level in LEVELS]
    return [OpponentCard(front, back) for front, back in zip(opponents[::2], opponents[1::2], strict=True)]


def scenario_cards(sheets: Sequence[Sheet]) -> list[ScenarioCard]:
    """Return a card for each sheet with the texts of its panel, which are the same at every level."""
    return [_scenario(solo_sheet(sheet, LEVELS[0])) for sheet in sheets]


def _opponent(sheet: Sheet) -> Opponent:
    (group,) = sheet.groups_of_type("astra-opponent")
    assert sheet.solo_level is not None
    points = [
        (str(row.attrs["action"]), msgspec.convert(row.attrs["points"], int))
        for row in sheet.groups_of_type("astra-cards")
    ]
    return Opponent(sheet.solo_level, str(group.attrs["name"]), tuple(points))


def _scenario(sheet: Sheet) -> ScenarioCard:
    """Return the card of a scenario, from its sheet with the panel of level 1, whose level box has the multiplier."""
    effects = tuple(
        (letter, _effect_words(sheet, letter, 1), _effect_words(sheet, letter, 2))
        for letter in EFFECT_LETTERS
    )
    points = _TRACK
    if f"{ASTRA_BOX}scenario" in sheet.field:
        fixed, multiplier = (sheet.field[f"{ASTRA_BOX}{box}"].accepts[-1] for box in ("scenario", "level"))
        points = _SUM.filled(fixed=int(fixed), multiplier=int(multiplier))
    return ScenarioCard(sheet.title, str(sheet.field["astra-bonus.1"].attrs["says"]), points, effects)


def _effect_words(sheet: Sheet, letter: str, time: int) -> str:
    return str(sheet.field[f"astra-effect.{letter.lower()}-{time}"].attrs["says"])

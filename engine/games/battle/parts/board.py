"""The template entries that the rules of battle read, looked up once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

import msgspec

from fairsheet.engine.dealing.cards import ACTIONS, Action
from fairsheet.engine.dealing.deal import Offer
from fairsheet.engine.play.declared import (
    BoardError,
    Declaration,
    Entry,
    FieldId,
    Fields,
    GroupId,
    LadderId,
    OtherLadders,
    Problem,
    decode,
    fields,
    groups,
)
from fairsheet.engine.play.number_board import ASTRONAUT, ENERGY, PLANNING, PLANT, WATER
from fairsheet.engine.rules.missions import mission_fields
from fairsheet.engine.rules.offers import SHIFT
from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Ladder, Sheet
from fairsheet.sheets.model.sides import FAR, NEAR

ASTRA_SIGN = "triangle"  # in the solo game


class Planet(Entry, frozen=True, dict=True):
    """A planet: the numbers that lead to it, its spaces from first to last, and its other fields."""

    colour: str
    numbers: tuple[int, ...]
    spaces: Fields
    moons: Fields
    plants: Fields
    water: Fields
    flags: Fields
    ring: FieldId

    @cached_property
    def symbols(self) -> Mapping[str, Fields]:
        """Its plants and its water."""
        return {PLANT: self.plants, WATER: self.water}

    def is_full(self, marks: Marks) -> bool:
        """Return whether every space has a sign."""
        return self.spaces[-1] in marks

    def has_flag(self, marks: Marks) -> bool:
        """Return whether its flag is drawn, so that its moon is closed."""
        return any(flag in marks for flag in self.flags)

    def signs(self, marks: Marks) -> list[Mark]:
        """Return the signs in its spaces and on its moon."""
        return [marks[field] for field in (*self.spaces, *self.moons) if field in marks]


class Side(msgspec.Struct, frozen=True):
    """The fields of one side: its sign, astronauts, ladders, errors, and asteroids from its end on.

    `ladders` has those of the plants, the water and the planning; `factors` has that of each colour of planets. `flags`
    has the side's half of the flag of each planet.
    """

    name: str
    sign: str
    astronauts: tuple[str, ...]
    ladders: Mapping[str, Ladder]
    factors: Mapping[str, Ladder]
    errors: tuple[str, ...]
    asteroids: tuple[str, ...]
    flags: Mapping[str, str]

    def own(self, fields: Iterable[str], marks: Marks) -> list[str]:
        """Return those of the fields that have the sign of this side."""
        sign = marks.get(self.sign)
        return [field for field in fields if field in marks and marks[field] == sign]


class SideGroup(Entry, frozen=True):
    """A side in the template. Its ladders are named after what they count: actions or planets of a colour."""

    sign: FieldId
    astronauts: Fields
    errors: LadderId
    plant: LadderId
    water: LadderId
    planning: LadderId
    factors: OtherLadders  # by the colour of the planets


class Space(Entry, frozen=True):
    """A space of a planet, and the action that it gives, if any."""

    bonus: str
    planet: GroupId
    order: int


class AsteroidChain(Entry, frozen=True):
    """The asteroids from the end of the near side on."""

    asteroids: Fields


class Reward(Entry, frozen=True):
    """A symbol next to an asteroid, and the action that it gives."""

    asteroid: FieldId
    gives: Action


class Colour(Entry, frozen=True):
    """The planets of a colour."""

    planets: tuple[str, ...]


PLANETS, SIDES = groups("planet", Planet), groups("side", SideGroup)
CHAIN = groups("asteroid-chain", AsteroidChain)
SPACES, COLOURS = fields("space", Space), groups("colour", Colour, optional=True)
REWARDS = [fields(f"bonus-{kind}", Reward) for kind in (ENERGY, PLANNING, PLANT, WATER)]
DECLARED: tuple[Declaration[Entry], ...] = (PLANETS, SIDES, CHAIN, SPACES, COLOURS, *REWARDS)


class Board:
    """The sheet of battle as the rules see it."""

    def __init__(self, sheet: Sheet) -> None:
        self.astra_sign = None if sheet.solo_level is None else ASTRA_SIGN
        self.side_of: dict[str, str] = {
            field.id: field.side for field in sheet.fields if field.side is not None
        }
        self._hidden_from: dict[str, frozenset[str]] = {
            side: frozenset(field for field, other in self.side_of.items() if other != side)
            for side in (NEAR, FAR)
        }
        read = decode(sheet, DECLARED)
        self.planets = {planet.id: planet for planet in read[PLANETS]}
        self.planet_of = {
            field: planet
            for planet in self.planets.values()
            for field in (*planet.spaces, *planet.moons, *planet.plants, *planet.water)
        }
        self.spaces = tuple(space for planet in self.planets.values() for space in planet.spaces)
        self.moons = tuple(moon for planet in self.planets.values() for moon in planet.moons)
        self.bonus = {space.id: space.bonus for space in read[SPACES] if space.bonus in ACTIONS}
        self.colours = {
            colour: tuple(planet for planet in self.planets.values() if planet.colour == colour)
            for colour in dict.fromkeys(planet.colour for planet in self.planets.values())
        }
        order = {field: index for index, field in enumerate(sheet.field)}
        (chain,) = read[CHAIN]
        self.asteroids = chain.asteroids
        rewards = sorted((each for kind in REWARDS for each in read[kind]), key=lambda each: order[each.id])
        self.rewards = {
            asteroid: tuple(reward for reward in rewards if reward.asteroid == asteroid)
            for asteroid in self.asteroids
        }
        sides = {sheet.field[group.sign].side: group for group in read[SIDES]}
        self.sides: dict[str, Side] = {
            NEAR: self._side(sheet, NEAR, sides[NEAR], self.asteroids),
            FAR: self._side(sheet, FAR, sides[FAR], self.asteroids[::-1]),
        }
        self.signs = sheet.field[self.sides[NEAR].sign].accepts
        self.missions = tuple(mission_fields(sheet).values())

    def _side(self, sheet: Sheet, name: str, group: SideGroup, asteroids: tuple[str, ...]) -> Side:
        problems = [
            Problem(
                *(group.id, colour, "no planet has this colour"),
                did_you_mean(colour, self.colours, "leave it out"),
            )
            for colour in group.factors
            if colour not in self.colours
        ]
        problems += [
            Problem(group.id, colour, "this attribute is missing", f"add {colour}: the name of a ladder")
            for colour in self.colours
            if colour not in group.factors
        ]
        if problems:
            raise BoardError(sheet.name, problems)
        counted = {PLANT: group.plant, WATER: group.water, PLANNING: group.planning}
        return Side(
            name,
            group.sign,
            group.astronauts,
            {action: sheet.ladder[ladder] for action, ladder in counted.items()},
            {colour: sheet.ladder[group.factors[colour]] for colour in self.colours},
            sheet.ladder[group.errors].fields,
            asteroids,
            {p.id: flag for p in self.planets.values() for flag in p.flags if self.side_of[flag] == name},
        )

    def rewards_of(self, side: Side, marks: Marks, gives: str) -> list[str]:
        """Return the symbols for an action next to the asteroids of a side."""
        taken = side.own(self.asteroids, marks)
        return [reward.id for each in taken for reward in self.rewards[each] if reward.gives == gives]

    def bonuses_of(self, side: Side, marks: Marks, gives: str) -> list[str]:
        """Return the spaces signed by a side whose bonus is an action."""
        return [space for space in side.own(self.spaces, marks) if self.bonus.get(space) == gives]

    def flags_end_game(self, marks: Marks) -> bool:
        """Return whether a planet that is not full has a flag: then the game is over."""
        return any(planet.has_flag(marks) and not planet.is_full(marks) for planet in self.planets.values())

    def player_sides(self, marks: Marks) -> list[Side]:
        """Return the sides of players: both, or the one that is not ASTRA's."""
        return [side for side in self.sides.values() if not self.is_astra(side, marks)]

    def is_astra(self, side: Side, marks: Marks) -> bool:
        """Return whether a side is ASTRA's."""
        return self.astra_sign is not None and marks.get(side.sign) == self.astra_sign

    def controlling_sides(self, planet: Planet, marks: Marks) -> tuple[str, ...]:
        """Return the sides that have most signs on a planet and its moon: one, or both if equal.

        ASTRA does not share: if both have the same number, the planet is the player's.
        """
        signs = planet.signs(marks)
        count = {name: signs.count(marks[side.sign]) for name, side in self.sides.items()}
        best = tuple(name for name in count if count[name] == max(count.values()))
        if len(best) == 1:
            return best
        return tuple(name for name in best if not self.is_astra(self.sides[name], marks))

    def seen_by(self, side: str, marks: Marks) -> dict[str, Mark]:
        """Return the ink without that on the fields of the other side."""
        hidden = self._hidden_from[side]
        return {field: mark for field, mark in marks.items() if field not in hidden}


def writing_side(turn: int) -> str:
    """Return the side on which all players write in a turn."""
    return NEAR if turn % 2 else FAR


def astronauts_needed(planet: Planet, *offers: Offer) -> int:
    """Return how many stored astronauts the best of some offers needs to lead to a planet.

    An astronaut offer can change its number without a stored one.
    """
    return _astronauts_needed(planet.numbers, offers)


@lru_cache(maxsize=4096)  # called for every turn of every reading of a photo
def _astronauts_needed(numbers: tuple[int, ...], offers: tuple[Offer, ...]) -> int:
    needed = []
    for offer in offers:
        own = SHIFT if offer.action == ASTRONAUT else 0
        apart = min(abs(offer.number - number) for number in numbers)
        needed.append(max(0, -(-(apart - own) // SHIFT)))
    return min(needed)


board_of = remembered(Board)

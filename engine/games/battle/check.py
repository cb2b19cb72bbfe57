"""What no order of play can explain about one sheet of battle.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's. Missions may be met on a neighbouring sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from engine.deal import Deal
from engine.game import Contradiction
from engine.games.base.board import ENERGY, PLANNING, PLANT, ROBOT, WATER
from engine.games.base.marks import is_circled, is_crossed
from engine.games.battle.board import Board, Side, fewest_astronauts, writing_side
from engine.ink import Marks
from engine.proof.matching import unmatched
from engine.rules import ladders
from engine.rules.codes import RuleCode
from engine.rules.missions import Claim, mission_contradictions, open_cards
from engine.rules.offers import listed_turns
from sheets.sides import NEAR


def contradictions(
    board: Board, claims: Mapping[str, Claim], marks: Marks, deal: Deal | None, missions: Mapping[str, str]
) -> list[Contradiction]:
    """Everything about one sheet's ink that is impossible whatever the order of play.

    `missions` has the cards that lie open as far as they are known; a deal knows them itself.
    """
    ships = list(_ships(board, marks)) if marks else []
    if ships or not marks:  # without them no sign is anybody's
        return ships
    cards = [replace(card, can_be_lost=True) for card in open_cards(claims, deal, missions)]
    sides = board.sides.values()
    return [
        *_signs(board, marks),
        *_orders(board, marks),
        *(found for side in sides for found in _asteroids(board, side, marks)),
        *_settled(board, marks),
        *_turns(board, marks),
        *(found for side in sides for found in _planning(board, side, marks)),
        *(found for side in sides for found in _astronauts(side, marks)),
        *(found for side in sides for name in (PLANT, WATER) for found in _ladder(board, side, name, marks)),
        *(found for name in (PLANT, WATER) for found in _both_ladders(board, name, marks)),
        *(found for side in sides for found in _factors(board, side, marks)),
        *(found for side in sides for found in _budget(board, side, marks)),
        *mission_contradictions(cards, marks),
        *(found for side in sides for found in (_offers(board, side, marks, deal) if deal else ())),
    ]


def own_signs(board: Board, side: Side, marks: Marks, fields: tuple[str, ...]) -> list[str]:
    """Those of the fields that bear the sign of a side."""
    return [field for field in fields if field in marks and marks[field] == marks.get(side.sign)]


def turns_of_side(board: Board, side: Side, marks: Marks) -> int:
    """How many turns a side has had: each left a sign on a planet or an error."""
    errors = sum(error in marks for error in side.errors)
    return len(own_signs(board, side, marks, board.spaces)) + errors


def rewards_of(board: Board, side: Side, marks: Marks, gives: str) -> list[str]:
    """The symbols for an action beside the asteroids of a side."""
    taken = own_signs(board, side, marks, board.asteroids)
    return [reward.field for each in taken for reward in board.rewards[each] if reward.gives == gives]


def bonuses_of(board: Board, side: Side, marks: Marks, gives: str) -> list[str]:
    """The spaces signed by a side whose bonus is an action."""
    return [space for space in own_signs(board, side, marks, board.spaces) if board.bonus.get(space) == gives]


def _ships(board: Board, marks: Marks) -> Iterator[Contradiction]:
    near, far = (side.sign for side in board.sides.values())
    for ship in (near, far):
        if ship not in marks:
            yield Contradiction(
                (ship,), f"{ship} is blank, but both players draw their signs first", RuleCode.SIGN
            )
    if near in marks and marks.get(near) == marks.get(far):
        yield Contradiction((near, far), "neighbours have different signs", RuleCode.SIGN)


def _signs(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Signs are those of the two players; a half of a flag bears its own side's."""
    both = [marks[side.sign] for side in board.sides.values()]
    for field in (*board.spaces, *board.moons, *board.asteroids):
        if field in marks and marks[field] not in both:
            yield Contradiction(
                (field,), f"a {marks[field]} in {field} is neither player's sign", RuleCode.SIGN
            )
    for planet in board.planets.values():
        for name, flag in planet.flags.items():
            if flag in marks and marks[flag] != marks[board.sides[name].sign]:
                why = f"{flag} bears a {marks[flag]}, but it is the {name} side's"
                yield Contradiction((flag, board.sides[name].sign), why, RuleCode.SIGN)


def _orders(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Spaces, ladders and errors are filled from the first one on."""
    for planet in board.planets.values():
        yield from ladders.contradictions(planet.spaces, marks)
    for side in board.sides.values():
        for ladder in (*side.ladders.values(), *side.factors.values()):
            yield from ladders.contradictions(ladder.fields, marks)
        yield from ladders.contradictions(side.errors, marks)


def _asteroids(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """A side's asteroids are the first ones from its end, all their symbols crossed; no others are."""
    own = own_signs(board, side, marks, side.asteroids)
    for place, asteroid in enumerate(own):
        if asteroid != side.asteroids[place]:
            before = side.asteroids[place]
            why = f"the {side.name} side has {asteroid}, but not {before} before it"
            yield Contradiction((asteroid, before), why, RuleCode.ASTEROID)
            break
    for asteroid in own:
        for reward in board.rewards[asteroid]:
            if reward.field not in marks:
                why = f"{asteroid} is taken, so {reward.field} must be crossed"
                yield Contradiction((asteroid, reward.field), why, RuleCode.ASTEROID)
    for asteroid, rewards in board.rewards.items():
        for reward in rewards if side.name == NEAR and asteroid not in marks else ():
            if reward.field in marks:
                why = f"{reward.field} is crossed, but {asteroid} is free"
                yield Contradiction((reward.field, asteroid), why, RuleCode.ASTEROID)


def _settled(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """The flags of full planets follow the majority; at the end all are flagged; a ring needs a settled planet."""
    over = board.is_flagged(marks)
    for planet in board.planets.values():
        signs = tuple(field for field in (*planet.spaces, *planet.moons) if field in marks)
        flags = tuple(planet.flags.values())
        if planet.ring in marks and not planet.is_settled(marks):
            yield Contradiction(
                (planet.ring, *flags), f"{planet.ring} is circled without a flag", RuleCode.FLAG
            )
        if not (planet.is_full(marks) or over):
            continue
        winners = board.controlling(planet, marks)
        for name, flag in planet.flags.items():
            if (flag in marks) != (name in winners):
                who = " and ".join(winners)
                why = f"{planet.id} belongs to {who}, by the signs in its spaces and on its moon"
                if not planet.is_full(marks):
                    why += ", and the flags of other planets say that the game is over"
                yield Contradiction((flag, *signs), why, RuleCode.FLAG)


def _turns(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """The two sides take turns, the near one first."""
    near, far = (turns_of_side(board, side, marks) for side in board.sides.values())
    if near - far not in (0, 1):
        fields = [field for field in board.spaces if field in marks]
        fields += [error for side in board.sides.values() for error in side.errors if error in marks]
        why = f"near has had {near} turns here and far {far}, but they take turns and near begins"
        yield Contradiction(tuple(fields) or board.spaces[:1], why, RuleCode.TURN)


def _planning(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """Every sign on a moon comes from an action, which crosses a box, or from an asteroid."""
    moons = own_signs(board, side, marks, board.moons)
    boxes = [box for box in side.ladders[PLANNING].fields if box in marks]
    rewards = rewards_of(board, side, marks, PLANNING)
    full = len(boxes) == len(side.ladders[PLANNING].fields)
    if len(moons) < len(boxes) or (len(moons) > len(boxes) + len(rewards) and not full):
        given = f" and {len(rewards)} come from asteroids" if rewards else ""
        why = (
            f"{side.name} has {len(moons)} signs on moons, but {len(boxes)} planning boxes are crossed{given}"
        )
        yield Contradiction((*moons, *boxes, *rewards), why, RuleCode.PLANNING)


def _astronauts(side: Side, marks: Marks) -> Iterator[Contradiction]:
    for astronaut in side.astronauts:
        if is_crossed(marks, astronaut) and not is_circled(marks, astronaut):
            why = f"{astronaut} is crossed without being circled"
            yield Contradiction((astronaut,), why, RuleCode.ASTRONAUT)


def _ladder(board: Board, side: Side, name: str, marks: Marks) -> Iterator[Contradiction]:
    """Boxes come from symbols of planets, from asteroids, and from spaces, whose bonus may be passed up."""
    boxes = [box for box in side.ladders[name].fields if box in marks]
    symbols = _symbols(board, name, marks)
    rewards, spaces = rewards_of(board, side, marks, name), bonuses_of(board, side, marks, name)
    most = len(symbols) + len(rewards) + len(spaces)
    if len(boxes) > most:
        why = f"{side.name} has crossed {len(boxes)} {name} boxes, but only {most} can have been earned"
        yield Contradiction((*boxes, *symbols, *rewards, *spaces), why, RuleCode.LADDER)
    if len(boxes) < min(len(rewards), len(side.ladders[name].fields)):
        why = f"the asteroids of {side.name} give {len(rewards)} {name} boxes, but {len(boxes)} are crossed"
        yield Contradiction((*rewards, *side.ladders[name].fields), why, RuleCode.LADDER)


def _both_ladders(board: Board, name: str, marks: Marks) -> Iterator[Contradiction]:
    """Every symbol that is crossed on a planet crosses a box of one side, unless that side's ladder is full."""
    boxes, rewards, spaces, full = [], [], [], False
    for side in board.sides.values():
        fields = side.ladders[name].fields
        boxes += [box for box in fields if box in marks]
        full = full or all(box in marks for box in fields)
        rewards += rewards_of(board, side, marks, name)
        spaces += bonuses_of(board, side, marks, name)
    symbols = _symbols(board, name, marks)
    least, most = len(symbols) + len(rewards), len(symbols) + len(rewards) + len(spaces)
    if len(boxes) > most or (len(boxes) < least and not full):
        why = f"both sides together have crossed {len(boxes)} {name} boxes, but earned {_span(least, most)}"
        yield Contradiction((*boxes, *symbols, *rewards, *spaces), why, RuleCode.LADDER)


def _factors(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """What asteroids give is crossed while any box is left."""
    every = [box for ladder in side.factors.values() for box in ladder.fields]
    boxes, rewards = [box for box in every if box in marks], rewards_of(board, side, marks, ENERGY)
    if len(boxes) < min(len(rewards), len(every)):
        why = f"the asteroids of {side.name} give {len(rewards)} values of colours, but {len(boxes)} are crossed"
        yield Contradiction((*rewards, *boxes), why, RuleCode.LADDER)


def _budget(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """Every action needs a turn with a sign on a planet."""
    turns = own_signs(board, side, marks, board.spaces)
    boxes = [box for ladder in side.factors.values() for box in ladder.fields if box in marks]
    asteroids = own_signs(board, side, marks, board.asteroids)
    moons = own_signs(board, side, marks, board.moons)
    circled = [astronaut for astronaut in side.astronauts if astronaut in marks]
    given = (
        len(bonuses_of(board, side, marks, ROBOT))
        + len(rewards_of(board, side, marks, ENERGY))
        + len(rewards_of(board, side, marks, PLANNING))
    )
    planted: list[str] = []
    for name in (PLANT, WATER):
        crossed = [box for box in side.ladders[name].fields if box in marks]
        free = len(rewards_of(board, side, marks, name)) + len(bonuses_of(board, side, marks, name))
        planted += crossed[free:]
    actions = len(boxes) + len(asteroids) + len(moons) + len(circled) + len(planted) - given
    if actions > len(turns):
        why = f"{side.name} has taken at least {actions} actions in {len(turns)} turns with a sign"
        yield Contradiction((*turns, *boxes, *asteroids, *moons, *circled, *planted), why, RuleCode.ACTION)


def _offers(board: Board, side: Side, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Signs that the offers cannot explain, even changed by astronauts: each needs a turn of its own."""
    horizon = sum(turns_of_side(board, each, marks) for each in board.sides.values())
    crossed = sum(is_crossed(marks, astronaut) for astronaut in side.astronauts)
    reach = {
        planet.id: tuple(
            turn
            for turn in range(1, horizon + 1)
            if writing_side(turn) == side.name
            and (offers := deal.offers(turn))
            and fewest_astronauts(planet.numbers, offers) <= crossed
        )
        for planet in board.planets.values()
    }
    choices = {
        space: reach[board.planet_of[space].id] for space in own_signs(board, side, marks, board.spaces)
    }
    for spaces in unmatched(choices):
        turns = tuple(sorted({turn for space in spaces for turn in choices[space]}))
        which = (
            f"only {listed_turns(turns)} could lead there"
            if turns
            else f"no turn up to {horizon} leads there"
        )
        why = f"signs of {side.name} in {', '.join(spaces)}: {which}, and every sign needs a turn of its own"
        yield Contradiction(spaces, why, RuleCode.OFFER)


def _symbols(board: Board, name: str, marks: Marks) -> list[str]:
    return [field for planet in board.planets.values() for field in planet.symbols[name] if field in marks]


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"

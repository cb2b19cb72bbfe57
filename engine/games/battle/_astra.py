"""ASTRA in battle: before every turn of the player it signs a planet by one card, and does the action of the card.

Effects sign moons for it. It uses no ladders, bonuses or astronauts, and claims no missions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.games.battle._moments import SIGNS_OF_EFFECT, Moments
from fairsheet.engine.games.battle.parts import flags
from fairsheet.engine.games.battle.parts.board import ASTRA_SIGN, Board, Planet, Side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel, Signer
from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules import ladders
from fairsheet.engine.rules.solo.panel import SoloStep
from fairsheet.engine.solver.constraint_model import FALSE, Lit, Model, Term, minus
from fairsheet.engine.solver.solo_offers import SoloOffers
from fairsheet.engine.solver.timeline import Choice
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sides import FAR, NEAR

MOON_ACTIONS, ASTEROID_ACTIONS = (PLANNING, ASTRONAUT), (ROBOT, ENERGY)


class PendingMove(msgspec.Struct, frozen=True):
    """Pending: ASTRA must still make its move of the turn."""


def sheet_of(turn: int) -> int:
    """Return the sheet on which a turn is played, which is also the seat of its record."""
    return 1 if turn % 2 else 2


def astra_side(sheet: int) -> str:
    """Return ASTRA's side of a sheet."""
    return FAR if sheet == 1 else NEAR


def player_side(sheet: int) -> str:
    """Return the player's side of a sheet."""
    return NEAR if sheet == 1 else FAR


# --- in play ----------------------------------------------------------------------------------------------


def sign_steps(board: Board) -> list[Step]:
    """Return a step for each sign that the player may take in turn 0. It signs all ships."""
    return [Step(1, "setup", tuple(_ships(board, sign))) for sign in board.signs if sign != ASTRA_SIGN]


def _ships(board: Board, sign: Mark) -> Iterator[Ink]:
    for sheet in (1, 2):
        yield Ink(board.sides[player_side(sheet)].sign, sign, "setup", sheet)
        yield Ink(board.sides[astra_side(sheet)].sign, ASTRA_SIGN, "astra", sheet)


def planets_for(board: Board, number: int, full: Collection[str]) -> list[Planet]:
    """Return the planets that ASTRA can sign with a number: those of the number that have a free space.

    If there are none, it is the next planet with a free space. The first planet follows the last. `full` has the ids of
    planets without a free space.
    """
    planets = list(board.planets.values())
    named = [planet for planet in planets if number in planet.numbers]
    if free := [planet for planet in named if planet.id not in full]:
        return free
    after = planets.index(named[-1]) + 1
    return [planet for planet in (*planets[after:], *planets[:after]) if planet.id not in full][:1]


def steps(editor: BattleEditor, card: Card) -> list[Step]:
    """Return every way to make ASTRA's move: a sign on a planet, and the action there if it is possible."""
    full = {planet.id for planet in editor.board.planets.values() if planet.is_full(editor.marks)}
    return [
        Step(1, SoloStep.MOVE, ink)
        for planet in planets_for(editor.board, card.number, full)
        for ink in _moves(editor, planet, card.action)
    ]


def _moves(editor: BattleEditor, planet: Planet, action: str) -> Iterator[tuple[Ink, ...]]:
    space = next_of(planet.spaces, editor.marks)
    assert space is not None
    sign = editor.ink_of(space, editor.sign, "astra")
    possible = False
    for ink in _actions(editor, planet, action, is_full=space == planet.spaces[-1]):
        possible = True
        yield sign, ink
    if not possible:
        yield (sign,)


def _actions(editor: BattleEditor, planet: Planet, action: str, *, is_full: bool) -> Iterator[Ink]:
    """Yield the mark of an action on the planet that was just signed, in every possible way."""
    if action in (PLANT, WATER):
        for symbol in planet.symbols[action]:
            if symbol not in editor.marks:
                yield editor.ink_of(symbol, "crossed", "astra")
    elif action in MOON_ACTIONS:
        for moon in () if is_full else planet.moons:
            if moon not in editor.marks:
                yield editor.ink_of(moon, editor.sign, "astra")
    elif (asteroid := next_of(editor.side.asteroids, editor.marks)) is not None:
        yield editor.ink_of(asteroid, editor.sign, "astra")


def move(editor: BattleEditor, card: Card, step: Step) -> None:
    """Make ASTRA's move. Raises IllegalStep if it is not one of `steps`."""
    if step not in steps(editor, card):
        why = f"ASTRA signs by its card, {card.number} {card.action}, and does its action there if possible"
        raise IllegalStep(RuleCode.ASTRA_MOVE, why)
    sign, *action = step.ink
    editor.make(sign)
    planet = editor.board.planet_of[sign.field]
    if planet.is_full(editor.marks):
        flags.draw(editor, planet, "astra")
    for ink in action:
        editor.make(ink)


def effect_steps(editor: BattleEditor, player: Side) -> Iterator[Step]:
    """Yield every way to draw the two signs of an effect on moons, or as many of them as possible."""
    seen = set()
    for ink in _moon_signs(editor, player, editor.marks, SIGNS_OF_EFFECT):
        if ink and frozenset(ink) not in seen:
            seen.add(frozenset(ink))
            yield Step(1, SoloStep.EFFECT, ink)


def _moon_signs(editor: BattleEditor, player: Side, marks: Marks, count: int) -> Iterator[tuple[Ink, ...]]:
    moons = moons_for_effect(editor.board, player, marks) if count else []
    if not moons:
        yield ()
    for moon in moons:
        ink = editor.ink_of(moon, editor.sign, "astra")
        for others in _moon_signs(editor, player, {**marks, moon: editor.sign}, count - 1):
            yield (ink, *others)


def moons_for_effect(board: Board, player: Side, marks: Marks) -> list[str]:
    """Return the free moons of the open planets that have most signs of the player."""
    free = {
        planet.id: spots
        for planet in board.planets.values()
        if not planet.has_flag(marks)
        and (spots := [moon for moon in planet.moons if moon not in marks])
    }  # fmt: skip
    count = {id_: board.planets[id_].signs(marks).count(marks[player.sign]) for id_ in free}
    return [moon for id_, spots in free.items() if count[id_] == max(count.values()) for moon in spots]


def play_effect(editor: BattleEditor, player: Side, step: Step) -> None:
    """Draw ASTRA's signs of an effect. Raises IllegalStep if they are not one of `effect_steps`."""
    wanted = frozenset(step.ink)
    if not any(frozenset(each.ink) == wanted for each in effect_steps(editor, player)):
        why = "an effect draws ASTRA's sign twice, each time on a free moon of the open planet with most of your signs"
        raise IllegalStep(RuleCode.EFFECT, why)
    for ink in step.ink:
        editor.make(ink)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about marks on ASTRA's side other than its sign and flags."""
    own = {side.sign, *side.flags.values()}
    for field in marks:
        if board.side_of.get(field) == side.name and field not in own:
            why = Message("{field} is marked, but ASTRA does not use this field of its side", field=field)
            yield Contradiction((field,), why, RuleCode.ASTRA_MOVE)


# --- in time ----------------------------------------------------------------------------------------------


class AstraModel(Signer):
    """ASTRA's marks on a sheet. `turns` are the moments of its moves and of the signs of effects."""

    offers: SoloOffers

    def __init__(
        self,
        model: Model,
        board: Board,
        seat: int,
        side: Side,
        marks: Marks,
        offers: SoloOffers,
        moments: Moments,
    ) -> None:
        self.moves = [moment for turn, moment in moments.astra.items() if sheet_of(turn) == seat]
        self.effects = [signs for signs in moments.effects if sheet_of(moments.turn_of[signs[0]]) == seat]
        turns = sorted([*self.moves, *(moment for signs in self.effects for moment in signs)])
        super().__init__(model, board, seat, side, marks, offers, turns)

    def prepare(self) -> None:
        """See `Signer.prepare`."""
        side, board, marks = self.side, self.board, self.marks
        self.spaces = {space: Choice(self.model, self.moves) for space in side.own(board.spaces, marks)}
        self.moons = {moon: Choice(self.model, self.turns) for moon in side.own(board.moons, marks)}
        self.asteroids = {each: Choice(self.model, self.moves) for each in side.own(side.asteroids, marks)}

    def constrain(self) -> None:
        """State what ASTRA's marks require of each other and of the player's."""
        why = Message("ASTRA signed by the first card of each turn, and did what its action says")
        with self.model.rule(RuleCode.ASTRA_MOVE, self.name(*self.spaces, *self.asteroids, *self.moons), why):
            for moment in self.moves:
                self.model.exactly_one(event.at(moment) for event in self.spaces.values())
                self._state_sign(moment)
                self._state_action(moment)
                self._state_asteroid(moment)
            ladders.in_time(self.model, self.asteroids.values(), self.moves, apart=1)
        why = Message(
            "effects drew ASTRA's sign on moons of the open planets with most of the player's signs"
        )
        with self.model.rule(RuleCode.EFFECT, self.name(*self.moons), why):
            for planet in self.board.planets.values():
                spots = [self.moons[moon] for moon in planet.moons if moon in self.moons]
                ladders.in_time(self.model, spots, self.turns, apart=1)
            for signs in self.effects:
                for moment in signs:
                    self._state_effect_sign(moment)

    def _state_sign(self, moment: int) -> None:
        """State that ASTRA signs a planet of the card's number, or the next one if these are full."""
        planets = self.board.planets
        for number, is_number in self.offers.numbers(moment, 0).items():
            passed: list[str] = []  # the planets that ASTRA prefers
            while len(passed) < len(planets):
                now = planets_for(self.board, number, passed)
                for planet in now:
                    here = self.is_signed(planet, moment)
                    for earlier in passed:
                        self.model.clause(-here, -is_number, self.sheet.full[earlier].by(moment - 1))
                passed += [planet.id for planet in now]

    def _state_action(self, moment: int) -> None:
        """State that the card's action is done on the planet just signed if and only if it is possible."""
        model, sheet, actions = self.model, self.sheet, self.offers.actions(moment, 0)
        for planet in self.board.planets.values():
            here = self.is_signed(planet, moment)
            for action in (PLANT, WATER):
                is_action = actions.get(action, FALSE)
                events = [sheet.symbols[action].get(symbol) for symbol in planet.symbols[action]]
                crossed = [event.at(moment) for event in events if event is not None]
                model.linear([(1, literal) for literal in crossed], None, 1)
                for literal in crossed:
                    model.implies(literal, here)
                    model.implies(literal, is_action)
                for event in events:
                    gone = FALSE if event is None else event.by(moment - 1)
                    model.clause(-here, -is_action, gone, *crossed)
            is_action = model.any_of(actions.get(action, FALSE) for action in MOON_ACTIONS)
            signed = [self.moons[moon].at(moment) for moon in planet.moons if moon in self.moons]
            full = sheet.full[planet.id]
            for literal in signed:
                model.implies(literal, here)
                model.implies(literal, is_action)
                model.implies(literal, -full.by(moment))
            for moon in planet.moons:
                model.clause(-here, -is_action, full.by(moment), sheet.taken(moon, moment - 1), *signed)
            model.linear([(1, literal) for literal in signed], None, 1)

    def _state_asteroid(self, moment: int) -> None:
        """State that ASTRA takes its next asteroid if and only if the card gives one and one is left."""
        model, actions = self.model, self.offers.actions(moment, 0)
        is_action = model.any_of(actions.get(action, FALSE) for action in ASTEROID_ACTIONS)
        taken_now = [event.at(moment) for event in self.asteroids.values()]
        for literal in taken_now:
            model.implies(literal, is_action)
        both = {
            asteroid: event for signer in self.sheet.signers for asteroid, event in signer.asteroids.items()
        }
        before = [both[each].by(moment - 1) if each in both else FALSE for each in self.board.asteroids]
        model.implies(is_action, model.all_of(before), *taken_now)

    def _state_effect_sign(self, moment: int) -> None:
        """State that an effect signs a free moon of the open planet with most signs of the player, if there is one."""
        model, before, full, taken = self.model, moment - 1, self.sheet.full, self.sheet.taken
        (player,) = self.sheet.sides.values()
        made = [event.at(moment) for event in self.moons.values()]
        model.linear([(1, literal) for literal in made], None, 1)
        closed: dict[str, Lit] = {}
        for planet in self.board.planets.values():
            for moon in planet.moons:
                model.clause(*made, full[planet.id].by(before), taken(moon, before))
            closed[planet.id] = model.all_of(taken(moon, before) for moon in planet.moons)
        for planet in self.board.planets.values():
            here = model.any_of(self.moons[moon].at(moment) for moon in planet.moons if moon in self.moons)
            if here == FALSE:
                continue
            model.implies(here, -full[planet.id].by(before))
            own = list(_signs(player, planet, before))
            for other in self.board.planets.values():
                if other is not planet:
                    better = [*own, *minus(_signs(player, other, before))]
                    model.linear(better, 0, None, given=(here, -full[other.id].by(before), -closed[other.id]))


def _signs(side: SideModel, planet: Planet, moment: int) -> Iterator[Term]:
    """Yield how many signs a side has on a planet and its moon by the end of a moment, as terms of a sum."""
    for field, event in (*side.spaces.items(), *side.moons.items()):
        if field in (*planet.spaces, *planet.moons):
            yield 1, event.by(moment)

"""ASTRA in battle: before every turn of the player it signs a planet by one card, and does what the card's action says.

Effects sign moons for it. It uses no ladders, no bonuses, no astronauts, and claims no missions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.games.battle.parts import flags
from fairsheet.engine.games.battle.parts.board import ASTRA_SIGN, Board, Planet, Side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ASTRONAUT, ENERGY, PLANNING, PLANT, ROBOT, WATER
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.solo.steps import SoloStep
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sides import FAR, NEAR

MOON_ACTIONS, ASTEROID_ACTIONS = (PLANNING, ASTRONAUT), (ROBOT, ENERGY)
SIGNS_OF_EFFECT = 2  # on moons, one after the other


class PendingMove(msgspec.Struct, frozen=True):
    """ASTRA's move of the turn is still to be made."""


def sheet_of(turn: int) -> int:
    """The sheet on which a turn is played, which is also the seat of its record."""
    return 1 if turn % 2 else 2


def astra_side(sheet: int) -> str:
    """The side that is ASTRA's on a sheet."""
    return FAR if sheet == 1 else NEAR


def player_side(sheet: int) -> str:
    """The side that is the player's on a sheet."""
    return NEAR if sheet == 1 else FAR


# --- in play ----------------------------------------------------------------------------------------------


def sign_steps(board: Board) -> list[Step]:
    """In turn 0: every sign that the player may take, on the own ship of both sheets, with ASTRA's beside it."""
    return [Step(1, "setup", tuple(_ships(board, sign))) for sign in board.signs if sign != ASTRA_SIGN]


def _ships(board: Board, sign: Mark) -> Iterator[Ink]:
    for sheet in (1, 2):
        yield Ink(board.sides[player_side(sheet)].sign, sign, "setup", sheet)
        yield Ink(board.sides[astra_side(sheet)].sign, ASTRA_SIGN, "astra", sheet)


def planets_for(board: Board, number: int, full: Collection[str]) -> list[Planet]:
    """Where ASTRA can sign with a number: its planets with a free space or, without any, the next one after them.

    After the last planet comes the first. `full` has the ids of those without a free space.
    """
    planets = list(board.planets.values())
    named = [planet for planet in planets if number in planet.numbers]
    if free := [planet for planet in named if planet.id not in full]:
        return free
    after = planets.index(named[-1]) + 1
    return [planet for planet in (*planets[after:], *planets[:after]) if planet.id not in full][:1]


def steps(editor: BattleEditor, card: Card) -> list[Step]:
    """Every way to make ASTRA's move: a sign on a planet, and the action there as far as it is possible."""
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
    """The mark of an action on the planet just signed, in every way that there is."""
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
    """Makes ASTRA's move. Raises IllegalStep where it is none of `steps`."""
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
    """Every way to draw ASTRA's two signs of an effect on moons, or as many of them as can be drawn."""
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
    """The free moons of those planets that bear most signs of the player, among all that have one and are open."""
    free = {
        planet.id: spots
        for planet in board.planets.values()
        if not planet.has_flag(marks)
        and (spots := [moon for moon in planet.moons if moon not in marks])
    }  # fmt: skip
    count = {id_: board.planets[id_].signs(marks).count(marks[player.sign]) for id_ in free}
    return [moon for id_, spots in free.items() if count[id_] == max(count.values()) for moon in spots]


def play_effect(editor: BattleEditor, player: Side, step: Step) -> None:
    """Draws ASTRA's signs of an effect. Raises IllegalStep where they are none of `effect_steps`."""
    wanted = frozenset(step.ink)
    if not any(frozenset(each.ink) == wanted for each in effect_steps(editor, player)):
        why = "an effect draws ASTRA's sign twice, each time on a free moon of the open planet with most of your signs"
        raise IllegalStep(RuleCode.EFFECT, why)
    for ink in step.ink:
        editor.make(ink)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, side: Side, marks: Marks) -> Iterator[Contradiction]:
    """ASTRA's side bears nothing but its sign and flags."""
    own = {side.sign, *(planet.flags[side.name] for planet in board.planets.values())}
    for field in marks:
        if board.side_of.get(field) == side.name and field not in own:
            yield Contradiction((field,), f"{field} is on ASTRA's side, who uses none", RuleCode.ASTRA_MOVE)

"""Flags: the side with most signs on a planet draws its half of the flag when the planet is full or the game ends."""

from __future__ import annotations

from collections.abc import Iterator

from fairsheet.engine.games.battle.parts.board import Board, Planet
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Cause
from fairsheet.languages.messages import Message, listed
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks


def draw(editor: BattleEditor, planet: Planet, by: Cause) -> None:
    """Draw the halves of a planet's flag by the majority of signs, and circle the planet."""
    board = editor.board
    for name in board.controlling_sides(planet, editor.marks):
        side = board.sides[name]
        editor.mark(side.flags[planet.id], editor.marks[side.sign], by)
    named = editor.mark_order.fields
    if planet.ring not in editor.marks and (planet.ring in named if named else by != "incident"):
        editor.mark(planet.ring, "circled", by)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about flags and rings on a final sheet.

    Flags follow the majority on full planets, and after the game on all planets. A ring needs a flag.
    """
    over = board.flags_end_game(marks)
    for planet in board.planets.values():
        signs = tuple(field for field in (*planet.spaces, *planet.moons) if field in marks)
        if planet.ring in marks and not planet.has_flag(marks):
            why = Message("{ring} is circled, but its planet has no flag", ring=planet.ring)
            yield Contradiction.counting((planet.ring, *planet.flags), why, RuleCode.FLAG, few=(planet.ring,))
        if not (planet.is_full(marks) or over):
            continue
        winners = board.controlling_sides(planet, marks)
        for name, side in board.sides.items():
            flag = side.flags[planet.id]
            if (flag in marks) != (name in winners):
                who = listed([term(f"{winner} side") for winner in winners])
                words = Message("{flag} is blank, but {planet} belongs to the {who} by its signs")
                if flag in marks:
                    words = Message("{flag} is drawn, but {planet} belongs to the {who} by its signs")
                why = words.filled(flag=flag, planet=planet.id, who=who)
                if not planet.is_full(marks):
                    why = Message("{why}, and the flags of other planets show that the game is over", why=why)
                yield Contradiction.counting((flag, *signs), why, RuleCode.FLAG, few=(flag,))

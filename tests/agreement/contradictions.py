"""What the check of one sheet says of sheets with one mark changed, as text: how often it gives which codes.

    after 12 turns
      ascend 31
      offer planning 2
      nothing 64

Of all sheets that differ in one mark from an honest one, 31 are refused since numbers do not ascend, 2 for an offer and
the planning symbols as well, and nothing is said of 64: the proof decides about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.deal import Deal, deal
from engine.game import Game
from engine.games import rules_of
from engine.ink import Marks
from sheets.library import load_sheet
from tests.agreement.boards import dealt, kinds_of, small
from tests.agreement.exhaustive import changes, some_reachable, values_of_missions, varied
from tests.agreement.playthrough import FOLDER

TABLES = 12  # of each kind, on the small board
PLAYED, GAMES = 9, 60  # turns at most, and games at random, among which they are
TURNS = (2, 6, 12, 99)  # of one game on the whole sheet
APART = 3  # numbers that are tried lie so far from each other


def path_of(name: str) -> Path:
    """Where the text for a scenario is kept."""
    return FOLDER / f"{name}-contradictions.txt"


def contradictions_text(name: str) -> str:
    """The text for a scenario as it is now: small boards first, then a game on the whole sheet."""
    told: list[str] = []
    for kind in kinds_of(name):
        game, table = rules_of(small(name)), dealt(name, kind)
        tables = varied(some_reachable(game, table, PLAYED, GAMES), TABLES)
        told += [f"small board, {kind}", *_lines(_said(game, table, [marks[0] for marks in tables]))]
    sheet = load_sheet(name)
    game, whole = rules_of(sheet), deal(sheet, "golden", 2)
    for turns in TURNS:
        marks = some_reachable(game, whole, turns, 1)[-1]
        told += [f"after {turns} turns", *_lines(_said(game, whole, [marks[0]]))]
    return "\n".join(told) + "\n"


def _said(game: Game, table: Deal, honest: Iterable[Marks]) -> Counter[str]:
    """How often which codes are given for sheets with one mark changed."""
    numbers = [*range(0, 18, APART), *values_of_missions(game, table.missions)]
    said: Counter[str] = Counter()
    for marks in honest:
        for other in changes(game.sheet.fields, marks, numbers):
            codes = sorted({str(found.rule) for found in game.check(other, table, table.missions)})
            said[" ".join(codes) or "nothing"] += 1
    return said


def _lines(said: Counter[str]) -> list[str]:
    return [f"  {codes} {count}" for codes, count in sorted(said.items())]

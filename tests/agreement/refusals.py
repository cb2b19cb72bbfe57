"""Steps that the rules refuse in play, as text: how often steps that are not offered are refused by which code.

The tried steps are legal in other states, or made from legal ones: with less ink, more, or that of another kind.
Refusals that differ only in numbers and names of fields have one example, the first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import IllegalStep, Step
from fairsheet.sheets.library.templates import load_sheet
from tests.agreement.boards import kinds_of
from tests.agreement.contradictions import lines, without_names
from tests.agreement.judging import Sheets, SmallTable, table_of
from tests.agreement.playthrough import FOLDER

GAMES = 25  # whose steps are tried in each other's states
STATES = 40  # in which they are tried
STEPS = 60  # of other states, of a legal kind; and the same number made from legal ones
WHOLE_GAMES, WHOLE_TURNS = 4, 8  # on the whole sheet


def path_of(name: str) -> Path:
    """Return the path of the text for a scenario."""
    return FOLDER / f"{name}-refusals.txt"


def refusals_text(name: str) -> str:
    """Return the current text for a scenario: first small boards, then first turns of a game on the whole
    sheet.

    Raises AssertionError if a step that was not offered leads to sheets that the offered ones do not reach.
    """
    sheet = load_sheet(name)
    tables = {f"small board, {kind}": table_of(name, kind) for kind in kinds_of(name)}
    whole = SmallTable(rules_of(sheet), deal(sheet, "golden", 2))
    text: list[str] = []
    examples: dict[str, str] = {}
    for words, table in {**tables, "whole sheet": whole}.items():
        said: Counter[str] = Counter()
        games, turns = (WHOLE_GAMES, WHOLE_TURNS) if table is whole else (GAMES, table.turns)
        for state, step in others(table, random.Random(name), games, turns):
            try:
                after = table.game.play(state, step)
            except IllegalStep as refused:
                said[refused.rule] += 1
                examples.setdefault(without_names(str(refused)), f"{refused.rule}: {refused}")
            else:
                said["as good as those offered"] += 1
                assert table is whole or table.played(end_of_turn(table, after)) == "reached", step
        text += [words, *lines(said)]
    return "\n".join([*text, "examples", *(f"  {each}" for each in examples.values())]) + "\n"


def end_of_turn(table: SmallTable, state: Any) -> Sheets:
    """Return the sheets at the end of the turn if only compulsory steps follow."""
    game, turn = table.game, table.game.turn(state)
    while game.to_move(state) is not None and game.turn(state) == turn:
        state = game.play(state, game.legal_steps(state)[-1])
    return table.sheets(state)


def others(table: SmallTable, chance: random.Random, games: int, turns: int) -> Iterator[tuple[Any, Step]]:
    """Yield states of the first turns of random games, and steps that are not offered in them."""
    decisions = [each for _ in range(games) for each in random_game(table, turns, chance)]
    pool = list({step: None for _, legal in decisions for step in legal})
    for state, legal in chance.sample(decisions, min(STATES, len(decisions))):
        seat, kinds = table.game.to_move(state), {step.kind for step in legal}
        strange = [step for step in pool if step.seat == seat and step not in legal]
        alike = [step for step in strange if step.kind in kinds]
        made = [step for step in altered(legal, chance) if step not in legal]
        for some, most in ((alike, STEPS), (strange, STEPS // 4)):
            for step in chance.sample(some, min(most, len(some))):
                yield state, step
        for step in made:
            yield state, step


def altered(legal: Sequence[Step], chance: random.Random) -> Iterator[Step]:
    """Yield steps made from legal ones: with less ink, with that of two, or with that of another kind."""
    for _ in range(STEPS // 3):
        one, other = chance.choice(legal), chance.choice(legal)
        yield msgspec.structs.replace(one, ink=one.ink[1:])
        yield msgspec.structs.replace(one, ink=(*one.ink, *other.ink))
        yield msgspec.structs.replace(one, ink=other.ink)


def random_game(table: SmallTable, turns: int, chance: random.Random) -> Iterator[tuple[Any, list[Step]]]:
    """Yield the states of a random game, and the legal steps in them."""
    game = table.game
    state = game.start(table.deal)
    while game.to_move(state) is not None and game.turn(state) <= turns:
        legal = list(game.legal_steps(state))
        yield state, legal
        state = game.play(state, chance.choice(legal))

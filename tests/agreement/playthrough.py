"""Whole games as text: every decision, the marks that follow by the rules, the final sheets, their score and verdict.

A line shows one player's turn, decision by decision:

    1 #2  number/34 floor-1.1=9 number > rocket.1=crossed bonus ; pass/2

Seat 1 took the second offer. From 34 legal steps it chose a number in floor-1.1, written as a number. Then the rules
crossed a rocket as a bonus. It declined the next two legal steps. `2:` before a field is the seat of another player's
sheet. Effects of other players follow the player's own decisions, after `>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from fairsheet.engine.dealing.deal import Deal, deal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Game, Step
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.records.record import Record, table_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import boxes_of_table
from fairsheet.engine.simulation.bots import POLICIES
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet

FOLDER = Path(__file__).parent / "golden"


class Kind(msgspec.Struct, frozen=True):
    """The kind of a playthrough: a table of bots of one policy."""

    sheet: str
    seed: str
    players: int
    policy: str

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.sheet}-{self.players}-{self.policy}.txt"


class _Lines:
    """The lines of a game in progress."""

    def __init__(self, game: Game, dealt: Deal) -> None:
        self.game = game
        self.seats = range(1, dealt.players + 1)
        self.decided: dict[tuple[int, int], list[str]] = {}
        self.offers: dict[tuple[int, int], int | None] = {}
        self.seen = dict.fromkeys(self.seats, 0)

    def add(self, before: Any, step: Step, after: Any) -> None:
        """Add one decision and all its effects, on any sheet."""
        turn, count = self.game.turn(before), len(self.game.legal_steps(before))
        self.decided.setdefault((turn, step.seat), []).append(decision(step, count))
        for seat in self.seats:
            history = self.game.history(after, seat)
            made = [(played.turn, ink) for played in history for ink in played.ink]
            new = made[self.seen[seat] :]
            self.seen[seat] = len(made)
            self.offers.update(((played.turn, seat), played.offer) for played in history)
            if seat == step.seat:
                new = _leave_out(new, [(turn, ink) for ink in step.ink])
            for number, group in groupby(new, lambda each: each[0]):
                words = " ".join(word(ink) for _, ink in group)
                self.decided.setdefault((number, seat), []).append(f"> {words}")

    def of(self, turn: int) -> Iterator[str]:
        for seat in self.seats:
            if decided := self.decided.get((turn, seat)):
                offer = self.offers.get((turn, seat))
                chosen = "--" if offer is None else f"#{offer}"
                yield f"{seat} {chosen}  {' ; '.join(decided).replace(' ; >', ' >')}"


def word(ink: Ink) -> str:
    """Return one mark: `floor-1.1=9 number`, on the sheet of another seat `2:floor-1.1=9 number`."""
    sheet = "" if ink.sheet is None else f"{ink.sheet}:"
    return f"{sheet}{ink.field}={ink.mark} {ink.by}"


def decision(step: Step, count: int) -> str:
    """Return one of this many legal steps."""
    return " ".join([f"{step.kind}/{count}", *map(word, step.ink)])


def played_by_bots(kind: Kind) -> str:
    """Return the text of a game that bots play now."""
    sheet = load_sheet(kind.sheet)
    game, dealt = rules_of(sheet), deal(sheet, kind.seed, kind.players)
    streams = {seat: Stream(dealt.seed, f"bot {seat} {kind.policy}") for seat in range(1, kind.players + 1)}
    lines = _Lines(game, dealt)
    state = game.start(dealt)
    while (seat := game.to_move(state)) is not None:
        step = POLICIES[kind.policy](game, state, streams[seat])
        after = game.play(state, step)
        lines.add(state, step, after)
        state = after
    text = [
        f"{kind.sheet}, seed {kind.seed}, {kind.players} players, {kind.policy}",
        f"missions {', '.join(dealt.missions.values())}",
        *(line for turn in range(game.turn(state) + 1) for line in _turn(lines, dealt, turn)),
        "",
        *_end(game, dealt, state),
    ]
    return "\n".join(text) + "\n"


def _turn(lines: _Lines, dealt: Deal, turn: int) -> list[str]:
    decided = list(lines.of(turn))
    if not decided:
        return []
    offers = [f"{offer.number} {offer.action}" for offer in dealt.offers(turn)] if turn else ["set-up"]
    return ["", f"turn {turn}  {', '.join(offers)}", *decided]


def _end(game: Game, dealt: Deal, state: Any) -> Iterator[str]:
    """Yield the final sheets, the end of the game, and the results of score and proof."""
    sheet, seats = game.sheet, range(1, dealt.players + 1)
    marks = {seat: game.marks(state, seat) for seat in seats}
    boxes = boxes_of_table(sheet, marks, dealt.players)
    records = [Record.on(sheet, table_of(dealt), seat, {**marks[seat], **boxes[seat]}) for seat in seats]
    for seat in seats:
        endings = ", ".join(game.endings(marks[seat])) or "no"
        yield f"sheet {seat}, ends the game: {endings}"
        yield from _sheet(sheet, marks[seat])
    score = ruleset_of(sheet).score(records)
    for player in score.players:
        parts = " ".join(f"{box}={value}" for box, value in player.parts.items())
        yield f"score {player.seat}: {player.total}, {parts}"
    yield f"ranking {' then '.join(' and '.join(map(str, seats)) for seats in score.ranking)}"
    verdict = ruleset_of(sheet).verify(records)
    yield f"verdict {' '.join(f'{each.seat} {each.verdict}' for each in verdict.sheets)}"


def _sheet(sheet: Sheet, marks: Marks) -> Iterator[str]:
    """Yield the marks of a sheet, a line for each row of fields."""
    rows: dict[str, list[str]] = {}
    for field in sheet.fields:
        if field.id in marks:
            row, _, place = field.id.rpartition(".")
            rows.setdefault(row, []).append(f"{place}={marks[field.id]}")
    return (f"  {row}: {' '.join(words)}" for row, words in rows.items())


def _leave_out(inks: Iterable[tuple[int, Ink]], chosen: list[tuple[int, Ink]]) -> list[tuple[int, Ink]]:
    """Return the marks that the rules made: all new ink except the chosen."""
    left = list(inks)
    for each in chosen:
        if each in left:
            left.remove(each)
    return left

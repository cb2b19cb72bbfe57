"""Races: the first player to reach something takes its prize, and all others cross it on their sheets.

Most races have two prizes, a high one for the first player and a low one for later players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.solver.constraint_model import FALSE, Model
from fairsheet.engine.solver.timeline import Choice
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.model.marks import Marks, is_circled, is_crossed


class Race(Rule[object], frozen=True):
    """The first player to reach something circles `prize`; all others cross it in that turn, and circle `low`, if any.

    The race is reached when `needs` have ink. If the prize is `optional`, the first player may leave it blank. `unmet`
    says that `{won}` is circled though `{needed}` has no ink.
    """

    id: str
    prize: str
    needs: tuple[str, ...]
    low: str | None = None
    optional: bool = False
    unmet: Message = Message("{won} is circled, but {needed} is still blank")

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield a contradiction unless the right prize is circled: one if and only if all needed fields have ink."""
        high, low = self.prize, self.low
        is_lost, is_won = is_crossed(marks, high), is_circled(marks, high)
        blank = next_of(self.needs, marks)
        if is_won and is_lost:
            why = Message("{high} is both circled and crossed", high=high)
            yield Contradiction((high,), why, RuleCode.RACE)
        if low is None:
            if is_won and not is_lost and blank:
                yield Contradiction((high, blank), self.unmet.filled(won=high, needed=blank), RuleCode.RACE)
            elif high not in marks and not blank and not self.optional:
                last = self.needs[-1]
                why = Message("{last} is circled, but {high} has no mark", last=last, high=high)
                yield Contradiction((last, high), why, RuleCode.RACE)
            return
        circled = [prize for prize in (high, low) if is_circled(marks, prize)]
        if len(circled) == 2:
            yield Contradiction(
                (high, low), Message("{high} and {low} are both circled", high=high, low=low), RuleCode.RACE
            )
        if circled and blank:
            why = self.unmet.filled(won=circled[0], needed=blank)
            yield Contradiction((circled[0], blank), why, RuleCode.RACE)
        if not circled and not blank:
            why = Message(
                "neither {high} nor {low} is circled, but all that they need is filled", high=high, low=low
            )
            yield Contradiction.counting((*self.needs, high, low), why, RuleCode.RACE, few=(high, low))
        if low in circled and not is_lost:
            why = Message("{low} is circled, but {high} is not crossed", low=low, high=high)
            yield Contradiction((low, high), why, RuleCode.RACE)


def take_prize(editor: SheetEditor, high: str, low: str) -> None:
    """Circle the high prize and broadcast it to others, or the low one if others were first."""
    if high in editor.marks:
        editor.mark(low, "circled", "bonus")
    else:
        editor.mark(high, "circled", "bonus")
        editor.broadcast.append(high)


def prizes_won(state: State, fields: Collection[str]) -> Iterator[str]:
    """Return those of the fields that players have broadcast this turn, including absent players."""
    broadcast = dict.fromkeys(field for player in state.players for field in player.broadcast)
    broadcast.update(dict.fromkeys(state.outside.get(state.turn, ())))
    return (field for field in broadcast if field in fields)


def cross_lost_prizes(state: State, fields: Collection[str]) -> tuple[Player, ...]:
    """Return the players after those who have not reached the prizes won this turn have crossed them."""
    prizes = list(prizes_won(state, fields))
    if not prizes:
        return state.players
    players = []
    for player in state.players:
        editor = SheetEditor(player)
        for field in prizes:
            if field not in editor.marks:
                editor.mark(field, "crossed", "race")
        players.append(editor.player())
    return tuple(players)


def in_time(model: Model, players: Mapping[int, Any], race: Race, last: int, absent: int) -> Choice | None:
    """State when a prize was first reached: all who reach it in that turn circle it, all others cross it then.

    `players` are the sheets in time by seat, `last` is the last turn; `absent` players can have been first, too. Return
    the turn as a choice; None if nobody raced.
    """
    prize, first = race.prize, winners(players, race, last)
    racing = [seat for seat, player in players.items() if seat in first or prize in player.marks]
    if not racing:
        return None
    when = Choice(model, list(range(1, last + 1)))
    words = Message("{prize} is crossed, but nobody circled it", prize=prize)
    if lacking := [seat for seat in players if seat not in racing]:
        words = Message(
            "{prize} is marked by {having} but not by {lacking}; once a player wins it, all others cross it",
            prize=prize,
            having=named(racing),
            lacking=named(lacking),
        )
    with model.rule(RuleCode.RACE, [(seat, prize) for seat in players], words):
        if lacking or (not first and not absent):
            model.clause()
    for seat in racing:
        player = players[seat]
        why = Message("player {seat} crossed {prize}, so somebody else reached it first")
        if seat in first:
            why = Message("player {seat} was among the first to reach {prize}")
        why = why.filled(seat=seat, prize=prize)
        with model.part(seat), model.rule(RuleCode.RACE, player.name(prize, *race.needs), why):
            for turn in player.turns:
                reached = player.reached(race, turn)
                if seat in first:
                    model.implies(reached, when.by(turn))
                    model.implies(when.by(turn), reached)
                else:
                    model.implies(reached, when.by(turn - 1))
    return when


def named(seats: Sequence[int]) -> Message:
    """Return players by their seats, at least one."""
    return Message("player {seats}", "players {seats}", n=len(seats), seats=listed(seats))


def winners(players: Mapping[int, Any], race: Race, last: int) -> list[int]:
    """Return the seats that first reached a prize: those that circled it, or left it blank if they may."""
    return [
        seat
        for seat, player in players.items()
        if is_circled(player.marks, race.prize)
        or (race.optional and race.prize not in player.marks and player.reached(race, last) != FALSE)
    ]

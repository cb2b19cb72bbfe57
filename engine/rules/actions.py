"""A turn with a number takes at most one action, that of its offer or of a wild, which has one effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.play.game import Contradiction, IllegalStep, off_by
from fairsheet.engine.play.number_board import ASTRONAUT, PLANNING
from fairsheet.engine.play.rule import Rule
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.account import Tally
from fairsheet.engine.rules.offers import listed_turns
from fairsheet.engine.solver.constraint_model import FALSE
from fairsheet.engine.solver.sheet_in_time import SheetInTime
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks


def not_allowed(action: str, ink: Ink) -> IllegalStep:
    """Return the error for a mark that the action of the turn does not make."""
    return IllegalStep(RuleCode.ACTION, f"{action} does not allow {ink.mark} in {ink.field} now")


def not_offered(action: str) -> IllegalStep:
    """Return the error for another action than that of the turn; `action` is in words, such as `energy, or a wild,`."""
    return IllegalStep(RuleCode.ACTION, f"only {action} can be used now, or declined")


class Actions(Rule[SheetInTime], frozen=True):
    """Every number has at most one action, and each of the marks `taken` needed one.

    `gifts` are pairs of tallies: marks of one kind, and marks that each give at most one of them.
    """

    slots: Sequence[str]
    taken: tuple[Tally, ...]
    gifts: tuple[tuple[Tally, Tally], ...] = ()

    def contradictions(self, marks: Marks) -> Iterator[Contradiction]:
        """Yield a contradiction if there are more actions than numbers."""
        numbers = [slot for slot in self.slots if isinstance(marks.get(slot), int)]
        actions = self._least(marks)
        if actions > len(numbers):
            why = Message(
                "{off} actions taken: {actions} by the marks, with {numbers} numbers written",
                off=off_by(actions - len(numbers)),
                actions=actions,
                numbers=len(numbers),
            )
            tallies = (*self.taken, *(made for made, _ in self.gifts))
            made = [field for tally in tallies for field in tally.on(marks)]
            last = made[len(numbers) - actions :]
            yield Contradiction.counting((*made, *numbers), why, RuleCode.ACTION, few=last)

    def _least(self, marks: Marks) -> int:
        """Return the number of actions that the marks needed at least."""
        gifts = (len(made.on(marks)) - len(given.on(marks)) for made, given in self.gifts)
        return sum(len(tally.on(marks)) for tally in self.taken) + sum(max(0, each) for each in gifts)

    def in_time(self, sheet: SheetInTime) -> None:
        """See `limit_idle_turns`."""
        limit_idle_turns(sheet, self._least(sheet.marks))


def in_time(sheet: SheetInTime) -> None:
    """State that a turn takes at most one action, which has one effect."""
    model = sheet.model
    marks = {action: sheet.name(*_inked_by(sheet, action)) for action in ACTIONS}
    words = {action: _words(sheet, action, len(marks[action])) for action in ACTIONS}
    for turn in sheet.turns:
        crosses = [event.at(turn) for event in sheet.crosses.values()]
        effects = {**sheet.effects(turn), ASTRONAUT: [sheet.astronauts[turn]], PLANNING: crosses}
        model.exactly_one([*(sheet.acts[action][turn] for action in ACTIONS), sheet.idle[turn]])
        for action in ACTIONS:
            act, made = sheet.acts[action][turn], effects.get(action, [])
            model.linear([(1, literal) for literal in made], None, 1)
            with model.rule(RuleCode.ACTION, marks[action], words[action]):
                for literal in made:
                    model.implies(literal, act)
            if action == ASTRONAUT:
                sheet.astronaut_crossed(turn, act)
            else:
                model.implies(act, *made)


def limit_idle_turns(sheet: SheetInTime, least: int) -> None:
    """State that at least `least` turns took an action. This follows from the other rules, but saves search."""
    if not sheet.model.relaxed:
        sheet.model.linear(sheet.until(sheet.idle, sheet.last), None, sheet.last - least)


def _words(sheet: SheetInTime, action: str, count: int) -> Message:
    """Return the reason that each mark of an action needed a turn, unless some of them can have another cause.

    If the cards are known, it names the turns that offered the action.
    """
    words = Message(
        "the {kind} mark came from a turn that offered {action}",
        "the {n} {kind} marks came from {n} turns that offered {action}",
    )
    if action in sheet.bonuses:
        words = Message(
            "the {kind} mark was given, or came from a turn that offered {action}",
            "the {n} {kind} marks were given, or came from a turn each that offered {action}",
        )
    words = words.filled(n=count, kind="X" if action == PLANNING else term(action), action=term(action))
    if any(sheet.wild_in(turn) != FALSE for turn in sheet.turns):
        words = Message("{words}, or a wild", words=words)
    turns = [
        turn for turn in sheet.turns if any(offer.action == action for offer in sheet.offers.of_turn(turn))
    ]
    if len(turns) == len(sheet.turns):  # without known cards every turn can have offered it
        return words
    if not turns:
        return Message("{words} (no turn did)", words=words)
    return Message("{words} (only {turns} did)", words=words, turns=listed_turns(turns))


def _inked_by(sheet: SheetInTime, action: str) -> list[str]:
    """Return the marks that an action can have left."""
    match action:
        case "astronaut":
            fields: Sequence[str] = sheet.board.astronauts
        case "planning":
            fields = tuple(sheet.crosses)
        case _:
            fields = sheet.effect_fields(action)
    return [field for field in fields if field in sheet.marks]

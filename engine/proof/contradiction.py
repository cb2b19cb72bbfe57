"""Why there is no history: the smallest set of rules, with their marks, that cannot all be kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from fairsheet.engine.play.game import Contradiction, Reason
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.request import ERROR, PLAYED, Subject
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.languages.messages import Message, Value, either, joined, listed

SHOWN = 4  # reasons of one kind that are given
NONE = Message("no order of play leads to this sheet")
TOGETHER = Message("these cannot all be true on the sheets of seats {seats}: {reason}")
APART = Message("this cannot be true: {reason}", "these cannot all be true: {reason}")
PARTIAL = Message("this explanation is partial: the work allowed ended before the fewest marks were found")


class Fact(msgspec.Struct, frozen=True):
    """That something was in one of some turns, or in none of them if `is_not`."""

    subject: Subject
    turns: tuple[int, ...]
    is_not: bool

    def words(self, seat: int) -> Message:
        """For players who look at a seat's sheet."""
        owner, field = self.subject
        turns = either(self.turns)
        if self.subject == PLAYED and self.is_not:
            words = Message("the game was over before turn {turn}", turn=self.turns[0])
        elif self.subject == PLAYED:
            words = Message("turn {turn} was played", turn=self.turns[-1])
        elif field == ERROR:
            no, an = Message("no error in turn {turns}"), Message("an error in turn {turns}")
            words = (no if self.is_not else an).filled(turns=turns)
        else:
            out, within = Message("{field} not in turn {turns}"), Message("{field} in turn {turns}")
            words = (out if self.is_not else within).filled(field=field, turns=turns)
        return words if owner in (seat, 0) else Message("{words} (seat {seat})", words=words, seat=owner)


class Found(msgspec.Struct, frozen=True):
    """A step to a contradiction: rules, and what they show with all that was shown before that later steps need.

    The last step shows that there is no way left, so nothing more.
    """

    rules: Sequence[StatedRule]
    facts: Sequence[Fact] = ()


def contradiction_for(
    seat: int,
    ink: Iterable[str],
    rules: Sequence[StatedRule],
    steps: Sequence[Found] = (),
    *,
    partial: bool = False,
    together: Sequence[int] = (),
) -> Contradiction:
    """The rules as a contradiction of one seat's sheet, in words for players, which say so where they are `partial`.

    `steps` lead to it; without them the rules of each code are one. Where no rules were found, or none about marks of
    this sheet, it names all fields that bear ink. `together` are the seats of several sheets where nothing tells which
    is wrong.
    """
    codes = list(dict.fromkeys(rule.code for rule in rules))
    told = steps or [Found([rule for rule in rules if rule.code == code]) for code in codes]
    reasons = [_reasons(step.rules) for step in told]
    if steps[1:]:
        reasons = [
            [_concluded(seat, step, joined("; ", each))] for step, each in zip(steps, reasons, strict=True)
        ]
    if reasons and together[1:]:
        reasons[0][0] = TOGETHER.filled(seats=listed(together), reason=reasons[0][0])
    elif reasons and not steps[1:]:
        reasons[0][0] = APART.filled(n=sum(map(len, reasons)), reason=reasons[0][0])
    if partial:
        reasons = [*reasons[:-1], [*(reasons[-1:] or [[NONE]])[0], PARTIAL]]
    words = [joined("; ", each) for each in reasons]
    named = _fields(seat, (mark for rule in rules for mark in rule.marks))
    return Contradiction(
        named or tuple(ink),
        joined("; ", words) if words else NONE,
        "+".join(codes),
        tuple(_as_reason(seat, step, why) for step, why in zip(told, words, strict=False)),
    )


def _fields(seat: int, marks: Iterable[Subject]) -> tuple[str, ...]:
    """The fields of a seat's sheet that are among some marks."""
    return tuple(dict.fromkeys(mark[1] for mark in marks if mark[0] == seat))


def _as_reason(seat: int, step: Found, why: Message) -> Reason:
    """A step in words; the marks of a sheet that were only counted are not named."""
    marks = [mark for rule in step.rules if rule.code != RuleCode.TURN for mark in rule.marks]
    marks += [fact.subject for fact in step.facts if fact.subject[1] not in (ERROR, PLAYED[1])]
    return Reason(_fields(seat, marks), "+".join(dict.fromkeys(rule.code for rule in step.rules)), why)


def _concluded(seat: int, step: Found, reasons: Message) -> Message:
    """What the rules of a step say, and what comes of it, to players who look at a seat's sheet."""
    if not step.facts:
        return Message("{reasons}; so no order of play is left", reasons=reasons)
    found = joined(", ", (fact.words(seat) for fact in step.facts))
    return Message("{reasons}; so {found}", reasons=reasons, found=found)


def _reasons(rules: Sequence[StatedRule]) -> list[Message]:
    """What rules say; of many of one kind only some."""
    told: list[Message] = []
    for code in dict.fromkeys(rule.code for rule in rules):
        reasons = _of_turns(dict.fromkeys(rule.why for rule in rules if rule.code == code))
        told += reasons[:SHOWN]
        if len(reasons) > SHOWN:
            told.append(Message("and {n} more of this kind", n=len(reasons) - SHOWN))
    return told


def _of_turns(reasons: Iterable[Message]) -> list[Message]:
    """Reasons of which those that differ in nothing but a turn, and can be said of several, are one."""
    turns: dict[Message, list[int]] = {}
    for reason in reasons:
        turn = reason.values.get("turn")
        if isinstance(turn, int) and reason.plural:
            turns.setdefault(reason.filled(**{**reason.values, "turn": ""}), []).append(turn)
        else:
            turns[reason] = []
    return [
        why.filled(**{**why.values, "n": len(each), "turn": _spans(each)}) if each else why
        for why, each in turns.items()
    ]


def _spans(turns: Iterable[int]) -> Message:
    """Turns, of many in a row the first and the last."""
    spans: list[Value] = []
    for _, row in groupby(enumerate(sorted(turns)), lambda each: each[1] - each[0]):
        first, *more = (turn for _, turn in row)
        spans += [Message("{least} to {most}", least=first, most=more[-1])] if more[1:] else [first, *more]
    return listed(spans)

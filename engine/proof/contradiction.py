"""Why there is no history: the smallest set of rules, with their marks, that cannot all be kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

import msgspec

from fairsheet.engine.play.game import Contradiction, Reason
from fairsheet.engine.proof.request import ERROR, PLAYED, Subject
from fairsheet.engine.solver.constraint_model import StatedRule
from fairsheet.languages.messages import Message, Value, either, joined, listed
from fairsheet.sheets.model.marks import Mark, mark_name

SHOWN = 3  # reasons of one kind that are written out; the others are counted
MOST = 5  # steps at most
NONE = Message("no order of play leads to this sheet")
TOGETHER = Message("the sheets of players {seats} do not fit together: {reason}")
APART = Message("the marks contradict this: {reason}", "these cannot all be true: {reason}")
PARTIAL = Message("some of these marks may have nothing to do with it")


class Repair(msgspec.Struct, frozen=True):
    """A field, its mark, and another mark that would make the sheet possible; None is blank."""

    field: str
    was: Mark | None
    mark: Mark | None

    def words(self, reason: Message) -> Message:
        """Return the repair and then the reason why the sheet is impossible, in words for players."""
        return Message(
            "this sheet would be possible if, for example, {field} were {mark} instead of {was}; as it is, {reason}",
            field=self.field,
            mark=mark_name(self.mark),
            was=mark_name(self.was),
            reason=reason,
        )


class Fact(msgspec.Struct, frozen=True):
    """The fact that a subject was in one of these turns, or in none of them if `is_not`."""

    subject: Subject
    turns: tuple[int, ...]
    is_not: bool

    def words(self, seat: int, fields: Sequence[str]) -> Message:
        """Return the fact for players who look at a seat's sheet; it is true for all `fields`."""
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
            outside = Message(
                "{fields} was not marked in turn {turns}", "{fields} were not marked in turn {turns}"
            )
            within = Message("{fields} was marked in turn {turns}", "{fields} were marked in turn {turns}")
            words = (outside if self.is_not else within).filled(
                n=len(fields), fields=listed(fields), turns=turns
            )
        return words if owner in (seat, 0) else _of_player(words, owner)


class ProofStep(msgspec.Struct, frozen=True):
    """A step to a contradiction: rules and the facts that follow from them and from earlier steps.

    It has only the facts that later steps need. The last step has none: it shows that nothing is left.
    """

    rules: Sequence[StatedRule]
    facts: Sequence[Fact] = ()


def contradiction_for(
    seat: int,
    ink: Iterable[str],
    rules: Sequence[StatedRule],
    steps: Sequence[ProofStep] = (),
    *,
    partial: bool = False,
    together: Sequence[int] = (),
    repair: Repair | None = None,
) -> Contradiction:
    """Return the rules as a contradiction of one seat's sheet, in words for players.

    `steps` lead to the contradiction; without them, the rules of each code are one step. The contradiction names the
    marks that its words name, and counts the others. If no mark is named, it names the first mark of its first rule. If
    no rule is about this sheet, it names all `ink`.

    `together` are the seats whose sheets contradict each other, if it is unknown which is wrong. The words begin with
    the `repair`, and end with a remark if the explanation is `partial`.
    """
    is_of_several = len({owner for rule in rules for owner, _ in rule.marks}) > 1
    first = (seat, repair.field) if repair else None
    worded = [_words_of_step(step, first, is_of_several=is_of_several) for step in steps or _by_code(rules)]
    if steps[1:]:
        whys = [
            _conclusion(seat, step, joined("; ", each.reasons))
            for step, each in zip(steps, worded, strict=True)
        ]
    else:
        whys = [joined("; ", each.reasons) for each in worded]
    if whys and not steps[1:]:
        number = sum(len(each.reasons) for each in worded)
        names_fault = ", but " in whys[0] and len(worded[0].reasons) == 1
        are_of_sheets = number > 1 and together[1:]  # then the words say below that they do not fit together
        if not names_fault and not are_of_sheets:
            whys[0] = APART.filled(n=number, reason=whys[0])
    if whys and together[1:]:
        whys[0] = TOGETHER.filled(seats=listed(together), reason=whys[0])
    if repair:
        whys[0] = repair.words(whys[0])
        worded[0] = msgspec.structs.replace(worded[0], named=[(seat, repair.field), *worded[0].named])
    if partial:
        whys = [*whys[:-1], joined("; ", [*(whys[-1:] or [NONE]), PARTIAL])]
    own = _fields(seat, (mark for rule in rules for mark in rule.marks))
    every = own or tuple(ink)
    named = _fields(seat, (mark for each in worded for mark in each.named)) or own[:1] or every
    return Contradiction(
        named,
        joined("; ", whys) if whys else NONE,
        "+".join(dict.fromkeys(rule.code for rule in rules)),
        tuple(
            Reason(_fields(seat, each.named), "+".join(each.codes), why)
            for each, why in zip(worded, whys, strict=False)
        ),
        counted=tuple(field for field in every if field not in named),
    )


class _StepWords(msgspec.Struct, frozen=True):
    """The reasons that rules give in one step, and the marks that these reasons name."""

    codes: Sequence[str]
    reasons: Sequence[Message]
    named: Sequence[Subject]


def _by_code(rules: Sequence[StatedRule]) -> Iterator[ProofStep]:
    """Yield the rules of each code as one step; the rules of the fifth and later codes together."""
    codes = list(dict.fromkeys(rule.code for rule in rules))
    for some in [*([code] for code in codes[: MOST - 1]), codes[MOST - 1 :]]:
        if some:
            yield ProofStep([rule for rule in rules if rule.code in some])


def _words_of_step(step: ProofStep, first: Subject | None, *, is_of_several: bool) -> _StepWords:
    """Return the reasons of a step: the first three of each kind, and the number of the others.

    Reasons about the mark `first` come first, then those that leave few turns. If the contradiction `is_of_several`
    sheets, a reason names the player.
    """
    codes = list(dict.fromkeys(rule.code for rule in step.rules))
    reasons: list[Message] = []
    named = [fact.subject for fact in step.facts if fact.subject[1] not in (ERROR, PLAYED[1])]
    for code in codes:
        every = _join_turns([rule for rule in step.rules if rule.code == code])
        if len(every) > SHOWN:
            every.sort(key=partial(_place_in_list, first))
        shown = every[:SHOWN]
        for why, rules in shown:
            owners = {owner for rule in rules for owner, _ in rule.marks}
            is_owner_named = not is_of_several or len(owners) != 1 or "seat" in why.values
            reasons.append(why if is_owner_named else _of_player(why, *owners))
            named += (mark for rule in rules for mark in rule.named)
        if left := len(every) - len(shown):
            reasons.append(Message("and {n} more of this kind", n=left))
    return _StepWords(codes, reasons, named)


def _place_in_list(
    first: Subject | None, reason: tuple[Message, Sequence[StatedRule]]
) -> tuple[bool, bool, int]:
    """Return the sort key of a reason: short reasons that name turns leave the fewest turns."""
    why, rules = reason
    return all(first not in rule.marks for rule in rules), "turns" not in why.values, len(why)


def _fields(seat: int, marks: Iterable[Subject]) -> tuple[str, ...]:
    """Return the fields of some marks that are on a seat's sheet."""
    return tuple(dict.fromkeys(mark[1] for mark in marks if mark[0] == seat))


def _of_player(words: Message, seat: int) -> Message:
    return Message("{words} (player {seat})", words=words, seat=seat)


def _conclusion(seat: int, step: ProofStep, reasons: Message) -> Message:
    """Return the reasons of a step and its facts, in words for players who look at a seat's sheet."""
    if not step.facts:
        return Message("{reasons}; so no order of play is left", reasons=reasons)
    fields: dict[Fact, list[str]] = {}
    for fact in step.facts:
        owner, field = fact.subject
        is_of_field = field not in (ERROR, PLAYED[1])
        alike = msgspec.structs.replace(fact, subject=(owner, "")) if is_of_field else fact
        fields.setdefault(alike, []).append(field)
    facts = joined(", ", (fact.words(seat, names) for fact, names in fields.items()))
    return Message("{reasons}; so {found}", reasons=reasons, found=facts)


def _join_turns(rules: Iterable[StatedRule]) -> list[tuple[Message, Sequence[StatedRule]]]:
    """Return the reasons of rules, each with its rules.

    Reasons that differ only in a turn and have a plural are joined into one.
    """
    together: dict[Message, list[StatedRule]] = {}
    for rule in rules:
        why, turn = rule.why, rule.why.values.get("turn")
        if isinstance(turn, int) and why.plural:
            why = why.filled(**{**why.values, "turn": ""})
        together.setdefault(why, []).append(rule)
    return [(_with_all_turns(why, some), some) for why, some in together.items()]


def _with_all_turns(why: Message, rules: Sequence[StatedRule]) -> Message:
    """Return one reason for rules that differ only in their turn, with all their turns."""
    if why.values.get("turn") != "":
        return why
    turns = dict.fromkeys(turn for rule in rules if isinstance(turn := rule.why.values["turn"], int))
    return why.filled(**{**why.values, "n": len(turns), "turn": _format_turns(turns)})


def _format_turns(turns: Iterable[int]) -> Message:
    """Return turns in words; a run of at least three turns has only its first and its last."""
    spans: list[Value] = []
    for _, row in groupby(enumerate(sorted(turns)), lambda each: each[1] - each[0]):
        first, *more = (turn for _, turn in row)
        spans += [Message("{least} to {most}", least=first, most=more[-1])] if more[1:] else [first, *more]
    return listed(spans)

"""From distributions to one record with doubts: what the ink says, weighed with what the rules can allow.

The rules help to read a bad 7; they never launder a cheat. A mark that the rules exclude is made unlikely by
a factor, never impossible, so clear ink stays as it is and is left to the verdict. What the rules say is
handed in; this module knows only that numbers ascend in a zone.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Protocol

import numpy as np

from sheets.model import Sheet, Zone
from vision.reading import Doubt, FieldReading, Mark

Marks = Mapping[str, Mark]

# A well-read mark has a probability of 0.9999 or more against its rivals, so it withstands all rules together.
AGAINST_RULES = 1e-3  # prior of a mark that the rules exclude, whether alone or among the others
AGAINST_ORDER = 5e-3  # prior of a number that does not ascend: players do slip
AGAINST_SUM = 0.004  # prior of one certain other number in a box than its formula gives: people add up wrongly, but in many ways
SURE = 0.99  # posterior below which a field is in doubt
CLEAR = 0.25  # ink alone for the chosen mark; below it the rules have decided, and a person should look
CLEARLY_BLANK = 0.9  # ink alone for no ink; the order of numbers must not talk a smudged one away
HARDLY_WRITTEN = 0.5  # the same where the rules leave nothing else, whatever the other fields say
WEAK = 0.9995  # posterior below which a field may be read otherwise to lift a contradiction
MOST_RIVALS = 8  # fields of which pairs are tried otherwise, the least sure
MOST_CHECKS = 150  # of the rules for one sheet: bounds the time spent on a sheet full of contradictions
LEAST_RIVAL = 1e-4  # ink for a rival against the mark chosen, from which it is tried together with others
MOST_SHEETS = 8000  # readings of one sheet that are held against the rules; one takes about 0.1 ms
MOST_PROOFS = 8  # of which so many are put to the proof, where the quick look finds nothing against them
SHOWN = 4  # candidates listed with a doubt
NOTABLE = 0.005  # least probability of a candidate that is listed


class Conflict(Protocol):
    """Marks that cannot stand together, as the rules tell them."""

    @property
    def fields(self) -> Sequence[str]:
        """The fields whose marks contradict each other."""

    @property
    def why(self) -> str:
        """The reason, in words for players."""


@dataclass(frozen=True)
class RulesHint:
    """What the rules know before a verdict. Each is optional: the ink can be read without any.

    `possible(field, mark)` is false for marks that no game with this seed can bear; `conflicts(marks)` lists
    contradictions within one sheet; `sums(marks)` gives the boxes that follow from the other marks;
    `provable(marks)` is false for a sheet that no game can lead to, though no contradiction was found. It may take
    long, so it is asked a few times for a sheet, where the rest leaves a doubt.
    """

    possible: Callable[[str, Mark], bool] = lambda field, mark: True
    conflicts: Callable[[Marks], Sequence[Conflict]] = lambda marks: ()
    sums: Callable[[Marks], Mapping[str, int]] = lambda marks: {}
    provable: Callable[[Marks], bool] = lambda marks: True


NO_RULES = RulesHint()


@dataclass(frozen=True)
class Decoded:
    """The likeliest sheet: its marks (only ink), and the fields in doubt."""

    marks: dict[str, Mark]
    doubts: tuple[Doubt, ...]


Shares = dict[Mark | None, float]


def decode(
    sheet: Sheet,
    readings: Sequence[FieldReading],
    rules: RulesHint = NO_RULES,
    covered: Collection[str] = (),
) -> Decoded:
    """The likeliest marks of the fields read, and what is doubtful about them; `covered` fields always
    are."""
    ink = {reading.field: dict(reading.probabilities) for reading in readings}
    posterior = {field: _weighed(field, shares, rules) for field, shares in ink.items()}
    for zone in sheet.zones:
        posterior.update(_ascending(sheet, zone, posterior))
    posterior = {field: _bounded(shares, ink[field]) for field, shares in posterior.items()}
    chosen = {field: _best(shares) for field, shares in posterior.items()}
    chosen = _without_conflicts(chosen, posterior, ink, rules)
    found = _all_together(sheet, chosen, ink, rules)
    if found is not None:
        chosen, posterior = found
    chosen = _with_sums(chosen, posterior, rules)
    broken = _broken_rules(chosen, rules)
    least = CLEARLY_BLANK if found is None else HARDLY_WRITTEN
    reasons = {
        field: _reason(chosen[field], ink[field], posterior[field], broken.get(field), least) for field in ink
    }
    reasons.update(dict.fromkeys(covered, "something lies on this part of the sheet, or it is torn"))
    return Decoded(
        _written(chosen),
        tuple(
            Doubt(field, _candidates(chosen[field], posterior[field]), chosen[field], because)
            for field, because in reasons.items()
            if because is not None
        ),
    )


def _written(chosen: Mapping[str, Mark | None]) -> dict[str, Mark]:
    return {field: mark for field, mark in chosen.items() if mark is not None}


def _best(shares: Shares) -> Mark | None:
    return max(shares, key=lambda mark: shares[mark])


def _normal(shares: Shares) -> Shares:
    whole = sum(shares.values())
    return {mark: share / whole for mark, share in shares.items()}


def _weighed(field: str, shares: Shares, rules: RulesHint) -> Shares:
    return _normal(
        {
            mark: share * (1.0 if mark is None or rules.possible(field, mark) else AGAINST_RULES)
            for mark, share in shares.items()
        }
    )


def _bounded(posterior: Shares, ink: Shares) -> Shares:
    """The posterior in which all rules together weigh no more than `AGAINST_RULES` against what the ink says.

    A number can be out of order and never dealt; still it takes only one slip or cheat to write it.
    """
    alone = _best(ink)
    least = max(posterior[mark] * AGAINST_RULES * ink[alone] / ink[mark] for mark in ink)
    return _normal({**posterior, alone: max(posterior[alone], least)})


# --- numbers ascend ---------------------------------------------------------------------------------------


def _ascending(sheet: Sheet, zone: Zone, shares: Mapping[str, Shares]) -> dict[str, Shares]:
    """Posteriors of a zone's slots given that its numbers ascend: forward and backward sums over the last
    number.

    A chain whose state is the last number written so far, state 0 for none; each number that is not greater
    than it costs `AGAINST_ORDER`.
    """
    chain = [_slot_shares(sheet, slot, shares) for slot in zone.slots]
    numbers = sorted({mark for slot in chain for mark in slot if isinstance(mark, int)})
    state = {number: place for place, number in enumerate(numbers, 1)}
    size = len(numbers) + 1
    order = np.where(
        np.arange(size)[:, None] < np.arange(size), 1.0, AGAINST_ORDER
    )  # (last number, next number)
    written, unwritten = np.zeros((len(chain), size)), np.zeros(len(chain))
    for place, slot in enumerate(chain):
        for mark, share in slot.items():
            if isinstance(mark, int):
                written[place, state[mark]] = share
            else:
                unwritten[place] += share
    before, after = [np.eye(size)[0]], [np.ones(size)]
    for there, none in zip(written, unwritten, strict=True):
        weights = before[-1] * none + (before[-1] @ order) * there
        before.append(weights / weights.sum())
    for there, none in zip(written[::-1], unwritten[::-1], strict=True):
        weights = after[0] * none + order @ (there * after[0])
        after.insert(0, weights / weights.sum())
    posterior = {}
    for place, (name, slot) in enumerate(zip(zone.slots, chain, strict=True)):
        if name in shares:
            number_weight = (before[place] @ order) * after[place + 1]
            other_weight = float(before[place] @ after[place + 1])
            posterior[name] = _normal(
                {
                    mark: share
                    * (float(number_weight[state[mark]]) if isinstance(mark, int) else other_weight)
                    for mark, share in slot.items()
                }
            )
    return posterior


def _slot_shares(sheet: Sheet, slot: str, shares: Mapping[str, Shares]) -> Shares:
    """What is read in a slot, or the mark that is printed there from the start."""
    if slot in shares:
        return shares[slot]
    return {sheet.field[slot].printed: 1.0}


# --- what the rules say about the whole sheet -------------------------------------------------------------


def _without_conflicts(
    chosen: dict[str, Mark | None],
    posterior: Mapping[str, Shares],
    ink: Mapping[str, Shares],
    rules: RulesHint,
) -> dict[str, Mark | None]:
    """The sheet with unsure marks read otherwise where that lifts contradictions and the ink can bear it.

    Fields are tried one by one, the least sure first, and pairs of fields when no single one helps any more. The
    ink can bear a change that makes it less likely by no more than `AGAINST_RULES`, however many contradictions
    that lifts: one slip or cheat can make several.
    """
    state = _State(chosen, list(rules.conflicts(_written(chosen))))
    checks = 0
    for count in (1, 2):
        tried: set[frozenset[str]] = set()
        while checks < MOST_CHECKS:
            fields = next(
                (fields for fields in _weak(state, posterior, count) if frozenset(fields) not in tried), None
            )
            if fields is None:
                break
            tried.add(frozenset(fields))
            best, least = state, (len(state.conflicts), 0.0)
            for marks in product(*(_rivals(posterior[field], state.chosen[field]) for field in fields)):
                changed = {**state.chosen, **dict(zip(fields, marks, strict=True))}
                cost = sum(
                    math.log(ink[field][state.chosen[field]] / ink[field][changed[field]]) for field in fields
                )
                if cost > -math.log(AGAINST_RULES):
                    continue
                left = list(rules.conflicts(_written(changed)))
                checks += 1
                if len(left) < len(state.conflicts) and (len(left), cost) < least:
                    best, least = _State(changed, left), (len(left), cost)
            state = best
    return state.chosen


@dataclass(frozen=True)
class _State:
    """A reading of the sheet and the contradictions that it leaves."""

    chosen: dict[str, Mark | None]
    conflicts: list[Conflict]


def _weak(state: _State, posterior: Mapping[str, Shares], count: int) -> Iterator[tuple[str, ...]]:
    """Unsure fields of contradictions, or pairs of them, the least sure first."""
    touched = {field for conflict in state.conflicts for field in conflict.fields if field in posterior}
    sure = {field: posterior[field][state.chosen[field]] for field in touched}
    weak = sorted((field for field in touched if sure[field] < WEAK), key=lambda field: (sure[field], field))
    yield from combinations(weak[:MOST_RIVALS] if count > 1 else weak, count)


def _all_together(
    sheet: Sheet, chosen: dict[str, Mark | None], ink: Mapping[str, Shares], rules: RulesHint
) -> tuple[dict[str, Mark | None], dict[str, Shares]] | None:
    """The likeliest reading of the whole sheet and the posteriors of its fields, by trying readings one after the
    other in the order of what the ink says for them.

    A sheet that breaks the rules, in however many places, is taken to be `AGAINST_RULES` times as likely as one that
    follows them: one cheat or slip can do this. None where no reading near this one follows the rules, or where too
    many fields are unsure to try all that matter.
    """
    sheets = _likely_sheets(chosen, ink)
    if sheets is None:
        return None
    followed = [_follows(sheet, _written({**chosen, **changes}), rules) for changes, _ in sheets]
    _prove(chosen, sheets, followed, rules)
    if not any(followed):
        return None
    weights = [
        weight * (1.0 if legal else AGAINST_RULES)
        for (_, weight), legal in zip(sheets, followed, strict=True)
    ]
    best = sheets[int(np.argmax(weights))][0]
    return {**chosen, **best}, _posteriors(chosen, ink, sheets, weights, followed)


def _posteriors(
    chosen: Mapping[str, Mark | None],
    ink: Mapping[str, Shares],
    sheets: Sequence[tuple[Changes, float]],
    weights: Sequence[float],
    followed: Sequence[bool],
) -> dict[str, Shares]:
    """What all sheets together say of each field. Of those that break the rules only the likeliest counts for a mark:
    there are far more ways to break rules than people who do."""
    legal = sum(weight for weight, follows in zip(weights, followed, strict=True) if follows)
    changed = {field: dict.fromkeys(shares, 0.0) for field, shares in ink.items()}  # by the sheets that follow
    broken = {field: dict.fromkeys(shares, 0.0) for field, shares in ink.items()}
    unbroken = dict.fromkeys(ink, 0.0)  # the likeliest sheet that breaks the rules without changing the field
    unseen = set(ink)
    for k in sorted(range(len(sheets)), key=lambda k: -weights[k]):
        changes = sheets[k][0]
        if followed[k]:
            for field, mark in changes.items():
                changed[field][mark] += weights[k]
        else:
            for field, mark in changes.items():
                broken[field][mark] = max(broken[field][mark], weights[k])
            unbroken.update(dict.fromkeys(unseen - changes.keys(), weights[k]))
            unseen &= changes.keys()
    posterior = {}
    for field, own in chosen.items():
        shares = {mark: changed[field][mark] + broken[field][mark] for mark in ink[field]}
        shares[own] = legal - sum(changed[field].values()) + unbroken[field]
        posterior[field] = _normal(shares)
    return posterior


def _follows(sheet: Sheet, marks: Marks, rules: RulesHint) -> bool:
    """Whether a quick look finds nothing against a reading of the sheet."""
    for zone in sheet.zones:
        written = (marks.get(slot, sheet.field[slot].printed) for slot in zone.slots)
        if not all(a < b for a, b in pairwise(mark for mark in written if isinstance(mark, int))):
            return False
    return all(rules.possible(field, mark) for field, mark in marks.items()) and not rules.conflicts(marks)


Changes = dict[str, Mark | None]  # of a reading, against another one


def _likely_sheets(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Shares]
) -> list[tuple[Changes, float]] | None:
    """Readings of the sheet as changes to `chosen` with what the ink says for them against it, the likeliest first.

    Those are listed that the ink makes no less likely than `LEAST_RIVAL`; None if they are too many to reach those
    that would leave a doubt.
    """
    rivals = []  # of each unsure field, with their costs: how much less the ink says for them
    for field, shares in ink.items():
        alone = shares[chosen[field]]
        costs = [(max(0.0, math.log(alone / share)), mark) for mark, share in shares.items() if mark != chosen[field]]
        near = sorted((rival for rival in costs if rival[0] < -math.log(LEAST_RIVAL)), key=lambda rival: rival[0])
        if near:
            rivals.append((field, near))
    rivals.sort(key=lambda item: item[1][0][0])
    found: list[tuple[Changes, float]] = [({}, 1.0)]
    # The sets of rivals in the order of their costs. A set is a list of pairs (field, which of its rivals); it leads on
    # to those with one more field, with the last field replaced by the next, and with the last rival by the next.
    waiting = [(rivals[0][1][0][0], ((0, 0),))] if rivals else []
    while waiting:
        cost, picked = heapq.heappop(waiting)
        if cost > -math.log(LEAST_RIVAL):
            break
        if len(found) == MOST_SHEETS:
            return None if cost < -math.log(1 - SURE) else found
        changes = {rivals[field][0]: rivals[field][1][rank][1] for field, rank in picked}
        weight = math.prod(ink[field][mark] / ink[field][chosen[field]] for field, mark in changes.items())
        found.append((changes, weight))
        field, rank = picked[-1]
        own = rivals[field][1]
        if rank + 1 < len(own):
            heapq.heappush(
                waiting, (cost - own[rank][0] + own[rank + 1][0], (*picked[:-1], (field, rank + 1)))
            )
        if field + 1 < len(rivals):
            more = rivals[field + 1][1][0][0]
            heapq.heappush(waiting, (cost + more, (*picked, (field + 1, 0))))
            if rank == 0:
                heapq.heappush(waiting, (cost - own[0][0] + more, (*picked[:-1], (field + 1, 0))))
    return found


def _prove(
    chosen: Mapping[str, Mark | None],
    sheets: Sequence[tuple[Changes, float]],
    followed: list[bool],
    rules: RulesHint,
) -> None:
    """Puts readings that seem to follow the rules to the proof, the likeliest first, if they leave a doubt."""
    open_ = sorted((k for k, legal in enumerate(followed) if legal), key=lambda k: -sheets[k][1])
    rivals = [k for k in open_ if sheets[k][1] > (1 - SURE) / 2 * sheets[open_[0]][1]]
    if len(rivals) > 1:
        for k in rivals[:MOST_PROOFS]:
            followed[k] = rules.provable(_written({**chosen, **sheets[k][0]}))


def _rivals(shares: Shares, chosen: Mark | None) -> list[Mark | None]:
    """Other marks that the ink does not rule out, the likeliest first."""
    ranked = sorted(shares, key=lambda mark: -shares[mark])
    return [mark for mark in ranked if mark != chosen and shares[mark] > AGAINST_RULES][:3]


def _with_sums(
    chosen: dict[str, Mark | None], posterior: dict[str, Shares], rules: RulesHint
) -> dict[str, Mark | None]:
    """The boxes read again, now that their right values are known; posteriors are updated in place."""
    chosen = dict(chosen)
    for box, value in rules.sums(_written(chosen)).items():
        if box in posterior:
            posterior[box] = _normal(
                {
                    mark: share * (1.0 if mark is None or mark == value else AGAINST_SUM)
                    for mark, share in posterior[box].items()
                }
            )
            chosen[box] = _best(posterior[box])
    return chosen


# --- doubts -----------------------------------------------------------------------------------------------


def _broken_rules(chosen: Mapping[str, Mark | None], rules: RulesHint) -> dict[str, str]:
    """Fields of contradictions that are left, with the first reason of each."""
    broken: dict[str, str] = {}
    for conflict in rules.conflicts(_written(chosen)):
        for field in conflict.fields:
            broken.setdefault(field, conflict.why)
    return broken


def _candidates(chosen: Mark | None, posterior: Shares) -> tuple[tuple[Mark | None, float], ...]:
    ranked = sorted(posterior.items(), key=lambda item: -item[1])[:SHOWN]
    return tuple((mark, round(share, 4)) for mark, share in ranked if share >= NOTABLE or mark == chosen)


def _reason(
    chosen: Mark | None, ink: Shares, posterior: Shares, broken: str | None, least_blank: float
) -> str | None:
    alone = _best(ink)
    if chosen != alone and ink[chosen] < CLEAR:
        return f"the ink looks like {_word(alone)}, but only {_word(chosen)} can stand here under the rules"
    if chosen is None and ink[None] < least_blank:
        rival = max((mark for mark in ink if mark is not None), key=lambda mark: ink[mark])
        return f"something seems to be written here, perhaps {_word(rival)}"
    if posterior[chosen] < SURE:
        others = [mark for mark in sorted(posterior, key=lambda mark: -posterior[mark]) if mark != chosen]
        return f"hard to tell whether this is {_word(chosen)} or {_word(others[0])}"
    if broken is not None and posterior[chosen] < WEAK:
        return f"perhaps misread as {_word(chosen)}: {broken}"
    return None


def _word(mark: Mark | None) -> str:
    return "blank" if mark is None else str(mark)

"""From distributions to one record with doubts: what the ink says, weighed with what the rules can allow.

The rules help to read a bad 7; they never launder a cheat. A mark that the rules exclude is made unlikely by
a factor, never impossible, so clear ink stays as it is and is left to the verdict. What the rules say is
handed in; this module knows only that numbers ascend in a zone, and that each side of a sheet has one sign.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from fairsheet.sheets.formulas.segments import split_zones
from fairsheet.sheets.model.sheet import Field, Sheet
from fairsheet.sheets.naming.field_places import brief_names
from fairsheet.vision.decoding._box_sums import misread_in_sums, unread_sums, with_sums, wrong_sums
from fairsheet.vision.decoding._joint_decoding import read_together
from fairsheet.vision.decoding._ranges import with_ranges
from fairsheet.vision.decoding._sign_decoding import weighed_by_sides
from fairsheet.vision.readings.covered import SEVERAL, partly_covered
from fairsheet.vision.readings.distributions import Distribution, likeliest, normal, written
from fairsheet.vision.readings.reading import LEAST, Doubt, FieldReading, Mark, mark_word
from fairsheet.vision.readings.rule_hints import AGAINST_RULES, NO_RULES, Conflict, RulesHint

AGAINST_ORDER = 5e-3  # prior of a number that does not ascend: players do slip
SURE = 0.98  # posterior below which a field is in doubt: a question is asked where the chance of an error is above 2 %
SHARPER = {
    "icon": 1.4,
}  # kind of field -> exponent of its posterior, where marks are surer than they seem; fitted on whole sheets
CLEAR = 0.25  # ink alone for the chosen mark; below it the rules have decided, and a person should look
CLEARLY_BLANK = 0.98  # ink alone for no ink; the order of numbers must not talk a smudged one away
TOGETHER_CLEAR = 0.01  # the same two where the whole sheet was read together and follows the rules
TOGETHER_BLANK = 0.5
WEAK = 0.9995  # below it a field may be read otherwise, to lift a contradiction
MOST_RIVALS = 8  # fields of which pairs are tried otherwise, the least sure
MOST_CHECKS = 150  # of the rules for one sheet: bounds the time spent on a sheet full of contradictions
SHOWN = 4  # candidates listed with a doubt
PLAINLY = 0.9999  # ink alone for a mark that hides the print itself, as a felt tip does
UNSEEN = "something lies on this part of the sheet, or it is torn, folded or outside the photo"
BESIDE_UNSEEN = "this seems blank, but the fields beside it cannot be seen"
NOTABLE = 0.005  # least probability of a candidate that is listed
LEAST_NOTABLE = 1e-4  # the same of the likeliest rival, which may be what explains a contradiction


@dataclass(frozen=True)
class Decoded:
    """The likeliest sheet: its marks (only ink), the fields in doubt, and what ink and rules say of each field."""

    marks: dict[str, Mark]
    doubts: tuple[Doubt, ...]
    posterior: Mapping[str, Distribution]


def decode(
    sheet: Sheet,
    readings: Sequence[FieldReading],
    rules: RulesHint = NO_RULES,
    covered: Collection[str] = (),
) -> Decoded:
    """The likeliest marks of the fields read, and what is doubtful about them; `covered` fields are, unless they are
    not printed, or plainly marked where little else is covered."""
    rules = with_ranges(rules, sheet)
    covered = set(covered) - rules.not_printed
    readings = [reading for reading in readings if reading.field not in rules.not_printed]
    ink = {reading.field: _as_frequent(reading, rules) for reading in readings}
    ink.update(weighed_by_sides(sheet, ink))
    posterior = {field: _weighed(field, distribution, rules) for field, distribution in ink.items()}
    likely = written({field: likeliest(distribution) for field, distribution in posterior.items()})
    for zone in split_zones(sheet):
        for segment in zone.segments(likely):
            posterior.update(_ascending(sheet, segment, posterior))
    posterior = {field: _bounded(distribution, ink[field]) for field, distribution in posterior.items()}
    chosen = {field: likeliest(distribution) for field, distribution in posterior.items()}
    chosen = _without_conflicts(chosen, posterior, ink, rules)
    found = read_together(sheet, chosen, ink, rules, 1 - SURE)
    if found is not None:
        chosen, posterior = {**chosen, **found.marks}, {**posterior, **found.posterior}
    chosen = with_sums(chosen, posterior, rules)
    right = rules.sums(written(chosen))
    posterior = {field: _calibrated(sheet, field, distribution) for field, distribution in posterior.items()}
    conflicts = [each for each in rules.conflicts(written(chosen)) if _bears_ink(sheet, each, chosen)]
    misread = misread_in_sums(
        chosen, right, ink, posterior, rules, 1 - SURE, lambda id_: brief_names(sheet)[id_]
    )
    broken = {field: each.why for field, each in misread.items()} | _broken_rules(chosen, ink, conflicts)
    together = found is not None and not conflicts
    reasons = {
        field: _reason(
            chosen[field],
            ink[field],
            posterior[field],
            broken.get(field),
            TOGETHER_CLEAR if together else CLEAR,
            TOGETHER_BLANK
            if together and field not in right
            else CLEARLY_BLANK,  # `read_together` leaves sums out
        )
        for field in ink
    }
    reasons.update(wrong_sums(chosen, right))
    unseen = {field for field in covered if not _plainly_marked(sheet.field[field], ink[field])}
    if len(unseen) >= SEVERAL:
        unseen = covered
        reasons.update(dict.fromkeys(partly_covered(sheet, readings, covered), BESIDE_UNSEEN))
    reasons.update(dict.fromkeys(unseen, UNSEEN))
    for field, value in unread_sums(chosen, right, ink).items():
        if field not in unseen:
            chosen[field], reasons[field] = (
                value,
                f"this is hard to read; the rest of the sheet makes {value}",
            )
            posterior[field] = normal(posterior[field] | {value: posterior[field][None], None: LEAST})
    for field, each in misread.items():
        posterior[field] = normal(posterior[field] | {each.mark: each.probability})
    return Decoded(
        written(chosen),
        tuple(
            Doubt(
                field,
                _candidates(chosen[field], likeliest(ink[field]), posterior[field]),
                chosen[field],
                because,
            )
            for field, because in reasons.items()
            if because is not None
        ),
        posterior,
    )


def _as_frequent(reading: FieldReading, rules: RulesHint) -> Distribution:
    """What the ink says, for marks as frequent as the rules say: the models learned from as many of each number."""
    return normal(
        {
            mark: probability * (1.0 if mark is None else rules.frequency(reading.field, mark))
            for mark, probability in reading.probabilities
        }
    )


def _weighed(field: str, distribution: Distribution, rules: RulesHint) -> Distribution:
    if all(mark is None or rules.possible(field, mark) for mark in distribution):
        return distribution
    return normal(
        {
            mark: probability * (1.0 if mark is None or rules.possible(field, mark) else AGAINST_RULES)
            for mark, probability in distribution.items()
        }
    )


def _calibrated(sheet: Sheet, field: str, posterior: Distribution) -> Distribution:
    """The posterior as it came true on sheets of writers that nothing was trained on."""
    exponent = SHARPER.get(sheet.field[field].kind)
    if exponent is None:
        return posterior
    return normal({mark: probability**exponent for mark, probability in posterior.items()})


def _bounded(posterior: Distribution, ink: Distribution) -> Distribution:
    """The posterior in which all rules together weigh no more than `AGAINST_RULES` against what the ink says.

    A number can be out of order and never dealt; still it takes only one slip or cheat to write it.
    """
    if posterior is ink:
        return ink
    alone = likeliest(ink)
    least = max(posterior[mark] * AGAINST_RULES * ink[alone] / ink[mark] for mark in ink)
    return normal({**posterior, alone: max(posterior[alone], least)})


# --- numbers ascend ---------------------------------------------------------------------------------------


def _ascending(
    sheet: Sheet, slots: Sequence[str], distribution: Mapping[str, Distribution]
) -> dict[str, Distribution]:
    """Posteriors of slots in a row given that its numbers ascend: forward and backward sums over the last
    number.

    A chain whose state is the last number written so far, state 0 for none; each number that is not greater
    than it costs `AGAINST_ORDER`.
    """
    chain = [_slot_distribution(sheet, slot, distribution) for slot in slots]
    numbers = sorted({mark for slot in chain for mark in slot if isinstance(mark, int)})
    state = {number: index for index, number in enumerate(numbers, 1)}
    size = len(numbers) + 1
    order = np.where(
        np.arange(size)[:, None] < np.arange(size), 1.0, AGAINST_ORDER
    )  # (last number, next number)
    numbered, unnumbered = np.zeros((len(chain), size)), np.zeros(len(chain))
    for index, slot in enumerate(chain):
        for mark, probability in slot.items():
            if isinstance(mark, int):
                numbered[index, state[mark]] = probability
            else:
                unnumbered[index] += probability
    before, after = [np.eye(size)[0]], [np.ones(size)]
    for there, none in zip(numbered, unnumbered, strict=True):
        weights = before[-1] * none + (before[-1] @ order) * there
        before.append(weights / weights.sum())
    for there, none in zip(numbered[::-1], unnumbered[::-1], strict=True):
        weights = after[0] * none + order @ (there * after[0])
        after.insert(0, weights / weights.sum())
    posterior = {}
    for index, (name, slot) in enumerate(zip(slots, chain, strict=True)):
        if name in distribution:
            number_weight = (before[index] @ order) * after[index + 1]
            other_weight = float(before[index] @ after[index + 1])
            posterior[name] = normal(
                {
                    mark: probability
                    * (float(number_weight[state[mark]]) if isinstance(mark, int) else other_weight)
                    for mark, probability in slot.items()
                }
            )
    return posterior


def _slot_distribution(sheet: Sheet, slot: str, distribution: Mapping[str, Distribution]) -> Distribution:
    """What is read in a slot, or the mark that is printed there from the start."""
    if slot in distribution:
        return distribution[slot]
    return {sheet.field[slot].printed: 1.0}


# --- what the rules say about the whole sheet -------------------------------------------------------------


def _without_conflicts(
    chosen: dict[str, Mark | None],
    posterior: Mapping[str, Distribution],
    ink: Mapping[str, Distribution],
    rules: RulesHint,
) -> dict[str, Mark | None]:
    """The sheet with unsure marks read otherwise where that lifts contradictions and the ink can bear it.

    Fields are tried one by one, the least sure first, and pairs of fields when no single one helps any more. The
    ink can bear a change that makes it less likely by no more than `AGAINST_RULES`, however many contradictions
    that lifts: one slip or cheat can make several.
    """
    state = _State(chosen, list(rules.conflicts(written(chosen))))
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
                left = list(rules.conflicts(written(changed)))
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


def _weak(state: _State, posterior: Mapping[str, Distribution], count: int) -> Iterator[tuple[str, ...]]:
    """Unsure fields of contradictions, or pairs of them, the least sure first."""
    touched = {field for conflict in state.conflicts for field in conflict.fields if field in posterior}
    sure = {field: posterior[field][state.chosen[field]] for field in touched}
    weak = sorted((field for field in touched if sure[field] < WEAK), key=lambda field: (sure[field], field))
    yield from combinations(weak[:MOST_RIVALS] if count > 1 else weak, count)


def _rivals(distribution: Distribution, chosen: Mark | None) -> list[Mark | None]:
    """Other marks that the ink does not rule out, the likeliest first."""
    ranked = sorted(distribution, key=lambda mark: -distribution[mark])
    return [mark for mark in ranked if mark != chosen and distribution[mark] > AGAINST_RULES][:3]


# --- doubts -----------------------------------------------------------------------------------------------


def _bears_ink(sheet: Sheet, conflict: Conflict, chosen: Mapping[str, Mark | None]) -> bool:
    """Whether anything is written on the pages of a contradiction: a page that nobody filled in is not misread."""
    inked = {sheet.field[field].page for field in written(chosen)}
    return any(sheet.field[field].page in inked for field in conflict.fields)


def _broken_rules(
    chosen: Mapping[str, Mark | None], ink: Mapping[str, Distribution], conflicts: Sequence[Conflict]
) -> dict[str, str]:
    """Fields that may be misread where a contradiction is left, with the first reason of each.

    Either one of its marks is misread, for which the ink alone gives the odds, or a rule was broken, at odds of
    `AGAINST_RULES`.
    """
    broken: dict[str, str] = {}
    for conflict in conflicts:
        odds = {}
        for field in conflict.fields:
            if field in ink:
                sure = ink[field][chosen[field]]
                odds[field] = (1 - sure) / max(sure, LEAST)
        whole = sum(odds.values()) + AGAINST_RULES
        for field, against in odds.items():
            if against / whole > 1 - SURE:
                broken.setdefault(field, conflict.why)
    return broken


def _plainly_marked(field: Field, ink: Distribution) -> bool:
    """Whether a mark is so plain that it may be what hides the print: a digit does so in its own cell alone."""
    mark = likeliest(ink)
    return mark is not None and ink[mark] >= PLAINLY and len(field.cells) < 2


def _candidates(
    chosen: Mark | None, alone: Mark | None, posterior: Distribution
) -> tuple[tuple[Mark | None, float], ...]:
    """Those that are listed with a doubt: the chosen mark, what the ink says `alone`, the likeliest rival, and others
    that are notable."""
    ranked = sorted(posterior.items(), key=lambda item: -item[1])
    ranked = ranked[:SHOWN] + [each for each in ranked[SHOWN:] if each[0] == alone]
    rivals = (mark for mark, probability in ranked if mark != chosen and probability >= LEAST_NOTABLE)
    rival = next(rivals, chosen)
    return tuple(
        (mark, round(probability, 4))
        for mark, probability in ranked
        if probability >= NOTABLE or mark in (chosen, alone, rival)
    )


def _reason(
    chosen: Mark | None,
    ink: Distribution,
    posterior: Distribution,
    broken: str | None,
    clear: float,
    blank: float,
) -> str | None:
    """Why a field is in doubt; `clear` and `blank` are what the ink alone must say for its mark, and for none."""
    alone = likeliest(ink)
    if chosen != alone and ink[chosen] < clear:
        otherwise = likeliest(posterior)
        if otherwise != chosen:
            return (
                f"the ink looks like {mark_word(alone)}; {mark_word(chosen)} fits the other marks as they are read, "
                f"{mark_word(otherwise)} would if some of them are misread"
            )
        return f"the ink looks like {mark_word(alone)}, but only {mark_word(chosen)} can stand here under the rules"
    if chosen is None and ink[None] < blank:
        rival = max((mark for mark in ink if mark is not None), key=lambda mark: ink[mark])
        return f"something seems to be written here, perhaps {mark_word(rival)}"
    if posterior[chosen] < SURE:
        others = [mark for mark in sorted(posterior, key=lambda mark: -posterior[mark]) if mark != chosen]
        return f"hard to tell whether this is {mark_word(chosen)} or {mark_word(others[0])}"
    if broken is not None:
        return f"perhaps not {mark_word(chosen)}: {broken.removesuffix('.')}"
    return None

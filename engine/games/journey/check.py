"""What no order of play can explain about one sheet of journey.

Each contradiction names a small set of fields that shows it; a field can be named because it is blank. What needs an
order, or other sheets, is the proof's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.cards import DECK
from engine.deal import Deal
from engine.game import Contradiction
from engine.games.base.facts import ASTRONAUT, PLANNING, SHIFT
from engine.games.base.marks import is_circled, is_crossed
from engine.games.base.missions import Claim
from engine.games.base.numbers import not_ascending
from engine.games.base.offers import listed_turns, turns_that_offer, unmatched
from engine.games.journey.facts import Facts
from engine.ink import Mark

Marks = Mapping[str, Mark]


def contradictions(
    facts: Facts, claims: Mapping[str, Claim], marks: Marks, deal: Deal | None, missions: Mapping[str, str]
) -> list[Contradiction]:
    """Everything about one sheet's ink that is impossible whatever the order of play.

    `missions` has the cards that lie open as far as they are known; a deal knows them itself.
    """
    missions = missions if deal is None else deal.missions
    open_letters = {claims[card].field for card in missions.values()}
    cards = [c for c in claims.values() if c.id in missions.values() or c.field not in open_letters]
    return [
        *_ascending(facts, marks),
        *_energies(facts, marks),
        *_errors(facts, marks),
        *_tanks(facts, marks),
        *_stations(facts, marks),
        *_panels(facts, marks),
        *_budget(facts, marks),
        *_missions(cards, marks),
        *(_offers(facts, marks, deal) if deal else _beyond_cards(facts, marks)),
    ]


def _numbers(facts: Facts, marks: Marks) -> dict[str, int]:
    return {slot: mark for slot in facts.slots if isinstance(mark := marks.get(slot), int)}


def _written(facts: Facts, marks: Marks) -> list[str]:
    return [slot for slot in facts.slots if marks.get(slot) == "X"]


def _ascending(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    for zone in facts.trajectory.stretches(marks):
        yield from not_ascending(zone, marks, "in every zone", "after")


def _energies(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Energies are crossed in full pairs, each of which gives a cut."""
    drawn = [cut for cut in facts.cuts if cut in marks]
    crossed = [energy for energy in facts.energies if is_crossed(marks, energy)]
    for energy in crossed:
        if energy not in facts.printed and not is_circled(marks, energy):
            yield Contradiction((energy,), f"{energy} is crossed without being circled", "energy-not-circled")
    left = facts.open_energies(marks)
    if len(left) >= facts.pair:
        why = f"{len(left)} energies are circled and not crossed, but a full pair is crossed at once"
        yield Contradiction(tuple(left), why, "energy-pair")
    if len(crossed) != facts.pair * len(drawn):
        why = f"{len(crossed)} energies are crossed, but {len(drawn)} cuts drawn: every pair gives one"
        yield Contradiction((*crossed, *drawn) or facts.energies, why, "cuts")


def _errors(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    blank = next((error for error in facts.errors if error not in marks), None)
    for error in facts.errors:
        if blank and error in marks and facts.errors.index(error) > facts.errors.index(blank):
            yield Contradiction((blank, error), f"{error} is crossed before {blank}", "error-order")
            return
    given = [error for error in facts.errors if error in marks and error in facts.rewarded]
    gained = [energy for energy in facts.energies if is_circled(marks, energy)]
    if len(gained) < len(given):
        why = f"{len(given)} errors give an energy each, but {len(gained)} are circled"
        yield Contradiction((*given, *facts.energies), why, "error-energy")


def _tanks(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    for slot, tank in facts.tank_of.items():
        if tank in marks and not isinstance(marks.get(slot), int):
            yield Contradiction((tank, slot), f"{tank} is circled, but {slot} has no number", "tank")


def _stations(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Exactly one multiplier of a station is circled when all its robots are; the low one if the high one is lost."""
    for station in facts.stations.values():
        high, low = is_circled(marks, station.high), is_circled(marks, station.low)
        lost = is_crossed(marks, station.high)
        blank = next((robot for robot in station.robots if robot not in marks), None)
        if high and lost:
            yield Contradiction(
                (station.high,), f"{station.high} is circled and crossed, but can only be one", "multiplier"
            )
        if high and low:
            why = f"{station.high} and {station.low} are both circled"
            yield Contradiction((station.high, station.low), why, "multiplier")
        if (high or low) and blank:
            reached = station.high if high else station.low
            why = f"{reached} is circled, but {blank} is not"
            yield Contradiction((reached, blank), why, "multiplier-early")
        if not blank and not high and not low:
            why = f"all robots of {station.id} are circled, so one of its multipliers must be"
            yield Contradiction((*station.robots, station.high, station.low), why, "multiplier-missing")
        if low and not lost:
            why = f"{station.low} is circled, but {station.high} is not lost"
            yield Contradiction((station.low, station.high), why, "multiplier-low")


def _panels(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Every X crosses a planning symbol; every pair of symbols circles a wild; wilds are used once circled."""
    written = _written(facts, marks)
    symbols = facts.panels[PLANNING].symbols
    planned = [symbol for symbol in symbols if symbol in marks]
    if len(planned) != min(len(written), len(symbols)):
        why = f"there are {len(written)} X, but {len(planned)} planning symbols crossed"
        yield Contradiction((*written, *planned), why, "planning")
    for panel in facts.panels.values():
        crossed = [symbol for symbol in panel.symbols if symbol in marks]
        wilds = [wild for wild in panel.wilds if wild in marks]
        for wild in wilds:
            if not is_circled(marks, wild):
                yield Contradiction((wild,), f"{wild} is crossed without being circled", "wild-not-circled")
        if len(wilds) != min(len(crossed) // panel.pair, len(panel.wilds)):
            why = f"{len(crossed)} symbols are crossed, but {len(wilds)} wilds circled: every pair gives one"
            yield Contradiction((*crossed, *wilds) or panel.wilds, why, "wild")


def _budget(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Every number carries at most one action, and each of these marks took one."""
    numbers = _numbers(facts, marks)
    stations = facts.stations.values()
    used = [field for station in stations for field in (*station.robots, *station.plants) if field in marks]
    used += [tank for tank in facts.tank_of.values() if tank in marks]
    used += _written(facts, marks)
    used += [symbol for symbol in facts.panels[ASTRONAUT].symbols if symbol in marks]
    gained = [energy for energy in facts.energies if is_circled(marks, energy)]
    given = sum(error in marks for error in facts.rewarded)
    actions = len(used) + max(0, len(gained) - given)
    if actions > len(numbers):
        why = f"the marks took {actions} actions, but only {len(numbers)} numbers are written"
        yield Contradiction((*used, *gained, *numbers), why, "actions")
    wilds = [wild for panel in facts.panels.values() for wild in panel.wilds if is_crossed(marks, wild)]
    if len(wilds) > len(numbers):
        yield Contradiction((*wilds, *numbers), "there are more wilds used than numbers", "wilds")


def _missions(claims: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
    """A mission box holds a value of its card. What is met once and for all is met in the end."""
    by_field: dict[str, list[Claim]] = {}
    for claim in claims:
        by_field.setdefault(claim.field, []).append(claim)
    for field, cards in by_field.items():
        value = marks.get(field)
        if value is None:
            continue
        worth = [card for card in cards if value in (card.first, card.later)]
        if not worth:
            values = " or ".join(f"{card.first} or {card.later} of {card.id}" for card in cards)
            yield Contradiction((field,), f"{field} says {value}, but it can be {values}", "mission-value")
        elif not any(card.can_be_lost or card.is_met(marks) for card in worth):
            names = " or ".join(card.id for card in worth)
            needs = [need for card in worth for need in card.needs if need not in marks]
            yield Contradiction(
                (field, *needs), f"{field} is claimed, but mission {names} is not met", "mission"
            )


def _beyond_cards(facts: Facts, marks: Marks) -> Iterator[Contradiction]:
    """Numbers that stand on no card come from astronauts."""
    on_cards = {card.number for card in DECK}
    beyond = [slot for slot, number in _numbers(facts, marks).items() if number not in on_cards]
    symbols = facts.panels[ASTRONAUT].symbols
    crossed = sum(symbol in marks for symbol in symbols)
    if len(beyond) > crossed < len(symbols):
        why = f"{len(beyond)} numbers stand on no card, but {crossed} astronauts are crossed"
        yield Contradiction((*beyond, *symbols), why, "beyond-cards")


def _offers(facts: Facts, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Numbers that the offers cannot explain, even changed by astronauts: each needs a turn of its own."""
    yield from _beyond_cards(facts, marks)
    numbers = _numbers(facts, marks)
    horizon = len(numbers) + sum(error in marks for error in facts.errors)
    by_number, _ = turns_that_offer(deal.seed, horizon)
    changed = any(symbol in marks for symbol in facts.panels[ASTRONAUT].symbols)
    choices: dict[str, tuple[int, ...]] = {}
    for slot, number in numbers.items():
        reach = range(number - SHIFT, number + SHIFT + 1) if changed else (number,)
        turns = tuple(sorted({turn for offered in reach for turn in by_number.get(offered, ())}))
        if turns:
            choices[slot] = turns
        else:
            why = f"{number} in {slot}: no turn up to {horizon}, the last there was, offers it"
            yield Contradiction((slot,), why, "offer")
    for slots in unmatched(choices):
        turns = tuple(sorted({turn for slot in slots for turn in choices[slot]}))
        some = ", ".join(f"{marks[slot]} in {slot}" for slot in slots)
        why = f"{some}: only {listed_turns(turns)} could give these, and every number needs a turn of its own"
        yield Contradiction(slots, why, "offers")

"""Missions: each player claims a card once, in a turn in which its condition is met.

Its first value is for the first turn in which any player claims it, its later value for all later turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model
from fairsheet.engine.solver.timeline import Choice, Event, Turns, first_among, is_among_first
from fairsheet.languages.messages import Message, either
from fairsheet.sheets.formulas.formula import compile_formula, fields_in
from fairsheet.sheets.model.marks import Marks
from fairsheet.sheets.model.sheet import Sheet


class Claim(msgspec.Struct, frozen=True):
    """A mission card: its field, its condition `is_met`, the fields that the condition needs, its first and later
    value.

    `later_field` is inked for later claims; it equals `field` if one field is for both. The values are 0 if the card
    has none. `can_be_lost`: the condition, once met, may fail again at the end (the fact `can_be_lost_again`).
    """

    id: str
    field: str
    later_field: str
    is_met: Callable[[Marks], int]
    needs: tuple[str, ...]
    first: int
    later: int
    can_be_lost: bool = False

    def value(self, later: bool) -> int:
        """Return the value of the card for a claim in the first turn, or for a later one."""
        return self.later if later else self.first


def mission_fields(sheet: Sheet) -> dict[str, str]:
    """Return by letter the field in which a mission is claimed: the first one with the fact `mission`."""
    return {letter: fields[0] for letter, fields in _claim_fields(sheet).items()}


def claims_of(sheet: Sheet) -> dict[str, Claim]:
    """Return all mission cards of a sheet by id."""
    fields = _claim_fields(sheet)
    return {
        mission.id: Claim(
            mission.id,
            fields[mission.letter][0],
            fields[mission.letter][-1],
            compile_formula(mission.needs, sheet),
            fields_in(mission.needs, sheet),
            mission.first or 0,
            mission.later or 0,
            bool(mission.attrs.get("can_be_lost_again", False)),
        )
        for mission in sheet.missions
    }


def _claim_fields(sheet: Sheet) -> dict[str, list[str]]:
    """Return by letter the field for claims of a mission; or two fields, for first and for later claims."""
    fields: dict[str, list[str]] = {}
    for field in sheet.fields:
        if "mission" in field.attrs:
            fields.setdefault(str(field.attrs["mission"]), []).append(field.id)
    return fields


def open_cards(claims: Mapping[str, Claim], deal: Deal | None, missions: Mapping[str, str]) -> list[Claim]:
    """Return the mission cards on the table, or all cards of an unknown letter; a deal has its own."""
    missions = missions if deal is None else deal.missions
    known = {claims[card].field for card in missions.values()}
    return [card for card in claims.values() if card.id in missions.values() or card.field not in known]


def mission_contradictions(cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
    """Yield mission boxes that have no value of their card, or whose condition is not met at the end."""
    by_field: dict[str, list[Claim]] = {}
    for card in cards:
        by_field.setdefault(card.field, []).append(card)
    for field, choice in by_field.items():
        value = marks.get(field)
        if value is None:
            continue
        worth = [card for card in choice if value in (card.first, card.later)]
        if not worth:
            values = either(
                [
                    Message("{first} or {later} of {card}", first=card.first, later=card.later, card=card.id)
                    for card in choice
                ]
            )
            yield Contradiction(
                (field,),
                Message(
                    "{field} is {value}, but can only be {values}", field=field, value=value, values=values
                ),
                RuleCode.FIRST_CLAIM,
            )
        else:
            yield from unmet_claims(field, worth, marks)


def unmet_claims(field: str, cards: Sequence[Claim], marks: Marks) -> Iterator[Contradiction]:
    """Yield a field in which one of these cards was claimed, though none of them can have been met."""
    if not any(card.can_be_lost or card.is_met(marks) for card in cards):
        names = either([card.id for card in cards])
        needs = [need for card in cards for need in card.needs if need not in marks]
        why = Message("{field} is claimed, but mission {names} is not met", field=field, names=names)
        yield Contradiction.counting((field, *needs), why, RuleCode.MISSION, few=(field,))


Value = Literal["first", "later"]


class Claimed(msgspec.Struct, frozen=True):
    """A claim on a sheet: the field that is inked for it, the value taken, and the turns of the sheet.

    `value` is None if the marks do not show it.
    """

    seat: int
    field: str
    value: Value | None
    turns: Iterable[int]


# the first claim of a card; by seat, its claim, and whether that was among the first claims
ClaimsInTime = tuple[Event, Mapping[int, Choice], Mapping[int, Lit]]


def claims_in_time(
    model: Model, claim: Claim, made: Sequence[Claimed], turns: Turns, absent: int
) -> ClaimsInTime:
    """State that claims in a card's first turn take its first value, and all others the later one.

    `absent` players can claim, too.
    """
    events = {each.seat: Choice(model, list(each.turns)) for each in made}
    if all(each.value is None for each in made):
        return _claims_of_unknown_value(model, events, turns, absent)
    first = Choice(model, list(turns))
    for each in made:
        event, earliest = events[each.seat], each.value == "first"
        words = Message("player {seat} took the lower value of mission {claim}, so another was earlier")
        if earliest:
            words = Message("player {seat} took the higher value of mission {claim}, so nobody was earlier")
        words = words.filled(seat=each.seat, claim=claim.id)
        with model.rule(RuleCode.FIRST_CLAIM, [(each.seat, each.field)], words):
            for turn in each.turns:
                model.implies(event.by(turn), first.by(turn if earliest else turn - 1))
                if earliest:
                    model.implies(first.by(turn), event.by(turn))
    return first, events, {each.seat: TRUE if each.value == "first" else FALSE for each in made}


def _claims_of_unknown_value(
    model: Model, events: Mapping[int, Choice], turns: Turns, absent: int
) -> ClaimsInTime:
    first = first_among(model, events, turns, absent)
    is_first = {}
    for seat, event in events.items():
        for turn in turns:
            model.implies(event.at(turn), turns.played(turn))
        is_first[seat] = is_among_first(model, event, first, turns)
    return first, events, is_first

"""Every turn, one of three cards leaves the game: it goes to ASTRA, or a solo bonus is crossed to throw it out.

A number uses two of the cards, so the third one leaves; in a turn with an error, the player chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fairsheet.engine.dealing.cards import Card
from fairsheet.engine.dealing.deal import PAIRS
from fairsheet.engine.dealing.solo_deck import CARDS, LAST_TURN
from fairsheet.engine.play.editor import Player, SheetEditor, next_of
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step, off_by
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules import crosses
from fairsheet.engine.rules.solo.panel import Panel, SoloPart, SoloStep
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.languages.messages import Message
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks, is_crossed


class PendingCard(msgspec.Struct, frozen=True):
    """The third card has not left the game yet."""


def leaving(player: Player) -> Sequence[int]:
    """Return the places, from 1, of the cards that can leave: the unused one, or any if none was used."""
    if player.offer is None:
        return range(1, CARDS + 1)
    used = PAIRS[player.offer - 1]
    return [place for place in range(1, CARDS + 1) if place - 1 not in used]


def steps(panel: Panel, player: Player, cards: Sequence[Card]) -> Iterator[Step]:
    """Yield the possible steps with the third card; in a turn with an error, with each of the cards."""
    part: SoloPart = player.solo
    crossing = part.order(panel.bonuses.fields, "crossed")
    bonus = next((each for each in crossing if player.marks.get(each) == "circled"), None)
    for place in leaving(player):
        card = cards[place - 1]
        given = next_of(part.order(panel.rows[card.action].fields, "crossed"), player.marks)
        if given is not None:
            yield Step(1, SoloStep.GIVE, (panel.ink(given, "crossed"),), card=place)
        if bonus is not None:
            yield Step(1, SoloStep.THROW_OUT, (panel.ink(bonus, "crossed"),), card=place)


def play(panel: Panel, editor: SheetEditor, cards: Sequence[Card], step: Step) -> SoloPart:
    """Carry out a step of `steps`, or an equal one, and return what happened to the card. Raises IllegalStep."""
    player = editor.before
    part: SoloPart = player.solo
    match step:
        case Step(kind=str(kind), ink=(Ink(field) as ink,), card=int(place)) if ink == panel.ink(
            field, "crossed"
        ):
            if place not in leaving(player):
                raise IllegalStep(
                    RuleCode.GIVEN, f"card {place} was used in this turn, so it stays in the game"
                )
            if kind == SoloStep.THROW_OUT and field in panel.bonuses.fields:
                if player.marks.get(field) != "circled":
                    raise IllegalStep(RuleCode.SOLO_BONUS, f"{field} is not a solo bonus that can be used")
                editor.make(ink)
                return SoloPart(part.order, place, thrown_out=True)
            row = panel.rows[cards[place - 1].action]
            if kind == SoloStep.GIVE and field in row.fields and field not in player.marks:
                editor.make(ink)
                return SoloPart(part.order, place, thrown_out=False)
    raise IllegalStep(RuleCode.GIVEN, "one of the cards goes to ASTRA now, or is thrown out for a solo bonus")


def cards_gone(panel: Panel, marks: Marks) -> int:
    """Return the number of cards that have left the game by the panel."""
    given = sum(field in marks for row in panel.rows.values() for field in row.fields)
    return given + sum(is_crossed(marks, bonus) for bonus in panel.bonuses.fields)


def contradictions(panel: Panel, turns: int, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction unless as many cards have left as turns were played."""
    given = [field for row in panel.rows.values() for field in row.fields if field in marks]
    thrown = [bonus for bonus in panel.bonuses.fields if is_crossed(marks, bonus)]
    gone = [*given, *thrown]
    if len(gone) != turns:
        words = Message("{off} cards gone in {turns} turns: {given} to ASTRA, {thrown} thrown out")
        off = off_by(len(gone) - turns)
        why = words.filled(off=off, turns=turns, given=len(given), thrown=len(thrown))
        first = next(iter(panel.rows.values())).fields[:1]
        yield Contradiction.counting(gone or first, why, RuleCode.GIVEN, few=gone[-1:])
    if turns > LAST_TURN:
        why = Message("{turns} turns were played, but the deck lasts {last}", turns=turns, last=LAST_TURN)
        yield Contradiction.counting(gone, why, RuleCode.END, few=gone[-1:])
    yield from crosses.uncircled(thrown, marks, RuleCode.SOLO_BONUS)


def in_time(sheet: PanelInTime) -> None:
    """State that one card of every turn is given or thrown out; the panel has as many marks of each."""
    model, panel, offers = sheet.model, sheet.panel, sheet.offers
    for turn in sheet.turns:
        given = {action: sheet.given[action][turn] for action in panel.rows}
        thrown = sheet.thrown[turn]
        model.exactly_one([*given.values(), thrown])
        rows = [field for row in panel.rows.values() for field in row.fields if field in sheet.marks]
        why = Message(
            "the unused card of turn {turn} went to ASTRA or was thrown out",
            "the unused cards of turns {turn} went to ASTRA or were thrown out",
            n=1,
            turn=turn,
        )
        with model.rule(RuleCode.GIVEN, sheet.name(*rows), why):
            for place in range(CARDS):
                leaves = offers.leaves(turn, place)
                for action, literal in offers.actions(turn, place).items():
                    model.clause(-leaves, -literal, given[action], thrown)
    for action, row in panel.rows.items():
        n = sheet.inked(row.fields)
        why = Message("ASTRA got 1 {action} card", "ASTRA got {n} {action} cards", n=n, action=term(action))
        with model.rule(RuleCode.GIVEN, sheet.name(*row.fields), why):
            sheet.exactly(sheet.given[action], row.fields)

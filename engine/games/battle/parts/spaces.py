"""Spaces of planets: an offer leads to a planet, changed by stored astronauts or not, and its first space is signed.

If no offer leads to a free space, an error is crossed. The two sides take turns, the near one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairsheet.engine.dealing.cards import ACTIONS
from fairsheet.engine.dealing.deal import Deal, Offer
from fairsheet.engine.games.battle.parts.board import Board, Planet, Side, astronauts_needed, writing_side
from fairsheet.engine.games.battle.parts.editor import BattleEditor
from fairsheet.engine.games.battle.parts.proof_sheet import SideModel
from fairsheet.engine.play.editor import next_of
from fairsheet.engine.play.game import FEW, Contradiction, IllegalStep, Step
from fairsheet.engine.play.number_board import ASTRONAUT
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules import crosses, ladders
from fairsheet.engine.rules.offers import listed_turns
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Term
from fairsheet.engine.solver.matching import unmatched
from fairsheet.languages.messages import Message, counted, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.model.marks import Marks, is_crossed
from fairsheet.sheets.model.sides import FAR, NEAR

# --- in play ----------------------------------------------------------------------------------------------


def steps(editor: BattleEditor, offered: Sequence[Offer], seat: int) -> list[Step]:
    """Return a step for every planet that an offer leads to, changed by astronauts or not; an error if none does."""
    crosses = [editor.ink_of(field, "crossed", "wild") for field in editor.usable_astronauts()]
    signs = [
        (planet, editor.ink_of(space, editor.sign, "number"))
        for planet in editor.board.planets.values()
        if (space := next_of(planet.spaces, editor.marks)) is not None
    ]
    found = [
        Step(seat, "number", (*crosses[:needed], sign), number)
        for number, offer in enumerate(offered, start=1)
        for planet, sign in signs
        if (needed := astronauts_needed(planet, offer)) <= len(crosses)
    ]
    error = None if found else next_of(editor.side.errors, editor.marks)
    return found if error is None else [Step(seat, "error", (editor.ink_of(error, "crossed", "error"),))]


def draw(editor: BattleEditor, offer: Offer, which: str, crosses: Sequence[Ink], sign: Ink) -> Planet:
    """Draw the sign in the next space of a planet, and cross the astronauts for it. Raises IllegalStep.

    `which` names the offer in words.
    """
    planet = editor.board.planet_of.get(sign.field)
    if planet is None or sign.field not in planet.spaces:
        raise IllegalStep(RuleCode.INK, f"{sign.field} is no space of a planet")
    if sign.field != next_of(planet.spaces, editor.marks):
        raise IllegalStep(RuleCode.ORDER, f"{sign.field} is not the first free space of {planet.id}")
    if sign != editor.ink_of(sign.field, editor.sign, "number"):
        drawn = f"the {editor.side.name} side of sheet {editor.before.seat} draws a {editor.sign} there"
        raise IllegalStep(RuleCode.SIGN, drawn)
    needed = astronauts_needed(planet, offer)
    used = {ink.field for ink in crosses}
    allowed = {editor.ink_of(field, "crossed", "wild") for field in editor.usable_astronauts()}
    if len(used) != len(crosses) or not allowed >= set(crosses):
        problem = "only astronauts that were circled in an earlier turn can be used, each once"
        raise IllegalStep(RuleCode.ASTRONAUT, problem)
    if len(used) != needed:
        what = f"{offer.number} with {offer.action} leads to {planet.id} with {needed} astronauts"
        raise IllegalStep(RuleCode.OFFER, f"{which}: {what}, not {len(used)}")
    for ink in (*crosses, sign):
        editor.make(ink)
    return planet


def cross_error(editor: BattleEditor, error: str, step: Step) -> None:
    """Cross an error. `step` is a legal first step of the turn. Raises IllegalStep if the error is not allowed."""
    if error != next_of(editor.side.errors, editor.marks):
        raise IllegalStep(RuleCode.ORDER, f"{error} is not the next system error")
    if step.kind == "number":
        problem = "an error may only be crossed when no sign can be drawn"
        raise IllegalStep(RuleCode.ERROR, f"{problem}, and one could be drawn in {step.ink[-1].field}")
    editor.mark(error, "crossed", "error")


# --- on a final sheet -------------------------------------------------------------------------------------


def turns_of(board: Board, side: Side, marks: Marks) -> int:
    """Return how many turns a side has had: each left a sign on a planet or an error."""
    return len(side.own(board.spaces, marks)) + sum(error in marks for error in side.errors)


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about spaces and errors out of order, uneven turns, and astronauts that were not stored."""
    for planet in board.planets.values():
        yield from ladders.Ladder(planet.spaces).contradictions(marks)
    for side in board.sides.values():
        yield from ladders.Ladder(side.errors).contradictions(marks)
    yield from _turns(board, marks)
    for side in board.player_sides(marks):
        yield from crosses.uncircled(side.astronauts, marks, RuleCode.ASTRONAUT)


def _turns(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield a contradiction if the sides did not take turns, near first, or ASTRA missed a turn of the player."""
    near, far = (turns_of(board, side, marks) for side in board.sides.values())
    if near - far not in (range(1) if board.astra_sign else range(2)):
        fields = [field for field in board.spaces if field in marks]
        fields += [error for side in board.sides.values() for error in side.errors if error in marks]
        begins = Message(
            "the near side shows {near} and the far one {far}, but the sides take turns and the near one begins"
        )
        if board.astra_sign:
            begins = Message(
                "the near side shows {near} and the far one {far}, but ASTRA signs in every turn of the player"
            )
        why = begins.filled(near=counted(near, "turn"), far=far)
        side = board.sides[NEAR if near > far else FAR]
        written = {*side.own(board.spaces, marks), *side.errors}
        last = [field for field in fields if field in written][-1:]
        yield Contradiction.counting(fields, why, RuleCode.TURN, few=last)


def not_offered(board: Board, side: Side, marks: Marks, deal: Deal) -> Iterator[Contradiction]:
    """Yield contradictions about signs that the offers cannot explain, even if changed by astronauts.

    Each sign needs a turn of its own. Nothing is yielded if the turns of the two sides do not fit together.
    """
    if any(True for _ in _turns(board, marks)):
        return
    horizon = sum(turns_of(board, each, marks) for each in board.sides.values())
    crossed = sum(is_crossed(marks, astronaut) for astronaut in side.astronauts)
    offered = {
        turn: offers
        for turn in range(1, horizon + 1)
        if writing_side(turn) == side.name and (offers := deal.possible_offers(turn))
    }
    reach = {
        planet.id: tuple(
            turn for turn, offers in offered.items() if astronauts_needed(planet, *offers) <= crossed
        )
        for planet in board.planets.values()
    }
    choices = {space: reach[board.planet_of[space].id] for space in side.own(board.spaces, marks)}
    for spaces in unmatched(choices):
        turns = tuple(sorted({turn for space in spaces for turn in choices[space]}))
        words = Message(
            "the signs of the {side} side in {spaces} need a turn each, but only {turns} could lead there"
        )
        if not turns:
            words = Message(
                "the {side} side cannot have signed {spaces}: the only turn does not lead there",
                "the {side} side cannot have signed {spaces}: none of the {n} turns leads there",
            )
        why = words.filled(
            n=horizon,
            side=term(side.name),
            spaces=joined(", ", spaces) if len(spaces) <= FEW else counted(len(spaces), "space"),
            turns=listed_turns(turns) if 0 < len(turns) <= FEW else counted(len(turns), "turn"),
        )
        yield Contradiction.counting(spaces, why, RuleCode.OFFER, few=spaces)


# --- in time ----------------------------------------------------------------------------------------------


def in_time(side: SideModel) -> None:
    """State that signs come from offers, with astronauts that were stored before."""
    ladders.in_time(side.model, [side.erring[error] for error in side.errors], side.turns, apart=1)
    _state_offers(side)
    _state_astronauts(side)


def _state_offers(side: SideModel) -> None:
    """State that a sign is where its offer leads with the crossed astronauts, and that the action is the offer's."""
    model, idle = side.model, list[Term]()
    for turn in side.turns:
        signed = model.any_of(event.at(turn) for event in side.spaces.values())
        chosen = side.sheet.used[turn] = side.offers.choose(turn, signed)
        for action in ACTIONS:
            offering = [literal for offer, literal in chosen.items() if offer.action == action]
            model.implies(side.acts[action][turn], *offering)
        idle.append((1, model.literal()))
        model.exactly_one([*(side.acts[action][turn] for action in ACTIONS), idle[-1][1]])
        used = [(1, event.at(turn)) for event in side.crosses.values()]
        model.linear(used, None, 0, given=(-signed,))
        for planet in side.board.planets.values():
            here = side.is_signed(planet, turn)
            if here == FALSE:
                continue
            spaces = [space for space in planet.spaces if space in side.spaces]
            why = Message(
                "the sign of the {side} side on {planet} came from a turn whose offer led there",
                "the {n} signs of the {side} side on {planet} came from turns whose offers led there",
                side=term(side.side.name),
                planet=planet.id,
                n=len(spaces),
            )
            with model.rule(RuleCode.OFFER, side.name(*spaces), why):
                for offer, literal in chosen.items():
                    needed = astronauts_needed(planet, offer)
                    if needed > len(side.crossed):
                        model.clause(-here, -literal)
                    elif used:
                        model.linear(used, needed, needed, given=(here, literal))
    if not model.relaxed:  # redundant, but saves search
        model.linear(idle, None, len(side.turns) - side.actions_taken())


def _state_astronauts(side: SideModel) -> None:
    """State that an astronaut is circled by an action and used in a later turn. Used ones are circled first."""
    model = side.model
    circles, crosses = list(side.circles.values()), list(side.crosses.values())
    why = Message(
        "the {side} side circled its astronaut by an action, and can only have used it in a later turn",
        "the {side} side circled its {n} astronauts by actions, and can only have used them in later turns",
        side=term(side.side.name),
        n=len(side.circles),
    )
    with model.rule(RuleCode.ASTRONAUT, side.name(*side.circles), why):
        for turn in side.turns:
            now = [event.at(turn) for event in circles]
            model.linear([(1, literal) for literal in now], None, 1)
            for literal in now:
                model.implies(literal, side.acts[ASTRONAUT][turn])
            for circle, cross in zip(circles, crosses, strict=False):
                model.implies(cross.by(turn), circle.by(turn - 1))
        ladders.in_time(model, crosses, side.turns, apart=0)
        ladders.in_time(model, circles, side.turns, apart=1)


def errors_in_time(side: SideModel) -> None:
    """State that no offer led to a free space in a turn with an error, even with the available astronauts."""
    model = side.model
    if not side.errors:
        return
    for turn in side.turns:
        erring = model.any_of(event.at(turn) for event in side.erring.values())
        why = Message(
            "no error was made in turn {turn}, because a sign could be drawn",
            "no error was made in turns {turn}, because a sign could be drawn each time",
            n=1,
            turn=turn,
        )
        with model.rule(RuleCode.ERROR, side.name(*side.errors), why):
            for offer, offered in side.offers.of_turn(turn).items():
                for planet in side.board.planets.values():
                    needed = astronauts_needed(planet, offer)
                    lacking = _lacks(side, needed, turn)
                    model.clause(-erring, -offered, side.sheet.full[planet.id].by(turn - 1), lacking)


def _lacks(side: SideModel, needed: int, turn: int) -> Lit:
    """Return whether fewer astronauts than needed can be used in a turn."""
    if needed == 0:
        return FALSE
    if needed > len(side.circles):
        return TRUE
    key = "stored", needed, turn
    if key not in side.reached:
        circled = [(1, event.by(turn - 1)) for event in side.circles.values()]
        used = [(-1, event.by(turn - 1)) for event in side.crosses.values()]
        lacks = side.reached[key] = side.model.literal()
        side.model.linear([*circled, *used], None, needed - 1, given=(lacks,))
    return side.reached[key]

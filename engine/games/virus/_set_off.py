"""Viruses and spreads are set off once for the whole table: by a symbol of a track, or by the first claim of a mission.

The player who sets one off crosses it at once; all others cross it in the incidents. A virus infects all players. A
spread infects all players who have not set it off themselves. After a claim that sets one off, incidents and claims are
repeated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

from fairsheet.engine.games.base.proof_table import NumberTableModel
from fairsheet.engine.games.virus import _propagation
from fairsheet.engine.games.virus._board import Board, VirusEditor
from fairsheet.engine.games.virus._causes import Cause, Order
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import Cause as By
from fairsheet.engine.rules import races
from fairsheet.engine.rules.races import named
from fairsheet.engine.solver.conditions import CannotState, require
from fairsheet.engine.solver.constraint_model import TRUE
from fairsheet.engine.solver.timeline import Choice, Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks, is_circled

# --- in play ----------------------------------------------------------------------------------------------


def set_off(editor: VirusEditor, effect: str, by: By) -> None:
    """Cross a spread, or activate a virus and circle its target."""
    editor.mark(effect, "crossed", by)
    target = editor.board.target_of.get(effect)
    if target is not None:
        editor.mark(target, "circled", by)


def react_to_symbol(editor: VirusEditor, symbol: str) -> None:
    """Set off the effect of a track symbol that was just crossed, unless it has been set off before."""
    effect = editor.board.set_off_by.get(symbol)
    if effect is not None and effect not in editor.marks:
        set_off(editor, effect, "bonus")
        editor.broadcast.append(effect)


def activate_claimed(editor: VirusEditor, virus: str) -> None:
    """Activate the virus of a mission at its first claim."""
    if virus not in editor.marks:
        set_off(editor, virus, "mission")
        editor.broadcast.append(virus)


def apply_incidents(board: Board, state: State) -> tuple[Player, ...]:
    """Return the players after the incidents of the tracks: all mark the effects, then propagations are pending.

    A virus infects every sheet once, a spread all sheets of players who have not set it off, an error its own sheet.
    """
    known = [player.marks for player in state.players]
    broadcast = {field for player in state.players for field in player.broadcast}
    effects = list(races.prizes_won(state, board.set_off_by.values()))
    viruses = [
        effect
        for effect in effects
        if effect in board.target_of and (effect in broadcast or any(effect not in marks for marks in known))
    ]
    players = []
    for player in state.players:
        editor = VirusEditor(board, player)
        suffered = [effect for effect in effects if effect not in editor.marks]
        for effect in suffered:
            set_off(editor, effect, "race")
        spreads = [effect for effect in suffered if effect not in board.target_of]
        errors = [error for error in player.broadcast if error in board.infecting]
        editor.broadcast = []
        _propagation.infect(editor, len(viruses) + len(spreads) + len(errors))
        players.append(editor.player())
    return tuple(players)


def apply_claim_incidents(
    board: Board, state: State, by_others: Collection[str]
) -> tuple[Player, ...] | None:
    """Return the players after the incidents of the claims; None if no virus was activated.

    `by_others` are the viruses that absent players activated.
    """
    unknown = {virus for virus in by_others if any(virus not in player.marks for player in state.players)}
    viruses = unknown.union(*(player.broadcast for player in state.players))
    if not viruses:
        return None
    players = []
    for player in state.players:
        editor = VirusEditor(board, player)
        for virus in sorted(viruses):
            if virus not in editor.marks:
                set_off(editor, virus, "race")
        editor.broadcast = []
        _propagation.infect(editor, len(viruses))
        players.append(editor.player())
    return tuple(players)


# --- on a final sheet -------------------------------------------------------------------------------------


def contradictions(board: Board, marks: Marks) -> Iterator[Contradiction]:
    """Yield contradictions about viruses with only one of two marks, and track symbols without their effect."""
    for activation, target in board.target_of.items():
        if (activation in marks) != is_circled(marks, target):
            words = Message("{target} is circled, but {activation} is not crossed")
            if activation in marks:
                words = Message("{activation} is crossed, but {target} is not circled")
            why = words.filled(activation=activation, target=target)
            yield Contradiction((activation, target), why, RuleCode.SET_OFF)
    for symbol, effect in board.set_off_by.items():
        if symbol in marks and effect not in marks:
            why = Message("{symbol} is crossed, but {effect} is not", symbol=symbol, effect=effect)
            yield Contradiction((symbol, effect), why, RuleCode.SET_OFF)


# --- in time ----------------------------------------------------------------------------------------------


def in_time(
    table: NumberTableModel[SheetModel], board: Board, card_of: Mapping[str, str]
) -> dict[str, Event]:
    """Return when each virus and spread was first set off, by its field, and state why."""
    result: dict[str, Event] = {}
    for effect in (*board.target_of, *board.spreads):
        having = [seat for seat, player in table.players.items() if effect in player.marks]
        first = table.first_claims.get(card_of.get(effect, ""))
        if not having and first is None:
            continue
        claims = [
            (seat, table.claim_field(table.players[seat], table.claim_cards[card_of[effect]]))
            for seat in table.players
            if first is not None and card_of[effect] in table.claims[seat]
        ]
        marks = [*((seat, effect) for seat in table.players), *claims]
        lacking = [seat for seat in table.players if seat not in having]
        words = Message("{effect} was set off for all players, but {lacking} did not cross it")
        why = words.filled(effect=effect, lacking=named(lacking or having))
        with table.model.rule(RuleCode.SET_OFF, marks, why):
            if lacking:
                table.model.clause()
        result[effect] = first or Choice(table.model, list(range(_earliest(board, effect), table.last + 1)))
        if effect in card_of:
            why = Message("{effect} is crossed, but nobody claimed its mission first", effect=effect)
            with table.model.rule(RuleCode.SET_OFF, [(seat, effect) for seat in table.players], why):
                if first is None and not table.request.absent:  # otherwise an absent player did
                    table.model.clause()
        else:
            _state_track(table, board.symbol_of[effect], effect, result[effect])
    return result


def _earliest(board: Board, effect: str) -> int:
    """Return the first turn in which an effect can be set off: a track is crossed one symbol a turn."""
    tracks = (track.symbols for track in board.tracks.values())
    places = (list(symbols).index(s) + 1 for symbols in tracks if (s := board.symbol_of[effect]) in symbols)
    return next(places, 1)


def _state_track(table: NumberTableModel[SheetModel], symbol: str, effect: str, event: Event) -> None:
    """State that the first crossing of a track symbol sets off its effect."""
    crossings = [player.crossing[symbol] for player in table.players.values() if symbol in player.crossing]
    fields = [(seat, field) for seat in table.players for field in (effect, symbol)]
    why = Message(
        "{effect} was set off in the turn in which {symbol} was first crossed", effect=effect, symbol=symbol
    )
    with table.model.rule(RuleCode.SET_OFF, fields, why):
        for turn in range(1, table.last + 1):
            for crossing in crossings:
                table.model.implies(crossing.by(turn), event.by(turn))
            if not table.request.absent:
                table.model.implies(event.by(turn), *(crossing.by(turn) for crossing in crossings))


def causes(
    player: SheetModel, order: Order, effects: Mapping[str, Event], card_of: Mapping[str, str]
) -> Iterator[Cause]:
    """Yield the causes of propagations on a sheet."""
    for effect, event in effects.items():
        if effect not in player.marks:
            continue
        own = player.crossing.get(player.board.symbol_of[effect])
        suffered = TRUE
        if effect in player.board.spreads and own is not None:
            suffered = -order.no_later(own, event)
        yield Cause(effect, event, claimed=effect in card_of, suffered=suffered)
    yield from errors(player)


def errors(player: SheetModel) -> Iterator[Cause]:
    """Yield the errors of a sheet that caused propagations on it."""
    for error, erring in player.erring.items():
        if error in player.board.infecting:
            yield Cause(error, erring)


def state_met_before(
    table: NumberTableModel[SheetModel], effect: str, card: str, strikes: Mapping[int, _propagation.Strikes]
) -> None:
    """State that a player met a mission of rings before the virus that its first claim activated struck any slot.

    A condition that cannot be stated is left out, as in `ClaimTable.state_met`. So is one about a virus that a sheet
    does not have, because that is impossible anyway.
    """
    claim, mission = table.claim_cards[card], table.request.sheet.mission[card]
    players = table.players.values()
    if not all(effect in each.marks and each.board.rings.issuperset(claim.needs) for each in players):
        return
    seats = [seat for seat in table.players if table.is_first.get((seat, card)) == TRUE]
    met = {seat: table.model.literal() for seat in seats}
    why = Message("mission {card} was met before {effect} struck", card=card, effect=effect)
    made = [(seat, claim.field) for seat in seats]
    with table.model.rule(RuleCode.MISSION, made, why), suppress(CannotState):
        table.model.clause(*met.values())
        for seat, literal in met.items():
            rings = strikes[seat].rings_before(effect)
            require(table.model, mission.needs, table.request.sheet, rings, literal)

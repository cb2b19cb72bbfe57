"""Viruses and spreads are set off once for the whole table: by a symbol of a track, or by the first claim of a mission.

Who sets one off has it crossed already; all others cross it in the incidents. A virus infects everybody, a spread all
who have not set it off themselves. What a claim sets off brings incidents and claims once more.
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
    """Crosses a spread, or activates a virus: its target is circled as well."""
    editor.mark(effect, "crossed", by)
    target = editor.board.target_of.get(effect)
    if target is not None:
        editor.mark(target, "circled", by)


def reached(editor: VirusEditor, symbol: str) -> None:
    """A symbol of a track that was crossed sets off what belongs to it, unless others did."""
    effect = editor.board.set_off_by.get(symbol)
    if effect is not None and effect not in editor.marks:
        set_off(editor, effect, "bonus")
        editor.broadcast.append(effect)


def claimed(editor: VirusEditor, virus: str) -> None:
    """The first claim of a mission activates its virus."""
    if virus not in editor.marks:
        set_off(editor, virus, "mission")
        editor.broadcast.append(virus)


def suffer(board: Board, state: State) -> tuple[Player, ...]:
    """The incidents of the tracks: what was set off is marked by all; then everybody's propagations are pending.

    A virus infects everybody once, a spread all who have not set it off, an error its own sheet.
    """
    known = [player.marks for player in state.players]
    broadcast = {field for player in state.players for field in player.broadcast}
    effects = list(races.won(state, board.set_off_by.values()))
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


def suffer_claims(board: Board, state: State, by_others: Collection[str]) -> tuple[Player, ...] | None:
    """The incidents of the claims, None where no virus was activated; `by_others` are those of absent players."""
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
    """A virus is active where it was activated; a symbol of a track has set off what belongs to it."""
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
    """When each virus and spread was set off, by its field: in the turn in which the first player did it."""
    found: dict[str, Event] = {}
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
        found[effect] = first or Choice(table.model, list(range(_earliest(board, effect), table.last + 1)))
        if effect in card_of:
            why = Message("{effect} is crossed, but nobody claimed its mission first", effect=effect)
            with table.model.rule(RuleCode.SET_OFF, [(seat, effect) for seat in table.players], why):
                if first is None and not table.request.absent:  # else somebody absent did
                    table.model.clause()
        else:
            _by_a_track(table, board.symbol_of[effect], effect, found[effect])
    return found


def _earliest(board: Board, effect: str) -> int:
    """The first turn in which an effect can be set off: a track is crossed one symbol a turn."""
    tracks = (track.symbols for track in board.tracks.values())
    places = (list(symbols).index(s) + 1 for symbols in tracks if (s := board.symbol_of[effect]) in symbols)
    return next(places, 1)


def _by_a_track(table: NumberTableModel[SheetModel], symbol: str, effect: str, event: Event) -> None:
    """Who crosses the symbol of a track first sets it off; nobody crosses it before."""
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
    """What caused propagations on a sheet."""
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
    """The errors of a sheet that caused propagations on it."""
    for error, erring in player.erring.items():
        if error in player.board.infecting:
            yield Cause(error, erring)


def claimed_before(
    table: NumberTableModel[SheetModel],
    effect: str,
    card: str,
    strikes: Mapping[int, _propagation.Strikes],
) -> None:
    """Somebody met a mission of rings before the virus that its first claim activated struck anything.

    A condition that cannot be stated is left out, as in `ClaimTable.met`; so is one about a virus that a sheet lacks,
    which is impossible anyway.
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

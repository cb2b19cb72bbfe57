"""Effect cards of the solo game: ASTRA activates viruses, or crosses spreads, and infects the sheet at once.

The first time an effect card comes up, the player chooses an inactive virus of the tracks. If all are active, it is a
spread that is not crossed. The second time, the virus of the mission of its letter is activated. If it is active
already, nothing happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fairsheet.engine.dealing.deal import effects_of
from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.base.proof_solo import SoloNumberTableModel
from fairsheet.engine.games.virus import _propagation, _set_off
from fairsheet.engine.games.virus._board import Board, VirusEditor
from fairsheet.engine.games.virus._causes import Cause
from fairsheet.engine.games.virus._proof_sheet import SheetModel
from fairsheet.engine.play.editor import Player
from fairsheet.engine.play.game import Contradiction, IllegalStep, Step, few_of, off_by
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.records.ink import Ink
from fairsheet.engine.rules.solo.effects import PendingEffect
from fairsheet.engine.rules.solo.panel import Panel, SoloStep
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit
from fairsheet.engine.solver.timeline import Choice, Event
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.marks import Marks


def choices(board: Board, marks: Marks) -> list[str]:
    """Return what a first effect can cross: viruses of the tracks; if all are active, spreads."""
    viruses = [field for field in board.track_viruses if field not in marks]
    return viruses or [spread for spread in board.spreads if spread not in marks]


# --- in play ----------------------------------------------------------------------------------------------


def steps(board: Board, player: Player, effect: PendingEffect) -> Iterator[Step]:
    """Yield the choices of an effect, if there are any."""
    for field in choices(board, player.marks) if effect.time == 1 else ():
        yield Step(player.seat, SoloStep.EFFECT, tuple(_ink(board, field)))


def play(board: Board, player: Player, effect: PendingEffect, step: Step) -> Player:
    """Return the player after a choice. Raises IllegalStep."""
    if step not in steps(board, player, effect):
        raise IllegalStep(
            RuleCode.EFFECT,
            "an effect card has come up: choose the virus that ASTRA activates now, or a spread",
        )
    return _infected(board, player, step.ink)


def end_effect(board: Board, player: Player, effect: PendingEffect) -> Player:
    """Return the player after an effect without a choice."""
    if effect.time == 1:
        return _infected(board, player, ())
    virus = board.set_off_by[effect.letter]
    return player if virus in player.marks else _infected(board, player, _ink(board, virus))


def _ink(board: Board, field: str) -> Iterator[Ink]:
    """Yield the marks with which ASTRA sets something off."""
    yield Ink(field, "crossed", "astra")
    if field in board.target_of:
        yield Ink(board.target_of[field], "circled", "astra")


def _infected(board: Board, player: Player, ink: Sequence[Ink] | Iterator[Ink]) -> Player:
    """Return the player after marks of ASTRA and one propagation, before everything else that is pending."""
    editor = VirusEditor(board, player)
    others, editor.pending = editor.pending, []
    for each in ink:
        editor.make(each)
    _propagation.infect(editor, 1, "astra")
    editor.pending += others
    return editor.player()


# --- on a final sheet -------------------------------------------------------------------------------------


def made_by_astra(board: Board, panel: Panel, marks: Marks) -> range:
    """Return how many viruses of the tracks and spreads ASTRA can have crossed.

    Every effect that came up for the first time crossed one, unless none was left. The player did not cross one whose
    symbol on the track is not crossed.
    """
    times = sum(card.first in marks for card in panel.effects.values())
    fields = [*board.track_viruses, *board.spreads]
    crossed = [field for field in fields if field in marks]
    if len(crossed) < len(fields):
        return range(times, times + 1)
    unexplained = sum(board.symbol_of[field] not in marks for field in crossed)
    return range(min(unexplained, times), times + 1)


def contradictions(
    board: Board, panel: Panel, claims: Mapping[str, str], marks: Marks
) -> Iterator[Contradiction]:
    """Yield contradictions about crossed effects without a symbol, and viruses of missions without a cause.

    `claims` has the field of each mission's claim for its first value, by letter.
    """
    icons = [card.first for card in panel.effects.values() if card.first in marks]
    fields = [*board.track_viruses, *board.spreads]
    unexplained = [field for field in fields if field in marks and board.symbol_of[field] not in marks]
    if len(unexplained) > len(icons):
        words = Message("{off} viruses and spreads crossed without their symbol, for {icons} effects")
        why = words.filled(off=off_by(len(unexplained) - len(icons)), icons=len(icons))
        yield Contradiction.counting(
            (*unexplained, *icons), why, RuleCode.EFFECT, few=few_of(icons, unexplained)
        )
    for letter, card in panel.effects.items():
        virus = board.set_off_by[letter]
        if (virus in marks) != (letter in claims or card.second in marks):
            why = _not_explained(virus, letter, marks)
            made = [claims[letter]] if letter in claims else []
            yield Contradiction((virus, card.second, *made), why, RuleCode.EFFECT)


def _not_explained(virus: str, letter: str, marks: Marks) -> Message:
    """Return the reason that a virus is crossed without a cause, or not crossed despite one."""
    words = Message(
        "{virus} is not crossed, but mission {letter} was claimed first or its effect came up twice"
    )
    if virus in marks:
        words = Message(
            "{virus} is crossed, but mission {letter} was not claimed first and its effect did not come up twice"
        )
    return words.filled(virus=virus, letter=letter)


# --- in time ----------------------------------------------------------------------------------------------


class EffectCardsInTime:
    """The viruses and spreads set off on a sheet, and when.

    `when` has the events of all viruses and spreads, by field, set off by the player or by ASTRA.
    """

    def __init__(self, table: SoloNumberTableModel[SheetModel]) -> None:
        self.table, self.model = table, table.model
        (self.player,) = table.players.values()
        self.board = self.player.board
        panel, marks = table.panel_in_time.panel, self.player.marks
        came_up = [
            each for each in effects_of(table.deal.seed) if panel.effect_icon(each.letter, each.time) in marks
        ]
        self.icon = {each: panel.effect_icon(each.letter, each.time) for each in came_up}
        self.firsts = [each for each in came_up if each.time == 1]
        self.seconds = [each for each in came_up if each.time > 1]
        self.fields = [*self.board.track_viruses, *self.board.spreads]
        self.when: dict[str, Event] = {}
        self.crossed: dict[tuple[DealtEffect, str], Lit] = {}  # by a first effect
        for field in self.fields:
            self._state_track(field)
        for effect in self.firsts:
            self._state_first_effect(effect)
        for letter in sorted({mission.letter for mission in table.request.sheet.missions}):
            self._state_mission_virus(letter)

    def by_astra(self, field: str) -> Lit:
        """Return whether an effect that came up for the first time crossed a field."""
        return self.model.any_of([made for (_, crossed), made in self.crossed.items() if crossed == field])

    def _state_track(self, field: str) -> None:
        """State that a field is crossed in the turn of its symbol, or earlier by an effect."""
        model, player = self.model, self.player
        if field not in player.marks:
            return
        symbol = self.board.symbol_of[field]
        event = self.when[field] = Choice(model, list(range(1, player.last_strike + 1)))
        crossing = player.crossing.get(symbol)
        for effect in self.firsts:
            made = self.crossed[effect, field] = model.literal()
            model.implies(made, event.at(effect.turn))
        by_astra = self.by_astra(field)
        why = Message(
            "{field} was crossed in the turn of {symbol}, or earlier by an effect", field=field, symbol=symbol
        )
        with model.rule(RuleCode.SET_OFF, player.name(field, symbol), why):
            for turn in range(1, player.last_strike + 1):
                reached = FALSE if crossing is None else crossing.by(turn)
                model.implies(reached, event.by(turn))
                model.implies(event.by(turn), reached, by_astra)

    def _state_first_effect(self, effect: DealtEffect) -> None:
        """State that a first effect crosses a virus; if all are active, a spread, if one is left."""
        model, player = self.model, self.player
        made = {
            field: self.crossed[effect, field] for field in self.fields if (effect, field) in self.crossed
        }
        viruses = self.board.track_viruses
        why = Message(
            "effect {letter} came up in turn {turn} and crossed a virus, or a spread if no virus was left",
            "effect {letter} came up in turns {turn} and crossed a virus each time, or a spread if no virus was left",
            n=1,
            letter=effect.letter,
            turn=effect.turn,
        )
        with model.rule(RuleCode.EFFECT, player.name(self.icon[effect], *made), why):
            model.linear([(1, literal) for literal in made.values()], None, 1)
            left = [-self._crossed_before(field, effect) for field in self.fields]
            for one in left:
                model.clause(-one, *made.values())
            for spread in self.board.spreads:
                for virus in viruses if spread in made else ():
                    model.implies(made[spread], self._crossed_before(virus, effect))
            for field, literal in made.items():
                for other in self.firsts:
                    if other != effect:
                        model.clause(-literal, -self.crossed[other, field])

    def _crossed_before(self, field: str, effect: DealtEffect) -> Lit:
        """Return whether a field is crossed when an effect comes up."""
        if field not in self.when:
            return FALSE
        earlier = (
            self.crossed[each, field]
            for each in self.firsts[: self.firsts.index(effect)]
            if each.turn == effect.turn
        )
        return self.model.any_of([self.when[field].by(effect.turn - 1), *earlier])

    def _state_mission_virus(self, letter: str) -> None:
        """State that the virus of a mission is activated by its first claim or by its second effect."""
        virus, model = self.board.set_off_by[letter], self.model
        claim = self._first_claim_of(letter)
        effect = next((each for each in self.seconds if each.letter == letter), None)
        icons = [self.icon[effect]] if effect is not None else []
        why = _not_explained(virus, letter, self.player.marks)
        with model.rule(RuleCode.SET_OFF, self.player.name(virus, *icons), why):
            if (virus in self.player.marks) != (claim is not None or effect is not None):
                model.clause()
        if virus in self.player.marks:
            if claim is not None:
                self.when[virus] = claim
            elif effect is not None:
                self.when[virus] = Choice(model, [effect.turn])

    def _first_claim_of(self, letter: str) -> Event | None:
        """Return when the mission of a letter was claimed for its first value, if it was."""
        return self.table.first_claims.get(self.table.request.missions.get(letter, ""))

    def earned_by(self, turn: int) -> Iterator[Lit]:
        """Yield whether the player set off each effect that earns a solo bonus by the end of a turn."""
        for field, event in self.when.items():
            if field in self.fields:
                yield self.model.all_of([event.by(turn), -self.by_astra(field)])
            elif self._is_claimed(field):
                yield event.by(turn)

    def causes(self) -> Iterator[Cause]:
        """Yield the causes of propagations on the sheet: viruses of the player, and effects; no spreads."""
        for field, event in self.when.items():
            if field in self.board.spreads:
                continue
            claimed = self._is_claimed(field)
            by_player = -self.by_astra(field) if field in self.fields else TRUE if claimed else FALSE
            yield Cause(
                field, event, claimed=claimed, suffered=by_player, early_in=dict(self._active_in(field))
            )
        yield from _set_off.errors(self.player)
        for effect, icon in self.icon.items():
            if effect.time == 1 or not self._is_claimed(self.board.set_off_by[effect.letter]):
                yield Cause(icon, Choice(self.model, [effect.turn]), early=True)

    def _is_claimed(self, field: str) -> bool:
        """Return whether the first claim of a mission activated a virus."""
        return self._first_claim_of(self.board.symbol_of[field]) is not None

    def _active_in(self, virus: str) -> Iterator[tuple[str, Lit]]:
        """Yield, by the icon of each effect, whether effects of its turn had activated a virus by then."""
        effects = list(self.icon)
        for index, effect in enumerate(effects):
            until = [each for each in effects[: index + 1] if each.turn == effect.turn]
            made = [self.crossed[each, virus] for each in until if (each, virus) in self.crossed]
            seconds = (self.board.set_off_by[each.letter] for each in until if each.time > 1)
            if virus in seconds and not self._is_claimed(virus):
                made.append(TRUE)
            yield self.icon[effect], self.model.any_of(made)

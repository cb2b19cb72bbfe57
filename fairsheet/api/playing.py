"""Play a game step by step, by the same rules as bots and proofs."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

from fairsheet.api._arguments import Progress, all_of, check, check_kind, in_python, watched
from fairsheet.api._game_text import read_game, write_game
from fairsheet.api.public import catalog_of, deal, load_sheet, play_histories, verify
from fairsheet.engine.dealing.deal import Deal, SoloDeal
from fairsheet.engine.dealing.redeal import redeal
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import IllegalStep, MarkOrders, Step
from fairsheet.engine.play.known import Known, known_to
from fairsheet.engine.play.replay import mark_orders_of
from fairsheet.engine.play.state import State
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.record import Record, layout_of, table_of
from fairsheet.engine.records.record_checks import check_mark, check_table_size
from fairsheet.engine.records.table_records import format_missing, missing_seats
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import total_of_seat
from fairsheet.engine.simulation.bots import POLICIES, POLICY_NAMES
from fairsheet.engine.simulation.simulate import Played, records_of
from fairsheet.engine.simulation.simulate import simulate as play_games
from fairsheet.engine.simulation.template_games import BOTS, check_declared, play_template
from fairsheet.languages.messages import Message
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.frozen_values import FrozenDict

if TYPE_CHECKING:
    from fairsheet.engine.scoring.score import Score


class Game:
    """A game of one of the scenarios with the cards of a seed, played step by step.

    `sheet` is a sheet or its name, `solo` the level of ASTRA in a solo game. A step is one decision of one player,
    together with its forced consequences. `open_cards` lets `deal` show the cards of later turns. Raises FairsheetError
    if an argument is invalid, or the sheet has no rules in fairsheet.

    Players of a turn write at once: seat 2 decides before it sees what seat 1 writes in the same turn. `ink` shows all
    ink; `known` shows what one seat may know.

    >>> game = Game("launch", seed="coral-otter-42", players=2)
    >>> game.to_move, len(game.legal_steps())
    (1, 47)
    >>> game.push(game.legal_steps()[0])
    >>> game.to_move, game.ink(1)
    (2, {'floor-7.1': 4})
    >>> game.pop().kind, game.ink(1)
    ('number', {})
    """

    @in_python
    def __init__(
        self,
        sheet: Sheet | str | Path,
        *,
        seed: str,
        players: int = 1,
        solo: int | None = None,
        open_cards: bool = False,
    ) -> None:
        check(bool, "give True or False", open_cards=open_cards)
        given = sheet if isinstance(sheet, Sheet) else load_sheet(sheet)
        rules_of(given)  # raises for a sheet without rules
        self._begin(given, deal(given, seed, players, solo), {}, open_cards)

    def _begin(self, sheet: Sheet, dealt: Deal, orders: MarkOrders, open_cards: bool) -> None:
        """Begin a game; `orders` has by the seat of a sheet the order of marks that the rules leave open."""
        if dealt.solo is not None and sheet.solo_level != dealt.solo:
            sheet = solo_sheet(sheet, dealt.solo)
        self._sheet = sheet
        self._open_cards = open_cards
        self._orders = orders
        self._rules = rules_of(sheet)
        self._states: list[State] = [self._rules.start(dealt, orders)]
        self._steps: list[Step] = []

    @classmethod
    @in_python
    def from_history(
        cls,
        deal: Deal,
        histories: Mapping[int, History] | Sequence[History],
        *,
        sheet: Sheet | str | Path | None = None,
        open_cards: bool = False,
    ) -> Game:
        """Return the game after the histories of all seats, as a verdict or `history` gives them.

        `histories` are by seat, or in a list from seat 1, and end with the same finished turn. `deal` is a result of
        `fairsheet.deal`; give a custom `sheet`. Raises FairsheetError with the seat and turn that break a rule.

        >>> game = Game("launch", seed="coral-otter-42", players=2)
        >>> for _ in range(8):
        ...     game.push(game.legal_steps()[0])
        >>> again = Game.from_history(game.deal, [game.history(1), game.history(2)])
        >>> again.ink(1) == game.ink(1)
        True
        """
        check(bool, "give True or False", open_cards=open_cards)
        steps: list[Step] = []
        rules, _, by_seat = play_histories(deal, histories, sheet, steps)
        if set(by_seat) != set(range(1, deal.players + 1)):
            hint = f"give those of all {deal.players} players"
            problem = "the histories of some seats are missing"
            raise FairsheetError(problem, code=ErrorCode.INCOMPLETE_TABLE, where="histories", hint=hint)
        begun = msgspec.structs.replace(deal, last_open=None)
        return cls._played(rules.sheet, begun, mark_orders_of(by_seat), open_cards, steps)

    @classmethod
    @in_python
    def from_records(
        cls, records: Iterable[Record], *, sheets: Iterable[Sheet | str | Path] = (), open_cards: bool = False
    ) -> Game:
        """Return a game that leads to the records of one table, by the history of its proof.

        The players may have taken another way to the same marks. Give custom `sheets`. Raises FairsheetError unless
        the records are those of all players, have a seed and are legal.
        """
        table = all_of(records, Record, "records", "give a list of records")
        catalog = catalog_of(sheets)
        verdict = verify(table, sheets=catalog.given)
        first = table[0]
        if first.game.seed is None:
            problem, hint = "these records have no seed", "give records of a game with a seed"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="records", hint=hint)
        sheet = layout_of(first, catalog)
        rules_of(sheet)  # raises for a sheet without rules
        if missing := missing_seats(sheet, table):
            hint = Message("give those of all {players} players", players=first.game.players)
            problem = format_missing(missing)
            raise FairsheetError(problem, code=ErrorCode.INCOMPLETE_TABLE, where="records", hint=hint)
        histories = {each.seat: each.history for each in verdict.sheets if each.history is not None}
        for each in verdict.sheets:
            if each.verdict != "legal":  # the second sheet of solo battle is legal and has no history
                problem = f"no history leads to this sheet: it is {each.verdict}"
                hint = "verify has the reasons"
                where = f"records: seat {each.seat}"
                raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where=where, hint=hint)
        dealt = deal(sheet, first.game.seed, first.game.players, first.game.solo)
        return cls.from_history(dealt, histories, sheet=sheet, open_cards=open_cards)

    @classmethod
    @in_python
    def from_text(
        cls, text: str, *, sheets: Iterable[Sheet | str | Path] = (), open_cards: bool = False
    ) -> Game:
        """Return the game in a text, as `text` writes it; give custom `sheets`.

        Raises FairsheetError with the line and the step that is not legal.
        """
        check(str, "give a result of text()", text=text)
        check(bool, "give True or False", open_cards=open_cards)
        read = read_game(text)
        given = catalog_of(sheets).sheet(read.sheet, read.layout, read.solo)
        game = cls(given, seed=read.seed, players=read.players, solo=read.solo, open_cards=open_cards)
        if read.orders:
            game._check_orders(read.orders)
            game._begin(game._sheet, game._state.deal, read.orders, open_cards)
        for line, turn, step in read.steps:
            try:
                if turn not in (None, game.turn):
                    problem, hint = f"it is turn {game.turn}, not {turn}", "give the steps in their order"
                    raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where="step", hint=hint)
                game.push(step)
            except FairsheetError as error:
                error.where = f"line {line}: {_name(step)}"
                raise
        return game

    @classmethod
    def _played(
        cls, sheet: Sheet, dealt: Deal, orders: MarkOrders, open_cards: bool, steps: Iterable[Step]
    ) -> Game:
        game = object.__new__(cls)
        game._begin(sheet, dealt, orders, open_cards)
        for step in steps:
            game.push(step)
        return game

    @property
    def sheet(self) -> Sheet:
        """The sheet in play; in a solo game it includes ASTRA's panel."""
        return self._sheet

    @property
    def deal(self) -> Deal:
        """The cards; the deal of a solo game depends on the cards that left it.

        Cards of later turns are an error unless the game was begun with `open_cards`.
        """
        last_open = None if self._open_cards else self.turn
        return msgspec.structs.replace(self._state.deal, last_open=last_open)

    @property
    def turn(self) -> int:
        """The current turn, from 1; 0 during set-up; the last turn when the game is over."""
        return self._rules.turn(self._state)

    @property
    def to_move(self) -> int | None:
        """The seat that decides next, from 1; None when the game is over."""
        return self._rules.to_move(self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_move is None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps so far, from the start of the game."""
        return tuple(self._steps)

    def legal_steps(self) -> tuple[Step, ...]:
        """Return the legal steps of the seat to move; none when the game is over.

        Equivalent steps, such as crossing one of several rockets of a row, are listed once; `push` accepts any of them.
        """
        return () if self.is_over else tuple(self._rules.legal_steps(self._state))

    @in_python
    def bot_step(self, rng: Random, policy: str = "greedy") -> Step:
        """Return the step that a bot of `simulate` takes here, by its policy; `rng` decides between equal steps.

        Raises FairsheetError if the game is over, or there is no such bot.
        """
        check_kind(rng, Random, "rng", "give a random.Random")
        _check_policy(policy, tuple(POLICIES))
        if self.is_over:
            problem, hint = "the game is over", "pop() takes the last step back"
            raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where="bot_step", hint=hint)
        stream = Stream(f"{rng.getrandbits(128):032x}", policy)
        return POLICIES[policy](self._rules, self._state, stream)

    @in_python
    def push(self, step: Step) -> None:
        """Play a step. Raises FairsheetError with the step and changes nothing if the rules do not allow it."""
        check(Step, "give one of legal_steps()", step=step)
        if self.is_over:
            hint = "pop() takes the last step back"
            raise FairsheetError("the game is over", code=ErrorCode.BAD_TURN, where=_name(step), hint=hint)
        if step.seat != self.to_move:
            hint = "give one of legal_steps()"
            problem = f"it is not the turn of seat {step.seat}"
            raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where=_name(step), hint=hint)
        try:
            self._states.append(self._rules.play(self._state, step))
        except IllegalStep as illegal:
            hint = "give one of legal_steps()"
            problem = str(illegal)
            raise FairsheetError(problem, code=ErrorCode.BAD_TURN, where=_name(step), hint=hint) from None
        self._steps.append(step)

    def pop(self) -> Step:
        """Take the last step back and return it. Raises FairsheetError if there is none."""
        if not self._steps:
            hint = "push one"
            raise FairsheetError("no step was played yet", code=ErrorCode.BAD_TURN, where="pop", hint=hint)
        self._states.pop()
        return self._steps.pop()

    def copy(self) -> Game:
        """Return an independent copy of the game at this position."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other._states, other._steps = self._states.copy(), self._steps.copy()
        return other

    __copy__ = copy

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        """Support `pickle`, which replays the steps."""
        steps = zlib.compress(msgspec.msgpack.encode(self._steps))
        sheet = None if _is_bundled(self._sheet) else self._sheet
        layout = self._sheet.name, self._sheet.fingerprint
        dealt = self._states[0].deal
        return _unpickled, (sheet, layout, dealt, self._orders, self._open_cards, steps)

    def __eq__(self, other: object) -> bool:
        """Return whether the same can still happen in both games, however they came there."""
        return isinstance(other, Game) and self._position == other._position

    def __hash__(self) -> int:
        """Return the hash of the position, which a step changes: use a copy as the key of a table."""
        return hash(self._position)

    @property
    def _position(self) -> tuple[object, ...]:
        state = self._state
        orders = tuple(player.mark_order for player in state.players)
        return self._sheet.fingerprint, state.deal, orders, self._rules.situation(state)

    def text(self) -> str:
        """Return the game as text: sheet, layout, seed, players, level, and a line for each step. `from_text` reads it.

        Raises FairsheetError if its cards were dealt again, because no seed gives them.

        >>> game = Game("launch", seed="coral-otter-42", players=2)
        >>> game.push(game.legal_steps()[0])
        >>> print(game.text())
        fairsheet game 1
        sheet: launch
        layout: ...
        seed: coral-otter-42
        players: 2
        <BLANKLINE>
        t1 s1 o1 floor-7.1=4
        <BLANKLINE>
        >>> Game.from_text(game.text()) == game
        True
        """
        dealt = self._states[0].deal
        if dealt.known_seed is None:
            problem, hint = "no seed deals the cards of this game", "pickle it, or keep its steps"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="text", hint=hint)
        turns = map(self._rules.turn, self._states)
        steps = list(zip(turns, self._steps, strict=False))
        return write_game(self._sheet, dealt, self._orders, steps)

    @in_python
    def redeal(self, rng: Random) -> Game:
        """Return a copy in which the unseen cards are dealt again, in an order of `rng`.

        Everything revealed stays: the cards of all turns so far, the actions that the next turn offers, the missions.

        >>> game = Game("launch", seed="coral-otter-42", players=2)
        >>> other = game.redeal(Random(1))
        >>> other.known(1) == game.known(1)
        True
        """
        check_kind(rng, Random, "rng", "give a random.Random")
        dealt = redeal(self._state.deal, self.turn, rng)
        other = self.copy()
        for index, state in enumerate(self._states):
            own = dealt
            if isinstance(dealt, SoloDeal) and isinstance(state.deal, SoloDeal):
                own = msgspec.structs.replace(dealt, gone=state.deal.gone)
            other._states[index] = msgspec.structs.replace(state, deal=own)
        return other

    def known(self, seat: int) -> Known:
        """Return what a seat may know: the open cards, its own ink, and the ink of others before this turn.

        Raises FairsheetError if the seat has no player.
        """
        self._check_seat(seat, range(1, self._state.deal.players + 1))
        return known_to(self._rules, self._states, seat)

    def ink(self, seat: int) -> FrozenDict[str, Mark]:
        """Return the marks of a seat's sheet by field id. Raises FairsheetError if the seat has no sheet."""
        self._check_seat(seat, self._sheet.seats(self._state.deal.players))
        return FrozenDict(self._rules.marks(self._state, seat))

    def history(self, seat: int) -> History:
        """Return the history of a player so far, turn by turn. Raises FairsheetError if the seat has no player."""
        self._check_seat(seat, range(1, self._state.deal.players + 1))
        return self._rules.history(self._state, seat)

    def total(self, seat: int) -> int:
        """Return the current points of a player, as in `score`, but faster. Raises FairsheetError without the player.

        >>> game = Game("launch", seed="coral-otter-42", players=2)
        >>> game.total(1) == game.score().players[0].total
        True
        """
        players = self._state.deal.players
        self._check_seat(seat, range(1, players + 1))
        table = {each.seat: each.marks for each in self._state.players}
        return total_of_seat(self._sheet, table, players, seat)

    def score(self) -> Score:
        """Return the current points of the sheets, part by part, and their ranking."""
        seats = self._sheet.seats(self._state.deal.players)
        return ruleset_of(self._sheet).score([self._record(seat) for seat in seats])

    def records(self) -> tuple[Record, ...]:
        """Return the sheets as records, with all boxes filled in correctly.

        They have no seed if the cards were dealt again.
        """
        return tuple(records_of(self._rules, self._state.deal, self._state))

    def svg(self, seat: int, *, marks: Mapping[str, Mark] = {}, highlight: Iterable[str] = ()) -> str:
        """Return the sheet of a seat with its ink as SVG (units in mm), with its pages one below the other.

        `marks` are further marks in red by field, such as those of a step; fields in `highlight` have a red frame. For
        CSS, each mark is in a group with the class `mark` or `proposed`, the kind of its field as another class, and
        its field as `data-field`; a frame has the class `highlight`. Raises FairsheetError if the seat has no sheet, or
        the sheet no such field.

        >>> game = Game("launch", seed="coral-otter-42", players=2)
        >>> step = game.legal_steps()[0]
        >>> 'class="proposed slot"' in game.svg(1, marks={ink.field: ink.mark for ink in step.ink})
        True
        """
        from fairsheet.sheets.printing.svg_pages import draw_svg

        self._check_seat(seat, self._sheet.seats(self._state.deal.players))
        check_kind(marks, Mapping, "marks", "give a dict of marks by field")
        framed = all_of(highlight, str, "highlight", "give a list of fields")
        for id_, mark in marks.items():
            check_mark(self._sheet, id_, mark, "marks")
        return draw_svg(
            self._sheet,
            self._sheet.pages_of(seat),
            tuple(self._state.deal.missions.values()),
            self._rules.marks(self._state, seat),
            title=f"{self!r}, seat {seat}",
            proposed=marks,
            highlight=framed,
        )

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks: the sheet of the seat to move, or of seat 1 when the game is over."""
        return self.svg(self.to_move or 1)

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"turn {self.turn}, seat {self.to_move} to move"
        return f"<Game of {self._sheet.name}, seed {self._state.deal.seed!r}, {where}>"

    @property
    def _state(self) -> State:
        return self._states[-1]

    def _record(self, seat: int) -> Record:
        return Record.on(self._sheet, table_of(self._state.deal), seat, self._rules.marks(self._state, seat))

    def _check_orders(self, orders: MarkOrders) -> None:
        for seat, order in orders.items():
            self._check_seat(seat, self._sheet.seats(self._state.deal.players))
            for field, mark in order:
                check_mark(self._sheet, field, mark, f"order {seat}")

    def _check_seat(self, seat: int, seats: range | tuple[int, ...]) -> None:
        hint = f"give 1 to {seats[-1]}"
        check(int, hint, seat=seat)
        if seat not in seats:
            problem = f"there is no seat {seat}"
            raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where="seat", hint=hint)


@in_python
def simulate(
    sheet: Sheet | str | Path,
    *,
    seed: str,
    players: int = 1,
    solo: int | None = None,
    games: int = 1,
    policy: str = "greedy",
    progress: Progress | None = None,
) -> tuple[Played, ...]:
    """Return games played by bots, each with a record and a history for every seat.

    Game 2 of the seed "otter" has the seed "otter-2". `policy` is "random", "greedy" or another name of a bot of
    `fairsheet simulate`. On a custom sheet, bots play as its template declares; these games have no histories. After
    each game, `progress` is called with "playing", the number of games played, and `games`. Raises FairsheetError if an
    argument is invalid, or bots cannot play on the sheet.

    >>> (played,) = simulate("launch", seed="coral-otter-42", players=2)
    >>> len(played.records), played.histories[1][0].turn
    (2, 1)
    """
    given = sheet if isinstance(sheet, Sheet) else load_sheet(sheet)
    is_declared = is_custom(given)
    if is_declared:
        check_declared(given)
    else:
        rules_of(given)  # raises for a sheet without rules
    check(int, "give a whole number", games=games)
    if games < 1:
        problem = f"there are no {games} games"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="games", hint="give 1 or more")
    _check_policy(policy, BOTS if is_declared else POLICY_NAMES)
    deal(given, seed, players, solo)  # raises for an invalid seed or number of players
    if is_declared:
        check_table_size(given, players, solo, "")
        found = (
            Played(given, each.seed, each.records, {})
            for each in play_template(given, seed, players, games, policy)
        )
        return tuple(watched(found, progress, "playing", games))
    return tuple(watched(play_games(given, seed, players, games, policy, solo), progress, "playing", games))


def _check_policy(policy: str, policies: tuple[str, ...]) -> None:
    hint = f"choose {', '.join(policies)}"
    check(str, hint, policy=policy)
    if policy not in policies:
        problem = f"no bot {policy!a:.60} plays here"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="policy", hint=hint)


def _name(step: Step) -> str:
    """Return a step as the place of an error."""
    return f"step {str(step)!a:.60}"


def _is_bundled(sheet: Sheet) -> bool:
    with suppress(FairsheetError):
        return BUNDLED.sheet(sheet.name, sheet.fingerprint, sheet.solo_level) == sheet
    return False


def _unpickled(
    sheet: Sheet | None,
    layout: tuple[str, str],
    dealt: Deal,
    orders: MarkOrders,
    open_cards: bool,
    packed: bytes,
) -> Game:
    steps = msgspec.msgpack.decode(zlib.decompress(packed), type=list[Step])
    found = sheet or BUNDLED.sheet(*layout, dealt.solo)
    return Game._played(found, dealt, orders, open_cards, steps)

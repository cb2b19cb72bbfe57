"""Verdicts on tables of virus: bots' games are legal, impossible ones are found, every history replays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.dealing.solo_deck import DealtEffect
from fairsheet.engine.games.virus import _set_off, _solo, _tracks
from fairsheet.engine.games.virus._causes import Cause, Order
from fairsheet.engine.games.virus._effect_cards import EffectCardsInTime
from fairsheet.engine.games.virus._rules import Virus
from fairsheet.engine.games.virus._solo import StruckNext
from fairsheet.engine.play.replay import replay
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rules.solo.panel import Panel
from fairsheet.engine.rules.solo.panel_in_time import PanelInTime
from fairsheet.engine.rules.wilds import WildsInTime
from fairsheet.engine.solver.budget import Budget
from fairsheet.engine.solver.constraint_model import FALSE, TRUE, Lit, Model, Term
from fairsheet.engine.solver.counted import Counted
from fairsheet.engine.solver.solve import Solver
from fairsheet.engine.solver.timeline import Choice
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled, crossed
from tests.engine.tables import by_hand, changed, game_of_bots, judged, words

SHEET = load_sheet("virus")
GAME = Virus(SHEET)
SET_UP: dict[str, Mark] = {"target.1-left": "circled", "floor-1.5": "struck"}


def test_rings_drawn_at_the_end_are_legal() -> None:
    game = game_of_bots("virus", "honest", "random")
    empty = [
        q.ring
        for id_, q in GAME.board.quarters.items()
        if not GAME.board.is_complete(id_, game.records[0].marks)
    ]
    records = [changed(game.records[0], {empty[0]: "circled"}), *game.records[1:]]
    assert words(judged(records)) == {"legal"}


def test_unfinished_game_is_legal() -> None:
    game = game_of_bots("virus", "honest", "random", 3)
    begun = {seat: history[:15] for seat, history in game.histories.items()}
    state = replay(GAME, deal(SHEET, game.seed, 3), begun)
    records = [replace(record, marks=GAME.marks(state, record.seat)) for record in game.records]
    verdicts = judged(records)
    assert {(each.verdict, each.over) for each in verdicts.values()} == {("legal", False)}
    quarters = GAME.board.quarters.items()
    ring = next(q.ring for id_, q in quarters if not GAME.board.is_complete(id_, records[0].marks))
    records[0] = changed(records[0], {ring: "circled"})
    found = judged(records)
    assert {each.contradiction[0].rule for each in found.values()} == {"evacuation"}
    assert ring in found[1].contradiction[0].fields and found[2].contradiction[0].fields == ("error.3",)
    (alone,) = judged(records[:1]).values()  # another player may have ended it
    assert (alone.verdict, alone.over) == ("legal", True)


def test_effects_of_an_absent_players_claim_may_meet_a_mission() -> None:
    records = game_of_bots("virus", "s45 random 6 4", "random", 6).records
    assert words(judged(records[:1])) == words(judged(records[4:5])) == {"legal"}


def test_virus_that_its_first_claim_did_not_activate_is_found() -> None:
    first, other = game_of_bots("virus", "honest", "random").records
    assert first.marks["mission.a"] == other.marks["mission.a"] == 8
    records = [changed(first, {"activation.red": None, "target.1-middle": None}), other]
    assert words(judged(records)) == {"illegal", "legal"}


def test_choice_among_equals_makes_no_difference() -> None:
    game = game_of_bots("virus", "honest", "random", 2)
    records = []
    for record in game.records:
        marks = dict(record.marks)
        for quarter in GAME.board.quarters.values():
            for one, other in (
                quarter.energies,
                quarter.plants * 2 if len(quarter.plants) == 1 else quarter.plants,
            ):
                marks[one], marks[other] = marks.get(other, ""), marks.get(one, "")
        for panel in GAME.board.panels.values():
            for fields in (panel.symbols, panel.wilds):
                turned = {
                    one: marks.get(other, "") for one, other in zip(fields, reversed(fields), strict=True)
                }
                marks.update(turned)
        records.append(replace(record, marks={field: mark for field, mark in marks.items() if mark != ""}))
    assert words(judged(records)) == {"legal"}


GREEN: dict[str, Mark] = {**crossed("activation.green"), **circled("target.2-middle")}
HOST: dict[str, Mark] = {  # five plants, the last of which activates green
    "floor-3.3": 3, "floor-3.4": 5, "floor-3.6": 8, "floor-3.7": 9, "floor-3.14": 14,
    **circled("plant.3-left-1", "plant.3-left-2", "plant.3-middle-1", "plant.3-middle-2", "plant.3-right-1"),
    **crossed(*(f"plant-track.{k}" for k in range(1, 6)),
              "plant-score.1", "plant-bonus.1", "plant-score.2", "plant-bonus.2"),
    "walkway.3-left-to-3-middle": "drawn", "walkway.1-left-to-3-left": "drawn", **GREEN,
}  # fmt: skip
GUEST: dict[str, Mark] = {
    "floor-3.3": 3,
    "floor-3.4": 5,
    "floor-3.6": 8,
    "floor-3.7": 9,
    "floor-3.14": 14,
    **GREEN,
}
STRUCK: dict[str, Mark] = {"floor-1.1": "struck", "floor-2.1": "struck"}


@pytest.mark.parametrize(
    ("sheets", "legal"),
    [
        ((HOST | STRUCK, GUEST | STRUCK), True),
        ((HOST | STRUCK, GUEST | {"floor-1.1": "struck"}), False),  # green strikes at home
        ((HOST | STRUCK, GUEST | STRUCK | {"floor-1.2": "struck"}), False),  # one propagation, not two
        ((HOST | {"floor-1.4": "struck", "floor-2.3": "struck"}, GUEST | STRUCK), True),
        ((GUEST | STRUCK, GUEST | STRUCK), False),  # no player activated it
        ((HOST | STRUCK, {k: v for k, v in GUEST.items() if k not in GREEN}), False),
        (({"floor-3.3": 3}, {"floor-3.3": 3, "floor-1.1": "struck"}), False),  # nothing struck it
        (({}, {}), True),  # only the set-up
    ],
)
def test_virus_strikes_every_player_once(sheets: tuple[dict[str, Mark], ...], legal: bool) -> None:
    verdicts = by_hand("virus", *({**SET_UP, **marks} for marks in sheets))
    assert ("illegal" not in verdicts) == legal
    assert "undecided" not in verdicts


def test_virus_activated_by_an_absent_player_is_legal() -> None:
    record = Record.on(load_sheet("virus"), Table(None, 2), 2, {**SET_UP, **GUEST, **STRUCK})
    assert words(judged([record])) == {"legal"}


def test_additional_struck_slot_is_illegal() -> None:
    game = game_of_bots("virus", "struck", "random", 2)
    marks = game.records[0].marks
    infected = GAME.board.infected(marks)
    slot = next(slot for id_ in infected for slot in GAME.board.empty_slots(id_, marks))
    verdicts = judged([changed(game.records[0], {slot: "struck"}), game.records[1]])
    assert verdicts[1].verdict == "illegal"


@pytest.mark.parametrize(
    ("one", "other", "can_be_first"),
    [
        ((1, False), (1, True), {True}),  # the activation of a claim follows everything else in its turn
        ((1, True), (1, False), {False}),
        ((1, True), (1, True), {True, False}),  # either of two claims may be first
        ((1, True), (2, False), {True}),
        ((2, False), (1, True), {False}),
        ((1, False), (1, False), {True}),  # equal causes are used in their order
    ],
)
def test_propagations_happen_in_the_order_of_their_causes(
    one: tuple[int, bool], other: tuple[int, bool], can_be_first: set[bool]
) -> None:
    """A cause is its turn, and whether it was a claim."""

    def has_solution(is_first: bool) -> bool:
        model = Model()
        causes = [
            Cause(str(turn), Choice(model, [turn]), claimed=is_claimed) for turn, is_claimed in (one, other)
        ]
        for index, cause in enumerate(causes):
            cause.index = index
        order = Order(model)
        before = order.before(*causes)
        assert order.before(*causes) == before
        model.clause(before if is_first else -before)
        return Solver(model).solve(Budget(10)) == "solved"

    assert {is_first for is_first in (True, False) if has_solution(is_first)} == can_be_first


def test_effect_of_the_solo_game_closes_its_slot_one_turn_later() -> None:
    struck = Choice(Model(), [14, 15, 16])
    closed = StruckNext(struck, frozenset({15}))
    assert [closed.by(turn) for turn in (13, 14, 15)] == [FALSE, struck.at(15), FALSE]


@pytest.mark.parametrize(("astronaut", "planning", "possible"), [(2, 3, True), (3, 3, False)])
def test_turn_uses_one_wild(astronaut: int, planning: int, possible: bool) -> None:
    model, turns = Model(), (1, 2, 3)
    used = {"wild.astronaut-1": astronaut, "wild.planning-1": planning}
    about: Any = SimpleNamespace(
        model=model,
        turns=turns,
        marks=dict.fromkeys(used, "circled+crossed"),
        count=lambda wilds: Counted(
            {turn: TRUE if used[wilds[0]] == turn else FALSE for turn in turns}, wilds
        ),
        astronauts={},
        until=lambda made, turn: (
            [(1, literal) for each, literal in made.items() if each <= turn] or [(2, TRUE)]
        ),
        crosses={"first": Choice(model, [1]), "second": Choice(model, [1])},
        name=lambda *fields: [(1, field) for field in fields],
    )
    WildsInTime(about, GAME.board).constrain()
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


@pytest.mark.parametrize("late", [False, True])
def test_full_row_of_drops_circles_nothing_only_without_energies(late: bool) -> None:
    """A row is full in turn 1; the last energy of a quarter that is never complete is circled in turn 1 or 2."""
    model, board, turns = Model(), GAME.board, (1, 2)
    energies = {id_: len(quarter.energies) for id_, quarter in board.quarters.items()}
    last = next(iter(energies))
    about: Any = SimpleNamespace(
        model=model,
        board=board,
        turns=turns,
        last=2,
        complete={},
        marks={energy: "circled" for quarter in board.quarters.values() for energy in quarter.energies},
        walkways={},
        robots=dict.fromkeys(turns, FALSE),
        crossing={board.tracks["water"].rows[0].symbols[-1]: Choice(model, [1])},
        energy_bonuses={id_: dict.fromkeys(turns, FALSE) for id_ in energies},
        energies_by=lambda id_, turn: [(1, TRUE)] * (energies[id_] - (late and id_ == last and turn == 1)),
        evacuated=lambda id_, turn: FALSE,
        until=lambda made, turn: [],
        name=lambda *fields: [(1, field) for field in fields],
    )
    _tracks.rows_in_time(about)
    assert (Solver(model).solve(Budget(10)) == "solved") == (not late)


@pytest.mark.parametrize(("evacuated", "possible"), [(TRUE, False), (FALSE, True)])
def test_full_row_circles_no_energy_of_a_quarter_that_effects_completed(
    evacuated: Lit, possible: bool
) -> None:
    model, quarter = Model(), next(iter(GAME.board.quarters))
    player = SimpleNamespace(
        complete={quarter: Choice(model, [2])},
        energy_bonuses={quarter: {2: FALSE, 3: TRUE}},
        name=lambda *fields: [(1, field) for field in fields],
    )
    strikes = SimpleNamespace(
        causes=[Cause("effect", Choice(model, [3]), early=True)],
        evacuated_before_action=lambda quarter, turn: evacuated if turn == 3 else FALSE,
    )
    about: Any = SimpleNamespace(model=model, board=GAME.board, players={1: player}, strikes={1: strikes})
    _solo.TableModel._state_rows_after_effects(about)
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


@pytest.mark.parametrize("full", [0, 1, 2])
def test_words_count_the_full_rows_of_a_track(full: int) -> None:
    model, board, turns = Model(relaxed={"any rule"}), GAME.board, (1, 2)
    ends = [row.symbols[-1] for row in board.tracks["plant"].rows[:full]]
    about: Any = SimpleNamespace(
        model=model,
        board=board,
        turns=turns,
        last=2,
        complete={},
        marks=crossed(*ends),
        walkways={},
        robots={turn: model.literal() for turn in turns},
        crossing={},
        energy_bonuses={},
        energies_by=lambda id_, turn: [],
        evacuated=lambda id_, turn: FALSE,
        until=lambda made, turn: [],
        name=lambda *fields: [(1, field) for field in fields],
    )
    _tracks.rows_in_time(about)
    rule, *_ = model.asked[0]
    assert rule.marks == tuple((1, end) for end in ends)
    assert f"{full} full row" in rule.why


@pytest.mark.parametrize(("met_by", "possible"), [(1, True), (2, False)])
def test_first_claim_is_met_by_its_own_player(met_by: int, possible: bool) -> None:
    """Seat 1 claims a mission of rings first. It does not help that seat 2 met the mission before the virus."""
    board = GAME.board
    card = next(card for card, claim in GAME.claims.items() if board.rings.issuperset(claim.needs))
    effect = board.set_off_by[SHEET.mission[card].letter]
    model = Model()
    about: Any = SimpleNamespace(
        model=model,
        claim_cards=GAME.claims,
        request=SimpleNamespace(sheet=SHEET),
        players=dict.fromkeys((1, 2), SimpleNamespace(marks=crossed(effect), board=board)),
        is_first={(1, card): TRUE, (2, card): FALSE},
    )
    strikes: Any = {
        seat: SimpleNamespace(rings_before=lambda effect, seat=seat: partial(rings_if, seat == met_by))
        for seat in (1, 2)
    }
    _set_off.state_met_before(about, effect, card, strikes)
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


def rings_if(drawn: bool, mark: str, fields: Sequence[str]) -> list[Term]:
    """Return all rings as terms of a sum if they are drawn, otherwise none."""
    return [(1, TRUE) for _ in fields] if drawn else []


@pytest.mark.parametrize(
    ("circled_bonuses", "earned", "possible"),
    [(2, 1, False), (2, 2, True), (2, 3, False), (None, 99, True)],  # None: all bonuses of the panel
)
def test_each_effect_that_the_player_set_off_earns_a_solo_bonus(
    circled_bonuses: int | None, earned: int, possible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, panel = Model(), Panel(solo_sheet(SHEET, 1))
    marks = circled(*panel.bonuses.fields[:circled_bonuses])
    cards = SimpleNamespace(when={}, earned_by=lambda turn: [TRUE] * earned)
    monkeypatch.setattr(_solo, "EffectCardsInTime", lambda table: cards)
    offers: Any = None
    about: Any = SimpleNamespace(
        model=model,
        players={1: SimpleNamespace(marks=marks, last=3, events={}, name=lambda *fields: fields)},
        panel_in_time=PanelInTime(model, 1, marks, (1, 2, 3), offers, panel),
    )
    _solo.TableModel.state_effects(about)
    assert (Solver(model).solve(Budget(10)) == "solved") == possible


@pytest.mark.parametrize(("crosses", "possible"), [(0, False), (1, True), (2, False)])
def test_first_effect_crosses_exactly_one_virus_if_any_is_left(crosses: int, possible: bool) -> None:
    model, effect, fields = Model(), DealtEffect("A", 1, turn=3), GAME.board.track_viruses[:2]
    made = {(effect, field): model.literal() for field in fields}
    about: Any = SimpleNamespace(
        model=model,
        board=GAME.board,
        player=SimpleNamespace(name=lambda *fields: fields),
        fields=fields,
        firsts=[effect],
        icon={effect: "astra-effect.A-1"},
        crossed=made,
        _crossed_before=lambda field, effect: FALSE,
    )
    EffectCardsInTime._state_first_effect(about, effect)
    model.linear([(1, literal) for literal in made.values()], crosses, crosses)
    assert (Solver(model).solve(Budget(10)) == "solved") == possible

"""Verdicts on tables of mine: bots' games are legal, impossible ones are found, every history replays."""

from __future__ import annotations

from fairsheet.engine.dealing.deal import Offer, deal
from fairsheet.engine.games.mine._rules import Mine
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from tests.engine.by_hand import laid_out, number
from tests.engine.tables import changed, game_of_bots, judged, named, words

SHEET = load_sheet("mine")
GAME = Mine(SHEET)


def test_fewer_robots_are_given_if_fewer_are_left() -> None:
    """Fifteen robots by actions and two energies leave only the last robot to give."""
    actions = [*["robot"] * 15, "energy", "energy"]
    offers = [[Offer(turn % 12 + 1, action)] * 3 for turn, action in enumerate(actions)]
    state = laid_out(GAME, {}, offers=offers)
    for turn, action in enumerate(actions):
        state = GAME.play(state, number(1, f"level-{turn // 12 + 1}.{turn % 12 + 1}", turn % 12 + 1))
        prefix = "secondary-robot." if action == "energy" else ""
        steps = [
            step for step in GAME.legal_steps(state) if step.ink and step.ink[0].field.startswith(prefix)
        ]
        state = GAME.play(state, steps[0])
    state = GAME.play(state, GAME.legal_steps(state)[0])
    marks = dict(GAME.marks(state, 1))
    assert GAME.turn(state) == 18 and all(robot in marks for robot in GAME.board.robots)
    record = Record.on(load_sheet("mine"), Table(None, 1, None, {"A": "A1", "B": "B1", "C": "C1"}), 1, marks)
    assert words(judged([record])) == {"legal"}


def test_plant_needs_a_plant_offer_for_its_own_number() -> None:
    game = game_of_bots("mine", "galleries", "random", 1)
    record, history = game.records[0], game.histories[1]
    offers = {turn.turn: deal(SHEET, "galleries", 1).offers(turn.turn) for turn in history}
    numbers = {ink.field: ink.mark for turn in history for ink in turn.ink if ink.by == "number"}
    planted = {offer.number for each in offers.values() for offer in each if offer.action == "plant"}
    plant = next(
        field
        for field, caves in GAME.board.beside.items()
        if GAME.board.kind_of[field] == "plant"
        and field not in record.marks
        and GAME.board.column_of[caves[0]].tower not in record.marks
        and any(cave in numbers for cave in caves)
        and not any(numbers.get(cave) in planted for cave in caves)
    )
    verdicts = judged([changed(record, {plant: "circled"})], 60)
    assert words(verdicts) == {"illegal"} and plant in named(verdicts)

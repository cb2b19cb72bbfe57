"""Verdicts on tables of journey: bots' games are legal, impossible ones are found, every history replays."""

from __future__ import annotations

from itertools import count, product

from fairsheet.engine.dealing.deal import Deal, Offer, deal
from fairsheet.engine.games.journey._rules import Journey
from fairsheet.engine.play.number_board import ENERGY
from fairsheet.engine.records.record import Record, table_of
from fairsheet.engine.rules.offers import SHIFT, too_few_turns
from fairsheet.engine.scoring.score import without_sums
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.tables import changed, game_of_bots, judged, words

SHEET = load_sheet("journey")
GAME = Journey(SHEET)


def two_turns() -> tuple[Deal, Offer, Offer]:
    """Return a deal, an offer of the first turn, and a lower energy offer that only the second turn has."""
    for number in count():
        dealt = deal(SHEET, f"cut {number}", 1)
        first, second = (dealt.offers(turn) for turn in (1, 2))
        for one, other in product(first, second):
            apart = all(abs(one.number - offer.number) > SHIFT for offer in second)
            apart &= all(abs(other.number - offer.number) > SHIFT for offer in first)
            no_energy = all(offer.action != ENERGY for offer in first)
            if apart and no_energy and other.action == ENERGY and other.number < one.number:
                return dealt, one, other
    raise AssertionError


def test_cut_separates_only_numbers_with_a_later_one() -> None:
    """The cut is younger than the second number, so it cannot be right of the first, greater number."""
    dealt, one, other = two_turns()
    cut: dict[str, Mark] = {"cut.1": "drawn", "energy.1": "crossed", "energy.2": "circled+crossed"}
    ascending = {"trajectory.1": other.number, "trajectory.2": one.number, **cut}
    assert words(judged([Record.on(load_sheet("journey"), table_of(dealt), 1, ascending)])) == {"legal"}
    descending = {"trajectory.1": one.number, "trajectory.2": other.number, **cut}
    verdicts = judged([Record.on(load_sheet("journey"), table_of(dealt), 1, descending)])
    assert words(verdicts) == {"illegal"} and "ascend" in verdicts[1].contradiction[0].rule


def test_more_changed_numbers_than_astronauts_are_found_at_once() -> None:
    """One number is changed. The solver's proof that there are too few turns grows fast with the numbers."""
    game = game_of_bots("journey", "one number 0", "random")
    dealt = deal(SHEET, game.seed, 2)
    record = changed(game.records[1], {"trajectory.11": 14})
    (found,) = GAME.contradictions(without_sums(SHEET, record.marks), dealt)
    assert (found.rule, found.involved[:3]) == (
        "offer",
        ("trajectory.35", "trajectory.11", "trajectory.34"),
    )
    assert words(judged([game.records[0], record])) == {"legal", "illegal"}
    every = dict.fromkeys(GAME.board.astronauts, "crossed")  # further changes need no astronaut
    assert list(too_few_turns(GAME.board, {**record.marks, **every}, dealt)) == []

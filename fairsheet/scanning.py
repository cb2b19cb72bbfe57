"""From photos to records: the reader of `vision` with the rules of `engine` handed in."""

from __future__ import annotations

from collections.abc import Mapping

from engine.deal import deal
from engine.game import Contradiction
from engine.games import has_rules, rules_of
from engine.games.base.facts import most_turns
from engine.proof.case import Case
from engine.proof.plausible import plausible_marks
from engine.proof.prove import prove
from engine.proof.solve import Budget
from engine.record import Record, Table
from engine.score import compile_boxes, without_sums
from sheets.errors import InputError
from sheets.label import Label
from sheets.library import load_layout
from sheets.model import Sheet
from vision.reading import Mark, SheetReading
from vision.rules import RulesHint

SECONDS = 0.4  # for the proof of one reading of a sheet


def rules_for(sheet: Sheet, label: Label) -> RulesHint:
    """What the rules know about a sheet before it is read. Raises InputError for a label that cannot be dealt."""
    sums = compile_boxes(sheet)
    if not has_rules(sheet):
        return RulesHint(sums=sums)
    game = rules_of(sheet)
    missions = {sheet.mission[id_].letter: id_ for id_ in label.missions if id_ in sheet.mission}
    dealt = None if label.seed is None else deal(sheet, label.seed, label.players, label.solo)

    def conflicts(marks: Mapping[str, Mark]) -> list[Contradiction]:
        return game.check(without_sums(sheet, marks), dealt, missions)

    if dealt is None:
        return RulesHint(conflicts=conflicts, sums=sums)
    if label.missions and set(label.missions) != set(dealt.missions.values()):
        raise InputError(
            f"the seed deals the missions {', '.join(dealt.missions.values())}, "
            f"not {', '.join(label.missions)}",
            where="label",
            mend="use the release that printed the sheet, or a later one",
        )
    plausible = plausible_marks(game, dealt, most_turns(sheet))

    def possible(field: str, mark: Mark) -> bool:
        return field not in plausible or mark in plausible[field]

    def provable(marks: Mapping[str, Mark]) -> bool:
        case = Case(sheet, dealt, dealt.missions, label.players, {label.seat: without_sums(sheet, marks)})
        return prove(game, case, Budget(SECONDS)).outcome != "impossible"

    return RulesHint(possible, conflicts, sums, provable)


def record_of(reading: SheetReading, own: Sheet | None = None) -> Record:
    """The record of a sheet that was read; `own` is a designer's own sheet, which it may be."""
    label = reading.label
    cards = load_layout(label.sheet, label.layout, own).mission
    missions = {cards[id_].letter: id_ for id_ in label.missions}
    table = Table(label.seed, label.players, label.solo, missions or None)
    return Record(label.sheet, table, label.seat, reading.marks, reading.player or "")

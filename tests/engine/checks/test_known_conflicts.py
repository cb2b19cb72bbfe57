from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from fairsheet.engine.checks.consistency import checks_by_level, holds
from fairsheet.engine.checks.known_conflicts import UnmetCheck, known_conflicts
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.scoring.known_boxes import fields_behind
from fairsheet.sheets.formulas.functions.function import Formula
from fairsheet.sheets.library.templates import RECORDED, load_sheet
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Check, Sheet
from tests.engine.scoring.test_known_boxes import Watched, some_marks

NAMES = sorted(path.stem for path in RECORDED.glob("*.sheet"))
SETTING: dict[str, Mark] = {
    "game.players": 2, "game.seat": 1, "game.solo": 0, "game.seeded": 0, "game.sheets": 1,
}  # fmt: skip


Conflicts = Callable[[Marks], Iterator[Contradiction | UnmetCheck]]


def fields_and_texts(conflicts: Conflicts, marks: Marks) -> list[tuple[tuple[str, ...], str]]:
    return [(each.involved, each.why) for each in conflicts(marks)]


@pytest.mark.parametrize("name", NAMES)
def test_check_looks_only_at_its_own_fields(name: str) -> None:
    sheet, rng = load_sheet(name), random.Random(name)
    for _ in range(3):
        marks = some_marks(sheet, rng)
        for check, is_met in checks_by_level(sheet)["error"]:
            watched = Watched({**SETTING, **marks})
            is_met(watched)
            assert watched.seen & sheet.field.keys() <= fields_behind(check.needs, sheet), check


@pytest.mark.parametrize("name", NAMES)
def test_small_changes_give_the_same_contradictions(name: str) -> None:
    sheet, rng = load_sheet(name), random.Random(name)
    marks = some_marks(sheet, rng)
    conflicts = known_conflicts(sheet, SETTING)
    before = fields_and_texts(conflicts, marks)
    for _ in range(5):
        other = _changed(sheet, marks, rng)
        assert fields_and_texts(conflicts, other) == fields_and_texts(known_conflicts(sheet, SETTING), other)
    assert fields_and_texts(conflicts, marks) == before


def _changed(sheet: Sheet, marks: Marks, rng: random.Random) -> dict[str, Mark]:
    other = dict(marks)
    for field in rng.sample([*sheet.field], 3):
        other.pop(field, None)
    return other | dict(rng.sample(sorted(some_marks(sheet, rng).items()), 1))


def test_only_affected_checks_run_until_one_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(check: Check, is_met: Formula, marks: Marks) -> bool:
        made.append(check.id)
        return holds(check, is_met, marks)

    monkeypatch.setattr("fairsheet.engine.checks.known_conflicts.holds", noted)
    conflicts = known_conflicts(load_sheet("ares-coop"), SETTING)
    assert list(conflicts({})) == []
    all_checks = len(made)
    made.clear()
    assert next(conflicts({"temp.s03": 9, "oxygen.s02": 9})).involved == ("temp.s03",)
    assert made.count("track-prefix") == 1
    made.clear()
    ink: dict[str, Mark] = {"temp.s03": 9, "oxygen.s02": 9}
    assert {each.involved for each in conflicts(ink)} == {("temp.s03",), ("oxygen.s02",)}
    assert made.count("track-prefix") == 4  # once for each of both cells, with their neighbours
    assert len(made) < all_checks / 3

"""Whole games of escape: scores computed by hand, and findings of `check`."""

from __future__ import annotations

from fairsheet.engine.games.escape._rules import Escape
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled
from tests.engine.tables import scored

SHEET = load_sheet("escape")
GAME = Escape(SHEET)
FACTS = GAME.board


def section(name: str, *, but: str = "") -> dict[str, Mark]:
    """Return a section filled with X, except perhaps one slot."""
    return {slot: "X" for slot in FACTS.sections[name] if slot != but}


ADA: dict[str, Mark] = {
    **section("module.1-a"), **section("module.1-b"), **section("greenhouse.1"),
    **circled("reactor.1-upper", "reactor.1-lower", "tank.1-a", "double.1"),
    **circled("plant.1-upper-left", "plant.1-upper-right", "plant.1-lower-right"),
    **section("module.2-a"), **section("module.2-b", but="ship-2.5"), **section("module.2-c"),
    **circled("reactor.2-middle", "tank.2-a", "plant.2-upper-left", "plant.2-lower-right"),
    **section("module.3-a"), **section("greenhouse.3"),
    **circled("tank.3-a", "plant.3-lower-right"), "double.3": "crossed",
    **section("module.4-a"), **section("greenhouse.4"), **section("module.4-b", but="ship-4.6"),
    **circled("reactor.4-upper", "tank.4-a", "double.4"),
    "ship-5.1": 4, **section("module.5-b"),
    **dict.fromkeys(("planning.1", "planning.2", "planning.3", "error.1"), "crossed"), "mission.b": 9,
}  # fmt: skip


def test_worked_example_scores_as_computed_by_hand() -> None:
    (found,) = scored("escape", ADA)
    assert found.parts == {
        "score.missions": 9,
        "score.greenhouses-5-6": 0,
        "score.greenhouses-3-4": 8,
        "score.greenhouses-1-2": 14,
        "score.modules-5-6": 2,
        "score.modules-3-4": 8,
        "score.modules-1-2": 18,
        "score.planning": 6,
        "score.errors": 5,
    }
    assert found.total == 48


def test_boxes_of_ships_have_their_values() -> None:
    boxes = {f"module-points.{ship}": points for ship, points in enumerate((12, 6, 0, 8, 2, 0), start=1)}
    boxes |= {f"greenhouse-points.{ship}": points for ship, points in enumerate((14, 0, 4, 4, 0, 0), start=1)}
    (right,) = scored("escape", ADA | boxes)
    assert right.differences == () and right.written == boxes
    (wrong,) = scored("escape", ADA | {**boxes, "module-points.1": 13})
    assert wrong.differences == ("module-points.1",)


def test_filled_ship_without_symbols_scores_nothing_even_doubled() -> None:
    marks = section("greenhouse.2") | section("module.3-b") | circled("double.2", "tank.3-b")
    assert scored("escape", marks)[0].total == 0


def test_full_sheet_scores_all_points() -> None:
    symbols = [f.id for f in SHEET.fields if f.symbol in ("plant", "reactor", "water-tank", "times-two")]
    full = dict.fromkeys(FACTS.slots, "X") | circled(*symbols)
    (found,) = scored("escape", full)
    assert found.total == 6 * 14 + 13 * 14


def test_totals_may_be_negative() -> None:
    ladder: dict[str, Mark] = {f"planning.{k}": "crossed" for k in range(1, 10)}
    assert scored("escape", ladder)[0].total == -28


def test_check_accepts_legal_oddities() -> None:
    marks: dict[str, Mark] = {"ship-1.4": 16, "ship-1.5": 17, "airlock.1a-1g": "drawn", "error.1": "crossed"}
    assert list(GAME.contradictions(marks, None)) == []

"""A sheet that is illegal only as read is undecided, because a mark may be misread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from fairsheet.asking import batch_answers
from fairsheet.batches.again import open_batch
from fairsheet.batches.run import Watcher, judge_tables
from fairsheet.commands.batch import exit_code
from fairsheet.engine.checks.verdict import SheetVerdict, Verdict
from fairsheet.engine.games.registry import rules_of
from fairsheet.engine.play.game import Contradiction, Game
from fairsheet.engine.play.rule_codes import RuleCode
from fairsheet.engine.proof.prove import Outcome
from fairsheet.engine.records.record import Record
from fairsheet.engine.records.table_records import table_of_record
from fairsheet.engine.rulesets import _scenario_sheet
from fairsheet.engine.rulesets._scenario_sheet import ScenarioSheet
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.solver.budget import Budget
from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.values import Answer, FileReading, KeptSheet, Uncertain
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.grouping.seated_tables import SeatedTable, SeatSheet
from fairsheet.pipeline.judging import _misreadings as misreadings
from fairsheet.pipeline.judging._misreadings import MOST_CHOICES, doubted
from fairsheet.pipeline.judging.judging import judge
from fairsheet.pipeline.work.tasks import FileDone, ReadFile, Result, Task, perform
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark, Marks, with_marks
from fairsheet.vision.readings.kept import LEAST_KEPT, unsure_fields
from fairsheet.vision.readings.reading import Doubt, FieldReading, SheetReading
from fairsheet.vision.readings.reasons import UNSEEN
from fairsheet.wording.field_names import field_names
from tests.fairsheet.here import InProcess, batch, photo_files, records_of

LAUNCH = load_sheet("launch")
HONEST = records_of("launch", "first")
SLOT, RIGHT = next(
    (f, m) for f, m in HONEST[0].marks.items() if LAUNCH.field[f].kind == "slot" and isinstance(m, int)
)
WRONG = RIGHT + 3 if RIGHT < 10 else RIGHT - 9
MISREAD = (replace(HONEST[0], marks={**HONEST[0].marks, SLOT: WRONG}), *HONEST[1:])
NOTHING = Uncertain()


def ink(field: str, read: Mark, other: Mark, share: float) -> FieldReading:
    return FieldReading(field, ((read, 1 - share), (other, share)))


def judged(records: tuple[Record, ...], first: Uncertain) -> tuple[list[str], list[list[str]]]:
    """Return the verdicts and the fields with new doubts, given the uncertainty of the first sheet."""
    verdict, raised = doubted(records, ruleset_of(LAUNCH).verify(records), [first, NOTHING])
    return [each.verdict for each in verdict.sheets], [[doubt.field for doubt in of] for of in raised]


def table_of_photos(records: Sequence[Record], *unsure: FieldReading) -> SeatedTable:
    """Return a table of photos without doubts. The ink of the first photo is unsure."""
    places = (
        SeatSheet(record, (), (), unsure=unsure if number == 0 else ())
        for number, record in enumerate(records)
    )
    return SeatedTable(table_of_record(records[0]), tuple(places))


def test_judge_asks_about_a_mark_that_would_make_a_sheet_legal() -> None:
    sure = judge(table_of_photos(MISREAD))
    assert (sure.verdict, sure.table.doubts, sure.exit_code) == ("illegal", 0, ExitCode.ILLEGAL)
    question = judge(table_of_photos(MISREAD, ink(SLOT, WRONG, RIGHT, 0.004)))
    assert question.proof is not None
    assert [each.verdict for each in question.proof.sheets] == ["undecided", "legal"]
    assert [[doubt.field for doubt in each.doubts or ()] for each in question.table.places] == [[SLOT], []]
    assert question.exit_code == ExitCode.NEEDS_REVIEW
    honest = judge(table_of_photos(HONEST, ink(SLOT, WRONG, RIGHT, 0.004)))
    assert (honest.verdict, honest.table.doubts, honest.exit_code) == ("legal", 0, ExitCode.DONE)


def test_nearly_certain_mark_is_doubted_if_another_is_legal() -> None:
    uncertain = [Uncertain((), (ink(SLOT, WRONG, RIGHT, 0.004),)), NOTHING]
    verdict, raised = doubted(MISREAD, ruleset_of(LAUNCH).verify(MISREAD), uncertain)
    assert [each.verdict for each in verdict.sheets] == ["undecided", "legal"]
    assert verdict.sheets[0].is_doubted and verdict.sheets[0].contradiction
    ((doubt,), none) = raised
    assert (doubt.field, doubt.chosen, none) == (SLOT, WRONG, ())
    assert dict(doubt.candidates) == pytest.approx({RIGHT: 0.8, WRONG: 0.2}, abs=0.01)


def test_several_marks_of_one_field_are_one_doubt() -> None:
    """The sheet is possible with 6 and with 9, but not with 8."""
    assert (SLOT, RIGHT, WRONG) == ("floor-3.6", 9, 12)
    shares = FieldReading(SLOT, ((WRONG, 0.98), (8, 0.009), (6, 0.008), (RIGHT, 0.003)))
    _, ((doubt,), _) = doubted(
        MISREAD, ruleset_of(LAUNCH).verify(MISREAD), [Uncertain((), (shares,)), NOTHING]
    )
    assert [mark for mark, _ in doubt.candidates] == [6, RIGHT, WRONG]
    assert sum(share for _, share in doubt.candidates) == pytest.approx(1, abs=0.001)
    assert doubt.because == "perhaps not 12: with 6 or 9 this sheet has no contradiction"


@pytest.mark.parametrize(
    "uncertain",
    [
        NOTHING,
        Uncertain((), (ink(SLOT, WRONG, RIGHT, 0.00005),)),  # a broken rule is much likelier
        Uncertain((), (ink(SLOT, WRONG, WRONG + 1, 0.004),)),  # does not help
        Uncertain((Doubt("score.total", ((1, 0.6), (2, 0.4)), 1, Message("faint")),)),  # no proof uses it
    ],
)
def test_irrelevant_uncertainty_leaves_a_sheet_illegal(uncertain: Uncertain) -> None:
    assert judged(MISREAD, uncertain) == (["illegal", "legal"], [])


def test_doubts_that_no_proof_uses_leave_a_sheet_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misreadings, "MOST_CHOICES", 3)
    monkeypatch.setattr(misreadings, "is_illegal_however_read", lambda *of: False)
    boxes = ("score.total", "score.errors")
    doubts = tuple(Doubt(box, ((1, 0.6), (2, 0.4)), 1, Message("faint")) for box in boxes)
    assert judged(MISREAD, Uncertain(doubts)) == (["illegal", "legal"], [])


def test_one_of_two_contradicting_sheets_may_be_misread(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(records: list[Record], budget: Budget) -> Outcome:
        is_possible = len(records) == 1 or ["error.1" in each.marks for each in records] == [True, False]
        return "possible" if is_possible else "impossible"

    monkeypatch.setattr(ScenarioSheet, "quick_outcome", lambda *of: outcome)
    records = [replace(each, marks=with_marks(each.marks, {"error.1": None})) for each in HONEST]
    clash = Contradiction(("error.1",), Message("the game was over"), RuleCode.END)
    verdicts = tuple(SheetVerdict(seat, "illegal", True, None, (clash,), 0.1) for seat in (1, 2))
    circled = FieldReading("error.1", ((None, 0.996), ("circled", 0.004)))
    verdict, raised = doubted(records, Verdict(verdicts), [Uncertain((), (circled,)), NOTHING])
    assert [each.verdict for each in verdict.sheets] == ["undecided", "undecided"]
    assert [[doubt.field for doubt in of] for of in raised] == [["error.1"], []]


def test_misread_mark_does_not_accuse_the_sheets_it_contradicts() -> None:
    """Each sheet is possible, but not all together: one seems to lack a number."""
    records = records_of("launch", "wren", 3)
    records = (replace(records[0], marks=with_marks(records[0].marks, {"floor-2.1": None})), *records[1:])
    verdicts = ruleset_of(LAUNCH).verify(records)
    assert [each.word for each in verdicts.sheets] == ["in conflict"] * 3
    read = FieldReading("floor-2.1", ((None, 0.99), (5, 0.01)))
    for misread in (0, 1):
        uncertain = [Uncertain((), (read,)) if number == misread else NOTHING for number in range(3)]
        verdict, raised = doubted(records, verdicts, uncertain)
        is_explained = misread == 0
        assert [each.word for each in verdict.sheets] == ["undecided" if is_explained else "in conflict"] * 3
        assert any(raised) is is_explained


def test_doubt_that_would_make_a_sheet_legal_leaves_it_undecided() -> None:
    doubt = Doubt(SLOT, ((WRONG, 0.9), (RIGHT, 0.1)), WRONG, Message("hard to tell"))
    assert judged(MISREAD, Uncertain((doubt,))) == (["undecided", "legal"], [])


def test_unseen_field_may_have_any_mark() -> None:
    covered = (replace(HONEST[0], marks=with_marks(HONEST[0].marks, {SLOT: None})), *HONEST[1:])
    assert judged(covered, NOTHING)[0] == ["illegal", "legal"]
    unseen = Doubt.of(SLOT, ((None, 1.0),), None, UNSEEN)
    assert judged(covered, Uncertain((unseen,))) == (["undecided", "legal"], [])


def test_unrelated_doubts_excuse_a_sheet_only_if_too_many() -> None:
    """Test two crosses on errors that were never circled, with doubts about unrelated marks."""
    cheat = (replace(HONEST[0], marks={**HONEST[0].marks, "error.5": "crossed"}), HONEST[1])
    slots = [f for f, m in HONEST[0].marks.items() if LAUNCH.field[f].kind == "slot" and isinstance(m, int)]
    doubts = tuple(
        Doubt(f, ((HONEST[0].marks[f], 0.9), (None, 0.1)), HONEST[0].marks[f], Message("faint"))
        for f in slots
    )
    assert judged(cheat, Uncertain(doubts[:1])) == (["illegal", "legal"], [])
    assert 2 ** len(doubts) > MOST_CHOICES
    rule = Doubt("error.5", (("crossed", 1.0),), "crossed", Message("rule"))
    assert judged(cheat, Uncertain((*doubts, rule))) == (["undecided", "legal"], [])


def test_certain_readings_are_not_stored() -> None:
    fields = (ink(SLOT, WRONG, RIGHT, 0.004), ink("error.1", "circled", "crossed", 0.00005))
    label = Label("launch", LAUNCH.fingerprint, "first", 2, 1)
    reading = SheetReading(LAUNCH, label, None, {SLOT: WRONG, "error.1": "circled"}, fields=fields)
    assert [field.field for field in unsure_fields(reading)] == [SLOT]


def test_quick_outcome_agrees_with_the_proof() -> None:
    rules, budget = ruleset_of(LAUNCH), Budget(10.0)
    of_table, of_sheet = rules.quick_outcome(MISREAD), rules.quick_outcome(MISREAD[:1])
    assert of_table(HONEST, budget) == of_sheet(HONEST[:1], budget) == "possible"
    assert of_table(MISREAD, budget) == of_sheet(MISREAD[:1], budget) == "impossible"


def test_all_readings_of_a_sheet_share_one_true_game(monkeypatch: pytest.MonkeyPatch) -> None:
    first_look = Mock(return_value=set())
    monkeypatch.setattr(_scenario_sheet, "broken_at_first_look", first_look)
    shares = ((WRONG, 0.95), *((mark, 0.01) for mark in range(1, 6)))
    assert judged(MISREAD, Uncertain((), (FieldReading(SLOT, shares),))) == (["illegal", "legal"], [])
    assert first_look.call_count == 2  # one for the verdict and one for all readings


def test_work_limit_prevents_new_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(misreadings, "WORK_IN_ALL", 0.0)
    assert judged(MISREAD, Uncertain((), (ink(SLOT, WRONG, RIGHT, 0.004),))) == (["illegal", "legal"], [])


def test_barely_possible_mark_is_considered() -> None:
    barely = FieldReading(SLOT, ((WRONG, 1.0), (RIGHT, LEAST_KEPT)))
    assert judged(MISREAD, Uncertain((), (barely,))) == (["undecided", "legal"], [[SLOT], []])


@pytest.mark.parametrize(
    ("shares", "odds"),
    [
        (((WRONG, 0.5), (8, 0.498), (RIGHT, 0.002)), {RIGHT: 0.8, WRONG: 0.2}),
        (((WRONG, 0.5), (8, 0.4999), (RIGHT, 0.6 * LEAST_KEPT)), {RIGHT: 0.107, WRONG: 0.893}),
        (
            ((8, 0.99), (RIGHT, 0.01)),
            {RIGHT: 0.999, WRONG: 0.0001},
        ),  # only the rules supported the reading
    ],
)
def test_probabilities_of_other_marks_set_the_odds(
    shares: tuple[tuple[Mark, float], ...], odds: dict[Mark, float]
) -> None:
    uncertain = [Uncertain((), (FieldReading(SLOT, shares),)), NOTHING]
    _, ((doubt,), _) = doubted(MISREAD, ruleset_of(LAUNCH).verify(MISREAD), uncertain)
    assert dict(doubt.candidates) == pytest.approx(odds, abs=0.01)


def test_possible_sheets_get_no_new_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScenarioSheet, "quick_outcome", lambda *of: lambda *of: "possible")
    assert judged(MISREAD, Uncertain((), (ink(SLOT, WRONG, RIGHT, 0.004),))) == (["illegal", "legal"], [])


def test_doubt_leaves_a_verdict_open_if_the_work_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScenarioSheet, "quick_outcome", lambda *of: lambda *of: "undecided")
    monkeypatch.setattr(misreadings, "is_illegal_however_read", lambda *of: False)
    faint = Doubt("floor-1.6", ((15, 0.9), (None, 0.1)), 15, Message("faint"))
    assert judged(MISREAD, Uncertain((faint,))) == (["undecided", "legal"], [])
    assert judged(MISREAD, NOTHING) == (["illegal", "legal"], [])


@pytest.mark.parametrize("is_checked", [True, False])
def test_too_strict_first_look_denies_no_excuse(is_checked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look accepts no game without the misread mark, but a true game has none."""
    game = type(rules_of(LAUNCH))
    first_look = game.contradictions

    def too_strict(rules: Game, marks: Marks, *cards: Any) -> Iterator[Contradiction]:
        if marks.get(SLOT) != WRONG:
            yield Contradiction(tuple(marks), Message("there is ink"), RuleCode.SEED)
        yield from first_look(rules, marks, *cards)

    verdict = ruleset_of(LAUNCH).verify(MISREAD)
    monkeypatch.setattr(game, "contradictions", too_strict)
    if not is_checked:
        monkeypatch.setattr(_scenario_sheet, "broken_at_first_look", lambda *of: set())
    uncertain = [Uncertain((), (ink(SLOT, WRONG, RIGHT, 0.004),)), NOTHING]
    found, raised = doubted(MISREAD, verdict, uncertain)
    assert [each.verdict for each in found.sheets] == ["undecided" if is_checked else "illegal", "legal"]
    assert [doubt.field for of in raised for doubt in of] == [SLOT] * is_checked
    contradictions = ruleset_of(LAUNCH).contradictions(HONEST[0])
    assert bool(contradictions(HONEST[0].marks)) is not is_checked


class Misreader(InProcess):
    """Reads each photo as the sheet of the seat in its name, with one mark of the first misread."""

    def do(self, task: Task) -> Result:
        if not isinstance(task, ReadFile):
            return perform(task)
        seat = int(Path(task.path.decode()).stem)
        unsure = (ink(SLOT, WRONG, RIGHT, 0.004),) if seat == 1 else ()
        return FileDone(FileReading((KeptSheet(MISREAD[seat - 1], (), unsure=unsure),)))


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return photo_files(tmp_path / "club", "1.jpg", "2.jpg")


def answer(out: Path, state: State, mark: Mark) -> State:
    (place, _) = state.tables[0].table.places
    with open_batch(out) as opened:
        opened.store.keep_answer(Answer(place.seen[0].sha256, 0, SLOT, mark, "Ada", "2026-01-01T00:00:00"))
        return judge_tables(opened.plan, opened.store, InProcess(), Watcher())


def test_batch_leaves_a_misreading_undecided_until_answered(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    state = batch(club, out, Misreader(), overlays=False, league=True)
    assert [(each.verdict, each.table.doubts) for each in state.tables] == [("undecided", 1)]
    assert exit_code(state) == 3
    assert "illegal" not in (out / "results.csv").read_text()
    assert (out / "league.csv").read_text().count(",0,1\n") == 1  # no illegal sheet, one doubt
    (page,) = (out / "report" / "tables").iterdir()
    assert (
        f"Undecided (as read: no legal game leads to this sheet); first look at {field_names(LAUNCH)[SLOT]}: "
        in page.read_text()
    )
    assert "badge illegal" not in (out / "report" / "index.html").read_text()
    again = Misreader()
    assert batch(club, out, again, overlays=False, league=True).tables == state.tables
    assert again.done == []


@pytest.mark.parametrize(("mark", "verdict", "code"), [(RIGHT, "legal", 0), (WRONG, "illegal", 1)])
def test_answer_decides_the_verdict(mark: Mark, verdict: str, code: int, club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    state = answer(out, batch(club, out, Misreader(), overlays=False), mark)
    assert [(each.verdict, each.table.doubts) for each in state.tables] == [(verdict, 0)]
    assert exit_code(state) == code


def test_decisive_doubt_is_asked_and_never_accepted_as_likely(club: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    batch(club, out, Misreader(), overlays=False)
    with open_batch(out) as opened:
        assert batch_answers.accept_likely(opened, 0.0) == 0
        (question,) = batch_answers.questions(opened)
    assert (question.field.id, question.weight[0]) == (SLOT, True)
    assert question.crop is None  # there is no photo to read again

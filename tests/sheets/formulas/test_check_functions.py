"""Functions for checks of whole games: lookups, counts, divisions, other sheets, and choices."""

from __future__ import annotations

import pytest

from fairsheet.engine.checks.consistency import consistency_of, findings_on, findings_together
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import lint
from fairsheet.sheets.model.marks import Mark, Marks
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place

TEMPLATE = """
sheet herd "The herd"

table animals keys: 12, 24, 30 values: 1, 2, 3
table odd keys: 1, 3, 5
option mode values: apart, together
option cards.wolves values: 0, 1, 2, few
option cards.bears values: 0, 1

row at: 0, 10 gap: 3
  repeat k: 1..3
    slot card.{k} from: 1 to: 208
row at: 0, 100 gap: 3
  repeat k: 1..3
    slot more.{k} to: 9
group cards list fields: every("card.*")
group more list fields: every("more.*")
row at: 0, 40 gap: 3
  repeat k: 1..3
    icon star.{k} star size: 8
row at: 0, 70 gap: 3
  box herd from: 0 to: 20
  box score.total from: 0 to: 400
  box result from: -400 to: 400 signed: yes

row at: 0, 130 gap: 3
  repeat k: 1..5
    icon step.{k} seal size: 8 accepts: circled, crossed
      facts ignores: crossed
row at: 0, 150 gap: 3
  repeat k: 1..4
    icon medal.{k} seal size: 8 accepts: circled, crossed
      facts value: 10 - k gives: coin
  icon medal.5 seal size: 8 accepts: circled, crossed
    facts gives: sheep
group line.1 line value: 3 fields: step.1, star.1
group line.2 line value: 4 fields: star.2, star.3
group way way fields: step.1, medal.1, step.2, medal.2, medal.5

score score.total sign: "=" is: value(every("card.*"))
"""


def sheet(*lines: str) -> Sheet:
    return place(parse(TEMPLATE + "\n".join(lines) + "\n", "herd.sheet")).sheet


def value(formula: str, marks: Marks, *, condition: bool = False) -> int:
    if condition:
        made = sheet(f'check asked needs: {formula} text: "x"')
        return compile_formula(made.checks[0].needs, made)(marks)
    made = sheet(f"score result is: {formula}")
    found = compile_formula(made.scores[1].formula, made)(marks)
    least, greatest = bounds(made.scores[1].formula, made)
    assert least <= found <= greatest
    return found


CARDS = {"card.1": 24, "card.2": 30, "card.3": 24}


@pytest.mark.parametrize(
    ("formula", "marks", "expected"),
    [
        ("number-chosen(cards.wolves)", {"option.cards.wolves": "2"}, 2),
        ("number-chosen(cards.wolves)", {"option.cards.wolves": "few"}, 0),
        ("number-chosen(cards.wolves)", {}, 0),
        (
            "number-chosen(cards.wolves, cards.bears)",
            {"option.cards.wolves": "2", "option.cards.bears": "1"},
            3,
        ),
        ("entry(odd, 3, 0)", {}, 1),
        ("quotient(card.1, 2)", {"card.1": 7}, 3),
        ("quotient(0 - card.1, 2)", {"card.1": 7}, -4),
        ("quotient(card.1, herd)", {"card.1": 7}, 0),
        ("written(score.total)", {**CARDS, "score.total": 70}, 70),
        ("score.total", {**CARDS, "score.total": 70}, 78),
        ("written(result) + 1", {"result": 4}, 5),
        ("10 * game.players + game.seat", {"game.players": 3, "game.seat": 2}, 32),
        ("game.solo", {}, 0),
    ],
)
def test_numbers(formula: str, marks: Marks, expected: int) -> None:
    """Check numbers; for counts on one sheet see the comparison with plain Python."""
    assert value(formula, marks) == expected


@pytest.mark.parametrize(
    ("formula", "marks", "expected"),
    [
        ("correct(score.total)", {**CARDS, "score.total": 78}, True),
        ("correct(score.total)", {**CARDS, "score.total": 77}, False),
        ("correct(score.total, herd)", CARDS, True),
        ("chosen(mode, together)", {"option.mode": "together"}, True),
        ("chosen(mode, together)", {"option.mode": "apart"}, False),
        ("chosen(mode, together)", {}, False),
        ("drawn(artifacts, cube)", {"drawn.artifacts.cube": 1}, True),
        ("drawn(artifacts, cube)", {"drawn.artifacts.ball": 1}, False),
        ("game.seeded = 1", {"game.seeded": 1}, True),
        ("game.seeded = 1", {}, False),
    ],
)
def test_conditions(formula: str, marks: Marks, expected: bool) -> None:
    assert value(formula, marks, condition=True) == expected


def test_several_checks_of_one_name_are_one_rule() -> None:
    made = sheet("repeat k: 1..3", '  check low needs: card.{k} <= 20 text: "Cards are low."')
    found = list(findings_on(made, {"card.1": 7, "card.2": 21, "card.3": 22}))
    assert [(each.check, each.fields) for each in found] == [("low", ("card.2",)), ("low", ("card.3",))]


TOGETHER = (
    'check unique scope: table needs: different(every("card.*")) text: "A card is listed once."',
    'check herds scope: table level: warn needs: game.sheets < game.players or herd >= 10 text: "The herds are small."',
    'check crosses scope: table needs: count(crossed, star.1) <= 1 text: "One star."',
)


def test_a_check_of_the_table_looks_at_all_sheets() -> None:
    made = sheet(*TOGETHER)
    table: dict[int, dict[str, Mark]] = {
        1: {"card.1": 7, "herd": 4},
        2: {"card.2": 8, "card.3": 7, "herd": 5, "star.1": "crossed"},
    }
    found = findings_together(made, table, {"game.players": 2, "game.sheets": 2})
    assert [(each.check, each.fields) for each in found[1]] == [("unique", ("card.1",)), ("herds", ("herd",))]
    assert [(each.check, each.fields) for each in found[2]] == [("unique", ("card.3",)), ("herds", ("herd",))]


def test_a_check_of_the_table_knows_game_and_players() -> None:
    made = sheet(*TOGETHER)
    game = Table(None, 2)
    records = [Record.on(made, game, seat, {"herd": 4, "star.1": "crossed"}) for seat in (1, 2)]
    assert [each.verdict for each in consistency_of(made, records[:1]).sheets] == ["legal"]
    both = consistency_of(made, records).sheets
    assert [each.verdict for each in both] == ["illegal", "illegal"]
    assert [finding.check for finding in both[0].findings or ()] == ["crosses", "herds"]  # errors come first


def test_the_existing_checks_find_nothing() -> None:
    assert [finding for finding in lint(sheet(*TOGETHER)) if finding.severity == "error"] == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("table twice keys: 3, 3", "the key 3 is listed twice"),
        ("table short keys: 3, 4 values: 1", "the table has 2 keys but 1 values"),
        ("table none", "the table none has no keys"),
        ('check a needs: listed(cards, card.1) = 1 text: "x"', "there is no table cards"),
        ('check a needs: chosen(way, apart) text: "x"', "there is no option way"),
        ('check a needs: inked(animals) = 0 text: "x"', "nothing is named animals"),
        ('check a scope: game needs: inked(herd) = 0 text: "x"', "game"),
        ("tie-break is: herd", "the tie-break lacks text"),
        ('tie-break is: herd needs: herd text: "more"', "condition"),
        ("option speed", "the option speed has no values"),
        ("option speed values: 1, 2 needs: game.players = 2", "the option speed lacks needs or text"),
        ("score herd is: quotient(herd, 2)", "herd is needed to compute itself"),
    ],
)
def test_faults(line: str, problem: str) -> None:
    with pytest.raises(TemplateError, match=problem):
        sheet(line)


def test_equal_totals_are_ranked_by_the_tie_breaks() -> None:
    made = sheet('tie-break is: herd text: "more animals"')
    records = [
        Record.on(made, Table(None, 3), seat, {"card.1": 9, "herd": herd})
        for seat, herd in ((1, 3), (2, 5), (3, 3))
    ]
    score = ruleset_of(made).score(records)
    assert score.ranking == ((2,), (1, 3))
    (tie,) = ruleset_of(made).broken_ties(records, score)
    assert (tie.better, tie.words, tie.numbers) == ((2,), "more animals", (5, 3))


@pytest.mark.parametrize(("herds", "ranking"), [((3, 5, 3), ((2,), (1, 3))), ((3, None, 5), ((1, 2, 3),))])
def test_unnoted_tie_breaks_leave_a_shared_rank(
    herds: tuple[int | None, ...], ranking: tuple[tuple[int, ...], ...]
) -> None:
    made = sheet('tie-break is: herd needs: inked(herd) = 1 text: "more animals"')
    records = [
        Record.on(made, Table(None, 3), seat, {"card.1": 9} | ({} if herd is None else {"herd": herd}))
        for seat, herd in enumerate(herds, 1)
    ]
    score = ruleset_of(made).score(records)
    assert score.ranking == ranking
    assert len(ruleset_of(made).broken_ties(records, score)) == len(ranking) - 1

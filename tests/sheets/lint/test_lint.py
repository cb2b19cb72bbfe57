"""Lint finds parts that a camera cannot read, and inconsistencies, before anything is printed."""

from __future__ import annotations

import pytest

from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.formulas.intervals import bounds
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.lint.lint import LintFinding, lint, lint_template
from fairsheet.sheets.lint.lint_lines import finding_lines
from fairsheet.sheets.placement.place import place

LOOSE = "in no zone"  # these small templates have no zones


def findings(text: str) -> list[LintFinding]:
    placed = place(parse('sheet demo "Demo"\n' + text, "demo.sheet"))
    return [finding for finding in lint(placed.sheet, placed) if LOOSE not in finding.problem]


CASES = [
    # template, subject of the finding, its severity, words of it; the corrected template
    ("icon a star\n  facts value: 1.5\nbox b to: 9 at: 20, 20\nscore b is: worth(crossed, a)", "a", "warning",
     "its value 1.5 is not a whole number",
     "icon a star\n  facts value: 2\nbox b to: 9 at: 20, 20\nscore b is: worth(crossed, a)"),
    ("icon a star\nbox b to: 9 at: 20, 20\nscore b is: worth(crossed, a)", "a", "warning", "it has no value",
     "icon a star\n  facts value: 2\nbox b to: 9 at: 20, 20\nscore b is: worth(crossed, a)"),
    ("icon a star\n  facts eggs: 1 / 2\nbox b to: 9 at: 20, 20\nscore b is: sum-of(crossed, eggs, a)", "a", "warning",
     "its eggs 0.5 is not a whole number",
     "icon a star\n  facts eggs: 2\nbox b to: 9 at: 20, 20\nscore b is: sum-of(crossed, eggs, a)"),
    *(
        (f"icon a star\nbox b from: 0 to: 9 at: 20, 20\nscore b is: {formula}", "b", "warning", problem,
         "icon a star\nbox b from: 0 to: 9 at: 20, 20\nscore b is: count(crossed, a)")
        for formula, problem in (
            ("count(circled, a)", "count(circled, a) is always 0, whatever is written"),
            ("count(X, a)", "count(X, a) is always 0"),
            ("count(drawn, a)", "count(drawn, a) is always 0"),
            ("count(filled, a)", "count(filled, a) is always 0"),
            ("open(a)", "open(a) is always 0"),
            ("without(circled, a)", "without(circled, a) is always 1"),
            ("value(a)", "value(a) is always 0"),
            ("times(3, a)", "times(a) is always 0"),
            ("distinct(a) + if(count(crossed, a) >= 2, 2, 1)", "comparison with count(crossed, a) can never hold"),
        )
    ),
    ('icon a star\ncheck c needs: not count(crossed, a) < 2 text: "x"', "c", "warning", "its condition can never hold",
     'icon a star\ncheck c needs: not count(crossed, a) < 1 text: "x"'),
    ("icon a star accepts: filled, crossed", "a", "warning", "cameras confuse filled with crossed",
     "icon a star accepts: filled, circled"),
    ("slot a accepts: X, struck", "a", "warning", "cameras confuse struck with X", "slot a accepts: 1, struck"),
    ("slot a size: 8", "a", "error", "8 mm is too small", "slot a size: 9"),
    ("icon a plant size: 5.5", "a", "error", "too small", "icon a plant size: 6"),
    ("sign a size: 7", "a", "error", "too small", "sign a size: 8"),
    ("box a to: 9 cell: 4, 9", "a", "error", "digit cells of 4 x 9", "box a to: 9 cell: 5, 9"),
    ("box a to: 9 cell: 5, 6", "a", "error", "digit cells of 5 x 6", "box a to: 9 cell: 5, 7"),
    ("slot a correction-box: 3", "a", "warning", "too low", "slot a correction-box: 4"),
    ("slot a correction-box: 4, 4", "a", "warning", "too narrow", "slot a correction-box: 5, 4"),
    ("row gap: 0.5\n  slot a; slot b", "b", "warning", "0.5 mm from a", "row gap: 0.7\n  slot a; slot b"),
    (
        "row gap: 1\n  icon a plant; icon b plant", "b", "warning", "1.0 mm from a",
        "row gap: 1.5\n  icon a plant; icon b plant",
    ),
    (
        "row gap: 2\n  icon a plant accepts: circled; icon b plant accepts: circled", "b", "warning", "leave 3 mm",
        "row gap: 2\n  icon a plant accepts: circled; icon b plant",
    ),
    ("link a from: (5, 5) to: (7, 5)", "a", "warning", "2.0 mm", "link a from: (5, 5) to: (8, 5)"),
    (
        "link a from: (5, 5) to: (15, 5)\nlink b from: (9, 2) to: (9, 8)", "b", "warning", "runs into a",
        "link a from: (5, 5) to: (15, 5)\nlink b from: (16, 2) to: (16, 8)",
    ),
    (
        "link a from: (5, 5) to: (25, 5)\nlink b from: (6, 5.5) to: (25, 15)", "b", "warning", "runs into a",
        "icon x plant\nicon y plant at: 40, 8\nicon z plant at: 0, 15\n"
        "link a between: x, y inset: 3\nlink b between: z, y inset: 3",
    ),
    ("line (-10, 64) (0, 64)", "demo", "error", "over a marker", "line (-10, 50) (0, 50)"),
    ("line (10, 10) (10, -5)", "demo", "error", "is partly outside the body", "line (10, 10) (10, 0)"),
    ("text \"a long word\" at: 175, 10", "demo", "error", "outside the body", "text \"a long word\" at: 150, 10"),
    (
        "panel w: 20 h: 20 fill: mid\n  icon a plant at: 5, 5", "a", "warning", "too dark",
        "panel w: 20 h: 20 fill: pale\n  icon a plant at: 5, 5",
    ),
    ("icon a plant stroke: ink", "a", "warning", "as dark as ink", "icon a plant stroke: mid"),
    ("slot a\ntext \"no\" at: 2, 3", "a", "warning", "'no' are printed across", "slot a\ntext \"no\" at: 20, 3"),
    ("slot a\nline (0, 5) (30, 5) stroke: dark", "a", "warning", "line runs across", "line (0, 5) (30, 5)\nslot a"),
    ('text "to the 🚀"', "demo", "warning", "'to the 🚀' contain 🚀 (U+1F680), not in the fonts", 'text "−é"'),
    ('icon a plant text: "漢"', "demo", "warning", "漢 (U+6F22)", "icon a plant text: 7"),
    ("text \"small\" size: 5", "demo", "warning", "5 points", "text \"small\" size: 6"),
    (
        "box a to: 9\nbox b to: 9 at: 0, 20\nscore a is: 2 * b", "a", "warning", "0 to 18",
        "box a to: 9\nbox b to: 9 at: 0, 20\nscore a is: b",
    ),
    ("box score.x to: 9", "score.x", "warning", "no score line", "box score.x to: 9\nscore score.x is: 3"),
    ("mission-place A w: 60 h: 15", "demo", "warning", "stays empty", "text \"nothing\""),
    (
        'mission-place A w: 26 h: 6\nmission A1 letter: A first: 2 later: 1 needs: 2 > 1 text: "so many words on it"',
        "A1", "warning", "not fit into the mission place A",
        'mission-place A w: 60 h: 15\nmission A1 letter: A first: 2 later: 1 needs: 2 > 1 text: "so many words on it"',
    ),
    (
        'mission-place A w: 16 h: 8\nmission A1 letter: A needs: 2 > 1 text: "so many words on it"',
        "A1", "warning", "not fit into the mission place A",
        'mission-place A w: 30 h: 8\nmission A1 letter: A needs: 2 > 1 text: "so many words on it"',
    ),
    (
        "icon a plant\nbox s to: 9 at: 0, 20\nscore s is: lookup(inked(a), 0, 5, 2, 7)", "s", "warning",
        "no entry for 1, but its number may have these values",
        "icon a plant\nbox s to: 9 at: 0, 20\nscore s is: lookup(inked(a), 0, 5, 1, 7)",
    ),
    (
        "box n to: 99\nbox s to: 9 at: 0, 20\nscore s is: lookup(n, 4, 5, 2, 7)", "s", "warning",
        "no entry for 0, 1, 3, 5, 6 and 93 more",
        "box n to: 99\nbox s to: 9 at: 0, 20\nscore s is: thresholds(n, 4, 5)",
    ),
    (
        'icon a plant\nmark circled text: "seen"', "demo", "warning", "explains circled, but no field accepts",
        'icon a plant\nmark crossed text: "seen"',
    ),
    (
        f'icon a plant\nmark crossed text: "{"a long story " * 8}"', "demo", "warning", "the foot has no room",
        'icon a plant\nmark crossed text: "a story in several lines"',
    ),
    (
        "icon a plant\nturns 3\ndraw die values: 1..6\nmove cross places: a mark: crossed", "die", "warning",
        "no move uses what this draw shows",
        "icon a plant\nturns 3\ndraw die values: 1..6\nmove cross places: a mark: crossed needs: min(die, 3) = 3",
    ),
    (
        "icon a plant\nturns 3\ndraw die values: 1..6\nmove cross places: a mark: crossed needs: die > 6", "cross",
        "warning", "the condition of this move can never hold",
        "icon a plant\nturns 3\ndraw die values: 1..6\nmove cross places: a mark: crossed needs: die >= 6",
    ),
    ("slot a\ngroup g none count: 3", "g", "warning", "names nothing", "slot a\ngroup g some of: a"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "about", "severity", "words", "corrected"), CASES, ids=[case[0][:30] for case in CASES]
)
def test_finding_and_hint(text: str, about: str, severity: str, words: str, corrected: str) -> None:
    found = findings(text)
    assert [(finding.about, finding.severity) for finding in found] == [(about, severity)], found
    assert words in finding_lines(found)[0]
    assert findings(corrected) == []


def test_findings_have_the_place_of_their_field() -> None:
    finding = findings("row\n  slot a size: 8")[0]
    assert finding_lines([finding]) == [
        "demo.sheet:3:3: error: a: 8 mm is too small for this slot to be read; make it 9 mm or more"
    ]


def test_findings_about_shapes_have_the_place_of_their_line() -> None:
    text = (
        'icon a plant; icon b plant at: 20, 0; link c between: a, b\npart note w\n  row at: w, 0\n    text "far"\n'
        'note w: 200\nrow at: 0, 40\n  text "tiny" size: 4\n  text "to the 🚀"\npage 2\n  line (10, 10) (10, -5)'
    )
    assert sorted((each.at.line, each.about) for each in findings(text) if each.at) == [
        (5, "demo"), (8, "demo"), (9, "demo"), (11, "demo")
    ]  # fmt: skip


def test_finding_about_other_words_has_the_place_of_the_sheet() -> None:
    placed = place(parse('sheet demo "to the 🚀"\nicon a plant', "demo.sheet"))
    assert [each.at for each in lint(placed.sheet, placed)] == [placed.name_at]


def test_equal_findings_are_one_line() -> None:
    found = findings(
        "row gap: 0.3\n  repeat i: 1..6\n    slot a.{i} size: 8\n"
        "row gap: 0.3 at: 0, 40\n  slot b size: 8\n  slot c size: 8\nicon d plant size: 4 at: 0, 80"
    )
    assert len(found) == 6 + 2 + 1 + 5 + 1
    assert finding_lines(found) == [
        "demo.sheet:4:5: error: a.1, a.2, a.3, a.4 and 4 more: 8 mm is too small for this slot to be read; "
        "make it 9 mm or more (also lines 6, 7)",
        "demo.sheet:8:1: error: d: 4 mm is too small for this icon to be read; make it 6 mm or more",
        "demo.sheet:4:5: warning: a.2, a.3, a.4, a.5 and 2 more: 0.3 mm from the next field: ink of one will run into "
        "the other; leave 0.7 mm (also line 7)",
    ]


def test_repeated_findings_of_a_field_are_one_line() -> None:
    (line,) = finding_lines(findings("slot a correction-box: 4, 3"))[:1]
    assert line.startswith("demo.sheet:2:1: warning: a: ")
    twice = [LintFinding("warning", "a", "it is odd", "leave it out")] * 2
    assert finding_lines(twice) == ["warning: a (2 times): it is odd; leave it out"]


def test_free_boxes_must_be_counted_by_a_formula() -> None:
    free = 'box score.bonus to: 9\nbox score.total to: 9 at: 0, 20\nscore score.total sign: "=" is: '
    assert findings(free + "score.bonus") == findings(free + "value(score.bonus)") == []
    assert [finding.about for finding in findings(free + "9")] == ["score.bonus"]


def test_errors_come_first() -> None:
    found = findings("icon b plant stroke: ink\nslot a size: 8 at: 30, 0")
    assert [finding.severity for finding in found] == ["error", "warning"]


def test_a_slot_in_no_zone() -> None:
    placed = place(parse('sheet demo "Demo"\nslot a\nzone z\n  slot b at: 20, 0', "demo.sheet"))
    assert [(finding.about, LOOSE in finding.problem) for finding in lint(placed.sheet)] == [("a", True)]


@pytest.mark.parametrize(
    ("formula", "wanted"),
    [
        ("3 - 2 * open(g)", (-1, 3)),
        ("-lowest(l)", (-9, -2)),
        ("count(crossed, i.1) + filled(s.1, s.2)", (0, 3)),
        ("max(value(b), lowest(l))", (2, 9)),
        ("min(value(b), 3)", (-4, 3)),
        ("if(full(s.1), 5, -1)", (-1, 5)),
        ("b * -2", (-14, 8)),
        ("best(1, b, place)", (-4, 20)),
        ("distinct(i.1, i.2)", (0, 2)),
        ("distinct(c.1, c.2, c.3)", (0, 1)),
        ("distinct(b, c.1, c.2)", (0, 3)),
        ("open(g) > 1 and not full(s.1)", (0, 1)),
    ],
)
def test_bounds_of_formulas(formula: str, wanted: tuple[int, int]) -> None:
    placed = place(
        parse(
            f"""sheet demo "Demo"
icon i.1 plant accepts: circled, crossed
icon i.2 plant at: 20, 0 accepts: circled, crossed
slot s.1 at: 40, 0
slot s.2 at: 60, 0
box b from: -4 to: 7 at: 80, 0
box place to: 9 at: 40, 40
icon c.1 plant at: 0, 80
icon c.2 plant at: 20, 80
icon c.3 plant at: 40, 80
box out to: 9 at: 0, 40
group g some fields: every(icon)
ladder l fields: i.1, i.2 values: 2, 4 last: 9
score out is: {formula}
score place is: ranked(b, 20, 10)
""",
            "demo.sheet",
        )
    )
    assert bounds(placed.sheet.scores[0].formula, placed.sheet) == wanted


def test_print_is_not_ink() -> None:
    text = "slot a printed: 3\nbox b to: 9 at: 20, 20\nscore b is: value(a)"
    (found,) = findings(text)
    assert (found.problem, found.hint) == (
        "value(a) is always 0, whatever is written",
        "printed marks are not ink",
    )
    made = place(parse(f'sheet demo "Demo"\n{text}', "demo.sheet")).sheet
    assert compile_formula(made.scores[0].formula, made)({}) == 0


def test_a_mission_without_words_is_drawn() -> None:
    assert findings('mission-place A w: 60 h: 15\nmission A1 letter: A needs: 2 > 1 text: ""') == []


def test_a_total_needs_room_only_for_the_sum_of_its_parts() -> None:
    text = (
        "row gap: 5\n  icon star star size: 9; box part to: 99; box score.total to: 20\n"
        'score part is: 5 * count(crossed, star)\nscore score.total sign: "=" is: 2 * part + value(part)\n'
    )
    assert findings(text) == []
    (found,) = findings(text.replace("to: 20", "to: 9"))
    assert (found.about, found.problem) == ("score.total", "its formula gives 0 to 15, but it accepts 0 to 9")


def test_unreachable_thresholds_are_reported() -> None:
    text = (
        "repeat k: 1..3\n  icon bee.{k} plant at: 20 * k, 20\nbox out to: 9 at: 20, 60\n"
        "score out is: thresholds(count(crossed, every(plant)), 2, 5, 3, 7, 4, 9)"
    )
    (found,) = findings(text)
    assert (found.about, found.problem) == ("out", "its number can never reach the threshold 4")


def test_scores_without_a_total_are_reported() -> None:
    text = 'sheet demo "Demo"\nbox part to: 9\nbox out to: 9 at: 20, 60\nscore out is: part'
    (found,) = lint_template(place(parse(text, "demo.sheet")))
    assert found.problem == "no score line computes the total, so players cannot be ranked"
    assert lint_template(place(parse(text.replace("out is", 'out sign: "=" is'), "demo.sheet"))) == []


def test_zones_that_no_link_splits_are_reported() -> None:
    zone = "zone bed split_by: every(link)\n  slot a at: 4, 4\n  slot b at: 24, 4\n"
    link = "link wall between: a, b across: 6\n"
    (found,) = findings(zone + link)
    assert (found.about, found.problem) == ("bed", "no link splits the zone")
    assert findings(f"{zone}  {link}") == []

"""Mistakes of designers who know other languages: each message shows what to write instead."""

from __future__ import annotations

import pytest

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.placement.place import place

TEMPLATE = """sheet garden "The garden"
zone bed
  row at: 20, 20 gap: 1
    repeat i: 1..6
      slot bed.{i}
box carts from: 0 to: 9 at: 130, 20
box score.total from: 0 to: 40 at: 130, 40
let n: 4
"""

MISTAKES = [
    # text after `score score.total is: `, words of the problem, the remedy; then whole lines
    ("if(carts == 3, 2, 1)", "= is not expected here", "= is written once"),
    ("carts * (filled(bed) <> 3)", "> is not expected here", "write !="),
    ("filled(bed) ≠ 3", "'≠' has no meaning", "write !="),
    ("!filled(bed)", "'!' has no meaning", "not before a condition"),
    ("ceiling(carts)", "no function ceiling", "ceil(carts, 2)"),
    ("carts => 3", "> is not expected here", "write >="),
    ("carts ≥ 3", "'≥' has no meaning", "write >="),
    ("2 × carts", "'×' has no meaning", "write *"),
    ("carts > 3 && filled(bed) > 2", "'&' has no meaning", "write and"),
    ("value(bed.1:bed.3)", "a colon without a key right before it", 'every("bed.*")'),
    ("bed.1 + ... + bed.3", ".. is not expected here", 'every("bed.*")'),
    ("if carts > 3 then 5 else 2", "carts is not expected here", "if(carts > 3, 5, 2)"),
    ("carts > 3 ? 5 : 2", "'?' has no meaning", "if(carts > 3, 5, 2)"),
    ("filled(bed) / 2", "no division", "quotient(carts, 2)"),
    ("carts % 2", "'%' has no meaning", "no remainder"),
    ("carts ^ 2", "'^' has no meaning", "carts * carts"),
    ("100,5", "is takes one formula", "decimals have a point, not a comma"),
    ("SUM(bed)", "no function SUM", "did you mean sum?"),
    ("COUNT(X, bed)", "no function COUNT", "did you mean count?"),
    ("sum(bed)", "sum takes a counter", "value(…) adds up"),
    ("average(bed)", "no function average", "quotient(value(…), inked(…))"),
    ("countt(X, bed)", "no function countt", "did you mean count?"),
    ("count(bed)", "bed is not a mark", "the mark comes first, such as crossed, bed"),
    ("bed", "is not a number", "value(…)"),
    ("if(carts > 3; 5; 2)", "; is not expected here", "by commas: if(carts > 3, 5, 2)"),
    ("5n", "the unit n is unknown", "a product is written 5 * n"),
    ("value(Upper.*)", "'.' has no meaning", 'every("bed.*")'),
    ("carts ** 2", "* is not expected here", "carts * carts"),
    ("3 x carts", "x is not expected here", "write *"),
    ("carts mod 2", "mod is not expected here", "no remainder"),
    ("5 if carts > 3 else 2", "if is not expected here", "if(carts > 3, 5, 2)"),
    ("[1, 2]", "'[' has no meaning", "list(1, 2)"),
]
LINES = [
    ("slot bäd.7 at: 20, 60", "the letter ä is not allowed in a name", "letters from a to z"),
    ("repeat r: 1..n - 1\n  slot x.{r} at: 20, 100", "expected a number, not 1, 2, 3, 4", "1..{n - 1}"),
    ('img "logo.png" at: 2, 2', "there is no word img", 'image "map.png"'),
    ('text "Hi" size: 14pt at: 3, 60', "the unit pt is unknown", "size: 12"),
    ('text "Hi" size: 14,5 at: 3, 60', "size takes one value", "a decimal comma as a point"),
    ("row gap: 3,5 at: 20, 60\n  slot x.1", "gap takes one value", "a decimal comma as a point"),
    ("slot x.1 at: 20,5, 60,5", "at takes two lengths", "a decimal comma as a point"),
    ("let wide: 2 * tall\nlet tall: 9", "tall is not a number", "a let is known to the lines below it"),
    ("link p between: q, carts\nlink q between: p, carts", "there is no field q", "fields that are no links"),
    ("score score.total is: filled(animals)", "nothing is named animals", "write the line with this name"),
    ('sheet other "Other"', "sheet is not allowed here", "into another file"),
    ("row gap 4 at: 20, 60\n  slot x.1", "row takes no further argument", "a property has a colon: gap: …"),
    ("row at: 20, 60 gap 4\n  slot x.1", "gap follows a property", "with its colon, such as gap: 2"),
    ("slot x.1 at 20, 60", ", is not expected here", "such as at: 20, 100"),
    (
        "box carts to: 9 at: 20, 60",
        "a field carts already (line 6)",
        "in a repeat with its counter: carts.{i}",
    ),
    ("text „Hi“ at: 3, 60", "'„' has no meaning", 'straight "'),
    ("text «Hi» at: 3, 60", "'«' has no meaning", 'straight "'),
    ('text "Hi“ at: 3, 60', "are not closed", "not with “"),
    ("text “Hi” at: 3, 60", "'“' has no meaning", 'straight "'),
    (r'text "one\ntwo" at: 3, 60', r"\n has no meaning", "w: 40"),
    (
        "picture plant size: 8 colour: dark at: 3, 60",
        "no property colour",
        "write stroke: dark or fill: dark",
    ),
    ('text "Hi" at: 3, 60 color: dark', "no property color", "write colour: dark"),
    ("row at: 3, 60 turn: 90\n  icon bee plant", "turned by 0 or 180", "text … turn: 90"),
    (
        "repeat k: 1..2\n  formula few is: carts + k\nscore score.total is: few",
        "the formula few is not known here",
        "in the same block, such as a repeat",
    ),
    ("score score.total = 2 * carts", "= is here instead of a property", "with a colon"),
]


@pytest.mark.parametrize(
    ("line", "problem", "cure"),
    [*((f"score score.total is: {formula}", problem, cure) for formula, problem, cure in MISTAKES), *LINES],
)
def test_first_mistakes_are_reported_with_a_remedy(line: str, problem: str, cure: str) -> None:
    with pytest.raises(TemplateError) as refused:
        place(parse(f"{TEMPLATE}{line}\n", "garden.sheet"))
    fault = refused.value.faults[0]
    assert problem in fault.problem
    assert cure in fault.hint
    assert len(str(refused.value)) < 250


@pytest.mark.parametrize("last", ["{n - 1}", "length(list(4, 5, 6))"])
def test_the_end_of_a_range_can_be_computed(last: str) -> None:
    lines = f"repeat r: 1..{last}\n  slot x.{{r}} at: 20 * r, 100\n"
    sheet = place(parse(TEMPLATE + lines, "garden.sheet")).sheet
    assert "x.3" in sheet.field and "x.4" not in sheet.field

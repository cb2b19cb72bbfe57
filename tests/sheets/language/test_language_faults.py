"""Every fault of a template is reported with its place and a hint, never by a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairsheet.sheets.language.faults import TemplateError
from fairsheet.sheets.language.parser import GREATEST_FILE, parse
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.library.templates import load_sheet, read_template, template_path
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.support.errors import FairsheetError

HEAD = 'sheet demo "Demo"\n'

FAULTS = [
    # template below the head, line and column of the fault, words of the problem, words of the hint
    ('text "no end', (2, 6), "are not closed", 'close them with "'),
    ("text 'x'", (2, 6), "single quotes", 'between "'),
    ("row {", (2, 5), "a { without a matching }", "floor-{n}"),
    ("row gap: 2 3", (2, 12), "without a comma", "commas"),
    ("row gap: , 2", (2, 10), ", is not expected", ""),
    ("row gap: 2,", (2, 12), "middle of something", ""),
    ("row gap: 2,\nslot a", (3, 6), "without a comma", ""),
    ("row gap:", (2, 9), "ends too early", "missing"),
    ("icon a star size: 9 fill: #ffcc00", (2, 27), "# begins a comment, so that fill has no value", "yellow"),
    ("panel at: 1, 1 stroke:#fc0 # thin", (2, 23), "so that stroke has no value", "colours have names"),
    ("icon a star size: # big", (2, 19), "so that size has no value", "before the comment"),
    ('text "# 1" size: # big', (2, 18), "so that size has no value", "before the comment"),
    ("part gift id\n  icon {id} star\ngift x at: 9, 9", (4, 8), "gift has no parameter at", "panel at: …"),
    ("part gift id\n  icon {id} star\ngift x pad: 9", (4, 8), "gift has no parameter pad", "panel pad: …"),
    ("part gift id\n  icon {id} star\ngift x ide: 9", (4, 8), "gift has no parameter ide", "did you mean id?"),
    ("icon owl.1 owl", (2, 12), "there is no icon owl", 'fairsheet icons lists all; draw your own at the left'),
    ("icon owl.1 owl", (2, 12), "there is no icon owl", 'icon-shape owl "M'),
    ("icon a star\nbox b at: 9, 9\nscore b is: if(crossed(a), 3, 0)", (4, 16), "no function crossed",
     "count(crossed, a) = 1"),
    ("icon a star\nbox b at: 9, 9\nscore b is: circled(every(a))", (4, 13), "no function circled",
     "count(circled, …) = 1"),
    ("line (0, 0) (1, 2", (2, 18), "middle of something", ")"),
    ("row\n    slot a\n  slot b", (4, 3), "matches no line above", "earlier line"),
    ("row\n  slot a\n\tslot b", (4, 1), "this line begins with a tab, but line 3 with spaces", "spaces"),
    ("row\n \tslot a", (3, 2), "this line begins with a tab, but line 3 with spaces", "tabs"),
    ("row\n\tslot a\n  # why\n  slot b", (3, 1), "this line begins with a tab, but line 5 with", "spaces"),
    ("row gap: 5px", (2, 10), "unit px", "mm"),
    ("colum gap: 2", (2, 1), "no word colum", "column"),
    ("row gab: 2", (2, 5), "no property gab", "gap"),
    ("row gap: 2 gap: 3", (2, 12), "given twice", "leave one out"),
    ("slot", (2, 1), "needs an argument", "slot floor-1.1"),
    ("slot a b", (2, 8), "no further argument", "slot floor-1.1"),
    ("icon a plent", (2, 8), "no icon plent", "plant"),
    ("icon a plant fill: teel", (2, 20), "fill cannot be teel", "known: "),
    ("row align: midle", (2, 12), "cannot be midle", "middle"),
    ("slot a size: big", (2, 14), "big is not a number", "no parameter"),
    ("slot a size: -3", (2, 14), "greater than 0", ""),
    ("slot a size: 1/0", (2, 15), "division by zero", ""),
    ("slot a at: 5", (2, 12), "two lengths", "at: 10, 20"),
    ("slot a anchor: center", (2, 16), "needs at", "at: x, y"),
    ("slot a accepts: 18", (2, 17), "18 is not a mark", "0 to 17"),
    ("icon a plant accepts: crosed", (2, 23), "crosed is not a mark", "crossed"),
    ("slot a\n  slot b", (3, 3), "only facts", "further left"),
    ("slot a\nslot a at: 20, 0", (3, 6), "a field a already (line 2)", "differ"),
    ("slot player", (2, 6), "player already (for the player's name)", "differ"),
    ('mark crosed text: "seen"', (2, 6), "cannot explain crosed", "crossed"),
    ('mark X text: "a"\nmark X text: "b"', (3, 6), "meaning of X is given twice", "leave one out"),
    ("mark X", (2, 1), "the mark X lacks its text", 'text: "harvested"'),
    ('icon-shape leaf "M 0 0 L 5"', (2, 17), "expected a number, found the end", "M 10 90"),
    ('icon-shape leaf "L 0 0"', (2, 17), "expected M, found 'L 0 0'", "M 10 90"),
    ('icon-shape leaf "M 0 0 L 9 9 z 4 4"', (2, 17), "found '4 4'", ""),
    ('icon-shape leaf "M0 0A5 5 0 2 1 9 9"', (2, 17), "expected 0 or 1, found '2 1 9 9'", ""),
    ('icon-shape leaf "M 0 0 L 120 9"', (2, 17), "leaves its view box: it goes to 120, 9", "view-box: 0, 0, 24, 24"),
    ('icon-shape leaf "M 0 0" view-box: 0, 0, 0, 9', (2, 35), "takes four numbers", "0, 0, 24, 24"),
    ('icon-shape leaf "M 0 0" paint: sold', (2, 32), "paint cannot be sold", "solid"),
    ('icon-shape Leaf "M 0 0"', (2, 12), "Leaf cannot name an icon", "small letters"),
    ('row\n  icon-shape leaf "M 0 0"', (3, 3), "at the left edge", ""),
    ('image "hill.png" w: 60', (2, 7), "no readable picture hill.png", 'image "map.png" w: 60'),
    ('slot "a b"', (2, 6), "cannot be an id", "floor-1.1"),
    ("slot a\nslot b at: 5, 0", (3, 1), "b overlaps a (line 2)", "apart"),
    ("slot a at: 180, 10", (2, 1), "outside the body", "176 x 226"),
    ("slot a at: -10, 64", (2, 1), "marker", "inwards"),
    ("slot f-{m}", (2, 6), "no parameter m", "no parameter is known"),
    ("repeat nn: 1..2\n  slot f-{n}", (3, 8), "no parameter n", "nn"),
    ("repeat n: 1..2\n  slot f-{n+}", (3, 8), "cannot make sense", "{n + 1}"),
    ("repeat n: 1..2\n  slot f.{n} at: n-1, 0", (3, 18), "n-1 is not a number", "spaces"),
    ("repeat n: 1..9999\n  slot f.{n}", (2, 11), "at most", ""),
    # a few lines whose values use each other would fill any memory
    *(("\n".join([f"let a0: {first}", *(f"let a{n}: {then}".replace("a?", f"a{n - 1}") for n in range(1, 30))]),
       (line, column), words, "")
      for first, then, line, column, words in (
          ('"xxxxxxxxxx"', '"{a?}{a?}{a?}{a?}"', 6, 9, "more than 2000 characters"),
          ("list(1, 2, 3)", "list(a?, a?, a?, a?)", 7, 9, "more than 2000 values"),
          ("list(1, 2, 3)", "a?, a?, a?, a?", 7, 9, "more than 2000 values"))),
    ("let a: pad(1, 900000000)", (2, 8), "at most 2000 digits", ""),
    (f"slot {'s' * 65}", (2, 6), "cannot be an id", "at most 64 characters"),
    ("repeat\n  slot a", (2, 1), "lacks its counter", "repeat k: 1..8"),
    ("repeat n: 1..2 m: 1..3\n  slot a", (2, 1), "equally many", ""),
    ("part p n\n  slot a\np", (4, 1), "p lacks n", "p n"),
    ("part p n\n  slot a\np 1 2", (4, 5), "no further argument", "p n"),
    ("part p n\n  slot a\np n: 1 m: 2", (4, 8), "no parameter m", ""),
    ("part p\n  p\np", (3, 3), "endlessly", "inside itself"),
    ("part row\n  slot a", (2, 6), "a word of the language", "another name"),
    ("part p\n  slot a\npart p\n  slot b", (4, 6), "defined twice", "leave one out"),
    ("row\n  part p\n    slot a", (3, 3), "at the left edge", ""),
    ("line (0, 0) 5 style: thick", (2, 13), "expected a point", "(10, 20)"),
    ("line (0, 0) (5, 5) width: -1", (2, 27), "cannot be less than 0", ""),
    ("line (0, 0) (5, 5) dash: 0, 0", (2, 26), "a dash and a gap", "dash: 2, 1"),
    ("line (0, 0) (5, 5) dash: -1, 2", (2, 26), "a dash and a gap", "dash: 2, 1"),
    ("line (0, 0) (5, 5) dash: list()", (2, 26), "a dash and a gap", "dash: 2, 1"),
    ("panel w: 9 h: 9 stroke: dark radius: -2", (2, 38), "cannot be less than 0", ""),
    ("content", (2, 1), "inside a part", "under a part"),
    ("slot a\n  facts of: 1\n  facts of: 2", (4, 13), "of is given twice", "leave one out"),
    ("slot a\n  facts i: 1 j: 2 k: 3 m: 4\n  facts m: 1 k: 2 j: 3 i: 4", (4, 12), "m is given twice", "leave one out"),
    ("slot a size: 9,", (2, 16), "middle of something", "after the comma"),
    ("score x is: 3", (2, 7), "no box x", "box x to: 20"),
    ('mission A1 letter: A first: 2 later: 1 text: "t" needs: 3', (2, 57), "not a number", "compare it"),
    ("box b to: 9\nscore b is: if(3, 1, 2)", (3, 16), "not a number", "compare it"),
    ("box b to: 9\nscore b is: not 3", (3, 17), "not a number", "compare it"),
    ("line (0, 0) (5, 5) style: thick", (2, 27), "no style thick", "define it first"),
    ("path through: (0, 0)\n  slot a", (2, 1), "needs its points", "through"),
    ("slot a\nlink l between: a, c", (3, 20), "no field c", ""),
    ("slot a\nlink l between: a", (3, 1), "needs its two ends", "between"),
    ("slot a\npage 2\n  link l from: (5, 5) to: (9, 9)\n  link m between: a, a", (5, 19), "another page", "one page"),
    ("panel turn: 90\n  slot a", (2, 13), "0 or 180", ""),
    ("zone z slots: flor.1\nslot floor.1", (2, 15), "no field flor.1", "floor.1"),
    ("zone z\n  icon a plant", (2, 1), "has no slots", "slots: "),
    ("icon a plant\nzone z slots: a", (3, 15), "is not a slot", ""),
    ("slot a\nzone z slots: a\nzone z slots: a", (4, 6), "z is the id of a zone already", "another id"),
    ("icon a plant\ngroup g all fields: every(plent)", (3, 27), "kind, symbol or id plent", "plant"),
    ("icon a plant\n  facts of: section.1", (3, 13), "nothing is named section.1", "quotes"),
    ("icon a plant\nladder l fields: a values: 1, 2 last: 3", (3, 28), "1 fields but 2 values", "last"),
    ("icon a plant\nladder l fields: a last: 3", (3, 18), "no fact `value`", "values"),
    ("icon a plant\nladder l fields: a values: 1", (3, 1), "has no last value", "last:"),
    ("box s to: 9\nscore t is: 1", (3, 7), "no box t", "box t to: 20"),
    ("box s to: 9\nscore s sign: +", (3, 16), "", ""),
    ("box s to: 9\nscore s", (3, 1), "has no formula", "is:"),
    ("box s to: 9\nscore s is: cont(crossed, s)", (3, 13), "no function cont", "count"),
    ("box s to: 9\nscore s is: count(crosed, s)", (3, 19), "crosed is not a mark", "crossed"),
    ("slot a\nbox s to: 9 at: 12, 0\nscore s is: count(7, a)", (4, 19), "expected a name", ""),
    ("box s to: 9\nscore s is: count(crossed)", (3, 13), "takes at least 2", ""),
    ("box s to: 9\nscore s is: count(crossed, t)", (3, 28), "nothing is named t", ""),
    ("box s to: 9\nscore s is: lowest(lader)", (3, 20), "no ladder lader", ""),
    ("box s to: 9\nscore s is: 3 / 2", (3, 15), "no division", "quotient"),
    ("box s to: 9\nscore s is: 1.5", (3, 13), "whole numbers", ""),
    ("icon a plant\nbox s to: 9 at: 9, 0\nscore s is: a + 1", (4, 13), "is not a number", "count"),
    ("box s to: 9\nscore s is: 1\nscore s is: 2", (4, 7), "two score lines", "leave one out"),
    ("box a to: 9\nscore a is: 1 + value(a)", (3, 15), "needed to compute itself", "take it out"),
    ("box a to: 9\nbox b to: 9 at: 30, 0\ngroup g all of: a\nscore a is: b + 1\nscore b is: value(g)", (5, 15),
     "a is needed to compute itself, by way of b", "take it out"),
    ("box s to: 9\ngroup g all of: s\nscore s is: min(1, value(g))", (4, 13), "s is needed to compute itself", ""),
    ("box a to: 9\nbox b to: 9 at: 30, 0\nscore a is: b\nscore b is: a", (4, 13),
     "a is needed to compute itself, by way of b", "take it out of the formula"),
    ("icon a plant\nbox s to: 9 at: 0, 20\nscore s is: filled(a)", (4, 13), "filled needs slots, but a has none",
     "count(crossed"),
    ("box s to: 9\ngroup g none count: 3\nscore s is: value(g)", (4, 13), "value needs fields, but g has none",
     "list its members"),
    ("icon a plant\ncheck c needs: full(a) text: \"t\"", (3, 16), "full needs slots, but a has none", ""),
    ("box a to: 99999\nbox b to: 9 at: 60, 0\nscore b is: 1 + min(9, a * a)", (4, 15),
     "a number in this formula may exceed 1,000,000,000", "multiply less"),
    # a chain of boxes, each of which names the one before it twice
    *(("grid columns: 8 gap: 5\n" + "".join(f"  box b.{i} to: 9\n" for i in range(1, 41)) + "score b.1 is: 3\n"
       + "\n".join(f"score b.{i} is: {then.replace('?', f'b.{i - 1}')}" for i in range(2, 41)),
       (56, column), "computes score lines 16,382 times, the limit is 10,000", "each of them once")
      for then, column in (("min(?, ?)", 16), ("value(?) - value(?)", 28), ("correct(?) + correct(?)", 30))),
    ("box s to: 9\nscore s is: lookup(1, 3, 5, 4, 6, 3, 7)", (3, 35), "two entries for 3", "leave one out"),
    ("box s to: 9\nscore s is: lookup(1, 3, 5, 4)", (3, 13), "has no points after it", "in pairs"),
    ("box s to: 9\nscore s is: thresholds(1, 30, 5, 20, 6)", (3, 34), "threshold 20 is not greater than 30",
     "ascending order"),
    ("box s to: 9\ngroup g all of: s\nbox t to: 9 at: 30, 0\nscore t is: same(g, s)", (5, 18),
     "g is a group, not a single field", "compared with"),
    ("slot a\nzone z slots: a split_by: b", (3, 1), "not a link between two slots of the zone z", "only such links"),
    ("slot a\nzone z slots: a split_by: a", (3, 1), "a is not a link between two slots", ""),
    (
        "slot a\nslot b at: 20, 0\nlink l between: a, b\nzone z slots: a split_by: l",
        (5, 1), "l is not a link between two slots of the zone z", "",
    ),
    (
        f'mission A1{"x" * 98} letter: A text: "x" needs: 1 > 0', (2, 1),
        "too long a name: one game's missions have at most 99 characters", "A1",
    ),
    ('mission "A 1" letter: A text: "x" needs: 1 > 0', (2, 9), "'A 1' cannot be an id", "floor-1"),
    ("slot a\nzone z slots: a, a", (3, 15), "a is listed twice", "once"),
    ("slot a size: 1234567890", (2, 14), "too long", "9 digits"),
    ("let a: 99999 * 99999", (2, 14), "too great a number", ""),
    ('mission A1 letter: AB text: "x" first: 1 later: 1 needs: 1 > 0', (2, 20), "one of A to Z", "letter: A"),
    ("mission A1\n  slot a", (3, 3), "only facts", "further left"),
    ("slot a at: " + "(" * 3000 + "1" + ")" * 3000, (1, 1), "nested too deeply", "fewer"),
    ("mission A1 letter: A", (2, 1), "lacks text", "mission A1"),
    ("box s from: 9 to: 1", (2, 13), "greater than to", "swap"),
    ("page 1\n  slot a", (2, 1), "is not a further page", "2, 3"),
    ("facts a: 1", (2, 1), "is not allowed here", ""),
    ('text "x" font: comic', (2, 16), "font cannot be comic", "regular"),
    ("grid columns: 0\n  slot a", (2, 15), "at least one column", ""),
    ("slot a size: 99999", (2, 14), "longer than any paper", ""),
    ("slot a correction-box: -1", (2, 24), "correction-box", "0 for none"),
    ("slot a correction-box: 6, 5, 4", (2, 24), "width and height to the right", "0 for none"),
    ('mission A1 letter: A text: "x" needs: 1 > 0 first: 3', (2, 1), "lacks later", "mission A1"),
    ("slot a from: -3 to: 20", (2, 14), "a slot takes no number below 0", "make it a box"),
    ("slot a from: 30 to: 20", (2, 14), "from 30 is greater than to 20", "swap"),
    ("slot a to: 20 also: crossed", (2, 21), "digit cells accept X as their only further mark", "also: X"),
    ("slot a to: 20 correction-box: 4", (2, 31), "a slot with digit cells has no correction-box", "leave it out"),
    ("row pad: 1, 2, 3\n  slot a", (2, 10), "one, two or four", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "at", "problem", "hint"), FAULTS, ids=[fault[0][:30] for fault in FAULTS])
def test_faults_have_their_place_and_a_hint(text: str, at: tuple[int, int], problem: str, hint: str) -> None:
    with pytest.raises(TemplateError) as raised:
        place(parse(HEAD + text, "demo.sheet"))
    fault = raised.value.faults[0]
    assert (fault.at.file, fault.at.line, fault.at.column) == ("demo.sheet", *at), fault
    assert problem in fault.problem
    assert hint in fault.hint
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "row\n\tslot a\n\trow\n\t\tslot b",
        "row\n\tslot a accepts: 1,\n\t  2",
        "row\n\tslot\ta # x\n   # y\n  \n",
    ],
)
def test_tabs_alone_are_as_good_as_spaces(text: str) -> None:
    with_tabs = place(parse(HEAD + text, "demo.sheet")).sheet
    assert with_tabs == place(parse(HEAD + text.replace("\t", "  "), "demo.sheet")).sheet


def test_the_line_is_shown_with_a_caret() -> None:
    with pytest.raises(TemplateError) as raised:
        place(parse(HEAD + "row gap: 1\n  icon a plent\n  slto\x1b[31m", "demo.sheet"))
    assert str(raised.value).startswith("demo.sheet:4:7: the character")
    assert raised.value.details == "      slto [31m\n          ^"


def test_every_fault_is_shown_and_the_first_only_once() -> None:
    with pytest.raises(TemplateError) as raised:
        place(parse(HEAD + "row gap: 1\n  icon a plent\nslto", "demo.sheet"))
    assert str(raised.value) == (
        "demo.sheet:3:10: there is no icon plent; did you mean plant? (1 more fault in this file)"
    )
    assert raised.value.details == (
        "      icon a plent\n             ^\n\n"
        "demo.sheet:4:1: there is no word slto; did you mean slot?\n    slto\n    ^"
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("colum\nslot a size: x\nicon b plant fill: teel\nslot c", [2, 3, 4]),  # in the order of the file
        ("repeat n: 1..5\n  slot f.{n} size: {n}x", [3]),  # once for all rounds
    ],
)
def test_several_faults_are_reported_at_once(text: str, lines: list[int]) -> None:
    with pytest.raises(TemplateError) as raised:
        place(parse(HEAD + text, "demo.sheet"))
    assert [fault.at.line for fault in raised.value.faults] == lines
    assert ("(2 more faults in this file)" in str(raised.value)) == (len(lines) == 3)


NESTED = "\n".join("  " * depth + "row" for depth in range(600))
WHOLE = [  # a whole template, words of its first fault
    *((text, 'demo.sheet:1:1: .*begin with: sheet name "Title"') for text in ("", "  \n\n", "# only a comment\n")),
    ("row\n  slot a", "begins with its name, not with row"),
    ("x" * (GREATEST_FILE + 1), "characters"),
    (HEAD + NESTED, "nested too deeply"),
    (HEAD + "grid columns: 20 gap: 1\n  repeat i: 1..400\n    box b.{i} to: 9 cell: 5, 7\nscore b.1 is: 3\n"
     + "repeat i: 2..400\n  score b.{i} is: min(b.{i - 1}, 9)", "nested too deeply"),
    (HEAD + "repeat a: 1..900\n  repeat b: 1..900\n    repeat c: 1..900\n      space 1", "unfolds to more than"),
    *((f'sheet {name} "Demo"', "demo.sheet:1:7: .* cannot name a sheet; use at most 40 small")
      for name in ("Garden", "a.b", "a+b", "g" * 41)),  # not possible in a label
]  # fmt: skip


def faults_of(text: str) -> list[str]:
    with pytest.raises(TemplateError) as raised:
        place(parse(HEAD + text, "demo.sheet"))
    return [f"{fault.at.line}: {fault.problem}" for fault in raised.value.faults]


def test_faults_of_a_repeat_are_merged_and_hide_no_others() -> None:
    wrong = "".join(f"\nicon z.{k} sun-{'abcdefghijklmnopqrstuvwxyz'[k]} at: 9, 9" for k in range(26))
    found = faults_of(f"repeat k: 1..70\n  icon a.{{k}} nope{wrong}\nicon 9 star")
    assert found[0] == "3: there is no icon nope (70 times)"
    assert found[1:3] == ["4: there is no icon sun-a", "5: there is no icon sun-b"]
    assert len(found) == 28 and found[-1].startswith("30: ")


def test_different_faults_of_one_line_are_all_reported() -> None:
    assert faults_of("repeat k: 1..9  icon-name: nope, star, nope, mope, nope, star, mope, nope, star\n"
                     "  icon a.{k} {icon-name} at: 12 * k, 9") == [
        "3: there is no icon nope (4 times)", "3: there is no icon mope (2 times)",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WHOLE, ids=[text[:30] for text, _ in WHOLE])
def test_a_template_that_is_wrong_as_a_whole(text: str, words: str) -> None:
    with pytest.raises(TemplateError, match=words):
        place(parse(text, "demo.sheet"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.sheet"
    latin.write_bytes(HEAD.encode() + b'text "\xe9"')
    for path, problem in {
        latin: r"latin.sheet:2: the file is not UTF-8",
        tmp_path / "missing.sheet": "no such file",
        tmp_path: "this is a folder",
    }.items():
        with pytest.raises(FairsheetError, match=problem):
            read_template(path)


@pytest.mark.parametrize("name", ["lunch", "", "../launch", "x" * 300])
def test_unknown_sheets(name: str) -> None:
    with pytest.raises(FairsheetError, match="launch"):
        load_sheet(name)


@pytest.mark.parametrize("fingerprint", ["00000000", "", "../../../etc", "x"])
def test_unknown_layouts(fingerprint: str) -> None:
    with pytest.raises(FairsheetError, match="no layout"):
        BUNDLED.sheet("launch", fingerprint)


LAUNCH = template_path("launch").read_text(encoding="utf-8")


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_damaged_template_is_refused_with_a_message(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(LAUNCH) - 1))
    length = data.draw(st.integers(0, 12))
    put = data.draw(st.text('aX1-.:,(){}"# \n', max_size=4))
    try:
        place(parse(LAUNCH[:start] + put + LAUNCH[start + length :], "launch.sheet"))
    except TemplateError as error:
        assert error.faults and str(error).startswith("launch.sheet:")


@settings(max_examples=50, deadline=None)
@given(st.text('row slot a1.-:,(){}"#\n\t é\x00', max_size=40))
def test_any_text_is_refused_with_a_message(text: str) -> None:
    try:
        place(parse(HEAD + text, "demo.sheet"))
    except TemplateError as error:
        assert error.faults and "\n" not in str(error)


@pytest.mark.parametrize("name", ["row", "box", "repeat"])
def test_a_part_with_the_name_of_a_word_is_one_fault(name: str) -> None:
    uses = "".join(f"{name} {number} 2\n" for number in range(5))
    with pytest.raises(TemplateError) as raised:
        place(parse(f'sheet demo "Demo"\npart {name} a b\n  slot x.{{a}}\n{uses}', "demo.sheet"))
    (fault,) = raised.value.faults
    assert fault.problem == f"{name} is a word of the language already"

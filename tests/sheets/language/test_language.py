"""The layout language: the effect of its words in millimetres, on small templates."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.model.drawn_shapes import Curve, Ellipse, Icon, Polygon, Text
from fairsheet.sheets.model.geometry import Point, Rect
from fairsheet.sheets.model.page_geometry import BODY, NAME_FIELD
from fairsheet.sheets.model.sheet import Call, Name, Number, Operation, Sheet
from fairsheet.sheets.placement.place import place

DATA = Path(__file__).parents[2] / "data/sheets"


def sheet(text: str) -> Sheet:
    return place(parse('sheet demo "Demo"\n' + text, "demo.sheet")).sheet


def rect(of: Sheet, field: str) -> tuple[float, float, float, float]:
    """Return the place of a field, in mm from the corner of the body."""
    found = of.field[field].rect
    return round(found.x - BODY.x, 3), round(found.y - BODY.y, 3), found.w, found.h


PLACES = [  # lines of a template; places of fields: x and y, sometimes with width and height
    ("row at: 10, 20 gap: 2\n  slot a size: 10 correction-box: 0\n  icon b plant size: 6",  # in their middle
     {"a": (10, 20, 10, 10), "b": (22, 22, 6, 6)}),
    ("column gap: 1 align: right\n  icon a plant size: 6\n"
     "  row w: 30 justify: spread\n    icon b plant size: 6\n    icon c plant size: 6\n    icon d plant size: 6\n"
     "  row w: 30 justify: right\n    icon e plant size: 6",
     {"a": (24, 0), "b": (0, 7), "c": (12, 7), "d": (24, 7), "e": (24, 14)}),
    ("grid columns: 3 gap: 4, 6 pad: 1, 2\n  repeat k: 1..5\n    slot s.{k} size: 10 correction-box: 0",
     {"s.1": (2, 1), "s.3": (30, 1), "s.5": (16, 17)}),
    ("column pad: 1, 2, 3, 4\n  icon a plant size: 6\nrow at: 0, 50\n  icon b plant size: 6", {"a": (4, 1)}),
    ("row at: 50, 50\n  icon a plant size: 6 at: 10, 20 anchor: center\n  icon b plant size: 6",
     {"a": (57, 67), "b": (50, 50)}),
    ("let w: 4 + 2 * 3  sizes: list(6, 8)\nrepeat k: 1..2\n"
     "  icon p.{k} plant size: item(sizes, k) at: if(k > 1, w, 0), max(k * 20 / 2, 15)",
     {"p.1": (0, 15, 6, 6), "p.2": (10, 20, 8, 8)}),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "places"), PLACES, ids=[lines.split()[0] for lines, _ in PLACES])
def test_where_fields_are_placed(lines: str, places: dict[str, tuple[float, ...]]) -> None:
    made = sheet(lines)
    assert {name: rect(made, name)[: len(place)] for name, place in places.items()} == places


def test_correction_boxes_are_below_or_inside_their_slot() -> None:
    slot = sheet("slot a size: 9.5 correction-box: 4.5").field["a"]
    assert slot.correction_box == Rect(BODY.x, BODY.y + 9.5, 9.5, 4.5)
    made = sheet("row gap: 1 align: top\n  slot a size: 9 correction-box: 6, 4.8\n  slot b correction-box: 0")
    assert made.field["a"].correction_box == Rect(BODY.x + 9, BODY.y + 4.2, 6, 4.8)
    assert made.field["b"].correction_box is None
    assert made.field["b"].rect.x == BODY.x + 9 + 6 + 1


def test_a_hexagon_is_regular_unless_its_height_is_given() -> None:
    made = sheet(
        "slot a size: 9 shape: hexagon correction-box: 0\nslot b w: 9 h: 10 shape: hexagon at: 20, 0"
    )
    assert [rect(made, name)[2:] for name in "ab"] == [(9, 10.392), (9, 10)]
    hexagon, tab, low = made.shapes
    assert isinstance(hexagon, Polygon) and isinstance(tab, Polygon) and isinstance(low, Polygon)
    sides = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise(hexagon.points)]
    assert sides == pytest.approx([sides[0]] * 5, abs=0.002)
    # from the ends of the hexagon's sides; the hexagon hides the rest
    assert tab.points[0].y == BODY.y + 7.5


def test_sheets_set_slot_values_and_fields_override_them() -> None:
    made = sheet("""  slots: 3..5, X
slot a
slot b at: 20, 0 accepts: 7
icon c plant at: 40, 0 accepts: circled, crossed
icon d plant at: 60, 0
""")
    accepts = [made.field[name].accepts for name in "abcd"]
    assert accepts == [(3, 4, 5, "X"), (7,), ("circled", "crossed", "circled+crossed"), ("crossed",)]


def test_a_box_has_a_cell_for_each_digit_and_the_minus() -> None:
    made = sheet("box a from: -40 to: 150 cell: 7, 9\nbox b to: 40 at: 0, 20\nbox c from: -5 to: 5 at: 0, 40")
    assert [len(made.field[name].cells) for name in "abc"] == [3, 2, 2]
    assert made.field["a"].accepts == (-40, 150)
    assert made.field["a"].cells[1] == Rect(BODY.x + 7, BODY.y, 7, 9)
    signed = sheet("box a from: -2 to: 99 signed: yes\nbox b from: -2 to: 99 at: 0, 20")
    assert [(len(field.cells), field.accepts) for field in signed.fields[:2]] == [
        (3, (-2, 99)),
        (2, (-2, 99)),
    ]


def test_a_slot_for_greater_numbers_has_digit_cells() -> None:
    made = sheet("slot a from: 1 to: 208 cell: 6, 8\nslot b to: 25 also: X at: 0, 20")
    assert [(field.kind, len(field.cells), field.correction_box) for field in made.fields[:2]] == [
        ("slot", 3, None),
        ("slot", 2, None),
    ]
    assert [field.bounds for field in made.fields[:2]] == [(1, 208), (0, 25)]
    assert made.field["b"].accepts == (0, 25, "X")


def test_optional_name_field_and_mission_values() -> None:
    made = sheet('slot a\nmission A1 letter: A text: "Words." needs: filled(a) > 0')
    assert made.field["player"].rect == NAME_FIELD
    assert (made.mission["A1"].first, made.mission["A1"].later) == (None, None)


def test_repeats_step_together_and_parts_take_content() -> None:
    made = sheet("""
part shelf n label size: 8
  row at: 0, 20 * n
    text {label}
    content
repeat n: 2..1 label: upper, lower
  shelf n label size: 6
    icon plant.{n}.{2 * n} plant size: size
""")
    assert {field.id for field in made.fields} == {"plant.2.4", "plant.1.2", "player"}
    words = [shape.text for shape in made.shapes if isinstance(shape, Text)]
    assert words == ["upper", "lower"]
    assert rect(made, "plant.1.2")[2] == 6


def test_content_of_a_part_inside_a_part() -> None:
    made = sheet("""
part outer a
  column gap: 1
    content
part inner b
  row gap: 1
    content
outer 1
  inner 2
    icon x.{a}.{b} plant
""")
    assert "x.1.2" in made.field


def test_when() -> None:
    made = sheet("repeat k: 1..4\n  when is: k > 1 and not k = 3\n    icon p.{k} plant at: 10 * k, 0")
    assert [field.id for field in made.fields] == ["p.2", "p.4", "player"]


def test_zones_and_groups_collect_their_fields() -> None:
    made = sheet("""
zone beds order: east
  sections: every(section)
  column gap: 3
    repeat n: 1..2
      group section.{n} section number: n slots: every(slot) gifts: every(plant)
        row gap: 3
          slot bed.{n}
          icon gift.{n} plant
group all everything fields: every("gift.*") last: reverse(every(slot))
""")
    assert made.zone["beds"].slots == ("bed.1", "bed.2")
    assert made.zone["beds"].attrs == {"order": "east", "sections": ("section.1", "section.2")}
    assert made.group["section.2"].attrs == {"number": 2, "slots": ("bed.2",), "gifts": ("gift.2",)}
    assert made.group["all"].attrs == {"fields": ("gift.1", "gift.2"), "last": ("bed.2", "bed.1")}


def test_facts_keep_their_types() -> None:
    made = sheet("""
icon a plant
  facts number: 3 half: 2.5 word: east quoted: "two words" truth: yes list: 1, 2 single: list(east)
""")
    assert made.field["a"].attrs == {
        "number": 3, "half": 2.5, "word": "east", "quoted": "two words", "truth": True,
        "list": (1, 2), "single": ("east",),
    }  # fmt: skip


def test_ladders_take_values_from_facts_or_a_list() -> None:
    made = sheet("""
repeat k: 1..3
  icon step.{k} plant at: 10 * k, 0
    facts value: 5 * (k - 1)
ladder up fields: every(plant) last: 15
ladder down fields: reverse(every(plant)) values: 9, 8, 7 last: 0 mark: circled
""")
    assert made.ladder["up"].values == (0, 5, 10)
    assert made.ladder["down"].fields == ("step.3", "step.2", "step.1")
    assert (made.ladder["down"].values, made.ladder["down"].mark) == ((9, 8, 7), "circled")


def test_formulas() -> None:
    made = sheet(
        """
repeat k: 1..2
  icon e.{k} plant at: 10 * k, 0
slot s.1 at: 50, 0
box score.total from: 0 to: 9 at: 0, 20
ladder errors fields: every(plant) values: 0, 5 last: 9
score score.total sign: "=" is: max(0, lowest(errors) - 2 * count(crossed, e.1)) + if(filled(s.1) > 1, 3, -1)
mission A1 letter: A text: "Words." first: 3 later: 2
  needs: count(X, every(plant)) >= 1 and not full(s.1) or e.1 < 3
""".replace("e.1 < 3", "score.total < 3")
    )
    assert made.scores[0].formula == Operation(
        "+",
        (
            Call("max", (
                Number(0),
                Operation("-", (
                    Call("lowest", (Name("errors"),)),
                    Operation("*", (Number(2), Call("count", (Name("crossed"), Name("e.1"))))),
                )),
            )),
            Call("if", (Operation(">", (Call("filled", (Name("s.1"),)), Number(1))), Number(3), Number(-1))),
        ),
    )  # fmt: skip
    assert made.mission["A1"].needs == Operation(
        "or",
        (
            Operation("and", (
                Operation(">=", (Call("count", (Name("X"), Name("e.1"), Name("e.2"))), Number(1))),
                Operation("not", (Call("full", (Name("s.1"),)),)),
            )),
            Operation("<", (Name("score.total"), Number(3))),
        ),
    )  # fmt: skip


def test_drawing() -> None:
    made = sheet("""
style wall stroke: dark width: 0.6
panel at: 10, 10 w: 20 h: 8 fill: pale stroke: none radius: 2
line (0, 0) (10, 0) style: wall dash: 1, 2
outline (0, 0) (4, 0) (2, 3) fill: faint
curve (0, 0) (10, 10) (20, 0)
ellipse w: 4 h: 6 at: 30, 30 anchor: center
picture robot size: 8 at: 50, 50
text "Hi" size: 10 font: bold align: right w: 30 at: 100, 100
""")
    panel, line, triangle, curve, ellipse, picture, words = made.shapes
    assert isinstance(panel, Polygon) and (panel.style.fill, panel.style.stroke, panel.radius) == (
        "pale",
        None,
        2,
    )
    assert isinstance(line, Polygon) and not line.closed
    assert (line.style.stroke, line.style.width, line.style.dash) == ("dark", 0.6, (1, 2))
    assert isinstance(triangle, Polygon) and len(triangle.points) == 3
    assert isinstance(curve, Curve) and len(curve.points) == 7
    assert isinstance(ellipse, Ellipse) and ellipse.rect == Rect(BODY.x + 28, BODY.y + 27, 4, 6)
    assert isinstance(picture, Icon) and picture.name == "robot"
    assert isinstance(words, Text) and words.at.x == BODY.x + 130 and words.align == "right"


def test_words_with_a_width_are_wrapped() -> None:
    made = sheet(
        'column gap: 2\n  text "one two three four" size: 10 w: 20 align: center\n  icon a plant size: 6'
    )
    (text,) = (shape for shape in made.shapes if isinstance(shape, Text))
    assert (text.text, text.words) == ("one two\nthree four", "one two three four")
    assert text.at.x == BODY.x + 10
    line = 1.2 * 10 * 25.4 / 72
    assert rect(made, "a")[1] == pytest.approx(2 * line + 2, abs=0.01)


def test_links_join_the_edges_of_their_fields() -> None:
    made = sheet("""
slot a size: 10 correction-box: 0 at: 10, 10
slot b size: 10 correction-box: 0 at: 30, 10
link l between: a, b inset: 1
link c between: a, b across: 6
link free from: (50, 5) to: (60, 5)
""")
    x, y = BODY.x, BODY.y
    assert made.field["l"].line == (Point(x + 21, y + 15), Point(x + 29, y + 15))
    assert made.field["c"].line == (Point(x + 25, y + 12), Point(x + 25, y + 18))
    assert made.field["free"].line == (Point(x + 50, y + 5), Point(x + 60, y + 5))


def test_the_fingerprint_depends_on_the_layout() -> None:
    text = "slot a at: {}, 0"
    assert sheet(text.format(10)).fingerprint == sheet(text.format(10)).fingerprint
    assert sheet(text.format(10)).fingerprint != sheet(text.format(10.1)).fingerprint


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_line_ends_and_comments_do_not_matter(ends: str) -> None:
    text = "# first\nrow gap: 1 # here\n\n  # there\n  slot a\n  slot b\n"
    assert sheet(text.replace("\n", ends)).fingerprint == sheet("row gap: 1\n  slot a; slot b").fingerprint


def test_a_line_that_ends_with_a_comma_continues() -> None:
    made = sheet("repeat k: 1,  # one\n 2,\n\n        max(3,\n2)\n  slot a.{k} at: 10 * k, 0")
    assert [field.id for field in made.fields] == ["a.1", "a.2", "a.3", "player"]

"""The examples of the gallery, by section: lines of a template and what a player wrote."""

from __future__ import annotations

from fairsheet.sheets.formulas.functions.function import Example, crossed, written
from fairsheet.sheets.formulas.functions.function_registry import FUNCTIONS

FIELDS = (
    Example("slot", "slot", "A place for a number of one or two digits, or an X; below it the tab for a correction.",
            """\
row at: 4, 4 gap: 4
  slot bed.1
  slot bed.2 shape: octagon
  slot bed.3 shape: circle correction-box: 0
  slot bed.4 from: 0 to: 120 also: X
""", written("bed", 7, "X", 12, 104)),
    Example("icon", "icon", "A printed icon to be crossed, circled or filled in; one may bear a value, or be marked "
            "from the start.", """\
row at: 4, 4 gap: 5
  icon bee plant
  icon fish water accepts: circled, crossed
  icon arrow arrow accepts: filled
  icon worth row-value text: 15 w: 12 h: 9
  icon free star printed: crossed
""", {"bee": "crossed", "fish": "circled+crossed", "arrow": "filled"}),
    Example("box", "box", "Digit cells for a number from the least to the greatest; a minus has a cell of its own.",
            """\
row at: 4, 4 gap: 5
  box sheep to: 9
  box points from: -20 to: 150
  box wide to: 99 cell: 7, 10
""", {"sheep": 4, "points": -15, "wide": 38}),
    Example("link", "link", "A faint line between two fields, to be drawn over; with `across` a stroke across it; or "
            "from point to point.", """\
row at: 4, 4 gap: 12
  slot a; slot b; slot c
link road between: a, b
link dam between: b, c across: 6
link path from: (60, 4) to: (75, 14)
""", {"road": "drawn", "dam": "drawn", "path": "drawn"}),
    Example("sign", "sign", "A round place for a circle, a cross or a triangle.", """\
row at: 4, 4 gap: 6
  sign planet.1
  sign planet.2 size: 12
  sign planet.3
""", {"planet.1": "circle", "planet.2": "triangle", "planet.3": "cross"}),
    Example("writing", "writing", "A line for words in block letters.", """\
column at: 4, 4 gap: 3
  text "Name of the crew" size: 9
  writing crew w: 50 h: 9
""", {"crew": "OWLS"}),
    Example("mission-place", "mission, mission-place", "Missions of a letter, of which one is drawn for a game and "
            "printed at its place.", """\
mission-place A at: 4, 4 w: 70 h: 15
icon bee.1 plant size: 9 at: 80, 6
mission A1 letter: A first: 5 later: 2
  text: "Cross the bee."
  needs: count(crossed, bee.1) = 1
""", crossed("bee", 1), missions={"A": "A1"}),
)  # fmt: skip

CONTAINERS = (
    Example("row", "row, column", "A row goes to the right, a column downwards; one stands in the other.", """\
row at: 4, 4 gap: 6 align: center
  icon bee plant
  column gap: 3
    slot bed.1
    slot bed.2
  icon fish water
"""),
    Example("grid", "grid", "From left to right and then down; the gap across, then down.", """\
grid at: 4, 4 columns: 4 gap: 3, 5
  repeat i: 1..8
    slot bed.{i} correction-box: 0
"""),
    Example("panel", "panel", "Leaves its children at their places; with an outline, a filling, and turned for a "
            "player opposite.", """\
panel at: 4, 4 w: 40 h: 22 stroke: dark fill: pale radius: 3
  icon bee plant at: 4, 6
  slot bed at: 22, 4
panel at: 50, 4 w: 30 h: 22 stroke: mid turn: 180
  text "opposite" size: 11 at: 4, 4
"""),
    Example("path", "path", "Spaces its children evenly along a smooth curve; `closed: yes` makes a ring.", """\
path through: (10, 10), (45, 26), (80, 8), (115, 24) stroke: light
  repeat i: 1..7
    slot river.{i} shape: circle correction-box: 0
"""),
    Example("space", "space", "Leaves so many millimetres free in a row, column or grid.", """\
row at: 4, 4 gap: 2
  slot a
  space 20
  slot b
"""),
    Example("at", "at, anchor", "Out of the flow, at a place; the anchor is the point that comes to lie there.",
            """\
panel at: 4, 4 w: 60 h: 24 stroke: light
  icon bee plant at: 30, 12 anchor: center
  icon fish water at: 60, 24 anchor: bottom-right
  icon worm star at: 0, 0
"""),
    Example("page", "page", "Opens a further page; its fields belong to the same record.", """\
slot front at: 10, 10
page 2
  row at: 4, 4 gap: 4
    text "on page 2" size: 12
    slot back
"""),
)  # fmt: skip

REPEATS = (
    Example("repeat", "repeat", "Does what stands under it for every value; several counters step together.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4  name: plant, water, star, seal
    column gap: 2 align: center
      icon {name}.{i} {name}
      text "{i}: {name}" size: 9
"""),
    Example("part", "part, content", "A word of your own, with parameters; `content` is where the lines under it go.",
            """\
part entry words
  row gap: 4 align: center
    text words size: 12 w: 26
    content
column at: 4, 4 gap: 3
  entry "Fish"; entry "Bread"; entry "Wine"
"""),
    Example("part-content", "part with lines under it", "The same part with a box in each of its uses.", """\
part entry words
  row gap: 4 align: center
    text words size: 12 w: 26
    content
entry "Fish"
  box fish to: 9
""", {"fish": 3}),
    Example("let", "let, when", "`let` names a value; `when` keeps its lines only if a condition holds.", """\
let pitch: 14
repeat i: 1..5
  slot bed.{i} at: 4 + pitch * (i - 1), 4
  when is: i > 3
    icon star.{i} star at: 4 + pitch * (i - 1), 22
"""),
    Example("choice", "choice, letters", "A `choice` has a layout for each value; here the first one is drawn.", """\
choice ground: meadow, lake
row at: 4, 4 gap: 4
  repeat each: letters("gate")
    icon {each} star text: each
when is: ground = meadow
  icon bee plant at: 80, 4
"""),
    Example("lists", "length, item, reverse, pad, min, max, if", "What is computed for the layout.", """\
let worth: 2, 4, 7
row at: 4, 4 gap: 4
  repeat i: 1..{length(worth)}  down: reverse(worth)
    icon step.{i} row-value text: {item(worth, i)} w: max(9, 3 * i) h: 9
    text "{i} of {length(worth)}: {pad(down, 2)}" size: min(12, 6 + item(worth, i)) font: if(down > 3, bold, regular)
"""),
)  # fmt: skip

TOGETHER = (
    Example("zone", "zone", "Slots whose numbers ascend; `verify` finds numbers that do not.", """\
zone bed
  row at: 4, 4 gap: 2
    repeat i: 1..5
      slot bed.{i}
""", written("bed", 2, 5, None, 8, "X")),
    Example("split", "zone with split_by", "Every link that is drawn splits the zone: numbers ascend again behind it.",
            """\
zone bed split_by: every(link)
  row at: 4, 4 gap: 6
    repeat i: 1..5
      slot bed.{i} correction-box: 0
  repeat i: 1..4
    link wall.{i} between: bed.{i}, bed.{i + 1} across: 6
""", {**written("bed", 3, 9, 1, 4, 6), "wall.2": "drawn"}),
    Example("group", "group, facts, every", "Fields that belong together; facts are numbers and words for formulas.",
            """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    icon star.{i} star size: 10
      facts value: 3 * i
group stars all fields: every(star)
""", crossed("star", 2, 3)),
    Example("ladder", "ladder, lowest", "Values that are crossed in order; the first one left counts.", """\
row at: 4, 4 gap: 3
  repeat k: 1..4
    icon frost.{k} row-value text: {2 * k} w: 10 h: 8
  box points to: 20
ladder frost fields: every(row-value) values: 2, 4, 6, 8 last: 10
score points is: lowest(frost)
""", crossed("frost", 1, 2)),
    Example("check", "check", "What every honest sheet meets; where it does not, `verify` tells its text.", """\
icon gate seal size: 10 at: 4, 4
box carts to: 9 at: 24, 4
check open-gate
  needs: count(crossed, gate) = 0 or carts >= 3
  text: "The gate takes three carts."
""", {"gate": "crossed", "carts": 4}),
    Example("columns", "Players in columns", "The fact `player` and the number at the end of the id; `ranked` compares "
            "the columns.", """\
repeat t: 1..3
  box hits.{t} to: 99 at: 4 + 26 * (t - 1), 4
    facts player: t
  box score.total.{t} to: 99 at: 4 + 26 * (t - 1), 20
    facts player: t
  score score.total.{t} sign: "=" is: ranked(hits.{t}, 10, 6, 3)
""", {"hits.1": 34, "hits.2": 51, "hits.3": 34, "score.total.1": 6, "score.total.2": 10, "score.total.3": 6}),
    Example("sides", "Two sides", "The fact `side`: far fields are the next seat's, at the other edge.",
            """\
icon fish.1 water at: 4, 20
  facts side: near
panel at: 30, 4 w: 24 h: 14 turn: 180
  icon fish.2 water at: 2, 2
    facts side: far
""", {"fish.1": "crossed", "fish.2": "crossed"}),
)  # fmt: skip


def _formulas() -> tuple[Example, ...]:
    """Those of the functions, and what else concerns formulas."""
    return (
        *(function.example for function in FUNCTIONS.values() if function.example is not None),
        *NAMED_FORMULAS,
    )


NAMED_FORMULAS = (
    Example("formula", "formula", "A name for a formula, where it is long or is needed more than once.", """\
row at: 4, 4 gap: 6
  slot bed.1; slot bed.2; icon hedge plant
  box score.total to: 9
formula plants is: filled(bed.1, bed.2) + count(crossed, hedge)
score score.total sign: "=" is: plants * if(plants = 3, 3, 1)
""", {"bed.1": 2, "bed.2": 5, "hedge": "crossed"}),
    Example("tie-break", "tie-break", "What ranks players of equal totals, first things first.", """\
row at: 4, 4 gap: 6
  box grass to: 9
  box score.total to: 9
score score.total sign: "=" is: min(grass, 5)
tie-break is: grass text: "more grass"
""", {"grass": 7}),
)  # fmt: skip

DRAWING = (
    Example("text", "text", "Sizes in points; `regular`, `bold`, `condensed`, `condensed-bold`; `w` breaks lines.",
            """\
text "Garden" size: 16 font: bold at: 4, 4
text "condensed" size: 11 font: condensed at: 44, 4
text "turned" size: 9 turn: 90 at: 76, 4
text "Words that have a width are broken into lines." size: 9 w: 34 at: 4, 14
text "colour: mid" size: 9 colour: mid at: 50, 14
"""),
    Example("picture", "picture", "An icon that nobody marks; one that bears a value.", """\
row at: 4, 4 gap: 5
  picture plant size: 12
  picture robot size: 12 stroke: mid
  picture row-value text: 6 w: 12 h: 9 stroke: dark
"""),
    Example("lines", "line, outline, curve, ellipse", "Points are measured in whatever they stand in.", """\
line (4, 6) (40, 6) dash: 2, 1
outline (4, 12) (20, 12) (12, 24) fill: faint
curve (24, 24) (34, 10) (44, 24) (54, 12)
ellipse w: 14 h: 9 at: 60, 10
"""),
    Example("style", "style", "A name for how things are drawn.", """\
style fence stroke: mid width: 0.9 dash: 3, 1
line (4, 6) (60, 6) style: fence
panel at: 4, 10 w: 30 h: 12 style: fence
ellipse w: 20 h: 12 at: 40, 10 style: fence fill: pale
"""),
)  # fmt: skip


def sections() -> dict[str, tuple[Example, ...]]:
    """The examples by the titles of their sections."""
    return {
        "Fields": FIELDS,
        "Rows, columns, grids, places": CONTAINERS,
        "Repeats, parts, values": REPEATS,
        "What belongs together": TOGETHER,
        "Formulas": _formulas(),
        "Drawing": DRAWING,
    }

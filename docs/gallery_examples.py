"""The examples of the gallery, by section: lines of a template and what a player wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairsheet.sheets.model.marks import Mark


@dataclass(frozen=True)
class Example:
    """Some lines below the first one of a template, what stands on the sheet of the first seat, and on the others."""

    name: str
    title: str
    says: str
    lines: str
    marks: Mapping[str, Mark] = field(default_factory=dict)
    others: tuple[Mapping[str, Mark], ...] = ()
    missions: Mapping[str, str] = field(default_factory=dict)


def _crossed(name: str, *numbers: int) -> dict[str, Mark]:
    return {f"{name}.{number}": "crossed" for number in numbers}


def _written(name: str, *marks: Mark | None) -> dict[str, Mark]:
    return {f"{name}.{place}": mark for place, mark in enumerate(marks, 1) if mark is not None}


FIELDS = (
    Example("slot", "slot", "A place for a number of one or two digits, or an X; below it the tab for a correction.",
            """\
row at: 4, 4 gap: 4
  slot bed.1
  slot bed.2 shape: octagon
  slot bed.3 shape: circle correction-box: 0
  slot bed.4 from: 0 to: 120 also: X
""", _written("bed", 7, "X", 12, 104)),
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
""", _crossed("bee", 1), missions={"A": "A1"}),
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
""", _written("bed", 2, 5, None, 8, "X")),
    Example("split", "zone with split_by", "Every link that is drawn splits the zone: numbers ascend anew behind it.",
            """\
zone bed split_by: every(link)
  row at: 4, 4 gap: 6
    repeat i: 1..5
      slot bed.{i} correction-box: 0
  repeat i: 1..4
    link wall.{i} between: bed.{i}, bed.{i + 1} across: 6
""", {**_written("bed", 3, 9, 1, 4, 6), "wall.2": "drawn"}),
    Example("group", "group, facts, every", "Fields that belong together; facts are numbers and words for formulas.",
            """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    icon star.{i} star size: 10
      facts value: 3 * i
group stars all fields: every(star)
""", _crossed("star", 2, 3)),
    Example("ladder", "ladder, lowest", "Values that are crossed in order; the first one left counts.", """\
row at: 4, 4 gap: 3
  repeat k: 1..4
    icon frost.{k} row-value text: {2 * k} w: 10 h: 8
  box points to: 20
ladder frost fields: every(row-value) values: 2, 4, 6, 8 last: 10
score points is: lowest(frost)
""", _crossed("frost", 1, 2)),
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

FORMULAS = (
    Example("count", "count, if", "How many fields bear a mark; one number if so, else another.", """\
row at: 4, 4 gap: 3
  repeat i: 1..4
    icon star.{i} star size: 9
  box points to: 30
score points is: 5 * count(crossed, every(star)) + if(count(crossed, star.4) = 1, 10, 0)
""", _crossed("star", 1, 4)),
    Example("filled", "filled, full", "How many slots bear a number or an X, and whether all of them do.", """\
zone bed
  row at: 4, 4 gap: 2
    repeat i: 1..4
      slot bed.{i} correction-box: 0
box points to: 30 at: 60, 4
score points is: 3 * filled(bed) + 9 * full(bed)
""", _written("bed", 2, 5, "X", 9)),
    Example("open", "open", "How many are circled and not crossed: won and not yet spent.", """\
row at: 4, 4 gap: 5
  repeat i: 1..4
    icon star.{i} star accepts: circled, crossed
  box points to: 9
score points is: open(every(star))
""", {"star.1": "circled", "star.2": "circled+crossed", "star.3": "circled"}),
    Example("value", "value, inked", "The numbers written, added up; how many fields bear any mark.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box cart.{i} to: 9
  box points to: 99
score points is: value(every("cart.*")) + 2 * inked(every("cart.*"))
""", _written("cart", 4, None, 9)),
    Example("worth", "worth", "The facts `value` of the fields that bear the mark, added up.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    icon star.{i} row-value text: {i * i} w: 11 h: 9
      facts value: i * i
  box points to: 40
score points is: worth(crossed, every(row-value))
""", _crossed("star", 2, 4)),
    Example("streak", "streak", "The longest run of fields that bear the mark.", """\
row at: 4, 4 gap: 3
  repeat i: 1..7
    icon star.{i} star size: 9
  box points to: 9
score points is: streak(crossed, every(star))
""", _crossed("star", 1, 3, 4, 5, 7)),
    Example("having", "having", "How many of the groups have just so many fields with the mark.", """\
grid columns: 3 gap: 4 at: 4, 4
  repeat i: 1..6
    icon star.{i} star size: 9
group top row fields: star.1, star.2, star.3
group low row fields: star.4, star.5, star.6
box points to: 20 at: 52, 8; score points is: 10 * having(crossed, 3, top, low)
""", _crossed("star", 1, 2, 3, 5)),
    Example("same", "same", "How many of the further fields bear the same mark as the first one.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    sign moon.{i}
  box points to: 9
score points is: 2 * same(moon.1, moon.2, moon.3, moon.4)
""", {"moon.1": "circle", "moon.2": "circle", "moon.3": "cross", "moon.4": "circle"}),
    Example("complete", "complete, longest", "Full segments of a zone that links split, and the slots of the longest.",
            """\
zone bed split_by: every(link)
  row at: 4, 4 gap: 5
    repeat i: 1..4
      slot bed.{i} correction-box: 0
link wall between: bed.1, bed.2 across: 6; box points to: 40 at: 68, 4
score points is: 5 * complete(bed) + longest(bed)
""", {**_written("bed", 3, 1, 4, 6), "wall": "drawn"}),
    Example("points", "points", "Points for 0, 1, 2 and so on; the last also for more.", """\
row at: 4, 4 gap: 3
  repeat i: 1..5
    icon star.{i} star size: 9
  box score.stars to: 20
score score.stars is: points(count(crossed, every(star)), 0, 1, 3, 6, 10)
""", _crossed("star", 1, 2, 3)),
    Example("lookup", "lookup", "The points behind just this number.", """\
row at: 4, 4 gap: 6
  box dice to: 3
  box score.dice to: 50
score score.dice is: lookup(dice, 0, 0, 1, 5, 2, 15, 3, 50)
""", {"dice": 2}),
    Example("thresholds", "thresholds", "The points behind the last number that is reached, none before the first.",
            """\
row at: 4, 4 gap: 6
  box sum to: 105
  box score.bonus to: 50
score score.bonus is: thresholds(sum, 63, 35, 90, 50)
""", {"sum": 71}),
    Example("product", "product, quotient", "Numbers multiplied; a number divided, rounded down.", """\
row at: 4, 4 gap: 5
  box fields.1 to: 9; box fields.2 to: 9
  box score.area to: 81
  box score.half to: 40
score score.area is: product(every("fields.*"))
score score.half is: quotient(score.area, 2)
""", _written("fields", 3, 5)),
    Example("best", "best, min, max", "The so many greatest of the numbers, added up; the least and the greatest.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box game.{i} to: 99
  box score.best to: 198
score score.best is: max(50, best(2, every("game.*")))
""", _written("game", 34, 61, 12, 55)),
    Example("orders", "ascending, descending, different", "Conditions: among sums each counts 1 if it holds.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box day.{i} to: 9
  box points to: 9
score points is: 5 * ascending(every("day.*")) + different(every("day.*"))
check not-down level: note needs: not descending(every("day.*")) text: "It went down."
""", _written("day", 2, 3, 5, 9)),
    Example("in-order", "in-order", "Whether no field bears the mark after one without it.", """\
row at: 4, 4 gap: 3
  repeat i: 1..5
    icon step.{i} arrow size: 9
check steps
  needs: in-order(crossed, every("step.*"))
  text: "Steps are crossed from the left."
""", _crossed("step", 1, 2, 3)),
    Example("times", "times, below, last", "How many bear this number, how many a lesser one; the last with ink.", """\
row at: 4, 4 gap: 4
  repeat i: 1..4
    box day.{i} to: 9
  box sixes to: 9; box small to: 9; box latest to: 9
score sixes is: times(6, every("day.*"))
score small is: below(5, every("day.*"))
score latest is: last(every("day.*"))
""", _written("day", 6, 2, 6)),
    Example("table", "table, entry, listed", "Numbers of cards or tiles that are not on the sheet.", """\
table tiles keys: 12, 24, 30 values: 1, 2, 5
row at: 4, 4 gap: 4
  box tile.1 to: 99; box tile.2 to: 99; box score.tiles to: 20; box known to: 9
score score.tiles is: entry(tiles, tile.1, 0) + entry(tiles, tile.2, 0)
score known is: listed(tiles, every("tile.*"))
""", _written("tile", 30, 7)),
    Example("matching", "matching", "Numbers of the second list where the first one bears this number.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box animal.{i} to: 99; box weight.{i} to: 9
group animals row fields: every("animal.*")
group weights row fields: every("weight.*")
box points to: 27 at: 116, 4; score points is: matching(24, animals, weights)
""", {**_written("animal", 24, 12, 24), **_written("weight", 3, 5, 4)}),
    Example("up-to", "up-to", "Numbers of the second list where the first one bears this number or a smaller one.", """\
row at: 4, 4 gap: 4
  repeat i: 1..3
    box round.{i} to: 9; box egg.{i} to: 9
group rounds row fields: every("round.*")
group eggs row fields: every("egg.*")
box points to: 27 at: 88, 4; score points is: up-to(5, rounds, eggs)
""", {**_written("round", 2, 5, 6), **_written("egg", 3, 1, 4)}),
    Example("only-first", "only-first", "How many lines bear ink in their first field alone.", """\
repeat i: 1..3
  row at: 4, 4 + 14 * (i - 1) gap: 4
    box card.{i} to: 99; box points.{i} to: 9
  group line.{i} line fields: card.{i}, points.{i}
check points level: warn needs: only-first(every(line)) = 0 text: "A card has no points."
""", {"card.1": 24, "points.1": 3, "card.2": 12}),
    Example("blank-beside", "blank-beside", "How many numbers of a table have nothing beside them.", """\
table counting keys: 12, 24
repeat i: 1..3
  row at: 4, 4 + 14 * (i - 1) gap: 4
    box card.{i} to: 99; box sheep.{i} to: 9
group cards row fields: every("card.*"); group sheep row fields: every("sheep.*")
check blank level: warn needs: blank-beside(counting, cards, sheep) = 0 text: "A card has no sheep."
""", {"card.1": 24, "sheep.1": 3, "card.2": 12, "card.3": 7}),
    Example("written", "written, correct", "Numbers as written, also where computed; whether they are right.",
            """\
row at: 4, 4 gap: 4
  box sheep to: 9; box score.sheep to: 18; box copy to: 18
score score.sheep is: 2 * sheep
score copy is: written(score.sheep)
check sums level: warn needs: correct(score.sheep) text: "A sum is wrong."
""", {"sheep": 4, "score.sheep": 8}),
    Example("ranked", "ranked", "Points for the place at the table, here of three players, by a number.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked(hits, 9, 5, 2)
""", {"hits": 40}, ({"hits": 55}, {"hits": 12})),
    Example("ranked-skipping", "ranked-skipping", "The same: with two players first, nobody is second.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked-skipping(hits, 9, 5, 2)
""", {"hits": 40}, ({"hits": 55}, {"hits": 55})),
    Example("ranked-dividing", "ranked-dividing", "The same: players who tie divide the points of their places.", """\
row at: 4, 4 gap: 6
  box hits to: 99
  box score.place to: 9
score score.place is: ranked-dividing(hits, 9, 4, 2)
""", {"hits": 55}, ({"hits": 55}, {"hits": 12})),
    Example("with-next", "with-next", "A number of this sheet, and another one of the next seat's.", """\
row at: 4, 4 gap: 6
  box left to: 9; box right to: 9
  box score.total to: 18
score score.total sign: "=" is: with-next(right, left)
""", {"left": 3, "right": 4}, ({"left": 5, "right": 1},)),
    Example("draw-place", "draw-place, drawn", "What the seed of a recorded game draws is printed at its place; what "
            "it leaves out is not printed.", """\
draw-place oceans at: 4, 2 w: 60 h: 8 # the game says what stands here
panel at: 4, 12 drawn: oceans, money-4
  icon ocean drop size: 9
box points to: 3 at: 30, 12
score points is: 2 * drawn(oceans, money-4) + count(crossed, ocean)
""", {"ocean": "crossed"}),
    Example("option", "option, chosen", "What the table chooses: `print --option mode=together`, told by the label.",
            """\
option mode values: apart, together
row at: 4, 4 gap: 6
  box sheep to: 9
  box score.sheep to: 27
score score.sheep is: if(chosen(mode, together), 3, 1) * sheep
""", {"sheep": 4}),
    Example("passed", "passed, furthest", "The last value on the way to a circle, crosses left aside.", """\
row at: 4, 4 gap: 4
  repeat k: 1..6
    icon step.{k} seal accepts: circled, crossed
      facts value: k * k
box score.way to: 99 at: 4, 22; box score.end to: 36 at: 40, 22
score score.way is: min(99, passed(circled, crossed, every("step.*")))
score score.end is: furthest(circled, crossed, every("step.*"))
""", {"step.3": "crossed", "step.4": "circled"}),
    Example("before", "before", "How many fields come before those that are circled, group by group.", """\
repeat r: 1..2
  row at: 4, 12 * r - 8 gap: 4
    group way.{r} way fields: every(star)
      repeat k: 0..5
        icon star.{r}-{k} star accepts: circled
box score.far to: 30 at: 80, 4; score score.far is: before(circled, way.1, way.2)
""", {"star.1-3": "circled", "star.2-5": "circled"}),
    Example("reached", "reached", "How many coins lie on the way to a circle.", """\
row at: 4, 4 gap: 4
  group way way fields: every("step.*")
    repeat k: 1..6
      icon step.{k} seal accepts: circled
        facts gives: if(k = 2 or k = 3 or k = 6, coin, nothing)
box score.coins to: 20 at: 4, 22; score score.coins is: reached(circled, gives, coin, way)
""", {"step.4": "circled"}),
    Example("without", "without", "How many fields are not crossed.", """\
row at: 4, 4 gap: 4
  repeat k: 1..6
    icon step.{k} seal
box score.open to: 6 at: 4, 22; score score.open is: without(crossed, every("step.*"))
""", {"step.3": "crossed", "step.4": "crossed"}),
    Example("untouched", "untouched", "What the groups without ink are worth.", """\
repeat r: 1..3
  row at: 4, 12 * r - 8 gap: 4
    group line.{r} line value: r fields: every(star)
      repeat k: 1..5
        icon star.{r}-{k} star
box score.lines to: 6 at: 80, 4; score score.lines is: untouched(line.1, line.2, line.3)
""", {"star.2-3": "crossed"}),
    Example("number-chosen", "number-chosen", "A number that the table chooses: `print --option wolves=2`.", """\
option wolves values: 0, 1, 2, 3
row at: 4, 4 gap: 6
  box sheep to: 9
  box score.sheep to: 9
score score.sheep is: max(0, sheep - number-chosen(wolves))
""", {"sheep": 4}),
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

SECTIONS: dict[str, tuple[Example, ...]] = {
    "Fields": FIELDS,
    "Rows, columns, grids, places": CONTAINERS,
    "Repeats, parts, values": REPEATS,
    "What belongs together": TOGETHER,
    "Formulas": FORMULAS,
    "Drawing": DRAWING,
}

"""The words of the layout language, with their arguments and properties, in one table."""

from __future__ import annotations

from dataclasses import dataclass, field

PLACE = ("at", "anchor")
STYLE = ("fill", "stroke", "width", "dash", "style")
FRAME = (*STYLE, "radius")
SIZE = ("w", "h", "size")
FLOW = ("gap", "pad", "align", "justify", "turn", "drawn", *PLACE, *SIZE, *FRAME)
FIELD = ("accepts", "printed", *PLACE, *SIZE, *FRAME)


@dataclass(frozen=True)
class Word:
    """The least and greatest number of a word's arguments, its properties, and whether lines may be under it."""

    arguments: tuple[int, int | None]
    keys: tuple[str, ...] = ()
    block: bool = False
    free: bool = False  # any further property is a fact that the rules read
    shape: str = field(default="")  # an example for messages


WORDS: dict[str, Word] = {
    # the sheet and its facts
    "sheet": Word((2, 2), ("slots", "paper"), block=True, free=True, shape='sheet launch "Launch"'),
    "page": Word((1, 1), (), block=True, shape="page 2"),
    "style": Word((1, 1), ("stroke", "fill", "width", "dash"), shape="style wall stroke: dark width: 0.6"),
    "icon-shape": Word((2, 2), ("view-box", "paint", "weight"), shape='icon-shape leaf "M 50 5 L 90 95 L 10 95 Z"'),
    "choice": Word((0, 0), (), free=True, shape="choice planet: gaia, petra"),
    "include": Word((1, 1), (), shape="include cluster"),
    "let": Word((0, 0), (), free=True, shape="let pitch: 9.5"),
    "part": Word((1, None), (), block=True, free=True, shape="part floor n action"),
    "content": Word((0, 0), shape="content"),
    "repeat": Word((0, 0), (), block=True, free=True, shape="repeat k: 1..8"),
    "when": Word((0, 0), ("is",), block=True, shape="when is: n > 1"),
    "zone": Word((1, 1), ("slots",), block=True, free=True, shape="zone floor-1 action: wild"),
    "group": Word((2, 2), (), block=True, free=True, shape="group section.1-1 section slots: every(slot)"),
    "ladder": Word((1, 1), ("fields", "values", "last", "mark"), shape="ladder errors fields: every(error) last: 15"),
    "mark": Word((1, 1), ("text",), shape='mark crossed text: "harvested"'),
    "mission": Word((1, 1), ("letter", "text", "needs", "first", "later"), block=True,
                    shape='mission A1 letter: A text: "…" needs: full(floor-1) first: 3 later: 2'),
    "score": Word((1, 1), ("sign", "is", "label"),
                  shape='score score.total sign: "=" is: lowest(altitude) - score.errors'),
    "formula": Word((1, 1), ("is",), shape="formula plants is: filled(bed) + filled(hedge)"),
    "check": Word((1, 1), ("needs", "text", "level", "scope"), block=True,
                  shape='check lock needs: count(crossed, lock) = 0 or full(row) text: "…"'),
    "table": Word((1, 1), ("keys", "values"), shape="table animals keys: 12, 24, 30 values: 1, 2, 1"),
    "tie-break": Word((0, 0), ("is", "needs", "text"), shape='tie-break is: count(crossed, star) text: "more stars"'),
    "option": Word((1, 1), ("values", "needed-by", "needs", "text"), shape="option mode values: together, apart"),
    "turns": Word((1, 1), ("moves", "ends"), shape="turns 24"),
    "draw": Word((1, 1), ("values", "cards"), shape="draw die values: 1..6"),
    "move": Word((1, 1), ("places", "mark", "number", "match", "needs", "otherwise"),
                 shape="move write places: every(slot) number: die"),
    "facts": Word((0, 0), (), free=True, shape="facts section: section.1-1 rockets: 4"),
    # containers
    "panel": Word((0, 0), FLOW, block=True, shape="panel w: 40 h: 20"),
    "row": Word((0, 0), FLOW, block=True, shape="row gap: 2"),
    "column": Word((0, 0), FLOW, block=True, shape="column gap: 2"),
    "grid": Word((0, 0), (*FLOW, "columns"), block=True, shape="grid columns: 6 gap: 3"),
    "path": Word((0, 0), (*FLOW, "through", "closed"), block=True, shape="path through: (0, 0), (20, 10), (40, 0)"),
    "space": Word((1, 1), (), shape="space 5"),
    # fields
    "slot": Word((1, 1), (*FIELD, "shape", "correction-box", "from", "to", "also", "cell"), block=True,
                 shape="slot floor-1.1"),
    "icon": Word((2, 2), (*FIELD, "shows", "text"), block=True, shape="icon rockets.1-1 rockets"),
    "link": Word((1, 1), ("accepts", "printed", "between", "across", "inset", "symbol", "from", "to",
                          "stroke", "width", "dash", "style"),
                 block=True, shape="link cut.1 between: trajectory.1, trajectory.2"),
    "box": Word((1, 1), ("from", "to", "signed", "cell", "printed", *PLACE, *FRAME), block=True,
                shape="box score.total from: -40 to: 150"),
    "sign": Word((1, 1), (*FIELD, "symbol"), block=True, shape="sign planet.1 size: 10"),
    "writing": Word((1, 1), FIELD, block=True, shape="writing crew w: 40 h: 8"),
    "mission-place": Word((1, 1), (*PLACE, *SIZE), shape="mission-place A w: 60 h: 14"),
    "draw-place": Word((1, 1), (*PLACE, *SIZE), shape="draw-place map w: 120 h: 100"),
    # plain drawing
    "text": Word((1, 1), ("size", "font", "colour", "align", "turn", "w", *PLACE), shape='text "Total" size: 9'),
    "picture": Word((1, 1), ("text", "turn", *PLACE, *SIZE, *STYLE), shape="picture robot size: 8"),
    "image": Word((1, 1), ("w", "h", *PLACE, "stroke", "width"), shape='image "map.png" w: 60'),
    "line": Word((2, None), STYLE, shape="line (0, 0) (10, 0)"),
    "outline": Word((3, None), ("radius", *STYLE), shape="outline (0, 0) (10, 0) (5, 8)"),
    "curve": Word((2, None), ("closed", *STYLE), shape="curve (0, 0) (10, 5) (20, 0)"),
    "ellipse": Word((0, 0), (*PLACE, *SIZE, *STYLE), shape="ellipse size: 8"),
}  # fmt: skip

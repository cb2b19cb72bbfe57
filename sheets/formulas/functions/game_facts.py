"""Names and functions for facts of the game itself: numbers, the table's choices, and what a seed drew.

These facts are entries in the mapping of marks: the names below, `option.mode` for an option `mode`, `mission.A1` for
a dealt mission, and `drawn.place.component`. Without entries the numbers are 0 and nothing is chosen, dealt or drawn.
"""

from __future__ import annotations

from fairsheet.sheets.formulas.functions.function import Arguments, Bounds, Example, Formula, Function

GAME_NUMBERS = {
    "game.players": "the number of players",
    "game.sheets": "the number of their sheets of this kind that are available",
    "game.seat": "the seat whose sheet it is, 0 if it belongs to no seat",
    "game.solo": "the level of the one-player game, 0 in other games",
    "game.seeded": "1 if a seed drew the set-up of the game, otherwise 0",
}
MOST_OF_GAME = 15  # players, seats, levels: what a label can hold


def drawn_name(place: str, component: str) -> str:
    """Return the name under which marks record that the seed put a component at a place."""
    return f"drawn.{place}.{component}"


def _chosen(args: Arguments[Formula]) -> Formula:
    option, value = f"option.{args.name(0)}", args.name(1)
    return lambda marks: marks.get(option) == value


def _dealt(args: Arguments[Formula]) -> Formula:
    mission = f"mission.{args.name(0)}"
    return lambda marks: mission in marks


def _drawn(args: Arguments[Formula]) -> Formula:
    drawn = drawn_name(args.name(0), args.name(1))
    return lambda marks: drawn in marks


def _number_chosen(args: Arguments[Formula]) -> Formula:
    chosen = [f"option.{name}" for name in _options(args)]
    return lambda marks: sum(int(value) for option in chosen if (value := str(marks.get(option))).isdecimal())


def _number_bounds(args: Arguments[Bounds]) -> Bounds:
    values = (args.sheet.option[name].values for name in _options(args))
    return 0, sum(max((0, *(int(each) for each in of if each.isdecimal()))) for of in values)


def _options(args: Arguments[Formula] | Arguments[Bounds]) -> list[str]:
    return [args.name(place) for place in range(len(args.call.arguments))]


GAME_FACTS = (
    Function(
        "chosen(mode, together)", ("option", "word"), "whether the table chose this value of an `option`",
        is_condition=True, repeats=False, value=_chosen,
        example=Example("An option that the table chooses: `print --option mode=together`. The label records it.", """\
option mode values: apart, together
row at: 4, 4 gap: 6
  box sheep to: 9
  box score.sheep to: 27
score score.sheep is: if(chosen(mode, together), 3, 1) * sheep
""", {"sheep": 4}, title="option, chosen"),
    ),
    Function(
        "dealt(A1)", ("mission",), "whether this mission was dealt",
        is_condition=True, repeats=False, value=_dealt,
        example=Example("Points for the missions that were dealt.", """\
row at: 4, 4 gap: 6
  box bees to: 9; box score.missions to: 8
mission-place A at: 4, 16 w: 60 h: 12
mission A1 letter: A text: "Three bees." needs: bees >= 3
mission A2 letter: A text: "No bees." needs: bees = 0
score score.missions is: 5 * (dealt(A1) and bees >= 3) + 3 * (dealt(A2) and bees = 0)
""", {"bees": 4}, missions={"A": "A1"}),
    ),
    Function(
        "drawn(artifacts, cube)", ("word", "word"),
        "whether the seed put this component at that place when the game was set up",
        is_condition=True, repeats=False, value=_drawn,
        example=Example(
            "Components that the seed of a recorded game draws are printed at their place; others are not.", """\
draw-place oceans at: 4, 2 w: 60 h: 8 # the game says what stands here
panel at: 4, 12 drawn: oceans, money-4
  icon ocean drop size: 9
box points to: 3 at: 30, 12
score points is: 2 * drawn(oceans, money-4) + count(crossed, ocean)
""", {"ocean": "crossed"}, title="draw-place, drawn"),
    ),
    Function(
        "number-chosen(cards.red, cards.blue)", ("option",),
        "the numbers that the table chose for the `option`s, added up; 0 if it chose none",
        value=_number_chosen, bounds=_number_bounds,
        example=Example("A number that the table chooses: `print --option wolves=2`.", """\
option wolves values: 0, 1, 2, 3
row at: 4, 4 gap: 6
  box sheep to: 9
  box score.sheep to: 9
score score.sheep is: max(0, sheep - number-chosen(wolves))
""", {"sheep": 4}),
    ),
)  # fmt: skip

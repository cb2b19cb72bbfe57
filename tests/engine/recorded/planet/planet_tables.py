"""Tables of Planet Unknown by hand: the worked example among three, two players, one alone, with all boxes
filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fairsheet.engine.recorded.planet._draw import drawn_of
from fairsheet.engine.recorded.planet.box.components import Tile
from fairsheet.engine.recorded.planet.box.printed import tile_cards
from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark

Marks = dict[str, Mark]
TRACKS = ("civ", "water", "biomass", "rover", "tech")
EXAMPLE_EMPTY = ("r01c06", "r01c07", "r02c09", "r06c12", "r07c12", "r11c04", "r12c06", "r12c07")
EXAMPLE_CARDS = ("r1-points-2", "r2-three-trackers", "r3-meteorite-set")
SEED = "coral-otter-42"


def record(
    game: Table,
    seat: int,
    chosen: str,
    heights: Sequence[int] = (2, 5, 5, 5, 5),
    *,
    empty: Iterable[str] = (),
    meteorites: Iterable[str] = (),
    cards: Iterable[str] = (),
    pods: int = 0,
    turns: int = 22,
    cause: str = "no-room",
    further: Mapping[str, Mark] | None = None,
) -> Record:
    """Return a player's sheet without its boxes; the heights are those of civ, water, biomass, rover and tech."""
    corporation = chosen.split("/")[1]
    marks: Marks = {f"cell.{cell}": "crossed" for cell in empty}
    marks |= {f"cell.{cell}": "circled" for cell in meteorites}
    for track, at in zip(TRACKS, heights, strict=True):
        marks[space(corporation, track, at)] = "circled"
    marks |= {f"civ-card.{card}": "crossed" for card in cards}
    marks |= {f"lifepod.{k}": "crossed" for k in range(1, pods + 1)}
    marks |= {"end.turns": turns, f"end.cause-{cause}": "crossed", **(further or {})}
    return Record.on(load_sheet(f"planet-record/{chosen}"), game, seat, marks)


def space(corporation: str, track: str, at: int) -> str:
    """Return the field of a space of a track."""
    if corporation == "oasis" and track == "water":
        return f"track-water.p{at:02d}"
    if corporation == "wormhole" and track == "biomass":
        return f"track-biomass.s{at}"
    return f"track-{track}.h{at:02d}"


def missions(**values: tuple[int, int]) -> Marks:
    """Return cards with neighbours and their values: `left=(7, 21)`, `pair_1=(4, 3)`."""
    marks: Marks = {}
    for side, (card, value) in values.items():
        name = side.replace("_", "-")
        marks[f"mission-card.{name}"] = card
        marks[f"mission-pair.value-{name[-1]}" if "pair" in name else f"mission-{name}.value"] = value
    return marks


def filled(records: Sequence[Record]) -> list[Record]:
    """Return the table with its boxes."""
    return fill_boxes(table_sheets(records))


def three(
    first: str = "ksb-4156/universal-coalition", seed: str | None = None, **options: str
) -> list[Record]:
    """Return three players; the first has the marks of the worked example."""
    game = Table(seed, 3, options=options) if options else Table(seed, 3)
    example = first == "ksb-4156/universal-coalition"
    one = record(
        game,
        1,
        first,
        (10, 13, 9, 12, 10) if example else (2, 5, 5, 5, 5),
        empty=EXAMPLE_EMPTY if example else (),
        meteorites=("r05c06", "r08c03") if example else (),
        cards=EXAMPLE_CARDS if example else (),
        pods=4 if example else 2,
        further={
            **({"meteorite.collected": 7, "patch.placed": 3} if example else {}),
            **missions(left=(7, 21), right=(4, 3)),
        },
    )
    two = record(game, 2, "gaia/horizon", pods=6, further=missions(right=(7, 18), left=(12, 2)))
    other = record(
        game, 3, "kerberos/oasis", (2, 7, 5, 5, 5), pods=1, further=missions(right=(12, 4), left=(4, 3))
    )
    return filled([one, two, other])


def two(seed: str | None = None) -> list[Record]:
    """Return two players, who list their three cards in different orders."""
    game = Table(seed, 2)
    one = record(
        game, 1, "petra/cosmos", further=missions(pair_1=(1, 4), pair_2=(19, 6), pair_3=(27, 0)), pods=1
    )
    other = record(
        game, 2, "lacuna/flux", further=missions(pair_1=(27, 0), pair_2=(1, 3), pair_3=(19, 5)), pods=1
    )
    return filled([one, other])


def alone(chosen: str = "arashi/republic", seed: str | None = None, **further: Mark) -> list[Record]:
    """Return a one-player game with the events of the rulebook's example, and three personal missions."""
    game = Table(seed, 1, 1, options={"events": {"red": 8, "orange": 3, "green": 9}})
    marks: Marks = {
        "personal.card-1": 1,
        "personal.card-2": 7,
        "personal.card-3": 13,
        "personal.done-1": "circled",
    }
    return filled(
        [
            record(
                game, 1, chosen, (0, 12, 9, 8, 7), turns=20, cause="events-out", further={**marks, **further}
            )
        ]
    )


SIZES = {1: 3, 2: 4, 3: 3, 4: 4, 5: 2, 6: 4}  # cells of the small tiles by depot


def depot_of(seat: int, turn: int, start: int) -> int:
    """Return the depot that faces a seat if the station turns by one each turn."""
    return (start + turn + seat - 2) % 6 + 1


def taken(game: Table, turns: int) -> dict[int, list[Tile]]:
    """Return the seed's small tiles that each seat takes: pair and meteor symbol."""
    drawn = drawn_of(str(game.seed), game)
    stacks = {shape: list(tiles) for shape, tiles in drawn.stacks.items()}
    found: dict[int, list[Tile]] = {seat: [] for seat in range(1, game.players + 1)}
    for turn in range(1, turns + 1):
        for seat, tiles in found.items():
            depot = depot_of(seat, turn, drawn.start_turn + 1)
            tiles.append(stacks[("i3", "t4", "v3", "l4", "i2", "o4")[depot - 1]].pop(0))
    return found


def noted(
    game: Table, turns: int = 18, first: str = "universal-coalition", stacks: str | None = None
) -> list[Record]:
    """Return players who note every turn and take small tiles; the last tile is not placed.
    As many cells are covered as the tiles have, trackers have advanced by the buildings, and every player has a card.
    The station is that of the table's seed, or of another one."""
    station = Table(stacks or game.seed, game.players, game.solo)
    first_deck = [card for card in drawn_of(str(game.seed), game).civ_deck[1] if card not in tile_cards()]
    drawn = drawn_of(str(station.seed), game)
    records = []
    for seat, chosen in ((1, f"k-273/{first}"), (2, "kaaax/flux"), (3, "gaia/flux"))[: game.players]:
        marks: Marks = {"strip.offset": drawn.ring_offset}
        depots = [depot_of(seat, turn, drawn.start_turn + 1) for turn in range(1, turns + 1)]
        for turn, depot in enumerate(depots, 1):
            marks |= {f"turn-{turn:02d}.depot": depot, f"turn-{turn:02d}.inner": "circled"}
        marks[f"turn-{turns:02d}.inner"] = "circled+crossed"
        cells = [
            field.id[5:] for field in load_sheet(f"planet-record/{chosen}").fields if field.id[:5] == "cell."
        ]
        covered = sum(SIZES[depot] for depot in depots[:-1])
        heights = buildings(station, seat, turns)
        if first == "wormhole" and seat == 1:
            heights["biomass"] = 0
        records.append(
            record(
                game,
                seat,
                chosen,
                [heights[track] for track in TRACKS],
                empty=cells[covered:],
                cards=[first_deck[seat - 1]],
                turns=turns,
                further=marks,
            )
        )
    return records


PAIRS = ("civ energy", "energy water", "rover tech", "tech biomass", "water rover", "biomass civ")


def buildings(game: Table, seat: int, turns: int) -> dict[str, int]:
    """Return the buildings of each terrain on the tiles that a seat took."""
    words = " ".join(PAIRS[pair] for pair, _ in taken(game, turns)[seat]).split()
    return {terrain: words.count(terrain) for terrain in (*TRACKS, "energy")}

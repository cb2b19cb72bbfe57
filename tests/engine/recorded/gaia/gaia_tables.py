"""Tables of Gaia Project by hand: the worked example, two players, and one against the Automa."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count

from fairsheet.engine.recorded.gaia._draw import GaiaDraw, drawn_of
from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from tests.engine.by_hand import circled
from tests.engine.recorded.gaia.gaia_scoring import derived_count

Marks = dict[str, Mark]

AREAS = ("terraforming", "navigation", "artificial-intelligence", "gaia-project", "economy", "science")
EXAMPLE = ("fs-asteroids", "fs-distance")  # the final tiles of the worked example
ONLY_WRITTEN = {  # counts that do not follow from other marks, by faction
    "fs-distance": {"hadsch-hallas": 9, "terrans": 0, "ambas": 6},
    "fs-in-federations": {"hadsch-hallas": 7, "terrans": 0, "ambas": 0},
}


def levels(*numbers: int, prefix: str = "") -> Marks:
    return circled(*(f"{prefix}{area}.l{n}" for area, n in zip(AREAS, numbers, strict=True)))


def written(prefix: str, **numbers: int) -> Marks:
    return {f"{prefix}.{name.replace('_', '-')}": number for name, number in numbers.items()}


def anna(advanced: str) -> Marks:
    """Return the player of the worked example; her advanced tile is under economy."""
    return {
        **circled("faction.hadsch-hallas", "built.academy-know", "built.institute", "built.lost-planet"),
        **levels(3, 5, 2, 3, 4, 1),
        **written("built", mines=6, trading=2, labs=1, satellites=9),
        **written("planet", oxide=4, gaia=2, asteroid=3, ice=2),
        **written("federation", ft_vp_12=1, ft_qic=1, ft_ore=1, flipped=2),
        **circled("sector.s01", "sector.s02", "sector.s03", "sector.s04", "deep.s11", "ship.eclipse"),
        **written("former", on_asteroids=2),
        **circled(f"advanced.{advanced}", "tech.st-ore-qic"),
        "tech.st-vp-7": "circled+crossed",
        **written("left", credits=5, ore=2, knowledge=1, qic=1, area_2=5, area_3=3),
        "vp.track": 92,
    }


def bob() -> Marks:
    """Return a player with three asteroids and no academy."""
    return {
        **circled("faction.terrans", "built.institute", "ship.eclipse", "tech.st-credits-4"),
        **levels(1, 0, 2, 3, 0, 4),
        **written("built", mines=5, trading=1, labs=1, satellites=4),
        **written("planet", terra=4, asteroid=3, gaia=1),
        **written("former", on_asteroids=2),
        **circled("sector.s05", "sector.s06", "deep.s12", "deep.s13"),
        **written("left", credits=3, ore=0, knowledge=2, qic=0, area_2=1, area_3=0),
        "vp.track": 70,
    }


def cyril() -> Marks:
    """Return a player with an institute and an academy, 6 apart."""
    return {
        **circled(
            "faction.ambas", "built.institute", "built.academy-action", "tech.st-gaia-3", "tech.st-ore-charge"
        ),
        **levels(2, 1, 0, 1, 3, 0),
        **written("built", mines=4, trading=0, labs=0, satellites=2),
        **written("planet", swamp=4, asteroid=1, ice=1),
        **written("former", on_asteroids=1),
        **circled("sector.s07", "sector.s02"),
        **written("left", credits=0, ore=1, knowledge=0, qic=0, area_2=0, area_3=2),
        "vp.track": 61,
    }


@cache
def seed_with(players: int, wanted: Callable[[GaiaDraw], bool]) -> str:
    """Return a seed with a wanted draw for this number of players."""
    return next(
        seed for k in count() for seed in (f"seed {k}",) if wanted(drawn_of(seed, Table(seed, players)))
    )


def is_example(drawn: GaiaDraw) -> bool:
    return drawn.final_tiles == EXAMPLE


def three(seed: str | None = None, **options: str) -> list[Record]:
    """Return Anna, Bob and Cyril; without a seed they have the final tiles of the worked example."""
    game = Table(seed, 3, options=options) if options else Table(seed, 3)
    drawn = None if seed is None else drawn_of(seed, game)
    advanced = "at-mine-3" if drawn is None else drawn.advanced_tech[AREAS.index("economy")]
    players = {1: anna(advanced), 2: bob(), 3: cyril()}
    return finished(game, players, EXAMPLE if drawn is None else drawn.final_tiles)


def seeded() -> list[Record]:
    """Return the worked example, with a seed that draws its final tiles."""
    return three(seed_with(3, is_example))


def pair(seed: str) -> list[Record]:
    """Return Bob and Cyril alone, and a set-up sheet."""
    game = Table(seed, 2)
    table = finished(game, {1: cyril(), 2: bob()}, drawn_of(seed, game).final_tiles)
    return [*table, Record.on(load_sheet("gaia-setup"), game, NO_SEAT, {"table.signed": "circle"})]


def alone(seed: str | None = "solo", level: int = 4) -> list[Record]:
    """Return Cyril against the Automa."""
    game = Table(seed, 1, level)
    drawn = None if seed is None else drawn_of(seed, game)
    name = ("automalein", "automa", "automaechtig", "ultoma", "alptrauma")[level - 1]
    automa: Marks = {
        **circled(f"level.{name}", "automa-faction.geodens"),
        **circled(*(f"automa-ship.{ship}" for ship in ("rebellion", "tf-mars", "eclipse"))),
        **levels(1, 2, 3, 4, 5, 0, prefix="automa-"),
        "automa-final.count-1": 5,
        "automa-final.count-2": 7,
        "automa-vp.track": 140,
    }
    if drawn is not None:
        gains = (pass_points(tile, number) for number, tile in enumerate(drawn.round_tiles, 1))
        automa |= {
            f"automa-pass.r{number}": gain + (1 if gain and level == 5 else 0)
            for number, gain in enumerate(gains, 1)
        }
    (record,) = finished(game, {1: cyril()}, EXAMPLE if drawn is None else drawn.final_tiles, boxes=False)
    other = Record.on(load_sheet("gaia-automa"), game, NO_SEAT, automa)
    return fill_boxes(table_sheets([record, other]))


PASSED = {
    "rs-step-2": (4, 6), "rs-research-2": (2, 4), "rs-mine-2": (4, 6), "rs-federation-5": (0, 5),
    "rs-trading-4": (3, 6), "rs-gaia-4": (2, 2), "rs-big-5-first": (0, 5), "rs-trading-3": (3, 6), "rs-gaia-3": (2, 2),
    "rs-big-5-second": (0, 5), "rs-new-sector-3": (3, 6), "rs-new-type-3": (4, 6), "rs-lab-4": (4, 8),
}  # fmt: skip


def pass_points(tile: str, number: int) -> int:
    return PASSED[tile][number > 3]


def finished(
    game: Table, players: Mapping[int, Marks], tiles: Sequence[str], *, boxes: bool = True
) -> list[Record]:
    """Return the players' records with the counts of the final tiles, and with all boxes filled in."""
    records = []
    for seat, marks in players.items():
        filled = dict(marks)
        faction = next(field for field in marks if field.startswith("faction.")).removeprefix("faction.")
        for place, tile in enumerate(tiles, 1):
            derived = derived_count(marks, tile)
            filled[f"final-{place}.count"] = ONLY_WRITTEN[tile][faction] if derived is None else derived
        records.append(Record.on(load_sheet("gaia-record"), game, seat, filled))
    return fill_boxes(table_sheets(records)) if boxes else records

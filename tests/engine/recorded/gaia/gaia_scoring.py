"""An independent count of Gaia Project from the rules, without the templates, as a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairsheet.engine.records.record import Record
from fairsheet.sheets.model.marks import Marks

LEVELS = {"l3": 4, "l4": 8, "l5": 12}
TYPES = [
    "terra",
    "oxide",
    "volcanic",
    "desert",
    "swamp",
    "titanium",
    "ice",
    "gaia",
    "asteroid",
    "protoplanet",
]
MARKER = {
    "fs-structures": 11, "fs-in-federations": 10, "fs-types": 6, "fs-gaia": 4, "fs-sectors": 6, "fs-satellites": 8,
    "fs-asteroids": 3, "fs-distance": 8, "fs-deep": 3,
}  # fmt: skip


def number(marks: Marks, field: str) -> int:
    mark = marks.get(field, 0)
    return mark if isinstance(mark, int) else 0


def has(marks: Marks, field: str) -> bool:
    return str(marks.get(field, "")).startswith("circled")


def research(marks: Marks, prefix: str = "") -> int:
    areas = ("terraforming", "navigation", "artificial-intelligence", "gaia-project", "economy", "science")
    return sum(
        points for area in areas for level, points in LEVELS.items() if has(marks, f"{prefix}{area}.{level}")
    )


def resources(marks: Marks) -> int:
    """Burn, exchange and divide token by token, as players do at the table."""
    second, third = number(marks, "left.area-2"), number(marks, "left.area-3")
    stone_in_third = has(marks, "left.brainstone-3")
    if has(marks, "left.brainstone-2") and second:
        second, stone_in_third = second - 1, True
    while second >= 2:
        second, third = second - 2, third + 1
    each = 2 if has(marks, "faction.nevlas") and has(marks, "built.institute") else 1
    credits = number(marks, "left.credits") + each * third + (3 if stone_in_third else 0)
    ore = number(marks, "left.ore") + number(marks, "left.qic")
    return (credits + ore + number(marks, "left.knowledge")) // 3


def derived_count(marks: Marks, tile: str) -> int | None:
    """Return a sheet's count for a final tile, or None if it is only written."""
    asteroid, protoplanet = has(marks, "artifact.ar-asteroid"), has(marks, "artifact.ar-protoplanet")
    lost = has(marks, "built.lost-planet")
    if tile == "fs-structures":
        pieces = sum(number(marks, f"built.{one}") for one in ("mines", "trading", "labs"))
        pieces += sum(has(marks, f"built.{one}") for one in ("academy-know", "academy-action", "institute"))
        return pieces + lost + asteroid + protoplanet
    if tile == "fs-types":
        types = {one for one in TYPES if number(marks, f"planet.{one}")}
        types |= ({"asteroid"} if asteroid else set()) | ({"protoplanet"} if protoplanet else set())
        return len(types) + lost
    if tile == "fs-gaia":
        return number(marks, "planet.gaia")
    if tile == "fs-sectors":
        return sum(field.startswith("sector.") for field in marks)
    if tile == "fs-satellites":
        return number(marks, "built.satellites") + number(marks, "built.stations")
    if tile == "fs-asteroids":
        return number(marks, "planet.asteroid") + asteroid
    if tile == "fs-deep":
        return sum(field.startswith("deep.") for field in marks)
    return None


def tile_points(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the points of a tile by name: from the most down, and ties share the points of their places."""
    left = [18, 12, 6, 0]
    points: dict[str, int] = {}
    for count in sorted(set(counts.values()), reverse=True):
        equal = [name for name in counts if counts[name] == count]
        mine, left = left[: len(equal)], left[len(equal) :]
        points |= {name: sum(mine) // len(equal) if count else 0 for name in equal}
    return points


def totals(records: Sequence[Record], tiles: Sequence[str]) -> dict[str, int]:
    """Return the total of each player and of "automa", for a whole table with these final tiles."""
    sheets = {
        "automa" if record.sheet == "gaia-automa" else f"seat {record.seat}": record.marks
        for record in records
        if record.sheet != "gaia-setup"
    }
    total = {}
    for name, marks in sheets.items():
        if name == "automa":
            total[name] = number(marks, "automa-vp.track") + research(marks, "automa-")
        else:
            total[name] = number(marks, "vp.track") + research(marks) + resources(marks)
    for place, tile in enumerate(tiles, 1):
        counts = {
            name: number(marks, f"automa-final.count-{place}" if name == "automa" else f"final-{place}.count")
            for name, marks in sheets.items()
        }
        if len(counts) < 3:
            counts["marker"] = MARKER[tile]
        for name, points in tile_points(counts).items():
            if name in total:
                total[name] += points
    return total

"""An independent scoring of Planet Unknown from the rules, without the template, as a comparison."""

from __future__ import annotations

from fairsheet.sheets.model.marks import Marks

SIZE = range(1, 13)
USUAL = (1, 1, 1, 2, 2, 3, 3, 2, 2, 1, 1, 1)
ROWS = {
    "oblivion": (3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3),
    "kerberos": (1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 1),
    "lacuna": (1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1),
}
COLUMNS = {
    "oblivion": (3, 2, 2, 1, 1, 1, 1, 1, 1, 2, 2, 3),
    "kerberos": (1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1),
    "lacuna": (1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1),
}
CITIES = ("r01c06", "r03c03", "r03c10", "r06c12", "r07c01", "r10c03", "r10c10", "r12c07")
PETRA = (
    "............", "....e.......", "....ee...e..", ".....e.eee..", ".....e.e....", "..eeee.eee..",
    ".ee..e.e.e..", ".e..eeeeee..", ".eeee..e....", ".......eq...", "........e...", "............",
)  # fmt: skip
PLANETOIDS = (
    ".......nnnn.", ".......nnnn.", "......nnnnnn", "......nnnnnn", "..www..nnnn.", ".wwwwwwnnnn.", "wwwwwww.....",
    "wwwwwww.sss.", "wwwwwwwsssss", "wwwwwwwsssss", ".wwwwwwsssss", "..wwww..sss.",
)  # fmt: skip
MEDALS = {
    "civ": {2: 1, 5: 2, 9: 3, 15: 5},
    "water": {2: 1, 4: 2, 6: 3, 8: 4, 10: 5, 13: 7, 15: 10},
    "biomass": {5: 1, 8: 2, 12: 3, 15: 5},
    "rover": {8: 1, 12: 2, 15: 5},
    "tech": {6: 1, 13: 2, 15: 5},
}
OTHER_MEDALS = {
    ("republic", "civ"): {15: 5},
    ("makeshift", "water"): {2: 1, 4: 2, 7: 3, 11: 4, 15: 5},
    ("makeshift", "rover"): {10: 1, 12: 2, 15: 5},
    ("jump-drive", "tech"): {1: 5, 6: 3, 8: 2, 11: 1},
    ("wormhole", "biomass"): {2: 1, 3: 2, 4: 3, 5: 5},
    ("oasis", "water"): {10: 3, 13: 6, 19: 8, 21: 12, 23: 15},
}
POINT_CARDS = {
    "r1-points-1": 1, "r1-points-2": 2, "r2-points-1": 1, "r2-points-2": 2, "r3-points-2": 2, "r3-points-3": 3,
    "r4-points-2-advance": 2, "r4-points-3-advance": 3, "r4-points-4": 4,
}  # fmt: skip
TRADE = (0, 1, 3, 6, 10)


def parts_of(chosen: str, cells: set[str], marks: Marks) -> dict[str, int]:
    """Return the parts of a sheet except missions with neighbours; `cells` are those of the planet, such as r01c06."""
    planet, corporation = chosen.split("/")
    held = {field.removeprefix("civ-card.") for field in marks if field.startswith("civ-card.")}
    pods = sum(field.startswith("lifepod.") for field in marks)
    sets = sum("meteorite-set" in card for card in held)
    civ = sum(POINT_CARDS.get(card, 0) for card in held) + TRADE[sum("trade-set" in card for card in held)]
    civ += number(marks, "patch.placed") if "r4-patches-score" in held else 0
    civ += pods if "r4-lifepods-double" in held else 0
    return {
        "score.planet": planet_points(planet, cells, marks),
        "score.tracks": track_points(corporation, marks),
        "score.lifepods": pods,
        "score.meteorites": (1 + sets) * (number(marks, "meteorite.collected") // 3),
        "score.civ": civ,
        "score.personal": 5 * sum(field.startswith("personal.done") for field in marks),
    }


def planet_points(planet: str, cells: set[str], marks: Marks) -> int:
    """Return the points of full lines without meteorites, and of the planet's own rules."""
    empty = {cell for cell in cells if "crossed" in str(marks.get(f"cell.{cell}"))}
    hit = {cell for cell in cells if "circled" in str(marks.get(f"cell.{cell}"))}
    filled = {cell for cell in empty if planet == "petra" and at(PETRA, cell) in "eq"}
    spoiled = (empty - filled) | hit
    points = 0
    for k in SIZE:
        if not any(cell[:3] == f"r{k:02d}" for cell in spoiled):
            points += ROWS.get(planet, USUAL)[k - 1]
        if not any(cell[3:] == f"c{k:02d}" for cell in spoiled):
            points += COLUMNS.get(planet, USUAL)[k - 1]
    if planet == "gaia":
        points += 2 * sum(city in empty for city in CITIES)
    if planet == "kerberos":
        points += 2 * sum(not any(at(PLANETOIDS, cell) == each for cell in empty) for each in "nws")
    return points


def at(rows: tuple[str, ...], cell: str) -> str:
    """Return the letter of a map at a cell."""
    return rows[int(cell[1:3]) - 1][int(cell[4:6]) - 1]


def track_points(corporation: str, marks: Marks) -> int:
    """Return the medals of all trackers on their spaces."""
    technology = any("circled" in str(marks.get(f"track-tech.h{at:02d}")) for at in (14, 15))
    points = 0
    for track in MEDALS:
        medals = OTHER_MEDALS.get((corporation, track), MEDALS[track])
        spaces = {
            int(field.split(".")[1][1:]): str(mark)
            for field, mark in marks.items()
            if field.startswith(f"track-{track}.")
        }
        rings = [space for space, mark in spaces.items() if "circled" in mark]
        pods = {space for space, mark in spaces.items() if "crossed" in mark}
        worth = []
        for ring in rings:
            reached = [space for space in medals if space <= ring and space not in pods]
            worth.append(medals[max(reached)] if reached else 0)
        best = corporation == "makeshift" and technology and worth
        points += len(worth) * max(worth) if best else sum(worth)
    return points


def number(marks: Marks, field: str) -> int:
    """Return the number in a field, 0 if it is blank."""
    mark = marks.get(field, 0)
    return mark if isinstance(mark, int) else 0

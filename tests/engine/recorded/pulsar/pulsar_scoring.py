"""An independent final scoring of Pulsar 2849 from the ink of a final sheet, without the template's formulas."""

from __future__ import annotations

from fairsheet.sheets.model.marks import Marks

STATIONS = {2: 2, 3: 4, 4: 6, 5: 9, 6: 12, 7: 16, 8: 20, 9: 25, 10: 30, 11: 36, 12: 42, 13: 50}


def number(marks: Marks, field: str) -> int:
    mark = marks.get(field, 0)
    assert isinstance(mark, int)
    return mark


def parts_of(marks: Marks, players: int) -> dict[str, int]:
    """Return the seven boxes; those of purple technologies and goals are returned as written."""
    rings = {n for n in range(1, 7) if f"claim-{n}.taken" in marks}
    sizes = {field: mark for field, mark in marks.items() if ".size-" in field}
    spinning = {int(field[6]) for field, mark in sizes.items() if mark == "circled+crossed"}
    built = {int(field[6]) for field, mark in sizes.items() if mark == "circled"}
    left_over = sum(number(marks, f"spare.{size}") for size in ("small", "medium", "large"))
    cubes = number(marks, "end.cubes") - number(marks, "end.paid")
    places = [place for place in range(1, 5) if f"rank.place-{place}" in marks]
    worth = {1: 7, 2: 4, 3: 0 if players == 3 else 2, 4: 0}
    count = sum(field.startswith("station.s") for field in marks) + number(marks, "station.extra")
    return {
        "final.purple": number(marks, "final.purple"),
        "final.goals": number(marks, "final.goals"),
        "final.pulsars": len(rings - spinning),
        "final.gyrodynes": len(built) + left_over,
        "final.cubes": cubes // 2,
        "final.initiative": sum(worth[place] for place in places),
        "final.stations": STATIONS.get(min(count, 13), 0) + 3 * max(0, count - 13),
    }


def total_of(marks: Marks, players: int) -> int:
    return number(marks, "score.before") + sum(parts_of(marks, players).values())

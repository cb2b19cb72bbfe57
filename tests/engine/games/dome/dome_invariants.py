"""What every honest sheet of dome has, and every table, beside what holds in all scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.simulation.simulate import Played
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Marks
from tests.engine.tables import inked

SHEET = load_sheet("dome")
STARTS = {1: (6, 7), 2: (4, 5), 3: (3, 4), 4: (5, 6)}
CHAIN = [f"dome.{part}-{side}" for part in range(1, 9) for side in ("left", "right")]
AREAS = ("missions", "harvest", "astronauts", "dome")


def check_sheet(marks: Marks, numbers: Mapping[str, int], crosses: int) -> None:
    for tower, zone in enumerate(SHEET.zones, start=1):
        filled = [floor for floor, slot in enumerate(zone.slots, start=1) if slot in marks]
        assert all(b - a == 1 for a, b in pairwise(filled))
        assert not filled or set(filled) & set(STARTS[tower])
        for place, end in ((1, "bottom"), (len(zone.slots), "top")):
            high, low = (marks.get(f"bonus.{tower}-{end}-{which}") for which in ("high", "low"))
            assert ((high == "circled") + (low == "circled")) == (place in filled)
            assert high in (None, "circled", "crossed") and low in (None, "circled")
            assert low is None or high == "crossed"
    for area in AREAS:
        count = inked(marks, f"{area}-upgrade")
        assert all(f"{area}-upgrade.{k}" in marks for k in range(1, count + 1))
    missing = [place for place, link in enumerate(CHAIN) if link not in marks]
    assert all(b - a == 1 for a, b in pairwise(missing))
    builds: list[bool] = []  # of each building action, whether its part is odd
    cuttable = 0
    for part in range(1, 9):
        halves = sum(f"dome.{part}-{side}" in marks for side in ("left", "right"))
        if f"cut.{part}" not in marks:
            assert halves != 1
            halves //= 2
            cuttable += not halves
        builds += [bool(part % 2)] * halves
    cuts = inked(marks, "cut.")
    assert cuts == crosses or (cuts < crosses and not cuttable)
    for level in range(1, 9):
        symbols = (f"plant.{level}-left", f"plant.{level}-right", f"water.{level}")
        joined = sum(SHEET.field[slot].attrs["level"] == f"level.{level}" for slot in numbers)
        assert sum(symbol in marks for symbol in symbols) <= joined
    actions = inked(marks, "plant.", "water.", "astronaut.", *(f"{area}-upgrade" for area in AREAS))
    assert actions + len(builds) + crosses <= len(numbers)
    assert sum(builds) <= sum(n % 2 for n in numbers.values() if n < 16)
    assert len(builds) - sum(builds) <= sum(not n % 2 for n in numbers.values() if 0 < n < 16)


def check_table(played: Played, sheets: Mapping[int, Marks]) -> None:
    for tower, zone in enumerate(SHEET.zones, start=1):
        for slot, end in ((zone.slots[0], "bottom"), (zone.slots[-1], "top")):
            high = [marks.get(f"bonus.{tower}-{end}-high") for marks in sheets.values()]
            reached = any(slot in marks for marks in sheets.values())
            assert set(high) <= ({"circled", "crossed"} if reached else {None})
            assert not reached or "circled" in high
    for letter in deal(SHEET, played.seed, len(sheets)).missions:
        star, seal = f"mission.{letter.lower()}-first", f"mission.{letter.lower()}-later"
        assert not any(star in marks and seal in marks for marks in sheets.values())
        claimed = [marks for marks in sheets.values() if star in marks or seal in marks]
        assert not claimed or any(star in marks for marks in claimed)
    when: dict[str, set[int]] = {}
    for history in played.histories.values():
        for turn in history:
            for ink in turn.ink:
                if ink.mark == "circled" and ink.field.endswith(("-high", "-first", "-later")):
                    when.setdefault(ink.field, set()).add(turn.turn)
    for field, turned in when.items():
        if not field.endswith("-later"):
            assert len(turned) == 1
        else:
            assert min(turned) > max(when[field.replace("-later", "-first")])

"""Parts of cases of Planet Unknown: tables, and changed marks by seat."""

from __future__ import annotations

from fairsheet.engine.recorded.planet._draw import drawn_of, neighbour_cards
from fairsheet.engine.records.record import Record, Table
from fairsheet.sheets.model.marks import Mark
from tests.engine.recorded.checking import Make
from tests.engine.recorded.planet.planet_tables import SEED, record

Marks = dict[str, Mark | None]


def one(chosen: str, *heights: int, turns: int = 22, personal: bool = False) -> Make:
    """Return one of three sheets."""
    game = Table(None, 3, options={"personal": True} if personal else {})
    return lambda: [record(game, 1, chosen, heights or (2, 5, 5, 5, 5), turns=turns)]


FLUX, WORMHOLE = one("ksb-4156/flux"), one("ksb-4156/wormhole")
UNIVERSAL = one("ksb-4156/universal-coalition")

PERSONAL = one("ksb-4156/flux", personal=True)
THREE = Table(SEED, 3, options={"personal": True})


def seeded() -> list[Record]:
    """Return three players with the missions of the seed, who wrote only the points of their planets."""
    found = []
    for seat, chosen in ((1, "gaia/cosmos"), (2, "tartarus/flux"), (3, "lacuna/makeshift")):
        drawn = neighbour_cards(drawn_of(SEED, THREE), THREE, seat)
        marks: dict[str, Mark] = {f"mission-card.{side}": card for side, card in drawn.items()}
        personal = drawn_of(SEED, THREE).missions.personal[seat]
        found.append(
            record(THREE, seat, chosen, further={**marks, "personal.card-1": personal[1], "score.planet": 30})
        )
    return found


def printed() -> list[Record]:
    """Return one of three players, who has not copied the printed missions of the seed: lifepods on the left."""
    return [record(Table(SEED, 3), 1, "gaia/flux", pods=2, further={"mission-left.value": 2})]


def printed_for_two() -> list[Record]:
    """Return one of two players, who has not copied the printed missions of the seed: lifepods first."""
    values: dict[str, Mark] = {f"mission-pair.value-{place}": 4 for place in (1, 2, 3)}
    return [record(Table(SEED, 2), 1, "gaia/flux", pods=2, further=values)]


def crossed(*cells: str) -> Marks:
    """Return cells without anything on them."""
    return {f"cell.{cell}": "crossed" for cell in cells}


def cards(*names: str) -> Marks:
    """Return civ cards that are held."""
    return {f"civ-card.{name}": "crossed" for name in names}


def pods(count: int, *elsewhere: str) -> Marks:
    """Return lifepods that score, and spaces of the other lifepods."""
    return {**{f"lifepod.{k}": "crossed" for k in range(1, count + 1)}, **dict.fromkeys(elsewhere, "crossed")}


def moved(track: str, before: int, after: int) -> Marks:
    """Return a tracker on another space."""
    return {f"track-{track}.h{before:02d}": None, f"track-{track}.h{after:02d}": "circled"}


def ended(turns: int, cause: str = "depot-empty") -> Marks:
    """Return another end than that of the table."""
    return {"end.turns": turns, "end.cause-no-room": None, f"end.cause-{cause}": "crossed"}


def own(card: int, value: int) -> Marks:
    """Return the card with the left neighbour, and its value."""
    return {"mission-card.left": card, "mission-left.value": value}


def kept(card: int, *, done: bool = False) -> Marks:
    """Return a personal mission."""
    return {"personal.card-2": card, "personal.done-2": "circled" if done else None}

"""The players of a plausible table of Planet Unknown: what they take, cover and advance, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.planet._draw import PlanetDraw
from fairsheet.engine.recorded.planet._strip import Taken
from fairsheet.engine.recorded.planet.box.board import Cell, cells_of, crater_of, edge_of, neighbours
from fairsheet.engine.recorded.planet.box.components import CELLS, INNER, PAIRS, SECTIONS, Tile, outer_of
from fairsheet.engine.recorded.planet.box.printed import signs_of, tile_cards
from fairsheet.sheets.model.named import fields_named
from fairsheet.sheets.model.sheet import Sheet

TRACKS = ("civ", "water", "biomass", "rover", "tech")
TRACKS_OF_CARD = {"two-trackers": 2, "three-trackers": 3}
FIVE = 5


@dataclass
class Station:
    """The stacks, and the depot that faces seat 1."""

    chance: Stream
    drawn: PlanetDraw
    clockwise: bool
    facing: int = 0
    stacks: dict[str, list[Tile]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.facing = self.drawn.start_turn
        self.stacks = {shape: list(self.drawn.stacks[shape]) for shape in CELLS}

    def turn(self) -> None:
        """By one depot where it turns by rule, else as the commander likes."""
        self.facing += 1 if self.clockwise else self.chance.below(SECTIONS)

    def depot(self, seat: int) -> int:
        """The number of the depot that faces a seat."""
        return (self.facing + seat - 1) % SECTIONS + 1

    def take(self, depot: int) -> tuple[str, str, Tile] | None:
        """The ring, shape and tile that a player takes from a depot; None where it is empty."""
        shapes = {"inner": INNER[depot - 1], "outer": outer_of(depot, self.drawn.ring_offset)}
        rings = [ring for ring, shape in shapes.items() if self.stacks[shape]]
        if not rings:
            return None
        ring = self.chance.choice(rings)
        return ring, shapes[ring], self.stacks[shapes[ring]].pop(0)


@dataclass
class Player:
    """What a player has on the boards."""

    seat: int
    sheet: Sheet
    corporation: str
    chance: Stream
    decks: dict[int, list[str]]
    station: Station
    heights: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    covered: set[Cell] = field(default_factory=set)
    meteorites: set[Cell] = field(default_factory=set)
    collected: int = 0
    patches: int = 0
    pods: int = 0  # collected, wherever they lie
    cards: list[str] = field(default_factory=list)
    strip: list[Taken] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)  # that were placed
    used_tech_as_energy: bool = False  # with a technology of Jump Drive

    def fields_of(self, track: str) -> tuple[str, ...]:
        """The spaces of a track."""
        return fields_named(self.sheet, f"track.{track}")

    def has_technology(self, which: int) -> bool:
        """Whether the tracker has reached a technology of its track, from 1."""
        return self.heights["tech"] >= signs_of(self.sheet.name, "tech").index(f"t{which}")

    # --- the planet ---

    def free(self) -> list[Cell]:
        """Empty cells where the next tile can begin."""
        if self.covered:
            beside = {cell for done in self.covered for cell in neighbours(done)}
            return sorted((beside & cells_of(self.sheet)) - self.covered)
        return sorted(crater_of(self.sheet) or edge_of(self.sheet))

    def room(self, count: int) -> list[Cell] | None:
        """So many empty cells that hang together, next to what is covered; None where chance finds none."""
        for start in self.chance.shuffled(self.free())[:8]:
            found = [start]
            while len(found) < count:
                beside = {cell for done in found for cell in neighbours(done)} & cells_of(self.sheet)
                beside -= {*found, *self.covered}
                if not beside:
                    break
                found.append(self.chance.choice(sorted(beside)))
            if len(found) == count:
                return found
        return None

    def place(self, shape: str, tile: Tile) -> bool:
        """Cover cells with a tile, if there is room."""
        cells = self.room(CELLS[shape])
        if cells is None:
            return False
        self.covered.update(cells)
        self.tiles.append(tile)
        ignores = self.corporation == "universal-coalition" and self.has_technology(5)
        if tile.meteor and not ignores:
            self.meteorites.add(cells[0])
        return True

    def patch(self, count: int) -> None:
        """Place patches."""
        for _ in range(count):
            cells = self.room(1)
            if cells is not None:
                self.covered.update(cells)
                self.patches += 1

    def rove(self) -> None:
        """Collect a meteorite, perhaps."""
        if self.meteorites and self.heights["rover"] and self.chance.below(2):
            self.meteorites.remove(self.chance.choice(sorted(self.meteorites)))
            self.collected += 1

    # --- the tracks ---

    def advance_by(self, tile: Tile, *, placed: bool) -> None:
        """By the two buildings of a tile."""
        pair = PAIRS[tile.pair]
        for terrain in pair:
            as_energy = terrain == "tech" and self.corporation == "jump-drive" and self.chance.below(8) == 0
            if as_energy and placed:
                self.used_tech_as_energy = True
                self.advance(self.chance.choice([track for track in TRACKS if track != "tech"]))
            elif terrain == "energy":
                self.advance(self.chance.choice([*TRACKS, *pair]))
            elif terrain != "water" or not placed:
                self.advance(terrain)
            elif self.chance.below(4):  # the tile lies on ice
                double = self.corporation == "universal-coalition" and self.has_technology(4)
                many = self.corporation == "oasis" and self.chance.below(2) == 1
                for _ in range(2 if double or many else 1):
                    self.advance("water")

    def advance(self, track: str, *, synergy: bool = True) -> None:
        """One space up, with what that gives; energy has no track, and above the top there is nothing."""
        if track not in TRACKS or self.heights[track] + 1 >= len(self.fields_of(track)):
            return
        self.heights[track] += 1
        space = self.sheet.field[self.fields_of(track)[self.heights[track]]]
        gives = str(space.attrs.get("gives", ""))
        if gives == "s" and synergy:
            self.advance(self.chance.choice(TRACKS))
        elif gives == "p" or (self.corporation == "wormhole" and track == "biomass" and self.chance.below(2)):
            self.patch(1)
        elif gives.startswith("c"):
            self.take_card(int(gives[1]))
            if self.corporation == "republic":
                self.lower_another()

    def lower_another(self) -> None:
        """Another tracker than that of civ cards goes down one space."""
        others = [track for track in TRACKS if track != "civ" and self.heights[track]]
        if others:
            self.heights[self.chance.choice(others)] -= 1

    def take_card(self, rank: int) -> None:
        """A card of a rank, if there is one left, with what it does at once."""
        if not self.decks[rank]:
            return
        card = self.chance.choice(self.decks[rank])
        self.decks[rank].remove(card)
        self.cards.append(card)
        kind = card[3:]
        if kind in TRACKS_OF_CARD:
            for track in self.chance.shuffled(TRACKS)[: TRACKS_OF_CARD[kind]]:
                self.advance(track)
        elif kind == "one-tracker-twice":
            track = self.chance.choice(TRACKS)
            self.advance(track)
            self.advance(track)
        elif kind == "all-to-five":
            for track in TRACKS:
                while self.heights[track] < min(FIVE, len(self.fields_of(track)) - 1):
                    self.advance(track, synergy=False)
        elif kind.startswith("patch") and kind != "patches-score":
            self.patch({"patch": 1, "patches-2": 2, "patches-3": 3}[kind])
        elif card in tile_cards():
            self.take_another(advances=card == "r3-free-tile")
        elif kind in ("clear-line", "destroy-3"):
            self.meteorites = set(sorted(self.meteorites)[3:])

    def take_another(self, *, advances: bool) -> None:
        """A further tile of the own depot."""
        taken = self.station.take(self.station.depot(self.seat))
        if taken is not None and self.place(*taken[1:]) and advances:
            self.advance_by(taken[2], placed=True)

    def play_turn(self, turn: int) -> bool:
        """Whether there was a tile, and room for it."""
        depot = self.station.depot(self.seat)
        taken = self.station.take(depot)
        if taken is None:
            return False
        ring, shape, tile = taken
        placed = self.place(shape, tile)
        self.strip.append(Taken(turn, ring, depot, placed))
        self.advance_by(tile, placed=placed)
        self.rove()
        return placed

    def finish(self) -> None:
        """What cards and corporations bring at the end."""
        if self.corporation == "republic" and self.has_technology(5):
            left = [card for deck in self.decks.values() for card in deck]
            for card in self.chance.shuffled(left)[:2]:
                self.decks[int(card[1])].remove(card)
                self.cards.append(card)
        for card in list(self.cards):
            if card.endswith("-advance") and card not in tile_cards():
                self.advance(self.chance.choice(TRACKS))

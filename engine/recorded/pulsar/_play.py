"""Plausible tables of Pulsar 2849: dice are drafted by the rules, actions are chosen freely within their bounds.

A die pays for what it can reach with a modifier, a row's technologies come up in its round, projects rise in their
pyramid, and stations and pulsars are limited as on the map; routes, rewards and points of actions are made up. So are
the numbers on components that are not known, which the table copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.pulsar.played import draft
from fairsheet.engine.recorded.pulsar.played.draw import ROUNDS, SYSTEMS, PulsarDraw, drawn_of
from fairsheet.engine.recorded.pulsar.played.position import (
    AWARDS,
    CLAIMS,
    POINTS,
    PROJECTS,
    SPIN,
    TECHNOLOGIES,
    TRANSMITTERS,
)
from fairsheet.engine.recorded.pulsar.played.setup import (
    KNOWN_HEADQUARTERS,
    MEDIAN,
    board_of_row,
    table_facts,
)
from fairsheet.engine.records.record import Table

SITES, MOST_OF_SIZE = 16, 10
COPY = 4  # cubes for a copied die
TAKE = {"small": 1, "medium": 2, "large": 4}  # the die that takes a gyrodyne
NEEDS = {
    "2a": ("1a", "1b"), "2b": ("1b", "1c"), "3a": ("2a",), "3b": ("2b",),
    "4a": ("1a", "1b", "1c", "2a", "2b", "3a", "3b"),
}  # fmt: skip
RUNS = {"a2": ("1a", "1b", "3a", "3b", "4a"), "c2": ("1c", "2a", "2b", "3b", "4a")}
LETTERS = ("a", "a", "ab", "b", "b", "bc", "c", "c")  # of the transmitters on offer, by round
REACH = (-1, 0, 1, 2)  # what a modifier adds to a die

Action = tuple[str, str | int]  # what a die pays for: its kind, and of which


@dataclass
class Claim:
    """A pulsar: its site, and the rounds in which it was claimed, built on and set spinning."""

    site: int
    round: int
    size: str | None = None
    built: int | None = None
    spin: int | None = None


@dataclass
class Transmitter:
    """A transmitter: dice still to be paid, the rounds, what it brings in each production."""

    letter: str
    taken: int
    unpaid: int
    points: int
    cubes: int
    sale: int
    linked: bool
    online: int | None = None


@dataclass
class RoundOfSeat:
    """What a player notes in a round."""

    dice: list[int] = field(default_factory=list)
    moves: list[tuple[str | None, bool]] = field(default_factory=list)
    bonus: int | None = None
    copied: bool = False
    boxes: dict[str, int] = field(default_factory=dict)


@dataclass
class Player:
    """What a player has."""

    seat: int
    score: int
    headquarters: str | None
    claims: list[Claim] = field(default_factory=list)
    spare: list[str] = field(default_factory=list)
    awards: list[tuple[str, int]] = field(default_factory=list)
    transmitters: list[Transmitter] = field(default_factory=list)
    patents: dict[str, int] = field(default_factory=dict)
    projects: dict[str, int] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)
    stations: set[int] = field(default_factory=set)
    extra: int = 0
    cubes: int = 0
    rounds: list[RoundOfSeat] = field(default_factory=list)

    def spinning(self) -> list[str]:
        """The sizes of the gyrodynes that spin."""
        return [claim.size for claim in self.claims if claim.size and claim.spin]

    def built(self, size: str) -> int:
        """How many of a size are on own pulsars."""
        return sum(claim.size == size for claim in self.claims)


@dataclass
class PlayedGame:
    """A game: what was drawn, what stands on the components, and the players."""

    game: Table
    drawn: PulsarDraw
    chance: Stream
    tracks: draft.Tracks
    places: tuple[int, ...]  # the seats on the order track
    rows: list[int | str]
    players: dict[int, Player]
    offered: list[str] = field(default_factory=list)
    sites: set[int] = field(default_factory=set)

    def owners(self, technology: str) -> list[int]:
        """The rounds in which it was patented."""
        return [each.patents[technology] for each in self.players.values() if technology in each.patents]


def played_game(game: Table, drawn: PulsarDraw | None, chance: Stream) -> PlayedGame:
    """A whole game, eight rounds."""
    drawn = drawn or drawn_of(f"table {chance.word()}", game)
    order = drawn.turn_order
    rows = [_row_value(row, drawn, chance) for row in range(1, ROUNDS + 1)]
    players = {
        seat: Player(seat, 5 + order.index(seat), _headquarters(drawn, seat, chance))
        for seat in sorted(order)
    }
    played = PlayedGame(game, drawn, chance, draft.start_tracks(order), draft.rockets(order), rows, players)
    for number in range(1, ROUNDS + 1):
        _play_round(played, number)
    return played


def _row_value(row: int, drawn: PulsarDraw, chance: Stream) -> int | str:
    if drawn.tech_sides[board_of_row(row)] == "A":
        return table_facts().tables["rows-a"][row]
    return MEDIAN if chance.below(5) == 0 else chance.below(5)


def _headquarters(drawn: PulsarDraw, seat: int, chance: Stream) -> str | None:
    letter = drawn.hq.get(seat)
    return f"{letter.lower()}{1 + chance.below(2)}" if letter else None


def _play_round(played: PlayedGame, number: int) -> None:
    roll = played.drawn.rolls[number - 1]
    action_order = list(dict.fromkeys(played.places))
    for each in played.players.values():
        each.rounds.append(RoundOfSeat())
    left_over = _draft(played, roll)
    played.offered = [played.chance.choice(LETTERS[number - 1]) for _ in range(3)]
    for seat in action_order:
        _act(played, played.players[seat], number, left_over)
    played.places = draft.order_on(played.tracks, draft.INITIATIVE)
    _produce(played, number, draft.median_value(draft.median_place(roll)))


def _draft(played: PlayedGame, roll: Sequence[int]) -> list[int]:
    """Everybody's dice by chance among the picks that are allowed, mostly with counters kept off the right end; gives
    the dice that are left."""
    dice, place = list(roll), draft.median_place(roll)
    for seat in draft.picking_order(played.places, played.game.players):
        picks = [pick for die in sorted(set(dice)) for pick in _picks(played, seat, dice, die, place)]
        careful = [
            pick for pick in picks if draft.loss_of(pick[1], seat) <= draft.loss_of(played.tracks, seat)
        ]
        pick, played.tracks = played.chance.choice(careful if careful and played.chance.below(8) else picks)
        dice.remove(pick.die)
        noted = played.players[seat].rounds[-1]
        noted.dice.append(pick.die)
        noted.moves.append((pick.track, pick.rear))
    return dice


def _picks(
    played: PlayedGame, seat: int, dice: Sequence[int], die: int, place: int
) -> list[tuple[draft.Pick, draft.Tracks]]:
    """The picks of a die that are allowed, each with the tracks after it."""
    behind = (False, True) if played.game.players == 2 else (False,)
    picks = [draft.Pick(seat, die, track, rear) for track in draft.TRACKS for rear in behind]
    if not draft.distance(die, place):
        picks = [draft.Pick(seat, die, None)]
    allowed = []
    for pick in picks:
        with suppress(draft.ImpossiblePick):
            allowed.append((pick, draft.take(played.tracks, pick, dice, place)))
    return allowed


def _act(played: PlayedGame, player: Player, number: int, left_over: Sequence[int]) -> None:
    """A player's turn: both dice and perhaps a bonus die, each for something that it can pay for."""
    chance, noted = played.chance, player.rounds[-1]
    noted.boxes["action"] = chance.below(6)
    dice = list(noted.dice)
    if chance.below(4) == 0:
        if player.cubes >= COPY and chance.below(2):
            player.cubes -= COPY
            noted.copied, noted.bonus = True, chance.choice(left_over)
        else:
            noted.bonus = chance.below(7)
        dice.append(noted.bonus)
    for die in dice:
        _build(played, player, number)
        actions: list[Action] = [
            *_patents(played, player, number, die), *_projects(player, die), *_spins(player, die),
            *(("gyrodyne", size) for size, price in TAKE.items() if _reaches(die, price)),
            *(("transmitter", letter) for letter in played.offered if len(player.transmitters) < len(TRANSMITTERS)),
            *(("pay", place) for place, each in enumerate(player.transmitters) if each.unpaid),
            *[("fly", die)] * 4,
        ]  # fmt: skip
        _do(played, player, number, chance.choice(actions))
        _build(played, player, number)


def _reaches(die: int, price: int) -> bool:
    return price - die in REACH


def _patents(played: PlayedGame, player: Player, number: int, die: int) -> list[Action]:
    """The technologies that may be patented, by their rows, owners and prices."""
    open_: list[Action] = []
    for technology in TECHNOLOGIES:
        row, owners = int(technology[0]), played.owners(technology)
        price = table_facts().price(technology, played.drawn.tech_sides[board_of_row(row)])
        if row > number or technology in player.patents or len(owners) == 2 or not _reaches(die, price or 0):
            continue
        if (
            not table_facts().has_two_prices(technology)
            and owners
            and (played.game.players == 2 or number in owners)
        ):
            continue
        open_.append(("patent", technology))
    return open_


def _projects(player: Player, die: int) -> list[Action]:
    headquarters = player.headquarters
    if headquarters is None:
        return []
    return [
        ("project", project)
        for project in PROJECTS
        if project not in player.projects
        and all(below in player.projects for below in NEEDS.get(project, ()))
        and (
            headquarters not in KNOWN_HEADQUARTERS
            or _reaches(die, table_facts().price_of_project(project, headquarters) or 0)
        )
    ]


def _spins(player: Player, die: int) -> list[Action]:
    return [
        ("spin", place)
        for place, claim in enumerate(player.claims)
        if claim.size and not claim.spin and _reaches(die, SPIN[claim.size])
    ]


def _do(played: PlayedGame, player: Player, number: int, action: Action) -> None:
    chance = played.chance
    match action:
        case ("patent", str(technology)):
            player.patents[technology] = number
        case ("project", str(project)):
            player.projects[project] = number
        case ("spin", int(place)):
            player.claims[place].spin = number
        case ("gyrodyne", str(size)):
            if _taken(played, size) < MOST_OF_SIZE:
                player.spare.append(size)
        case ("transmitter", str(letter)):
            played.offered.remove(letter)
            brings = chance.choice(("points", "cubes", "sale"))
            worth = 1 + chance.below(3)
            points, cubes, sale = (worth * (what == brings) for what in ("points", "cubes", "sale"))
            linked = bool(player.transmitters) and chance.below(2) == 1
            unpaid = chance.below(3)
            taken = Transmitter(letter, number, unpaid, points, cubes, sale, linked)
            player.transmitters.append(taken)
            if not unpaid:
                taken.online = number
        case ("pay", int(place)):
            paid = player.transmitters[place]
            paid.unpaid -= 1
            if not paid.unpaid:
                paid.online = number
        case _:
            _fly(played, player, number)


def _taken(played: PlayedGame, size: str) -> int:
    """How many gyrodynes of a size the players have."""
    return sum(each.built(size) + each.spare.count(size) for each in played.players.values())


def _fly(played: PlayedGame, player: Player, number: int) -> None:
    chance, tables = played.chance, table_facts().tables
    room = tables[f"room-{played.game.players}"]
    for _ in range(chance.below(4)):
        system = 1 + chance.below(SYSTEMS)
        there = sum(system in each.stations for each in played.players.values())
        if there < room[played.drawn.systems[f"s{system:02d}"]]:
            player.stations.add(system)
    free = [site for site in range(1, SITES + 1) if site not in played.sites]
    if free and len(player.claims) < len(CLAIMS) and chance.below(3) == 0:
        site = chance.choice(free)
        played.sites.add(site)
        player.claims.append(Claim(site, number))
    if chance.below(8) == 0:
        player.extra += 1
    unused = [
        project
        for project in player.projects
        if project not in player.runs and project in RUNS.get(player.headquarters or "", PROJECTS)
    ]
    if unused and chance.below(2):
        player.runs[chance.choice(unused)] = number


def _build(played: PlayedGame, player: Player, number: int) -> None:
    """Gyrodynes that lie before the player are built on free pulsars, mostly at once; awards are taken."""
    for claim in player.claims:
        if claim.size is None and player.spare and played.chance.below(4):
            claim.size, claim.built = player.spare.pop(played.chance.below(len(player.spare))), number
            _award(played, player, claim.size)


def _award(played: PlayedGame, player: Player, size: str) -> None:
    taken = {award for each in played.players.values() for award in each.awards}
    count = player.built(size)
    for worth in AWARDS:
        if (size, worth) not in taken and (count == 2 or (count == 4 and (size, 7) in player.awards)):
            player.awards.append((size, worth))
            player.rounds[-1].boxes["action"] += worth
            return


def _produce(played: PlayedGame, number: int, median: int) -> None:
    count, tracks = played.game.players, played.tracks
    cubes, third = draft.cubes_of(tracks, count), draft.third_point(tracks, count)
    row = played.rows[number - 1]
    each_spins = median if row == MEDIAN else int(row)
    for player in played.players.values():
        player.cubes += cubes[player.seat]
        online = [each for each in player.transmitters if each.online]
        player.cubes += sum(each.cubes for each in online)
        transmitters = sum(each.points for each in online)
        for each in online:
            if each.sale and player.cubes and played.chance.below(4):
                player.cubes -= 1
                transmitters += each.sale
        boxes = player.rounds[-1].boxes
        boxes["third"] = int(player.seat == third)
        boxes["loss"] = draft.loss_of(tracks, player.seat)
        boxes["transmitters"] = transmitters
        boxes["gyrodynes"] = sum(POINTS[size] + each_spins for size in player.spinning())
        boxes["green"] = _green(played, player)
        player.score = max(0, player.score + boxes["action"] + boxes["third"] - boxes["loss"])
        player.score += boxes["transmitters"] + boxes["gyrodynes"] + boxes["green"]
        boxes["score"] = player.score


def _green(played: PlayedGame, player: Player) -> int:
    """Points of green technologies: on side A of board II each spinning gyrodyne brings 1, others are made up."""
    if played.drawn.tech_sides["II"] == "A":
        return len(player.spinning()) if "3b" in player.patents else 0
    return played.chance.below(4) if "3a" in player.patents else 0

"""Plausible tables of Planet Unknown: what is on the sheets when a game is over, not how well it was played.

Every turn each player takes a tile of the depot that faces the seat, from stacks as they were shuffled, and covers so
many cells that hang together. Trackers advance by its buildings and take what their spaces give; civ cards do what they
say. Events, and what corporations can besides, leave on the sheets what chance decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fairsheet.engine.checks.consistency import setting_of
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.planet._draw import PlanetDraw, drawn_of, neighbour_cards, tiles_are_seeded
from fairsheet.engine.recorded.planet._neighbour_missions import ALL, PAIR_PLACES
from fairsheet.engine.recorded.planet._players import TRACKS, Player, Station
from fairsheet.engine.recorded.planet._seats import has_events
from fairsheet.engine.recorded.planet._stacks import TECH_AS_ENERGY
from fairsheet.engine.recorded.planet._strip import Taken
from fairsheet.engine.recorded.planet.box.board import field_of
from fairsheet.engine.recorded.planet.box.components import PAIRS, RECORD
from fairsheet.engine.recorded.planet.box.printed import (
    lifepods,
    limits_of,
    mission_numbers,
    missions_in,
    terrains_of,
)
from fairsheet.engine.records.record import Record, Table
from fairsheet.engine.scoring.score import compile_boxes
from fairsheet.sheets.language.choices import SEPARATOR
from fairsheet.sheets.library.templates import choices_of, load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.named import fields_named

FEWEST_TURNS, MORE_TURNS = 17, 7  # that are played at least; and more, as chance has it
LAST_TURN = 20  # with events, of which there are so many


def played_table(game: Table, drawn: PlanetDraw | None, chance: Stream) -> list[Record]:
    """The records of a table, each player with some planet and corporation, without the boxes that are added up."""
    drawn = drawn if drawn is not None else drawn_of(str(chance.word()), game)
    if not tiles_are_seeded(game):
        shuffled_by_hand = drawn_of(str(chance.word()), game)
        drawn = replace(
            drawn,
            ring_offset=shuffled_by_hand.ring_offset,
            start_turn=shuffled_by_hand.start_turn,
            stacks=shuffled_by_hand.stacks,
        )
    choices = choices_of(RECORD)
    station = Station(chance, drawn, game.solo is not None or game.chosen.get("station") == "clockwise")
    decks = {rank: list(cards) for rank, cards in drawn.civ_deck.items()}
    players = [
        Player(
            seat,
            load_sheet(SEPARATOR.join((RECORD, board, corporation))),
            corporation,
            chance,
            decks,
            station,
        )
        for seat, (board, corporation) in enumerate(
            zip(
                chance.shuffled(choices["planet"])[: game.players],
                chance.shuffled(choices["corporation"]),
                strict=False,
            ),
            1,
        )
    ]
    causes = _play(players, station, game, chance)
    noted = chance.below(2) == 1
    boards = {player.seat: board_marks(player, causes) for player in players}
    meetings = mission_marks(players, game, drawn, chance)
    records = []
    for player in players:
        strip = strip_marks(player, drawn) if noted or chance.below(4) == 0 else {}
        marks = {**boards[player.seat], **strip, **meetings[player.seat]}
        marks |= personal_marks(player, marks, game, drawn)
        record = Record.on(player.sheet, game, player.seat, marks, f"Bot {player.seat}")
        if game.solo is not None and "events" in (game.options or {}):
            target = compile_boxes(player.sheet)({**setting_of(record, 1), **marks})["solo.target"]
            record = Record.on(
                player.sheet, game, player.seat, {**marks, "solo.target": target}, record.player
            )
        records.append(record)
    return records


def _play(players: Sequence[Player], station: Station, game: Table, chance: Stream) -> list[str]:
    """Turns until the game ends; the causes of that."""
    with_events = has_events(game)
    last = LAST_TURN if with_events else FEWEST_TURNS + chance.below(MORE_TURNS)
    causes: list[str] = []
    for turn in range(1, last + 1):
        station.turn()
        for player in players:
            if turn == last and not with_events and player is players[0]:
                placed = _without_room(player, turn)
            else:
                placed = player.play_turn(turn)
            if not placed:
                causes = ["no-room"]
        if causes:
            break
    for player in players:
        player.finish()
    if with_events and turn == LAST_TURN:
        causes.append("events-out")
    return causes


def _without_room(player: Player, turn: int) -> bool:
    """The last turn of a player who finds no room: the tile is taken, and not placed."""
    depot = player.station.depot(player.seat)
    taken = player.station.take(depot)
    if taken is not None:
        player.strip.append(Taken(turn, taken[0], depot, placed=False))
        player.advance_by(taken[2], placed=False)
    return False


def board_marks(player: Player, causes: Sequence[str]) -> dict[str, Mark]:
    """Planet, tracks, cards, what was collected, and the end."""
    chance, sheet = player.chance, player.sheet
    marks: dict[str, Mark] = {}
    cells = (each.id for each in sheet.fields if each.id.startswith("cell."))
    filled = {field_of(cell) for cell in player.covered}
    marks |= dict.fromkeys((id_ for id_ in cells if id_ not in filled), "crossed")
    marks |= {field_of(cell): "circled" for cell in player.meteorites}
    for track in TRACKS:
        marks[player.fields_of(track)[player.heights[track]]] = "circled"
    needed = [TECH_AS_ENERGY] if player.used_tech_as_energy else []
    pods = player.pods = max(len(needed), chance.below(lifepods() + 1))
    elsewhere = chance.below(pods + 1) if player.corporation in ("cosmos", "jump-drive") else 0
    if player.corporation == "jump-drive":
        elsewhere = max(len(needed), elsewhere)
        techs = [each.id for each in sheet.fields if each.id.startswith("jump-tech.")]
        others = [tech for tech in chance.shuffled(techs) if tech not in needed]
        marks |= dict.fromkeys([*needed, *others][:elsewhere], "crossed")
    elif elsewhere:
        spaces = [field for track in TRACKS for field in player.fields_of(track)[1:]]
        for field in chance.shuffled(spaces)[:elsewhere]:
            marks[field] = "circled+crossed" if field in marks else "crossed"
    marks |= {f"lifepod.{place}": "crossed" for place in range(1, pods - elsewhere + 1)}
    if player.corporation == "oasis":
        _clear_way(player, marks)
    marks |= {f"civ-card.{card}": "crossed" for card in player.cards}
    marks |= {f"end.cause-{cause}": "crossed" for cause in causes}
    for field, number in (("meteorite.collected", player.collected), ("patch.placed", player.patches)):
        if number or chance.below(2):
            marks[field] = number
    return {**marks, "end.turns": len(player.strip)}


def _clear_way(player: Player, marks: dict[str, Mark]) -> None:
    """The water tracker of Oasis goes back to a space without another tracker."""
    way, place = player.fields_of("water"), player.heights["water"]
    taken = [
        fields_named(player.sheet, group.id)[0]
        for group in player.sheet.groups_of_type("crossing")
        if fields_named(player.sheet, group.id)[1] in marks
    ]
    del marks[way[place]]
    while way[place] in taken:
        place -= 1
    player.heights["water"] = place
    marks[way[place]] = "circled"


def strip_marks(player: Player, drawn: PlanetDraw) -> dict[str, Mark]:
    """The tile of every turn."""
    marks: dict[str, Mark] = {"strip.offset": drawn.ring_offset}
    for taken in player.strip:
        line = f"turn-{taken.turn:02d}"
        assert taken.depot is not None
        marks[f"{line}.depot"] = taken.depot
        marks[f"{line}.{taken.ring}"] = "circled" if taken.placed else "circled+crossed"
    return marks


def mission_marks(
    players: Sequence[Player], game: Table, drawn: PlanetDraw, chance: Stream
) -> dict[int, dict[str, Mark]]:
    """By seat the cards with neighbours, one for all where Jump Drive has drawn one, and everybody's values."""
    found: dict[int, dict[str, Mark]] = {player.seat: {} for player in players}
    dealt = [card for cards in drawn.missions.personal.values() for card in cards]
    rest = [card for card in mission_numbers() if card not in (*drawn.missions.neighbour, *dealt)]
    drawn_for_all = len(players) > 1 and any(player.corporation == "jump-drive" for player in players)
    for_all = chance.choice(rest) if drawn_for_all and chance.below(2) else None
    for player in players:
        cards = dict(neighbour_cards(drawn, game, player.seat))
        if for_all is not None:
            cards[ALL] = for_all
        for side, card in cards.items():
            value = f"mission-pair.value-{side[-1]}" if side in PAIR_PLACES else f"mission-{side}.value"
            found[player.seat] |= {f"mission-card.{side}": card, value: _value(player, card)}
    return found


def _value(player: Player, card: int) -> int:
    """What a player counts for a mission."""
    buildings = _buildings(player)
    few, edge = terrains_of("few-missions"), terrains_of("edge-missions")
    if card in few:
        return buildings.count(few[card])
    if card in edge:
        return player.chance.below(1 + min(8, buildings.count(edge[card])))
    if card in missions_in("top-missions"):
        return sum(_is_on_top(player, track) for track in TRACKS)
    if card in missions_in("meteorite-missions"):
        return player.collected
    if card in missions_in("lifepod-missions"):
        return player.pods
    return min(len(player.covered), 1 + player.chance.below(16 if card < 12 else 6))


def _buildings(player: Player) -> list[str]:
    """The terrain of each building on a planet."""
    return [terrain for tile in player.tiles for terrain in PAIRS[tile.pair]]


def _is_on_top(player: Player, track: str) -> bool:
    return player.heights[track] == len(player.fields_of(track)) - 1


def personal_marks(
    player: Player, marks: Mapping[str, Mark], game: Table, drawn: PlanetDraw
) -> dict[str, Mark]:
    """The personal missions that a player keeps, ringed where they are fulfilled."""
    dealt = drawn.missions.personal.get(player.seat, ())
    kept = player.chance.shuffled(dealt)[: 3 if game.solo is not None else 1]
    found: dict[str, Mark] = {}
    for place, card in enumerate(kept, 1):
        found[f"personal.card-{place}"] = card
        if _is_fulfilled(player, marks, card):
            found[f"personal.done-{place}"] = "circled"
    return found


def _is_fulfilled(player: Player, marks: Mapping[str, Mark], card: int) -> bool:
    sheet = player.sheet
    tops = terrains_of("personal-tops")
    if card in tops:
        return _is_on_top(player, tops[card])
    if card in missions_in("nine-meteorites"):
        return player.collected >= 9
    if card in missions_in("more-lifepods"):
        return player.pods > player.collected
    if card in missions_in("all-ice") | missions_in("all-land"):
        empty = {field for field, mark in marks.items() if field.startswith("cell.") and mark == "crossed"}
        ice, currents = (
            set(fields_named(sheet, group)) if group in sheet.group else set()
            for group in ("ice", "currents")
        )
        return bool(ice) and not empty & ice if card in missions_in("all-ice") else not empty - ice - currents
    if card in (most := limits_of("few-energy")):
        return _buildings(player).count("energy") <= most[card]
    return player.chance.below(3) == 0

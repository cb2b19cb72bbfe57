"""Plausible tables of Ares Expedition: what is on the sheets when a game is over, not how well it was played.

Steps are made in rounds whose phases allow them, ever more of them from round to round; each raises the rating of
somebody. The project cards are dealt out, 20 to 40 to a player; which of them bring points, and what they cost in
rating follows from their numbers. All else is what chance draws and checks allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.ares._checks import TRACKS, lacking_on_log
from fairsheet.engine.recorded.ares._draw import BLOCKS, PHASES, STEP_PHASES, AresDraw, corporations
from fairsheet.engine.recorded.ares._printed import (
    COOP,
    RECORD,
    SOLO,
    cards,
    corporation_with,
    rounds_of,
    start_rating,
    values,
)
from fairsheet.engine.recorded.base.bot_sheet import BotSheet
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet

RATED = {"temperature": "temp", "oxygen": "oxygen"}  # what can rise by itself, with its track
PACE = {COOP: 12, SOLO: 7}  # steps of the last rounds, at most; the first ones have fewer
COLOURED_CUBES = 3  # of 30, as many as two players take in 15 rounds
FEWEST_PLAYED, MORE_PLAYED = 20, 21  # cards of a player, and how many more there may be, less one
COLOURS = ("blue", "red", "green")  # of the cards
MOST_UNITS = 41  # that a card counts, and one more
LOWERED_BY_ACTION = 11  # the card with which a player may lower the rating again and again


@cache
def cells_of(track: str) -> tuple[str, ...]:
    """The cells of a track, from the first step on, as both logs have them."""
    return tuple(field.id for field in load_sheet(COOP).fields if field.id.startswith(f"{track}."))


def played_table(game: Table, drawn: AresDraw | None, chance: Stream) -> list[Record]:
    """The records of a table without the boxes that are added up; with two the option `mode` says how they play."""
    is_kept = game.solo is not None or (game.players == 2 and game.chosen.get("mode") == "coop")
    log = BotSheet(load_sheet(SOLO if game.solo is not None else COOP), game, NO_SEAT, chance)
    steps = sum(len(cells_of(track)) for track in TRACKS)
    if is_kept:
        steps = _fill_log(log, drawn)
    made_by = Counter(1 + chance.below(game.players) for _ in range(steps))
    deck = chance.shuffled(sorted(card for colour in COLOURS for card in cards(colour)))
    pairs = chance.shuffled(corporations())
    players = []
    for seat in range(1, game.players + 1):
        player = BotSheet(load_sheet(RECORD), game, seat, chance)
        played = sorted(deck.pop() for _ in range(FEWEST_PLAYED + chance.below(MORE_PLAYED)))
        offered = drawn.corporations_of(seat) if drawn is not None else pairs[2 * seat - 2 : 2 * seat]
        player.marks[f"corp.{chance.choice(offered)}"] = "crossed"
        _fill_record(player, played, made_by[seat])
        players.append(player)
    if is_kept:
        lacking = lacking_on_log([*(each.sheet for each in players), log.sheet])
        log.marks["verdict.won" if lacking == [] else "verdict.lost"] = "crossed"
        players.append(log)
    return [each.sheet.record for each in players]


def _fill_log(log: BotSheet, drawn: AresDraw | None) -> int:
    """The log of two who play together, or of one alone; how many steps the players made."""
    chance, rounds, level = log.chance, rounds_of(log.layout.name), log.game.solo
    phases = {who: _phases(chance, rounds) for who in (("a", "b") if level is None else ("own", "dummy"))}
    if level is not None:
        blocks = drawn.dummy_phases if drawn is not None else [chance.shuffled(PHASES) for _ in range(BLOCKS)]
        phases["dummy"] = [phase for block in (*blocks, chance.shuffled(PHASES)) for phase in block]
        source = "dummy.from-seed" if drawn is not None else "dummy.from-cards"
        log.mark([f"level.{name}" for name in ("low", "medium", "high")], "crossed")
        log.mark([source], "crossed")
    cubes = chance.shuffled(["neutral"] * COLOURED_CUBES + ["copper"] * (2 * rounds - COLOURED_CUBES))
    steps, last = 0, rounds
    stops_when_full = level is not None or chance.below(2) == 1
    for number in range(1, rounds + 1):
        if stops_when_full and not _open_tracks(log):
            break
        last, begin = number, f"r{number:02d}"
        shown = {who: of_rounds[number - 1] for who, of_rounds in phases.items()}
        log.marks |= {f"{begin}.{who}-{phase}": "crossed" for who, phase in shown.items()}
        for who in shown if level is None else ():
            log.marks[f"{begin}.{who}-cube-{cubes.pop()}"] = "crossed"
        moves = not STEP_PHASES.isdisjoint(shown.values())
        most = PACE[log.layout.name] * number // rounds
        for _ in range(chance.below(2 + most) if moves else 0):
            steps += _step(log, chance.choice(_open_tracks(log) or TRACKS), number)
        if level is not None and number % len(PHASES) == 0 and number < rounds:
            _rise_by_itself(log, number, 3 - level)
    if level is not None:
        log.marks |= {
            f"dummy-tr.p{place}": "crossed" for place in range(1, 2 + min(BLOCKS, last // len(PHASES)))
        }
    return steps


def _open_tracks(log: BotSheet) -> list[str]:
    return [track for track in TRACKS if cells_of(track)[-1] not in log.marks]


def _step(log: BotSheet, track: str, number: int) -> bool:
    """Whether there is a step left of a track; then it is made in a round."""
    cells = [cell for cell in cells_of(track) if cell not in log.marks][:1]
    log.marks |= dict.fromkeys(cells, number)
    return bool(cells)


def _rise_by_itself(log: BotSheet, number: int, count: int) -> None:
    """What rises after a block, dated with its last round or the next one."""
    targets = [target for target, track in RATED.items() if track in _open_tracks(log)]
    if count and targets:
        target, date = log.chance.choice(targets), number + log.chance.below(2)
        log.marks[f"auto-{number // len(PHASES)}.{target}"] = "crossed"
        for _ in range(count):
            _step(log, RATED[target], date)


def _phases(chance: Stream, rounds: int) -> list[str]:
    """A player's phases, none twice in a row."""
    chosen: list[str] = []
    for _ in range(rounds):
        chosen.append(chance.choice([phase for phase in PHASES if phase not in chosen[-1:]]))
    return chosen


def _fill_record(player: BotSheet, played: Sequence[int], steps: int) -> None:
    """One player's sheet."""
    chance, marks = player.chance, player.marks
    lost = len(set(cards("lowering")) & set(played))
    if LOWERED_BY_ACTION in played:
        marks[f"tableau.card-{LOWERED_BY_ACTION}"] = "crossed"
        lost += chance.below(4)
    gained = chance.below(4) + sum(value for card, value in values("raising").items() if card in played)
    marks["tr.final"] = max(0, start_rating() + steps + gained - lost)
    for what, number in (("tr.lost", lost), ("forest.points", chance.below(16))):
        if number or chance.below(2):
            marks[what] = number
    if chance.below(8):  # most count their cards
        marks |= {f"tableau.{colour}": len(set(cards(colour)).intersection(played)) for colour in COLOURS}
    jovian = len(set(cards("jovian")).intersection(played)) + (corporation_with("jovian") in marks)
    worth = [card for table in ("per", "points") for card in played if card in cards(table)]
    worth += [card for card in played if card in values("unsure-points")]
    lines = [
        field.id.removesuffix(".number") for field in player.layout.fields if field.id.endswith(".number")
    ]
    numbered = list(zip(lines, worth, strict=False))
    marks |= {f"{line}.number": card for line, card in numbered}
    for line, card in numbered:
        if card in cards("per"):
            player.write(f"{line}.units", [jovian] if card in cards("counting-jovian") else range(MOST_UNITS))
        elif card in values("unsure-points"):
            player.write(f"{line}.points", range(values("unsure-points")[card] + 1))
    for what, most in (("money", 60), ("plants", 20), ("heat", 25)):
        player.marks[f"left.{what}"] = chance.below(most)

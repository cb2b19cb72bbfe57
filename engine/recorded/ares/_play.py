"""Plausible tables of Ares Expedition: sheets as they look at the end of a game, without skilful play.

Steps are made in rounds whose phases allow them, more of them in later rounds; each raises one player's rating. Each
player gets 20 to 40 project cards. Their numbers decide which of them give points or lower the rating. All other marks
are random marks that the checks allow.
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

RATED = {"temperature": "temp", "oxygen": "oxygen"}  # tracks of parameters that can rise automatically
PACE = {COOP: 12, SOLO: 7}  # the most steps in the last round; earlier rounds have fewer
COLOURED_CUBES = 3  # of the 30 cubes that two players take in 15 rounds
FEWEST_PLAYED, MORE_PLAYED = 20, 21  # the fewest cards of a player, and the exclusive limit of further ones
COLOURS = ("blue", "red", "green")  # of the cards
MOST_UNITS = 41  # exclusive limit of the units that a card counts
LOWERED_BY_ACTION = 11  # the card that lets a player lower the rating repeatedly


@cache
def cells_of(track: str) -> tuple[str, ...]:
    """Return the cells of a track from the first step on; both logs have the same."""
    return tuple(field.id for field in load_sheet(COOP).fields if field.id.startswith(f"{track}."))


def played_table(game: Table, drawn: AresDraw | None, chance: Stream) -> list[Record]:
    """Return the records of a table without the boxes that are added up; two players cooperate by option `mode`."""
    has_log = game.solo is not None or (game.players == 2 and game.chosen.get("mode") == "coop")
    log = BotSheet(load_sheet(SOLO if game.solo is not None else COOP), game, NO_SEAT, chance)
    steps = sum(len(cells_of(track)) for track in TRACKS)
    if has_log:
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
    if has_log:
        lacking = lacking_on_log([*(each.sheet for each in players), log.sheet])
        log.marks["verdict.won" if lacking == [] else "verdict.lost"] = "crossed"
        players.append(log)
    return [each.sheet.record for each in players]


def _fill_log(log: BotSheet, drawn: AresDraw | None) -> int:
    """Fill in the log of two cooperating players or a solo player; return the number of steps that players made."""
    chance, rounds, level = log.chance, rounds_of(log.layout.name), log.game.solo
    phases = {side: _phases(chance, rounds) for side in (("a", "b") if level is None else ("own", "dummy"))}
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
        shown = {side: by_round[number - 1] for side, by_round in phases.items()}
        log.marks |= {f"{begin}.{side}-{phase}": "crossed" for side, phase in shown.items()}
        for side in shown if level is None else ():
            log.marks[f"{begin}.{side}-cube-{cubes.pop()}"] = "crossed"
        moves = not STEP_PHASES.isdisjoint(shown.values())
        most = PACE[log.layout.name] * number // rounds
        for _ in range(chance.below(2 + most) if moves else 0):
            steps += _step(log, chance.choice(_open_tracks(log) or TRACKS), number)
        if level is not None and number % len(PHASES) == 0 and number < rounds:
            _raise_automatically(log, number, 3 - level)
    if level is not None:
        log.marks |= {
            f"dummy-tr.p{place}": "crossed" for place in range(1, 2 + min(BLOCKS, last // len(PHASES)))
        }
    return steps


def _open_tracks(log: BotSheet) -> list[str]:
    return [track for track in TRACKS if cells_of(track)[-1] not in log.marks]


def _step(log: BotSheet, track: str, number: int) -> bool:
    """Make the next step of a track in a round; return whether there was one left."""
    cells = [cell for cell in cells_of(track) if cell not in log.marks][:1]
    log.marks |= dict.fromkeys(cells, number)
    return bool(cells)


def _raise_automatically(log: BotSheet, number: int, count: int) -> None:
    """Raise a parameter automatically after a block, dated with the block's last round or the next one."""
    targets = [target for target, track in RATED.items() if track in _open_tracks(log)]
    if count and targets:
        target, date = log.chance.choice(targets), number + log.chance.below(2)
        log.marks[f"auto-{number // len(PHASES)}.{target}"] = "crossed"
        for _ in range(count):
            _step(log, RATED[target], date)


def _phases(chance: Stream, rounds: int) -> list[str]:
    """Draw a player's phases, none twice in a row."""
    chosen: list[str] = []
    for _ in range(rounds):
        chosen.append(chance.choice([phase for phase in PHASES if phase not in chosen[-1:]]))
    return chosen


def _fill_record(player: BotSheet, played: Sequence[int], steps: int) -> None:
    """Fill in one player's sheet."""
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
    scoring = [card for table in ("per", "points") for card in played if card in cards(table)]
    scoring += [card for card in played if card in values("unsure-points")]
    lines = [
        field.id.removesuffix(".number") for field in player.layout.fields if field.id.endswith(".number")
    ]
    numbered = list(zip(lines, scoring, strict=False))
    marks |= {f"{line}.number": card for line, card in numbered}
    for line, card in numbered:
        if card in cards("per"):
            player.write(f"{line}.units", [jovian] if card in cards("counting-jovian") else range(MOST_UNITS))
        elif card in values("unsure-points"):
            player.write(f"{line}.points", range(values("unsure-points")[card] + 1))
    for what, most in (("money", 60), ("plants", 20), ("heat", 25)):
        player.marks[f"left.{what}"] = chance.below(most)

"""Plausible tables of Ares Expedition: what is on the sheets when a game is over, not how well it was played.

Steps are made in rounds whose phases allow them, ever more of them from round to round; each raises the rating of
somebody. The project cards are dealt out, 20 to 40 to a player; which of them bring points, what they count and what
they cost in rating follows from their numbers. All else is drawn freely within its bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from msgspec import structs

from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.ares._checks import TRACKS, lacking_on_log
from fairsheet.engine.recorded.ares._draw import PHASES, STEP_PHASES, AresDraw, corporations
from fairsheet.engine.recorded.ares._printed import (
    COOP,
    COUNTED,
    RECORD,
    SOLO,
    SYMBOLS,
    cards,
    corporation_with,
    rounds_of,
    start_rating,
    values,
)
from fairsheet.engine.recorded.base.protocol import TableSheet
from fairsheet.engine.records.record import NO_SEAT, Record, Table
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet

RATED = {"temperature": "temp", "oxygen": "oxygen"}  # what can rise by itself, with its track
BLOCK = 5  # rounds in which the dummy shows each phase once
COOP_PACE, SOLO_PACE = 12, 7  # steps of the last rounds, at most; the first ones have fewer
COLOURED_CUBES = 3  # of 30, as many as two players take in 15 rounds
FEWEST_PLAYED, MORE_PLAYED = 20, 21  # cards of a player, and how many more there may be, less one
COLOURS = ("blue", "red", "green")  # of the cards
LOWERED_BY_ACTION = 11  # the card with which a player may lower the rating again and again


@cache
def cells_of(track: str) -> tuple[str, ...]:
    """The cells of a track, from the first step on, as both logs have them."""
    return tuple(field.id for field in load_sheet(COOP).fields if field.id.startswith(f"{track}."))


@dataclass
class _Steps:
    """The steps made so far: by track the rounds, by player how many."""

    chance: Stream
    players: int
    rounds: dict[str, list[int]] = field(default_factory=lambda: {track: [] for track in TRACKS})
    made_by: dict[int, int] = field(default_factory=dict)

    def open(self) -> list[str]:
        return [track for track in TRACKS if len(self.rounds[track]) < len(cells_of(track))]

    def rise(self, track: str, number: int) -> None:
        """A step by itself, dated with a round."""
        if track in self.open():
            self.rounds[track].append(number)

    def make(self, count: int, number: int) -> None:
        """Some steps of a round, each by somebody."""
        for _ in range(count):
            if self.open():
                self.rounds[self.chance.choice(self.open())].append(number)
                seat = 1 + self.chance.below(self.players)
                self.made_by[seat] = self.made_by.get(seat, 0) + 1

    def marks(self) -> Iterator[tuple[str, Mark]]:
        for track, rounds in self.rounds.items():
            yield from zip(cells_of(track), rounds, strict=False)


def played_table(game: Table, drawn: AresDraw | None, chance: Stream) -> list[Record]:
    """The records of a table without the boxes that are added up; with two the option `mode` says how they play."""
    steps = _Steps(chance, game.players)
    if game.solo is not None:
        log = _alone(game.solo, drawn, steps)
        record = _records(game, drawn, chance, steps)
        return [*record, _with_verdict(record, _log(SOLO, game, log))]
    if game.players == 2 and game.chosen.get("mode") == "coop":
        log = _together(steps)
        records = _records(game, drawn, chance, steps)
        return [*records, _with_verdict(records, _log(COOP, game, log))]
    steps.make(sum(len(cells_of(track)) for track in TRACKS), 1)
    return _records(game, drawn, chance, steps)


def _log(sheet: str, game: Table, marks: dict[str, Mark]) -> Record:
    return Record.on(load_sheet(sheet), game, NO_SEAT, marks)


def _with_verdict(records: Sequence[Record], log: Record) -> Record:
    table = [TableSheet(load_sheet(record.sheet), record) for record in (*records, log)]
    verdict = "won" if lacking_on_log(table) == [] else "lost"
    return structs.replace(log, marks={**log.marks, f"verdict.{verdict}": "crossed"})


def _together(steps: _Steps) -> dict[str, Mark]:
    """The log of two who play together, with its steps."""
    chance, marks = steps.chance, dict[str, Mark]()
    rounds = rounds_of(COOP)
    coloured = set(chance.shuffled(range(2 * rounds))[:COLOURED_CUBES])
    phases = {who: _phases(chance, rounds) for who in "ab"}
    stops_when_full = chance.below(2) == 1
    for number in range(1, rounds + 1):
        if stops_when_full and not steps.open():
            break
        shown = [phases[who][number - 1] for who in "ab"]
        for player, (who, phase) in enumerate(zip("ab", shown, strict=True)):
            marks[f"r{number:02d}.{who}-{phase}"] = "crossed"
            cube = "neutral" if 2 * number - 2 + player in coloured else "copper"
            marks[f"r{number:02d}.{who}-cube-{cube}"] = "crossed"
        _make_steps(steps, shown, COOP_PACE * number // rounds, number)
    return {**marks, **dict(steps.marks())}


def _alone(level: int, drawn: AresDraw | None, steps: _Steps) -> dict[str, Mark]:
    """The log of one who plays alone, with its steps."""
    chance, marks = steps.chance, dict[str, Mark]()
    marks["level." + ("low", "medium", "high")[level - 1]] = "crossed"
    marks["dummy.from-seed" if drawn is not None else "dummy.from-cards"] = "crossed"
    rounds = rounds_of(SOLO)
    own = _phases(chance, rounds)
    blocks = drawn.dummy_phases if drawn is not None else [chance.shuffled(PHASES) for _ in range(4)]
    dummy = [phase for block in (*blocks, chance.shuffled(PHASES)) for phase in block]
    last = rounds
    for number in range(1, rounds + 1):
        shown = [own[number - 1], dummy[number - 1]]
        for who, phase in zip(("own", "dummy"), shown, strict=True):
            marks[f"r{number:02d}.{who}-{phase}"] = "crossed"
        _make_steps(steps, shown, SOLO_PACE * number // rounds, number)
        if number % BLOCK == 0 and number < rounds:
            marks |= _by_itself(steps, number, 3 - level)
        if not steps.open():
            last = number
            break
    for place in range(1, 2 + min(4, last // BLOCK)):
        marks[f"dummy-tr.p{place}"] = "crossed"
    return {**marks, **dict(steps.marks())}


def _by_itself(steps: _Steps, number: int, count: int) -> dict[str, Mark]:
    """What rises after a block, dated with its last round or the next one."""
    targets = [target for target, track in RATED.items() if track in steps.open()]
    if not count or not targets:
        return {}
    target, date = steps.chance.choice(targets), number + steps.chance.below(2)
    for _ in range(count):
        steps.rise(RATED[target], date)
    return {f"auto-{number // BLOCK}.{target}": "crossed"}


def _make_steps(steps: _Steps, phases: Sequence[str], most: int, number: int) -> None:
    """The steps of a round, `most` and one more at most, if its phases allow any."""
    if any(phase in STEP_PHASES for phase in phases):
        steps.make(steps.chance.below(2 + most), number)


def _phases(chance: Stream, rounds: int) -> list[str]:
    """A player's phases, none twice in a row."""
    chosen: list[str] = []
    for _ in range(rounds):
        chosen.append(chance.choice([phase for phase in PHASES if phase not in chosen[-1:]]))
    return chosen


def _records(game: Table, drawn: AresDraw | None, chance: Stream, steps: _Steps) -> list[Record]:
    sheet = load_sheet(RECORD)
    deck = chance.shuffled(sorted(card for colour in COLOURS for card in cards(colour)))
    pairs = chance.shuffled(corporations())
    records = []
    for seat in range(1, game.players + 1):
        played = sorted(deck.pop() for _ in range(FEWEST_PLAYED + chance.below(MORE_PLAYED)))
        offered = drawn.corporations_of(seat) if drawn is not None else pairs[2 * seat - 2 : 2 * seat]
        corporation = f"corp.{chance.choice(offered)}"
        marks = _record(sheet, chance, played, corporation, steps.made_by.get(seat, 0))
        records.append(Record.on(sheet, game, seat, marks, f"Bot {seat}"))
    return records


def _record(
    sheet: Sheet, chance: Stream, played: Sequence[int], corporation: str, steps: int
) -> dict[str, Mark]:
    """One player's sheet."""
    marks: dict[str, Mark] = {corporation: "crossed"}
    colours = {colour: set(cards(colour)) & set(played) for colour in COLOURS}
    lost = len(set(cards("lowering")) & set(played))
    if LOWERED_BY_ACTION in played:
        marks["tableau.card-11"] = "crossed"
        lost += chance.below(4)
    gained = sum(value for card, value in values("raising").items() if card in played)
    gained += chance.below(4)
    marks["tr.final"] = start_rating() + steps + gained
    if lost or chance.below(2):
        marks["tr.lost"] = lost
        marks["tr.final"] = max(0, start_rating() + steps + gained - lost)
    forests = chance.below(16)
    if forests or chance.below(2):
        marks["forest.points"] = forests
    if chance.below(8):  # most count their cards
        marks |= {f"tableau.{colour}": len(of_colour) for colour, of_colour in colours.items()}
    owned = {"forests": forests, "blue": len(colours["blue"]), "cards": len(played)} | {
        symbol: len(set(cards(symbol)) & set(played)) + (corporation == corporation_with(symbol))
        for symbol in SYMBOLS
    }
    counts = {card: what for what in COUNTED for card in cards(f"counting-{what}")}
    unsure = values("unsure-points")
    worth = [card for card in played if card in cards("per") or card in cards("points")]
    worth += [card for card in unsure if card in played]
    lines = [field.id.removesuffix(".number") for field in sheet.fields if field.id.endswith(".number")]
    for line, card in zip(lines, worth, strict=False):
        marks[f"{line}.number"] = card
        if card in cards("per"):
            marks[f"{line}.units"] = owned[counts[card]] if card in counts else chance.below(9)
        elif card in unsure:
            marks[f"{line}.points"] = chance.below(unsure[card] + 1)
    for what, most in (("money", 60), ("plants", 20), ("heat", 25)):
        marks[f"left.{what}"] = chance.below(most)
    return marks

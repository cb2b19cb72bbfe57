"""The balance of a custom sheet: where the points of many games come from, and what is dead or dominates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, quantiles

import msgspec

from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import Score, line_of_total
from fairsheet.engine.simulation.template_games import TemplateGame
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

DEAD = 0.01  # an area that pays on a smaller share of all sheets is dead
DOMINANT = 0.5  # least share of all points of an area that dominates ...
TIMES_NEXT = 2  # ... if it also has this many times the points of the next one
TOO_MANY_TIES = 0.2  # share of the tables
LEAST_GAIN = 0.1  # share of the random bot's points that the greedy one should gain
SHOWN = 12  # fields in a finding
_RANDOM, _GREEDY = "random", "greedy"


class Area(msgspec.Struct, frozen=True):
    """A part of the score: the share of sheets on which it pays, its mean, and its share of all points."""

    box: str
    pays: float
    mean: float
    share: float


class BotBalance(msgspec.Struct, frozen=True):
    """The results of one bot: totals in the order of the games, areas, and shares of tables and sheets.

    `ties` is the share of the tables with several winners, None with one player. `moves` has how often each move was
    made, `marked` the number of sheets on which each field has ink, and `illegal` how many sheets break each check at
    the end.
    """

    totals: tuple[int, ...]
    areas: tuple[Area, ...]
    ties: float | None
    turns: float
    moves: Mapping[str, int]
    marked: Mapping[str, int]
    illegal: Mapping[str, int]

    @property
    def mean(self) -> float:
        """The mean of the totals."""
        return fmean(self.totals)

    @property
    def spread(self) -> tuple[int, int, int]:
        """The totals that a tenth, half and nine tenths of the sheets do not exceed."""
        if len(self.totals) < 2:
            return (self.totals[0],) * 3
        tenths = quantiles(self.totals, n=10, method="inclusive")
        return round(tenths[0]), round(tenths[4]), round(tenths[8])


def balance_of(sheet: Sheet, games: Iterable[TemplateGame]) -> BotBalance:
    """Return the balance of the games of one bot. Raises FairsheetError if no move was possible in any of them."""
    ruleset = ruleset_of(sheet)
    scores: list[Score] = []
    moves = Counter({move.id: 0 for move in sheet.moves})
    marked, illegal = Counter[str](), Counter[str]()
    turns = []
    for game in games:
        scores.append(ruleset.score(game.records))
        moves.update(game.moves)
        turns.append(game.turns)
        for record in game.records:
            marked.update(record.marks.keys())
        if sheet.has_checks:
            for verdict in ruleset.checked(game.records).sheets:
                illegal.update({found.check for found in verdict.findings or () if found.level == "error"})
    if not any(moves.values()):
        raise FairsheetError(
            Message("no move of the template was possible in any turn of any game"),
            code=ErrorCode.BAD_TEMPLATE,
            where=sheet.name,
            hint=Message("compare the draws and conditions of its moves with its checks"),
            about=sheet.name,
        )
    players = [player for score in scores for player in score.players]
    is_alone = all(len(score.players) == 1 for score in scores)
    return BotBalance(
        totals=tuple(player.total for player in players),
        areas=_areas(sheet, [player.parts for player in players]),
        ties=None if is_alone else fmean(len(score.ranking[0]) > 1 for score in scores),
        turns=fmean(turns),
        moves=moves,
        marked=marked,
        illegal=illegal,
    )


def _areas(sheet: Sheet, parts: Sequence[Mapping[str, int]]) -> tuple[Area, ...]:
    total = line_of_total(sheet).box
    boxes = [box.id for box in sheet.score_boxes() if box.id != total]
    means = {box: fmean(each[box] for each in parts) for box in boxes}
    points = sum(map(abs, means.values()))
    return tuple(
        Area(box, fmean(each[box] != 0 for each in parts), mean, abs(mean) / points if points else 0.0)
        for box, mean in means.items()
    )


def findings_of_balance(sheet: Sheet, bots: Mapping[str, BotBalance]) -> list[Message]:
    """Return what deserves a look, the weightiest first."""
    return [
        *_never_made(bots),
        *_never_legal(bots),
        *_dead(bots),
        *_dominant(bots),
        *_unmarked(sheet, bots),
        *_gains(bots),
        *_tied(sheet, bots),
    ]


def _never_made(bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    for move in bots[_GREEDY].moves:
        if not any(bot.moves[move] for bot in bots.values()):
            yield Message("the move {move} was never possible", move=move)


def _never_legal(bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    sheets = len(bots[_GREEDY].totals)
    for check in dict.fromkeys(name for bot in bots.values() for name in bot.illegal):
        broken = max(bot.illegal.get(check, 0) for bot in bots.values())
        yield Message("at the end, {n} of {all} sheets break {check}", n=broken, all=sheets, check=check)


def _dead(bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    for areas in zip(*(bot.areas for bot in bots.values()), strict=True):
        pays = max(area.pays for area in areas)
        if pays < DEAD:
            yield Message(
                "{area} is dead: it pays on {share:.1%} of the sheets", area=areas[0].box, share=pays
            )
    for random, greedy in zip(bots[_RANDOM].areas, bots[_GREEDY].areas, strict=True):
        if greedy.pays < DEAD <= random.pays:
            yield Message(
                "the greedy bot never uses {area}, the random one does on {share:.0%} of its sheets",
                area=random.box, share=random.pays,
            )  # fmt: skip


def _dominant(bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    areas = sorted(bots[_GREEDY].areas, key=lambda area: area.share, reverse=True)
    if len(areas) < 2:
        yield Message("the score has no parts to compare: give each area a box and a score line")
    elif areas[0].share >= max(DOMINANT, TIMES_NEXT * areas[1].share):
        first, second = areas[0], areas[1]
        yield Message(
            "{area} dominates: it has {share:.0%} of the greedy bot's points, {next} has {less:.0%}",
            area=first.box, share=first.share, next=second.box, less=second.share,
        )  # fmt: skip


def _unmarked(sheet: Sheet, bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    open_fields = [
        each.id for each in sheet.fields if each.kind not in ("box", "text") and each.printed is None
    ]
    never = [id_ for id_ in open_fields if not any(id_ in bot.marked for bot in bots.values())]
    if never:
        more = [f"+{len(never) - SHOWN}"] if len(never) > SHOWN else []
        yield Message("never marked: {fields}", fields=listed([*never[:SHOWN], *more]))


def _gains(bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    greedy, random = bots[_GREEDY].mean, bots[_RANDOM].mean
    if greedy - random < LEAST_GAIN * abs(random):
        yield Message(
            "the greedy bot gains little over the random one: {greedy:.1f} and {random:.1f} points",
            greedy=greedy, random=random,
        )  # fmt: skip


def _tied(sheet: Sheet, bots: Mapping[str, BotBalance]) -> Iterable[Message]:
    """Yield a finding if both bots tie often: greedy bots alone also tie because they all see the same draws."""
    ties = min(bot.ties or 0.0 for bot in bots.values())
    if ties > TOO_MANY_TIES:
        yield (
            Message(
                "with both bots, at least {share:.0%} of the tables are tied, despite the tie-break",
                share=ties,
            )
            if sheet.tie_breaks
            else Message(
                "with both bots, at least {share:.0%} of the tables are tied: add a tie-break", share=ties
            )
        )

"""Show the balance of a custom sheet: as a table and as a web page with charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from fairsheet.engine.simulation.balance import BotBalance
from fairsheet.languages.catalogues import ENGLISH, Catalogue
from fairsheet.languages.messages import Message
from fairsheet.reports.html import page_data, page_template
from fairsheet.results.charts import histogram
from fairsheet.sheets.model.sheet import Sheet

BOTS = {"random": Message("random bot"), "greedy": Message("greedy bot")}
HEADS = (
    Message("area"),
    *(
        head.filled(bot=bot)
        for bot in BOTS.values()
        for head in (Message("{bot}: pays#"), Message("{bot}: mean#"), Message("{bot}: share#"))
    ),
)


def area_rows(bots: Mapping[str, BotBalance]) -> list[tuple[str, ...]]:
    """Return a row for each area: for each bot how often it pays, its mean, and its share of all points."""
    rows = []
    for areas in zip(*(bots[bot].areas for bot in BOTS), strict=True):
        cells = [(f"{area.pays:.0%}", f"{area.mean:.1f}", f"{area.share:.0%}") for area in areas]
        rows.append((areas[0].box, *chain.from_iterable(cells)))
    return rows


def summary_lines(bots: Mapping[str, BotBalance]) -> list[Message]:
    """Return a line for each bot: the mean and spread of its totals, the turns, and the ties."""
    return [line for bot, name in BOTS.items() for line in _summary(name, bots[bot])]


def _summary(name: Message, bot: BotBalance) -> list[Message]:
    low, middle, high = bot.spread
    lines = [
        Message(
            "{bot}: {mean:.1f} points on average, median {middle}, 8 of 10 sheets from {low} to {high}; {turns:.1f} "
            "turns per game",
            bot=name, mean=bot.mean, low=low, middle=middle, high=high, turns=bot.turns,
        )
    ]  # fmt: skip
    if bot.ties is not None:
        lines.append(Message("{bot}: {share:.0%} of the tables end in a tie", bot=name, share=bot.ties))
    return lines


def balance_page(
    sheet: Sheet,
    games: int,
    bots: Mapping[str, BotBalance],
    findings: Sequence[Message],
    language: Catalogue = ENGLISH,
) -> str:
    """Return the page about the balance of a sheet."""
    return page_template("balance.html", language).render(
        title=sheet.title,
        games=games,
        bots=[(name, bots[bot], histogram(bots[bot].totals)) for bot, name in BOTS.items()],
        lines=summary_lines(bots),
        findings=findings,
        style=page_data("report.css") + page_data("batch.css"),
        foot="",
    )

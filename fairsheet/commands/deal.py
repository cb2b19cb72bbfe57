"""`fairsheet deal`: what a seed deals, as a list or called turn by turn."""

from __future__ import annotations

import sys

import click
import msgspec

from engine.deal import TURNS, Deal, check_turn, deal, write_deal
from fairsheet.console import print_json, print_table
from fairsheet.options import json_option, players_option, seed_option, sheet_argument, solo_option
from fairsheet.seeds import given_or_new_seed
from fairsheet.words import mission_values
from sheets.model import Sheet

USUAL_TURNS = 40  # games rarely last longer; there is no last turn


@click.command("deal")
@sheet_argument
@seed_option
@players_option()
@solo_option
@click.option("--turns", type=int, help=f"How many turns to show.  [default: {USUAL_TURNS}]")
@json_option
def command(sheet: Sheet, seed: str | None, players: int, turns: int | None, as_json: bool) -> None:
    """Show the missions and turns that a seed deals.

    In a terminal, without --turns or --json, it is the caller of the table: every key turns over the next turn,
    B goes back one, Q ends.

    \b
        fairsheet deal launch --seed coral-otter-42 --players 3
        fairsheet deal launch --seed coral-otter-42 --players 3 --turns 20
    """
    if turns is not None:
        check_turn(turns, where="--turns")
    dealt = deal(sheet, given_or_new_seed(seed), players)
    if as_json:
        print_json(msgspec.Raw(write_deal(dealt, USUAL_TURNS if turns is None else turns)))
        return
    for line in mission_lines(sheet, dealt):
        click.echo(line)
    if turns is None and sys.stdin.isatty() and sys.stdout.isatty():
        _call(dealt)
    else:
        rows = [
            (turn.turn, *(f"{offer.number:>2} {offer.action}" for offer in turn.offers))
            for turn in dealt.turns(USUAL_TURNS if turns is None else turns)
        ]
        print_table(("turn#", "offer 1", "offer 2", "offer 3"), rows)


def mission_lines(sheet: Sheet, dealt: Deal) -> list[str]:
    """The missions of a table in words, one line each."""
    missions = [sheet.mission[id_] for id_ in dealt.missions.values()]
    return [f"{mission.letter}  {mission.text}  {mission_values(mission)}".rstrip() for mission in missions]


def _call(dealt: Deal) -> None:
    click.echo("\nAny key: next turn.  B: back.  Q: end.\n")
    turn = 0
    while True:
        key = click.getchar()
        if key in ("q", "Q", "\x1b", "\x04"):
            return
        turn = min(max(1, turn - 1 if key in ("b", "B") else turn + 1), TURNS[-1])
        offers = "".join(f"{offer.number:>6}  {offer.action:<11}" for offer in dealt.offers(turn))
        click.echo(click.style(f"turn {turn:>3}", dim=True) + click.style(offers, bold=True))

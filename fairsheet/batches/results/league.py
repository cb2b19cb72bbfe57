"""A league: several seeds, added up by player. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from unicodedata import normalize

from fairsheet.batches.results._table_players import players_of_table, shared_ranks
from fairsheet.batches.results.outputs import TableOutcome, csv_of
from fairsheet.engine.games.registry import has_rules, rules_of
from fairsheet.sheets.library.catalog import BUNDLED
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.phrases import listed

LEAST_LETTERS = 4  # of a name that may lack one: Max and Ma are two people
COLUMNS = ("rank", "player", "stars", "points", "games", "illegal", "doubts")


@dataclass(frozen=True)
class Standing:
    """A player over all games: stars by the rank in each, points, and in how many a sheet was found illegal."""

    player: str
    rank: int = 0
    stars: int = 0
    points: int = 0
    games: int = 0
    illegal: int = 0
    doubts: int = 0
    by_seat: bool = False  # with neither a name nor that of a table: nobody knows whether it is one player
    is_named: bool = False  # by a name on a sheet


def standings(outcomes: Iterable[TableOutcome]) -> list[Standing]:
    """Players from the first down: most stars first, then most points; who ties shares a rank.

    Players are one by their name, whatever its upper and lower case and the form of its accents; without one by their
    table's name and their seat, also where somebody else bears such a name.
    An illegal sheet earns nothing, and the stars of its rank go to nobody.
    """
    sums: dict[tuple[str, bool], Standing] = {}
    for outcome in outcomes:
        if outcome.score is None:
            continue
        alone = outcome.table.key.solo is not None  # whom nobody could have beaten earns no stars
        stars = {} if alone else _stars(outcome.table.key.sheet, outcome.table.key.layout)
        for player in players_of_table(outcome):
            table = f" of {outcome.table.key.name}" if outcome.table.key.name else ""
            is_named = bool(player.name.strip())
            name = player.name.strip() if is_named else f"seat {player.seat}{table}"
            key = _folded(name), is_named
            found = sums.get(key, Standing(name, is_named=is_named))
            is_illegal = player.verdict == "illegal"
            earns = not is_illegal and player.rank is not None
            sums[key] = replace(
                found,
                by_seat=found.by_seat or not (is_named or table),
                games=found.games + 1,
                doubts=found.doubts + player.doubts,
                illegal=found.illegal + is_illegal,
                points=found.points + earns * (player.total or 0),
                stars=found.stars + earns * stars.get(player.rank, 0),
            )
    ordered = [sums[key] for key in sorted(sums, key=lambda key: (-sums[key].stars, -sums[key].points, key))]
    ranks = shared_ranks([(each.stars, each.points) for each in ordered])
    return [replace(each, rank=rank) for rank, each in zip(ranks, ordered, strict=True)]


def _folded(name: str) -> str:
    return " ".join(normalize("NFKC", name).casefold().split())


def nameless_line(found: Iterable[Standing]) -> str | None:
    """Who was added up over several games though nobody knows that it is one player; None where all bear names."""
    seats = sorted(each.player for each in found if each.by_seat and each.games > 1)
    if not seats:
        return None
    are = "is" if len(seats) == 1 else "are"
    return (
        f"{listed(seats)} {are} added up over several tables, though no name says that "
        "these are the same players: write names on the sheets, or name the tables with --table-by"
    )


def alike_line(found: Iterable[Standing]) -> str | None:
    """Which names may be one player's, spelled or read differently; None where there are none such."""
    by_spelling: dict[str, list[str]] = {}
    for each in found:
        if each.is_named:
            by_spelling.setdefault(_letters(each.player), []).append(each.player)
    alike = [sorted(names) for names in by_spelling.values() if len(names) > 1]
    for letters, names in by_spelling.items():
        if len(letters) > LEAST_LETTERS:
            shorter = {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
            alike += [sorted((*names, *by_spelling[other])) for other in shorter & by_spelling.keys()]
    if not alike:
        return None
    said = "; ".join(listed(names) for names in sorted(alike))
    how = "fairsheet correct RECORD player=NAME makes them one, for records in OUT"
    return f"perhaps one player under several names: {said}; {how}"


def _letters(name: str) -> str:
    """The letters and digits of a name without accents, whatever their case.

    >>> _letters("José M."), _letters("JOSE m")
    ('josem', 'josem')
    """
    plain = normalize("NFKD", name.casefold())
    return "".join(character for character in plain if character.isalnum())


@cache
def _stars(name: str, layout: str) -> Mapping[int | None, int]:
    """The stars that a scenario gives for each rank."""
    try:
        sheet = BUNDLED.sheet(name, layout)
    except FairsheetError:  # a custom sheet: nobody knows its stars
        return {}
    return dict(enumerate(rules_of(sheet).stars, 1)) if has_rules(sheet) else {}


def league_csv(found: Iterable[Standing]) -> bytes:
    """`league.csv`: a row for every player."""
    return csv_of(COLUMNS, ([getattr(each, name) for name in COLUMNS] for each in found))

"""Describe a table in words: its name, its sheets, ranks, ties and the winner."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from fairsheet.engine.checks.verdict import Verdict
from fairsheet.engine.records.record import NO_SEAT, Record, SheetKey, Table
from fairsheet.engine.records.solo_pages import blank_half
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.scoring.score import AstraScore, Score
from fairsheet.languages.messages import Message, Value, as_message, counted, either, joined, listed
from fairsheet.languages.terms import term
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import is_bundled, load_sheet, scenario_names
from fairsheet.sheets.model.columns import columns_of
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.model.sides import next_seat
from fairsheet.sheets.support.phrases import the_sheet
from fairsheet.wording.formatting import format_cards


def format_table(sheet: Sheet, game: Table | Label, table: str | None) -> Message:
    """Return the text that identifies a table; `table` is the table's name.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> format_table(load_sheet("launch"), Table("coral-otter-42", 3), None)
    'launch, seed coral-otter-42, 3 players'
    >>> format_table(load_sheet("launch"), Table(None, 2), "Club 7")
    'launch, physical cards, 2 players, table Club 7'
    >>> format_table(load_sheet("launch"), Table("otter", 1, solo=4), None)
    'launch, seed otter, solo, level 4'
    """
    return _identify(sheet.name, sheet, game, table)


def table_heading(sheet: Sheet, record: Record, name: str | None) -> Message:
    """Return the text that identifies the table of a record; for a recorded game it starts with the game.

    `name` is the table's name.
    """
    return _identify(sheet.game or sheet.name, sheet, record.game, name)


def _identify(what: str, sheet: Sheet, game: Table | Label, table: str | None) -> Message:
    named = "" if table is None else Message("table {name}", name=table)
    players = "" if columns_of(sheet) else format_players(game)  # with columns, the ink gives the number
    return joined(", ", filter(None, (what, format_cards(sheet, game.seed), players, named)))


def format_players(game: Table | Label) -> str:
    """Return the number of players, or the level of a solo game.

    >>> format_players(Table("otter", 3)), format_players(Table("otter", 1, solo=4))
    ('3 players', 'solo, level 4')
    """
    if game.solo is None:
        return counted(game.players, "player")
    return Message("solo, level {level}", level=game.solo)


def seat_name(record: Record) -> str:
    """Return the player's name with the seat, or only the seat; for a table sheet, its title."""
    owner = owner_name(record.seat, record.sheet)
    if record.player and record.seat != NO_SEAT:
        return Message("{name} ({owner})", name=record.player, owner=owner)
    return owner


def owner_name(seat: int, sheet: str) -> str:
    """Return the owner of a sheet: its seat; for a table sheet, its title.

    >>> owner_name(2, "gaia-record"), owner_name(NO_SEAT, "gaia-setup")
    ('seat 2', 'the sheet “set-up”')
    """
    return the_sheet(own_title(sheet)) if seat == NO_SEAT else Message("seat {seat}", seat=seat)


def own_title(sheet: str) -> str:
    """Return the title that distinguishes a sheet from others of its table; for a custom sheet, its name.

    >>> own_title("pulsar-ledger"), own_title("quiz")
    ('ledger', 'quiz')
    """
    return load_sheet(sheet).own_title if is_bundled(sheet) else sheet


def sheet_names(records: Sequence[Record]) -> dict[SheetKey, str]:
    """Return the names of the sheets of a table, by sheet and seat; with titles if a player has several.

    >>> table = Table("otter", 2)
    >>> final, ledger = (Record(name, "", table, 1, {}) for name in ("pulsar-final", "pulsar-ledger"))
    >>> list(sheet_names([final, ledger]).values()), list(sheet_names([final]).values())
    (['seat 1, final scoring', 'seat 1, ledger'], ['seat 1'])
    >>> list(sheet_names([Record("battle", "", table, 1, {}, "Ada")]).values())
    ['the sheet between Ada (seat 1) and seat 2']
    """
    several = {seat for seat, number in Counter(record.seat for record in records).items() if number > 1}
    owners = {record.seat: seat_name(record) for record in records}

    def name(record: Record) -> str:
        if is_shared(record):
            far = next_seat(record.seat, record.game.players)
            far_name = owners.get(far, owner_name(far, record.sheet))
            words = Message("the sheet between {near} and {far}")
            return words.filled(near=owners[record.seat], far=far_name)
        if record.seat in several - {NO_SEAT}:
            return joined(", ", (seat_name(record), Message(own_title(record.sheet))))
        return seat_name(record)

    return {record.key: name(record) for record in records}


def side_of_solo(sheet: str, game: Table, seat: int) -> str:
    """Return which of the two sheets of a solo player it is; "" if the game has only one sheet for each player.

    >>> side_of_solo("battle", Table("otter", 1, solo=4), 2), side_of_solo("battle", Table("otter", 2), 2)
    ('right sheet', '')
    """
    if game.solo is None or not is_bundled(sheet) or not load_sheet(sheet).is_shared:
        return ""
    return Message("left sheet") if seat == 1 else Message("right sheet")


def is_shared(record: Record) -> bool:
    """Return whether two players write on a sheet."""
    return record.game.solo is None and is_bundled(record.sheet) and load_sheet(record.sheet).is_shared


def is_unused(record: Record, doubts: Sequence[object] | None) -> bool:
    """Return whether a sheet of a scenario for several players has no ink, so that it was not used."""
    return record.sheet in scenario_names() and record.game.solo is None and not (record.marks or doubts)


def of_owner(sheet: Record | Label) -> str:
    """Return the owner of a sheet as 'of …', by name if it is known.

    >>> of_owner(Record("launch", "", Table("otter", 2), 2, {})), of_owner(Record("log", "", Table("otter", 2), 0, {}))
    ('of player 2', 'of the table')
    """
    if sheet.seat == NO_SEAT:
        return Message("of the table")
    return Message("of player {seat}", seat=sheet.player or sheet.seat)


def known_names(records: Sequence[Record]) -> dict[int, str]:
    """Return the known names of a table's players by seat, and of the sheet of the table.

    Players with the same name get their seat too. A solo player may have the sheets of two seats.
    """
    used = Counter(player for _, player in {(record.seat, record.player) for record in records})
    is_solo = records[0].game.players == 1
    return {
        each.seat: each.player if each.player and (is_solo or used[each.player] == 1) else seat_name(each)
        for each in records
        if each.player or each.seat == NO_SEAT
    }


def names_of_all(records: Sequence[Record]) -> dict[int, str]:
    """Return a name for each seat of a table: "Player 2" if the name of its player is not known."""
    seats = range(1, records[0].game.players + 1)
    return {seat: Message("Player {seat}", seat=seat) for seat in seats} | known_names(records)


def with_names(words: str, names: Mapping[int, str]) -> str:
    """Return a message with the `names` of players, by seat, instead of the numbers of their seats.

    >>> with_names(Message("player {seat} had {n} turns", seat=2, n=1), {1: "Ada", 2: "Ben"})
    'player Ben had 1 turns'
    >>> with_names(listed([Message("seat {seat}", seat=seat) for seat in (1, 3)]), {1: "Ada"})
    'Ada and seat 3'
    """
    if not isinstance(words, Message):
        return words
    seat = words.values.get("seat")
    if words.text == "seat {seat}" and isinstance(seat, int):
        return names.get(seat, words)
    values = {
        name: with_names(each, names) if isinstance(each, str) else each
        for name, each in words.values.items()
    }
    if of_players := re.search(r"players? \{(seats?)\}", words.text):
        values[of_players[1]] = _named(words.values[of_players[1]], names)
    return Message(words.text, words.plural, **values)


def _named(seats: Value, names: Mapping[int, str]) -> Value:
    """Return a number of a seat as a name, or a list of them."""
    if isinstance(seats, Message):
        return Message(seats.text, **{name: _named(each, names) for name, each in seats.values.items()})
    return names.get(seats, seats) if isinstance(seats, int) else seats


def format_checked(sheet: Sheet, records: Sequence[Record]) -> str:
    """Describe the result of checks for the legal sheets of a table that cannot be proved, because rules are missing.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> record = Record("pulsar-final", "fdf80a9f", Table("otter", 3), 1, {})
    >>> format_checked(load_sheet("pulsar-final"), [record, record])
    'no contradiction within it, with the other sheets or with what the seed drew'
    """
    if not sheet.has_companions:
        return Message("no contradiction with its template")
    others = [Message("with the other sheets")] if len(records) > 1 else []
    drawn = [Message("with what the seed drew")] if records[0].game.seed is not None else []
    return Message("no contradiction {where}", where=either([Message("within it"), *others, *drawn]))


def is_undecided_in_part(sheet: Sheet, records: Sequence[Record], verdict: Verdict) -> bool:
    """Return whether a solo game is undecided because a part is missing or one of its two sheets is illegal."""
    if sheet.solo_level is None:
        return False
    return blank_half(sheet, records) is not None or any(each.verdict == "illegal" for each in verdict.sheets)


def ranks(score: Score) -> list[tuple[int, tuple[int, ...]]]:
    """Return (rank, seats) from the winner down; tied seats share a rank, and the ranks after them are skipped."""
    return [
        (1 + sum(len(better) for better in score.ranking[:place]), seats)
        for place, seats in enumerate(score.ranking)
    ]


def places(score: Score) -> list[tuple[int | None, int]]:
    """Return (rank, seat) from the winner down; seats with illegal sheets follow with rank None."""
    ranked: list[tuple[int | None, int]] = [(rank, seat) for rank, seats in ranks(score) for seat in seats]
    seats = {seat for _, seat in ranked}
    return ranked + [(None, each.seat) for each in score.players if each.seat not in (*seats, NO_SEAT)]


def format_rank(rank: int | None) -> str:
    """Return a rank as text for a table."""
    return "–" if rank is None else str(rank)


def tie_lines(
    sheet: Sheet,
    records: Sequence[Record],
    score: Score,
    catalog: Catalog = BUNDLED,
    unsure: Collection[int] = (),
) -> list[str]:
    """Return a line for each broken tie, unless a seat of it is `unsure`, because its total may change.

    `catalog` has the layouts of the records.
    """
    rules = ruleset_of(sheet, catalog)
    name = {player.seat: seat_name(player) for player in rules.ranked(records)[1]}
    lines: list[str] = []
    for tie in rules.broken_ties(records, score):
        if not {*tie.better, *tie.others}.isdisjoint(unsure):
            continue
        better, others = (listed([name[seat] for seat in seats]) for seats in (tie.better, tie.others))
        more, less = tie.numbers
        words = Message("{better} before {others}, at equal totals: {words} ({more} against {less})")
        broken = as_message(tie.words)
        lines.append(words.filled(better=better, others=others, words=broken, more=more, less=less))
    return lines


def to_json_values(document: object, said: Callable[[str], str] = str) -> dict[str, Any]:
    """Return a document as JSON values, with null for the seat of a table sheet. `said` translates messages.

    >>> to_json_values({"sheets": [{"seat": 1}, {"seat": 0}]})
    {'sheets': [{'seat': 1}, {'seat': None}]}
    """
    plain: dict[str, Any] = msgspec.to_builtins(document, enc_hook=said)
    _without_seat_0(plain)
    return plain


def _without_seat_0(part: object) -> None:
    if isinstance(part, dict):
        if part.get("seat") == NO_SEAT:
            part["seat"] = None
        for name, value in part.items():
            if name != "history":  # the longest part by far, and its turns have no seats
                _without_seat_0(value)
    elif isinstance(part, list | tuple):
        for value in part:
            _without_seat_0(value)


def lacking_words(score: Score) -> str:
    """Return what the players of a lost solo or cooperative game lacked; '' without it.

    >>> lacking_words(Score((), (), lacks=("1 of 42 steps", "3 of 80 points")))
    '1 of 42 steps and 3 of 80 points missing'
    """
    return Message("{parts} missing", parts=listed(score.lacks)) if isinstance(score.lacks, tuple) else ""


def astra_lines(score: Score) -> list[str]:
    """Return ASTRA's points and the winner of a solo game; for a recorded game, only the winner.

    >>> astra = AstraScore(4, 14, {"astra-score.robot": 5, "astra-score.level": 9})
    >>> astra_lines(Score((), (), astra=astra, winner="astra"))
    ['ASTRA, level 4: 14 (robot 5, solo level 9)', 'ASTRA wins']
    """
    words = {
        "player": Message("the players win")
        if score.ranking and len(score.ranking[0]) > 1
        else Message("the player wins"),
        "astra": Message("ASTRA wins"),
        "opponent": Message("the opponent wins"),
        "game": Message("the game wins: {lacking}", lacking=lacking_words(score)),
        "draw": Message("a draw"),
    }
    if not isinstance(score.astra, AstraScore):
        return [words[score.winner]] if isinstance(score.winner, str) else []
    names = {"astra-score.level": Message("solo level")}  # the term "level" is a part of a sheet
    parts = [
        joined(" ", (names.get(box, term(box.rpartition(".")[2])), points))
        for box, points in score.astra.parts.items()
    ]
    unknown = Message("winner unknown: a page is missing or blank")
    won = words[score.winner] if isinstance(score.winner, str) else unknown
    total = Message("ASTRA, level {level}: {total}", level=score.astra.level, total=score.astra.total)
    in_parts = Message("{total} ({parts})", total=total, parts=joined(", ", parts))
    return [in_parts if parts else total, won]

"""Tables of games that are recorded: what the commands print, deal and simulate for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from msgspec import UNSET, structs

from fairsheet.engine.dealing.deal import FORMAT, check_seed
from fairsheet.engine.dealing.shuffle import Stream
from fairsheet.engine.recorded.base.protocol import HiddenDraw
from fairsheet.engine.recorded.registry import draw_of, implied_options, recorded_game
from fairsheet.engine.records.record import NO_SEAT, Record, Table, write_record
from fairsheet.engine.records.record_checks import check_choices, check_options, check_table_size
from fairsheet.engine.records.table_options import nested_options, parse_options
from fairsheet.languages.messages import Message, either, joined, listed
from fairsheet.options.options import TypedTable
from fairsheet.process.console import print_table, show
from fairsheet.process.output_files import write_file
from fairsheet.sheets.language.choices import SEPARATOR, check_chosen, template_of
from fairsheet.sheets.library.templates import choices_of, is_custom, load_sheet
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.errors import FairsheetError

_HEADS = (Message("draw"), Message("comes to"))


def recorded_table(sheet: Sheet, typed: TypedTable) -> Table:
    """The table that the options of a command describe. Raises FairsheetError where it cannot play with the sheet."""
    players, chosen = typed.players, typed_options(typed.options)
    if players is None:
        if typed.solo is not None or sheet.player_counts == (1,):
            players = 1
        elif len(sheet.player_counts) == 1:
            (players,) = sheet.player_counts
        else:
            raise click.UsageError("Missing option '--players'.", click.get_current_context(silent=True))
    return table_that_chose(sheet, typed.seed, players, typed.solo, chosen, typed.name, dashes="--")


def typed_options(options: Sequence[str]) -> dict[str, str]:
    """Options with their values, as typed: `mode=coop`. Raises FairsheetError for one without a value."""
    for each in options:
        if "=" not in each:
            raise FairsheetError(
                f"{each!r} says no value", where="--option", hint="write it like --option mode=coop"
            )
    return parse_options(options)


def table_that_chose(
    sheet: Sheet,
    seed: str | None,
    players: int,
    solo: int | None,
    options: Mapping[str, str],
    name: str | None,
    dashes: str = "",
) -> Table:
    """The table that chose these options, and what its sheet itself implies.

    Raises FairsheetError for one that cannot play with the sheet; `dashes` stand before what a command calls options.
    """
    if seed is not None:
        check_seed(seed, f"{dashes}seed")
    check_table_size(sheet, players, solo, dashes)
    game = with_options(Table(seed, players, solo, None, name), sheet, options, dashes)
    if seed is None and "seeded" in sheet.attrs:
        raise FairsheetError(
            "this sheet is for what a seed draws",
            where=f"{dashes}seed",
            hint="give a seed, such as one of: fairsheet seed new",
        )
    return game


def with_options(game: Table, sheet: Sheet, options: Mapping[str, str], dashes: str = "") -> Table:
    """The table with what it chose, and what its sheet itself implies. Raises FairsheetError as `table_that_chose`."""
    where = "--option" if dashes else "options"
    chosen = implied_options(sheet) | dict(options)
    check_options(sheet, chosen, where)
    check_choices(sheet, chosen, game.players, game.solo, where)
    for option in sheet.options:
        if option.id not in chosen and game.players in option.needed_by:
            typed = f"{where} " if dashes else ""
            hint = f"give {either([f'{typed}{option.id}={value}' for value in option.values])}"
            problem = f"with {game.players} players {option.id} must be chosen"
            raise FairsheetError(problem, where=where, hint=hint)
    return structs.replace(game, options=nested_options(chosen) if chosen else UNSET)


def chosen_sheets(sheet: Sheet, seats: Sequence[int], choose: str | None) -> dict[int, Sheet]:
    """The sheet of each seat, where `choose` says what some have, as typed: `1=gaia/cosmos,2=petra/republic`.

    Raises FairsheetError for seats that there are not and for what cannot be chosen.
    """
    found = dict.fromkeys(seats, sheet)
    for each in choose.split(",") if choose else ():
        seat, sign, chosen = (part.strip() for part in each.partition("="))
        if not sign or not seat.isdecimal() or int(seat) not in found:
            hint = f"write it like 1=gaia/cosmos, with seats {seats[0]} to {seats[-1]}"
            raise FairsheetError(f"{each!r} is no choice of a seat", where="--choose", hint=hint)
        if is_custom(sheet):
            hint = "give the template in which it is the first value"
            raise FairsheetError("a custom sheet has its usual choices", where="--choose", hint=hint)
        template = template_of(sheet.name)
        check_chosen(chosen.split(SEPARATOR), choices_of(template), "--choose")
        found[int(seat)] = load_sheet(f"{template}{SEPARATOR}{chosen}")
    return found


def check_no_physical_cards(physical_cards: bool) -> None:
    """Raises FairsheetError where a game that is recorded is said to have physical cards."""
    if physical_cards:
        problem = "a game that is recorded is played with its own box"
        raise FairsheetError(problem, where="--physical-cards", hint="leave it out")


def check_no_options(options: Sequence[str]) -> None:
    """Raises FairsheetError where options are given for a sheet that has none."""
    if options:
        raise FairsheetError("this sheet has no options", where="--option", hint="leave it out")


def deal_document(sheet: Sheet, game: Table) -> dict[str, object]:
    """The document of what a seed draws for a table (`fairsheet.deal/1`): no turns, but what the seed draws."""
    assert game.seed is not None
    return {
        "format": FORMAT,
        "sheet": sheet.name,
        "seed": game.seed,
        "players": game.players,
        "solo": game.solo,
        "missions": {},
        "turns": (),
        "draw": recorded_game(sheet).draw(game.seed, game),
    }


def check_rounds(sheet: Sheet, game: Table, first: int | None, count: int | None) -> None:
    """Raises FairsheetError unless the seed of a table draws something for each of `count` rounds from the `first`."""
    given = {"--from": first, "--turns": None if count is None else (first or 1) + count - 1}
    drawn = draw_of(sheet, game)
    by_round = None if drawn is None else recorded_game(sheet).by_round(drawn, game)
    rounds = 0 if by_round is None else len(by_round.items)
    for where, last in given.items():
        if last is not None and not rounds:
            problem = "nothing comes up round by round at this table"
            raise FairsheetError(problem, where=where, hint="leave out --from and --turns")
        if last is not None and not (first or 1) <= last <= rounds:
            raise FairsheetError(
                f"there is no round {last}", where=where, hint=f"ask for rounds 1 to {rounds}"
            )


def show_draw(sheet: Sheet, game: Table, first: int | None, count: int | None) -> None:
    """Print what a seed draws and lies open, and what is hidden; what comes up in rounds only for the rounds asked for,
    as nobody may know it before.
    """
    assert game.seed is not None
    recorded = recorded_game(sheet)
    drawn = recorded.draw(game.seed, game)
    lines = list(recorded.draw_in_words(drawn, game))
    by_round = recorded.by_round(drawn, game)
    if by_round is not None:
        lines += _rounds_asked_for(by_round, first, count)
    print_table(_HEADS, lines)
    names = [each.name for each in recorded.hidden(drawn, game)]
    if names:
        example = names[0]
        show(
            Message(
                "Face down: {names}. To see it: --reveal {example}, or one card of it: --reveal {example}.2.",
                names=listed(names), example=example,
            )
        )  # fmt: skip


def _rounds_asked_for(by_round: HiddenDraw, first: int | None, count: int | None) -> list[tuple[str, str]]:
    """A line for each of `count` rounds from the `first`; where no rounds are asked for how to ask."""
    if first is None and count is None:
        how = Message("hidden; --from 3 --turns 1 shows the {what} 3", what=by_round.one)
        return [(by_round.name, how)]
    begin = first or 1
    asked = by_round.items[begin - 1 :][: count or 1]
    return [(joined(" ", (by_round.one, number)), item) for number, item in enumerate(asked, begin)]


def show_hidden(sheet: Sheet, game: Table, asked: Sequence[str]) -> None:
    """Print of what lies face down what is asked for, all of a kind by its name, `oceans`, or one, `oceans.2`.

    Raises FairsheetError for a name that nothing has.
    """
    assert game.seed is not None
    recorded = recorded_game(sheet)
    hidden = {each.name: each for each in recorded.hidden(recorded.draw(game.seed, game), game)}
    print_table(_HEADS, [line for each in asked for line in _revealed(each, hidden)])


def _revealed(asked: str, hidden: Mapping[str, HiddenDraw]) -> list[tuple[str, str]]:
    """What is asked for of what lies face down, a line for each."""
    name, dot, place = asked.partition(".")
    if name not in hidden:
        hint = f"there is {listed(list(hidden))}" if hidden else "all lies open at this table"
        raise FairsheetError(f"nothing that lies face down is called {name}", where="--reveal", hint=hint)
    draw = hidden[name]
    places = range(1, len(draw.items) + 1)
    if dot and (not place.isdecimal() or int(place) not in places):
        problem = f"there is no {name}.{place} that lies face down"
        raise FairsheetError(problem, where="--reveal", hint=f"there are {name}.1 to {name}.{places[-1]}")
    return [(joined(" ", (draw.one, k)), draw.items[k - 1]) for k in ([int(place)] if dot else places)]


def simulated(sheet: Sheet, game: Table, games: int) -> Iterator[tuple[str, list[Record]]]:
    """Plausible tables, each with its seed, which its chance comes from as well."""
    from fairsheet.engine.simulation.simulate import seed_of_game

    assert game.seed is not None
    for number in range(1, games + 1):
        table = structs.replace(game, seed=seed_of_game(game.seed, number))
        yield table.seed or "", records_of_table(sheet, table)


def records_of_table(sheet: Sheet, game: Table) -> list[Record]:
    """The records of a plausible table with that seed."""
    from fairsheet.engine.recorded.recorded_tables import table_sheets, with_boxes

    assert game.seed is not None
    chance = Stream(game.seed, f"{sheet.game}/table of {game.players}")
    played = recorded_game(sheet).play(game, draw_of(sheet, game), chance)
    return _one_of_each_seat(with_boxes(table_sheets(played)), sheet)


def _one_of_each_seat(records: Sequence[Record], sheet: Sheet) -> list[Record]:
    """Of several sheets of a player the one that is asked for, else the first."""
    kept: dict[object, Record] = {}
    for record in records:
        key = record.sheet if record.seat == NO_SEAT else record.seat
        if key not in kept or record.sheet == sheet.name:
            kept[key] = record
    return list(kept.values())


def write_table(records: Sequence[Record], folder: Path) -> None:
    """Write `seat-<k>.json` of every player, and the sheets of the table by their names. Raises FairsheetError."""
    for record in records:
        name = template_of(record.sheet) if record.seat == NO_SEAT else f"seat-{record.seat}"
        write_file(folder / f"{name}.json", write_record(record))

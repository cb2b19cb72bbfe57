"""Print, deal and simulate tables of recorded games."""

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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

_HEADS = (Message("draw"), Message("comes to"))


def recorded_table(sheet: Sheet, typed: TypedTable) -> Table:
    """Return the table that the options of a command describe. Raises FairsheetError if the sheet does not fit it."""
    players, chosen = typed.players, parse_typed_options(typed.options)
    if players is None:
        if typed.solo is not None or sheet.player_counts == (1,):
            players = 1
        elif len(sheet.player_counts) == 1:
            (players,) = sheet.player_counts
        else:
            raise click.UsageError("Missing option '--players'.", click.get_current_context(silent=True))
    return table_with_options(sheet, typed.seed, players, typed.solo, chosen, typed.name, dashes="--")


def parse_typed_options(options: Sequence[str]) -> dict[str, str]:
    """Return options by name from typed text such as `mode=coop`. Raises FairsheetError if one has no value."""
    for each in options:
        if "=" not in each:
            problem = Message("{option!r} has no value", option=each)
            hint = Message("write it like --option mode=coop")
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--option", hint=hint)
    return parse_options(options)


def table_with_options(
    sheet: Sheet,
    seed: str | None,
    players: int,
    solo: int | None,
    options: Mapping[str, str],
    name: str | None,
    dashes: str = "",
) -> Table:
    """Return a table with these options and with those that its sheet implies.

    `dashes` is "--" if errors should name options of a command. Raises FairsheetError if the sheet does not fit.
    """
    if seed is not None:
        check_seed(seed, f"{dashes}seed")
    check_table_size(sheet, players, solo, dashes)
    game = with_options(Table(seed, players, solo, None, name), sheet, options, dashes)
    if seed is None and "seeded" in sheet.attrs:
        problem = Message("this sheet needs a seed")
        hint = Message("give a seed; fairsheet seed new makes one")
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where=f"{dashes}seed", hint=hint)
    return game


def with_options(game: Table, sheet: Sheet, options: Mapping[str, str], dashes: str = "") -> Table:
    """Return the table with these options and with those that its sheet implies.

    Raises FairsheetError like `table_that_chose`.
    """
    where = "--option" if dashes else "options"
    chosen = implied_options(sheet) | dict(options)
    check_options(sheet, chosen, where)
    check_choices(sheet, chosen, game.players, game.solo, where)
    for option in sheet.options:
        if option.id not in chosen and game.players in option.needed_by:
            typed = f"{where} " if dashes else ""
            hint = Message(
                "give {values}", values=either([f"{typed}{option.id}={value}" for value in option.values])
            )
            problem = Message(
                "with {players} players {option} must be chosen", players=game.players, option=option.id
            )
            raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where=where, hint=hint)
    return structs.replace(game, options=nested_options(chosen) if chosen else UNSET)


def choose_sheets(sheet: Sheet, seats: Sequence[int], choose: str | None) -> dict[int, Sheet]:
    """Return the sheet of each seat; `choose` has typed choices for some, such as `1=gaia/cosmos,2=petra/republic`.

    Raises FairsheetError if a seat or a choice does not exist.
    """
    found = dict.fromkeys(seats, sheet)
    for each in choose.split(",") if choose else ():
        seat, sign, chosen = (part.strip() for part in each.partition("="))
        if not sign or not seat.isdecimal() or int(seat) not in found:
            hint = f"write it like 1=gaia/cosmos, with seats {seats[0]} to {seats[-1]}"
            problem = f"{each!r} is not a choice for a seat"
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--choose", hint=hint)
        if is_custom(sheet):
            hint = "leave it out, and give a template with the choice as its first value"
            problem = "a custom sheet always has its usual choices"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--choose", hint=hint)
        template = template_of(sheet.name)
        check_chosen(chosen.split(SEPARATOR), choices_of(template), "--choose")
        found[int(seat)] = load_sheet(f"{template}{SEPARATOR}{chosen}")
    return found


def check_no_physical_cards(physical_cards: bool) -> None:
    """Raise FairsheetError if a recorded game has --physical-cards."""
    if physical_cards:
        problem = "a recorded game always uses its own cards"
        hint = "leave it out"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--physical-cards", hint=hint)


def check_no_options(options: Sequence[str]) -> None:
    """Raise FairsheetError if options are given for a sheet without options."""
    if options:
        problem = Message("this sheet has no options")
        hint = Message("leave it out")
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="--option", hint=hint)


def deal_document(sheet: Sheet, game: Table) -> dict[str, object]:
    """Return the document `fairsheet.deal/1` of a recorded game: no turns, but the draw of the seed."""
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
    """Raise FairsheetError if the seed draws nothing for one of `count` rounds, counted from `first`."""
    given = {"--from": first, "--turns": None if count is None else (first or 1) + count - 1}
    drawn = draw_of(sheet, game)
    by_round = None if drawn is None else recorded_game(sheet).by_round(drawn, game)
    rounds = 0 if by_round is None else len(by_round.items)
    for where, last in given.items():
        if last is not None and not rounds:
            problem = "this table has no cards for single rounds"
            hint = "leave out --from and --turns"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=where, hint=hint)
        if last is not None and not (first or 1) <= last <= rounds:
            hint = f"ask for rounds 1 to {rounds}"
            raise FairsheetError(f"there is no round {last}", code=ErrorCode.BAD_TURN, where=where, hint=hint)


def show_draw(sheet: Sheet, game: Table, first: int | None, count: int | None) -> None:
    """Print the open draw of a seed, the names of the face-down cards, and the cards of the requested rounds.

    Cards of other rounds stay hidden, because players must not know them before.
    """
    assert game.seed is not None
    recorded = recorded_game(sheet)
    drawn = recorded.draw(game.seed, game)
    lines = list(recorded.draw_in_words(drawn, game))
    by_round = recorded.by_round(drawn, game)
    if by_round is not None:
        lines += _list_rounds(by_round, first, count)
    print_table(_HEADS, lines)
    names = [each.name for each in recorded.hidden(drawn, game)]
    if names:
        example = names[0]
        show(
            Message(
                "Face down: {names}. To see them: --reveal {example}, or only one card: --reveal {example}.2.",
                names=listed(names), example=example
            )
        )  # fmt: skip


def _list_rounds(by_round: HiddenDraw, first: int | None, count: int | None) -> list[tuple[str, str]]:
    """Return a line for each of `count` rounds from `first`, or one line that explains the options."""
    if first is None and count is None:
        how = Message("hidden; --from 3 --turns 1 shows the {what} 3", what=by_round.one)
        return [(by_round.name, how)]
    begin = first or 1
    asked = by_round.items[begin - 1 :][: count or 1]
    return [(joined(" ", (by_round.one, number)), item) for number, item in enumerate(asked, begin)]


def show_hidden(sheet: Sheet, game: Table, asked: Sequence[str]) -> None:
    """Print the requested face-down cards: all of a kind, such as `oceans`, or one, such as `oceans.2`.

    Raises FairsheetError if nothing has the requested name.
    """
    assert game.seed is not None
    recorded = recorded_game(sheet)
    hidden = {each.name: each for each in recorded.hidden(recorded.draw(game.seed, game), game)}
    print_table(_HEADS, [line for each in asked for line in _revealed(each, hidden)])


def _revealed(asked: str, hidden: Mapping[str, HiddenDraw]) -> list[tuple[str, str]]:
    """Return a line for each requested face-down card."""
    name, dot, place = asked.partition(".")
    if name not in hidden:
        hint = f"give {either(list(hidden))}" if hidden else "leave it out: this table has no face-down cards"
        problem = f"no face-down cards are named {name}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--reveal", hint=hint)
    draw = hidden[name]
    places = range(1, len(draw.items) + 1)
    if dot and (not place.isdecimal() or int(place) not in places):
        problem = f"there is no face-down card {name}.{place}"
        hint = f"give {name}.1 to {name}.{places[-1]}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="--reveal", hint=hint)
    return [(joined(" ", (draw.one, k)), draw.items[k - 1]) for k in ([int(place)] if dot else places)]


def simulate_tables(sheet: Sheet, game: Table, games: int) -> Iterator[tuple[str, list[Record]]]:
    """Yield the seed and the records of plausible tables; the seed determines the records."""
    from fairsheet.engine.simulation.simulate import seed_of_game

    assert game.seed is not None
    for number in range(1, games + 1):
        table = structs.replace(game, seed=seed_of_game(game.seed, number))
        yield table.seed or "", records_of_table(sheet, table)


def records_of_table(sheet: Sheet, game: Table) -> list[Record]:
    """Return the records of a plausible table; its seed determines them."""
    from fairsheet.engine.recorded.recorded_tables import fill_boxes, table_sheets

    assert game.seed is not None
    chance = Stream(game.seed, f"{sheet.game}/table of {game.players}")
    played = recorded_game(sheet).play(game, draw_of(sheet, game), chance)
    return _pick_one_for_each_seat(fill_boxes(table_sheets(played)), sheet)


def _pick_one_for_each_seat(records: Sequence[Record], sheet: Sheet) -> list[Record]:
    """Return one record for each player: of the requested sheet, otherwise the first."""
    kept: dict[object, Record] = {}
    for record in records:
        key = record.sheet if record.seat == NO_SEAT else record.seat
        if key not in kept or record.sheet == sheet.name:
            kept[key] = record
    return list(kept.values())


def write_table(records: Sequence[Record], folder: Path) -> None:
    """Write `seat-<k>.json` for each player, and shared sheets under their names. Raises FairsheetError."""
    for record in records:
        name = template_of(record.sheet) if record.seat == NO_SEAT else f"seat-{record.seat}"
        write_file(folder / f"{name}.json", write_record(record))

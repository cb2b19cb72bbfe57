"""The main functions of the library. Slow imports are inside the functions that need them.

Every error is a `FairsheetError`; its `where`, `problem` and `hint` are written for users.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec

from fairsheet.api._arguments import (
    Progress,
    all_of,
    budget_of,
    check,
    check_kind,
    check_language,
    check_path,
    in_python,
)
from fairsheet.engine.dealing.deal import (
    Deal,
    check_alone,
    check_players,
    check_print_id,
    check_seed,
    check_table_name,
    most_players,
)
from fairsheet.engine.dealing.deal import deal as deal_cards
from fairsheet.engine.records.ink import History
from fairsheet.engine.records.json_documents import LARGEST
from fairsheet.engine.records.record import Record, Table, check_record, layout_of, table_of
from fairsheet.engine.records.record import read_record as read_record_json
from fairsheet.engine.records.record import write_record as write_record_json
from fairsheet.sheets.library import templates
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.library.templates import SUFFIX, custom_sheet
from fairsheet.sheets.library.translations import in_language
from fairsheet.sheets.model.sheet import ENGLISH, Sheet
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import read_file

if TYPE_CHECKING:
    from fairsheet.engine.checks.verdict import Verdict
    from fairsheet.engine.play.game import Game as Rules
    from fairsheet.engine.play.game import Step
    from fairsheet.engine.play.state import State
    from fairsheet.engine.scoring.score import Score
    from fairsheet.options.card_packs import CardKind
    from fairsheet.sheets.model.page_geometry import Paper


@in_python
def load_sheet(name: str | Path) -> Sheet:
    """Return a bundled sheet by its name, such as "launch", in its newest layout, or the sheet of a template file.

    Raises FairsheetError if no sheet has this name, or the template has a fault.

    >>> load_sheet("launch").title
    'Launch'
    >>> load_sheet("lunch")
    Traceback (most recent call last):
    fairsheet.sheets.support.errors.FairsheetError: sheet: there is no sheet 'lunch'; did you mean launch?
    """
    check_path(name, "sheet", 'give a name, such as "launch", or the path of a template')
    is_template = isinstance(name, Path) or name.endswith(SUFFIX)
    return custom_sheet(Path(name)) if is_template else templates.load_sheet(str(name))


@in_python
def deal(
    sheet: Sheet | str | Path,
    seed: str,
    players: int,
    solo: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Deal:
    """Return the cards that a seed deals for a sheet; for a recorded game, `.draw` has the set-up that it draws.

    `options` are the choices of the table of a recorded game, such as {"map": "open"}. Raises FairsheetError if the
    seed, the number of players or an option is invalid.

    >>> dealt = deal("launch", "coral-otter-42", players=3)
    >>> dealt.missions, [(offer.number, offer.action) for offer in dealt.offers(turn=1)]
    ({'A': 'A1', 'B': 'B2', 'C': 'C1'}, [(4, 'water'), (5, 'plant'), (10, 'robot')])
    """
    sheet = _sheet_of(sheet)
    check(str, "give any word", seed=seed)
    check(int, "give a whole number", players=players)
    check(int | None, "give a level from 1 to 8, or None", solo=solo)
    check(Mapping[str, str] | None, 'give a dict, such as {"map": "open"}', options=options)
    if sheet.seed_draws:
        from fairsheet.engine.recorded.registry import drawn_deal

        return drawn_deal(sheet, seed, players, solo, options or {})
    if options:
        problem = "this sheet has no options"
        hint = "leave them out"
        raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="options", hint=hint)
    _check_alone(sheet, players, solo)
    return deal_cards(sheet, seed, players, solo)


@in_python
def print_pdf(
    sheet: Sheet | str | Path,
    *,
    players: int = 1,
    seed: str | None = None,
    solo: int | None = None,
    seat: int | None = None,
    table: str | None = None,
    names: Sequence[str] = (),
    print_id: str | None = None,
    missions: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    paper: Literal["a4", "letter"] = "a4",
    ink_saving: bool = False,
    lang: str = ENGLISH,
) -> bytes:
    """Return a PDF with the pages of all seats of a game, or of one `seat` (from 1).

    Without a `seed`, the game has physical cards or none; `missions` are then the ids of the open mission cards, such
    as "A1", one for each letter. `solo` is the level of a solo game; the opponent's panel is an additional page.
    `table` is a name that distinguishes tables with the same seed. `print_id` identifies this print run. `names` are
    the player names by seat. `options` are the choices of the table of a recorded game, such as {"mode": "coop"}.
    `ink_saving` makes fills paler, or draws outlines. `lang` is the language: "en", "cs" or "de". Equal arguments give
    equal bytes.

    Raises FairsheetError if an argument is invalid.

    >>> print_pdf("launch", seed="coral-otter-42", players=3)[:5]
    b'%PDF-'
    """
    from fairsheet.engine.records.record_checks import check_table_size
    from fairsheet.options.print_runs import names_by_seat
    from fairsheet.options.recorded_evenings import table_with_options, with_options
    from fairsheet.sheets.library.solo_sheets import at_level
    from fairsheet.sheets.printing.draw_pages import draw_pages
    from fairsheet.wording.labels import drawn_prints, labels_of, missions_by_letter

    sheet = _sheet_of(sheet)
    check(int, "give a whole number", players=players)
    check(int | None, "give a whole number, or None", solo=solo, seat=seat)
    check_language(lang)
    check(str | None, "give text, or None", seed=seed, table=table, print_id=print_id)
    check(bool, "give True or False", ink_saving=ink_saving)
    check(Sequence[str], "give a list of text", names=names, missions=missions)
    check(Mapping[str, str] | None, 'give a dict, such as {"mode": "coop"}', options=options)
    on = check_paper(paper)
    if table is not None:
        check_table_name(table)
    if print_id is not None:
        check_print_id(print_id, "print_id")
    if sheet.has_companions:
        if missions:
            problem, hint = "this game has no missions to deal", "leave them out"
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where="missions", hint=hint)
        game = table_with_options(sheet, seed, players, solo, options or {}, table)
    else:
        _check_alone(sheet, players, solo)
        if seed is None:
            check_players(players, solo, most=most_players(sheet))
            if sheet.player_counts:
                check_table_size(sheet, players, solo, "")
            open_missions = missions_by_letter(sheet, missions, "missions") if missions else None
            game = Table(None, players, solo, open_missions, table)
        elif missions:
            problem, hint = "a seed deals its missions", "leave out one of the two"
            raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="missions", hint=hint)
        else:
            game = table_of(deal_cards(sheet, seed, players, solo), table)
        game = with_options(game, sheet, options or {})
    sheet = at_level(sheet, solo)
    seats = sheet.seats(players)
    if seat is not None and seat not in seats:
        problem, hint = f"there is no seat {seat} among {len(seats)}", f"give 1 to {len(seats)}"
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where="seat", hint=hint)
    wanted = list(seats) if seat is None else [seat]
    called = names_by_seat(names, seats, players, seat, "names")
    labels = [
        msgspec.structs.replace(label, ink_saving=ink_saving, language=lang)
        for label in labels_of(sheet, msgspec.structs.replace(game, print=print_id), wanted, called)
    ]
    drawn = drawn_prints(sheet, game, wanted)
    return draw_pages(in_language(sheet, lang, _template_of(sheet)), labels, on, drawn)


@in_python
def cards(
    sheet: Sheet | str | Path | None = None,
    *,
    seed: str | None = None,
    only: Iterable[CardKind] = (),
    solo: bool = False,
    paper: Literal["a4", "letter"] = "a4",
    lang: str = ENGLISH,
) -> bytes:
    """Return a PDF with the cards of all scenarios, or with the missions of one `sheet` only, to cut out.

    With a `seed`, the last pages show how to stack the cards so that they come up as it deals them: those of the solo
    game, if `solo`. `only` are the parts to print, by default all. `lang` is "en", "cs" or "de".

    Raises FairsheetError if the game has no cards, or an argument is invalid.

    >>> cards("launch", seed="coral-otter-42", only=["order"])[:5]
    b'%PDF-'
    """
    from fairsheet.options.card_packs import KINDS, CardKind, cards_of, stacking_of
    from fairsheet.sheets.printing.card_pages import draw_cards

    kinds = all_of(only, str, "only", f"give a list of {', '.join(KINDS)}")
    check(list[CardKind], f"choose from {', '.join(KINDS)}", only=kinds)
    check(bool, "give True or False", solo=solo)
    check(str | None, "give text, or None", seed=seed)
    check_language(lang)
    on = check_paper(paper)
    if seed is not None:
        check_seed(seed)
    elif solo or "order" in kinds:
        problem, where = "the order of the cards needs a seed", "solo" if solo else "only"
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where=where, hint="give a seed")
    sheets = [_sheet_of(each) for each in (templates.scenario_names() if sheet is None else [sheet])]
    found = cards_of(sheets, kinds or KINDS, lambda each: in_language(each, lang, _template_of(each)))
    is_ordered = not kinds or "order" in kinds
    stacking = stacking_of(seed, sheets, solo=solo) if seed is not None and is_ordered else None
    return draw_cards(found, stacking, on, lang)


@in_python
def verify(
    records: Iterable[Record],
    *,
    sheets: Iterable[Sheet | str | Path] = (),
    work: float | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Judge the records of one table by the rules: each is legal, illegal or undecided.

    `work` and `time_limit` (seconds) limit the proof as for `fairsheet verify`, with the same defaults. `progress` is
    called with "proving", the units of work done, each about a second, and their limit; most proofs end long before it.
    Seats may be missing; give custom sheets as `sheets`. Raises FairsheetError if the records are not of one table, or
    their sheet has neither rules nor checks.

    >>> from fairsheet.engine.simulation.simulate import simulate
    >>> (played,) = simulate(load_sheet("launch"), "coral-otter-42", players=2)
    >>> verdict = verify(played.records)
    >>> [(each.seat, each.verdict) for each in verdict.sheets]
    [(1, 'legal'), (2, 'legal')]
    >>> len(verdict.sheets[0].history), verdict.sheets[0].history[0].ink[0].by
    (38, 'number')
    """
    from fairsheet.engine.rulesets.ruleset import ruleset_of

    budget = budget_of(work, time_limit, progress)
    catalog = catalog_of(sheets)
    sheet, table = _check_table(records, catalog)
    return ruleset_of(sheet, catalog).verify(table, budget)


@in_python
def score(records: Iterable[Record], *, sheets: Iterable[Sheet | str | Path] = ()) -> Score:
    """Return the points of one table, part by part, and its ranking; give custom sheets as `sheets`.

    Raises FairsheetError if the records are not of one table.

    >>> from fairsheet.engine.simulation.simulate import simulate
    >>> (played,) = simulate(load_sheet("launch"), "coral-otter-42", players=2)
    >>> points = score(played.records)
    >>> [(player.seat, player.total) for player in points.players], points.ranking  # they share the first rank
    ([(1, 150), (2, 150)], ((1, 2),))
    """
    from fairsheet.engine.rulesets.ruleset import ruleset_of

    catalog = catalog_of(sheets)
    sheet, table = _check_table(records, catalog)
    return ruleset_of(sheet, catalog).score(table)


@in_python
def summands(
    records: Iterable[Record], *, sheets: Iterable[Sheet | str | Path] = ()
) -> dict[int, dict[str, int]]:
    """Return by seat the numbers that add up to the player's total, by box or area; subtracted numbers are negative.

    The parts of `score` are only the boxes of the score, as people write them. If a total counts as written, though the
    sheet does not show all its parts, `total` has the rest. Arguments and errors are those of `score`.

    >>> from fairsheet import read_record
    >>> records = [read_record(path) for path in sorted(Path("examples/legal").glob("*.json"))]
    >>> {name: number for name, number in summands(records)[1].items() if number}
    {'altitude': 135, 'score.errors': -40}
    """
    from fairsheet.engine.rulesets.ruleset import ruleset_of
    from fairsheet.wording.points import points_of

    catalog = catalog_of(sheets)
    sheet, table = _check_table(records, catalog)
    shown = points_of(sheet, table, ruleset_of(sheet, catalog).score(table), catalog)
    found = {}
    for column, seat in enumerate(shown.seats):
        found[seat] = {row.box: row.values[column] for row in shown.added}
        if rest := shown.total.values[column] - sum(found[seat].values()):
            found[seat]["total"] = rest
    return found


@in_python
def replay(
    deal: Deal,
    histories: Mapping[int, History] | Sequence[History],
    *,
    sheet: Sheet | str | Path | None = None,
) -> tuple[Record, ...]:
    """Return the records that these histories lead to, by seat, with only the ink of the histories: no sums or names.

    Give histories by seat, or as a list from seat 1; values decoded from JSON are accepted. `sheet` is the layout, by
    default the newest one. Raises FairsheetError with turn and seat if the rules do not allow a history.

    >>> from fairsheet.engine.simulation.simulate import simulate
    >>> sheet = load_sheet("launch")
    >>> (played,) = simulate(sheet, "coral-otter-42", players=2)
    >>> records = replay(deal(sheet, "coral-otter-42", players=2), played.histories)
    >>> records[0].marks.items() <= played.records[0].marks.items()
    True
    """
    game, state, by_seat = play_histories(deal, histories, sheet)
    table = table_of(deal)
    seats = game.sheet.seats(deal.players) if deal.players == 1 else sorted(by_seat)
    return tuple(Record.on(game.sheet, table, seat, game.marks(state, seat)) for seat in seats)


def play_histories(
    deal: Deal,
    histories: Mapping[int, History] | Sequence[History],
    sheet: Sheet | str | Path | None,
    taken: list[Step] | None = None,
) -> tuple[Rules, State, dict[int, History]]:
    """Return the rules, the state after histories, and the histories by seat. Raises FairsheetError.

    The steps are added to `taken`.
    """
    from fairsheet.engine.games.registry import rules_of
    from fairsheet.engine.play.replay import IllegalHistory
    from fairsheet.engine.play.replay import replay as replay_histories

    check_kind(deal, Deal, "deal", "give a result of fairsheet.deal")
    check_kind(histories, (Mapping, Sequence), "histories", "give histories by seat, or in a list")
    by_seat = histories if isinstance(histories, Mapping) else dict(enumerate(histories, start=1))
    check(Mapping[int, object], "give histories by seat, or in a list", histories=by_seat)
    if not by_seat:
        hint = "give one for each seat"
        problem = "there is no history"
        raise FairsheetError(problem, code=ErrorCode.NOTHING_TO_READ, where="histories", hint=hint)
    for seat in by_seat:
        if not 1 <= seat <= deal.players:
            problem = f"there is no seat {seat}"
            hint = f"give 1 to {deal.players}"
            raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where="histories", hint=hint)
    game = rules_of(BUNDLED.sheet(deal.sheet, solo=deal.solo) if sheet is None else _sheet_of(sheet))
    deal = msgspec.structs.replace(deal, last_open=None)
    try:
        typed = {seat: msgspec.convert(history, History) for seat, history in by_seat.items()}
        return game, replay_histories(game, deal, typed, taken=taken), typed
    except msgspec.ValidationError as error:
        problem = f"this is no history ({error})"
        hint = "give lists of turns"
        raise FairsheetError(problem, code=ErrorCode.BAD_HISTORY, where="histories", hint=hint) from None
    except IllegalHistory as error:
        where = f"histories: seat {error.seat}, turn {error.turn}"
        hint = "give a history that the rules allow"
        raise FairsheetError(error.why, code=ErrorCode.BAD_HISTORY, where=where, hint=hint) from None


@in_python
def read_record(source: str | Path | bytes, *, sheets: Iterable[Sheet | str | Path] = ()) -> Record:
    """Return the record in a file, given by its path, or in JSON given as text or bytes.

    Give custom sheets as `sheets`. Raises FairsheetError with the place of the fault if it is not a valid record.

    >>> record = Record.on(load_sheet("launch"), Table("coral-otter-42", 3), seat=1, marks={"floor-1.1": 3})
    >>> read_record(write_record(record)) == record
    True
    >>> read_record('{"format": "fairsheet.record/2"}')
    Traceback (most recent call last):
    fairsheet.sheets.support.errors.FairsheetError: record: object missing required field sheet; ...
    """
    catalog = catalog_of(sheets)
    if isinstance(source, bytes):
        return read_record_json(source, "record", catalog)[1]
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        return read_record_json(source.encode("utf-8", "surrogatepass"), "record", catalog)[1]
    check_path(source, "record", "give a path, or JSON as text or bytes")
    path = Path(source)
    return read_record_json(read_file(path, LARGEST + 1), str(path), catalog)[1]


@in_python
def write_record(record: Record) -> str:
    """Return the record as JSON in the format `fairsheet.record/2`.

    >>> record = Record.on(load_sheet("launch"), Table(None, 3), seat=1)
    >>> write_record(record).splitlines()[1]
    '  "format": "fairsheet.record/2",'
    """
    check(Record, "give a record", record=record)
    return write_record_json(record).decode()


def _sheet_of(given: Sheet | str | Path) -> Sheet:
    """Return a sheet given as such, or by its name or template."""
    return given if isinstance(given, Sheet) else load_sheet(given)


def _template_of(sheet: Sheet) -> Path | None:
    """Return the template of a custom sheet, whose translations are next to it."""
    return Path(sheet.named_at.file) if sheet.named_at and templates.is_custom(sheet) else None


def catalog_of(sheets: Iterable[Sheet | str | Path]) -> Catalog:
    """Return the catalog of bundled sheets and of these custom sheets."""
    given = all_of(sheets, (Sheet, str, Path), "sheets", "give a list of sheets, or of paths of templates")
    found = tuple(map(_sheet_of, given))
    return Catalog(found, {each.name: each.named_at for each in found if each.named_at is not None})


def check_paper(name: str) -> Paper:
    """Return a paper by its name. Raises FairsheetError if no paper has this name."""
    from fairsheet.sheets.model.page_geometry import PAPERS

    hint = f"choose {' or '.join(PAPERS)}"
    check(str, hint, paper=name)
    if name not in PAPERS:
        problem = f"there is no paper {name!r}"
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where="paper", hint=hint)
    return PAPERS[name]


def _check_alone(sheet: Sheet, players: int, solo: int | None) -> None:
    check_alone(sheet, players, solo, "players", "give the level: solo=4")


def _check_table(records: Iterable[Record], catalog: Catalog) -> tuple[Sheet, list[Record]]:
    """Return the layout of the first record, and the records. Raises FairsheetError if one does not fit its sheet."""
    table = all_of(records, Record, "records", "give a list of records")
    if not table:
        hint = "give the records of one table"
        raise FairsheetError("there is no record", code=ErrorCode.NOTHING_TO_READ, where="records", hint=hint)
    for record in table:
        check(Record, "give records as read_record does", records=record)
    sheet = layout_of(table[0], catalog)
    for record in table:
        if (record.sheet, record.layout) == (sheet.name, sheet.fingerprint):
            check_record(sheet, record, f"seat {record.seat}")
    return sheet, table

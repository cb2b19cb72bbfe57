"""Make the report of a batch: one page of all tables, and a page for each. They need no network."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache

from jinja2 import Template
from markupsafe import Markup

from fairsheet.engine.records.record import layout_of, mark_in
from fairsheet.engine.records.table_records import TableKey
from fairsheet.languages.catalogues import Catalogue
from fairsheet.languages.messages import Message, as_sentence, counted, joined
from fairsheet.languages.terms import term
from fairsheet.pipeline.answers.corrections import is_following, person_of
from fairsheet.pipeline.answers.hand_changes import change_lines
from fairsheet.pipeline.base.values import Answer, FileOutcome, KeptSheet, SheetOfFile
from fairsheet.pipeline.batch_state import State
from fairsheet.pipeline.judging.judging import JudgedTable
from fairsheet.pipeline.reading.records import is_record
from fairsheet.pipeline.store.folders import DIGITS
from fairsheet.pipeline.store.keys import key_of
from fairsheet.pipeline.store.plan import Plan
from fairsheet.process.inputs import natural_order
from fairsheet.reports.contents import Picture, ReportSheet, ReportTable
from fairsheet.reports.headline import is_as_read
from fairsheet.reports.html import LANGUAGES, page_data, page_template, tables_page
from fairsheet.results._table_players import (
    PlayerOutcome,
    has_no_ranking,
    players_of_table,
    shared_ranks,
)
from fairsheet.results.charts import histogram
from fairsheet.results.league import WAYS, Standing, league_notes
from fairsheet.results.look_first import to_look_at
from fairsheet.results.outputs import (
    incomplete_tables,
    left_out_line,
    marks_asked_about,
    not_joined_line,
    overlay_name,
    unused_line,
    verdicts_line,
)
from fairsheet.sheets.library.catalog import Catalog
from fairsheet.sheets.library.templates import has_cards, is_bundled, load_sheet
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.support.input_files import format_path
from fairsheet.wording.formatting import format_day, in_words_of_sheet
from fairsheet.wording.missing_parts import lacks_points

_OUTCOMES = {  # by winner: the verb for one player, and for several together
    "player": Message("wins the game", "win together"),
    "astra": Message("loses to ASTRA", "lose to ASTRA"),
    "opponent": Message("loses", "lose together"),
    "game": Message("loses", "lose together"),
    "draw": Message("draws", "draw"),
}
HEADS = {  # of columns
    "sheet": Message("sheet"), "player": Message("player"), "stars": Message("stars"), "beaten": Message("beaten"),
    "points": Message("points"), "games": Message("games"), "wins": Message("won"), "average": Message("average"),
    "best": Message("best"), "ahead": Message("ahead"), "behind": Message("behind"), "level": Message("equal"),
}  # fmt: skip
FOOT = Message("Read, proved and scored by fairsheet. Verdicts hold for the marks as read and corrected.")


@dataclass(frozen=True)
class SheetRanking:
    """All players of one sheet with rank and table, from the best down, and charts of points and turns.

    At equal points the better rank at the own table comes first, so that tie-breaks there count.
    """

    sheet: str
    players: Sequence[tuple[int | None, PlayerOutcome, JudgedTable]]
    charts: Sequence[tuple[Markup, str]]


def page_name(outcome: JudgedTable) -> str:
    """Return the path of a table's page below the report folder: readable and unique."""
    key = outcome.table.key
    cards = "physical-cards" if _has_cards(key.sheet) else ""
    words = "-".join(filter(None, (key.sheet, key.seed or cards, key.name)))
    readable = re.sub(r"[^A-Za-z0-9._-]+", "_", words)[:80].strip("._-")
    return f"tables/{readable}-{key_of([repr(tuple(key)).encode('utf-8', 'backslashreplace')])[:DIGITS]}.html"


def player_page_name(of: Standing) -> str:
    """Return the path of a league player's page below the report folder."""
    readable = re.sub(r"[^\w.-]+", "_", of.player)[:40].strip("._-") or "player"
    return f"players/{readable}-{player_id(of)}.html"


def player_id(of: Standing) -> str:
    """Return a short text that identifies a player of a league, and does not show the name."""
    return key_of([of.player.encode("utf-8", "backslashreplace"), bytes([of.is_named])])[:DIGITS]


def page_style() -> str:
    """Return the style sheet of the pages of a batch."""
    return page_data("report.css") + page_data("batch.css")


def name_of_sheet(key: TableKey) -> Message:
    """Return the title of a table's game, or the name of a custom sheet."""
    if not is_bundled(key.sheet):
        return Message(key.sheet)
    sheet = load_sheet(key.sheet)
    return Message(sheet.game_title)


def format_table(outcome: JudgedTable) -> str:
    """Return a table in a few words: its name and its seed, or the number of players."""
    key = outcome.table.key
    cards = Message("physical cards") if _has_cards(key.sheet) else ""
    if key.seed is not None:
        cards = Message("seed {seed}", seed=key.seed)
    words = list(filter(None, (outcome.name, cards)))
    return joined(", ", words) if words else counted(key.players, "player")


@cache
def _has_cards(sheet: str) -> bool:
    """Check whether a table without a seed counts as played with physical cards.

    Custom sheets rarely have cards, and games with their own box have none.
    """
    return is_bundled(sheet) and has_cards(load_sheet(sheet))


def sheet_and_table(outcome: JudgedTable) -> str:
    """Return the game and the table in a few words."""
    return joined(", ", (name_of_sheet(outcome.table.key), format_table(outcome)))


def table_line(outcome: JudgedTable) -> str:
    """Return a table with the verdict and total of each player."""
    players = (
        joined(
            " ",
            filter(None, (each.shown, term(each.word or ""), "" if each.total is None else str(each.total))),
        )
        for each in players_of_table(outcome)
    )
    return joined(": ", (sheet_and_table(outcome), joined(", ", players)))


def table_html(sheet: Sheet, outcome: JudgedTable, files_of: Mapping[str, FileOutcome], plan: Plan) -> bytes:
    """Return the page of one table in the language of the plan, with overlays of its photos if the plan has them.

    `files_of` are the files by name.
    """

    def picture(seen: SheetOfFile) -> Picture | None:
        if not plan.overlays:
            return None
        drawn = overlay_name(files_of[seen.source.name], seen.sheet.overlay)
        return Picture(f"../../{drawn}", seen.source.name)

    table = report_table(sheet, outcome, files_of, plan.catalog, picture)
    return tables_page([table], FOOT, plan.words).encode("utf-8", "backslashreplace")


def report_table(
    sheet: Sheet,
    outcome: JudgedTable,
    files_of: Mapping[str, FileOutcome],
    catalog: Catalog,
    picture: Callable[[SheetOfFile], Picture | None],
) -> ReportTable:
    """Return a judged table as reports show it; `picture` returns the picture of a sheet on a photo, None if there is
    none."""
    judged = outcome.result
    assert judged is not None
    is_named = judged.verdict is not None and lacks_points(sheet, outcome.table.records)  # by a notice
    notes = (*filter(None, (None if is_named else judged.problem,)), *outcome.table.notes)
    sheets = tuple(
        ReportSheet(
            record=place.record,
            pictures=tuple(
                shown
                for seen in sorted(place.seen, key=lambda seen: seen.sheet.pages)
                if not is_record(seen.source.path) and (shown := picture(seen)) is not None
            ),
            doubts=place.doubts,
            reading=_reading(place.seen, changed, files_of, layout_of(place.record, catalog)),
        )
        for place in outcome.table.places
        for changed in [_changed_by_hand(place.seen, files_of)]
    )
    verdict = None if outcome.has_two_sheets else judged.verdict  # no proof was tried
    return ReportTable(sheet, sheets, verdict, judged.score, notes, catalog, outcome.name)


def _changed_by_hand(seen: Sequence[SheetOfFile], files_of: Mapping[str, FileOutcome]) -> list[Answer]:
    """Return the answers about a sheet whose mark differs from the reading."""
    return [
        answer
        for each in seen
        for answer in each.answered
        if answer.mark != _mark_as_read(_before_answers(each, files_of), answer.field)
    ]


def _before_answers(seen: SheetOfFile, files_of: Mapping[str, FileOutcome]) -> KeptSheet:
    read = files_of[seen.source.name].as_read
    return seen.sheet if read is None else read.sheets[seen.number]


def _mark_as_read(sheet: KeptSheet, field: str) -> Mark | None:
    """Return the mark before any answer, from the photo or the record's `.doubts` file."""
    correction = next((each for each in sheet.corrections if each.field == field), None)
    return mark_in(sheet.record, field) if correction is None else correction.was


def _reading(
    seen: Sequence[SheetOfFile],
    changed: Sequence[Answer],
    files_of: Mapping[str, FileOutcome],
    sheet: Sheet,
) -> str:
    doubted = {doubt.field for each in seen for doubt in _before_answers(each, files_of).doubts or ()}
    unasked = [answer for answer in changed if answer.field not in doubted]
    by_hand = {answer.field for answer in unasked}
    answers = [answer for each in seen for answer in each.answered if answer.field not in by_hand]
    parts = (
        (Message("Changed by hand: {fields}."), unasked),
        (Message("Answered: {fields}."), [each for each in answers if not is_following(each.who)]),
        (Message("Follows from answers: {fields}."), [each for each in answers if is_following(each.who)]),
    )
    sentences = [
        words.filled(fields=joined("; ", dict.fromkeys(_format_answer(each, sheet) for each in answers)))
        for words, answers in parts
        if answers
    ]
    unnoted = [change for each in seen for change in each.sheet.changes if not change.at]
    return joined(" ", (*sentences, *map(as_sentence, change_lines(unnoted, sheet))))


def _format_answer(answer: Answer, sheet: Sheet) -> str:
    field = in_words_of_sheet(answer.field, sheet)
    if not answer.who:
        return Message("{field} without a note", field=field)
    day = format_day(date.fromisoformat(answer.when[:10]))
    return Message("{field} by {who} on {day}", field=field, who=person_of(answer.who), day=day)


def index_html(plan: Plan, state: State, league: Sequence[Standing]) -> bytes:
    """Return the page of the whole batch, with the league if there is one."""
    tables = sorted(
        state.tables,
        key=lambda each: (each.day or date.min, each.table.key.sheet, natural_order(format_table(each))),
    )
    found = [each.found for each in state.files if each.found is not None]
    page = results_template("batch.html", plan.words).render(
        style=page_style(),
        photos=sum(not each.foreign for each in found),
        tables=[
            (each, name_of_sheet(each.table.key), format_table(each), page_name(each), first_place(each))
            for each in tables
        ],
        verdicts=verdicts_line(tables),
        unused=[line for line in (unused_line(state.files), left_out_line(state.files)) if line is not None],
        not_joined=not_joined_line(tables),
        look_first=[
            (heading, [(page_name(each), sheet_and_table(each), reasons) for each, reasons in group])
            for heading, group in to_look_at(tables, plan.catalog)
        ],
        incomplete=incomplete_tables(tables),
        doubts=marks_asked_about(tables),
        rankings=rankings(tables),
        league=league,
        ways=WAYS[plan.league_by],
        counted_by=how_counted(plan.league_by, plan.best),
        league_notes=league_notes(league, plan.out),
        errors=[
            (each.source.name, each.found.error)
            for each in state.files
            if each.found is not None and each.found.error
        ],
        left_to_reader=state.left_to_reader,
        review=shlex.join(["fairsheet", "review", format_path(plan.out)]),
        foot=FOOT,
    )
    return page.encode("utf-8", "backslashreplace")


def how_counted(by: str, most: int | None = None) -> str:
    """Return in words how a league counts: `by` one of `WAYS`, and at most this many games of each player."""
    ways = {
        "stars": Message(
            "Stars by the rank in each game, or one for each player beaten where a game gives none; then points."
        ),
        "places": Message("One for each player beaten in each game; then points."),
        "points": Message("All points."),
    }
    if most is None:
        return ways[by]
    best = Message(
        "The best {n} game of each player counts.", "The best {n} games of each player count.", n=most
    )
    return joined(" ", (ways[by], best))


def first_place(outcome: JudgedTable) -> tuple[list[str], str]:
    """Return the players in first place of a table, and the verb: they win if no sheet is missing and the game is over.

    The verb has a remark if the result is only as read, as in the headline of the table's page.
    """
    score = outcome.score
    if score is None or not score.ranking:
        return [], ""
    players = players_of_table(outcome)
    names = [each.shown for each in players if each.rank == 1]
    sheets = outcome.proof.sheets if outcome.proof else ()
    unranked = any(each.rank is None and each.verdict != "illegal" for each in players)
    verb = _OUTCOMES.get(score.winner) if isinstance(score.winner, str) else None
    if verb is None and has_no_ranking(outcome):
        verb = Message("alone", "together")
    elif verb is None and (unranked or outcome.table.missing or any(not each.over for each in sheets)):
        verb = Message("leads", "lead")
    elif verb is None:
        verb = Message("wins", "share the first place")
    remark = Message("as read") if is_as_read(sheets) else ""
    return names, joined(" ", filter(None, (verb.filled(n=len(names)), remark)))


def rankings(tables: Sequence[JudgedTable]) -> list[SheetRanking]:
    """Return the ranking of all players of every sheet."""
    scored: defaultdict[Message, list[tuple[int, PlayerOutcome, JudgedTable]]] = defaultdict(list)
    turns: defaultdict[str, list[int]] = defaultdict(list)
    for outcome in tables:
        sheet = name_of_sheet(outcome.table.key)
        for player in players_of_table(outcome):
            if player.total is None:
                continue
            if player.found is not None and player.found.history:
                turns[sheet].append(max(turn.turn for turn in player.found.history))
            scored[sheet].append((player.total, player, outcome))
    found = []
    for sheet, players in sorted(scored.items()):
        spread = {
            Message("points"): histogram([total for total, _, _ in players]),
            Message("turns that the games took"): histogram(turns[sheet]),
        }
        charts = [(chart, caption) for caption, chart in spread.items() if chart is not None]
        players.sort(key=_order)
        ranked = [_order(each) for each in players if each[1].verdict != "illegal"]
        ranks: list[int | None] = [*shared_ranks(ranked), *[None] * (len(players) - len(ranked))]
        lines = [(rank, player, table) for rank, (_, player, table) in zip(ranks, players, strict=True)]
        found.append(SheetRanking(sheet, lines, charts))
    return found


def _order(each: tuple[int, PlayerOutcome, JudgedTable]) -> tuple[bool, int, int]:
    """Return the sort key of a player: illegal sheets have no rank and come last."""
    total, player, _ = each
    return player.verdict == "illegal", -total, player.rank or 0


NAMES = {  # that the templates of results pages use
    "heads": HEADS, "format_table": format_table, "page_name": page_name, "player_page_name": player_page_name,
    "name_of_sheet": name_of_sheet,
}  # fmt: skip


@lru_cache(LANGUAGES)
def results_template(name: str, language: Catalogue) -> Template:
    """Return the template of a results page in a language."""
    return page_template(name, language, **NAMES)

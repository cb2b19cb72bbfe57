"""Make the game of a demo: bots play a scenario, or fairsheet invents a valid table of a recorded game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from fairsheet.engine.dealing.deal import deal, write_deal
from fairsheet.engine.records.record import NO_SEAT, Record, Table, layout_of, table_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages.messages import Message, joined
from fairsheet.options.recorded_evenings import deal_document, records_of_table, write_table
from fairsheet.process.output_files import write_file
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.trial.bot_files import write_played
from fairsheet.wording.formatting import format_cards
from fairsheet.wording.table_words import format_players

POLICY = "casual"
DEAL = "deal.json"  # the first file that a demo writes
NAMES = ("Ada", "Ben", "Žofie", "Günther", "Jiří", "Eva")  # for bots 1 to 6

Tell = Callable[[str], None]


@dataclass(frozen=True)
class DemoGame:
    """A played game: its table, and every sheet with its record."""

    table: Table
    filled: tuple[tuple[Sheet, Record], ...]

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all sheets."""
        return tuple(record for _, record in self.filled)

    def by_sheet(self) -> list[tuple[Sheet, list[Record]]]:
        """Return the records of each kind of sheet."""
        kinds: dict[str, tuple[Sheet, list[Record]]] = {}
        for sheet, record in self.filled:
            kinds.setdefault(sheet.fingerprint, (sheet, []))[1].append(record)
        return list(kinds.values())


def file_stem(record: Record) -> str:
    """Return the name, without ending, for the files of a sheet: by seat, or by sheet if the table shares it."""
    return record.sheet.replace("/", "-") if record.seat == NO_SEAT else f"seat-{record.seat}"


def play_game(sheet: Sheet, table: Table, folder: Path, tell: Tell) -> DemoGame:
    """Play a game, and write its deal and records into the folder."""
    if sheet.game is None:
        return _play_scenario(sheet, table, folder, tell)
    title = Message(sheet.game_title)
    tell(
        format_step(
            Message("deal"), joined(", ", (format_cards(sheet, table.seed), format_players(table), title))
        )
    )
    write_file(folder / DEAL, msgspec.json.format(msgspec.json.encode(deal_document(sheet, table)), indent=2))
    records = [with_person_name(record) for record in records_of_table(sheet, table)]
    write_table(records, folder / "played")
    tell(format_step(Message("play"), Message("{n} sheets of a plausible table", n=len(records))))
    return DemoGame(table, tuple((layout_of(each), each) for each in records))


def _play_scenario(sheet: Sheet, table: Table, folder: Path, tell: Tell) -> DemoGame:
    assert table.seed is not None
    dealt = deal(sheet, table.seed, table.players, table.solo)
    missions = Message("missions {missions}", missions=joined(", ", dealt.missions.values()))
    tell(
        format_step(
            Message("deal"), joined(", ", (format_cards(sheet, table.seed), format_players(table), missions))
        )
    )
    (played,) = simulate(sheet, table.seed, table.players, policy=POLICY, solo=table.solo)
    played = msgspec.structs.replace(played, records=tuple(map(with_person_name, played.records)))
    turns = max(turn.turn for history in played.histories.values() for turn in history)
    write_file(folder / DEAL, msgspec.json.format(write_deal(dealt, turns), indent=2))
    write_played(played, folder / "played")
    tell(format_step(Message("play"), Message("{n} turns by bots", n=turns)))
    of_print = msgspec.structs.replace(table_of(dealt), print=table.print, lang=table.lang)
    return DemoGame(of_print, tuple((sheet, record) for record in played.records))


def with_person_name(record: Record) -> Record:
    """Return the record of a player with a person's name instead of a bot's; other records are unchanged."""
    if not record.player:
        return record
    return msgspec.structs.replace(record, player=NAMES[int(record.player.removeprefix("Bot ")) - 1])


def format_step(what: Message, said: str) -> Message:
    """Return a line about a step of the demo.

    >>> format_step(Message("print"), "sheets.pdf")
    'print    sheets.pdf'
    """
    return Message("{what:<8} {said}", what=what, said=said)

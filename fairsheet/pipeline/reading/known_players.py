"""Compare the names that were read on sheets with the names of known players. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from fairsheet.engine.records.record import Record, mark_in
from fairsheet.pipeline.answers.corrections import corrected
from fairsheet.pipeline.base.doubt_files import about_marks
from fairsheet.pipeline.base.values import Answer, FileReading, KeptSheet
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.vision.readings.player_names import KnownPlayers, NameRead, name_doubt, recognised, spelled

# the player of a sheet by somebody's answer; the key is the SHA-256 of a file and the number of its sheet
NamedPlayers = Mapping[tuple[str, int], str]


def with_players(
    files: Sequence[tuple[str, FileReading | None]], answers: Iterable[Answer], roster: Sequence[str]
) -> list[FileReading | None]:
    """Return the readings of files, with the players whose names were recognised on their sheets.

    Each file comes with its SHA-256. Known players are those on the roster and those named in print, in records or in
    answers. An answer also teaches a spelling, but does not change how its own sheet was read. Without a roster there
    may be other players.
    """
    if not any(sheet.is_named_by_hand for _, read in files if read for sheet in read.sheets):
        return [read for _, read in files]
    named = {
        (each.sha256, each.number): str(each.mark) for each in answers if each.field == PLAYER and each.mark
    }
    on_roster = KnownPlayers.named(roster, are_all=bool(roster))
    known = KnownPlayers(on_roster.spellings | _learn_spellings(files, named), on_roster.are_all)

    def of_file(sha256: str, read: FileReading) -> FileReading:
        sheets = (
            _with_players(sheet, on_roster if (sha256, number) in named else known)
            for number, sheet in enumerate(read.sheets)
        )
        return structs.replace(read, sheets=tuple(sheets))

    return [read and of_file(sha256, read) for sha256, read in files]


def _learn_spellings(
    files: Sequence[tuple[str, FileReading | None]], named: NamedPlayers
) -> frozenset[tuple[str, str]]:
    names, learnt = set(named.values()), set[tuple[str, str]]()
    for sha256, read in files:
        for number, sheet in enumerate(read.sheets if read else ()):
            player = sheet.record.player
            is_sure = name_doubt(sheet.doubts or ()) is None
            if not player:
                continue
            if not sheet.is_named_by_hand:
                names |= {player} if is_sure else set()
            elif (
                not is_sure and (sha256, number) in named
            ):  # a wrong answer about a sure name teaches nothing
                learnt.add((spelled(player), named[sha256, number]))
    return KnownPlayers.named(names).spellings | learnt


def _with_players(sheet: KeptSheet, known: KnownPlayers) -> KeptSheet:
    if not sheet.is_named_by_hand:
        return sheet
    doubts = sheet.doubts or ()
    doubted = {doubt.field: doubt for doubt in doubts if is_name(doubt.field)}
    fields = dict.fromkeys((PLAYER, *filter(is_name, sheet.record.marks), *doubted))
    read = {
        field: recognised(NameRead(_name_in(sheet.record, field), doubted.get(field)), known, field)
        for field in fields
    }
    record = corrected(sheet.record, {field: name.player for field, name in read.items()})
    about = (name.doubt for name in read.values() if name.doubt is not None)
    return structs.replace(sheet, record=record, doubts=(*about_marks(doubts), *about))


def _name_in(record: Record, field: str) -> str | None:
    name = mark_in(record, field)
    return None if name is None else str(name)

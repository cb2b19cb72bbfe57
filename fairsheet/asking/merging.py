"""Merge two names of one player: sheets with the first name get the second."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from fairsheet.engine.dealing.deal import check_player_name
from fairsheet.engine.records.record import Record
from fairsheet.languages.messages import counted, either
from fairsheet.pipeline.answers.corrections import now, read_record_file, write_corrections
from fairsheet.process.inputs import shown_names
from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.library.catalog import BUNDLED, Catalog
from fairsheet.sheets.model.columns import is_name
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import PLAYER
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.lookalikes import plain_letters, skeleton


def parse_merges(words: Iterable[str]) -> dict[str, str]:
    """Return each name to be replaced with the name that stays, from `NAME=NAME` options; A=B and B=C give C for both.

    Raises FairsheetError, also if a name would become two names, or if names replace each other.
    """
    merges: dict[str, str] = {}
    replacements: dict[str, str] = {}  # by skeleton
    for word in words:
        name, equals, stays = (part.strip() for part in word.partition("="))
        if not (name and equals):
            problem = "two names are needed"
            hint = "write it as Kovar=Kovář to keep Kovář"
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=f"--merge {word}", hint=hint)
        check_player_name(stays, f"--merge {word}")
        merges[name] = stays
        if (other := replacements.setdefault(skeleton(name), stays)) != stays:
            raise FairsheetError(
                f"{name} cannot become both {other} and {stays}",
                code=ErrorCode.CONFLICTING_OPTIONS,
                where=f"--merge {word}",
                hint="give only one of them",
            )
    return {name: _resolve_name(name, replacements) for name in merges}


def _resolve_name(name: str, replacements: Mapping[str, str]) -> str:
    """Return the name that finally replaces a name. Raises FairsheetError if the replacements form a circle."""
    seen = {skeleton(name)}
    stays = replacements[skeleton(name)]
    while replacements.get(skeleton(stays), stays) != stays:
        if skeleton(stays) in seen:
            problem = f"{name} would become itself again"
            hint = "leave out one of the options"
            raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where="--merge", hint=hint)
        seen.add(skeleton(stays))
        stays = replacements[skeleton(stays)]
    return stays


def merged_names(record: Record, merges: Mapping[str, str]) -> dict[str, Mark | None]:
    """Return the new names for a record by field; on a sheet with columns, also for the players in them."""
    by_look = {skeleton(name): stays for name, stays in merges.items()}
    return {
        field: by_look[skeleton(name)]
        for field, name in _names_in(record).items()
        if by_look.get(skeleton(name), name) != name
    }


def _names_in(record: Record) -> dict[str, str]:
    names = {field: str(mark) for field, mark in record.marks.items() if is_name(field)}
    return {**names, PLAYER: record.player} if record.player else names


def check_found(merges: Mapping[str, str], records: Sequence[Record]) -> None:
    """Raise FairsheetError if no record has a name to be replaced."""
    players = sorted({name for record in records for name in _names_in(record).values()})
    known = set(map(skeleton, players))
    for name in merges:
        if skeleton(name) not in known:
            near = [player for player in players if plain_letters(name) in plain_letters(player)]
            otherwise = f"the players are {shown_names(players)}" if players else ""
            hint = f"did you mean {either(near)}?" if near else did_you_mean(name, players, otherwise)
            problem = f"no player is named {name}"
            raise FairsheetError(problem, code=ErrorCode.UNKNOWN_PLAYER, where="--merge", hint=hint)


def merge_in_records(
    paths: Sequence[Path], merges: Mapping[str, str], *, by: str, catalog: Catalog = BUNDLED
) -> int:
    """Replace merged names in record files by corrections; return the number of files. Raises FairsheetError."""
    read = [(path, *read_record_file(path, catalog)) for path in paths]
    check_found(merges, [record for _, _, record in read])
    changes = [(*each, changed) for each in read if (changed := merged_names(each[2], merges))]
    for path, sheet, record, changed in changes:
        write_corrections(path, sheet, record, changed, by=by, at=now())
    return len(changes)


def renamed_line(sheets: int, merges: Mapping[str, str]) -> str:
    """Return a message with the number of renamed sheets and the new names.

    >>> renamed_line(2, {"Kovar": "Kovář"})
    '2 sheets renamed: Kovar is Kovář now'
    """
    return f"{counted(sheets, 'sheet')} renamed: {', '.join(f'{a} is {b} now' for a, b in merges.items())}"

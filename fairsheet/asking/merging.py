"""Two names that are one player's: the sheets with one of them get the other."""

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
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import letters_of, skeleton


def merges_typed(words: Iterable[str]) -> dict[str, str]:
    """The names to be replaced, each with that which stays, of `NAME=NAME` options; of A=B and B=C it is C for both.

    Raises FairsheetError, also for a name that would become two, and for names that replace each other.
    """
    merges: dict[str, str] = {}
    becomes: dict[str, str] = {}  # by skeleton
    for word in words:
        name, equals, stays = (part.strip() for part in word.partition("="))
        if not (name and equals):
            raise FairsheetError(
                "these are no two names", where=f"--merge {word}", hint="write it as Kovar=Kovář; Kovář stays"
            )
        check_player_name(stays, f"--merge {word}")
        merges[name] = stays
        if (other := becomes.setdefault(skeleton(name), stays)) != stays:
            raise FairsheetError(
                f"{name} cannot become both {other} and {stays}",
                where=f"--merge {word}",
                hint="give one of them",
            )
    return {name: _last_of(name, becomes) for name in merges}


def _last_of(name: str, becomes: Mapping[str, str]) -> str:
    """What a name becomes in the end. Raises FairsheetError where that is itself, spelled as another becomes it."""
    passed = {skeleton(name)}
    stays = becomes[skeleton(name)]
    while becomes.get(skeleton(stays), stays) != stays:
        if skeleton(stays) in passed:
            raise FairsheetError(
                f"{name} becomes itself again", where="--merge", hint="leave out one of these"
            )
        passed.add(skeleton(stays))
        stays = becomes[skeleton(stays)]
    return stays


def merged_names(record: Record, merges: Mapping[str, str]) -> dict[str, Mark | None]:
    """The names in a record that become others, by their fields; of a sheet with columns those of its players, too."""
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
    """Raises FairsheetError for a name to be replaced that no record bears."""
    players = sorted({name for record in records for name in _names_in(record).values()})
    known = set(map(skeleton, players))
    for name in merges:
        if skeleton(name) not in known:
            near = [player for player in players if letters_of(name) in letters_of(player)]
            otherwise = f"there are {shown_names(players)}" if players else ""
            hint = f"did you mean {either(near)}?" if near else did_you_mean(name, players, otherwise)
            raise FairsheetError(f"nobody is called {name}", where="--merge", hint=hint)


def merge_in_records(
    paths: Sequence[Path], merges: Mapping[str, str], *, by: str, catalog: Catalog = BUNDLED
) -> int:
    """Write the names that stay into records, as corrections; gives in how many. Raises FairsheetError."""
    read = [(path, *read_record_file(path, catalog)) for path in paths]
    check_found(merges, [record for _, _, record in read])
    changes = [(*each, changed) for each in read if (changed := merged_names(each[2], merges))]
    for path, sheet, record, changed in changes:
        write_corrections(path, sheet, record, changed, by=by, at=now())
    return len(changes)


def renamed_line(sheets: int, merges: Mapping[str, str]) -> str:
    """How many sheets were renamed, and who is who now.

    >>> renamed_line(2, {"Kovar": "Kovář"})
    '2 sheets renamed: Kovar is Kovář now'
    """
    return f"{counted(sheets, 'sheet')} renamed: {', '.join(f'{a} is {b} now' for a, b in merges.items())}"

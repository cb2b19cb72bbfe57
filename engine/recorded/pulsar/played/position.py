"""A player's final position, read from either sheet: what goals and purple technologies count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from fairsheet.engine.recorded.base.protocol import Sheets, TableSheet
from fairsheet.sheets.model.marks import Marks

FINAL, LEDGER, TABLE = "pulsar-final", "pulsar-ledger", "pulsar-table"
SIZES = ("small", "medium", "large")
POINTS = {"small": 1, "medium": 2, "large": 3}  # of a spinning gyrodyne in each round
SPIN = {"small": 3, "medium": 5, "large": 6}  # the die that turns a gyrodyne over
AWARDS = (7, 4)  # for the first and the second player who has two of a size
# as on the ledger; the final sheet has more transmitters
CLAIMS, TRANSMITTERS = (range(1, 7), range(1, 9))
TECHNOLOGIES = (
    "1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "4a", "4b", "5a", "5b", "6a", "6b", "7a", "7b", "8a",
)  # fmt: skip
PROJECTS = ("1a", "1b", "1c", "2a", "2b", "3a", "3b", "4a")


# what goals count besides gyrodynes
Counted = Literal["claims", "online", "stations", "patents", "projects", "runs"]


class Position(NamedTuple):
    """The fields that show what a player has: `spinning` by size, `patents`, `projects` and `runs` by id."""

    spinning: Mapping[str, tuple[str, ...]]
    online: tuple[str, ...]
    stations: Mapping[str, str]  # by system, such as 01
    patents: Mapping[str, str]
    projects: Mapping[str, str]
    runs: Mapping[str, str]
    headquarters: str | None  # such as a2
    claims: tuple[str, ...]  # all marked fields of pulsars and the gyrodynes on them

    @property
    def all_spinning(self) -> tuple[str, ...]:
        """The fields of all spinning gyrodynes."""
        return tuple(field for fields in self.spinning.values() for field in fields)

    def fields_of(self, what: Counted) -> tuple[str, ...]:
        """Return the fields that show what a player has of one kind."""
        fields: dict[Counted, Iterable[str]] = {
            "claims": self.claims,
            "online": self.online,
            "stations": self.stations.values(),
            "patents": self.patents.values(),
            "projects": self.projects.values(),
            "runs": self.runs.values(),
        }
        return tuple(fields[what])


def is_players(sheet: TableSheet) -> bool:
    """Return whether a sheet shows a player's position."""
    return sheet.record.sheet in (FINAL, LEDGER)


def position_of(sheet: TableSheet) -> Position:
    """Return the position that the marks of a player's sheet show."""
    marks = sheet.record.marks
    spinning = {size: tuple(_spinning(marks, size)) for size in SIZES}
    if sheet.record.sheet == LEDGER:
        online = tuple(f"tx-{n}.online" for n in TRANSMITTERS if f"tx-{n}.online" in marks)
    else:
        online = _fields_beginning(marks, "tx.online-")
    return Position(
        spinning,
        online,
        _by_id(marks, "station.s"),
        _by_id(marks, "tech.t"),
        _by_id(marks, "hq.p"),
        _by_id(marks, "run.p"),
        next((field[-2:] for field in _fields_beginning(marks, "head.hq-")), None),
        _fields_beginning(marks, "claim-"),
    )


def links_of(own: Sheets) -> int | None:
    """Return the number of links between two online transmitters on a player's sheets; None if unknown."""
    for each in own:
        marks = each.record.marks
        if each.record.sheet == LEDGER and has_ink(marks, "tx-"):
            return sum(
                f"tx-{n}.linked" in marks and f"tx-{n}.online" in marks and f"tx-{n - 1}.online" in marks
                for n in TRANSMITTERS[1:]
            )
    return None


def has_ink(marks: Marks, begin: str) -> bool:
    """Return whether a field whose id begins with `begin` has a mark."""
    return any(field.startswith(begin) for field in marks)


def _spinning(marks: Marks, size: str) -> list[str]:
    """Return the circles of a size that show spinning gyrodynes."""
    return [
        field
        for n in CLAIMS
        if (mark := marks.get(field := f"claim-{n}.size-{size}")) == "circled+crossed"
        or (mark == "circled" and f"claim-{n}.spin" in marks)
    ]


def _fields_beginning(marks: Marks, begin: str) -> tuple[str, ...]:
    return tuple(field for field in marks if field.startswith(begin))


def _by_id(marks: Marks, begin: str) -> dict[str, str]:
    return {field.removeprefix(begin): field for field in _fields_beginning(marks, begin)}

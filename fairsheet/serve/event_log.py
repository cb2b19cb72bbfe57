"""Events of a table, in the form in which they are stored. The log only grows: undone events stay in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import msgspec

from fairsheet.caller.solo_state import Use
from fairsheet.pipeline.answers.corrections import following
from fairsheet.pipeline.base.values import Answer, TemplateFile
from fairsheet.sheets.model.marks import Mark

TABLE = 0  # the host, who has the link of the whole table; players are their seats, from 1


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The folder was served for the first time. `link` is the secret path of its home page."""

    link: str


class Started(msgspec.Struct, frozen=True, tag="started"):
    """A table was started.

    `names` are the player names by seat, "" if unknown. `options` are those of a recorded game as typed, such as
    `mode=coop`. `links` are secret: those of the table, for joining it, and of each player. If `is_fair`, all phones
    create the seed together, and `seed` is None.
    """

    game: str
    names: tuple[str, ...]
    seed: str | None
    links: tuple[str, ...]
    solo: int | None = None
    options: tuple[str, ...] = ()
    template: TemplateFile | None = None
    is_fair: bool = False


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A player took a seat. A `link` replaces the seat's old link, which another person had."""

    seat: int
    link: str = ""


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """The table went to this turn."""

    turn: int


class Used(msgspec.Struct, frozen=True, tag="used"):
    """The cards of the next turn of a solo game were used."""

    use: Use


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """A player's phone committed to a secret: 64 hexadecimal digits."""

    hash: str


class SecretRevealed(msgspec.Struct, frozen=True, tag="told"):
    """A player's phone revealed the secret that it had committed to."""

    secret: str


class DrawRevealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The next face-down item of this draw of a recorded game was turned over."""

    draw: str


class Photographed(msgspec.Struct, frozen=True, tag="photographed"):
    """A photo was sent. `suffix` is its kind of file."""

    sha256: str
    suffix: str


class MarkGiven(msgspec.Struct, frozen=True):
    """The mark of a field, on sheet `number` (from 0) of the photo with this content.

    If it `follows`, it was derived from the answer about another field.
    """

    sha256: str
    number: int
    field: str
    mark: Mark | None
    follows: bool = False


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """A person answered or corrected a field, the first one; the other marks follow from it."""

    said: tuple[MarkGiven, ...]


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """The event of this number was undone; it may be an `Undone` itself."""

    number: int


EventKind = (
    Opened
    | Started
    | Joined
    | Turned
    | Used
    | Committed
    | SecretRevealed
    | DrawRevealed
    | Photographed
    | Answered
    | Undone
)


IRREVERSIBLE = (Started, Committed, SecretRevealed)  # events that cannot be undone


class Event(msgspec.Struct, frozen=True):
    """An event at `moment` (ISO 8601), caused by `who`: `TABLE`, or a seat."""

    what: EventKind
    who: int
    moment: str


@dataclass(frozen=True)
class LoggedEvent:
    """An event with its number in the log."""

    number: int
    event: Event
    is_undone: bool = False


@dataclass(frozen=True)
class Photo:
    """A photo that counts, and the people whose links sent it."""

    number: int
    sha256: str
    suffix: str
    senders: tuple[int, ...]


@dataclass(frozen=True)
class TableState:
    """The state of a table after all its events. `id` is not secret: it is printed on the sheets."""

    id: str
    started: Started
    day: date
    log: tuple[LoggedEvent, ...]
    turn: int
    used: tuple[Use, ...]
    revealed: Mapping[str, int]
    commitments: Mapping[int, str]
    secrets: Mapping[int, str]
    joined: frozenset[int]
    photos: tuple[Photo, ...]
    answers: tuple[Answer, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.started.names)

    def name_of(self, who: int) -> str:
        """Return the name of a player; "" for the host, and for players without a name."""
        return self.started.names[who - 1] if who else ""

    @property
    def last(self) -> LoggedEvent | None:
        """The last event that can be undone; None if there is none."""
        done = (each for each in reversed(self.log) if not each.is_undone)
        return next((each for each in done if not isinstance(each.event.what, (*IRREVERSIBLE, Undone))), None)


def replay_events(id_: str, events: Sequence[tuple[int, Event]]) -> TableState:
    """Return the state of a table after these events, the first of which is `Started`."""
    first = events[0][1]
    assert isinstance(first.what, Started)
    log = tuple(_mark_undone(events))
    counting = [each for each in log if not each.is_undone]
    turn, used, revealed = 0, list[Use](), Counter[str]()
    commitments, secrets = dict[int, str](), dict[int, str]()
    joined, photos, answers = set[int](), dict[str, Photo](), list[Answer]()
    for each in counting:
        match each.event.what:
            case Turned(turn=now):
                turn = now
            case Used(use):
                used.append(use)
            case Committed(hash_):
                commitments[each.event.who] = hash_
            case SecretRevealed(secret):
                secrets[each.event.who] = secret
            case DrawRevealed(draw):
                revealed[draw] += 1
            case Joined(seat):
                joined.add(seat)
            case Photographed(sha256, suffix):
                photo = photos.get(sha256, Photo(each.number, sha256, suffix, ()))
                photos[sha256] = replace(photo, senders=(*photo.senders, each.event.who))
            case Answered():
                answers += _answers(each.event, first.what)
    newest = {(each.sha256, each.number, each.field): each for each in answers}
    return TableState(
        id_,
        first.what,
        date.fromisoformat(first.moment[:10]),
        log,
        turn,
        tuple(used),
        revealed,
        commitments,
        secrets,
        frozenset(joined),
        tuple(photos.values()),
        tuple(newest.values()),
    )


def _mark_undone(events: Iterable[tuple[int, Event]]) -> list[LoggedEvent]:
    """Return the events in order, marked if undone. It goes backwards because an `Undone` can be undone too."""
    undone: set[int] = set()
    found = []
    for number, event in sorted(events, key=lambda each: -each[0]):
        if number not in undone and isinstance(event.what, Undone):
            undone.add(event.what.number)
        found.append(LoggedEvent(number, event, number in undone))
    return found[::-1]


def _answers(event: Event, started: Started) -> Iterator[Answer]:
    assert isinstance(event.what, Answered)
    who = (started.names[event.who - 1] or f"seat {event.who}") if event.who else "the host"
    first = event.what.said[0].field
    for each in event.what.said:
        by = following(who, first) if each.follows else who
        yield Answer(each.sha256, each.number, each.field, each.mark, by, event.moment)

"""What happens at a table, as it is kept: nothing is ever changed or removed, what was undone is only passed over."""

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

TABLE = 0  # who holds the link of the whole table, where players are their seats, from 1


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The folder was served for the first time, its home page under this secret link."""

    link: str


class Started(msgspec.Struct, frozen=True, tag="started"):
    """A table was started. `names` are those of the players by seat, "" where it is not known; `options` are as typed,
    such as `mode=coop`, of a game that is recorded. `is_fair`: all phones make the seed, which is None until then.

    `links` are secrets: of the table, of those who join it, and of each player.
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
    """Somebody took a seat; with a `link` that takes the place of the seat's former one, which somebody else had."""

    seat: int
    link: str = ""


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """The table is at this turn now."""

    turn: int


class Used(msgspec.Struct, frozen=True, tag="used"):
    """The cards of the next turn of a solo game were used."""

    use: Use


class Committed(msgspec.Struct, frozen=True, tag="committed"):
    """A player's phone committed to a secret: 64 hexadecimal digits."""

    hash: str


class Told(msgspec.Struct, frozen=True, tag="told"):
    """A player's phone told the secret that it had committed to."""

    secret: str


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The next of what a recorded game has face down under this name was turned over."""

    draw: str


class Photographed(msgspec.Struct, frozen=True, tag="photographed"):
    """A photo came in, with this content and kind of file."""

    sha256: str
    suffix: str


class Said(msgspec.Struct, frozen=True):
    """What a field bears: of the sheet `number` (from 0) of the photo with this content.

    What `follows` does so from what was said about another field.
    """

    sha256: str
    number: int
    field: str
    mark: Mark | None
    follows: bool = False


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """Somebody answered or corrected a field; the first was asked about, the others follow from it."""

    said: tuple[Said, ...]


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """What happened under this number is undone; that may be an undoing."""

    number: int


What = (
    Opened | Started | Joined | Turned | Used | Committed | Told | Revealed | Photographed | Answered | Undone
)


FOR_EVER = (Started, Committed, Told)  # what nobody can undo


class Event(msgspec.Struct, frozen=True):
    """What happened at `moment` (ISO 8601), and who did it: `TABLE`, or a seat."""

    what: What
    who: int
    moment: str


@dataclass(frozen=True)
class Happened:
    """An event in its order."""

    number: int
    event: Event
    is_undone: bool = False


@dataclass(frozen=True)
class Photo:
    """A photo that counts, and by whose links it came."""

    number: int
    sha256: str
    suffix: str
    senders: tuple[int, ...]


@dataclass(frozen=True)
class TableNow:
    """A table as it is after all that happened there. `id` is no secret: it is printed on its sheets."""

    id: str
    started: Started
    day: date
    log: tuple[Happened, ...]
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
        """How many play."""
        return len(self.started.names)

    def name_of(self, who: int) -> str:
        """What somebody at the table is called; "" for who holds it, and for players without a name."""
        return self.started.names[who - 1] if who else ""

    @property
    def last(self) -> Happened | None:
        """What would be undone next."""
        done = (each for each in reversed(self.log) if not each.is_undone)
        return next((each for each in done if not isinstance(each.event.what, (*FOR_EVER, Undone))), None)


def table_now(id_: str, events: Sequence[tuple[int, Event]]) -> TableNow:
    """The table that these events lead to, of which the first is that it was started."""
    first = events[0][1]
    assert isinstance(first.what, Started)
    log = tuple(_with_undone(events))
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
            case Told(secret):
                secrets[each.event.who] = secret
            case Revealed(draw):
                revealed[draw] += 1
            case Joined(seat):
                joined.add(seat)
            case Photographed(sha256, suffix):
                photo = photos.get(sha256, Photo(each.number, sha256, suffix, ()))
                photos[sha256] = replace(photo, senders=(*photo.senders, each.event.who))
            case Answered():
                answers += _answers(each.event, first.what)
    newest = {(each.sha256, each.number, each.field): each for each in answers}
    return TableNow(
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


def _with_undone(events: Iterable[tuple[int, Event]]) -> list[Happened]:
    """The events in order, with which of them were undone: the newest first, so that an undoing may be undone."""
    undone: set[int] = set()
    found = []
    for number, event in sorted(events, key=lambda each: -each[0]):
        if number not in undone and isinstance(event.what, Undone):
            undone.add(event.what.number)
        found.append(Happened(number, event, number in undone))
    return found[::-1]


def _answers(event: Event, started: Started) -> Iterator[Answer]:
    assert isinstance(event.what, Answered)
    who = (started.names[event.who - 1] or f"seat {event.who}") if event.who else "the host"
    first = event.what.said[0].field
    for each in event.what.said:
        by = following(who, first) if each.follows else who
        yield Answer(each.sha256, each.number, each.field, each.mark, by, event.moment)

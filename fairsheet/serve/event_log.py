"""Events of a table, in the form in which they are stored. The log only grows: undone events stay in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import msgspec

from fairsheet.caller.solo_state import Use
from fairsheet.pipeline.answers.corrections import HOST, SEAT, following
from fairsheet.pipeline.base.values import Answer, FileReading, TemplateFile
from fairsheet.sheets.model.marks import Mark

TABLE = 0  # the host, who has the link of the whole table; players are their seats, from 1
PHOTO_DAYS = 30  # days after which a photo is deleted if the host does not choose another time


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The folder was served for the first time. `link` is the id of the link of its home page."""

    link: str


class Started(msgspec.Struct, frozen=True, tag="started"):
    """A table was started.

    `names` are the player names by seat, "" if unknown. `options` are those of a recorded game as typed, such as
    `mode=coop`. `links` are the ids of its links (`fairsheet.serve.links`): of the host, for joining, and of each
    player. If `is_fair`, all phones create the seed together, and `seed` is None. Each photo is deleted `photo_days`
    after it was sent; never if this is 0, as at tables of early releases. If it `is_practice`, it does not count in the
    season.
    """

    game: str
    names: tuple[str, ...]
    seed: str | None
    links: tuple[str, ...]
    solo: int | None = None
    options: tuple[str, ...] = ()
    template: TemplateFile | None = None
    is_fair: bool = False
    photo_days: int = 0
    is_practice: bool = False


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A player took a seat, or the host gave it to another phone.

    The link with the id `link` replaces the seat's old link; "" if the seat keeps it.
    """

    seat: int
    link: str = ""


class SeatRequested(msgspec.Struct, frozen=True, tag="seat-requested"):
    """Another phone asked for a seat that is taken. Its link has the id `link`, and works if the host agrees."""

    seat: int
    link: str


class Seated(msgspec.Struct, frozen=True, tag="seated"):
    """The host changed names or seats.

    `names` are the player names by seat now. `former` are their seats before; players who are not among them came late
    and get links with the ids `links`.
    """

    names: tuple[str, ...]
    former: tuple[int, ...]
    links: tuple[str, ...] = ()


class Assigned(msgspec.Struct, frozen=True, tag="assigned"):
    """The host decided that sheet `number` (from 0) of a photo counts, and whose it is."""

    sha256: str
    number: int
    seat: int


class Archived(msgspec.Struct, frozen=True, tag="archived"):
    """The host moved the table to the archive, or back."""

    is_archived: bool


class Deleted(msgspec.Struct, frozen=True, tag="deleted"):
    """The host deleted a table of a game and day. It is the folder's event, because the table has none any more.

    `photos` are file names, and `keys` those of computed results; neither is there any more.
    """

    table: str
    game: str
    day: str
    photos: tuple[str, ...]
    keys: tuple[str, ...]


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


class PhotosLimited(msgspec.Struct, frozen=True, tag="photos-limited"):
    """The host decided after how many days each photo is deleted."""

    days: int


class DeletedPhoto(msgspec.Struct, frozen=True):
    """A photo that was deleted. All later results come from its `reading`, also in a later release."""

    sha256: str
    suffix: str
    reading: FileReading


class PhotosDeleted(msgspec.Struct, frozen=True, tag="photos-deleted"):
    """Photos were deleted by the host, or because their time was over. Each counts again if it is sent again."""

    photos: tuple[DeletedPhoto, ...]


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
    | SeatRequested
    | Seated
    | Assigned
    | Archived
    | Deleted
    | Turned
    | Used
    | Committed
    | SecretRevealed
    | DrawRevealed
    | Photographed
    | PhotosLimited
    | PhotosDeleted
    | Answered
    | Undone
)


IRREVERSIBLE = (Started, Committed, SecretRevealed, PhotosDeleted)  # events that cannot be undone


class Event(msgspec.Struct, frozen=True):
    """An event at `moment` (ISO 8601), caused by `who`: `TABLE`, or a seat."""

    what: EventKind
    who: int
    moment: str


@dataclass(frozen=True)
class LoggedEvent:
    """An event with its number in the log. `who` caused it: `TABLE`, or the seat where this player sits now."""

    number: int
    event: Event
    who: int
    is_undone: bool = False


@dataclass(frozen=True)
class Photo:
    """A photo that counts, and the people whose links sent it. It has its `reading` if it was deleted."""

    number: int
    sha256: str
    suffix: str
    senders: tuple[int, ...]
    reading: FileReading | None = None


@dataclass(frozen=True)
class TableState:
    """The state of a table after all its events. `id` is not secret: it is printed on the sheets.

    `started` has the names of now, and the secret links instead of their ids. `known_names` are all names that the
    players have had, by seat, and `player_counts` the numbers of players; `has_new_seats` says whether players changed
    their seats. `links` are the secret links by seat, "" for a seat whose phone was removed. `seed_names` are the names
    that the players have in the shared seed, which is made in attempt `seed_round`. `assigned` are the seats that the
    host gave to sheets, by photo and number.
    """

    id: str
    started: Started
    links: tuple[str, ...]
    seed_names: tuple[str, ...]
    seed_round: int
    is_archived: bool
    has_new_seats: bool
    known_names: tuple[frozenset[str], ...]
    player_counts: frozenset[int]
    requests: tuple[LoggedEvent, ...]
    assigned: Mapping[tuple[str, int], int]
    day: date
    log: tuple[LoggedEvent, ...]
    turn: int
    used: tuple[Use, ...]
    revealed: Mapping[str, int]
    commitments: Mapping[int, str]
    secrets: Mapping[int, str]
    joined: frozenset[int]
    photos: tuple[Photo, ...]
    photo_days: int
    answers: tuple[Answer, ...]

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.started.names)

    def name_of(self, who: int) -> str:
        """Return the name of a player; "" for the host, and for players without a name.

        The second sheet of a solo game is the player's, too.
        """
        return self.started.names[min(who, self.players) - 1] if who else ""

    def is_deleted(self, sha256: str) -> bool:
        """Return whether a photo that counts was deleted."""
        return any(each.sha256 == sha256 and each.reading is not None for each in self.photos)

    def can_undo(self, each: LoggedEvent) -> bool:
        """Return whether an event can be undone. Seats change back only at once: later events use the new ones."""
        if each.is_undone or isinstance(each.event.what, IRREVERSIBLE):
            return False
        return each.number == self.log[-1].number or not self._changes_seats(each)

    @property
    def seats_changed(self) -> int:
        """The number of the last event that changed names or seats; 0 if there is none."""
        return max((each.number for each in self.log if self._changes_seats(each)), default=0)

    def _changes_seats(self, each: LoggedEvent) -> bool:
        """Return whether an event changed seats, or undid one that did."""
        by_number = {logged.number: logged.event.what for logged in self.log}
        what = each.event.what
        while isinstance(what, Undone):
            what = by_number[what.number]
        return isinstance(what, Seated)

    @property
    def last(self) -> LoggedEvent | None:
        """The last event that can be undone; None if there is none."""
        done = (each for each in reversed(self.log) if not isinstance(each.event.what, Undone))
        return next((each for each in done if self.can_undo(each)), None)


def replay_events(id_: str, events: Sequence[tuple[int, Event]], link_of: Callable[[str], str]) -> TableState:
    """Return the state of a table after these events, the first of which is `Started`; `link_of` takes an id."""
    replay = _Replay(events)
    for each in replay.log:
        if not each.is_undone:
            replay.apply(each)
        elif isinstance(each.event.what, Joined):
            replay.remove_phone(each.event.what)
    return replay.state_of(id_, link_of)


class _Replay:
    """The state of a table while its events are replayed. A seat is that of the moment, a link is its id."""

    def __init__(self, events: Sequence[tuple[int, Event]]) -> None:
        first = events[0][1]
        assert isinstance(first.what, Started)
        self.started, self.day = first.what, date.fromisoformat(first.moment[:10])
        self.log = _mark_undone(events)
        self.who = {each.number: each.event.who for each in self.log}
        self.links = list(first.what.links[2:])
        self.joined = set[int]()
        self.requests = dict[int, LoggedEvent]()
        self.is_archived, self.has_new_seats = False, False
        self.known_names = [frozenset({name}) for name in first.what.names]
        self.player_counts = {len(first.what.names)}
        self.seed_names, self.seed_round = first.what.names, 0
        self.commitments, self.secrets = dict[int, str](), dict[int, str]()
        self.turn, self.used, self.revealed = 0, list[Use](), Counter[str]()
        self.photos, self.assigned = dict[str, Photo](), dict[tuple[str, int], int]()
        self.photo_days, self.readings = first.what.photo_days, dict[str, FileReading]()
        self.answers = list[Answer]()

    def apply(self, each: LoggedEvent) -> None:
        """Apply an event that was not undone."""
        match each.event.what:
            case Turned(turn=now):
                self.turn = now
            case Used(use):
                self.used.append(use)
            case Committed(hash_):
                self.commitments[each.event.who] = hash_
            case SecretRevealed(secret):
                self.secrets[each.event.who] = secret
            case DrawRevealed(draw):
                self.revealed[draw] += 1
            case SeatRequested():
                self.requests[each.number] = each
            case Joined():
                self._join(each.event.what)
            case Seated():
                self._seat(each)
            case Archived(is_archived):
                self.is_archived = is_archived
            case Assigned(sha256, number, seat):
                self.assigned[sha256, number] = seat
            case Photographed(sha256, suffix):
                photo = self.photos.get(sha256, Photo(each.number, sha256, suffix, ()))
                self.photos[sha256] = replace(photo, senders=(*photo.senders, each.event.who))
                self.readings.pop(sha256, None)
            case PhotosLimited(days):
                self.photo_days = days
            case PhotosDeleted(photos):
                self.readings |= {photo.sha256: photo.reading for photo in photos}
            case Answered():
                self.answers += _answers(each.event, self.started)

    def _join(self, joined: Joined) -> None:
        if joined.link:
            self.links[joined.seat - 1] = joined.link
        self.joined.add(joined.seat)
        self.requests = {
            number: each
            for number, each in self.requests.items()
            if isinstance(each.event.what, SeatRequested) and each.event.what.link != joined.link
        }
        if joined.seat in self.commitments:  # its secret is on the phone that the seat had before
            self._make_seed_again()

    def remove_phone(self, joined: Joined) -> None:
        """Make the link void that a player got by joining, because this was undone."""
        link = joined.link or self.links[joined.seat - 1]
        self.links = ["" if each == link else each for each in self.links]

    def _seat(self, each: LoggedEvent) -> None:
        seated = each.event.what
        assert isinstance(seated, Seated)
        new_seat = {before: seat for seat, before in enumerate(seated.former, 1)}
        self.started = msgspec.structs.replace(self.started, names=seated.names)
        known = [
            *(self.known_names[before - 1] for before in seated.former),
            *(frozenset[str](),) * len(seated.links),
        ]
        self.known_names = [names | {now} for names, now in zip(known, seated.names, strict=True)]
        self.player_counts.add(len(seated.names))
        self.links = [*(self.links[before - 1] for before in seated.former), *seated.links]
        self.joined = {new_seat[seat] for seat in self.joined}
        self.requests = {}  # these phones ask again, because they named a seat
        self.has_new_seats |= list(seated.former) != sorted(seated.former)
        moved = (number for number, who in self.who.items() if who and number < each.number)
        self.who |= {number: new_seat[self.who[number]] for number in moved}
        self.photos = {
            sha256: replace(photo, senders=tuple(new_seat.get(who, who) for who in photo.senders))
            for sha256, photo in self.photos.items()
        }
        self.assigned = {sheet: new_seat.get(seat, seat) for sheet, seat in self.assigned.items()}
        self._make_seed_again()

    def _make_seed_again(self) -> None:
        """Let the phones begin the shared seed again, unless it is made."""
        if len(self.secrets) < len(self.seed_names):
            self.seed_names, self.seed_round = self.started.names, self.seed_round + 1
            self.commitments, self.secrets = {}, {}

    def state_of(self, id_: str, link_of: Callable[[str], str]) -> TableState:
        """Return the state after the events so far."""
        started = msgspec.structs.replace(self.started, links=tuple(map(link_of, self.started.links)))
        newest = {(each.sha256, each.number, each.field): each for each in self.answers}
        return TableState(
            id_,
            started,
            tuple(each and link_of(each) for each in self.links),
            self.seed_names,
            self.seed_round,
            self.is_archived,
            self.has_new_seats,
            tuple(self.known_names),
            frozenset(self.player_counts),
            tuple(self.requests.values()),
            self.assigned,
            self.day,
            tuple(replace(each, who=self.who[each.number]) for each in self.log),
            self.turn,
            tuple(self.used),
            self.revealed,
            self.commitments,
            self.secrets,
            frozenset(self.joined),
            tuple(replace(each, reading=self.readings.get(each.sha256)) for each in self.photos.values()),
            self.photo_days,
            tuple(newest.values()),
        )


def _mark_undone(events: Iterable[tuple[int, Event]]) -> list[LoggedEvent]:
    """Return the events in order, marked if undone. It goes backwards because an `Undone` can be undone too."""
    undone: set[int] = set()
    found = []
    for number, event in sorted(events, key=lambda each: -each[0]):
        if number not in undone and isinstance(event.what, Undone):
            undone.add(event.what.number)
        found.append(LoggedEvent(number, event, event.who, number in undone))
    return found[::-1]


def _answers(event: Event, started: Started) -> Iterator[Answer]:
    assert isinstance(event.what, Answered)
    who = (started.names[event.who - 1] or f"{SEAT}{event.who}") if event.who else HOST
    first = event.what.said[0].field
    for each in event.what.said:
        by = following(who, first) if each.follows else who
        yield Answer(each.sha256, each.number, each.field, each.mark, by, event.moment)

"""Match the name written on a sheet with the known names. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from fairsheet.sheets.model.sheet import LONGEST_NAME, PLAYER
from fairsheet.sheets.support.lookalikes import plain_letters, skeleton
from fairsheet.vision.readings.distributions import normalized
from fairsheet.vision.readings.reading import Doubt, SheetReading
from fairsheet.vision.readings.reasons import (
    UNREAD_NAME,
    UNSURE_NAME,
    photos_differ,
    resembles_name,
    unknown_name,
)

# Tesseract's confidence in the worst word; 10 of 60 names in real handwriting reached it, and all were right
SURE_OF_NAME = 0.93
MISREAD = 0.2  # how likely one letter is read as another
ALIKE = 3  # names may be confused if fewer than one letter in this many differs, ...
LEAST_ALIKE = 2  # ... or fewer letters than this, however short the name
MOST_NEAR = 3  # names listed with a doubt


@dataclass(frozen=True)
class KnownPlayers:
    """The players who may have written their names.

    `spellings` are pairs of a spelling as `spelled` returns it, and a name. The spelling is that of the name,
    or a reading of the player's own handwriting. If `are_all`, any other name is unknown, and you are asked
    about it.
    """

    spellings: frozenset[tuple[str, str]] = frozenset()
    are_all: bool = False

    @classmethod
    def named(cls, names: Iterable[str], *, are_all: bool = False) -> KnownPlayers:
        """Return players known only by their names."""
        return cls(frozenset((spelled(name), name) for name in names), are_all)


NOBODY = KnownPlayers()


def spelled(name: str) -> str:
    """Return the words of a name in plain letters.

    >>> spelled("Jiří  KOVÁŘ")
    'jiri kovar'
    """
    return " ".join(map(plain_letters, name.split()))


class NameRead(NamedTuple):
    """The name on a sheet, None if it has none or cannot be read, and the doubt about it."""

    player: str | None = None
    doubt: Doubt | None = None


def name_read(text: str, share: float, field: str = PLAYER) -> NameRead:
    """Return the reading of a handwritten name with this confidence; a `text` without letters is unreadable."""
    text = text[:LONGEST_NAME].strip()
    if not plain_letters(text):
        return NameRead(None, Doubt.of(field, ((None, 0.0),), None, UNREAD_NAME))
    if share >= SURE_OF_NAME:
        return NameRead(text)
    return NameRead(text, Doubt.of(field, ((text, share),), text, UNSURE_NAME))


def recognised(read: NameRead, known: KnownPlayers, field: str = PLAYER) -> NameRead:
    """Return the player whose name was read, spelled with its accents if only one known player can be meant.

    If several players can be meant, or an unknown one, the name is in doubt.
    """
    if read.player is None or not (known.spellings or known.are_all):
        return read
    spelling, is_sure = spelled(read.player), read.doubt is None
    length, near = len(plain_letters(read.player)), _near(spelling, known.spellings)
    alike = max(length / ALIKE, LEAST_ALIKE)
    if near:
        first, *others = near
        # differences that any other name needs, or it may be meant
        least = first.differ + 1 if is_sure else alike
        if first.differ == 0 and all(each.differ >= least for each in others):
            return NameRead(first.name)
    if not known.are_all and (not near or (is_sure and near[0].differ >= alike)):
        return read
    shares = {each.name: MISREAD**each.differ for each in near[:MOST_NEAR]}
    shares.setdefault(read.player, MISREAD ** (length / ALIKE))  # somebody else
    ranked = sorted(normalized(shares).items(), key=lambda each: -each[1])
    reason = resembles_name(read.player) if near else unknown_name(read.player)
    doubt = Doubt.of(field, tuple((each, round(share, 4)) for each, share in ranked), ranked[0][0], reason)
    return NameRead(ranked[0][0], structs.replace(doubt, number=read.doubt.number if read.doubt else None))


class _Near(NamedTuple):
    """A name that may have been written, and the number of letters that differ."""

    differ: int
    name: str


@lru_cache(maxsize=4096)  # many sheets of a season have the same name
def _near(read: str, spellings: frozenset[tuple[str, str]]) -> Sequence[_Near]:
    """Return each name once whose letters mostly agree with the reading, the nearest first."""
    letters, nearest = read.replace(" ", ""), dict[str, _Near]()
    for spelling, name in spellings:
        there = spelling.replace(" ", "")
        longer = max(len(letters), len(there))
        if 2 * abs(len(letters) - len(there)) < longer and 2 * (differ := _edits(letters, there)) < longer:
            near, looks = _Near(differ, name), skeleton(name)
            nearest[looks] = min(near, nearest.get(looks, near))
    return sorted(nearest.values())


def _edits(one: str, other: str) -> int:
    """Return the number of letters to change, add or remove to turn one word into the other (Levenshtein).

    >>> _edits("kovar", "kovar"), _edits("kovar", "kowa"), _edits("", "ada")
    (0, 2, 3)
    """
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row[0] = row[0], number
        for at, there in enumerate(other, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != there))
    return row[-1]


def join_names(readings: Sequence[SheetReading]) -> NameRead:
    """Return the name on several photos of a page.

    The first photo that is sure of a name decides; if none is sure, the first photo that has or cannot read
    one. If photos are sure of different names, the name is in doubt.
    """
    read = [NameRead(each.player, name_doubt(each.doubts)) for each in readings]
    sure: dict[str, str] = {}
    for player, doubt in read:
        if player is not None and doubt is None:
            sure.setdefault(plain_letters(player), player)
    names = list(sure.values())
    if len(names) > 1:
        shares = tuple((name, 1 / len(names)) for name in names)
        return NameRead(names[0], Doubt.of(PLAYER, shares, names[0], photos_differ("; ".join(names))))
    if names:
        return NameRead(names[0])
    written = [each for each in read if each != NameRead()]
    return next((each for each in written if each.player is not None), written[0] if written else NameRead())


def name_doubt(doubts: Iterable[Doubt]) -> Doubt | None:
    """Return the doubt about the player's name, if any."""
    return next((doubt for doubt in doubts if doubt.field == PLAYER), None)

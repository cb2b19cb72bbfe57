"""Whose name is written on a sheet: what was read, held against the names that are known. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from fairsheet.sheets.model.sheet import LONGEST_NAME, PLAYER
from fairsheet.sheets.support.lookalikes import letters_of, skeleton
from fairsheet.vision.readings.distributions import normalized
from fairsheet.vision.readings.reading import Doubt, SheetReading
from fairsheet.vision.readings.reasons import (
    UNREAD_NAME,
    UNSURE_NAME,
    photos_differ,
    resembles_name,
    unknown_name,
)

# what Tesseract says of the worst word; of 60 names in real letters 10 were, and all were right
SURE_OF_NAME = 0.93
MISREAD = 0.2  # how likely one letter is read as another
ALIKE = 3  # letters of a name for each in which it may be taken for another, and ...
LEAST_ALIKE = 2  # ... differences from which on no name is, however short
MOST_NEAR = 3  # names that are listed with a doubt


@dataclass(frozen=True)
class KnownPlayers:
    """The players who may have written their names, each with a spelling as `spelled` gives it: that of the name, or of
    what was read where the player had written it. `are_all`: anybody else is a stranger, who is asked about."""

    spellings: frozenset[tuple[str, str]] = frozenset()
    are_all: bool = False

    @classmethod
    def named(cls, names: Iterable[str], *, are_all: bool = False) -> KnownPlayers:
        """Players by their names alone."""
        return cls(frozenset((spelled(name), name) for name in names), are_all)


NOBODY = KnownPlayers()


def spelled(name: str) -> str:
    """The words of a name in plain letters.

    >>> spelled("Jiří  KOVÁŘ")
    'jiri kovar'
    """
    return " ".join(map(letters_of, name.split()))


class NameRead(NamedTuple):
    """The name that stands on a sheet, None where there is none or it cannot be read, and what is in doubt about it."""

    player: str | None = None
    doubt: Doubt | None = None


def name_read(text: str, share: float, field: str = PLAYER) -> NameRead:
    """What was written by hand in a field, and read with this certainty; nothing could be read of a `text` without
    letters."""
    text = text[:LONGEST_NAME].strip()
    if not letters_of(text):
        return NameRead(None, Doubt.of(field, ((None, 0.0),), None, UNREAD_NAME))
    if share >= SURE_OF_NAME:
        return NameRead(text)
    return NameRead(text, Doubt.of(field, ((text, share),), text, UNSURE_NAME))


def recognised(read: NameRead, known: KnownPlayers, field: str = PLAYER) -> NameRead:
    """The player of whom a name was read: one who is known where no other can be meant, with the accents of the name.

    Where several can be, or somebody who is not known, that is in doubt.
    """
    if read.player is None or not (known.spellings or known.are_all):
        return read
    spelling, is_sure = spelled(read.player), read.doubt is None
    length, near = len(letters_of(read.player)), _near(spelling, known.spellings)
    alike = max(length / ALIKE, LEAST_ALIKE)
    if near:
        first, *others = near
        least = first.differ + 1 if is_sure else alike  # of any other, or it may be meant
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
    """A name that may have been written, and how many letters differ."""

    differ: int
    name: str


@lru_cache(maxsize=4096)  # of the sheets of a season many bear the same name
def _near(read: str, spellings: frozenset[tuple[str, str]]) -> Sequence[_Near]:
    """The names of which more than half of the letters were read, the nearest first, each once."""
    letters, nearest = read.replace(" ", ""), dict[str, _Near]()
    for spelling, name in spellings:
        there = spelling.replace(" ", "")
        longer = max(len(letters), len(there))
        if 2 * abs(len(letters) - len(there)) < longer and 2 * (differ := _edits(letters, there)) < longer:
            near, looks = _Near(differ, name), skeleton(name)
            nearest[looks] = min(near, nearest.get(looks, near))
    return sorted(nearest.values())


def _edits(one: str, other: str) -> int:
    """How many letters must be changed, added or left out to make one word of the other (Levenshtein).

    >>> _edits("kovar", "kovar"), _edits("kovar", "kowa"), _edits("", "ada")
    (0, 2, 3)
    """
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row[0] = row[0], number
        for at, there in enumerate(other, 1):
            before, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, before + (letter != there))
    return row[-1]


def joined_names(readings: Sequence[SheetReading]) -> NameRead:
    """The name on several photos of a page: that of the first which is sure of one, else of the first that has one or
    cannot read it; where photos are sure of different names, that is in doubt."""
    read = [NameRead(each.player, name_doubt(each.doubts)) for each in readings]
    sure: dict[str, str] = {}
    for player, doubt in read:
        if player is not None and doubt is None:
            sure.setdefault(letters_of(player), player)
    names = list(sure.values())
    if len(names) > 1:
        shares = tuple((name, 1 / len(names)) for name in names)
        return NameRead(names[0], Doubt.of(PLAYER, shares, names[0], photos_differ("; ".join(names))))
    if names:
        return NameRead(names[0])
    written = [each for each in read if each != NameRead()]
    return next((each for each in written if each.player is not None), written[0] if written else NameRead())


def name_doubt(doubts: Iterable[Doubt]) -> Doubt | None:
    """That about the player's name, if it is in doubt."""
    return next((doubt for doubt in doubts if doubt.field == PLAYER), None)

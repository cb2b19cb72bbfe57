"""A seed made from everybody's secret, so that nobody can choose the game (commit, then reveal).

Everybody first publishes the commitment to a secret, and reveals the secret when all commitments are there. Nobody
can then change a secret, and nobody knew the others' while choosing. `docs/organise/fair-seeds.md` says how it is
computed, exactly enough to write it again.

    >>> ada = Reveal("Ada", "4k2mwq7tnh0s9xzbc3ea")
    >>> ben = Reveal("Ben", "0123456789abcdefghjk")
    >>> combine([commitment_to(ada), commitment_to(ben)], [ben, ada])
    'c5cg-6d31-sx8x'
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.support.base_32 import DIGITS, random_digits
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton

NAME_LENGTH = 40  # characters
SECRET_LENGTH = 20  # characters of five bits; the shortest secret that cannot be guessed from its commitment
LONGEST_SECRET = 200  # characters

_COMMITMENT_DOMAIN = "fairsheet.commitment/1"
_SEED_DOMAIN = "fairsheet.combined-seed/1"
_SEED_LENGTH = 12  # characters of five bits


class Commitment(msgspec.Struct, frozen=True):
    """What somebody publishes first: a hash (64 hexadecimal digits) that fixes the secret and does not reveal it."""

    name: str
    hash: str

    def __str__(self) -> str:
        return f"commitment {self.hash} {self.name}"


class Reveal(msgspec.Struct, frozen=True):
    """What somebody publishes when all commitments are there: the secret itself."""

    name: str
    secret: str

    def __str__(self) -> str:
        return f"reveal {self.secret} {self.name}"


Line = TypeVar("Line", Commitment, Reveal)


def new_secret() -> str:
    """A secret of 100 random bits."""
    return random_digits(SECRET_LENGTH)


def reveal_of(name: str, secret: str | None = None) -> Reveal:
    """The reveal of a person's secret, which is made up where none is given. Raises FairsheetError for a bad one."""
    name = _checked_name(name)
    if secret is None:
        return Reveal(name, new_secret())
    if len(secret) < SECRET_LENGTH:
        problem = f"a secret of {len(secret)} characters can be guessed from its commitment"
        raise FairsheetError(
            problem, where="secret", hint=f"take {SECRET_LENGTH} or more, or let one be made"
        )
    if len(secret) > LONGEST_SECRET or not re.fullmatch(r"[!-~]+", secret):
        problem = f"a secret has {SECRET_LENGTH} to {LONGEST_SECRET} ASCII characters and no blanks"
        raise FairsheetError(problem, where="secret", hint="let one be made")
    return Reveal(name, secret)


def commitment_to(reveal: Reveal) -> Commitment:
    """The commitment to a secret: SHA-256 of the domain, the name and the secret, with zero bytes between them."""
    return Commitment(reveal.name, _digest(_COMMITMENT_DOMAIN, reveal.name, reveal.secret).hex())


class Lines(NamedTuple):
    """What people said among the lines of a text, and what in it should be looked at, a sentence each."""

    commitments: list[Commitment]
    reveals: list[Reveal]
    warnings: list[str]


def read_lines(text: str, where: str = "lines") -> Lines:
    """The commitments and reveals in a text, wherever they stand in its lines, as in those of a chat.

    A line said twice counts once. One that has either word and is neither is passed over with a warning, as talk about
    a reveal is; so is a commitment that stands after a reveal, which could have been chosen for it.
    """
    found = Lines([], [], [])
    for number, line in enumerate(text.splitlines(), 1):
        try:
            said = _said_in(line)
        except FairsheetError as error:
            over = Message("{where}, line {number} is passed over: {problem}")
            found.warnings.append(over.filled(where=where, number=number, problem=error.problem))
            continue
        if isinstance(said, Reveal) and said not in found.reveals:
            found.reveals.append(said)
        elif isinstance(said, Commitment) and said not in found.commitments:
            found.commitments.append(said)
            if found.reveals:
                after = Message(
                    "{where}, line {number}: the commitment of {name} stands after the reveal of {other}; "
                    "if it was made after it, {name} could choose the game"
                )
                other = found.reveals[0].name
                found.warnings.append(after.filled(where=where, number=number, name=said.name, other=other))
    return found


def _said_in(line: str) -> Commitment | Reveal | None:
    """What somebody said in a line. Raises FairsheetError where what belongs behind one of the words is missing."""
    said = re.search(r"\b(commitment|reveal)\b\s*(\S*)\s*(.*)", line, re.IGNORECASE)
    if said is None:
        return None
    kind, word, name = said[1].lower(), said[2], said[3]
    if kind == "reveal":
        return reveal_of(name, word)
    if not re.fullmatch(r"[0-9a-f]{64}", word.lower()):
        raise FairsheetError("a commitment has 64 hexadecimal digits; these were changed or cut off")
    return Commitment(_checked_name(name), word.lower())


def combine(commitments: Sequence[Commitment], reveals: Sequence[Reveal]) -> str:
    """The seed that follows from everybody's secret, in whatever order the lines came.

    Raises FairsheetError, naming who it is about, unless there are at least two people, each with one commitment and
    one reveal that match.
    """
    committed, revealed = _by_name(commitments, "commitments"), _by_name(reveals, "reveals")
    if missing := sorted(committed.keys() - revealed.keys()):
        problem = f"no reveal of {listed(missing)}"
        raise FairsheetError(
            problem, where="reveals", hint="the seed needs everybody's; a commitment stays as it is"
        )
    if missing := sorted(revealed.keys() - committed.keys()):
        problem = f"no commitment of {listed(missing)}"
        hint = "who did not commit first could choose the game: begin again with everybody"
        raise FairsheetError(problem, where="commitments", hint=hint)
    if len(revealed) < 2:
        problem = f"{len(revealed)} of at least 2 people"
        raise FairsheetError(problem, where="reveals", hint="give everybody's commitment and reveal")
    for name, reveal in sorted(revealed.items()):
        if commitment_to(reveal) != committed[name]:
            problem = (
                f"the secret of {name} does not match the commitment: it gives {commitment_to(reveal).hash[:8]}… "
                f"and {committed[name].hash[:8]}… was announced"
            )
            hint = "copy both lines again; if they stay so, the secret or the name was changed afterwards"
            raise FairsheetError(problem, where="reveals", hint=hint)
    parts = [part for name in sorted(revealed) for part in (name, revealed[name].secret)]
    bits = int.from_bytes(_digest(_SEED_DOMAIN, *parts), "big")
    characters = [DIGITS[bits >> 256 - 5 * index & 31] for index in range(1, _SEED_LENGTH + 1)]
    return "-".join("".join(characters[start : start + 4]) for start in range(0, _SEED_LENGTH, 4))


def _checked_name(name: str) -> str:
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        problem = f"{name!r:.60} is no name of 1 to {NAME_LENGTH} characters that can be seen"
        raise FairsheetError(problem, where="name", hint="give the name by which the others know you")
    return name


def _by_name(lines: Iterable[Line], what: str) -> dict[str, Line]:
    by_name: dict[str, Line] = {}
    for line in lines:
        if by_name.get(line.name, line) != line:
            problem = f"two different ones of {line.name}"
            raise FairsheetError(problem, where=what, hint="everybody has one, under a name of their own")
        by_name[line.name] = line
    looks: dict[str, str] = {}
    for name in by_name:
        if (other := looks.setdefault(skeleton(name), name)) != name:
            problem = f"{other} and {name} look alike"
            raise FairsheetError(
                problem, where=what, hint="everybody needs a name that cannot be taken for another"
            )
    return by_name


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()

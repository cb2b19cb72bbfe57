"""A seed made from everybody's secret, so that nobody can choose the game (commit, then reveal).

Each person first publishes the commitment to a secret, and reveals the secret when all commitments are published. Then
nobody can change a secret, and nobody knew the other secrets while choosing. `docs/organise/fair-seeds.md` describes
the computation in enough detail to reimplement it.

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
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.lookalikes import skeleton

NAME_LENGTH = 40  # characters
SECRET_LENGTH = 20  # characters of five bits; the shortest secret that cannot be guessed from its commitment
LONGEST_SECRET = 200  # characters

_COMMITMENT_DOMAIN = "fairsheet.commitment/1"
_SEED_DOMAIN = "fairsheet.combined-seed/1"
_SEED_LENGTH = 12  # characters of five bits


class Commitment(msgspec.Struct, frozen=True):
    """A person's first message: a hash (64 hexadecimal digits) that fixes the secret and does not reveal it."""

    name: str
    hash: str

    def __str__(self) -> str:
        return f"commitment {self.hash} {self.name}"


class Reveal(msgspec.Struct, frozen=True):
    """A person's second message, published when all commitments are known: the secret itself."""

    name: str
    secret: str

    def __str__(self) -> str:
        return f"reveal {self.secret} {self.name}"


Line = TypeVar("Line", Commitment, Reveal)


def new_secret() -> str:
    """Return a secret of 100 random bits."""
    return random_digits(SECRET_LENGTH)


def reveal_of(name: str, secret: str | None = None) -> Reveal:
    """Return the reveal of a person's secret, a new one by default. Raises FairsheetError for a bad secret."""
    name = _checked_name(name)
    if secret is None:
        return Reveal(name, new_secret())
    if len(secret) < SECRET_LENGTH:
        problem = f"a secret of {len(secret)} characters can be guessed from its commitment"
        hint = f"use {SECRET_LENGTH} or more, or leave it out for a new one"
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where="secret", hint=hint)
    if len(secret) > LONGEST_SECRET or not re.fullmatch(r"[!-~]+", secret):
        problem = f"a secret has {SECRET_LENGTH} to {LONGEST_SECRET} ASCII characters and no blanks"
        hint = "leave it out for a new one"
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where="secret", hint=hint)
    return Reveal(name, secret)


def commitment_to(reveal: Reveal) -> Commitment:
    """Return the commitment to a secret: SHA-256 of the domain, the name and the secret, separated by zero bytes."""
    return Commitment(reveal.name, _digest(_COMMITMENT_DOMAIN, reveal.name, reveal.secret).hex())


class Lines(NamedTuple):
    """The commitments and reveals in a text, and warnings of one sentence each."""

    commitments: list[Commitment]
    reveals: list[Reveal]
    warnings: list[str]


def read_lines(text: str, where: str = "lines") -> Lines:
    """Return the commitments and reveals in a text, anywhere in its lines, as in a chat.

    A repeated line counts once. A warning is given for a line with one of the two words that is neither, because people
    may talk about a reveal. A warning is also given for a commitment after a reveal, because it could have been chosen
    for it.
    """
    lines = Lines([], [], [])
    for number, line in enumerate(text.splitlines(), 1):
        try:
            parsed = _parse_line(line)
        except FairsheetError as error:
            over = Message("{where}, line {number} is passed over: {problem}")
            lines.warnings.append(over.filled(where=where, number=number, problem=error.problem))
            continue
        if isinstance(parsed, Reveal) and parsed not in lines.reveals:
            lines.reveals.append(parsed)
        elif isinstance(parsed, Commitment) and parsed not in lines.commitments:
            lines.commitments.append(parsed)
            if lines.reveals:
                after = Message(
                    "{where}, line {number}: the commitment of {name} comes after the reveal of {other}; "
                    "if it was made later, {name} could choose the game"
                )
                other = lines.reveals[0].name
                lines.warnings.append(after.filled(where=where, number=number, name=parsed.name, other=other))
    return lines


def _parse_line(line: str) -> Commitment | Reveal | None:
    """Return the commitment or reveal in a line. Raises FairsheetError if a part after the word is missing."""
    parts = re.search(r"\b(commitment|reveal)\b\s*(\S*)\s*(.*)", line, re.IGNORECASE)
    if parts is None:
        return None
    kind, word, name = parts[1].lower(), parts[2], parts[3]
    if kind == "reveal":
        return reveal_of(name, word)
    if not re.fullmatch(r"[0-9a-f]{64}", word.lower()):
        problem = "a commitment has 64 hexadecimal digits; these were changed or cut off"
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT)
    return Commitment(_checked_name(name), word.lower())


def combine(commitments: Sequence[Commitment], reveals: Sequence[Reveal]) -> str:
    """Return the seed that follows from everybody's secret, in any order of the lines.

    Raises FairsheetError, with the name of a person, unless at least two people each have one commitment and one
    matching reveal.
    """
    committed, revealed = _by_name(commitments, "commitments"), _by_name(reveals, "reveals")
    if missing := sorted(committed.keys() - revealed.keys()):
        problem = Message("no reveal of {names}", names=listed(missing))
        hint = Message("the seed needs everybody's reveal; a commitment cannot be changed")
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where="reveals", hint=hint)
    if missing := sorted(revealed.keys() - committed.keys()):
        problem = Message("no commitment of {names}", names=listed(missing))
        hint = Message("a person who did not commit first could choose the game: begin again with everybody")
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where="commitments", hint=hint)
    if len(revealed) < 2:
        problem = Message("{count} of at least 2 people", count=len(revealed))
        hint = Message("give everybody's commitment and reveal")
        raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where="reveals", hint=hint)
    for name, reveal in sorted(revealed.items()):
        if commitment_to(reveal) != committed[name]:
            problem = Message(
                "the secret of {name} does not match the commitment: it gives {given}… and {announced}… was announced",
                name=name,
                given=commitment_to(reveal).hash[:8],
                announced=committed[name].hash[:8],
            )
            hint = Message(
                "copy both lines again; if they still differ, the secret or the name was changed afterwards"
            )
            raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where="reveals", hint=hint)
    parts = [part for name in sorted(revealed) for part in (name, revealed[name].secret)]
    bits = int.from_bytes(_digest(_SEED_DOMAIN, *parts), "big")
    characters = [DIGITS[bits >> 256 - 5 * index & 31] for index in range(1, _SEED_LENGTH + 1)]
    return "-".join("".join(characters[start : start + 4]) for start in range(0, _SEED_LENGTH, 4))


def _checked_name(name: str) -> str:
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        problem = f"{name!r:.60} is not a name of 1 to {NAME_LENGTH} visible characters"
        hint = "give the name by which the others know you"
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where="name", hint=hint)
    return name


def _by_name(lines: Iterable[Line], where: str) -> dict[str, Line]:
    by_name: dict[str, Line] = {}
    for line in lines:
        if by_name.get(line.name, line) != line:
            problem, hint = f"two different ones of {line.name}", "each person has one, under their own name"
            raise FairsheetError(problem, code=ErrorCode.BAD_COMMITMENT, where=where, hint=hint)
        by_name[line.name] = line
    looks: dict[str, str] = {}
    for name in by_name:
        if (other := looks.setdefault(skeleton(name), name)) != name:
            problem = f"{other} and {name} look alike"
            hint = "each person needs a name that cannot be mistaken for another"
            raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=where, hint=hint)
    return by_name


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()

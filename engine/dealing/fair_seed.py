"""A seed made from everybody's secret, so that nobody can choose the game (commit, then reveal).

Everybody first publishes the commitment to a secret, and reveals the secret when all commitments are there. Nobody
can then change a secret, and nobody knew the others' while choosing. `docs/guides/fair-seeds.md` says how it is
computed, exactly enough to write it again.

    >>> ada = Reveal("Ada", "4k2mwq7tnh0s9xzbc3ea")
    >>> ben = Reveal("Ben", "0123456789abcdefghjk")
    >>> combine([commitment_to(ada), commitment_to(ben)], [ben, ada])
    'c5cg-6d31-sx8x'
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.phrases import listed

NAME_LENGTH = 40  # characters
SECRET_LENGTH = 20  # characters of five bits; the shortest secret that cannot be guessed from its commitment
LONGEST_SECRET = 200  # characters

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: nothing that looks like something else
_COMMITMENT_DOMAIN = "fairsheet.commitment/1"
_SEED_DOMAIN = "fairsheet.combined-seed/1"
_SEED_LENGTH = 12  # characters of five bits


class Commitment(msgspec.Struct, frozen=True):
    """What somebody publishes first: a hash (64 hexadecimal digits) that fixes the secret and does not tell it."""

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
    return "".join(secrets.choice(_ALPHABET) for _ in range(SECRET_LENGTH))


def reveal_of(name: str, secret: str | None = None) -> Reveal:
    """The reveal of a person's secret, which is made up where none is given. Raises FairsheetError for a bad one."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        problem = f"{name!r:.60} is no name of 1 to {NAME_LENGTH} characters"
        raise FairsheetError(problem, where="name", hint="give the name by which the others know you")
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


def read_lines(text: str, where: str = "lines") -> tuple[list[Commitment], list[Reveal]]:
    """The commitments and reveals among the lines of a text, as people sent them.

    Blank lines, quotation marks of mail programs (`>`) and lines of other words are passed over; a line said twice
    counts once. Raises FairsheetError for a line that begins like one of them and is none.
    """
    commitments: dict[Commitment, None] = {}
    reveals: dict[Reveal, None] = {}
    for number, line in enumerate(text.splitlines(), 1):
        kind, *rest = line.lstrip("> \t").split(maxsplit=2) or [""]
        place = f"{where}, line {number}"
        match kind.lower(), rest:
            case "commitment", [digest, name]:
                if not re.fullmatch(r"[0-9a-f]{64}", digest.lower()):
                    problem = "a commitment has 64 hexadecimal digits; these were changed or cut off"
                    raise FairsheetError(problem, where=place, hint="ask for the line again")
                commitments[Commitment(_same_name(name), digest.lower())] = None
            case "reveal", [secret, name]:
                reveals[Reveal(_same_name(name), secret)] = None
            case (("commitment" | "reveal"), _):
                problem = f"a line that begins with {kind!r} goes on with a word and a name"
                raise FairsheetError(problem, where=place, hint="copy the whole line")
    return list(commitments), list(reveals)


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
    characters = [_ALPHABET[bits >> 256 - 5 * index & 31] for index in range(1, _SEED_LENGTH + 1)]
    return "-".join("".join(characters[start : start + 4]) for start in range(0, _SEED_LENGTH, 4))


def _same_name(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()))


def _by_name(lines: Iterable[Line], what: str) -> dict[str, Line]:
    by_name: dict[str, Line] = {}
    for line in lines:
        if by_name.get(line.name, line) != line:
            problem = f"two different ones of {line.name}"
            raise FairsheetError(problem, where=what, hint="everybody has one, under a name of their own")
        by_name[line.name] = line
    return by_name


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("\0".join(parts).encode()).digest()

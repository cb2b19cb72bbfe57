"""Create a seed from the secrets of all phones, so that nobody can choose it.

Each phone makes a secret and commits to it. The phones reveal their secrets when all commitments are here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from fairsheet.engine.dealing.fair_seed import Commitment, Reveal, combine, commitment_to, reveal_of
from fairsheet.serve.event_log import Committed, SecretRevealed, Started, TableState
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError


def name_in_seed(names: Sequence[str], seat: int) -> str:
    """Return the name of a player in commitments and reveals."""
    return reveal_of(names[seat - 1] or f"Seat {seat}").name


def check_names(started: Started) -> None:
    """Raise FairsheetError unless there are at least two players with different names."""
    reveals = [reveal_of(name_in_seed(started.names, seat)) for seat in range(1, len(started.names) + 1)]
    combine([commitment_to(each) for each in reveals], reveals)


def next_step(table: TableState, who: int) -> str:
    """Return the form field that a phone must send next: its commitment or its secret; "" for none."""
    is_made = len(table.secrets) == len(table.seed_names)
    if not table.started.is_fair or not who or who in table.secrets or is_made:
        return ""
    if who not in table.commitments:
        return "commit"
    return "tell" if len(table.commitments) == len(table.seed_names) else ""


def check_commitment(table: TableState, who: int, hash_: str) -> Committed:
    """Return a commitment as an event. Raises FairsheetError if it is malformed or not the first one."""
    if next_step(table, who) != "commit" or not re.fullmatch("[0-9a-f]{64}", hash_):
        raise FairsheetError(
            "this commitment is not expected now", code=ErrorCode.BAD_COMMITMENT, hint="reload the page"
        )
    return Committed(hash_)


def check_secret(table: TableState, who: int, secret: str) -> SecretRevealed:
    """Return a secret as an event. Raises FairsheetError if it does not match its commitment, or comes too early."""
    if next_step(table, who) != "tell":
        raise FairsheetError(
            "this secret is not expected now", code=ErrorCode.BAD_COMMITMENT, hint="reload the page"
        )
    name = name_in_seed(table.seed_names, who)
    if commitment_to(reveal_of(name, secret)).hash != table.commitments[who]:
        raise FairsheetError(
            "the secret does not match the commitment",
            code=ErrorCode.BAD_COMMITMENT,
            hint="open the page on the phone that joined first",
        )
    return SecretRevealed(secret)


def seed_lines(table: TableState) -> list[Commitment | Reveal]:
    """Return all commitments and reveals so far, as lines for `fairsheet seed combine`."""
    return [*_commitments(table), *_reveals(table)]


def add_seed(table: TableState) -> TableState:
    """Return the table with its seed, if all secrets are revealed."""
    if not table.started.is_fair or len(table.secrets) < len(table.seed_names):
        return table
    seed = combine(_commitments(table), _reveals(table))
    return replace(table, started=structs.replace(table.started, seed=seed))


def _commitments(table: TableState) -> list[Commitment]:
    return [
        Commitment(name_in_seed(table.seed_names, seat), each) for seat, each in table.commitments.items()
    ]


def _reveals(table: TableState) -> list[Reveal]:
    return [Reveal(name_in_seed(table.seed_names, seat), each) for seat, each in table.secrets.items()]

"""A seed that everybody's phone has a part in, so that nobody can choose it: all commit to a secret, then all tell it.

The secrets are made on the phones, which tell them only when everybody's commitment stands here.
"""

from __future__ import annotations

import re
from dataclasses import replace

from msgspec import structs

from fairsheet.engine.dealing.fair_seed import Commitment, Reveal, combine, commitment_to, reveal_of
from fairsheet.serve.event_log import Committed, Started, TableNow, Told
from fairsheet.sheets.support.errors import FairsheetError


def name_in_seed(started: Started, seat: int) -> str:
    """By which name a player has a part in the seed."""
    return reveal_of(started.names[seat - 1] or f"Seat {seat}").name


def check_names(started: Started) -> None:
    """Raises FairsheetError unless there are several players whose names can be told apart."""
    reveals = [reveal_of(name_in_seed(started, seat)) for seat in range(1, len(started.names) + 1)]
    combine([commitment_to(each) for each in reveals], reveals)


def next_step(table: TableNow, who: int) -> str:
    """What a phone does now: "commit", "tell", or "" for nothing."""
    if not table.started.is_fair or not who or who in table.secrets:
        return ""
    if who not in table.commitments:
        return "commit"
    return "tell" if len(table.commitments) == table.players else ""


def committed(table: TableNow, who: int, hash_: str) -> Committed:
    """A commitment that counts. Raises FairsheetError for one that is none, or a second one."""
    if next_step(table, who) != "commit" or not re.fullmatch("[0-9a-f]{64}", hash_):
        raise FairsheetError("this is no commitment that is waited for", hint="look at the page again")
    return Committed(hash_)


def told(table: TableNow, who: int, secret: str) -> Told:
    """A secret that counts. Raises FairsheetError for one that was not committed to, or comes too early."""
    if next_step(table, who) != "tell":
        raise FairsheetError("this secret is not waited for", hint="look at the page again")
    name = name_in_seed(table.started, who)
    if commitment_to(reveal_of(name, secret)).hash != table.commitments[who]:
        raise FairsheetError(
            "another secret was committed to", hint="open the page on the phone that joined first"
        )
    return Told(secret)


def lines(table: TableNow) -> list[Commitment | Reveal]:
    """What everybody said so far, as lines that `fairsheet seed combine` reads."""
    return [*_commitments(table), *_reveals(table)]


def with_seed(table: TableNow) -> TableNow:
    """The table with its seed, if everybody told a secret."""
    if not table.started.is_fair or len(table.secrets) < table.players:
        return table
    seed = combine(_commitments(table), _reveals(table))
    return replace(table, started=structs.replace(table.started, seed=seed))


def _commitments(table: TableNow) -> list[Commitment]:
    return [Commitment(name_in_seed(table.started, seat), each) for seat, each in table.commitments.items()]


def _reveals(table: TableNow) -> list[Reveal]:
    return [Reveal(name_in_seed(table.started, seat), each) for seat, each in table.secrets.items()]

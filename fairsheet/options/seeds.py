"""Make seeds that are easy to say aloud."""

from __future__ import annotations

import secrets

from fairsheet.languages.messages import Message
from fairsheet.process.console import say

_COLOURS = (
    "amber", "azure", "coral", "cream", "ebony", "green", "hazel", "indigo", "ivory", "jade", "lilac", "mauve",
    "ochre", "olive", "pearl", "plum", "rose", "ruby", "russet", "silver", "teal", "umber", "violet", "white",
)  # fmt: skip
_ANIMALS = (
    "adder", "badger", "beaver", "bison", "crane", "dingo", "eagle", "ferret", "gecko", "heron", "ibis", "jackal",
    "koala", "lemur", "marten", "newt", "otter", "panda", "quail", "raven", "salmon", "tapir", "vole", "walrus",
)  # fmt: skip


def new_seed() -> str:
    """Return a random seed such as 'coral-otter-42'; two tables of an evening hardly ever get the same."""
    return f"{secrets.choice(_COLOURS)}-{secrets.choice(_ANIMALS)}-{secrets.randbelow(1000)}"


def given_or_new_seed(seed: str | None) -> str:
    """Return the typed seed, or a new one, which is printed."""
    if seed is not None:
        return seed
    seed = new_seed()
    print_seed(seed)
    return seed


def print_seed(seed: str) -> None:
    """Print a new seed, so that others can use it."""
    say(Message("seed: {seed}", seed=seed))

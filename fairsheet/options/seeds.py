"""Seeds that people can say aloud."""

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
    """A fresh seed such as 'coral-otter-42'; two tables of one evening hardly ever get the same."""
    return f"{secrets.choice(_COLOURS)}-{secrets.choice(_ANIMALS)}-{secrets.randbelow(1000)}"


def given_or_new_seed(seed: str | None) -> str:
    """The seed that was typed, or a fresh one, which is then shown."""
    if seed is not None:
        return seed
    seed = new_seed()
    tell_seed(seed)
    return seed


def tell_seed(seed: str) -> None:
    """Say the seed that was made, so that others can play by it."""
    say(Message("seed: {seed}", seed=seed))

"""Crockford's base 32 in small letters: five bits a character, none of which looks like another."""

from __future__ import annotations

import secrets

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def random_digits(length: int) -> str:
    """So many digits that nobody can guess."""
    return "".join(secrets.choice(DIGITS) for _ in range(length))

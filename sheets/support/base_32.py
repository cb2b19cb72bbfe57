"""Crockford's base 32 in small letters: five bits per character, and no two characters look alike."""

from __future__ import annotations

import secrets

DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def random_digits(length: int) -> str:
    """Return this many random digits from a secure source."""
    return "".join(secrets.choice(DIGITS) for _ in range(length))

"""What people choose about how their photos are read."""

from __future__ import annotations

import msgspec


class ReadChoices(msgspec.Struct, frozen=True):
    """How photos are read, whatever they show: with `names` the text fields, too (slow, needs Tesseract)."""

    names: bool = False


DEFAULT_CHOICES = ReadChoices()

"""Choices of people for reading their photos."""

from __future__ import annotations

import msgspec


class ReadChoices(msgspec.Struct, frozen=True):
    """Choices for reading all photos: `names` reads the text fields, too (slow, needs Tesseract)."""

    names: bool = False


DEFAULT_CHOICES = ReadChoices()

"""Pictures of fields, which may come from any file next to a record."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from fairsheet.vision.classify.crops import side_by_side


def encoded(format_: str, side: int) -> bytes:
    stream = io.BytesIO()
    Image.new("L", (side, side), 90).save(stream, format_)
    return stream.getvalue()


def decoded(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture)), float)


def test_pictures_of_a_field_are_side_by_side() -> None:
    both = decoded(side_by_side([encoded("JPEG", 40)] * 2))
    assert both.shape == (40, 86) and (both[:, 42:44] > 200).all() and (abs(both[:, :38] - 90) < 9).all()


@pytest.mark.parametrize(
    "other", [b"", b"x", encoded("JPEG", 40)[:200], encoded("JPEG", 3000), encoded("TIFF", 40)]
)
def test_only_small_jpegs_are_decoded(other: bytes) -> None:
    assert decoded(side_by_side([other, encoded("JPEG", 40)])).shape == (40, 40)
    assert side_by_side([other, other]) == other

"""The objects that the benchmark of covered fields lays on sheets."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.ink._things import MATERIALS, SHAPES, lay

PX_PER_MM = 3


@pytest.mark.parametrize("name", SHAPES)
def test_object_hides_the_page_under_it(name: str) -> None:
    page = np.full((150 * PX_PER_MM, 120 * PX_PER_MM, 3), 255, np.uint8)
    for material in (MATERIALS[0], MATERIALS[2]):
        chance = np.random.default_rng(1)
        laid, hides = lay(page, PX_PER_MM, (60, 75), 0.3, SHAPES[name](chance), material, chance)
        inside, outside = hides > 0.5, hides == 0
        assert 0 < inside.mean() < 0.8 and not hides[:3, :3].any()
        assert (laid[outside] <= 255).all() and laid[outside].mean() > 200
        if not material.clear:
            assert (laid[inside] < 255).all()

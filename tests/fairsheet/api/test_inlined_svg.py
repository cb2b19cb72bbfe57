"""Pictures of several sheets in one HTML page, in a real browser: each looks as it does alone."""

from __future__ import annotations

from pathlib import Path

import pytest

import fairsheet

CHROMIUM = Path("/usr/bin/chromium")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="Chromium is not installed")

FOREIGN = '<svg viewBox="0 0 9 9"><path d="M1 1h7v7h-7z"/><text class="b m c0" x="1" y="8">x</text></svg>'


def pictures() -> list[str]:
    """Return a fresh sheet, a played one of the same game, one of another game, and somebody else's picture."""
    fresh = fairsheet.Game("launch", seed="otter", players=2)
    played, other = fresh.copy(), fairsheet.Game("dome", seed="otter", players=2)
    for _ in range(12):
        played.push(played.legal_steps()[-1])
    return [fresh.svg(1), played.svg(1, highlight=["floor-1.1"]), other.svg(2), FOREIGN]


def page_of(drawn: list[str]) -> str:
    divs = "".join(f"<div>{each}</div>" for each in drawn)
    return f"<!doctype html><style>div {{position: absolute; width: 600px}}</style>{divs}"


def test_pictures_in_one_page_look_as_alone() -> None:
    drawn = pictures()
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 600, "height": 820})

        def looks(drawn: list[str]) -> list[bytes]:
            """Return how each picture looks while the others of the page are hidden."""
            page.set_content(page_of(drawn))
            seen = []
            for shown in range(len(drawn)):
                page.evaluate(
                    "shown => document.querySelectorAll('div').forEach((each, place) =>"
                    " {each.style.visibility = place === shown ? '' : 'hidden'})",
                    shown,
                )
                seen.append(page.screenshot())
            return seen

        alone = [looks([each])[0] for each in drawn]
        assert len(set(alone)) == len(drawn)
        assert looks(drawn) == alone
        assert looks(drawn[::-1]) == alone[::-1]
        browser.close()

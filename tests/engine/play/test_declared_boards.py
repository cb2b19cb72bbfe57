"""Test that templates with other numbers of things can be played and proved: no rule knows these numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from fairsheet.engine.games.registry import board_problems, rules_of
from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.language.parser import parse
from fairsheet.sheets.library.templates import template_path
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.placement.place import place
from fairsheet.sheets.printing.draw_pages import draw_pages
from fairsheet.wording.labels import labels_of
from tests.engine.tables import check_played

# Replacements in the text of a template, by the name of the scenario.
CHANGES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "a third cave beside a plant": (
        "mine",
        {"below: level-{n + 1}.{c}": "below: level-{n + 1}.{c} beside: level-{n}.{if(c < 12, c + 1, c - 1)}"},
    ),
    "a fourth cave in every shaft": (
        "mine",
        {
            "  cave 3 three\n": "  cave 3 three\n      gallery 3 plant\n      cave 4 pearl\n",
            "repeat level: 1..3": "repeat level: 1..4",
            "let icon: 6.2": "let icon: 4.2",
            "level-height: 31.8": "level-height: 22",
            "size: 9.2 correction-box: 4.2": "size: 8 correction-box: 4.2",
            "pitch / 2, y + 7.7": "pitch / 2, y + 5.4",
            "let y: 25.8 +": "let y: 20.9 +",
            'big plant "Plants" 14 8': 'big plant "Plants" 26 8',
            'big pearl "Pearls" 14 10': 'big pearl "Pearls" 26 10',
        },
    ),
    "a fifth tower": (
        "dome",
        {
            "tower 1 6 3 25.2": "tower 1 6 3 18",
            "tower 2 4 6 51": "tower 2 4 6 41.8",
            "tower 3 3 7 76.8": "tower 3 3 7 65.6",
            "tower 4 5 4 102.6\n  end top 9": "tower 5 4 6 89.4\n  end top 10 6 4\n  end bottom 1 7 2\n"
            "tower 4 5 5 113.2\n  end top 10",
            "full(tower-4)": "full(tower-4) or full(tower-5)",
            "repeat n: 1..4  x: 70, 82, 70, 82  y: 175.4, 175.4, 195.4, 195.4": "repeat n: 1..5  "
            "x: 70, 82, 70, 82, 150  y: 175.4, 175.4, 195.4, 195.4, 180",
            "repeat n: 1..4\n  repeat place": "repeat n: 1..5\n  repeat place",
        },
    ),
    "three start floors in a tower": (
        "dome",
        {
            "start_slots: tower-{n}.{below}, tower-{n}.{below + 1}": "start_slots: tower-{n}.{below - 1}, "
            "tower-{n}.{below}, tower-{n}.{below + 1}"
        },
    ),
}


@cache
def changed(change: str) -> Sheet:
    """Return our template of a scenario with replaced text, and check that the text occurs."""
    name, changes = CHANGES[change]
    path = template_path(name)
    text = path.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return place(parse(text, path.name)).sheet


@pytest.mark.parametrize("change", CHANGES)
def test_changed_board_is_printed_played_proved_and_scored(change: str) -> None:
    sheet = changed(change)
    assert board_problems(sheet) == []
    (played,) = simulate(sheet, "changed", 2, 1, "random")
    check_played(rules_of(sheet), played)
    table = played.records[0].game
    assert draw_pages(sheet, labels_of(sheet, table, [1, 2])).startswith(b"%PDF")
    verdict = ruleset_of(sheet).verify(played.records)
    assert {each.verdict for each in verdict.sheets} == {"legal"}

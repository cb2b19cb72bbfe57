"""`fairsheet verify --html`: a page that replays the sheets and shows the marks of a contradiction."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fairsheet.engine.checks.verdict import SheetVerdict
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.languages.messages import Message
from fairsheet.reports.playback import Inked, inked
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.wording import formatting

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_every_mark_of_a_history_appears_in_its_turn(fairsheet: Any, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    ended = fairsheet("verify", EXAMPLES / "legal", "--html", page, "--json")
    turns = sorted(
        turn["turn"] for sheet in ended.json["sheets"] for turn in sheet["history"] for _ in turn["ink"]
    )
    words = page.read_text(encoding="utf-8")
    assert sorted(map(int, re.findall(r'<g data-first="(\d+)"', words))) == turns
    twice = [
        mark["field"]
        for sheet in ended.json["sheets"]
        for turn in sheet["history"]
        for mark in turn["ink"]
        if sum(other["field"] == mark["field"] for each in sheet["history"] for other in each["ink"]) > 1
    ]
    assert words.count(" data-end=") == len(twice) / 2 > 0  # circled until it is crossed, too
    last = turns[-1]
    assert words.count('<section class="moment" tabindex="0">') == last + 1
    assert f'max="{last}" value="0"' in words
    turn_14 = words.split("<h2>Turn 14</h2>")[1].split("</section>")[0]
    assert turn_14.count('<p class="offers">') == 3 and "write 9 in [floor 3, 6th slot]" in turn_14
    assert f"<h2>Turn {last}</h2>" in words
    assert not re.findall(r'(?:src|href)="(?!data:)', words)  # the page needs no other file


def test_steps_of_a_contradiction_show_their_marks(fairsheet: Any, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    assert fairsheet("verify", EXAMPLES / "tampered", "--html", page).code == 1
    words = page.read_text(encoding="utf-8")
    (record,) = (json.loads(path.read_text()) for path in (EXAMPLES / "tampered").glob("*.json"))
    shown = re.findall(r'<g data-first="0"( data-lit="0")?>', words)
    assert len(shown) == len(record["marks"])
    assert len([lit for lit in shown if lit]) == 2
    assert words.count('class="moment"') == 1 and "<nav hidden>" in words  # there are no steps
    assert "<h2>Contradiction</h2>" in words and "only turn 3 could give them" in words
    others = [EXAMPLES / "legal" / f"seat-{seat}.json" for seat in (1, 3)]
    assert fairsheet("verify", EXAMPLES / "tampered", *others, "--html", page).code == 1
    words = page.read_text(encoding="utf-8")
    assert "<nav>" in words
    # the page opens at the reason
    assert 'max="38" value="38"' in words and words.count("<h2>Turn ") == 37
    badges = re.findall(r'<span class="badge (\w+)"', words)
    assert badges == ["illegal", "legal", "legal"]


def test_steps_of_a_contradiction_show_missing_marks(fairsheet: Any, tmp_path: Path) -> None:
    record = json.loads((EXAMPLES / "legal" / "seat-1.json").read_text())
    del record["marks"]["floor-2.3"]  # two crosses behind it need this number
    path, page = tmp_path / "seat-1.json", tmp_path / "game.html"
    path.write_text(json.dumps(record))
    assert fairsheet("verify", path, "--html", page).code == 1
    blank = re.findall(r'<g data-first="(\d)" data-end="(\d)" data-lit="(\d)">', page.read_text("utf-8"))
    assert blank == [("0", "1", "0"), ("1", "2", "1")]


def test_crossed_error_keeps_its_circle() -> None:
    circled, crossed = Ink("error.1", "circled", "error"), Ink("error.1", "crossed", "bonus", 2)
    history = (
        Turn(1, 1, (circled, Ink("error.2", "crossed", "bonus"))),
        Turn(3, 1, (crossed, Ink("error.1", "crossed", "bonus"))),
    )
    verdict = SheetVerdict(1, "legal", True, history, (), 0.0)
    assert list(inked(verdict)) == [
        Inked(1, "error.1", "circled", 1), Inked(1, "error.2", "crossed", 1),
        Inked(2, "error.1", "crossed", 3), Inked(1, "error.1", "circled+crossed", 3),
    ]  # fmt: skip


def test_a_short_contradiction_shows_all_its_marks() -> None:
    sheet, fields = load_sheet("dome"), tuple(f"tower-1.{slot}" for slot in range(1, 10))
    for most in (formatting.FIELDS_SHOWN, formatting.FIELDS_SHOWN + 1):
        why = Message("{slot} is blank", slot=fields[0])
        found = Contradiction(fields[:1], why, "growth", counted=fields[1:most])
        judged = SheetVerdict(1, "illegal", True, None, (found,), 0.0)
        (reasons,) = formatting.reasons_of(judged, sheet)
        shown = most if most < len(fields) else 1
        assert (reasons.fields, reasons.others) == (fields[:shown], fields[shown:most])


def test_lines_of_a_reason_name_up_to_twenty_marks() -> None:
    for count in (20, 21):
        names = tuple(f"<{number}>" for number in range(count))
        (line,) = formatting.reason_lines(formatting.Reasons([], names[:1], names[1:]))
        assert [name for name in names if name in line] == list(names[: count if count == 20 else 1])


def test_report_folds_all_but_a_few_marks(
    fairsheet: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "game.html"
    fairsheet("report", EXAMPLES / "tampered", "-o", page)
    assert "<summary>and " not in page.read_text(encoding="utf-8")
    monkeypatch.setattr(formatting, "FIELDS_SHOWN", 1)
    fairsheet("report", EXAMPLES / "tampered", "-o", page)
    words = page.read_text(encoding="utf-8")
    assert re.search(
        '<summary>and 1 more</summary>\\s*<ul class="marks"><li><b>8</b> floor 8, 2nd slot', words
    )
    assert words.count("in red") == 2  # alternative text and caption of the only drawing with red marks

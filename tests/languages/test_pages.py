"""Pages in a language that nobody speaks, whose words all bear accents: what bears none was not translated."""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fairsheet.engine.rulesets.ruleset import ruleset_of
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.languages import catalogues
from fairsheet.languages.messages import Message
from fairsheet.reports.contents import ReportSheet, ReportTable
from fairsheet.reports.html import tables_page
from fairsheet.reports.playback import playback_page
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.library.translations import words_on_sheets
from fairsheet.sheets.translation.pseudo import LANGUAGE, pseudo
from fairsheet.vision.readings.reading import Doubt
from tests.fairsheet.here import batch, records_of, write_records
from tests.fairsheet.serve.client import Client, played, run

ACCENTED = "aeioucdnrstyz"
AS_THEY_ARE = (
    "Ada|Ben|Bot|crane|fairsheet|English|Deutsch|Letter|QR|JPEG|PNG|HEIC|AVIF|TIFF|WebP|PDF|CSV|JSON|BG Stats"
)
KEPT = "[A-D]I+|oceans|systems"  # of what a seed draws: boards, and what --reveal takes


@pytest.fixture(autouse=True)
def catalogues_of_pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The language among those that there are, with all that the program and the templates say in another one."""
    entries = ['msgid ""', 'msgstr "Plural-Forms: nplurals=1; plural=0;\\n"']
    for text in words_on_sheets("cs").patterns:
        entries += [f"msgid {json.dumps(text)}", f"msgstr {json.dumps(pseudo(text))}"]
    (tmp_path / f"{LANGUAGE}.po").write_text("\n".join(entries), "utf-8")
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)


def not_translated(page: str) -> list[str]:
    """The texts of a page with a word of which no letter bears an accent, though it has some that would."""
    shown = re.sub(r"<(style|script|desc)\b.*?</\1>", " ", page, flags=re.DOTALL)
    texts = [unescape(each) for each in re.findall(r">([^<>]+)<", shown)]
    texts += [
        unescape(each) for each in re.findall(r' (?:alt|aria-label|placeholder|title)="([^"]*)"', shown)
    ]
    return [each for each in texts if _has_english(each)]


def _has_english(text: str) -> bool:
    plain = re.sub(r"https?://\S+|[\w+]+(?:[./-][\w+]+)+", " ", text)  # but for addresses and ids of fields
    words = re.findall(r"\b[A-Za-z]{2,}\b", re.sub(rf"\b({AS_THEY_ARE})\b", " ", plain))
    return any(set(word.lower()) & set(ACCENTED) for word in words)


def test_of_a_report_and_of_the_pages_of_turns() -> None:
    sheet = load_sheet("dome")
    honest, other = next(simulate(sheet, "crane", 2)).records
    number = next(field for field, mark in other.marks.items() if field.startswith("tower"))
    records = [honest, replace(other, marks={**other.marks, number: 16})]
    verdict = ruleset_of(sheet).verify(records)
    assert {each.verdict for each in verdict.sheets} == {"legal", "illegal"}
    table = ReportTable(sheet, tuple(map(ReportSheet, records)), verdict, ruleset_of(sheet).score(records))
    pages = (
        tables_page([table], language=words_on_sheets(LANGUAGE)),
        playback_page([table], language=words_on_sheets(LANGUAGE)),
    )
    assert {text for each in pages for text in not_translated(each)} == set()


def test_of_a_batch(tmp_path: Path) -> None:
    write_records(tmp_path / "photos", records_of("launch", "crane"))
    (tmp_path / "photos" / "no.jpg").write_bytes(b"nothing")
    batch(tmp_path / "photos", tmp_path / "out", league=True, lang=LANGUAGE)
    pages = list((tmp_path / "out" / "report").rglob("*.html"))
    assert len(pages) == 4
    assert {text for each in pages for text in not_translated(each.read_text("utf-8"))} == set()


@pytest.mark.parametrize(
    ("typed", "faces_down"),
    [
        ("ares-solo --solo 2", "oceans"),
        ("gaia-lost-fleet --players 3", ""),
        ("gaia-lost-fleet --players 1 --solo 2", ""),
        (
            "planet-record --players 2 --option personal=yes --option tiles=seeded",
            "civ-1 missions-1 tiles-i3",
        ),
        (
            "planet-record --solo 1 --option events.red=7 --option events.orange=7 --option events.green=6",
            "civ-4",
        ),
        ("pulsar-2849 --players 3", "systems"),
    ],
)
def test_of_what_a_seed_draws(
    fairsheet: Any, monkeypatch: pytest.MonkeyPatch, typed: str, faces_down: str
) -> None:
    monkeypatch.setenv("LC_ALL", LANGUAGE)
    deal = ("deal", *typed.split(), "--seed", "otter")
    told = [fairsheet(*deal)]
    if faces_down:
        told.append(fairsheet(*deal, *(word for each in faces_down.split() for word in ("--reveal", each))))
    if "--from" in told[0].out:
        told.append(fairsheet(*deal, "--from", "1", "--turns", "8"))
    lines = [re.sub(rf"\b({KEPT})\b", " ", line) for each in told for line in each.out.splitlines()]
    assert len(lines) > 4 and {each.code for each in told} == {0}
    assert [line for line in lines if _has_english(line)] == []


def test_of_a_table_served_to_phones(tmp_path: Path) -> None:
    async def evening(client: Client) -> None:
        look = partial(client.call, "GET", headers={"accept-language": LANGUAGE})
        home, table = f"/h/{client.tables.link}", client.start()
        link = f"/t/{table.started.links[0]}"
        first, second = played(table)
        field, mark = next((id_, mark) for id_, mark in first.marks.items() if id_.startswith("floor-7."))
        doubt = Doubt(field, ((mark, 0.6), (None, 0.4)), mark, Message("this name is hard to read"))
        before = [f"{home}/new/{number}" for number in range(12)]
        before += [home, link, f"{link}/turn", f"{link}/ask", f"{link}/result", "/t/nothing"]
        pages = [(await look(each)).text for each in before]
        await client.post(f"{link}/turn", turn="1")
        photos = client.shown.photo(first, doubt), client.shown.photo(second)
        await client.send(table.started.links[0], *photos)
        await client.settled()
        after = ("", "/turn", "/ask", "/result", "/steps/1/1", "/seats", "/delete")
        pages += [(await look(f"{link}{each}")).text for each in after]
        await client.post(f"{link}/delete/photos", days="7")
        await client.post(f"{link}/delete/photos", now="now")
        pages += [(await look(f"{link}{each}")).text for each in ("", "/ask", "/log")]
        pages.append((await look(f"{home}/season")).text)
        drawn = f"/t/{client.start('planet-unknown').started.links[0]}/turn"
        await client.post(drawn, reveal="civ-1", number="1")
        pages.append((await look(drawn)).text)
        named = [each.replace(table.id, "") for each in pages]  # an id may consist of letters only
        assert {text for each in named for text in not_translated(each)} == set()

    run(evening, tmp_path)

"""A custom sheet with a catalogue next to its template: every part of the program uses its words."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from fairsheet import load_sheet, print_pdf
from fairsheet.engine.records.record import Record, Table
from fairsheet.serve.event_log import Started
from fairsheet.serve.games import playable_games
from fairsheet.serve.links import new_link_id
from fairsheet.sheets.library.templates import custom_sheet, read_template
from fairsheet.sheets.model.marks import Marks
from tests.fairsheet.here import write_records
from tests.fairsheet.serve.client import Client, run

ORCHARD = """sheet orchard "The orchard"
  cards: no
  players: 1..4
mark crossed text: "picked"
row at: 10, 10 gap: 4
  repeat k: 1..4
    icon pear.{k} star size: 9
text "Pears" size: 12 at: 80, 12
box score.pears from: 0 to: 8 at: 100, 8
text "Total" size: 12 at: 80, 30
box score.total from: 0 to: 8 at: 100, 26
score score.pears sign: "+" is: 2 * count(crossed, every("pear.*"))
score score.total sign: "=" is: score.pears
check order
  needs: in-order(crossed, every("pear.*"))
  text: "Pears are picked from the left."
"""
WORDS = {
    "The orchard": "Sad", "picked": "utrženo", "Pears": "Hrušky", "Total": "Všechno ovoce",
    "Pears are picked from the left.": "Hrušky se trhají zleva.", "{n} mark": "{x} nic",
}  # fmt: skip


@pytest.fixture
def orchard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a template with its catalogue, on a computer whose language is Czech."""
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    template = tmp_path / "orchard.sheet"
    template.write_text(ORCHARD)
    entries = (f'msgid "{english}"\nmsgstr "{czech}"\n' for english, czech in WORDS.items())
    (tmp_path / "orchard.cs.po").write_text("\n".join(entries))
    return template


def test_pickled_sheet_keeps_the_words_of_its_template(orchard: Path) -> None:
    sheet = load_sheet(orchard)
    for each in (sheet, pickle.loads(pickle.dumps(sheet)), copy.deepcopy(sheet)):
        assert print_pdf(each, lang="cs") == print_pdf(orchard, lang="cs") != print_pdf(sheet)
    assert sheet == custom_sheet(orchard) == read_template(orchard).sheet


def write_evening(template: Path, folder: Path) -> Sequence[Path]:
    """Write records of two players. The second broke the check and wrote wrong sums."""
    sheet, game = custom_sheet(template), Table(None, 2, name="Club")
    ink: tuple[Marks, Marks] = (
        {"score.total": 0},
        {"pear.2": "crossed", "score.pears": 5, "score.total": 4},
    )
    return write_records(folder, (Record.on(sheet, game, seat, marks) for seat, marks in enumerate(ink, 1)))


def test_commands_use_the_words_of_a_template(fairsheet: Any, orchard: Path, tmp_path: Path) -> None:
    records = write_evening(orchard, tmp_path / "records")
    options = ("--sheet", orchard)
    verified = fairsheet("verify", *records, "--html", tmp_path / "steps.html", *options).out
    assert "Hrušky se trhají zleva." in verified
    scored = fairsheet("score", *records, *options)
    assert "Hrušky: napsáno 5" in scored.err and "Hrušky" in scored.out
    pages = [tmp_path / "steps.html"]
    for ending in ("html", "txt", "pdf"):
        pages.append(tmp_path / f"report.{ending}")
        fairsheet("report", *records, "-o", pages[-1], *options)
    for page in pages:
        if page.suffix == ".pdf":
            words = "".join(each.get_textpage().get_text_range() for each in pypdfium2.PdfDocument(page))
        else:
            words = page.read_text("utf-8")
        assert "Hrušky" in words and "zleva" in words, page
        assert "Pears" not in words, page


def test_json_is_english_unless_a_language_is_given(fairsheet: Any, orchard: Path, tmp_path: Path) -> None:
    records = write_evening(orchard, tmp_path / "records")
    options = ("verify", *records, "--json", "--sheet", orchard)
    assert "Pears are picked" in fairsheet(*options).out
    assert "Hrušky se trhají" in fairsheet(*options, "--lang", "cs").out


def test_a_changed_catalogue_changes_a_batch(fairsheet: Any, orchard: Path, tmp_path: Path) -> None:
    write_evening(orchard, tmp_path / "records")
    options = ("batch", tmp_path / "records", "-o", tmp_path / "batch", "--sheet", orchard, "--lang", "cs")
    catalogue = orchard.with_suffix(".cs.po")
    for words in ("zleva", "od levého kraje"):
        catalogue.write_text(catalogue.read_text().replace("zleva", words))
        batch = fairsheet(*options)
        assert f"Hrušky se trhají {words}" in batch.err + batch.out
        (page,) = (tmp_path / "batch" / "report" / "tables").glob("*.html")
        assert f"Hrušky se trhají {words}." in page.read_text()


@pytest.mark.parametrize(
    "damaged",
    [b'msgid "\xff"\nmsgstr "x"\n', b'msgid "Pears"\nmsgstr "Hru', b'msgid "Pears\nmsgstr "x"\n', b"GIF89a"],
)
def test_damaged_catalogue_is_refused_in_one_line(
    fairsheet: Any, orchard: Path, tmp_path: Path, damaged: bytes
) -> None:
    records = write_evening(orchard, tmp_path / "records")
    orchard.with_suffix(".cs.po").write_bytes(damaged)
    fairsheet("verify", *records, "--sheet", orchard, "--lang", "cs").refused(
        "orchard.cs.po", "not a catalogue"
    )


def test_missions_and_callers_of_a_custom_sheet_are_translated(fairsheet: Any, tmp_path: Path) -> None:
    template = tmp_path / "meadow.sheet"
    template.write_text(
        'sheet meadow "The meadow"\n  slots: 1..6\nzone bed\n  row at: 20, 20\n    slot bed.1\n'
        "mission-place A at: 20, 80 w: 80 h: 15\n"
        'mission A1\n  letter: A first: 5 later: 2\n  text: "Fill the whole bed."\n  needs: full(bed)\n'
    )
    (tmp_path / "meadow.cs.po").write_text(
        'msgid "The meadow"\nmsgstr "Louka"\nmsgid "Fill the whole bed."\nmsgstr "Zaplňte celý záhon."\n'
    )
    for number, command in enumerate((
        ("cards", template, "--only", "missions"), ("deal", template, "--seed", "otter", "--players", 2),
    )):  # fmt: skip
        file = tmp_path / f"{number}.pdf"
        assert fairsheet(*command, "--lang", "cs", "-o", file).code == 0
        words = "".join(each.get_textpage().get_text_range() for each in pypdfium2.PdfDocument(file))
        assert "Zaplňte" in words and "Fill" not in words


def test_table_pages_use_the_words_of_a_template(orchard: Path, tmp_path: Path) -> None:
    async def serve_table(client: Client) -> None:
        game = playable_games(tmp_path)[0][-1]
        links = tuple(new_link_id() for _ in range(4))
        started = Started(game.name, ("Ada", "Ben"), None, links, template=game.template)
        table = client.tables.start(started)
        host = table.started.links[0]
        sheet = custom_sheet(orchard)
        made = Table(None, 2, print=table.id)
        marks: Marks = {"pear.2": "crossed", "score.pears": 5}
        await client.send(host, *(client.shown.photo(Record.on(sheet, made, n, marks)) for n in (1, 2)))
        await client.settled()
        result = f"/t/{host}/result"
        for path, words in (
            (f"/h/{client.tables.link}", "Sad"), (f"/t/{host}", "Sad"), (result, "Hrušky se trhají zleva."),
            (f"{result}.html", "Hrušky se trhají zleva."),
        ):  # fmt: skip
            text = (await client.get(f"{path}?lang=cs")).text
            assert words in text and "Pears" not in text and "The orchard" not in text, path
        assert "Pears are picked" in (await client.get(f"{result}?lang=en")).text

    run(serve_table, tmp_path)

"""The report and the cards are those of the commands; long calls report their progress."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

import fairsheet
from fairsheet.cli import program

EXAMPLES = Path(__file__).parents[3] / "examples"


def records_of(folder: str) -> list[fairsheet.Record]:
    return [fairsheet.read_record(path) for path in sorted((EXAMPLES / folder).glob("*.json"))]


def written_by(command: str, out: Path, *words: str | Path) -> bytes:
    CliRunner().invoke(program, [command, *map(str, words), "-o", str(out)], catch_exceptions=False)
    return out.read_bytes()


def test_report_is_that_of_the_command(tmp_path: Path) -> None:
    by_command = written_by("report", tmp_path / "page.html", EXAMPLES / "tampered", "--lang", "cs")
    assert fairsheet.report([EXAMPLES / "tampered"], lang="cs") == by_command
    text = fairsheet.report(records_of("legal"), kind="txt")
    assert text == written_by("report", tmp_path / "lines.txt", EXAMPLES / "legal")


def test_report_shows_photos_and_several_tables(tmp_path: Path) -> None:
    first, second, _ = records_of("legal")
    (photo,) = fairsheet.photograph(first)
    (tmp_path / "photo.jpg").write_bytes(photo)
    other = fairsheet.write_record(replace(second, game=replace(second.game, seed="other")))
    (tmp_path / "other.json").write_text(other, encoding="utf-8")
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    calls: list[tuple[str, int, int]] = []
    page = fairsheet.report([tmp_path], progress=lambda *call: calls.append(call)).decode()
    assert calls == [("reading", 1, 2), ("reading", 2, 2), ("proving", 1, 2), ("proving", 2, 2)]
    assert "data:image/jpeg" in page and "broken.jpg" in page
    assert "data:image/jpeg" not in fairsheet.report([fairsheet.scan(photo)]).decode()


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["launch", "--seed", "x", "--lang", "cs"], {"sheet": "launch", "seed": "x", "lang": "cs"}),
        (
            ["--only", "order", "--solo", "--seed", "x", "--paper", "letter"],
            {"only": ["order"], "solo": True, "seed": "x", "paper": "letter"},
        ),
    ],
)
def test_cards_are_those_of_the_command(words: list[str], arguments: dict[str, Any], tmp_path: Path) -> None:
    assert fairsheet.cards(**arguments) == written_by("cards", tmp_path / "cards.pdf", *words)


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda: fairsheet.report([]), "readings"),
        (lambda: fairsheet.report("records"), "readings"),
        (lambda: fairsheet.report([records_of("legal")[0], "records"]), "readings"),  # type: ignore[arg-type]
        (lambda: fairsheet.report(["no\0ne"]), "readings"),
        (lambda: fairsheet.report(["none"]), "none"),
        (lambda: fairsheet.report(records_of("legal"), kind="doc"), "kind"),  # type: ignore[arg-type]
        (lambda: fairsheet.report(records_of("legal"), lang="xx"), "lang"),
        (lambda: fairsheet.cards("gaia-setup"), "gaia-setup"),
        (lambda: fairsheet.cards(only="order"), "only"),  # type: ignore[arg-type]
        (lambda: fairsheet.cards(only=["orders"]), "only"),  # type: ignore[list-item]
        (lambda: fairsheet.cards(only=["order"]), "only"),
        (lambda: fairsheet.cards(solo=True), "solo"),
        (lambda: fairsheet.cards(seed=""), "seed"),
    ],
)
def test_wrong_arguments_are_errors_with_a_hint(call: Callable[[], object], where: str) -> None:
    with pytest.raises(fairsheet.FairsheetError) as caught:
        call()
    assert caught.value.where == where and caught.value.hint


def test_proofs_and_scans_report_their_progress() -> None:
    calls: list[tuple[str, int, int]] = []
    fairsheet.scan(fairsheet.print_pdf("launch", players=3), progress=lambda *call: calls.append(call))
    assert calls == [("reading", 1, 3), ("reading", 2, 3), ("reading", 3, 3)]
    (played,) = fairsheet.simulate("launch", seed="k", players=2, policy="random")
    unseeded = [replace(each, game=replace(each.game, seed=None)) for each in played.records]
    for function in (fairsheet.verify, fairsheet.judge):  # the deck must be found, which takes some work
        calls.clear()
        function(unseeded, work=9.5, progress=lambda *call: calls.append(call))
        assert calls == [("proving", done, 10) for done in range(1, len(calls) + 1)] and calls

"""Whether the errors that hosts and photographers meet are in the language of the command."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("command", "czech", "german"),
    [
        ("print lunch --players 2", "list 'lunch' není", "es gibt kein Blatt 'lunch'"),
        ("print launch --players 9", "počet hráčů 9 není možný", "9 Spieler können nicht spielen"),
        ("print launch --players 2 --seat 3", "hráč 3 tu není", "es gibt keinen Spieler 3"),
        ("verify missing.json", "takový soubor ani složka není", "keine solche Datei"),
        ("scan text.jpg", "tohle není obrázek", "das ist kein Bild"),
        ("report list.json", "tohle není záznam", "das ist kein Datensatz"),
    ],
)
def test_errors_are_in_the_language(
    fairsheet: Any, tmp_path: Path, command: str, czech: str, german: str
) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    (tmp_path / "list.json").write_text("3")
    for language, words in (("cs", czech), ("de", german)):
        ended = fairsheet(*command.split(), "--lang", language, cwd=tmp_path)
        assert ended.code == 2 and words in ended.err


def test_json_keeps_english_errors(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    (photo,) = fairsheet("scan", "text.jpg", "--json", cwd=tmp_path).json["photos"]
    assert "this is not a picture" in photo["error"] and photo["error_codes"] == ["not-a-picture"]


def plain_texts(module: ast.Module) -> Iterator[str]:
    """Yield the problems and hints of errors that are no messages, so that no catalogue can translate them."""
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and any(each.arg == "code" for each in call.keywords):
            texts = [*call.args[:1], *(each.value for each in call.keywords if each.arg == "hint")]
            yield from (ast.unparse(each) for each in texts if isinstance(each, ast.Constant | ast.JoinedStr))


def test_errors_about_photos_are_messages() -> None:
    paths = [
        path
        for folder in ("geometry", "label", "loading")
        for path in (ROOT / "vision" / folder).glob("*.py")
    ]
    found = [
        text
        for path in (*paths, ROOT / "vision" / "scan.py")
        for text in plain_texts(ast.parse(path.read_text()))
    ]
    assert found == []

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
        ("certificate check .", "certifikát je celá složka", "ein Zertifikat ist ein ganzer Ordner"),
        ("verify latin.json", "tohle není text v UTF-8 (bajt 1)", "das ist kein Text in UTF-8 (Byte 1)"),
        ("verify deep.json", "JSON je vnořený příliš hluboko", "das JSON ist zu tief verschachtelt"),
        ("verify twice.json", '"a" je v jednom objektu dvakrát', '"a" kommt in einem Objekt zweimal vor'),
    ],
)
def test_errors_are_in_the_language(
    fairsheet: Any, tmp_path: Path, command: str, czech: str, german: str
) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    (tmp_path / "list.json").write_text("3")
    (tmp_path / "latin.json").write_bytes(b'"\xe9"')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    (tmp_path / "twice.json").write_text('{"a": 1, "a": 2}')
    for language, words in (("cs", czech), ("de", german)):
        ended = fairsheet(*command.split(), "--lang", language, cwd=tmp_path)
        assert ended.code == 2 and words in ended.err


def test_json_keeps_english_errors(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "text.jpg").write_text("no picture")
    (photo,) = fairsheet("scan", "text.jpg", "--json", cwd=tmp_path).json["photos"]
    assert "this is not a picture" in photo["error"] and photo["error_codes"] == ["not-a-picture"]


def plain_texts(module: ast.Module) -> Iterator[str]:
    """Yield the problems and hints of errors that are no messages, so that no catalogue can translate them."""
    for node in ast.walk(module):
        texts: list[ast.expr] = []
        if isinstance(node, ast.Call) and any(each.arg == "code" for each in node.keywords):
            texts = [*node.args[:1], *(each.value for each in node.keywords if each.arg == "hint")]
        elif isinstance(node, ast.Assign):
            names, values = (
                each.elts if isinstance(each, ast.Tuple) else [each] for each in (node.targets[0], node.value)
            )
            pairs = zip(names, values, strict=False)
            texts = [value for name, value in pairs if ast.unparse(name) in ("problem", "hint")]
        yield from (ast.unparse(each) for each in texts if isinstance(each, ast.Constant | ast.JoinedStr))


def test_errors_about_photos_and_records_are_messages() -> None:
    paths = [ROOT / "vision" / "scan.py"]
    for folder in (
        "vision/geometry", "vision/label", "vision/loading", "engine/records", "engine/proof/certificates",
        "fairsheet/batches", "fairsheet/pipeline/base", "fairsheet/pipeline/reading", "fairsheet/pipeline/store",
    ):  # fmt: skip
        paths += (ROOT / folder).rglob("*.py")
    texts = {path: list(plain_texts(ast.parse(path.read_text()))) for path in paths}
    assert {path: found for path, found in texts.items() if found} == {}


def test_texts_with_a_name_are_found() -> None:
    module = ast.parse('problem, hint = "a", Message("b")\nhint = f"{c}"\nError(problem, code=1, hint="d")')
    assert sorted(plain_texts(module)) == ["'a'", "'d'", "f'{c}'"]

"""Commands for designers: lint, preview, icons and print keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from fairsheet import lint
from fairsheet.sheets.drawing.icons import ICONS
from fairsheet.sheets.library.templates import template_path

LAUNCH = template_path("launch")


def test_lint_accepts_a_good_template(fairsheet: Any) -> None:
    ended = fairsheet("lint", LAUNCH)
    assert (ended.code, ended.err) == (0, "")
    assert fairsheet("lint", LAUNCH, "--json").json["findings"] == []


def test_lint_counts_one_field_in_the_singular(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "one.sheet").write_text('sheet one "One"\n')  # only the field of the player's name
    assert "One, 1 field, no problems found" in fairsheet("lint", tmp_path / "one.sheet").out


def test_lint_reports_fields_too_small_for_a_camera(fairsheet: Any, tmp_path: Path) -> None:
    small = tmp_path / "small.sheet"
    small.write_text('sheet small "Small"\nicon one at: 10, 10 size: 1.5 marks: crossed\n')
    ended = fairsheet("lint", small)
    assert ended.code in (2, 3)
    assert "one" in ended.out + ended.err


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "x.sheet:1"),
        ("nonsense\n", "x.sheet:1:1"),
        ('sheet x "X"\nslot a at: 10, 10\nslto b at: 30, 10\n', "x.sheet:3:1"),
        ('sheet x "X"\nslot a at: 10, 10\nslot a at: 30, 10\n', "x.sheet:3:"),
    ],
)
@pytest.mark.parametrize("command", ["lint", "preview"])
def test_faults_name_their_line(fairsheet: Any, tmp_path: Path, command: str, text: str, place: str) -> None:
    (tmp_path / "x.sheet").write_text(text)
    ended = fairsheet(command, tmp_path / "x.sheet")
    assert ended.code == 2 and place in ended.err and len(ended.err.splitlines()) == 1
    assert not (tmp_path / "x.png").exists()


def test_template_file_must_end_in_sheet(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "garden.txt").write_text('sheet garden "Garden"\nzone bed\n  slot a at: 10, 10\n')
    refused = (
        "fairsheet: garden.txt: the file name of a template must end in .sheet; if it is a template, name it "
    )
    fairsheet("lint", "garden.txt", cwd=tmp_path).refused(f"{refused}garden.sheet\n")


def test_lint_json_reports_a_name_that_print_refuses(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "garden.sheet").write_text('sheet mine "Garden"\nzone bed\n  slot a at: 10, 10\n')
    ended = fairsheet("lint", "garden.sheet", "--json", cwd=tmp_path)
    (finding,) = ended.json["findings"]
    assert (ended.code, finding["line"], finding["column"]) == (2, 1, 7)
    assert finding["problem"] == "fairsheet has another sheet mine"


def test_preview_is_a_picture_of_the_page(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("preview", LAUNCH, "--dpi", 72, "-o", tmp_path / "x.png")
    assert ended.code == 0
    with Image.open(tmp_path / "x.png") as picture:
        assert picture.size == (596, 842)
        pixels_of_grey = picture.convert("L").histogram()
    assert any(pixels_of_grey[:80]) and pixels_of_grey[255]


def test_preview_file_must_end_in_png(fairsheet: Any, tmp_path: Path) -> None:
    fairsheet("preview", LAUNCH, "-o", tmp_path / "x.jpg").refused("x.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["lint", "preview"])
def test_stdout_has_every_fault_with_its_line(fairsheet: Any, tmp_path: Path, command: str) -> None:
    (tmp_path / "x.sheet").write_text('sheet x "X"\nslot a at: 10, 10\n  slto b\nslto c\n')
    ended = fairsheet(command, tmp_path / "x.sheet")
    assert ended.err.startswith("fairsheet: ") and "(1 more fault in this file)" in ended.err
    first, rest = ended.out.split("\n", 1)
    assert "x.sheet:3:3" in first and f"fairsheet: {first}\n" == ended.err
    assert rest.startswith("      slto b\n      ^\n\n") and rest.endswith("    slto c\n    ^\n")
    assert "x.sheet:3:3" not in rest and "x.sheet:4:1" in rest


def test_equal_findings_share_one_line(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "x.sheet").write_text('sheet x "X"\n' + "".join(
        f"icon bee.{n} plant at: {20 * n}, 20 size: 1.5\n" for n in (1, 2)
    ))  # fmt: skip
    place = "x.sheet:2:1: error: bee.1, bee.2: 1.5 mm is too small"
    fairsheet("lint", tmp_path / "x.sheet").refused(place, "(also line 3)")
    assert len(fairsheet("lint", tmp_path / "x.sheet", "--json").json["findings"]) == 2


def test_stdout_has_all_findings(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "x.sheet").write_text('sheet x "X"\nicon bee plant at: 20, 20 size: 1.5\nslot a at: 20, 60\n')
    ended = fairsheet("lint", tmp_path / "x.sheet")
    assert "x.sheet:2:1: error: bee: " in ended.err and ended.err.endswith("; 1 more finding\n")
    first, rest = ended.out.split("\n", 1)
    assert f"fairsheet: {first}\n" == ended.err and "bee" not in rest
    assert "x.sheet:3:1: warning: a: the slot is in no zone" in rest


def test_lint_json_reports_faults_as_findings(fairsheet: Any, tmp_path: Path) -> None:
    (tmp_path / "x.sheet").write_text('sheet x "X"\nslto b\nslto c\n')
    ended = fairsheet("lint", tmp_path / "x.sheet", "--json")
    assert ended.code == 2 and len(ended.err.splitlines()) == 1
    assert ended.json["sheet"] is None
    assert [(each["severity"], each["line"], each["column"]) for each in ended.json["findings"]] == [
        ("error", 2, 1), ("error", 3, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [("mode=alone", None), ("mode=x", "x cannot be chosen"), ("land", "this sheet has no option land")],
)
def test_lint_and_print_agree_on_the_options_a_sheet_chooses(
    fairsheet: Any, tmp_path: Path, chosen: str, problem: str | None
) -> None:
    path = tmp_path / "choosing.sheet"
    path.write_text(f'sheet choosing "Choosing" chooses: "{chosen}"\noption mode values: alone, together\n'
                    "icon a star size: 9 at: 5, 5\n")  # fmt: skip
    linted, printed = fairsheet("lint", path), fairsheet("print", path, "-o", tmp_path / "x.pdf")
    assert (linted.code == 2) is (printed.code == 2) is (problem is not None), printed.err
    assert problem is None or (
        problem in linted.err.replace('"', "") and problem in printed.err.replace('"', "")
    )


# --- icons --------------------------------------------------------------------------------------------------------


def test_icons_command_lists_all_icons(fairsheet: Any) -> None:
    assert fairsheet("icons").out.split() == list(ICONS)
    document = fairsheet("icons", "--json").json
    assert document["format"] == "fairsheet.icons/1" and document["files"] == []
    assert {entry["icon"] for entry in document["icons"] if entry["stretchable"]} >= {"row-value", "walkway"}


@pytest.mark.parametrize(
    ("name", "files", "begins"),
    [("x.pdf", ["x.pdf"], b"%PDF"), ("x.png", ["x-1.png", "x-2.png"], b"\x89PNG")],
)
def test_icons_command_draws_a_chart(
    fairsheet: Any, tmp_path: Path, name: str, files: list[str], begins: bytes
) -> None:
    written = [str(tmp_path / each) for each in files]
    assert fairsheet("icons", "-o", tmp_path / name, "--json").json["files"] == written
    assert all(Path(each).read_bytes().startswith(begins) for each in written)


def test_chart_of_icons_must_end_in_pdf_or_png(fairsheet: Any, tmp_path: Path) -> None:
    fairsheet("icons", "-o", tmp_path / "x.gif").refused("name it x.pdf or x.png")


def test_print_key_needs_no_game(fairsheet: Any, tmp_path: Path) -> None:
    ended = fairsheet("print", "launch", "--key", "--json", "-o", tmp_path / "key.pdf")
    document = json.loads(ended.out)
    assert ended.code == 0 and document["format"] == "fairsheet.key/1"
    assert {"number": 1, "id": "arrow.2-1"} in document["fields"]
    assert (tmp_path / "key.pdf").read_bytes().startswith(b"%PDF")


COUNTED = """sheet counted "Counted"
  cards: {cards}
  players: {players}
icon a star size: 9 at: 5, 5
box score.a from: 0 to: 3 at: 120, 20
box score.total from: 0 to: 5 at: 120, 40
score score.a is: 3 * count(crossed, a)
score score.total sign: "=" is: {total}
"""
IN_COLUMNS = """sheet counted "Counted"
  players: 2..4
repeat p: 1..3
  box score.total.{p} from: 0 to: 9 at: {20 * p}, 20
    facts player: p
  score score.total.{p} sign: "=" is: 9
"""


@pytest.mark.parametrize(
    ("template", "first"),
    [
        (COUNTED.format(cards="no", players="1..30", total="score.a"), 16),
        (COUNTED.format(cards="no", players="0, 2", total="score.a"), 0),
        (COUNTED.format(cards="yes", players="2..8", total="score.a"), 7),
        (COUNTED.format(cards="no", players="1..3", total="ranked(score.a, 5, 3)"), 1),
        (COUNTED.format(cards="no", players="2..15", total="ranked(score.a, 5, 3)"), None),
        (COUNTED.format(cards="no", players="2..6", total="score.a"), None),
        (IN_COLUMNS, 4),
    ],
)
def test_lint_and_print_agree_on_the_number_of_players(
    fairsheet: Any, tmp_path: Path, template: str, first: int | None
) -> None:
    path = tmp_path / "counted.sheet"
    path.write_text(template)
    linted = fairsheet("lint", path)
    if first is None:
        assert "players" not in linted.err
        return
    assert linted.code == 2 and f"its players: include {first}, but" in linted.err
    assert lint(path)[0].problem in linted.err  # the library says the same
    for players, code in (first, 2), (2 if first < 2 else first - 1, 0):
        cards = ["--physical-cards"] if "cards: yes" in template else []
        ended = fairsheet("print", path, "--players", players, *cards, "-o", tmp_path / "x.pdf")
        assert ended.code == code, ended.err

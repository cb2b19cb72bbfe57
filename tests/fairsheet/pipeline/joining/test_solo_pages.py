"""Photos of sheet and panel of a solo game make one record. A message reports a missing page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fairsheet.engine.dealing.deal import deal
from fairsheet.engine.simulation.simulate import simulate
from fairsheet.sheets.label.label import Label
from fairsheet.sheets.library.solo_sheets import solo_sheet
from fairsheet.sheets.library.templates import load_sheet
from fairsheet.sheets.support.errors import ErrorCode
from fairsheet.vision.label.label_reader import UnreadableLabel
from fairsheet.vision.printed.raster import blank_page
from fairsheet.vision.simulator.handwriting import sample_hands
from fairsheet.vision.simulator.pen import fill_in
from fairsheet.vision.simulator.traces import GEL_BLACK
from tests.vision.photographed import photograph

SEED = "coral-otter-42"
PX_PER_MM = 8
MISSIONS = ("A1", "B2", "C1")

ON_SHEET = {
    "trajectory.1": 2, "trajectory.2": 5, "trajectory.3": 7, "trajectory.4": 9, "trajectory.6": 12, "tank.1": "circled",
    "robot.1-1": "circled", "multiplier.1-high": "crossed", "plant.1-1": "circled", "energy.2": "circled",
}  # fmt: skip
ON_PANEL = {
    "astra.robot.1": "crossed", "astra.robot.2": "crossed", "astra.energy.1": "crossed", "astra.water.1": "crossed",
    "astra-bonus.1": "circled+crossed", "astra-bonus.2": "circled", "astra-effect.a-1": "crossed",
    "astra-score.robot": 4, "astra-score.energy": 6, "astra-score.plant": 0, "astra-score.water": 3,
    "astra-score.astronaut": 0, "astra-score.planning": 0, "astra-score.scenario": 5, "astra-score.level": 4,
    "astra-score.total": 22,
}  # fmt: skip


def photo_of(
    name: str,
    level: int,
    page: int,
    marks: Mapping[str, Any],
    seed: str = SEED,
    missions: tuple[str, ...] = MISSIONS,
    *,
    seat: int = 1,
) -> bytes:
    """Return a photo (PNG) of a filled-in page."""
    sheet = solo_sheet(load_sheet(name), level)
    label = Label(name, sheet.fingerprint, seed, 1, seat, level, missions, page)
    rng = np.random.default_rng(page)
    blank = blank_page(sheet, label, PX_PER_MM)
    filled = fill_in(
        blank.copy(), sheet, marks, sample_hands()[3], GEL_BLACK, rng, px_per_mm=PX_PER_MM, number=page
    )
    taken = photograph(filled, size=(2250, 3000), turn=4, tilt=0.04, blur=0.9)
    return bytes(cv2.imencode(".png", taken.gray)[1].tobytes())


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    (folder / "sheet.png").write_bytes(photo_of("journey", 4, 1, ON_SHEET))
    (folder / "panel.png").write_bytes(photo_of("journey", 4, 2, ON_PANEL))
    (folder / "other-panel.png").write_bytes(photo_of("journey", 3, 2, ON_PANEL))
    return folder


def test_sheet_and_panel_make_one_record(fairsheet: Any, photos: Path, tmp_path: Path) -> None:
    ended = fairsheet("scan", photos / "panel.png", photos / "sheet.png", "-o", tmp_path)
    assert ended.code in (0, 3), ended.err
    assert "missing" not in ended.err
    (path,) = tmp_path.glob("*.json")
    record = json.loads(path.read_bytes())
    assert record["game"] == {
        "seed": SEED, "players": 1, "solo": 4, "missions": dict(zip("ABC", MISSIONS, strict=True)),
        "table": None, "print": None,
    }  # fmt: skip
    truth = ON_SHEET | ON_PANEL
    doubts = {doubt["field"] for doubt in json.loads(path.with_suffix(".doubts").read_bytes())["doubts"]}
    wrong = {
        id_ for id_ in truth.keys() | record["marks"].keys() if truth.get(id_) != record["marks"].get(id_)
    }
    assert not wrong - doubts and len(wrong) <= 1


def test_a_page_scanned_later_joins_the_record_of_the_other(
    fairsheet: Any, photos: Path, tmp_path: Path
) -> None:
    first, second = order = ("panel", "sheet")
    both, parts = tmp_path / "both", tmp_path / "parts"
    fairsheet("scan", photos / f"{first}.png", photos / f"{second}.png", "-o", both, "--no-names")
    assert fairsheet("scan", photos / f"{first}.png", "-o", parts, "--no-names").code == 3
    changed = fairsheet("correct", parts / f"{first}.json", "astra-bonus.3=circled", "--by", "Ada")
    assert changed.code == 0, changed.err
    ended = fairsheet("scan", photos / f"{second}.png", "-o", parts, "--no-names")
    words = " ".join(ended.err.split())
    assert "missing" not in words and f"{second}.png: joined with page" in words
    assert f"parts/{first}.json, from an earlier scan" in words
    (path,) = parts.glob("*.json")
    whole = json.loads((both / f"{first}.json").read_bytes())["marks"] | {"astra-bonus.3": "circled"}
    assert json.loads(path.read_bytes())["marks"] == whole
    kept = json.loads(path.with_suffix(".doubts").read_bytes())
    assert [kept["photo"], *kept["further_photos"]] == [str(photos / f"{name}.png") for name in order]
    again = fairsheet("scan", photos / f"{first}.png", "-o", parts, "--no-names")
    assert "missing" not in again.err and [*parts.glob("*.json")] == [path]
    assert json.loads(path.read_bytes())["marks"] == whole


def test_panel_of_another_level_is_reported(fairsheet: Any, photos: Path) -> None:
    ended = fairsheet("scan", photos / "sheet.png", photos / "other-panel.png", "--json")
    assert ended.code == 3
    words = " ".join(ended.err.split())
    assert "sheet.png: the panel of ASTRA, level 4, is missing: its marks are unknown; " in words
    assert "other-panel.png is of level 3" in words


def test_missing_page_of_a_solo_game_is_reported(fairsheet: Any, photos: Path, tmp_path: Path) -> None:
    ended = fairsheet("scan", photos / "panel.png", "-o", tmp_path)
    missing = "panel.png: the sheet of the player, level 4, is missing: its marks are unknown"
    assert ended.code == 3 and missing in " ".join(ended.err.split())
    for command in ("score", "verify"):
        ended = fairsheet(command, tmp_path / "panel.json")
        assert ended.code == 3, command
        assert "the player's sheet is missing or blank" in ended.err
    ended = fairsheet("score", tmp_path / "panel.json")
    assert "ASTRA, level 4: 22 (robot 4, energy 6," in ended.out
    assert "winner unknown" in ended.out and "ASTRA wins" not in ended.out
    assert '"verdict":"undecided"' in fairsheet("verify", tmp_path / "panel.json", "--json").out.replace(
        " ", ""
    )


def test_simulated_solo_game_is_read_proved_and_scored(fairsheet: Any, tmp_path: Path) -> None:
    """Test the way from bots to photos of both pages and back to the score."""
    (played,) = simulate(load_sheet("launch"), "panel-1", 1, solo=3)
    (record,) = played.records
    for page in (1, 2):
        missions = tuple((record.game.missions or {}).values())
        shot = photo_of("launch", 3, page, record.marks, seed=played.seed, missions=missions)
        (tmp_path / f"page-{page}.png").write_bytes(shot)
    out = tmp_path / "records"
    ended = fairsheet("scan", tmp_path / "page-1.png", tmp_path / "page-2.png", "-o", out, "--no-names")
    assert ended.code in (0, 3), ended.err
    read = json.loads((out / "page-1.json").read_bytes())["marks"]
    wrong = {id_ for id_ in record.marks.keys() | read.keys() if record.marks.get(id_) != read.get(id_)}
    assert len(wrong) <= 2, wrong
    if not wrong:
        ended = fairsheet("verify", out, "--json")
        assert ended.json["sheets"][0]["verdict"] == "legal"
        assert fairsheet("score", out, "--json").json["astra"]["total"] == read["astra-score.total"]
        assert fairsheet("report", out, "-o", tmp_path / "report.html").code == 0
        assert "to ASTRA" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_batch_joins_sheet_and_panel(fairsheet: Any, photos: Path, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for name in ("sheet.png", "panel.png"):
        (folder / name).write_bytes((photos / name).read_bytes())
    ended = fairsheet("batch", folder, "-o", tmp_path / "out", "--json")
    assert ended.json["tables"] == 1, ended.err
    (line,) = (tmp_path / "out" / "tables.jsonl").read_text().splitlines()
    table = json.loads(line)
    assert (table["solo"], table["missing"]) == (4, [])
    assert table["score"]["astra"]["total"] == 22


def test_options_replace_an_unreadable_panel_label(
    fairsheet: Any, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> Label:
        raise UnreadableLabel("the code cannot be read", code=ErrorCode.DAMAGED_LABEL)

    monkeypatch.setattr("fairsheet.vision.scan.read_label", unreadable)
    options = ("--sheet", "journey", "--solo", 4, "--seed", SEED, "--page")
    ended = fairsheet("scan", photos / "panel.png", *options, 2, "--json")
    assert ended.code == 3, ended.err
    marks = ended.json["photos"][0]["sheets"][0]["record"]["marks"]
    assert marks["astra.robot.2"] == "crossed"
    assert "no page 3" in fairsheet("scan", photos / "panel.png", *options, 3).err


def test_battle_has_two_sheets_and_one_panel(fairsheet: Any, tmp_path: Path) -> None:
    inks: dict[tuple[int, int], dict[str, Any]] = {
        (1, 1): {"sign.near": "circle", "sign.far": "triangle", "planet-4.1": "circle"},
        (1, 2): {"astra.plant.1": "crossed"},
        (2, 1): {"sign.near": "triangle", "sign.far": "circle", "planet-2.1": "triangle"},
    }
    missions = tuple(deal(load_sheet("battle"), SEED, 1, 4).missions.values())
    for (seat, page), marks in inks.items():
        shot = photo_of("battle", 4, page, marks, missions=missions, seat=seat)
        (tmp_path / f"{page}-{seat}.png").write_bytes(shot)
    ended = fairsheet("scan", tmp_path, "-o", tmp_path / "records", "--no-names")
    assert ended.code in (0, 3) and "missing" not in ended.err, ended.err
    records = [json.loads(path.read_bytes()) for path in sorted((tmp_path / "records").glob("*.json"))]
    assert [(record["seat"], record["marks"]) for record in records] == [
        (1, inks[1, 1] | inks[1, 2]), (2, inks[2, 1]),
    ]  # fmt: skip

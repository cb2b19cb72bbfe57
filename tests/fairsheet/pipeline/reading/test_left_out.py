"""Blank backs and thumbnails in a file with sheets are left out, and every interface reports it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image, TiffImagePlugin

import fairsheet
from fairsheet.commands import batch as batch_command
from fairsheet.commands import scan, verify
from fairsheet.pipeline.reading.picture_files import page_arrays
from fairsheet.pipeline.work.tasks import ReadFile, Result, Task, perform
from fairsheet.process.exits import ExitCode
from fairsheet.sheets.support.errors import FairsheetError
from tests.fairsheet.here import batch, lines
from tests.fairsheet.serve.client import Client, FakeWorker, run

LINE = "2 blank pages left out, 1 thumbnail left out"


def tiff(path: Path, *pages: Image.Image) -> Path:
    """Write a file of pages. A small page is a thumbnail."""
    with TiffImagePlugin.AppendingTiffWriter(str(path), True) as file:
        for page in pages:
            page.save(file, "TIFF", compression="tiff_deflate", tiffinfo={254: int(page.width < 300)})
            file.newFrame()
    return path


def sheet() -> Image.Image:
    (page,) = page_arrays(fairsheet.print_pdf("launch", seed="coral-otter-42", players=2, seat=1), 8)
    return Image.fromarray(page).convert("L")


def blank() -> Image.Image:
    return Image.fromarray(
        np.random.default_rng(1).normal(238, 3, (2340, 1654)).clip(0, 255).astype(np.uint8)
    )


@pytest.fixture(scope="module")
def duplex(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a blank page, a sheet, its blank back, and its thumbnail."""
    page = sheet()
    pages = blank(), page, blank(), page.resize((177, 250))
    return tiff(tmp_path_factory.mktemp("club") / "scan.tif", *pages)


def test_scan_reports_the_number_of_pages_left_out(duplex: Path) -> None:
    ended = CliRunner().invoke(scan.command, [str(duplex), "--json"], standalone_mode=False)
    assert ended.return_value == ExitCode.DONE
    assert f"{duplex}: {LINE}\n" in ended.stderr
    photos = json.loads(ended.stdout)["photos"]
    assert [photo["left_out"] for photo in photos] == [[1], [], [3], [4]]
    assert [len(photo["sheets"]) for photo in photos] == [0, 1, 0, 0]


def test_the_library_names_the_pages_left_out(duplex: Path) -> None:
    reading = fairsheet.scan(duplex)
    assert len(reading.sheets) == 1 and reading.left_out == (1, 3, 4)
    assert all(photo.error is None for photo in reading.photos)


def test_verify_reports_the_number_of_pages_left_out(duplex: Path) -> None:
    ended = CliRunner().invoke(verify.command, [str(duplex)], standalone_mode=False)
    assert f"{duplex}: {LINE}\n" in ended.stderr and ended.return_value != ExitCode.FAILED


def test_batch_stores_the_pages_left_out(duplex: Path, tmp_path: Path) -> None:
    for _ in range(2):  # the second time it takes them from its store
        state = batch(duplex.parent, tmp_path)
        assert batch_command.exit_code(state) != ExitCode.FAILED
        (line,) = lines(tmp_path / "photos.jsonl")
        assert (line["error"], line["left_out"], len(line["sheets"])) == (None, [1, 3, 4], 1)
        assert LINE in (tmp_path / "report" / "index.html").read_text("utf-8")


class Reader(FakeWorker):
    """A worker that reads uploads."""

    async def perform(self, task: Task) -> Result:
        assert isinstance(task, ReadFile)
        return perform(task)


def test_table_page_shows_the_number_of_pages_left_out(duplex: Path, tmp_path: Path) -> None:
    async def evening(client: Client) -> None:
        table = client.start(seed="coral-otter-42")
        await client.send(table.started.links[0], duplex.read_bytes())
        await client.settled()
        assert LINE in (await client.get(f"/t/{table.started.links[0]}")).text

    run(evening, tmp_path, Reader())


def test_file_of_only_blank_pages_is_an_error(tmp_path: Path) -> None:
    path = tiff(tmp_path / "scan.tif", blank(), blank())
    with pytest.raises(FairsheetError, match="there is no sheet: every page is blank"):
        fairsheet.scan(path)
    batch(tmp_path, tmp_path / "out")
    (line,) = lines(tmp_path / "out" / "photos.jsonl")
    assert line["error"].startswith("there is no sheet") and line["left_out"] == [1, 2]


def test_a_page_with_print_but_without_a_sheet_stays_an_error(tmp_path: Path) -> None:
    rules = sheet().crop((300, 500, 1300, 1900))
    photos = fairsheet.scan(tiff(tmp_path / "scan.tif", sheet(), rules)).photos
    assert photos[1].left_out == () and "no sheet found" in (photos[1].error or "")

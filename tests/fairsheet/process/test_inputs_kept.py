"""No command writes to a file that it reads, for all options, links and cases of names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import numpy as np
import pytest

from fairsheet import print_pdf
from fairsheet.cli import COMMANDS, program
from fairsheet.commands.scan import overlay_name
from fairsheet.options.options import INPUT, OUTPUT
from fairsheet.pipeline.reading.picture_files import overlay_jpeg
from fairsheet.pipeline.store.scanned_records import FileNames
from fairsheet.process.output_files import begin_run, keep_former, will_read, will_write, write_file
from fairsheet.sheets.library.templates import template_path
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.vision.loading.load import Photo
from tests.conftest import Fairsheet

TEMPLATE = 'sheet x "X"\nslot a at: 10, 10\n'
GAME = ("--seed", "otter", "--players", "2")
BESIDE = ("--overlay", ".", "-o", ".", "--no-names")


@pytest.fixture
def run() -> Iterator[None]:
    begin_run()
    yield
    begin_run()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_overlays_next_to_photos_do_not_change_them(fairsheet: Fairsheet, tmp_path: Path) -> None:
    page = print_pdf("launch", seed="otter", players=2, seat=1)
    (tmp_path / "IMG_1.jpg").write_bytes(page)  # the content decides the kind of a file, not its name
    ended = fairsheet("scan", "IMG_1.jpg", *BESIDE, cwd=tmp_path)
    assert {"IMG_1.overlay.jpg", "IMG_1.json"} <= set(contents(tmp_path)), ended.err
    assert (tmp_path / "IMG_1.jpg").read_bytes() == page
    # the next `scan *.jpg` includes the overlay; it is no photo and is drawn again
    (tmp_path / "IMG_1.json").unlink()
    ended = fairsheet("scan", "IMG_1.jpg", "IMG_1.overlay.jpg", *BESIDE, cwd=tmp_path)
    assert "passed over: IMG_1.overlay.jpg" in ended.err
    assert "IMG_1.json" in contents(tmp_path) and "IMG_1.overlay.json" not in contents(tmp_path)


def rename(path: Path, photo: Path) -> None:
    photo.rename(path)


def symbolic_link(path: Path, photo: Path) -> None:
    path.symlink_to(photo.name)


def hard_link(path: Path, photo: Path) -> None:
    path.hardlink_to(photo)


@pytest.mark.parametrize("make", [rename, symbolic_link, hard_link], ids=lambda make: make.__name__)
@pytest.mark.parametrize(
    ("output", "words"),
    [("IMG_1.overlay.jpg", ("--overlay", ".")), ("IMG_1.json", ("-o", ".")), ("IMG_1.doubts", ("-o", "."))],
)
def test_scan_that_would_overwrite_a_photo_does_nothing(
    fairsheet: Fairsheet,
    tmp_path: Path,
    make: Callable[[Path, Path], None],
    output: str,
    words: tuple[str, ...],
) -> None:
    (tmp_path / "IMG_1.jpg").write_bytes(b"first")
    (tmp_path / "other.jpg").write_bytes(b"second")
    make(tmp_path / output, tmp_path / "other.jpg")
    before = contents(tmp_path)
    photos = ["IMG_1.jpg", output if make is rename else "other.jpg"]
    fairsheet("scan", *photos, *words, cwd=tmp_path).refused(
        f"fairsheet: {output}: the command reads this file"
    )
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("x.preview.png", ("preview", "x.preview.png", "-o", "x.preview.png")),
        ("x.png", ("preview", "x.png", "-o", "./x.png")),
        ("x.png", ("preview", "x.png", "-o", "X.PNG")),
        ("x.sheet", ("print", "x.sheet", *GAME, "-o", "x.sheet")),
        ("x.sheet", ("scan", "IMG_1.jpg", "--sheet", "x.sheet", "-o", "x.sheet")),
        ("x.sheet", ("scan", "IMG_1.jpg", "--sheet", "x.sheet", "--overlay", "x.sheet")),
        ("x.sheet", ("simulate", "x.sheet", *GAME, "-o", "x.sheet")),
        ("x.sheet", ("demo", "--sheet", "x.sheet", *GAME, "-o", "x.sheet")),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_commands_do_not_overwrite_their_template(
    fairsheet: Fairsheet, tmp_path: Path, template: str, words: tuple[str, ...]
) -> None:
    (tmp_path / template).write_text(TEMPLATE)
    fairsheet(*words, cwd=tmp_path).refused()
    assert contents(tmp_path) == {template: TEMPLATE.encode()}


def test_copy_of_a_bundled_template_is_not_overwritten(fairsheet: Fairsheet, tmp_path: Path) -> None:
    (tmp_path / "launch.sheet").write_bytes(template_path("launch").read_bytes())
    (tmp_path / "sheets.pdf").symlink_to("launch.sheet")
    before = contents(tmp_path)
    fairsheet("print", "launch.sheet", *GAME, "-o", "sheets.pdf", cwd=tmp_path).refused("reads this file")
    assert contents(tmp_path) == before


def test_every_path_of_every_command_is_an_input_or_an_output() -> None:
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter.type, click.Path | click.File):
                assert parameter.type in (INPUT, OUTPUT), f"{name}: {parameter.name}"


@pytest.mark.usefixtures("run")
def test_read_after_write_is_refused_too(tmp_path: Path) -> None:
    will_write(tmp_path / "a")
    with pytest.raises(FairsheetError, match="reads this file"):
        will_read(tmp_path / "A")


@pytest.mark.usefixtures("run")
def test_unannounced_write_to_an_input_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"kept")
    (tmp_path / "link").symlink_to("a")
    will_read(tmp_path / "link")
    with pytest.raises(FairsheetError, match="reads this file"):
        write_file(tmp_path / "a", b"lost")
    with pytest.raises(FairsheetError, match="reads this file"):
        keep_former(tmp_path / "a", b"lost", tmp_path / "b")
    assert contents(tmp_path) == {"a": b"kept", "link": b"kept"}


@pytest.mark.usefixtures("run")
def test_folder_may_be_input_and_output(tmp_path: Path) -> None:
    will_read(tmp_path)
    will_write(tmp_path)
    write_file(tmp_path / "a", b"")


def test_empty_file_names_are_refused(fairsheet: Fairsheet, tmp_path: Path) -> None:
    for words in (("preview", ""), ("score", ""), ("print", "launch", *GAME, "-o", "")):
        fairsheet(*words, cwd=tmp_path).refused("the name of a file cannot be empty")
    assert not contents(tmp_path)


def test_overlay_does_not_replace_that_of_another_photo(tmp_path: Path) -> None:
    light, dark = (
        overlay_jpeg(Photo("IMG_1.jpg", np.full((400, 400), gray, np.uint8)), []) for gray in (200, 90)
    )

    def name_of(drawn: bytes) -> str:
        name = overlay_name(FileNames(), "IMG_1.jpg", tmp_path, drawn)
        (tmp_path / name).write_bytes(drawn)
        return name

    assert name_of(light) == "IMG_1.overlay.jpg"
    assert name_of(dark) == "IMG_1-2.overlay.jpg", "a photo of another scan with the same name"
    assert (name_of(light), name_of(dark)) == ("IMG_1.overlay.jpg", "IMG_1-2.overlay.jpg"), "drawn again"
    assert light[:200] in (tmp_path / "IMG_1.overlay.jpg").read_bytes()
    (tmp_path / "IMG_1-3.overlay.jpg").write_bytes(b"somebody's picture")
    third = overlay_jpeg(Photo("IMG_1.jpg", np.full((400, 400), 10, np.uint8)), [])
    assert name_of(third) == "IMG_1-4.overlay.jpg"

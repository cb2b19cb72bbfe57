"""Writing files and messages, and naming records after photos."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from fairsheet.pipeline.store.scanned_records import FileNames
from fairsheet.process.console import complain
from fairsheet.process.output_files import keep_former, write_file
from fairsheet.sheets.support.errors import FairsheetError
from fairsheet.sheets.support.input_files import format_path


def test_write_file_replaces_a_file_without_leftovers(tmp_path: Path) -> None:
    path = tmp_path / "new" / ("n" * 240 + ".json")
    write_file(path, b"one")
    write_file(path, b"two")
    assert path.read_bytes() == b"two" and list(path.parent.iterdir()) == [path]


def test_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path, companion = tmp_path / "record.json", tmp_path / "record.doubts"
    for mode in (0o600, 0o640, 0o444):
        path.write_bytes(b"old")
        path.chmod(mode)
        write_file(path, b"new")
        assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == mode
        path.unlink()
    for file in (path, companion):
        file.write_bytes(b"old")
        file.chmod(0o600)
    assert keep_former(path, b"new", companion) is not None
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_write_file_writes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    link = tmp_path / "link.json"
    link.symlink_to("real.json")
    write_file(link, b"new")
    assert link.is_symlink() and (tmp_path / "real.json").read_bytes() == b"new"


def test_write_file_writes_to_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=write_file, args=(pipe, b"through"))
    writer.start()
    assert pipe.read_bytes() == b"through"
    writer.join()
    assert pipe.is_fifo()


def test_write_file_writes_through_a_link_to_a_pipe() -> None:
    reading, writing = os.pipe()
    write_file(Path(f"/dev/fd/{writing}"), b"through")
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b"through"


def test_unwritable_paths_are_named(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path, tmp_path / "loop", tmp_path / "file" / "x", tmp_path / ("n" * 300)):
        with pytest.raises(FairsheetError, match="cannot be written") as caught:
            write_file(path, b"")
        assert caught.value.where.startswith(str(tmp_path))


def test_records_get_different_names() -> None:
    names = FileNames()
    photos = ["a.jpg", "a.jpg", "a-2.jpg", "b/a.png", "scan.pdf page 1", "scan.pdf page 2"]
    assert [names.next(photo) for photo in photos] == ["a", "a-2", "a-2-2", "a-3", "scan", "scan-2"]
    # some systems treat these names as one file
    assert [names.next(photo) for photo in ("IMG.jpg", "img.JPG", "caf\u00e9", "cafe\u0301")] == [
        "IMG", "img-2", "caf\u00e9", "cafe\u0301-2",
    ]  # fmt: skip


def test_format_path_only_replaces_undecodable_bytes() -> None:
    assert format_path(Path("caf\u00e9\u00a0\u65e5.pdf")) == "caf\u00e9\u00a0\u65e5.pdf"
    assert format_path(Path(os.fsdecode(b"f\xfcr"))) == "f\ufffdr"


def test_error_is_one_printable_line(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\nb\x1b[31m.jpg:  no such file")
    assert capsys.readouterr().err == "a b\ufffd[31m.jpg:  no such file\n"

"""Find the files of a batch: photos, scans and records below folders, in a fixed order."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fairsheet.languages.messages import Message
from fairsheet.pipeline.base.doubt_files import SUFFIX as DOUBTS
from fairsheet.pipeline.base.values import Source
from fairsheet.pipeline.reading.records import is_foreign, is_record
from fairsheet.pipeline.store.folders import STORE, check_output, is_output
from fairsheet.process.inputs import OVERLAY, PHOTOS, START, InputFile, shown_names, suffix_by_start
from fairsheet.process.output_files import is_former
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError
from fairsheet.sheets.support.input_files import format_path, kind_of, missing_file

# reported, because they may hold photos
ARCHIVES = {".zip", ".7z", ".rar", ".tar", ".gz", ".tgz"}
PACKED = "an archive: unpack it"
LOOKED_INTO = 10_000  # files whose kind a watch remembers, so that it need not open them again


@dataclass(frozen=True)
class PassedOver:
    """A file or folder that is no input, such as pictures and reports that fairsheet wrote."""

    path: Path
    why: str = ""

    def __str__(self) -> str:
        path = self.path.relative_to(Path.cwd()) if self.path.is_relative_to(Path.cwd()) else self.path
        return format_path(path) + (f" ({self.why})" if self.why else "")


def find_sources(folders: Sequence[Path], out: Path) -> tuple[list[Source], list[PassedOver]]:
    """Return the files below some folders (or the files themselves), sorted by name, and those that were passed over.

    Each file comes once, and no two have one name. A folder that cannot be read is a source with a problem. Links to
    folders are not followed, which prevents loops. Hidden files, files next to a record, files put aside and outputs in
    `out` are skipped without a note.
    """
    inside = os.path.realpath(out)
    found: dict[str, Source | PassedOver] = {}
    for folder, name in _name_prefixes(folders).items():
        real = folder.resolve() if folder.is_dir() else folder.parent.resolve() / folder.name
        for each in _walk(folder, name, inside):
            found.setdefault(str(real / each.path.relative_to(folder)), each)
    sources = [each for each in found.values() if isinstance(each, Source)]
    passed_over = [each for each in found.values() if isinstance(each, PassedOver)]
    return (
        sorted(sources, key=lambda source: (source.name, os.fsencode(source.path))),
        sorted(passed_over, key=lambda each: os.fsencode(each.path)),
    )


def _name_prefixes(folders: Sequence[Path]) -> dict[Path, str]:
    """Return each given folder and file once, with the prefix or name that its files get.

    Several folders get the last parts of their paths, as few as make all of them different. All get the same number of
    parts, so that no two files have one name.
    """
    once: dict[str, Path] = {}
    for folder in folders:
        once.setdefault(os.path.normpath(folder.absolute()), folder)
    if len(once) == 1:
        return dict.fromkeys(once.values(), "")
    parts = {folder: Path(place).parts[1:] for place, folder in once.items()}
    number = next(
        number
        for number in range(1, 1 + max(map(len, parts.values())))
        if len({each[-number:] for each in parts.values()}) == len(parts)
    )
    return {folder: _to_text("/".join(each[-number:])) for folder, each in parts.items()}


def check_folders(folders: Sequence[Path], out: Path, *, may_be_empty: bool = False) -> None:
    """Check the inputs and the output folder.

    Raises FairsheetError if an input is missing, of the wrong kind or the output folder, or if the output folder has
    other files. Without `may_be_empty`, there must be a photo or record.
    """
    for folder in folders:
        if kind_of(folder) is None:
            raise missing_file(format_path(folder))
        if kind_of(folder) == "file" and is_foreign(folder):
            raise FairsheetError(
                Message("this is neither a record nor a photo"),
                code=ErrorCode.WRONG_KIND_OF_FILE,
                where=format_path(folder),
                hint=Message("give records or photos, or a folder of them"),
            )
        if is_output(folder, out):
            raise FairsheetError(
                Message("the output folder is one of the inputs"),
                code=ErrorCode.CONFLICTING_OPTIONS,
                where=f"-o {format_path(out)}",
                hint=Message("choose another folder, such as {folder}", folder=format_path(out / "results")),
            )
    check_output(out)
    if not may_be_empty and not has_sources(folders, out):
        where = ", ".join(map(format_path, folders))
        hint = Message("give records or photos, or a folder of them")
        if passed_over := find_sources(folders, out)[1]:
            files = shown_names([str(each) for each in passed_over])
            hint = Message("{hint}; passed over: {files}", hint=hint, files=files)
        problem = Message("there is no photo or record below {where}", where=where)
        raise FairsheetError(problem, code=ErrorCode.NOTHING_TO_READ, hint=hint)


def has_sources(folders: Sequence[Path], out: Path) -> bool:
    """Check whether there is a photo or record to read; histories and other JSON documents do not count."""
    inside = os.path.realpath(out)
    found = (
        each.path
        for folder in folders
        for each in _walk(folder, "", inside)
        if isinstance(each, Source) and (folder.is_dir() or _is_source(folder, folder))
    )
    return any(not is_foreign(path) for path in found)


def _walk(folder: Path, named: str, out: str) -> Iterator[Source | PassedOver]:
    """Yield the files below a folder, their names after the prefix `named`; or the file itself, under that name."""
    if kind_of(folder) != "folder":
        name = named or _to_text(folder.name)
        if _is_file(folder) and InputFile(folder).is_drawn:
            yield PassedOver(folder)
        elif _is_archive(folder, folder):
            yield PassedOver(folder, PACKED)
        else:
            yield Source(folder, name, _find_problem(folder))
        return
    prefix = f"{named}/" if named else ""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with os.scandir(here) as entries:
                content = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            name = _to_text(here.relative_to(folder))
            unread = Message("the folder cannot be read ({why})", why=str(error.strerror))
            yield Source(here, f"{prefix}{name}", unread)
            continue
        if any(entry.name == STORE for entry in content):
            yield PassedOver(here, "results of a batch")
            continue
        for entry in content:
            path = here / entry.name
            if entry.name.startswith(".") or _is_inside(path, entry, out):
                continue
            if entry.is_dir(follow_symlinks=False):
                waiting.append(path)
            elif _is_drawn(path, entry):
                yield PassedOver(path)
            elif _is_archive(path, entry):
                yield PassedOver(path, PACKED)
            elif _is_source(path, entry):
                problem = None if _is_file(entry) else _find_problem(path)
                yield Source(path, f"{prefix}{_to_text(path.relative_to(folder))}", problem)
            elif path.suffix != DOUBTS and not is_former(path):
                yield PassedOver(path)


def _is_inside(path: Path, entry: os.DirEntry[str], out: str) -> bool:
    """Check whether an entry is the output folder, or a link into it."""
    if entry.is_symlink():
        real = os.path.realpath(path)
        return real == out or real.startswith(out + os.sep)
    return entry.is_dir(follow_symlinks=False) and os.path.realpath(path) == out


def _is_source(path: Path, entry: os.DirEntry[str] | Path) -> bool:
    """Check whether a file has the ending of a photo or record, or begins like a picture.

    Pipes and devices are never opened.
    """
    try:
        if path.suffix.lower() in PHOTOS or is_record(path):
            # a broken link counts as a photo that cannot be read
            return _is_file(entry) or _kind(path) != "folder"
        return _is_file(entry) and _begins_like_a_picture(path, *_version(entry.stat()))
    except OSError:
        return False


def _is_drawn(path: Path, entry: os.DirEntry[str]) -> bool:
    """Check whether fairsheet drew or printed a file.

    Only files with certain endings are opened, and only once until they change, because a watch checks every few
    seconds.
    """
    may_be = path.suffix.lower() in (".pdf", ".png") or path.name.lower().endswith(OVERLAY)
    try:
        return may_be and _is_file(entry) and _content_is_drawn(path, *_version(entry.stat()))
    except OSError:  # it was deleted meanwhile
        return False


def _is_archive(path: Path, entry: os.DirEntry[str] | Path) -> bool:
    return path.suffix.lower() in ARCHIVES and _is_file(entry)


@lru_cache(LOOKED_INTO)
def _content_is_drawn(path: Path, size: int, changed: int) -> bool:
    return InputFile(path, found=True).is_drawn


@lru_cache(LOOKED_INTO)
def _begins_like_a_picture(path: Path, size: int, changed: int) -> bool:
    """Check whether a file begins like a picture. Raises OSError if it cannot be read."""
    with path.open("rb") as file:
        return suffix_by_start(file.read(START)) is not None


def _version(status: os.stat_result) -> tuple[int, int]:
    """Return the size and change time of a file; a new content changes one of them."""
    return status.st_size, status.st_mtime_ns


def _is_file(entry: os.DirEntry[str] | Path) -> bool:
    """Check whether an entry is a file, or a link to one; circular links are not."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _find_problem(path: Path) -> Message | None:
    match _kind(path):
        case "file":
            return None
        case "other":
            return Message("this is neither a file nor a folder")
        case _ if path.is_symlink():
            return Message("this is a broken link")
        case _:
            return Message("no such file or folder")


def _kind(path: Path) -> str | None:
    """Return `kind_of` a path; None also if it is unknown, such as for circular links."""
    try:
        return kind_of(path)
    except FairsheetError:
        return None


def _to_text(path: Path | str) -> str:
    """Return a path as text for outputs; bytes that are not UTF-8 are escaped as in Python.

    >>> _to_text("caf\\udce9.jpg")
    'caf\\\\xe9.jpg'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")

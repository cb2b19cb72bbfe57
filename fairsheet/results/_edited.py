"""Records in a folder of outputs that somebody changed by hand: they go aside before they are written again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from fairsheet.pipeline.store.store import Store
from fairsheet.process.console import say
from fairsheet.sheets.support.input_files import format_path

SET_ASIDE_SUFFIX = "~"  # of what went aside, as editors have it


def keep_aside(store: Store, out: Path, files: Sequence[tuple[Path, bytes]]) -> None:
    """Give each record among these files, which are about to be written, another name if somebody changed it.

    The store remembers what was written last: while a call writes, the former content and the new one. Raises OSError.
    """
    hashes = []
    for path, content in files:
        name, new, there = str(path.relative_to(out)), hashlib.sha256(content).hexdigest(), None
        with suppress(OSError):  # it is not there yet
            there = hashlib.sha256(path.read_bytes()).hexdigest()
        known = store.written(name)
        if there == new:
            if new not in known:
                hashes.append((name, new))
            continue
        if there is not None and known and there not in known:
            aside = path.replace(path.with_name(path.name + SET_ASIDE_SUFFIX))
            said = "this was changed by hand, and is no part of the results"
            say(f"{format_path(aside)}: {said}; fairsheet correct changes a record for good")
            there = None
        hashes.append((name, f"{there or ''} {new}"))
    store.keep_written(hashes)

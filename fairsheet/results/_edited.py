"""Keep records in an output folder that somebody edited by hand: rename them before they are written again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from fairsheet.languages.messages import Message
from fairsheet.pipeline.store.store import Store
from fairsheet.process.console import say
from fairsheet.sheets.support.input_files import format_path

SET_ASIDE_SUFFIX = "~"  # of the kept file, as in many editors


def keep_aside(store: Store, out: Path, files: Sequence[tuple[Path, bytes]]) -> None:
    """Rename each of these records that somebody edited, before it is written.

    The store remembers the hash of the last written content; during a write, of the former and the new content. Raises
    OSError if a file cannot be renamed.
    """
    hashes = []
    for path, content in files:
        name, new, present = str(path.relative_to(out)), hashlib.sha256(content).hexdigest(), None
        with suppress(OSError):  # the file does not exist yet
            present = hashlib.sha256(path.read_bytes()).hexdigest()
        known = store.written(name)
        if present == new:
            if new not in known:
                hashes.append((name, new))
            continue
        if present is not None and known and present not in known:
            aside = path.replace(path.with_name(path.name + SET_ASIDE_SUFFIX))
            words = Message(
                "{record}: this record was edited by hand and is not part of the results; use fairsheet correct to "
                "change a record"
            )
            say(words.filled(record=format_path(aside)))
            present = None
        hashes.append((name, f"{present or ''} {new}"))
    store.keep_written(hashes)

"""Compute the keys under which the store keeps results: hashes of everything that a result depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version

import msgspec
from msgspec import structs

from fairsheet.engine.records.record import Record, write_record
from fairsheet.languages.messages import packed
from fairsheet.pipeline.base.values import KeptSheet, TaskOptions, Uncertain
from fairsheet.sheets.model.marks import Mark
from fairsheet.vision.classify.runtime import MODELS


def file_key(options: TaskOptions, sha256: str, suffix: str) -> str:
    """Return the key of the reading of a file.

    The reading depends on the file's content and ending, the nets, the template, the release and the reading options.
    """
    return key_of([sha256.encode(), suffix.lower().encode("utf-8", "replace"), _reader_digest(options)])


def joined_key(options: TaskOptions, sheets: Sequence[KeptSheet], answers: Mapping[str, Mark | None]) -> str:
    """Return the key of the joined photos of one seat: the readings, the answers, the template and the release."""
    content = [
        msgspec.msgpack.encode(sheets, enc_hook=packed),
        msgspec.msgpack.encode(sorted(answers.items())),
    ]
    return key_of([_release(), *_template(options), *content])


def judged_key(options: TaskOptions, records: Sequence[Record]) -> str:
    """Return the key of the result of a table: its records, the template, the work limit of the proof, and the release.

    Names of players and tables are left out, because neither verdict nor score depends on them.
    """
    nameless = [
        write_record(structs.replace(record, player="", game=structs.replace(record.game, name=None)))
        for record in records
    ]
    return key_of([_release(), repr(options.work).encode(), *_template(options), *nameless])


def judged_key_with_doubts(
    options: TaskOptions, records: Sequence[Record], uncertain: Sequence[Uncertain]
) -> str:
    """Return the key of a table's result that also depends on its uncertain marks."""
    doubts = [
        [(doubt.field, doubt.candidates, doubt.chosen, doubt.kind) for doubt in each.doubts]
        for each in uncertain
    ]
    return key_of(
        [
            judged_key(options, records).encode(),
            msgspec.msgpack.encode(doubts),
            msgspec.msgpack.encode([each.unsure for each in uncertain], enc_hook=packed),
        ]
    )


def key_of(parts: Sequence[bytes]) -> str:
    """Return a hash of all parts; the length of each part is hashed too, so that parts cannot run together."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()


def _template(options: TaskOptions) -> list[bytes]:
    return [] if options.template is None else [options.template.digest.encode()]


@cache
def _release() -> bytes:
    return version("fairsheet").encode()


@cache
def _reader_digest(options: TaskOptions) -> bytes:
    nets = [hashlib.sha256(net.read_bytes()).digest() for net in sorted(MODELS.glob("*.onnx"))]
    others = msgspec.json.encode(structs.replace(options, work=0.0, template=None))
    return key_of([_release(), *nets, others, *_template(options)]).encode()

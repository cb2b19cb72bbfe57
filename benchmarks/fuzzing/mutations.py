"""Ways to damage an input. All chance comes from a `random.Random`, so that each damage can be made again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

TOKENS = (
    b"", b"\0", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\x1b[31m", "\u202e".encode(), "\u0663".encode(), b"[" * 3000,
    b'{"a":' * 2000, b"9" * 400,
    b"-1", b"1e999", b"NaN", b'"', b"\\", b"\n", b"\r", b"{", b"}", b"(" * 500, b"%PDF-1.7",
    b"..", b"/", b"../../etc/passwd", b"null", b"true", b"'", b"@", b"#", b"=1+1", b" " * 2000, b"x" * 5000,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 17, 2**31, 2**63, -(2**64), 10**90, 1.5, -0.0, 1e300, "", " ", "\ud800", "\udfff\ud800",
    "\x1b[2J", "\0", "x" * 5000, "../x", "X", "crossed", "drawn", "launch", "battle", "coral-otter-42", [], {}, [[]],
    {"": ""}, [None] * 50, {"\ud800": 1}, {"A": "A1"},
)  # fmt: skip
ALPHABETS = ((32, 127), (0, 32), (127, 0x250), (0x300, 0x370), (0x2000, 0x2070), (0x1F300, 0x1F9FF))

Mutation = Callable[[bytes, random.Random], bytes]


def damaged_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to eight places changed, cut out, repeated or filled with something nasty."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        begin = chance.randrange(len(data) + 1)
        end = min(len(data), begin + int(2 ** chance.uniform(0, 12)))
        match chance.randrange(7):
            case 0 | 1 if begin < len(data):
                data = data[:begin] + bytes([data[begin] ^ 1 << chance.randrange(8)]) + data[begin + 1 :]
            case 2:
                data = data[:begin] + data[end:]
            case 3:
                data = data[:end] + data[begin:]
            case 4:
                data = data[:begin] + chance.randbytes(end - begin) + data[end:]
            case 5:
                data = data[:begin]
            case _:
                data = data[:begin] + chance.choice(TOKENS) + data[begin:]
    return data


def damaged_text(data: bytes, chance: random.Random) -> bytes:
    """The same of a text, by words and lines as well."""
    if chance.randrange(3) == 0:
        return damaged_bytes(data, chance)
    separator = chance.choice((b"\n", b" ", b", ", b":"))
    parts = data.split(separator)
    for _ in range(chance.choice((1, 1, 2, 5))):
        place = chance.randrange(len(parts))
        match chance.randrange(5):
            case 0:
                parts[place] = chance.choice(TOKENS)
            case 1:
                parts.insert(place, parts[chance.randrange(len(parts))])
            case 2 if len(parts) > 1:
                del parts[place]
            case 3:
                other = chance.randrange(len(parts))
                parts[place], parts[other] = parts[other], parts[place]
            case _:
                parts[place] += chance.choice(TOKENS)
    return separator.join(parts)


def damaged_json(data: bytes, chance: random.Random) -> bytes:
    """The same of JSON: values, keys and entries of the document changed, so that it stays JSON."""
    if chance.randrange(4) == 0:
        return damaged_text(data, chance)
    document = json.loads(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        document = _changed(document, chance)
    return json.dumps(document).encode()


def _changed(node: Any, chance: random.Random) -> Any:
    if isinstance(node, dict) and node and chance.randrange(6):
        key = chance.choice(list(node))
        match chance.randrange(8):
            case 0:
                return {other: value for other, value in node.items() if other != key}
            case 1:
                return node | {chance.choice(("", "x", "\ud800", "marks", "floor-1.1", "\x1b")): node[key]}
            case _:
                return node | {key: _changed(node[key], chance)}
    if isinstance(node, list) and node and chance.randrange(6):
        place = chance.randrange(len(node))
        return [*node[:place], _changed(node[place], chance), *node[place + chance.randrange(2) :]]
    return chance.choice(VALUES)


def any_text(data: bytes, chance: random.Random) -> bytes:
    """Any text of a seed's length and beyond, mostly of odd characters, as UTF-8."""
    low, high = chance.choice(ALPHABETS)
    length = chance.choice((0, 1, 5, 63, 64, 65, 3000))
    return "".join(chr(chance.randrange(low, high)) for _ in range(length)).encode()

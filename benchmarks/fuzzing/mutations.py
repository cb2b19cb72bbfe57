"""Damage inputs. All randomness comes from a `random.Random`, so that each damage is reproducible."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence
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
NUMBERS = (b"0", b"1", b"2", b"3", b"17", b"99", b"1000", b"99999999999999999999")
ALPHABETS = ((32, 127), (0, 32), (127, 0x250), (0x300, 0x370), (0x2000, 0x2070), (0x1F300, 0x1F9FF))

Mutation = Callable[[bytes, random.Random], bytes]


def damage_bytes(data: bytes, chance: random.Random) -> bytes:
    """Return the bytes with one to eight places changed, deleted, repeated or replaced by a hostile token."""
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


def damage_text(data: bytes, chance: random.Random) -> bytes:
    """Return a text damaged by words and lines, or by bytes."""
    if chance.randrange(3) == 0:
        return damage_bytes(data, chance)
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


def damage_words(data: bytes, chance: random.Random) -> bytes:
    """Return a text with words and numbers replaced, mostly by others of it, so that its lines remain valid."""
    if chance.randrange(4) == 0:
        return damage_text(data, chance)
    pieces = re.split(rb"([A-Za-z_]+|[0-9]+)", data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        place = chance.randrange(1, len(pieces), 2)
        is_number = pieces[place].isdigit()
        others = [each for each in pieces[1::2] if each.isdigit() == is_number]
        pieces[place] = chance.choice(NUMBERS if is_number and chance.randrange(2) else others)
    return b"".join(pieces)


def damage_json(data: bytes, chance: random.Random) -> bytes:
    """Return a JSON document with some values replaced, mostly by values of the same type, so that it stays valid.

    Sometimes any values, keys and entries are changed, or the text is damaged.
    """
    kind = chance.randrange(8)
    if kind == 0:
        return damage_text(data, chance)
    document = json.loads(data)
    for _ in range(chance.choice((1, 1, 2, 4))):
        document = _change_anything(document, chance) if kind == 1 else _replace_value(document, chance)
    return json.dumps(document).encode()


def _replace_value(document: Any, chance: random.Random) -> Any:
    """Replace one value of a document by another of the same type, from the document or hostile."""
    leaves = list(_leaves(document))
    path, value = chance.choice(leaves)
    pool = [other for _, other in leaves] if chance.randrange(4) else VALUES
    return _replace_at(
        document, path, chance.choice([each for each in pool if type(each) is type(value)] or [value])
    )


def _leaves(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    if not node or not isinstance(node, dict | list):
        yield path, node
    for key, value in inner:
        yield from _leaves(value, (*path, key))


def _replace_at(node: Any, path: Sequence[str | int], value: Any) -> Any:
    if not path:
        return value
    copy = node.copy()
    copy[path[0]] = _replace_at(node[path[0]], path[1:], value)
    return copy


def _change_anything(node: Any, chance: random.Random) -> Any:
    if isinstance(node, dict) and node and chance.randrange(6):
        key = chance.choice(list(node))
        match chance.randrange(8):
            case 0:
                return {other: value for other, value in node.items() if other != key}
            case 1:
                return node | {chance.choice(("", "x", "\ud800", "marks", "floor-1.1", "\x1b")): node[key]}
            case _:
                return node | {key: _change_anything(node[key], chance)}
    if isinstance(node, list) and node and chance.randrange(6):
        place = chance.randrange(len(node))
        return [*node[:place], _change_anything(node[place], chance), *node[place + chance.randrange(2) :]]
    return chance.choice(VALUES)


def random_text(data: bytes, chance: random.Random) -> bytes:
    """Return a random text as UTF-8, up to and beyond the length of a seed, mostly of unusual characters."""
    low, high = chance.choice(ALPHABETS)
    length = chance.choice((0, 1, 5, 63, 64, 65, 3000))
    return "".join(chr(chance.randrange(low, high)) for _ in range(length)).encode()

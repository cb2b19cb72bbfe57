"""Names of zones and groups for people, from the names printed on the sheet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import cast

from fairsheet.languages.messages import Message, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Group, Sheet, Zone

IN_BLOCK = Message("{block}, {noun}")
COUNTED_IN_BLOCK = Message("{block}, {nth} {noun}")
_DIGIT = re.compile(r"\d")


def block_name(id_: str) -> Message:
    """Return the id of a zone or group in words, with its number or letter if it has one.

    >>> block_name("main-planning"), block_name("quarter.1-left"), block_name("mission.a")
    ('big factory “Planning”', 'quarter 1 left', 'mission A')
    """
    words = id_.replace(".", " ").replace("-", " ").split()
    parts = groupby(words, key=lambda word: word.isdigit() or len(word) == 1)
    return joined(
        " ", (" ".join(words).upper() if is_sign else term(" ".join(words)) for is_sign, words in parts)
    )


def ordinal(number: int) -> Message:
    """Return the number as a place in a row.

    >>> ordinal(1), ordinal(2), ordinal(13), ordinal(23)
    ('1st', '2nd', '13th', '23rd')
    """
    endings = {1: Message("{n}st"), 2: Message("{n}nd"), 3: Message("{n}rd")}
    if 10 <= number % 100 <= 20 or number % 10 not in endings:
        return Message("{n}th", n=number)
    return endings[number % 10].filled(n=number)


@remembered
def block_words(sheet: Sheet) -> Mapping[str, Message]:
    """Return the name of each zone or group: its printed name, or its place in a block that has one.

    Ids without a hyphen or dot are omitted because they may be words of a sentence. Ids of fields are omitted too.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = block_words(load_sheet("launch"))
    >>> launch["floor-3"], launch["section.3-2"]
    ('floor 3', 'floor 3, 2nd section')
    """
    blocks: tuple[Zone | Group, ...] = (*sheet.zones, *sheet.groups)
    named = {block.id: _printed_name(block) for block in blocks if "places" in block.attrs}
    words = {block.id: block_name(block.id) for block in blocks} | named
    inside: dict[tuple[str, str], list[str]] = defaultdict(list)  # groups by type and named block
    for group in sheet.groups:
        owner = next((str(value) for value in group.attrs.values() if value in named), None)
        if group.id not in named and owner is not None and _DIGIT.search(group.id):
            inside[group.type, owner].append(group.id)
    for (type_, owner), ids in inside.items():
        noun, pattern = term(type_.replace("-", " ")), IN_BLOCK if len(ids) == 1 else COUNTED_IN_BLOCK
        for nth, id_ in enumerate(ids, 1) if isinstance(noun, Message) else ():
            words[id_] = pattern.filled(block=named[owner], nth=ordinal(nth), noun=noun)
    return MappingProxyType(
        {id_: words[id_] for id_ in words.keys() - sheet.field.keys() if re.search("[.-]", id_)}
    )


def _printed_name(block: Zone | Group) -> Message:
    """Return the kind of the block with its fact `name` in quotation marks; without that fact, its id in words."""
    if "name" not in block.attrs:
        return block_name(block.id)
    noun = term(block.id.partition(".")[0].replace("-", " "))
    return Message("{noun} “{name}”", noun=noun, name=str(block.attrs["name"]))


def blocks_of_fields(sheet: Sheet) -> Mapping[str, Sequence[Message]]:
    """Return, for each field, the names of zones and groups that have it in their fact `places`, rows first."""
    names: dict[str, list[Message]] = defaultdict(list)
    zones = sorted(sheet.zones, key=lambda zone: zone.attrs.get("ascends") == "bottom-to-top")
    blocks: tuple[Zone | Group, ...] = (*zones, *sheet.groups)
    for block in blocks:
        for field in cast("tuple[str, ...]", block.attrs.get("places", ())):
            names[field].append(block_words(sheet)[block.id])
    return names

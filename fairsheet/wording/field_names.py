"""Name fields for players by their place on the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from fairsheet.languages.catalogues import FIELD_NAME
from fairsheet.languages.messages import Message
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.naming.field_places import brief_places, field_places


@remembered
def field_names(sheet: Sheet) -> Mapping[str, Message]:
    """Return the short place of each field; the full place if several fields have the same short one.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> field_names(load_sheet("launch"))["floor-6.1"]
    'floor 6, 1st slot'
    """
    places, full = brief_places(sheet), full_names(sheet)
    times = Counter(places.values())
    return {
        id_: Message(FIELD_NAME, place=place, id=id_) if times[place] == 1 else full[id_]
        for id_, place in places.items()
    }


@remembered
def full_names(sheet: Sheet) -> Mapping[str, Message]:
    """Return the place of each field, including the part of the page."""
    return {id_: Message(FIELD_NAME, place=place, id=id_) for id_, place in field_places(sheet).items()}

"""Names of the boxes of a sheet in lists of points."""

from __future__ import annotations

from fairsheet.languages.messages import Message
from fairsheet.sheets.library.templates import is_custom
from fairsheet.sheets.model.sheet import Sheet
from fairsheet.sheets.naming.field_places import field_places
from fairsheet.sheets.naming.printed_words import names_of_boxes, printed_name


def part_label(sheet: Sheet, box: str) -> str:
    """Return the name of a box in lists of points.

    This is the label of its score line, otherwise the words next to it unless they are the label of another line.
    Without both, it is the short id of a score box, or the place of another box on the page.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> part_label(load_sheet("journey"), "score.longest-zone"), part_label(load_sheet("ares-coop"), "sum.a-total")
    ('Longest zone', 'Total A')
    >>> part_label(load_sheet("escape"), "score.total"), part_label(load_sheet("colony"), "quarter-points.ne")
    ('total', 'top right quarter, box (in the lower part)')
    """
    labels = {line.box: line.label for line in sheet.scores if line.label}
    field, name = sheet.field.get(box), part_name(box)
    beside = printed_name(sheet, field) if field is not None else None
    if beside is None and is_custom(sheet):
        beside = names_of_boxes(sheet).get(box)
    words = labels.get(box) or (beside if beside not in labels.values() else None)
    if words is None and field is not None and name == box and not is_custom(sheet):
        return field_places(sheet)[box]
    return Message(words or name.replace("-", " "))


def part_name(box: str) -> str:
    """Return the short id of a score box; on a sheet that two players share, with its side.

    >>> part_name("score.most-zones"), part_name("near-score.plants"), part_name("altitude")
    ('most-zones', 'near-plants', 'altitude')
    """
    owner, _, name = box.partition(".")
    if not owner.endswith("score"):
        return box
    side = owner.removesuffix("score").rstrip("-")
    return f"{side}-{name}" if side else name

"""Find which photos of the tables are kept, and what deletions leave to remove."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fairsheet.serve.event_log import Deleted, Event, EventKind, Photographed, PhotosDeleted


def kept_photos(events: Iterable[Event]) -> dict[Photographed, str]:
    """Return the photos of a table that were not deleted, each with the moment when it was sent last."""
    kept: dict[Photographed, str] = {}
    for event in events:
        match event.what:
            case Photographed():
                kept[event.what] = event.moment
            case PhotosDeleted(photos):
                for each in photos:
                    kept.pop(Photographed(each.sha256, each.suffix), None)
    return kept


def files_to_remove(events: Iterable[EventKind], kept: Collection[str]) -> tuple[list[str], list[str]]:
    """Return what these deletions remove: the file names of photos, and the keys of results.

    The photos in `kept`, by SHA-256, stay, because a table has them, perhaps again; so do their results.
    """
    names, keys = list[str](), list[str]()
    for what in events:
        match what:
            case PhotosDeleted(photos):
                names += [f"{each.sha256}{each.suffix}" for each in photos if each.sha256 not in kept]
            case Deleted():
                gone = [name for name in what.photos if name.partition(".")[0] not in kept]
                names += gone
                keys += what.keys if len(gone) == len(what.photos) else ()
    return names, keys

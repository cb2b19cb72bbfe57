"""Checks between the sheets of a Gaia Project table, and between the sheets and the map and colour row of the seed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from fairsheet.engine.checks.attribution import left_out, possibly_wrong
from fairsheet.engine.recorded.base.counts import allowed_numbers, is_contradicted
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import Findings, Sheets, TableSheet, finding_on
from fairsheet.engine.recorded.gaia._box import AUTOMA, RECORD, SETUP, box
from fairsheet.engine.recorded.gaia._component_names import COLOURS, words_of
from fairsheet.engine.recorded.gaia._draw import GaiaDraw, setting_of_draw, sides_of
from fairsheet.engine.recorded.gaia._factions import faction_of, factions, three_step_colours
from fairsheet.engine.recorded.gaia._final import (
    PLANETS_COUNTED,
    SIDES_WITH_MARKER,
    TILES,
    Counted,
    FinalBoxes,
    final_boxes,
    markers,
    most_of_automa,
)
from fairsheet.engine.recorded.gaia._map import most_planets, planet_counts, with_future_gaia
from fairsheet.engine.records.record import SheetKey
from fairsheet.languages.messages import Message, joined, listed
from fairsheet.sheets.model.sheet import CheckLevel
from fairsheet.sheets.support.phrases import there_are_message

LEVEL_5_ALONE = Message("The Automa and the player cannot both be on level 5 of an area.")
AUTOMA_FACTION = Message("The Automa’s faction cannot have the player’s home colour.")
CHECKS_IN_PYTHON = {  # each with its rule in a sentence or two
    "level-5-alone": LEVEL_5_ALONE,
    "planet-supply": "The players together have no more planets of a type than the map of the seed shows; a transdim "
    "planet can become a gaia planet. Without a seed, no more than any map for this number of players shows.",
    "three-step": "The colours at three steps of Tinkeroids and Moweyds are the homes of the others’ base-game "
    "factions, filled up from the row of the seed. If both play, the earlier one in the drawn order of the seats comes "
    "first; only a warning if the colours fit the other order. Without a seed, or with sheets "
    "missing, they must include the homes of the others. Not checked if no colour is circled.",
    "automa-faction": AUTOMA_FACTION,
    "automa-count": "The Automa’s count for a final tile is at most what its pieces and the map of the seed allow; for "
    "gaia planets and asteroids, at most what the player leaves. Not checked without a seed, or for the "
    "distance.",
    "scores": "The points of the final tiles follow from the counts of all sides. With one or two players the neutral "
    "marker takes a place. Only a warning if the marker is neither noted nor certain, and some position of it gives "
    "the written points. Not checked if a sheet is missing, or for one or two players without a seed.",
    "marker-noted": "The noted neutral marker agrees with the final tile of the seed. Only a warning: the noted one "
    "counts. Not checked if the position is not certain.",
}
THREE_STEP = "three-step."


def findings_between(table: Sheets, drawn: GaiaDraw | None) -> Findings:
    """Yield what is wrong between the sheets of a table, or between them and the draw."""
    records = [each for each in table if each.record.sheet == RECORD]
    automas = [each for each in table if each.record.sheet == AUTOMA]
    if records:
        yield from _planet_supply(records, drawn)
        yield from _three_steps(records, automas, drawn)
    for automa in automas:
        for record in records:
            yield from _automa_conflicts(record, automa)
        if drawn is not None:
            yield from _automa_counts(automa, records, drawn)
    yield from _final_points(table, drawn)
    if drawn is not None:
        for each in table:
            if each.record.sheet == SETUP:
                yield from _marker_findings(each, drawn)


def _automa_conflicts(record: TableSheet, automa: TableSheet) -> Findings:
    """Check level-5-alone, automa-faction: player and Automa do not share what only one of them can have."""
    for area in box().areas:
        if f"{area}.l5" in record.record.marks and f"automa-{area}.l5" in automa.record.marks:
            both = [(record, (f"{area}.l5",)), (automa, (f"automa-{area}.l5",))]
            yield from cross_sheet_findings("level-5-alone", "error", LEVEL_5_ALONE, both)
    own, other = faction_of(record.record), faction_of(automa.record)
    if own is not None and other is not None and factions()[own].home == factions()[other].home:
        both = [(record, (f"faction.{own}",)), (automa, (f"automa-faction.{other}",))]
        yield from cross_sheet_findings("automa-faction", "error", AUTOMA_FACTION, both)


def _automa_counts(automa: TableSheet, records: Sheets, drawn: GaiaDraw) -> Findings:
    """Check automa-count: the Automa has at most as much of what final tiles count as it can get."""
    for place, tile in enumerate(drawn.final_tiles, 1):
        count, most = f"automa-final.count-{place}", most_of_automa(tile, drawn)
        if most is None or automa.number_or_0(count) == 0:
            continue
        own = [(automa, (count,))]
        if tile in PLANETS_COUNTED and automa.number_or_0(count) <= most:
            planets = f"planet.{PLANETS_COUNTED[tile]}"
            own += [(each, (planets,)) for each in records if planets in each.record.marks]
            most -= sum(each.number_or_0(planets) for each, _ in own[1:])
        if automa.number_or_0(count) > most:
            words = Message("The Automa’s count for {tile}: {written} written, at most {most} possible.")
            why = words.filled(tile=_tile_words(place, drawn), most=most, written=automa.number_or_0(count))
            yield from cross_sheet_findings("automa-count", "error", why, own)


def _planet_supply(records: Sheets, drawn: GaiaDraw | None) -> Findings:
    """Check planet-supply: the players do not have more planets of a type than the map."""
    players = records[0].record.game.players
    supply = (
        most_planets(players) if drawn is None else with_future_gaia(planet_counts(players, drawn.deep_sides))
    )
    for planet in box().planets:
        field = f"planet.{planet}"
        owners = [each for each in records if field in each.record.marks]
        # A player may have added the artifact that counts as such a planet.
        artifacts = sum(f"artifact.ar-{planet}" in each.record.marks for each in owners)
        noted = _noted(field, owners)
        most = supply[planet] + artifacts
        if noted > most:
            type_ = words_of(planet)
            why = Message(
                "The players together have {noted} planets “{type}”, but {there_are}.",
                type=type_,
                noted=noted,
                there_are=there_are_message(most),
            )
            wrong = possibly_wrong(owners, left_out(owners), partial(_fits, field, most))
            yield from cross_sheet_findings(
                "planet-supply", "error", why, [(each, (field,)) for each in wrong]
            )


def _noted(field: str, sheets: Sheets) -> int:
    return sum(each.number_or_0(field) for each in sheets)


def _fits(field: str, most: int, sheets: Sheets) -> bool:
    return _noted(field, sheets) <= most


def _three_steps(records: Sheets, automas: Sheets, drawn: GaiaDraw | None) -> Findings:
    """Check three-step: the colours follow from the homes of the others and the row."""
    playing = {each.record.seat: faction_of(each.record) for each in (*records, *automas)}
    known = {seat: faction for seat, faction in playing.items() if faction is not None}
    players = records[0].record.game.players
    is_complete = len(known) == players + (players == 1)
    coloured = {
        each.record.seat: colours
        for each in records
        if (faction := playing[each.record.seat])
        and factions()[faction].coloured
        and (colours := _colours(each))
    }
    homes = frozenset({factions()[faction].home for faction in known.values()} & set(box().homes))
    follows_row = is_complete and drawn is not None
    if drawn is not None and follows_row:
        expected = three_step_colours(known, drawn.colour_row, drawn.seat_order)
        others = three_step_colours(known, drawn.colour_row, drawn.seat_order[::-1])
        wrong = {seat: expected[seat] for seat, colours in coloured.items() if colours != expected[seat]}
        unsure = {seat for seat in wrong if coloured[seat] == others[seat]}
    else:
        wrong = {seat: homes for seat, colours in coloured.items() if not homes <= colours}
        unsure = set()
    for each in records:
        if each.record.seat in wrong:
            fields = each.inked_in(THREE_STEP)
            named = listed([COLOURS[home] for home in box().homes if home in wrong[each.record.seat]])
            words = Message(
                "Homes of the others’ base-game factions are missing here: the colours must include {colours}."
            )
            if follows_row:
                words = Message(
                    "These colours do not fit the homes of the others’ base-game factions, filled up from the row: "
                    "{colours}."
                )
            why = words.filled(colours=named)
            if each.record.seat in unsure:
                unsure_order = Message("They would fit another order of the seats than the seed’s.")
                why = joined(" ", (why, unsure_order))
            level: CheckLevel = "warn" if each.record.seat in unsure else "error"
            yield finding_on(each, "three-step", level, fields, why)


def _colours(sheet: TableSheet) -> frozenset[str]:
    return frozenset(field.removeprefix(THREE_STEP) for field in sheet.inked_in(THREE_STEP))


def _tile_words(place: int, drawn: GaiaDraw | None) -> Message:
    """Return one of the two final tiles in words, by its printed name if the seed draws it."""
    if drawn is None:
        return Message("final tile {place}", place=place)
    return Message("the final tile “{name}”", name=words_of(drawn.final_tiles[place - 1]))


def _final_points(table: Sheets, drawn: GaiaDraw | None) -> Findings:
    """Check scores: the boxes of the final tiles have the points of the places."""
    sheets = {each.record.key: each for each in table}
    for boxes in final_boxes(table, drawn):
        written = {
            (key, box): mark
            for key, (box, _) in boxes.points.items()
            if (mark := sheets[key].number(box)) is not None
        }
        if _agree(boxes.counts, written, boxes):
            continue
        is_unsure = boxes.is_unsure and all(boxes.can_be(key, mark) for (key, _), mark in written.items())
        level: CheckLevel = "warn" if is_unsure else "error"
        shares = [
            Message("{points} to {owner}", points=points, owner=sheets[key].owner)
            for key, (_, points) in boxes.points.items()
        ]
        tile = _tile_words(int(next(iter(boxes.points.values()))[0][-1]), drawn)
        why = Message("The counts of all sides for {tile} give {of_all}.", tile=tile, of_all=listed(shares))
        if is_unsure:
            marker = Message("The place of the neutral marker is not certain: note it on the set-up sheet.")
            why = joined(" ", (why, marker))
        wrong = _possibly_wrong(boxes, written, sheets, drawn)
        named = [
            (sheets[key], tuple(field for at, field in (*written, *boxes.counts) if at == key))
            for key in sheets
            if key in wrong
        ]
        yield from cross_sheet_findings("scores", level, why, named)


def _marker_findings(setup: TableSheet, drawn: GaiaDraw) -> Findings:
    """Check marker-noted: for one and two players, the place of the neutral marker on a tile, if it is certain."""
    if sides_of(setup.record.game.players) > SIDES_WITH_MARKER:
        return
    for place, tile in zip(TILES, drawn.final_tiles, strict=True):
        field, marker = f"marker.{place}", markers()[tile]
        if marker.is_sure and setup.number(field) not in (None, marker.number):
            why = Message(
                "Neutral marker: {written} written, but on this final tile it is at {number}.",
                number=marker.number,
                written=setup.number_or_0(field),
            )
            yield finding_on(setup, "marker-noted", "warn", (field,), why)


def _agree(counts: Mapping[Counted, int], written: Mapping[Counted, int], boxes: FinalBoxes) -> bool:
    """Return whether the written boxes have the points that the counts give."""
    points = boxes.points_by(counts)
    return all(written.get((key, box), right) == right for key, (box, right) in points.items())


def _possibly_wrong(
    boxes: FinalBoxes,
    written: Mapping[Counted, int],
    sheets: Mapping[SheetKey, TableSheet],
    drawn: GaiaDraw | None,
) -> list[SheetKey]:
    """Return the sheets whose count, box or both may be wrong; only those that contradict their own count, if any."""
    fields = dict(boxes.counts)
    wrong = possibly_wrong(
        dict.fromkeys(key for key, _ in fields),
        lambda key: (
            (key, {**fields, (at, field): number})
            for at, field in fields
            if at == key
            for number in allowed_numbers(sheets[key], field, setting_of_draw(drawn, sheets[key].record.game))
        ),
        lambda other: _agree(
            other[1], {place: mark for place, mark in written.items() if place[0] != other[0]}, boxes
        ),
    )
    contradicted = [
        key
        for key, field in fields
        if key in wrong
        and is_contradicted(sheets[key], field, setting_of_draw(drawn, sheets[key].record.game))
    ]
    return contradicted or wrong

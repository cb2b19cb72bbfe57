"""What binds the sheets of a table of Gaia Project to each other, and to the map and the row of colours of the seed."""

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
from fairsheet.sheets.support.phrases import there_are

CHECKS_IN_PYTHON = {  # what is checked in this module, in a sentence
    "level-5-alone": "The Automa and the player are not both on level 5 of an area.",
    "planet-supply": "The players together have no more planets of a type than the map of the seed shows; a transdim "
    "planet can become a gaia planet. Without a seed, no more than any map for this many players shows.",
    "three-step": "The colours at three steps of Tinkeroids and Moweyds are the homes of the others’ factions of the "
    "base game, filled up from the row of the seed; where both play, first those of the earlier one in the order "
    "of the seats that the seed draws; a warning is all where they fit the other order. Without a seed, or with sheets "
    "missing, the homes of the others are among them. Left out where none is circled.",
    "automa-faction": "The Automa’s faction is not of the player’s home colour.",
    "automa-count": "The Automa has no more of what a final tile counts than its pieces allow and the map of the seed "
    "shows, of gaia planets and asteroids no more than the player leaves. Left out without a seed, and for the "
    "distance.",
    "scores": "The points of the final tiles follow from the counts of all sides; with one or two players the neutral "
    "marker takes a place, and a warning is all where it is not noted and not known for certain, and somewhere it "
    "would give what is written. Left out where a sheet is missing, or for one and two players without a seed.",
    "marker-noted": "The neutral marker is noted where it stands by the final tile of the seed; a warning, and what is "
    "noted counts. Left out where that is not known for certain.",
}
THREE_STEP = "three-step."


def findings_between(table: Sheets, drawn: GaiaDraw | None) -> Findings:
    """What is wrong between the sheets of a table, or with what the seed drew."""
    records = [each for each in table if each.record.sheet == RECORD]
    automas = [each for each in table if each.record.sheet == AUTOMA]
    if records:
        yield from _planet_supply(records, drawn)
        yield from _three_steps(records, automas, drawn)
    for automa in automas:
        for record in records:
            yield from _against_automa(record, automa)
        if drawn is not None:
            yield from _automa_counts(automa, records, drawn)
    yield from _final_points(table, drawn)
    if drawn is not None:
        for each in table:
            if each.record.sheet == SETUP:
                yield from _markers_noted(each, drawn)


def _against_automa(record: TableSheet, automa: TableSheet) -> Findings:
    """level-5-alone and automa-faction: what player and Automa cannot have both."""
    for area in box().areas:
        if f"{area}.l5" in record.record.marks and f"automa-{area}.l5" in automa.record.marks:
            both = [(record, (f"{area}.l5",)), (automa, (f"automa-{area}.l5",))]
            yield from cross_sheet_findings(
                "level-5-alone", "error", Message(CHECKS_IN_PYTHON["level-5-alone"]), both
            )
    own, other = faction_of(record.record), faction_of(automa.record)
    if own is not None and other is not None and factions()[own].home == factions()[other].home:
        both = [(record, (f"faction.{own}",)), (automa, (f"automa-faction.{other}",))]
        yield from cross_sheet_findings(
            "automa-faction", "error", Message(CHECKS_IN_PYTHON["automa-faction"]), both
        )


def _automa_counts(automa: TableSheet, records: Sheets, drawn: GaiaDraw) -> Findings:
    """automa-count: what there is for the Automa of what final tiles count."""
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
            words = Message("Of what {tile} counts the Automa can have {most} at most; {written} is written.")
            why = words.filled(tile=_tile_words(place, drawn), most=most, written=automa.number_or_0(count))
            yield from cross_sheet_findings("automa-count", "error", why, own)


def _planet_supply(records: Sheets, drawn: GaiaDraw | None) -> Findings:
    """planet-supply: nobody lives on planets that are not there."""
    players = records[0].record.game.players
    there = (
        most_planets(players) if drawn is None else with_future_gaia(planet_counts(players, drawn.deep_sides))
    )
    for planet in box().planets:
        field = f"planet.{planet}"
        owners = [each for each in records if field in each.record.marks]
        # A player who has the artifact that counts as such a planet may have counted it here.
        artifacts = sum(f"artifact.ar-{planet}" in each.record.marks for each in owners)
        noted = _noted(field, owners)
        most = there[planet] + artifacts
        if noted > most:
            type_ = words_of(planet)
            why = Message(
                "Of the planets “{type}” the players together have {noted}, and {there_are}.",
                type=type_,
                noted=noted,
                there_are=there_are(most),
            )
            wrong = possibly_wrong(owners, left_out(owners), partial(_is_room, field, most))
            yield from cross_sheet_findings(
                "planet-supply", "error", why, [(each, (field,)) for each in wrong]
            )


def _noted(field: str, sheets: Sheets) -> int:
    return sum(each.number_or_0(field) for each in sheets)


def _is_room(field: str, most: int, sheets: Sheets) -> bool:
    return _noted(field, sheets) <= most


def _three_steps(records: Sheets, automas: Sheets, drawn: GaiaDraw | None) -> Findings:
    """three-step: the colours follow from the homes of the others and the row."""
    playing = {each.record.seat: faction_of(each.record) for each in (*records, *automas)}
    known = {seat: faction for seat, faction in playing.items() if faction is not None}
    players = records[0].record.game.players
    is_whole = len(known) == players + (players == 1)
    coloured = {
        each.record.seat: colours
        for each in records
        if (faction := playing[each.record.seat])
        and factions()[faction].coloured
        and (colours := _colours(each))
    }
    homes = frozenset({factions()[faction].home for faction in known.values()} & set(box().homes))
    goes_by_row = is_whole and drawn is not None
    if drawn is not None and goes_by_row:
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
                "The colours are the homes of the others’ factions of the base game, filled up from the row; "
                "among them are: {colours}."
            )
            if goes_by_row:
                words = Message(
                    "The colours are the homes of the others’ factions of the base game, filled up from the row: "
                    "{colours}."
                )
            why = words.filled(colours=named)
            if each.record.seat in unsure:
                unsure_order = Message("They are others where the seats do not go by the order of the seed.")
                why = joined(" ", (why, unsure_order))
            level: CheckLevel = "warn" if each.record.seat in unsure else "error"
            yield finding_on(each, "three-step", level, fields, why)


def _colours(sheet: TableSheet) -> frozenset[str]:
    return frozenset(field.removeprefix(THREE_STEP) for field in sheet.inked_in(THREE_STEP))


def _tile_words(place: int, drawn: GaiaDraw | None) -> Message:
    """One of the two final tiles, by what is printed there where the seed draws it."""
    if drawn is None:
        return Message("final tile {place}", place=place)
    return Message("the final tile “{name}”", name=words_of(drawn.final_tiles[place - 1]))


def _final_points(table: Sheets, drawn: GaiaDraw | None) -> Findings:
    """scores: the boxes of the final tiles hold what the places give."""
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
        of_all = [
            Message("{points} to {owner}", points=points, owner=sheets[key].owner)
            for key, (_, points) in boxes.points.items()
        ]
        tile = _tile_words(int(next(iter(boxes.points.values()))[0][-1]), drawn)
        why = Message("By the counts of all sides {tile} brings {of_all}.", tile=tile, of_all=listed(of_all))
        if is_unsure:
            marker = Message(
                "Where the neutral marker stands is not known for certain: note it on the set-up sheet."
            )
            why = joined(" ", (why, marker))
        wrong = _possibly_wrong(boxes, written, sheets, drawn)
        told = [
            (sheets[key], tuple(field for at, field in (*written, *boxes.counts) if at == key))
            for key in sheets
            if key in wrong
        ]
        yield from cross_sheet_findings("scores", level, why, told)


def _markers_noted(setup: TableSheet, drawn: GaiaDraw) -> Findings:
    """marker-noted: of one and two players, where the neutral marker stands on a tile of which that is certain."""
    if sides_of(setup.record.game.players) > SIDES_WITH_MARKER:
        return
    for place, tile in zip(TILES, drawn.final_tiles, strict=True):
        field, marker = f"marker.{place}", markers()[tile]
        if marker.is_sure and setup.number(field) not in (None, marker.number):
            why = Message(
                "On this final tile the neutral marker stands at {number}; {written} is written.",
                number=marker.number,
                written=setup.number_or_0(field),
            )
            yield finding_on(setup, "marker-noted", "warn", (field,), why)


def _agree(counts: Mapping[Counted, int], written: Mapping[Counted, int], boxes: FinalBoxes) -> bool:
    """Whether the boxes that are written hold what the counts give."""
    points = boxes.points_by(counts)
    return all(written.get((key, box), right) == right for key, (box, right) in points.items())


def _possibly_wrong(
    boxes: FinalBoxes,
    written: Mapping[Counted, int],
    sheets: Mapping[SheetKey, TableSheet],
    drawn: GaiaDraw | None,
) -> list[SheetKey]:
    """The sheets whose count, box or both may be wrong; those whose other marks contradict the count, if any."""
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

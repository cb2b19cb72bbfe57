"""What binds the sheets of a table of Gaia Project to each other, and to the map and the row of colours of the seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.phrases import listed
from engine.proof.verdict import Finding
from engine.recorded import TableSheet
from engine.recorded.gaia.box import AUTOMA, RECORD, box
from engine.recorded.gaia.draw import GaiaDraw
from engine.recorded.gaia.factions import faction_of, factions, three_step_colours
from engine.recorded.gaia.final import final_boxes
from engine.recorded.gaia.map import most_planets, planet_counts, with_future_gaia
from engine.recorded.gaia.words import words_of
from sheets.model import CheckLevel

CHECKS_IN_PYTHON = {  # what is checked in this module, in a sentence
    "level-5-alone": "The Automa and the player are not both on level 5 of an area.",
    "planet-supply": "The players together have no more planets of a type than the map of the seed shows; a transdim "
    "planet can become a gaia planet. Without a seed, no more than any map for so many shows.",
    "three-step": "The colours at three steps of Tinkeroids and Moweyds are the homes of the others’ factions of the "
    "base game, filled up from the row of the seed; where both play, first those of the earlier one in the order "
    "of the seats that the seed draws. Without a seed, or with sheets missing, the homes of the others are among them.",
    "automa-faction": "The Automa’s faction is not of the player’s home colour.",
    "scores": "The points of the final tiles follow from the counts of all sides; with one or two players the neutral "
    "marker takes a place, and a warning is all where it is not noted and not known for certain. Left out where a "
    "sheet is missing, or for one and two players without a seed.",
}
THREE_STEP = "three-step."


def findings_between(
    table: Sequence[TableSheet], drawn: GaiaDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """What is wrong between the sheets of a table, or with what the seed drew."""
    records = [each for each in table if each.record.sheet == RECORD]
    automas = [each for each in table if each.record.sheet == AUTOMA]
    if records:
        yield from _planet_supply(records, drawn)
        yield from _three_steps(records, automas, drawn)
    for automa in automas:
        for record in records:
            yield from _against_automa(record, automa)
    yield from _final_points(table, drawn)


def _against_automa(record: TableSheet, automa: TableSheet) -> Iterator[tuple[TableSheet, Finding]]:
    """level-5-alone and automa-faction: what player and Automa cannot have both."""
    for area in box().areas:
        if f"{area}.l5" in record.record.marks and f"automa-{area}.l5" in automa.record.marks:
            why = CHECKS_IN_PYTHON["level-5-alone"]
            yield record, Finding("level-5-alone", "error", (f"{area}.l5",), why)
            yield automa, Finding("level-5-alone", "error", (f"automa-{area}.l5",), why)
    own, other = faction_of(record.record), faction_of(automa.record)
    if own is not None and other is not None and factions()[own].home == factions()[other].home:
        why = CHECKS_IN_PYTHON["automa-faction"]
        yield record, Finding("automa-faction", "error", (f"faction.{own}",), why)
        yield automa, Finding("automa-faction", "error", (f"automa-faction.{other}",), why)


def _planet_supply(
    records: Sequence[TableSheet], drawn: GaiaDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """planet-supply: nobody lives on planets that are not there."""
    players = records[0].record.game.players
    there = (
        most_planets(players) if drawn is None else with_future_gaia(planet_counts(players, drawn.deep_sides))
    )
    for planet in box().planets:
        field = f"planet.{planet}"
        owners = [each for each in records if field in each.record.marks]
        # Whoever has the artifact that counts as such a planet may have counted it here.
        artifacts = sum(f"artifact.ar-{planet}" in each.record.marks for each in owners)
        noted = sum(each.number_or_0(field) for each in owners)
        if noted > there[planet] + artifacts:
            why = f"The players together have {noted} planets of this type, and there are {there[planet] + artifacts}."
            for each in owners:
                yield each, Finding("planet-supply", "error", (field,), why)


def _three_steps(
    records: Sequence[TableSheet], automas: Sequence[TableSheet], drawn: GaiaDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """three-step: the colours follow from the homes of the others and the row."""
    playing = {each.record.seat: faction_of(each.record) for each in (*records, *automas)}
    known = {seat: faction for seat, faction in playing.items() if faction is not None}
    players = records[0].record.game.players
    is_whole = len(known) == players + (players == 1)
    coloured = {
        each.record.seat: _colours(each)
        for each in records
        if (faction := playing[each.record.seat]) and factions()[faction].coloured
    }
    homes = frozenset({factions()[faction].home for faction in known.values()} & set(box().homes))
    if is_whole and drawn is not None:
        expected = three_step_colours(known, drawn.colour_row, drawn.seat_order)
        wrong = {seat: expected[seat] for seat, colours in coloured.items() if colours != expected[seat]}
    else:
        wrong = {seat: homes for seat, colours in coloured.items() if colours and not homes <= colours}
    for each in records:
        if each.record.seat in wrong:
            fields = tuple(f for f in each.record.marks if f.startswith(THREE_STEP)) or tuple(
                f"{THREE_STEP}{home}" for home in box().homes
            )
            named = listed(
                [words_of(home)[0].lower() for home in box().homes if home in wrong[each.record.seat]]
            )
            why = (
                "The colours are the homes of the others’ factions of the base game, filled up from the row"
                f"{'' if is_whole and drawn is not None else '; among them are'}: {named}."
            )
            yield each, Finding("three-step", "error", fields, why)


def _colours(sheet: TableSheet) -> frozenset[str]:
    return frozenset(
        field.removeprefix(THREE_STEP) for field in sheet.record.marks if field.startswith(THREE_STEP)
    )


def _final_points(
    table: Sequence[TableSheet], drawn: GaiaDraw | None
) -> Iterator[tuple[TableSheet, Finding]]:
    """scores: the boxes of the final tiles hold what the places give."""
    for boxes in final_boxes(table, drawn):
        level: CheckLevel = "warn" if boxes.is_unsure else "error"
        for each in table:
            box, points = boxes.points.get((each.record.sheet, each.record.seat), ("", 0))
            if each.record.marks.get(box, points) != points:
                why = f"By the counts of all sides this place gives {points}."
                if boxes.is_unsure:
                    why += " Where the neutral marker stands is not known for certain: note it on the set-up sheet."
                yield each, Finding("scores", level, (box,), why)

"""Checks between the sheets of a Planet Unknown table, and between sheets and the draw; and whether the covered cells
of a planet are connected, because no formula can check that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fairsheet.engine.checks.attribution import left_out, possibly_wrong
from fairsheet.engine.checks.consistency import findings_on, setting_of
from fairsheet.engine.checks.verdict import Finding
from fairsheet.engine.recorded.base.cross_sheet import cross_sheet_findings
from fairsheet.engine.recorded.base.protocol import (
    Findings,
    OnSheet,
    Sheets,
    TableFinding,
    TableSheet,
    finding_on,
)
from fairsheet.engine.recorded.planet import _seats
from fairsheet.engine.recorded.planet._draw import PlanetDraw, may_lose_stack, neighbour_cards
from fairsheet.engine.recorded.planet._neighbour_missions import (
    ALL,
    PAIR_PLACES,
    PERSONAL,
    Place,
    cards_not_copied,
    meetings,
)
from fairsheet.engine.recorded.planet._neighbours import neighbour_findings
from fairsheet.engine.recorded.planet._stacks import findings_of_strips
from fairsheet.engine.recorded.planet.box import board
from fairsheet.engine.recorded.planet.box.components import STACK
from fairsheet.engine.recorded.planet.box.printed import how_cards_are_counted
from fairsheet.languages.messages import Message, listed
from fairsheet.sheets.model.remembered import remembered
from fairsheet.sheets.model.sheet import CheckLevel, Sheet

NO_ROOM, DEPOT_EMPTY = "end.cause-no-room", "end.cause-depot-empty"
CAUSES = (NO_ROOM, DEPOT_EMPTY, "end.cause-events-out")
TURNS = "end.turns"
PERSONAL_POINTS = "score.personal"
OF_MISSIONS = ("mission-from-sheet", "mission-bounds")

CHECKS_IN_PYTHON = {  # each with its rule in a sentence or two
    "connected": "All cells that are not crossed are connected, side by side. Not checked for Universal Coalition and "
    "Horizon Group with a technology, or with events.",
    "first-tile": "At least one cell on the edge of the planet is covered; on Charybdis, one of the crater.",
    "civ-count": "Universal Coalition, Horizon Group, Oasis and Wormhole hold a card of every rank whose milestone "
    "their tracker has reached. Only a warning if no card is crossed. Not checked with events, if a sheet is missing, "
    "or if Republic, Flux, Jump Drive or Makeshift plays, because they may empty a deck.",
    "turns-equal": "All sheets with a crossed cause of the end share one cause. Only a warning if one of them says "
    "that there was no room, because that may happen in the same turn as another cause.",
    "depot-empty": "A depot has 24 tiles and loses one each turn, and one for each tile card that is held. Not checked "
    "if a sheet is missing. Not checked for solo, unless the seed draws the events and none removes a stack. A player "
    "who may not have filled in the civ cards may hold both tile cards.",
    "mission-from-sheet": "Missions that the seed prints on a sheet are checked, too, if nobody copied their numbers. "
    "Two players may list theirs in any order: the best-fitting order counts.",
    "mission-pairs": "Neighbours name the same card between them, two players the same three, and all the same one for "
    "everybody.",
    "mission-seed": "Missions are those that the seed drew: between neighbours, and the personal ones of a player.",
    "personal-missions": "With several players, each has at most one personal mission. Having one is a warning if the "
    "table did not choose personal missions (`--option personal=yes`).",
    "sums": "Points of missions with neighbours follow from the values of both. Only a warning if players share the "
    "best value of the card for which all compete, because its points are unclear. Not checked for two players "
    "without card numbers, because each may list the cards in another order.",
    "area-exact": "The number of covered cells without patches equals the number of cells of the strip's tiles, plus "
    "at most 5 for each tile card. If the depot is unknown, a small tile has 2 to 4 cells, a large one 4 or 5. If the "
    "offset is unknown, one of the six must fit. "
    "More cells are only a warning if no patches are written, no card is crossed, or a tile card is missing although "
    "the tracker has reached its rank.",
    "depots": "In each turn the seats face consecutive depots; if the station turns by rule, the next ones in the next "
    "turn. The offset of the rings is the same for all. Only a warning unless the table plays with the stacks of the "
    "seed (`--option tiles=seeded`). For solo, only checked if the seed draws the events and none turns the "
    "station.",
    "tiles-seeded": "No stack runs out, and meteorites are at most as many as meteor symbols on the placed tiles. "
    "Only checked for tables that play with the stacks of the seed (`--option tiles=seeded`) and keep all strips, if "
    "at least one strip names the depot of each turn. Not checked if a player holds a tile card.",
    "buildings-floor": "If the tiles are known as for `tiles-seeded`: no tracker is below the number of buildings of "
    "its kind on the taken tiles. Not checked for water, with events, for corporations that advance in other ways, for "
    "tech of Jump Drive with a lifepod on technology D, or above space 9 of Cosmos, whose lifepods stop trackers.",
    "mission-bounds": "If the tiles are known as for `tiles-seeded`: buildings of a terrain on the planet are those "
    "of the tiles placed, for missions with neighbours and for the personal one of 5 energy buildings.",
}


def findings_between(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """Yield what is wrong between the sheets of a table, between them and the draw, or with a planet's cells."""
    for each in table:
        yield from _connection(each)
    yield from _civ_counts(table)
    yield from _causes(table)
    yield from _empty_depot(table, drawn)
    yield from _pairs(table, drawn)
    for each in table:
        yield from _personal_missions(each)
    if drawn is not None:
        for each in table:
            yield from _missions_drawn(each, drawn)
            yield from _missions_printed(each, drawn)
    yield from neighbour_findings(table, drawn)
    yield from findings_of_strips(table, drawn)


def _connection(sheet: TableSheet) -> Findings:
    """Check connected, first-tile: tiles touch each other, and the first one touches the edge or the crater."""
    may_lie_apart = _seats.corporation_of(sheet) in (
        "universal-coalition",
        "horizon",
    ) and _seats.may_have_technology(sheet, 1)
    filled = _seats.covered(sheet)
    areas = board.areas_of(filled)
    if len(areas) > 1 and not may_lie_apart:
        near = {adjacent for area in areas[1:] for cell in area for adjacent in board.neighbours(cell)}
        fields = sheet.inked(*(board.field_of(cell) for cell in sorted(near & board.cells_of(sheet.layout))))
        why = Message(
            "Every tile touches another one, but these empty cells separate some covered cells from the rest."
        )
        yield finding_on(sheet, "connected", "error", fields, why)
    crater = board.crater_of(sheet.layout)
    first = crater or board.edge_of(sheet.layout)
    if not first & filled:
        words = Message("The first tile covers a cell on the planet's edge, but all of them are crossed.")
        if crater:
            words = Message("The first tile covers a cell of the crater, but all of them are crossed.")
        fields = tuple(board.field_of(cell) for cell in sorted(first))
        yield finding_on(sheet, "first-tile", "error", fields, words)


def _civ_counts(table: Sheets) -> Findings:
    """Check civ-count: a player who has reached a milestone holds a card of its rank, if no deck can be empty."""
    record = table[0].record
    if (
        len(table) < record.game.players
        or _seats.has_events(record.game)
        or any(how_cards_are_counted(each.layout.name) == "emptying" for each in table)
    ):
        return
    for each in table:
        if how_cards_are_counted(each.layout.name) != "exact":
            continue
        lacking, reached = _seats.ranks_lacking(each), _seats.height(each, "civ")
        if lacking:
            why = Message(
                "The civilization tracker has reached the milestone of rank {ranks}, but no card of this rank is "
                "crossed.",
                "The civilization tracker has reached the milestones of ranks {ranks}, but no cards of these ranks "
                "are crossed.",
                n=len(lacking),
                ranks=listed(lacking),
            )
            # A player without any crossed card may have left the cards blank.
            level: CheckLevel = "error" if _seats.ranks(each) else "warn"
            yield finding_on(each, "civ-count", level, (f"track-civ.h{reached:02d}",), why)


def _causes(table: Sheets) -> Findings:
    """Check turns-equal: the game ends for all players by the same cause, or by two causes in one turn."""
    crossed = [(each, causes) for each in table if (causes := each.inked(*CAUSES))]
    if not crossed or _have_common(crossed):
        return
    level: CheckLevel = "warn" if any(NO_ROOM in causes for _, causes in crossed) else "error"
    why = Message("The game ends for all players by the same cause, but they crossed different ones.")
    yield from cross_sheet_findings(
        "turns-equal", level, why, possibly_wrong(crossed, left_out(crossed), _have_common)
    )


def _have_common(crossed: Sequence[OnSheet]) -> bool:
    return bool(set.intersection(*(set(causes) for _, causes in crossed)))


def _empty_depot(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """Check depot-empty: a depot is empty after as many turns as it has tiles, or earlier by the tile cards held."""
    game = table[0].record.game
    claims = [each for each in table if _seats.shows(each, DEPOT_EMPTY, "crossed")]
    if not claims or len(table) < game.players or may_lose_stack(game, drawn):
        return
    least = 2 * STACK - _seats.most_tile_cards(table)
    early = [each for each in table if each.number(TURNS) is not None and each.number_or_0(TURNS) < least]
    if early:
        why = Message(
            "A depot has {tiles} tiles and loses one each turn, so it is empty after turn {least} at the "
            "earliest, but “depot” is crossed as the cause of the end.",
            tiles=2 * STACK,
            least=least,
        )
        sheets = [(each, each.inked(TURNS, DEPOT_EMPTY)) for each in table if each in early or each in claims]
        yield from cross_sheet_findings("depot-empty", "error", why, sheets)


def _pairs(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """Check mission-pairs: players who share a card name the same one; a card that the seed drew is not reported."""
    for each in table:
        if each.record.game.players == 2:
            continue
        for place, other in meetings(each, table):
            if place.side == "left" and other is not None and _differ(place.card, other.card):
                why = Message(
                    "Neighbours share the card between them, but they wrote {one} and {other}.",
                    one=place.card or 0,
                    other=other.card or 0,
                )
                both = [(one.sheet, (one.card_field,)) for one in (place, other) if not _is_drawn(one, drawn)]
                yield from cross_sheet_findings("mission-pairs", "error", why, both)
    if table[0].record.game.players == 2 and len(table) == 2:
        named = [[Place(each, side).card for side in PAIR_PLACES] for each in table]
        complete = all(None not in cards_of_seat for cards_of_seat in named)
        if complete and set(named[0]) != set(named[1]):
            sheets = []
            for each, own, others in zip(table, named, reversed(named), strict=True):
                fields = [
                    place.card_field
                    for place in (Place(each, side) for side in PAIR_PLACES)
                    if not _is_drawn(place, drawn) and (place.card not in others or own.count(place.card) > 1)
                ]
                if fields:
                    sheets.append((each, tuple(fields)))
            written = ", and ".join(listed(sorted(filter(None, cards))) for cards in named)
            why = Message("Two players share three cards, but they wrote {wrote}.", wrote=written)
            yield from cross_sheet_findings("mission-pairs", "error", why, sheets)
    everybody = [place for each in table if (place := Place(each, ALL)).card is not None]
    cards = {place.card for place in everybody if place.card is not None}
    if len(cards) > 1:
        why = Message("All compete for one card, but they wrote {sorted}.", sorted=listed(sorted(cards)))
        sheets = [(place.sheet, (place.card_field,)) for place in everybody]
        suspects = possibly_wrong(
            sheets, left_out(sheets), lambda some: len({one.number(field) for one, (field,) in some}) == 1
        )
        yield from cross_sheet_findings("mission-pairs", "error", why, suspects)


def _is_drawn(place: Place, drawn: PlanetDraw | None) -> bool:
    """Return whether a card is the one that the seed put there; for two players, one of their three."""
    if drawn is None:
        return False
    record = place.sheet.record
    between = neighbour_cards(drawn, record.game, record.seat)
    return place.card in (between.values() if record.game.players == 2 else [between.get(place.side)])


def _differ(one: int | None, other: int | None) -> bool:
    return None not in (one, other) and one != other


def _missions_drawn(sheet: TableSheet, drawn: PlanetDraw) -> Findings:
    """Check mission-seed: cards are those that the seed drew."""
    game, seat = sheet.record.game, sheet.record.seat
    between = neighbour_cards(drawn, game, seat)
    for side, card in between.items():
        place = Place(sheet, side)
        allowed = set(between.values()) if game.players == 2 else {card}
        if place.card is not None and place.card not in allowed:
            why = Message(
                "The seed draws mission {cards}, but {card} is written.",
                "The seed draws missions {cards}, but {card} is written.",
                n=len(allowed),
                cards=listed(sorted(allowed)),
                card=place.card,
            )
            yield finding_on(sheet, "mission-seed", "error", (place.card_field,), why)
    cards = drawn.missions.personal.get(seat)
    if cards is None or (game.players == 1 and not _knows_missions(drawn)):
        return
    wrong = [field for k in PERSONAL if sheet.number(field := f"personal.card-{k}") not in (None, *cards)]
    if wrong:
        why = Message("The seed offers this player only personal missions {cards}.", cards=listed(cards))
        yield finding_on(sheet, "mission-seed", "error", tuple(wrong), why)


def _missions_printed(sheet: TableSheet, drawn: PlanetDraw) -> Findings:
    """Check mission-from-sheet, mission-bounds: also for cards that are only printed, in the best-fitting order."""
    orders = cards_not_copied(sheet, drawn)
    for finding in min((_findings_with(sheet, cards) for cards in orders), key=len, default=[]):
        words = Message("{why} The seed drew these cards.")
        if sheet.record.game.players > 2:
            words = Message("{why} The seed drew this card.")
        why = words.filled(why=finding.why)
        sheets = [(sheet, sheet.inked(*finding.fields))]
        yield TableFinding(finding.check, finding.level, why, sheets, finding.culprits, finding.is_missing)


def _findings_with(sheet: TableSheet, cards: Mapping[str, int]) -> list[Finding]:
    """Return what is wrong with the values of missions if they have these cards, by side."""
    places = [(Place(sheet, side), card) for side, card in cards.items()]
    values = {place.value_field for place, _ in places}
    if not values & sheet.record.marks.keys():
        return []
    marks = {**sheet.record.marks, **{place.card_field: card for place, card in places}}
    found = findings_on(_with_checks_of_missions(sheet.layout), marks, setting_of(sheet.record, 1), needed=())
    return [each for each in found if values & set(each.fields)]


@remembered
def _with_checks_of_missions(sheet: Sheet) -> Sheet:
    """Return the layout with only the checks that compare values of missions with other marks."""
    return replace(sheet, checks=tuple(check for check in sheet.checks if check.id in OF_MISSIONS))


def _personal_missions(sheet: TableSheet) -> Findings:
    """Check personal-missions: with several players at most one each, and none if the table did not choose them."""
    game = sheet.record.game
    rings = sheet.inked(*(f"personal.done-{k}" for k in PERSONAL))
    points = sheet.inked(PERSONAL_POINTS) if sheet.number(PERSONAL_POINTS) else ()
    if game.players == 1:
        return
    if len(rings) > 1:
        why = Message("More than one personal mission is ringed; with several players, each has at most one.")
        yield finding_on(sheet, "personal-missions", "error", (*rings, *points), why)
    elif (rings or points) and game.chosen.get("personal") != "yes":
        why = Message(
            "The table plays without personal missions: they were not chosen when the sheets were printed."
        )
        yield finding_on(sheet, "personal-missions", "warn", (*rings, *points), why)


def _knows_missions(drawn: PlanetDraw) -> bool:
    """Return whether a solo player can have only the missions dealt at the start."""
    return bool(drawn.events) and "green-extra-mission" not in drawn.events

"""What binds the sheets of a table of Planet Unknown to each other, and to what the seed drew; and which cells of a
planet hang together, which no formula can say."""

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

CHECKS_IN_PYTHON = {  # what is checked in Python, in a sentence
    "connected": "The cells that are not crossed hang together, side by side. Left out for Universal Coalition and "
    "Horizon Group with a technology, and with events.",
    "first-tile": "Some covered cell lies on the edge of the planet; on Charybdis one of the crater is covered.",
    "civ-count": "Universal Coalition, Horizon Group, Oasis and Wormhole hold a card of every rank whose milestone "
    "their tracker has reached; a warning is all where none is crossed. Left out with events, where a sheet is "
    "missing, and beside Republic, Flux, Jump Drive and Makeshift, which may empty a deck.",
    "turns-equal": "All sheets on which a cause of the end is crossed have one in common; a warning is all where "
    "one of them says that there was no room, for that may have come about in the same turn as another cause.",
    "depot-empty": "A depot has 24 tiles and loses one in each turn, and one for each tile card that is held. Left out "
    "alone, unless the seed draws the events and none of them takes a stack away, and where a sheet is missing; of "
    "who may not have filled in the civ cards both tile cards are taken for possible.",
    "mission-from-sheet": "The same of missions that the seed prints on a sheet, where nobody copied their numbers; "
    "of two players, who may list theirs in any order, in the order that fits best.",
    "mission-pairs": "Neighbours name the same card between them, two players the same three, and all the same one for "
    "everybody.",
    "mission-seed": "Missions are those that the seed drew: between neighbours, and the personal ones of a player.",
    "personal-missions": "Of several players each has one personal mission at most; a warning is one at a table that "
    "did not choose them (`--option personal=yes`).",
    "sums": "Points of missions with neighbours are those that both values give; a warning is all where players share "
    "the best value of the card for which all compete, for it is not sure what that brings. Left out for two players "
    "who did not write the numbers of their cards, for each may list them in another order.",
    "area-exact": "Covered cells without patches are as many as the tiles of the strip have, and at most 5 more for "
    "each tile card; where the depot is not known, a small tile has 2 to 4 cells, a large one 4 or 5, and where the "
    "offset is not known, one of the six has to fit. "
    "More cells are a warning where no patches are written, no card is crossed, or a tile card is missing: the tracker "
    "has reached its rank.",
    "depots": "In a turn seats face depots one after another, and where the station turns by rule the next ones in "
    "the next turn; the offset of the rings is the same for all. A warning is all unless the table plays with the "
    "stacks of the seed (`--option tiles=seeded`). Alone only where the seed draws the events, none of which turns the "
    "station.",
    "tiles-seeded": "Of a table that plays with the stacks of the seed (`--option tiles=seeded`) and keeps all its "
    "strips, of which one at least names the depot of each turn: no stack runs out, and no more meteorites are there "
    "than the tiles that were placed have symbols. Left out with a tile card at the table.",
    "buildings-floor": "Where the tiles are known as for `tiles-seeded`: a tracker is not below the buildings of its "
    "kind on those that were taken. Left out for water, with events, for corporations that advance in other ways, for "
    "tech of Jump Drive with a lifepod on technology D, and above space 9 of Cosmos, whose lifepods stop trackers.",
    "mission-bounds": "Where the tiles are known as for `tiles-seeded`: buildings of a terrain on the planet are those "
    "of the tiles placed, for missions with neighbours and for the personal one of 5 energy buildings.",
}


def findings_between(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """What is wrong between the sheets of a table, with what the seed drew, or about the cells of a planet."""
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
    """connected, first-tile: tiles touch each other, the first one the edge or the crater."""
    may_lie_apart = _seats.corporation_of(sheet) in (
        "universal-coalition",
        "horizon",
    ) and _seats.may_have_technology(sheet, 1)
    filled = _seats.covered(sheet)
    areas = board.areas_of(filled)
    if len(areas) > 1 and not may_lie_apart:
        apart = {beside for area in areas[1:] for cell in area for beside in board.neighbours(cell)}
        fields = sheet.inked(*(board.field_of(cell) for cell in sorted(apart & board.cells_of(sheet.layout))))
        why = Message(
            "Every tile touches another one; these empty cells part some of the covered cells from the others."
        )
        yield finding_on(sheet, "connected", "error", fields, why)
    crater = board.crater_of(sheet.layout)
    first = crater or board.edge_of(sheet.layout)
    if not first & filled:
        words = Message("The first tile covers a cell on the edge of the planet; all of them are crossed.")
        if crater:
            words = Message("The first tile covers a cell of the crater; all of them are crossed.")
        fields = tuple(board.field_of(cell) for cell in sorted(first))
        yield finding_on(sheet, "first-tile", "error", fields, words)


def _civ_counts(table: Sheets) -> Findings:
    """civ-count: who has reached a milestone has taken a card, where no deck can be empty."""
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
                "The civilization tracker has reached the milestone of rank {ranks}, and no card of this rank is "
                "crossed.",
                "The civilization tracker has reached the milestones of rank {ranks}, and no card of these ranks is "
                "crossed.",
                n=len(lacking),
                ranks=listed(lacking),
            )
            # Who crossed no card at all may not have filled them in.
            level: CheckLevel = "error" if _seats.ranks(each) else "warn"
            yield finding_on(each, "civ-count", level, (f"track-civ.h{reached:02d}",), why)


def _causes(table: Sheets) -> Findings:
    """turns-equal: the game ends for all by the same cause, or by two in one turn."""
    told = [(each, causes) for each in table if (causes := each.inked(*CAUSES))]
    if not told or _have_common(told):
        return
    level: CheckLevel = "warn" if any(NO_ROOM in causes for _, causes in told) else "error"
    why = Message("The game ends for all players by the same cause, and they crossed different ones.")
    yield from cross_sheet_findings(
        "turns-equal", level, why, possibly_wrong(told, left_out(told), _have_common)
    )


def _have_common(told: Sequence[OnSheet]) -> bool:
    return bool(set.intersection(*(set(causes) for _, causes in told)))


def _empty_depot(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """depot-empty: both stacks of a depot take so many turns, fewer by the tile cards."""
    game = table[0].record.game
    said = [each for each in table if _seats.bears(each, DEPOT_EMPTY, "crossed")]
    if not said or len(table) < game.players or may_lose_stack(game, drawn):
        return
    least = 2 * STACK - _seats.most_tile_cards(table)
    early = [each for each in table if each.number(TURNS) is not None and each.number_or_0(TURNS) < least]
    if early:
        why = Message(
            "A depot has {tiles} tiles and loses one each turn: it is empty after turn {least} at the "
            "earliest, and “depot” is crossed as the cause of the end.",
            tiles=2 * STACK,
            least=least,
        )
        sheets = [(each, each.inked(TURNS, DEPOT_EMPTY)) for each in table if each in early or each in said]
        yield from cross_sheet_findings("depot-empty", "error", why, sheets)


def _pairs(table: Sheets, drawn: PlanetDraw | None) -> Findings:
    """mission-pairs: both who share a card name it alike; who wrote what the seed drew is not told."""
    for each in table:
        if each.record.game.players == 2:
            continue
        for place, other in meetings(each, table):
            if place.side == "left" and other is not None and _differ(place.card, other.card):
                why = Message(
                    "Neighbours share the card between them; they wrote {one} and {other}.",
                    one=place.card or 0,
                    other=other.card or 0,
                )
                both = [(one.sheet, (one.card_field,)) for one in (place, other) if not _is_drawn(one, drawn)]
                yield from cross_sheet_findings("mission-pairs", "error", why, both)
    if table[0].record.game.players == 2 and len(table) == 2:
        named = [[Place(each, side).card for side in PAIR_PLACES] for each in table]
        complete = all(None not in of_seat for of_seat in named)
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
            wrote = ", and ".join(listed(sorted(filter(None, cards))) for cards in named)
            why = Message("Two players share three cards; they wrote {wrote}.", wrote=wrote)
            yield from cross_sheet_findings("mission-pairs", "error", why, sheets)
    everybody = [place for each in table if (place := Place(each, ALL)).card is not None]
    cards = {place.card for place in everybody if place.card is not None}
    if len(cards) > 1:
        why = Message("All players compete for one card; they wrote {sorted}.", sorted=listed(sorted(cards)))
        sheets = [(place.sheet, (place.card_field,)) for place in everybody]
        odd = possibly_wrong(
            sheets, left_out(sheets), lambda some: len({one.number(field) for one, (field,) in some}) == 1
        )
        yield from cross_sheet_findings("mission-pairs", "error", why, odd)


def _is_drawn(place: Place, drawn: PlanetDraw | None) -> bool:
    """Whether a card is the one that the seed put there, of two players one of their three."""
    if drawn is None:
        return False
    record = place.sheet.record
    between = neighbour_cards(drawn, record.game, record.seat)
    return place.card in (between.values() if record.game.players == 2 else [between.get(place.side)])


def _differ(one: int | None, other: int | None) -> bool:
    return None not in (one, other) and one != other


def _missions_drawn(sheet: TableSheet, drawn: PlanetDraw) -> Findings:
    """mission-seed: cards are those that the seed drew."""
    game, seat = sheet.record.game, sheet.record.seat
    between = neighbour_cards(drawn, game, seat)
    for side, card in between.items():
        place = Place(sheet, side)
        allowed = set(between.values()) if game.players == 2 else {card}
        if place.card is not None and place.card not in allowed:
            why = Message(
                "The seed draws the mission {cards}; {card} is written.",
                "The seed draws the missions {cards}; {card} is written.",
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
        why = Message("The seed offers the personal missions {cards} to this seat.", cards=listed(cards))
        yield finding_on(sheet, "mission-seed", "error", tuple(wrong), why)


def _missions_printed(sheet: TableSheet, drawn: PlanetDraw) -> Findings:
    """mission-from-sheet, mission-bounds: by cards of the seed that are printed on the sheet and not written, too; in
    that of their orders which fits best."""
    orders = cards_not_copied(sheet, drawn)
    for found in min((_findings_with(sheet, cards) for cards in orders), key=len, default=[]):
        words = Message("{why} The cards are those of the seed.")
        if sheet.record.game.players > 2:
            words = Message("{why} The card is that of the seed.")
        why = words.filled(why=found.why)
        sheets = [(sheet, sheet.inked(*found.fields))]
        yield TableFinding(found.check, found.level, why, sheets, found.culprits, found.is_missing)


def _findings_with(sheet: TableSheet, cards: Mapping[str, int]) -> list[Finding]:
    """What is wrong with the values of missions if these are their cards, by side."""
    places = [(Place(sheet, side), card) for side, card in cards.items()]
    values = {place.value_field for place, _ in places}
    if not values & sheet.record.marks.keys():
        return []
    marks = {**sheet.record.marks, **{place.card_field: card for place, card in places}}
    found = findings_on(_with_checks_of_missions(sheet.layout), marks, setting_of(sheet.record, 1), needed=())
    return [each for each in found if values & set(each.fields)]


@remembered
def _with_checks_of_missions(sheet: Sheet) -> Sheet:
    """The layout with the checks that hold values of missions against other marks, and no others."""
    return replace(sheet, checks=tuple(check for check in sheet.checks if check.id in OF_MISSIONS))


def _personal_missions(sheet: TableSheet) -> Findings:
    """personal-missions: how many of them several players have, if any."""
    game = sheet.record.game
    rings = sheet.inked(*(f"personal.done-{k}" for k in PERSONAL))
    points = sheet.inked(PERSONAL_POINTS) if sheet.number(PERSONAL_POINTS) else ()
    if game.players == 1:
        return
    if len(rings) > 1:
        why = Message("Of several players each has one personal mission at most.")
        yield finding_on(sheet, "personal-missions", "error", (*rings, *points), why)
    elif (rings or points) and game.chosen.get("personal") != "yes":
        why = Message(
            "The table does not play with personal missions: they were not chosen when it was printed."
        )
        yield finding_on(sheet, "personal-missions", "warn", (*rings, *points), why)


def _knows_missions(drawn: PlanetDraw) -> bool:
    """Whether who plays alone can have no mission but those dealt at the start."""
    return bool(drawn.events) and "green-extra-mission" not in drawn.events

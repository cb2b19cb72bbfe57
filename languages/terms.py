"""The words by which the program itself calls things of the games, for sentences that name one of them."""

from __future__ import annotations

from fairsheet.languages.messages import Message

_MARKS = "circled, crossed, filled, circled+crossed, drawn, struck, blank, circle, cross, triangle"
_CAUSES = "setup, number, action, wild, bonus, mission, incident, race, error, astra"
_CARDS = "robot, energy, plant, water, astronaut, planning, level, scenario"
_SHEETS = """near, far, total, errors, altitude, points, legal, illegal, undecided, in conflict, the table, ledger,
final scoring, record"""
_BLOCKS = """main plant, main water, main pearl, main ruby, main astronaut, main planning, secondary plant,
secondary water, secondary pearl, secondary ruby, secondary robot, draft, floor, level, quarter, quarter nw,
quarter ne, quarter sw, quarter se, column, row, section, ship, module, station, node observatory, dome part,
left, middle, right, score total, score errors"""
_KINDS = "slot, box, line, space for a sign, text field, icon, cell, player"
_SYMBOLS = """activation blue, activation green, activation purple, activation red, activation yellow,
antenna, antenna factor, arrow, asteroid, astra card, astra effect, astra track, astra value, base factor,
blue factor, bonus energy, bonus pearl, bonus planning, bonus plant, bonus robot, bonus ruby, bonus water,
build x, card, cause, diamond, dome cut, dome half, drop, extra rocket, fill bonus, flag, green factor,
greenhouse, grey factor, idle rockets, lifepod, mine pearl, mine plant, mine ruby, mine water, moon,
multiplier high, multiplier low, octagon, pearl, planet, planet plant, planet ring, planet water, plant
factor, plant score, plant symbol, prepare, quarter bonus high, quarter bonus low, quarter outline, reactor,
rocket, rockets, row rocket, row value, ruby, sabotage, score value, seal, ship, solo bonus, space, spread,
square, star, system error, target blue, target empty, target green, target purple, target red, target yellow,
times two, tower, tower bonus high, tower bonus low, upgrade, upgrade row, walkway, water factor, water score,
water symbol, water tank"""
TERMS = tuple(
    ", ".join(
        (_MARKS, _CAUSES, _CARDS, *(" ".join(each.split()) for each in (_SHEETS, _KINDS, _BLOCKS, _SYMBOLS)))
    ).split(", ")
)
_KNOWN = {each: Message(each) for each in TERMS}


def term(word: str) -> str:
    """A word of the program as a message; what it does not know, such as a number or a name, as it is."""
    return _KNOWN.get(word, word)

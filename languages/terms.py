"""The program's own words for things in the games, for sentences that name one of them."""

from __future__ import annotations

from fairsheet.languages.messages import Message

_MARKS = "circled, crossed, filled, circled+crossed, drawn, struck, blank, circle, cross, triangle"
_CAUSES = "setup, number, action, wild, bonus, mission, incident, race, error, astra"
_CARDS = "robot, energy, plant, water, astronaut, planning, level, scenario"
_SHEETS = """near, far, side near, side far, total, errors, altitude, points, legal, illegal, undecided, in conflict,
the table, ledger, final scoring, record"""
_BLOCKS = """main plant, main water, main pearl, main ruby, main astronaut, main planning, secondary plant,
secondary water, secondary pearl, secondary ruby, secondary robot, draft, floor, level, quarter, quarter nw,
quarter ne, quarter sw, quarter se, column, row, section, ship, module, station, node observatory,
dome part, plant row, water row, filled place, tower points, greenhouse points, module points, station points, top,
bottom, left, middle, right, score total, far score total, score errors"""
_KINDS = "slot, box, line, cut, tunnel, airlock, space for a sign, text field, icon, cell, player"
_SYMBOLS = """activation blue, activation green, activation purple, activation red, activation yellow,
antenna, antenna factor, arrow, asteroid, astra card, astra effect, astra track, astra value, base factor,
blue factor, bonus energy, bonus pearl, bonus planning, bonus plant, bonus robot, bonus ruby, bonus water,
build x, card, cause, diamond, dome cut, dome half, drop, extra rocket, fill bonus, flag, green factor,
greenhouse, grey factor, idle rockets, lifepod, mine pearl, mine plant, mine ruby, mine water, moon,
multiplier high, multiplier low, octagon, pearl, planet, planet plant, planet ring, planet water, plant
factor, plant score, plant symbol, prepare, quarter bonus high, quarter bonus low, quarter outline, reactor,
rocket, rockets, rockets symbol, row rocket, row value, ruby, sabotage, score value, seal, ship, solo bonus, space,
spread,
square, star, system error, target blue, target empty, target green, target purple, target red, target yellow,
times two, tower, tower bonus high, tower bonus low, upgrade, upgrade row, walkway, water factor, water score,
water symbol, water tank"""
_WORDS = {  # ids and symbols for which people use other words
    "quarter nw": "top left quarter", "quarter ne": "top right quarter", "quarter sw": "bottom left quarter",
    "quarter se": "bottom right quarter", "main plant": "big factory “Plants”", "main water": "big factory “Water”",
    "main pearl": "big factory “Pearls”", "main ruby": "big factory “Rubies”",
    "main astronaut": "big factory “Astronauts”", "main planning": "big factory “Planning”",
    "secondary plant": "small factory for plants", "secondary water": "small factory for water",
    "secondary pearl": "small factory for pearls", "secondary ruby": "small factory for rubies",
    "secondary robot": "small factory for robots", "node observatory": "observatory",
    "side near": "near side", "side far": "far side", "score total": "TOTAL", "far score total": "TOTAL",
    "score errors": "Errors", "bottom": "foot", "filled place": "building with the X",
    "antenna factor": "factor of antennas", "base factor": "factor", "blue factor": "factor of blue planets",
    "green factor": "factor of green planets", "grey factor": "factor of grey planets",
    "plant factor": "factor of plants", "water factor": "factor of tanks", "bonus energy": "energy",
    "bonus pearl": "pearl", "bonus planning": "planning", "bonus plant": "plant", "bonus robot": "robot",
    "bonus ruby": "ruby", "bonus water": "water", "build x": "X symbol", "dome cut": "cut", "dome half": "half",
    "idle rockets": "waiting rockets symbol", "mine pearl": "pearl", "mine plant": "plant", "mine ruby": "ruby",
    "mine water": "water", "multiplier high": "high multiplier", "multiplier low": "low multiplier",
    "planet plant": "plant", "planet ring": "numbers", "planet water": "water", "plant score": "plant value",
    "plant symbol": "plant", "prepare": "grey arrow", "quarter bonus high": "high bonus",
    "quarter bonus low": "low bonus", "quarter outline": "exit",
    "row rocket": "rocket", "row value": "value", "score value": "value", "target blue": "blue target",
    "target empty": "empty target", "target green": "green target", "target purple": "purple target",
    "target red": "red target", "target yellow": "yellow target", "times two": "doubling",
    "tower bonus high": "high value", "tower bonus low": "low value", "upgrade row": "row of values",
    "water score": "water value", "water symbol": "water", "activation blue": "blue virus",
    "activation green": "green virus", "activation purple": "purple virus", "activation red": "red virus",
    "activation yellow": "yellow virus",
}  # fmt: skip
_IDS = tuple(
    ", ".join(
        (_MARKS, _CAUSES, _CARDS, *(" ".join(each.split()) for each in (_SHEETS, _KINDS, _BLOCKS, _SYMBOLS)))
    ).split(", ")
)
_KNOWN = {each: Message(_WORDS.get(each, each)) for each in _IDS}
TERMS = tuple(dict.fromkeys(_KNOWN.values()))


def term(word: str) -> str:
    """Return the term for a word of ids as a message; unknown words, such as numbers or names, are unchanged."""
    return _KNOWN.get(word, word)

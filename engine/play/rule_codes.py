"""The code of every rule: its one name in refused steps, contradictions, the proof and the docs.

>>> RuleCode.ASCEND, str(RuleCode.ASCEND)
(<RuleCode.ASCEND: 'ascend'>, 'ascend')
>>> RuleCode.ASCEND.sentence
'Numbers ascend in their zone; an X bounds nothing.'
"""

from __future__ import annotations

from enum import StrEnum


class RuleCode(StrEnum):
    """A rule of one or several scenarios; `sentence` is the rule in words."""

    sentence: str

    def __new__(cls, code: str, sentence: str = "") -> RuleCode:
        """Make a code with its rule in words."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member

    # --- every scenario ---------------------------------------------------------------------------------------

    TURN = (
        "turn",
        "Every player plays every turn, in order; each turn leaves one number or sign, or one error.",
    )
    OFFER = "offer", "Every number or sign comes from one offer of its turn, which is used for nothing else."
    USE = "use", "No turn is skipped: it writes one of its offers, or it leaves an error."
    INK = "ink", "Every field is inked once, with a mark that it accepts."
    ASCEND = "ascend", "Numbers ascend in their zone; an X bounds nothing."
    NUMBER = "number", "A number is on a card, or it was changed and an astronaut is crossed for it."
    ERROR = "error", "A turn leaves an error if and only if none of its offers can be written."
    ORDER = "order", "The fields of ladders, rows and errors are inked in order, from the first one on."
    ACTION = "action", "A turn with a number takes at most one action: that of its offer, or that of a wild."
    RACE = "race", "The first player who meets the condition of a prize circles it; all others lose it."
    MISSION = "mission", "A mission is claimed once, in a turn in which it is met."
    FIRST_CLAIM = (
        "first-claim",
        "The first value of a mission is for its first turn of claims, the later value for all others.",
    )
    END = "end", "No turn is played after the end of the game."
    SEED = "seed", "Not a rule but a question: do the cards belong to the seed that was played?"

    # --- the solo game ----------------------------------------------------------------------------------------

    GIVEN = "given", "Every turn, an unused card goes to ASTRA, or is thrown out for a solo bonus."
    SOLO_BONUS = (
        "solo-bonus",
        "Solo bonuses are circled when they are earned, and crossed later, at most one a turn.",
    )
    EFFECT = (
        "effect",
        "An effect card acts when it comes up; the second time, it also turns its mission over.",
    )

    # --- several scenarios ------------------------------------------------------------------------------------

    PLANNING = "planning", "Every X, or sign on a moon, crosses a planning symbol while one is left."
    TANK = "tank", "A tank is circled when the number in its slot is written."
    WILD = "wild", "Every n symbols circle a wild; it is crossed once, later, to take any action."
    LOCATION = (
        "location",
        "An action marks a field near the number of its turn: in its zone, quarter, ship or level.",
    )
    ROW = "row", "A full row has its value crossed, and gives the bonus at its end."

    # --- launch -----------------------------------------------------------------------------------------------

    SECTION = "section", "The effects of a section are crossed when it is complete, and not before."
    IDLE = "idle", "Idle rockets of a complete section are crossed if and only if their arrow is filled in."
    BUILD_X = "build-x", "Every X comes from a build-x that is set off in the same turn."
    PREPARE = "prepare", "Every arrow is filled in by a prepare, before the arrow's section is complete."
    ROCKETS = "rockets", "All rockets earned are crossed; they are lost only if nothing is left to cross."
    SABOTAGE = (
        "sabotage",
        "A sabotage is set off once, by the player who first completes its section; all others suffer it.",
    )

    ASTRA_TRACK = (
        "astra-track",
        "Every card that ASTRA gets crosses as many spaces of its track as the card has points.",
    )

    # --- journey ----------------------------------------------------------------------------------------------

    ENERGY = (
        "energy",
        "Energies are circled by actions and errors; a full pair is crossed at once and draws a cut.",
    )

    # --- mine -------------------------------------------------------------------------------------------------

    MINERAL = "mineral", "The mineral of a cave is circled if and only if the cave is filled."
    EXTRACTION = (
        "extraction",
        "A full column is extracted: its tower is circled, and its circled fields are crossed.",
    )
    FACTORY = "factory", "A factory is complete, and gives its reward, when all its symbols are crossed."
    GOODS = "goods", "A main factory counts the goods extracted and the goods from its secondary factory."
    ROBOT = "robot", "Every action for robots, and every robot from a secondary factory, crosses one robot."

    # --- dome -------------------------------------------------------------------------------------------------

    GROWTH = "growth", "A tower grows floor by floor, from a start floor."
    CHAIN = "chain", "The dome is built from its feet inwards, without gaps."
    CUT = "cut", "Every X cuts a part of the dome while one is left; only a cut part is built in halves."
    PARITY = "parity", "A part of the dome is built with a number of its parity."

    # --- colony -----------------------------------------------------------------------------------------------

    TUNNEL = "tunnel", "A tunnel begins at a place that is connected to the rocket."
    ANTENNA = (
        "antenna",
        "An antenna is circled if and only if its place is filled and connected to the rocket.",
    )

    # --- virus ------------------------------------------------------------------------------------------------

    SET_UP = (
        "set-up",
        "Before the first turn, every player circles an empty target and strikes a slot of its quarter.",
    )
    TRACK = "track", "Every circled plant or tank crosses the next symbol of its track."
    SET_OFF = (
        "set-off",
        "The first player to reach the cause of a virus or a spread sets it off for the whole table.",
    )
    STRIKE = (
        "strike",
        "In a propagation every active virus strikes one slot at home, or one in every open neighbour.",
    )
    EVACUATION = "evacuation", "A quarter without an empty slot is evacuated."

    # --- escape -----------------------------------------------------------------------------------------------

    OPEN = "open", "Numbers go only into sections that airlocks connect to a dock."
    AIRLOCK = "airlock", "Every robot, action and error draws one airlock, from an open section."

    # --- battle -----------------------------------------------------------------------------------------------

    SIGN = "sign", "Neighbours have different signs, and their sheet has no other signs."
    ASTRONAUT = "astronaut", "Actions circle astronauts; later, one is crossed for every step of a change."
    ASTEROID = (
        "asteroid",
        "A side takes asteroids one after the other; everything that a taken one gives is crossed.",
    )
    LADDER = "ladder", "Planets, asteroids, actions and bonuses each cross one box of a ladder."
    FLAG = (
        "flag",
        "A planet gets the flag of the player with most signs there, when it is full or at the end.",
    )
    ASTRA_MOVE = (
        "astra-move",
        "ASTRA signs the planet of its card before the player, and takes the card's action there.",
    )


OF_CARDS = (RuleCode.OFFER, RuleCode.USE)  # the rules about the offers of the seed's cards

"""The code of every rule: one name for it in refused steps, in contradictions, in the proof and in the docs.

>>> RuleCode.ASCEND, str(RuleCode.ASCEND)
(<RuleCode.ASCEND: 'ascend'>, 'ascend')
>>> RuleCode.ASCEND.sentence
'Numbers ascend in their zone; an X bounds nothing.'
"""

from __future__ import annotations

from enum import StrEnum


class RuleCode(StrEnum):
    """A rule that several scenarios share, or one of a single scenario; `sentence` says what it asks for."""

    sentence: str

    def __new__(cls, code: str, sentence: str = "") -> RuleCode:
        """A code, with its rule in words."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member

    # --- every scenario ---------------------------------------------------------------------------------------

    TURN = "turn", "Everybody plays every turn, in its order; each leaves one number, or sign, or one error."
    OFFER = "offer", "What is written in a turn comes from one of its offers, which is used for nothing else."
    USE = "use", "A turn is not left out: one of its offers is written, or it leaves an error."
    INK = "ink", "Every field is inked once, with a mark that it takes."
    ASCEND = "ascend", "Numbers ascend in their zone; an X bounds nothing."
    NUMBER = "number", "A number stands on a card, or an astronaut is crossed for having changed it."
    ERROR = "error", "A turn leaves an error if and only if nothing that it offers can be written."
    ORDER = "order", "The fields of a ladder, of rows and of errors are inked from the first one on."
    ACTION = "action", "A turn with a number takes one action at most: that of its offer, or that of a wild."
    RACE = "race", "The first player to meet what a prize asks for circles it; all others lose it."
    MISSION = "mission", "A mission is claimed once, in a turn in which it is met."
    FIRST_CLAIM = (
        "first-claim",
        "The first value of a mission is for its first turn, the later for all others.",
    )
    END = "end", "Nobody plays on when the game is over."
    SEED = "seed", "No rule, but a question: are the cards those of the seed that was played?"

    # --- the solo game ----------------------------------------------------------------------------------------

    GIVEN = "given", "Every turn a card that was not used goes to ASTRA, or is thrown out for a solo bonus."
    SOLO_BONUS = "solo-bonus", "Solo bonuses are circled when they are earned, and crossed one a turn, later."
    EFFECT = "effect", "An effect card is carried out when it comes up; the second time it turns its mission."

    # --- several scenarios ------------------------------------------------------------------------------------

    PLANNING = "planning", "Every X, or sign on a moon, crosses a planning symbol as long as one is left."
    TANK = "tank", "A tank is circled when the number in its slot is written."
    WILD = "wild", "Every n symbols circle a wild, which is crossed once, later, for any action."
    LOCATION = (
        "location",
        "An action marks what lies with the number of its turn: in its zone, quarter, ship or level.",
    )
    ROW = "row", "A full row has its value crossed, and brings what stands at its end."

    # --- launch -----------------------------------------------------------------------------------------------

    SECTION = "section", "The effects of a section are crossed when it is complete, and not before."
    IDLE = "idle", "Idle rockets of a complete section are crossed if and only if their arrow is filled in."
    BUILD_X = "build-x", "Every X comes from a build-x, set off in the turn in which it is written."
    PREPARE = "prepare", "Every arrow is filled in by a prepare, before the section of the arrow is complete."
    ROCKETS = "rockets", "All rockets earned are crossed; they are lost only when nothing is left to cross."
    SABOTAGE = (
        "sabotage",
        "A sabotage is set off once, by the player who first completes its section; all others suffer it.",
    )

    ASTRA_TRACK = (
        "astra-track",
        "Every card that ASTRA gets crosses as many spaces of its track as it has points.",
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
        "A full column is extracted: its tower is circled, what is circled in it is crossed.",
    )
    FACTORY = "factory", "A factory is complete, and gives what it gives, when all its symbols are crossed."
    GOODS = "goods", "A main factory counts what was extracted and what its secondary factory gave."
    ROBOT = "robot", "Robots are crossed by actions, and one for each that a secondary factory gives."

    # --- dome -------------------------------------------------------------------------------------------------

    GROWTH = "growth", "A tower grows from floor to floor, beginning on a start floor."
    CHAIN = "chain", "The dome is built from its feet inwards, without gaps."
    CUT = (
        "cut",
        "Every X cuts a part of the dome while one is left; only a part that is cut is built by halves.",
    )
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
        "Before the first turn everybody circles an empty target and strikes a slot of its quarter.",
    )
    TRACK = "track", "Every plant and tank that is circled crosses the next symbol of its track."
    SET_OFF = "set-off", "Who first reaches the cause of a virus or a spread sets it off for the whole table."
    STRIKE = (
        "strike",
        "In a propagation every active virus strikes one slot at home, or one in every open neighbour.",
    )
    EVACUATION = "evacuation", "A quarter without an empty slot is evacuated."

    # --- escape -----------------------------------------------------------------------------------------------

    OPEN = "open", "Only sections that airlocks join to a dock are written in."
    AIRLOCK = "airlock", "Robots, actions and errors draw an airlock each, from a section that is open."

    # --- battle -----------------------------------------------------------------------------------------------

    SIGN = "sign", "Neighbours have different signs, and all signs on a sheet are theirs."
    ASTRONAUT = (
        "astronaut",
        "Astronauts are circled by actions and crossed later, one for every step of a change.",
    )
    ASTEROID = (
        "asteroid",
        "A side takes asteroids one after the other; all that a taken one gives is crossed.",
    )
    LADDER = (
        "ladder",
        "The boxes of a ladder are crossed as often as planets, asteroids, actions and bonuses give one.",
    )
    FLAG = (
        "flag",
        "A full planet is flagged by the player who has most signs there; in the end all planets are.",
    )
    ASTRA_MOVE = (
        "astra-move",
        "ASTRA signs a planet by its card before the player, and does there what the action of the card says.",
    )


OF_CARDS = (RuleCode.OFFER, RuleCode.USE)  # the rules that ask what the cards of the seed offer

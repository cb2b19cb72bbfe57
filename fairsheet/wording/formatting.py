"""Histories, contradictions and verdicts in words for players."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import UNSET

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict
from fairsheet.engine.dealing.deal import Deal
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.languages.messages import counted
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.marks import Mark, mark_name
from fairsheet.sheets.model.sheet import Mission, Sheet
from fairsheet.sheets.naming.field_places import brief_names

if TYPE_CHECKING:  # spares commands without photos the import of numpy
    from fairsheet.vision.readings.reading import Doubt

FIELDS_SHOWN = 8  # of a reason; the JSON has all of them
LEAST_LIKELY = 0.02  # share from which a candidate is worth a mention, and a look at what it would change

VERBS: dict[Mark, str] = {
    "circled": "circle",
    "crossed": "cross",
    "filled": "fill in",
    "drawn": "draw",
    "struck": "strike out",
    "circled+crossed": "circle and cross",
}
SHAPES = ("circle", "cross", "triangle")
BY_CHECKS = {
    "illegal": "cannot all be right",
    "undecided": "a warning asks for a look",
}
LACKING = "a mark that has to be there is missing"
AGAINST_OTHERS = "contradicts another sheet: one of them is wrong"
# alone with physical cards, only what contradicts itself is found
PHYSICAL_SOLO = "it does not contradict itself, and how its cards lay is not known"
IN_PART = "the rest of the game is missing or cannot have come about"
VERDICTS = {
    "legal": "can have come about",
    "illegal": "cannot have come about",
    "undecided": "not decided with the work allowed (--work gives more)",
}


def format_instruction(mark: Mark) -> str:
    """What a hand does to leave a mark.

    >>> format_instruction(7), format_instruction("X"), format_instruction("circled+crossed")
    ('write 7 in', 'write X in', 'circle and cross')
    """
    if mark in VERBS:
        return VERBS[mark]
    return f"draw a {mark} in" if mark in SHAPES else f"write {mark} in"


def mission_values(mission: Mission) -> str:
    """What a mission card is worth, in brackets; nothing where the card bears no values."""
    return f"({mission.first}, later {mission.later})" if mission.first is not None else ""


def format_missions(sheet: Sheet, dealt: Deal) -> list[tuple[str, str]]:
    """The missions of a table, each as its letter and its words with what it is worth."""
    missions = [sheet.mission[id_] for id_ in dealt.missions.values()]
    return [(mission.letter, f"{mission.text} {mission_values(mission)}".rstrip()) for mission in missions]


def format_ink(ink: Sequence[Ink], named: Callable[[str], str] = str) -> list[str]:
    """What was done to which fields, like actions that follow each other together; `named` gives a field its name.

    >>> format_ink([Ink("floor-1.2", 7, "number"), Ink("row.1", "crossed", "bonus"), Ink("row.2", "crossed", "bonus")])
    ['write 7 in floor-1.2', 'cross row.1, row.2']
    """
    phrases = []
    for (words, sheet), marks in groupby(ink, key=lambda made: (format_instruction(made.mark), made.sheet)):
        place = f" on sheet {sheet}" if sheet is not None else ""
        phrases.append(f"{words} {', '.join(named(made.field) for made in marks)}{place}")
    return phrases


def causes(turn: Turn, named: Callable[[str], str] = str) -> Iterator[tuple[str, list[str]]]:
    """The ink of a turn as (cause, phrases), one pair per run of the same cause; `named` as in `format_ink`."""
    for cause, ink in groupby(turn.ink, key=lambda made: made.by):
        yield cause, format_ink(list(ink), named)


def format_offer(turn: Turn, deal: Deal | None) -> str:
    """The offer that was taken: '7 plant', or its number among the offers where the cards are not known."""
    if turn.turn == 0:
        return "set-up"
    if turn.cards:
        if not turn.number_card or not turn.action_card:
            return "none fits"
        return f"{turn.cards[turn.number_card - 1].number} {turn.cards[turn.action_card - 1].action}"
    if turn.offer is None:
        return "none fits"
    if deal is None:
        return f"offer {turn.offer}"
    offer = deal.offers(turn.turn)[turn.offer - 1]
    return f"{offer.number} {offer.action}"


def format_turn(turn: Turn, deal: Deal | None, named: Callable[[str], str] = str) -> str:
    """One turn in one line; `named` as in `format_ink`."""
    done = "; ".join(phrase for _, phrases in causes(turn, named) for phrase in phrases)
    return f"{turn.turn:>3}  {format_offer(turn, deal):<13} {done or 'nothing'}"


def reasons_of(found: SheetVerdict) -> list[tuple[list[str], tuple[str, ...]]]:
    """Why a sheet is illegal, then the warnings and notes of its checks: each time the reasons, and the fields.

    A proof may have several reasons. What a check says is a sentence, which stands there once for all the places of
    which it is said, with the marks to look at first, if these are known.
    """
    if not found.findings:
        return [([*each.reasons] or [each.why], each.fields) for each in found.contradiction]
    by_words: dict[str, list[tuple[str, ...]]] = {}
    for each in found.findings:
        words = each.why if each.level == "error" else f"{each.level}: {each.why}"
        by_words.setdefault(words, []).append(each.culprits or each.fields)
    return [([words], _gathered(places)) for words, places in by_words.items()]


def _gathered(places: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The fields of which one thing is said several times; where they are many the first one of each place."""
    every = dict.fromkeys(field for fields in places for field in fields)
    if len(places) == 1 or len(every) <= FIELDS_SHOWN:
        return tuple(every)
    return tuple(dict.fromkeys(fields[0] for fields in places if fields))


def reason_lines(
    reasons: Sequence[str], fields: Sequence[str], named: Callable[[str], str] = str
) -> list[str]:
    """Why marks cannot stand together, or are odd, reason by reason, and which they are; `named` names a field."""
    shown, left = fields[:FIELDS_SHOWN], len(fields) - FIELDS_SHOWN
    words = "; ".join(map(named, shown)) + (f" and {left} more" if left > 0 else "")
    return [*reasons, f"marks: {words}"] if words else [*reasons]


def format_verdict(
    found: SheetVerdict,
    sheet: Sheet,
    *,
    with_cards: bool,
    doubts: Sequence[Doubt] | None,
    checked: str = "",
    in_part: bool = False,
    is_changed: bool = False,
) -> str:
    """The verdict on a sheet in one sentence. `doubts` is None for a sheet that came from no photo, `is_changed` says
    that some of its marks are others than were read.

    `checked`: of a sheet without rules in the program, what its checks say where it is legal.
    `in_part`: it is a part of a game whose rest is missing or illegal, so that nothing was proved about it.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = load_sheet("launch")
    >>> legal, illegal = (SheetVerdict(1, verdict, True, None, (), 0.1) for verdict in ("legal", "illegal"))
    >>> format_verdict(legal, launch, with_cards=False, doubts=None)
    'legal as far as the sheet alone tells; the cards were not checked'
    >>> format_verdict(illegal, launch, with_cards=True, doubts=())
    'illegal, as read it cannot have come about'
    >>> format_verdict(illegal, launch, with_cards=True, doubts=(), is_changed=True)
    'illegal, it cannot have come about'
    """
    verdict: Judgement = "illegal" if found.is_doubted else found.verdict
    by_checks = found.grade is not UNSET
    if verdict == "legal":
        legal = _format_legal(found, with_cards=with_cards, checked=checked)
        return f"{legal}; but {counted(len(doubts), 'mark')} in doubt may change that" if doubts else legal
    if verdict == "undecided" and in_part:
        return f"undecided, {IN_PART}"
    if verdict == "undecided" and sheet.solo_level is not None and not with_cards:
        return f"undecided, {PHYSICAL_SOLO}"
    words = dict(BY_CHECKS if by_checks else VERDICTS)
    if found.only_lacks or found.only_against_others:
        words["illegal"] = LACKING if found.only_lacks else AGAINST_OTHERS
    if verdict != "illegal" or doubts is None:
        return f"{verdict}, {words[verdict]}"
    if not doubts:
        return f"illegal, {'it' if is_changed else 'as read it'} {words['illegal']}"
    first = [doubt for doubt in doubts if doubt.field in found.clashing] or doubts
    named = brief_field(sheet)
    questions = "; ".join(format_question(doubt, named) for doubt in first)
    return f"{'this' if is_changed else 'as read, this'} {words['illegal']}; first look at {questions}"


def format_wrong_sum(written: int, computed: int) -> str:
    """What somebody wrote in a box of points who added up wrongly, and what is right.

    >>> format_wrong_sum(58, 57)
    'wrote 58, is 57'
    """
    return f"wrote {written}, is {computed}"


def _format_legal(found: SheetVerdict, *, with_cards: bool, checked: str) -> str:
    if found.wrong_sums:
        sums = (format_wrong_sum(each.written, each.computed) for each in found.wrong_sums.values())
        return f"legal, added up wrongly: {'; '.join(sums)}"
    if found.grade is not UNSET:
        return f"legal, {checked}"
    if not with_cards:
        return "legal as far as the sheet alone tells; the cards were not checked"
    return f"legal, {VERDICTS['legal']}"


def how_to_answer(folders: Iterable[str]) -> str:
    """What answers doubts about the records in folders; in none, where photos were read and no records kept.

    >>> how_to_answer(["my records"])
    "To answer: fairsheet review 'my records'"
    """
    if quoted := shlex.join(sorted(set(folders))):
        return f"To answer: fairsheet review {quoted}"
    return "To answer, scan with -o records, then: fairsheet review records"


def format_question(doubt: Doubt, named: Callable[[str], str] = str) -> str:
    """A doubt as a question: '#3 floor-6.1: 1 or 2?'; `named` as in `format_ink`."""
    likely = [mark for mark, share in doubt.candidates if share >= LEAST_LIKELY]
    marks = [doubt.chosen, *(mark for mark in likely if mark != doubt.chosen)]
    return f"{doubt.tag} {named(doubt.field)}: {' or '.join(map(mark_name, marks))}?".lstrip()


def format_others(doubt: Doubt) -> str:
    """What else a field in doubt may say, and how likely: '2 (40%) or blank (3%)'; nothing where there is none."""
    others = (each for each in doubt.candidates if each[0] != doubt.chosen)
    return " or ".join(f"{mark_name(mark)} ({format_probability(share)})" for mark, share in others)


def format_doubt(doubt: Doubt, named: Callable[[str], str] = str) -> str:
    """What a person should look at, with its number on the photo, and what it may say; `named` as in `format_ink`."""
    candidates = ", ".join(
        f"{mark_name(mark)} {format_probability(share)}" for mark, share in doubt.candidates
    )
    words = f"{named(doubt.field)} read as {mark_name(doubt.chosen)} ({candidates}): {doubt.because}"
    return f"{doubt.tag} {words}".lstrip()


def format_probability(probability: float) -> str:
    """The probability of a mark in doubt in per cent: never 0 % or 100 %, since rounding alone makes it certain.

    >>> format_probability(0.0), format_probability(0.604), format_probability(0.9996), format_probability(1.0)
    ('<1%', '60%', '>99%', '>99%')
    """
    if probability < 0.01:
        return "<1%"
    return ">99%" if probability > 0.99 else f"{probability:.0%}"


def format_cards(sheet: Sheet, seed: str | None) -> str:
    """What a game is played with: its seed, or physical cards; nothing for a game without cards.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> format_cards(load_sheet("launch"), "coral-otter-42"), format_cards(load_sheet("launch"), None)
    ('seed coral-otter-42', 'physical cards')
    """
    if seed is not None:
        return f"seed {seed}"
    return "physical cards" if has_cards(sheet) else ""


def brief_mark(sheet: Sheet, marks: Mapping[str, Mark]) -> Callable[[str], str]:
    """Names a field as `brief_field` does, with what stands there as `correct` takes it; not of icons with one mark.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> named = brief_mark(load_sheet("launch"), {"floor-6.1": 7})
    >>> named("floor-6.1"), named("floor-6.2")
    ('floor-6.1=7 (slot, row 4, 1st)', 'floor-6.2=blank (slot, row 4, 2nd)')
    """

    def name(id_: str) -> str:
        place, field = brief_names(sheet)[id_], sheet.field[id_]
        if field.kind == "icon" and (len(field.accepts) == 1 or id_ not in marks):
            return place
        return f"{id_}={mark_name(marks.get(id_))}{place.removeprefix(id_)}"

    return name


def brief_field(sheet: Sheet) -> Callable[[str], str]:
    """Names a field for lists of many: its id, and in short where it is on the page.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> brief_field(load_sheet("launch"))("floor-6.1")
    'floor-6.1 (slot, row 4, 1st)'
    """
    names = cache(lambda: brief_names(sheet))  # looked for once one is named
    return lambda id_: names()[id_]


def field_in_words(sheet: Sheet) -> Callable[[str], str]:
    """Names a field for who reads about a game and types no ids: as `brief_field` does, but in words first.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> field_in_words(load_sheet("launch"))("floor-6.1")
    'slot, row 4, 1st (floor-6.1)'
    """
    brief = brief_field(sheet)
    return lambda id_: f"{brief(id_).removeprefix(f'{id_} (').removesuffix(')')} ({id_})"

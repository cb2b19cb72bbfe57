"""Describe histories, contradictions, verdicts and doubts in words for players."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from msgspec import UNSET

from fairsheet.engine.checks.verdict import Judgement, SheetVerdict
from fairsheet.engine.dealing.deal import TURNS_PER_PASS, Deal
from fairsheet.engine.dealing.piles import PiledDeal
from fairsheet.engine.play.game import Contradiction
from fairsheet.engine.records.ink import Ink, Turn
from fairsheet.engine.records.record import NO_SEAT
from fairsheet.languages.messages import Message, either, joined, listed
from fairsheet.languages.terms import term
from fairsheet.sheets.library.templates import has_cards
from fairsheet.sheets.model.marks import Marks, mark_name
from fairsheet.sheets.model.sheet import Mission, Sheet
from fairsheet.sheets.naming.block_names import block_words
from fairsheet.vision.readings.reading import Doubt
from fairsheet.wording._part_names import part_label
from fairsheet.wording.field_names import field_names

FIELDS_SHOWN = 8  # fields shown in a line of a reason; pages and JSON have all of them
FIELDS_NAMED = 20  # lines of text name all fields of a reason if it has at most this number
DOUBTS_SHOWN = 8  # doubts shown for a sheet; review shows all of them
UNCLEAR = Message("many marks are unclear: photograph the sheet again, closer and in more light")
MANY_DOUBTS = 15  # doubts about a sheet, but pale marks, from which on another photo is better than answers
MOST_UNSEEN = 4  # hidden fields of a sheet, up to which questions about them are better than another photo
LEAST_LIKELY = 0.02  # probability from which a candidate is mentioned, and its effect examined

INSTRUCTIONS = {  # how to make a mark in some fields
    "circled": Message("circle {fields}"),
    "crossed": Message("cross {fields}"),
    "filled": Message("fill in {fields}"),
    "drawn": Message("draw {fields}"),
    "struck": Message("strike out {fields}"),
    "circled+crossed": Message("circle and cross {fields}"),
    "circle": Message("draw a circle in {fields}"),
    "cross": Message("draw a cross in {fields}"),
    "triangle": Message("draw a triangle in {fields}"),
}
WRITE = Message("write {mark} in {fields}")
NO_FIT, SET_UP = Message("none fits"), Message("set-up")
LEVELS = {"warn": Message("warn: {why}"), "note": Message("note: {why}")}
VERDICTS = {
    "legal": Message("a legal game leads to this sheet"),
    "illegal": Message("no legal game leads to this sheet"),
    "undecided": Message("not decided within the work limit"),
    "in conflict": Message("at least one of these sheets is wrong"),
}
BY_CHECKS = {
    **VERDICTS,
    "illegal": Message("cannot all be right"),
    "undecided": Message("see the warning"),
}
LACKING = Message("a required mark is missing")
IN_CONFLICT = Message(
    "in conflict with the sheet of {whose}: at least one of them is wrong",
    "in conflict with the sheets of {whose}: at least one of them is wrong",
)
AS_READ = Message("undecided (as read: {words})")
# without the order of the cards, a solo game cannot be proved
PHYSICAL_SOLO = Message("undecided, it does not contradict itself, but the order of its cards is unknown")
AT_FAULT = Message(
    "undecided, fairsheet states a rule wrongly that would make it illegal; please send the record to its developers"
)
IN_PART = Message("undecided, the rest of the game is missing or illegal")


def mission_words(mission: Mission, sheet: Sheet) -> str:
    """Return the text of a mission and, if its card shows values, what it is worth in brackets."""
    if mission.first is None:
        return Message(mission.text)
    unit = term(str(sheet.attrs.get("mission_unit", "points")))
    worth = Message("({unit}: {first}, later {later})")
    said = worth.filled(unit=unit, first=mission.first, later=mission.later or 0)
    return joined(" ", (Message(mission.text), said))


def format_missions(sheet: Sheet, missions: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the missions of a table, sorted by letter, as (letter, words with its worth)."""
    return tuple(
        (letter, mission_words(sheet.mission[id_], sheet)) for letter, id_ in sorted(missions.items())
    )


def format_ink(ink: Sequence[Ink], named: Callable[[str], str] = str) -> list[str]:
    """Describe ink as instructions; equal marks in a row are joined. `named` returns the name of a field.

    >>> format_ink([Ink("floor-1.2", 7, "number"), Ink("row.1", "crossed", "bonus"), Ink("row.2", "crossed", "bonus")])
    ['write 7 in floor-1.2', 'cross row.1, row.2']
    """
    phrases: list[str] = []
    for (mark, sheet), marks in groupby(ink, key=lambda made: (made.mark, made.sheet)):
        fields = joined(", ", (named(made.field) for made in marks))
        phrase = INSTRUCTIONS.get(str(mark), WRITE).filled(mark=mark, fields=fields)
        on_sheet = Message("{phrase} on sheet {sheet}", phrase=phrase, sheet=sheet or 0)
        phrases.append(phrase if sheet is None else on_sheet)
    return phrases


def causes(ink: Iterable[Ink], named: Callable[[str], str] = str) -> Iterator[tuple[str, list[str]]]:
    """Yield the ink of a turn as (cause, phrases), one pair per run of the same cause; `named` as in `format_ink`."""
    for cause, made in groupby(ink, key=lambda each: each.by):
        yield cause, format_ink(list(made), named)


def shuffle_words(turn: int) -> Message:
    """Say when the piles are shuffled."""
    passes, place = divmod(turn - 1, TURNS_PER_PASS)
    if place == TURNS_PER_PASS - 1:
        return Message("shuffle after this turn")
    if place == 0 and passes > 0:
        return Message("piles were shuffled")
    return Message("shuffle after turn {last}", last=(passes + 1) * TURNS_PER_PASS)


def format_offer(turn: Turn, deal: Deal | None) -> str:
    """Return the offer taken, such as '7 plant'; if the cards are unknown, its number among the offers."""
    if turn.turn == 0:
        return SET_UP
    if turn.cards:
        if not turn.number_card or not turn.action_card:
            return NO_FIT
        number, action = turn.cards[turn.number_card - 1].number, turn.cards[turn.action_card - 1].action
        return joined(" ", (number, term(action)))
    if turn.offer is None:
        return NO_FIT
    if deal is None:
        return Message("offer {offer}", offer=turn.offer)
    offer = deal.offers(turn.turn)[turn.offer - 1]
    return joined(" ", (offer.number, term(offer.action)))


def format_turn(turn: Turn, deal: Deal | None, named: Callable[[str], str] = str) -> str:
    """Describe a turn in one line: the offer taken, the ink by cause, and the offers not taken.

    `named` as in `format_ink`.
    """
    done = [
        joined("; ", phrases)
        if cause == "number"
        else Message("{cause}: {done}", cause=term(cause), done=joined("; ", phrases))
        for cause, phrases in causes(turn.ink, named)
    ] or [Message("nothing")]
    if deal is not None and turn.turn and not turn.cards:
        offers = [offer for place, offer in enumerate(deal.offers(turn.turn), 1) if place != turn.offer]
        others = joined(", ", (joined(" ", (offer.number, term(offer.action))) for offer in offers))
        done += [Message("not taken: {offers}", offers=others)] if offers else []
    pattern = Message("{turn:>3}  {offer:<13} {done}")
    return pattern.filled(turn=turn.turn, offer=format_offer(turn, deal), done=joined("; ", done))


def in_words_of_sheet(why: str, sheet: Sheet) -> str:
    """Replace the ids in a message about a sheet by words.

    Fields become their places, zones and groups their names, and missions get the text of their card.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = load_sheet("launch")
    >>> in_words_of_sheet(Message("{slot} is blank", slot="floor-6.1"), launch)
    '[floor 6, 1st slot] is blank'
    >>> in_words_of_sheet(Message("mission {card} is not met", card="B1"), launch)
    'mission B1 (Fill the energy floor) is not met'
    """
    if isinstance(why, Message):
        values = {
            name: in_words_of_sheet(each, sheet) if isinstance(each, str) else each
            for name, each in why.values.items()
        }
        return Message(why.text, why.plural, **values)
    if why in sheet.field:
        return Message("[{field}]", field=field_names(sheet)[why])
    if why in sheet.mission:
        return Message("{card} ({clause})", card=why, clause=Message(sheet.mission[why].text))
    return block_words(sheet).get(why, why)


class Reasons(NamedTuple):
    """Why a sheet is illegal, or the result of a check: sentences, fields to look at first, and the other fields."""

    words: list[str]
    fields: tuple[str, ...]
    others: tuple[str, ...] = ()


def reasons_of(judged: SheetVerdict, sheet: Sheet, *, first: SheetVerdict | None = None) -> list[Reasons]:
    """Return why a sheet is illegal, then the warnings and notes of its checks.

    The sheet `first` of the same conflict already shows the steps of the proof. Equal results of a check in several
    places become one sentence.
    """
    if not judged.findings:
        return [_reasons_of(each, sheet, first=first) for each in judged.contradiction]
    by_words: dict[str, list[tuple[str, ...]]] = {}
    for each in judged.findings:
        words = each.why if each.level == "error" else LEVELS[each.level].filled(why=each.why)
        by_words.setdefault(in_words_of_sheet(words, sheet), []).append(each.culprits or each.fields)
    return [Reasons([words], *_shown_and_others(places)) for words, places in by_words.items()]


def _reasons_of(contradiction: Contradiction, sheet: Sheet, *, first: SheetVerdict | None) -> Reasons:
    whys = [step.why for step in contradiction.steps] or [contradiction.why]
    if first is not None:
        given = sum(len(each.steps) or 1 for each in first.contradiction)
        words = Message("for the reason given for {player}", "for the reasons given for {player}")
        owner = Message("the table") if first.seat == NO_SEAT else Message("seat {seat}", seat=first.seat)
        whys = [words.filled(n=given, player=owner)]
    fields, every = contradiction.fields[:FIELDS_SHOWN], contradiction.involved
    if len(every) <= FIELDS_SHOWN:
        fields = every  # the wrong mark may be one that the reason does not name
    elif not any(field in contradiction.why for field in fields):
        fields = ()  # the reason names no field, so none comes first
    return Reasons([in_words_of_sheet(why, sheet) for why in whys], fields, every[len(fields) :])


def _shown_and_others(places: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields of equal results of a check; if there are many, the first of some places, and the others."""
    every = dict.fromkeys(field for fields in places for field in fields)
    first = every
    if len(places) > 1 and len(every) > FIELDS_SHOWN:
        first = dict.fromkeys(fields[0] for fields in places if fields)
    shown = tuple(first)[:FIELDS_SHOWN]
    return shown, tuple(field for field in every if field not in shown)


def reason_lines(reasons: Reasons, named: Callable[[str], str] = str) -> list[str]:
    """Return the lines of reasons, with the marks last; `named` returns the name of a field."""
    fields, left = reasons.fields, len(reasons.others)
    if len(fields) + left <= FIELDS_NAMED:
        fields, left = (*fields, *reasons.others), 0
    if not fields:
        counted = Message("{n} mark, listed by --json", "{n} marks, listed by --json", n=left)
        return [*reasons.words, counted] if left else reasons.words
    some, all_ = Message("marks: {marks} and {left} more, listed by --json"), Message("marks: {marks}")
    marks = joined("; ", map(named, fields))
    return [*reasons.words, (some if left else all_).filled(marks=marks, left=left)]


def format_verdict(
    judged: SheetVerdict,
    sheet: Sheet,
    *,
    deal: Deal | None,
    doubts: Sequence[Doubt] | None,
    checked: str = "",
    in_part: bool = False,
    is_outvoted: bool = False,
) -> str:
    """Describe the verdict on a sheet in one sentence.

    `deal` has the cards, dealt by the seed or found by the proof. `doubts` is None for a sheet without a photo.
    `checked` describes a legal sheet that has only checks, no rules. `in_part` means that nothing was proved because
    the rest of the game is missing or illegal. `is_outvoted`: see `Verdict.is_outvoted`.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> launch = load_sheet("launch")
    >>> legal, illegal = (SheetVerdict(1, verdict, True, None, (), 0.1) for verdict in ("legal", "illegal"))
    >>> format_verdict(legal, launch, deal=None, doubts=None)
    'legal as far as the sheets show; whether some order of the cards fits is undecided'
    >>> format_verdict(illegal, launch, deal=None, doubts=())
    'illegal, no legal game leads to this sheet'
    """
    verdict = judged.verdict
    unseen = unseen_part(doubts)
    if verdict == "legal":
        legal = _format_legal(judged, sheet, deal=deal, checked=checked)
        if unseen:
            return joined("; ", (legal, photograph_again(unseen)))
        but = Message(
            "{legal}; but {n} mark in doubt may change that",
            "{legal}; but {n} marks in doubt may change that",
            legal=legal,
            n=len(doubts or ()),
        )
        return but if doubts else legal
    if verdict == "undecided" and unseen:
        return joined(", ", (term(verdict), photograph_again(unseen)))
    if judged.contradicts_true_game is True:
        return AT_FAULT
    if verdict == "undecided" and in_part:
        return IN_PART
    if verdict == "undecided" and sheet.solo_level is not None and deal is None:
        return PHYSICAL_SOLO
    as_read: Judgement = "illegal" if judged.is_doubted else verdict
    words: str = (VERDICTS if judged.grade is UNSET else BY_CHECKS)[as_read]
    if as_read == "illegal" and judged.lacks_only_marks:
        words = LACKING
    if as_read == "illegal" and judged.is_in_conflict:
        words = format_conflict(judged, is_outvoted=is_outvoted)
    if judged.is_doubted:
        look = (
            Message("first look at {questions}", questions=_first_questions(judged, sheet, doubts))
            if doubts
            else ""
        )
        return joined("; ", filter(None, (AS_READ.filled(words=words), look)))
    return words if judged.word == "in conflict" else joined(", ", (term(verdict), words))


def _first_questions(judged: SheetVerdict, sheet: Sheet, doubts: Sequence[Doubt]) -> Message:
    first = [doubt for doubt in doubts if doubt.field in judged.clashing] or doubts
    return format_questions(first, sheet)


def format_conflict(judged: SheetVerdict, *, is_outvoted: bool = False) -> Message:
    """Name the sheets in conflict with a sheet: of other seats, of the table, or of the same player."""
    others = tuple(judged.conflict_with or ())
    named = {NO_SEAT: Message("the table"), judged.seat: Message("the same player")}
    owners = [named.get(seat, Message("player {seat}", seat=seat)) for seat in others]
    words = IN_CONFLICT.filled(n=len(owners), whose=listed(owners))
    return Message("{words}; the other sheets fit together", words=words) if is_outvoted else words


def format_wrong_sum(box: str, written: int, computed: int) -> Message:
    """Return a wrong sum as its box, the number written and the correct one.

    >>> format_wrong_sum("Total", 58, 57)
    'Total: 58 written, 57 computed'
    """
    words = Message("{box}: {written} written, {computed} computed")
    return words.filled(box=box, written=written, computed=computed)


def _format_legal(judged: SheetVerdict, sheet: Sheet, *, deal: Deal | None, checked: str) -> str:
    if judged.wrong_sums:
        sums = (
            format_wrong_sum(part_label(sheet, box), each.written, each.computed)
            for box, each in judged.wrong_sums.items()
        )
        return Message("legal, added up wrongly: {sums}", sums=joined("; ", sums))
    if judged.grade is not UNSET:
        return joined(", ", (term("legal"), checked))
    if deal is None:
        return Message("legal as far as the sheets show; whether some order of the cards fits is undecided")
    if isinstance(deal, PiledDeal):
        return Message("legal with some order of the cards")
    return joined(", ", (term("legal"), VERDICTS["legal"]))


def unseen_part(doubts: Iterable[Doubt] | None) -> int:
    """Return the number of hidden fields of a sheet if they need another photo; 0 if questions are enough."""
    unseen = sum(doubt.is_unseen for doubt in doubts or ())
    return unseen if unseen > MOST_UNSEEN else 0


def askable_doubts(doubts: Iterable[Doubt] | None) -> tuple[Doubt, ...]:
    """Return the doubts to ask about: not those of a hidden part that needs another photo."""
    doubts = tuple(doubts or ())
    return tuple(doubt for doubt in doubts if not doubt.is_unseen) if unseen_part(doubts) else doubts


def photo_hint(doubts: Sequence[Doubt] | None) -> Message | None:
    """Return what another photo of a sheet should show; None if questions are better.

    Pale marks do not count, because all of a sheet are one question.
    """
    if unseen := unseen_part(doubts):
        return photograph_again(unseen)
    return UNCLEAR if sum(not doubt.is_pale for doubt in doubts or ()) >= MANY_DOUBTS else None


def photograph_again(n: int) -> Message:
    """Ask for another photo of a sheet on which `n` fields cannot be seen."""
    return Message("{n} fields cannot be seen: photograph that part of the sheet as well", n=n)


def how_to_answer(folders: Iterable[str]) -> Message:
    """Name the command for answering doubts about the records in these folders.

    Without folders, the photos were read but no records were saved.

    >>> how_to_answer(["my records"])
    "To answer: fairsheet review 'my records'"
    """
    if quoted := shlex.join(sorted(set(folders))):
        return Message("To answer: fairsheet review {folders}", folders=quoted)
    return Message("To answer, scan with -o records, then: fairsheet review records")


def format_question(doubt: Doubt, named: Callable[[str], str] = str) -> str:
    """Return a doubt as a question: 'floor-6.1: 1 or 2?'; `named` as in `format_ink`."""
    likely = [mark for mark, share in doubt.candidates if share >= LEAST_LIKELY]
    marks = [doubt.chosen, *(mark for mark in likely if mark != doubt.chosen)]
    return Message("{field}: {marks}?", field=named(doubt.field), marks=either([*map(mark_name, marks)]))


def format_questions(doubts: Sequence[Doubt], sheet: Sheet) -> Message:
    """Return the first doubts about a sheet as questions in one line, without those that need another photo."""
    named = field_names(sheet).__getitem__
    if unseen := unseen_part(doubts):
        seen, again = askable_doubts(doubts), photograph_again(unseen)
        return joined("; ", (again, format_questions(seen, sheet))) if seen else again
    first = joined("; ", (format_question(doubt, named) for doubt in doubts[:DOUBTS_SHOWN]))
    left = len(doubts) - DOUBTS_SHOWN
    return Message("{questions}; and {n} more", questions=first, n=left) if left > 0 else first


def format_others(doubt: Doubt) -> str:
    """Return the other candidates of a doubt with their probabilities: '2 (40%) or blank (3%)'; '' without any."""
    others = (each for each in doubt.candidates if each[0] != doubt.chosen)
    said = [
        Message("{mark} ({share})", mark=mark_name(mark), share=format_probability(share))
        for mark, share in others
    ]
    return either(said) if said else ""


def read_words(doubt: Doubt) -> str:
    """Return the mark as read, and the other candidates of the doubt."""
    others = format_others(doubt)
    if not others:
        return mark_name(doubt.chosen)
    return Message("{mark}, or {others}", mark=mark_name(doubt.chosen), others=others)


def format_doubt(doubt: Doubt, named: Callable[[str], str] = str) -> str:
    """Describe a doubt: its field, candidates and reason; `named` as in `format_ink`."""
    field, because = named(doubt.field), doubt.because
    if doubt.is_unseen:  # its candidates are only guesses
        return Message("{field}: {because}", field=field, because=because)
    candidates = (
        joined(" ", (mark_name(mark), format_probability(share))) for mark, share in doubt.candidates
    )
    return Message(
        "{field}: read as {mark} ({candidates}); {because}",
        field=field,
        mark=mark_name(doubt.chosen),
        candidates=joined(", ", candidates),
        because=because,
    )


def format_probability(probability: float) -> str:
    """Return the probability of a mark in doubt in per cent, never rounded to 0 % or 100 %.

    >>> format_probability(0.0), format_probability(0.604), format_probability(0.9996), format_probability(1.0)
    ('<1%', '60%', '>99%', '>99%')
    """
    if probability < 0.01:
        return Message("<{n}%", n=1)
    if probability > 0.99:
        return Message(">{n}%", n=99)
    return Message("{n}%", n=round(100 * probability))


def format_day(day: date) -> Message:
    """Return a date in the order of the language.

    >>> format_day(date(2026, 3, 7))
    '2026-03-07'
    """
    return Message("{year}-{month:02}-{day:02}", year=day.year, month=day.month, day=day.day)


def format_number(number: float) -> Message:
    """Return a number with one decimal, with the decimal sign of the language.

    >>> format_number(67.5)
    '67.5'
    """
    whole, tenths = divmod(round(10 * number), 10)
    return Message("{whole}.{tenths}", whole=whole, tenths=tenths)


def format_cards(sheet: Sheet, seed: str | None) -> str:
    """Return the cards of a game: its seed, or physical cards; '' for a game without cards.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> format_cards(load_sheet("launch"), "coral-otter-42"), format_cards(load_sheet("launch"), None)
    ('seed coral-otter-42', 'physical cards')
    """
    if seed is not None:
        return Message("seed {seed}", seed=seed)
    return Message("physical cards") if has_cards(sheet) else ""


def brief_mark(sheet: Sheet, marks: Marks) -> Callable[[str], str]:
    """Return a function that names a field with its mark, as `correct` accepts it.

    The mark of an icon is omitted if it is the only possible one.

    >>> from fairsheet.sheets.library.templates import load_sheet
    >>> named = brief_mark(load_sheet("launch"), {"floor-6.1": 7})
    >>> named("floor-6.1"), named("floor-6.2")
    ('floor 6, 1st slot = 7', 'floor 6, 2nd slot = blank')
    >>> named("error.1")
    '2nd row from the top, 1st system error “5”, under “Errors”, in the middle = blank'
    """

    def name(id_: str) -> str:
        place, field = field_names(sheet)[id_], sheet.field[id_]
        if field.kind == "icon" and len(field.accepts) == 1 and id_ in marks:
            return place
        return joined(" = ", (place, mark_name(marks.get(id_))))

    return name

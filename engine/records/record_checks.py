"""Checks for the parts of a record: marks of fields, missions, options, names, and the number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from fairsheet.engine.dealing.deal import missions_by_letter
from fairsheet.engine.records.json_documents import one_line, quoted
from fairsheet.engine.records.table_choices import LEVELS
from fairsheet.languages.messages import Message, either, joined
from fairsheet.languages.terms import term
from fairsheet.sheets.formulas.formula import compile_formula
from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.model.marks import Mark
from fairsheet.sheets.model.sheet import LONGEST_NAME, PLAYER, Field, Sheet
from fairsheet.sheets.naming.field_places import brief_places
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

LONGEST_TEXT = 200  # characters of a text field
MOST_IN_BOX = 999_999_999  # positive or negative: no sheet has cells for more digits


def check_mark(sheet: Sheet, id_: str, mark: Mark, where: str) -> None:
    """Raise FairsheetError unless a sheet has such a field and it can have this mark. The rules are not checked."""
    field = check_field(sheet, id_, where)
    if not accepts(field, mark):
        words = Message("{mark} cannot be the mark of this {kind}")
        problem = words.filled(mark=quoted(mark), kind=term(field.kind))
        place = f"{where}.{id_} ({brief_places(sheet)[id_]})"
        hint = Message("it takes {marks}", marks=format_accepted(field))
        raise FairsheetError(problem, code=ErrorCode.BAD_MARK, where=place, hint=hint)


def check_field(sheet: Sheet, id_: str, where: str) -> Field:
    """Return the field of a sheet with an id. Raises FairsheetError if there is none."""
    field = sheet.field.get(id_)
    if field is None:
        otherwise = Message("fairsheet fields {sheet} lists all of them", sheet=sheet.name)
        hint = did_you_mean(id_, sheet.field, otherwise)
        raise FairsheetError(
            Message("this sheet has no field {field}", field=quoted(id_)),
            code=ErrorCode.UNKNOWN_FIELD,
            where=f"{where}.{one_line(id_)}",
            hint=hint,
        )
    return field


def accepts(field: Field, mark: Mark) -> bool:
    """Return whether a field can have a mark. The rules are not checked.

    A box can have any number that a player wrote; `accepts` only gives the range of right numbers, for the scanner.
    """
    match field.kind:
        case "box":
            return isinstance(mark, int) and abs(mark) <= MOST_IN_BOX
        case "slot" if field.cells and isinstance(mark, int):
            return field.holds(mark)
        case "text":
            return isinstance(mark, str) and len(mark) <= _longest(field) and mark.isprintable()
    return mark in field.accepts


def _longest(field: Field) -> int:
    return LONGEST_NAME if field.id == PLAYER else LONGEST_TEXT


def format_accepted(field: Field) -> str:
    """Return the possible marks of a field in words."""
    if field.kind == "text":
        return Message("text of at most {n} characters", n=_longest(field))
    if field.kind == "box":
        return Message("a number of at most {n} digits", n=len(str(MOST_IN_BOX)))
    if field.bounds is not None:
        least, most = field.bounds
        numbers = Message("{least} to {most}", least=least, most=most)
        return joined(", ", (numbers, *(term(str(mark)) for mark in field.accepts[2:])))
    return joined(", ", _runs(field.accepts))


def _runs(marks: Iterable[Mark]) -> Iterator[str]:
    """Yield the marks as words; three or more numbers in a row as one run, such as "1 to 15"."""
    for _, each in groupby(enumerate(marks), key=lambda place: _run_key(*place)):
        run = [term(str(mark)) for _, mark in each]
        yield from run if len(run) < 3 else (Message("{least} to {most}", least=run[0], most=run[-1]),)


def _run_key(place: int, mark: Mark) -> Mark:
    """Return a key that is the same for all numbers of a run, and for no other mark."""
    return mark - place if isinstance(mark, int) else mark


def check_missions(sheet: Sheet, missions: Mapping[str, str], where: str) -> None:
    """Raise FairsheetError unless the missions are one card of every letter."""
    letters = missions_by_letter(sheet)
    if unknown := sorted(missions.keys() - letters):
        problem = Message("this sheet has no missions {letter}", letter=quoted(unknown[0]))
        hint = Message("the letters are {letters}", letters=", ".join(letters))
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_MISSION, where=where, hint=hint)
    for letter, cards in letters.items():
        if missions.get(letter) not in cards:
            problem = Message("{card} is not a mission {letter} of this sheet")
            problem = problem.filled(card=quoted(missions.get(letter)), letter=letter)
            hint = Message("choose {values}", values=either(sorted(cards)))
            raise FairsheetError(
                problem, code=ErrorCode.UNKNOWN_MISSION, where=f"{where}.{letter}", hint=hint
            )


def check_options(sheet: Sheet, options: Mapping[str, str], where: str) -> None:
    """Raise FairsheetError unless a table can choose these options with a sheet."""
    for id_, value in options.items():
        if id_ not in sheet.option:
            otherwise = Message("leave it out")
            if sheet.options:
                otherwise = Message("it has {options}", options=", ".join(each.id for each in sheet.options))
            hint = did_you_mean(id_, sheet.option, otherwise)
            problem = Message("this sheet has no option {option}", option=quoted(id_))
            raise FairsheetError(problem, code=ErrorCode.NOT_FOR_THIS_GAME, where=where, hint=hint)
        known = sheet.option[id_].values
        if value not in known:
            hint = (
                _known_values(known)
                if value.isdecimal()
                else did_you_mean(value, known, _known_values(known))
            )
            problem = Message("{value} cannot be chosen", value=quoted(value))
            raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=f"{where}.{id_}", hint=hint)


def _known_values(known: Sequence[str]) -> Message:
    """Return the values of an option in words; consecutive numbers as a range."""
    if [str(number) for number in range(len(known))] == list(known) and len(known) > 2:
        return Message("choose 0 to {most}", most=len(known) - 1)
    return Message("choose {values}", values=either(known))


def check_choices(
    sheet: Sheet, options: Mapping[str, str], players: int, solo: int | None, where: str
) -> None:
    """Raise FairsheetError unless the chosen options fit together and fit the number of players."""
    setting: dict[str, Mark] = {"game.players": players, "game.solo": solo or 0}
    setting |= {f"option.{id_}": value for id_, value in options.items()}
    for option in sheet.options:
        if option.needs is not None and not compile_formula(option.needs, sheet)(setting):
            problem = Message("these options do not fit together: {why}", why=Message(option.why))
            hint = Message("choose others")
            if option.id in options:
                hint = Message("choose others, or leave {option} out", option=option.id)
            raise FairsheetError(problem, code=ErrorCode.CONFLICTING_OPTIONS, where=where, hint=hint)


def check_table_size(sheet: Sheet, players: int, solo: int | None, where: str) -> None:
    """Raise FairsheetError unless the game of a sheet allows this number of players, and this solo level.

    `where` precedes `players` and `solo` in the place that the error names.
    """
    counts, levels = sheet.player_counts, sheet.solo_levels
    if players not in counts:
        if solo is not None and players == 1:
            problem = Message("there is no one-player game with this sheet")
            hint = Message("it is for {counts} players", counts=either(counts))
            raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=f"{where}solo", hint=hint)
        problem = Message(
            "{n} player cannot play with this sheet", "{n} players cannot play with this sheet", n=players
        )
        hint = Message("it is for {counts}", counts=either(counts))
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=f"{where}players", hint=hint)
    if solo is not None and players != 1:
        problem = Message("there is no one-player game of level {level} with {players} at the table")
        problem = problem.filled(level=solo, players=players)
        hint = Message("leave the level out")
        raise FairsheetError(problem, code=ErrorCode.BAD_PLAYERS, where=f"{where}solo", hint=hint)
    if solo is not None and not 1 <= solo <= levels:
        problem = Message("there is no level {level} of the one-player game", level=solo)
        hint = _format_levels(sheet)
        raise FairsheetError(problem, code=ErrorCode.BAD_OPTION, where=f"{where}solo", hint=hint)
    if solo is None and players == 1 and levels > 1:
        problem = Message("the one-player game has levels")
        hint = _format_levels(sheet)
        raise FairsheetError(problem, code=ErrorCode.MISSING_OPTION, where=f"{where}solo", hint=hint)


def _format_levels(sheet: Sheet) -> Message:
    """Return the levels of the one-player game of a sheet, with their meanings."""
    if sheet.solo_levels == 1:
        return Message("its only level is 1")
    hint = Message("give one of 1 to {most}", most=sheet.solo_levels)
    levels = [joined(" ", level) for level in enumerate(LEVELS.get(sheet.game or "", ()), 1)]
    return joined(": ", (hint, joined("; ", levels))) if levels else hint


def check_text(text: str, where: str) -> None:
    """Raise FairsheetError unless the text is a name that can be printed in a line."""
    if len(text) > LONGEST_NAME or not text.isprintable():
        words = Message("a name has at most {most} characters, all of them printable")
        problem, hint = words.filled(most=LONGEST_NAME), Message("shorten it or leave it out")
        raise FairsheetError(problem, code=ErrorCode.BAD_NAME, where=where, hint=hint)

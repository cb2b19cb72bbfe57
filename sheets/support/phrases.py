"""Phrases that several packages use."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.languages.messages import Message, listed


def counted_of(number: int, all_: int, words: Message) -> list[Message]:
    """Return the words in a list, with `some` and `n` filled in; an empty list if `number` is below 1.

    >>> steps = Message("{some} of {n} step", "{some} of {n} steps")
    >>> counted_of(2, 42, steps), counted_of(-3, 58, steps)
    (['2 of 42 steps'], [])
    """
    return [words.filled(some=number, n=all_)] if number > 0 else []


def there_are_message(number: int) -> Message:
    """Return the message "there is 1" or "there are 2".

    >>> there_are_message(1), there_are_message(2)
    ('there is 1', 'there are 2')
    """
    return Message("there is {n}", "there are {n}", n=number)


def the_sheet(title: str) -> Message:
    """Return a phrase for a sheet, by the title printed on it.

    >>> the_sheet("set-up")
    'the sheet “set-up”'
    """
    return Message("the sheet “{title}”", title=Message(title))


def with_compared_sheets(why: Message, sheets: Sequence[str]) -> Message:
    """Return a statement, with a note on the sheets that it compares if there are several.

    >>> why = Message("It cannot be.")
    >>> with_compared_sheets(why, ["seat 1"]), with_compared_sheets(why, ["seat 1", "seat 3"])
    ('It cannot be.', 'It cannot be. This compares seat 1 and seat 3: any of them may have the wrong mark.')
    """
    names = list(dict.fromkeys(sheets))
    if len(names) < 2:
        return why
    return Message(
        "{why} This compares {names}: any of them may have the wrong mark.", why=why, names=listed(names)
    )

"""Numbers and lists in English."""

from __future__ import annotations

from collections.abc import Sequence

from fairsheet.languages.messages import counted, listed


def counted_of(number: int, all_: int, one: str) -> list[str]:
    """This many of all things, alone in a list; nothing where there are none.

    >>> counted_of(2, 42, "step"), counted_of(-3, 58, "point")
    (['2 of 42 steps'], [])
    """
    return [f"{number} of {counted(all_, one)}"] if number > 0 else []


def there_are(number: int) -> str:
    """That there are this many.

    >>> there_are(1), there_are(2)
    ('there is 1', 'there are 2')
    """
    return f"there {'is' if number == 1 else 'are'} {number}"


def all_of(number: int) -> str:
    """The word for all of this many things.

    >>> all_of(2), all_of(3)
    ('both', 'all')
    """
    return "both" if number == 2 else "all"


def the_sheet(title: str) -> str:
    """A sheet, by what is printed above it.

    >>> the_sheet("set-up")
    'the sheet “set-up”'
    """
    return f"the sheet “{title}”"


def resting_on(why: str, sheets: Sequence[str]) -> str:
    """What a statement says, and whose marks it compares where they are of several sheets.

    >>> resting_on("Both cannot be.", ["seat 1"]), resting_on("Both cannot be.", ["seat 1", "seat 3"])
    ('Both cannot be.', 'Both cannot be. This compares seat 1 and seat 3: any of them may have the wrong mark.')
    """
    names = list(dict.fromkeys(sheets))
    return (
        f"{why} This compares {listed(names)}: any of them may have the wrong mark."
        if len(names) > 1
        else why
    )

"""The choices of a template, such as a player's planet: it has one layout for each combination.

`choice planet: gaia, petra` at the left edge names the values; the first one is the default. The name of a layout
contains the chosen values in the order of the template: `planet-record/gaia/cosmos`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

Choices = Mapping[str, tuple[str, ...]]

SEPARATOR = "/"
_LINE = re.compile(
    r"^choice[ \t]+([a-z][a-z0-9-]*):((?:[ \t]*[a-z0-9-]+,\s*)*[ \t]*[a-z0-9-]+)[ \t]*(?=#|\r?$)",
    re.MULTILINE,
)


def choices_in(text: str) -> dict[str, tuple[str, ...]]:
    """Return the choices of a template, each with its values.

    >>> choices_in('sheet garden "Garden"\\nchoice fence: none, red\\n')
    {'fence': ('none', 'red')}
    """
    return {name: tuple(value.strip() for value in values.split(",")) for name, values in _LINE.findall(text)}


def template_of(name: str) -> str:
    """Return the name of a sheet's template.

    >>> template_of("planet-record/gaia/cosmos"), template_of("launch")
    ('planet-record', 'launch')
    """
    return name.partition(SEPARATOR)[0]


def chosen_in(name: str) -> tuple[str, ...]:
    """Return the values in the name of a sheet.

    >>> chosen_in("planet-record/gaia/cosmos"), chosen_in("launch")
    (('gaia', 'cosmos'), ())
    """
    return tuple(name.split(SEPARATOR)[1:])


def names_of(template: str, choices: Choices) -> tuple[str, ...]:
    """Return the names of all layouts of a template, the default first.

    >>> names_of("garden", {"fence": ("none", "red"), "gate": ("wide",)})
    ('garden/none/wide', 'garden/red/wide')
    """
    return tuple(SEPARATOR.join((template, *chosen)) for chosen in product(*choices.values()))


def check_chosen(chosen: Sequence[str], choices: Choices, where: str) -> dict[str, str]:
    """Return the chosen values by the names of the choices; without any, the default values.

    Raises FairsheetError unless each choice has exactly one of its values.
    """
    if not chosen:
        return {name: values[0] for name, values in choices.items()}
    if len(chosen) != len(choices):
        example = SEPARATOR.join(values[0] for values in choices.values())
        hint = f"such as {example}" if choices else "leave them out"
        wanted = (
            f"it needs a value for each of {', '.join(choices)}" if choices else "this sheet has no choices"
        )
        problem = f"{SEPARATOR.join(chosen)} is not what can be chosen: {wanted}"
        raise FairsheetError(problem, code=ErrorCode.UNKNOWN_SHEET, where=where, hint=hint)
    for value, (name, values) in zip(chosen, choices.items(), strict=True):
        if value not in values:
            hint = did_you_mean(value, values, f"known: {', '.join(values)}")
            problem = f"there is no {name} {value!r}"
            raise FairsheetError(problem, code=ErrorCode.UNKNOWN_SHEET, where=where, hint=hint)
    return dict(zip(choices, chosen, strict=True))

"""What a template leaves to choose, such as the planet that a player has: it has one layout for each combination.

`choice planet: gaia, petra` at the left edge names the values, the first of them being the usual one. A layout's name
says what was chosen, in the order of the template: `planet-record/gaia/cosmos`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from fairsheet.sheets.language.faults import did_you_mean
from fairsheet.sheets.support.errors import FairsheetError

Choices = Mapping[str, tuple[str, ...]]

SEPARATOR = "/"
_LINE = re.compile(
    r"^choice[ \t]+([a-z][a-z0-9-]*):((?:[ \t]*[a-z0-9-]+,\s*)*[ \t]*[a-z0-9-]+)[ \t]*(?=#|\r?$)",
    re.MULTILINE,
)


def choices_in(text: str) -> dict[str, tuple[str, ...]]:
    """The choices of a template, each with its values.

    >>> choices_in('sheet garden "Garden"\\nchoice fence: none, red\\n')
    {'fence': ('none', 'red')}
    """
    return {name: tuple(value.strip() for value in values.split(",")) for name, values in _LINE.findall(text)}


def template_of(name: str) -> str:
    """The template of a sheet by the sheet's name.

    >>> template_of("planet-record/gaia/cosmos"), template_of("launch")
    ('planet-record', 'launch')
    """
    return name.partition(SEPARATOR)[0]


def chosen_in(name: str) -> tuple[str, ...]:
    """What was chosen for a sheet, by its name.

    >>> chosen_in("planet-record/gaia/cosmos"), chosen_in("launch")
    (('gaia', 'cosmos'), ())
    """
    return tuple(name.split(SEPARATOR)[1:])


def names_of(template: str, choices: Choices) -> tuple[str, ...]:
    """The names of all layouts of a template, the usual one first.

    >>> names_of("garden", {"fence": ("none", "red"), "gate": ("wide",)})
    ('garden/none/wide', 'garden/red/wide')
    """
    return tuple(SEPARATOR.join((template, *chosen)) for chosen in product(*choices.values()))


def check_chosen(chosen: Sequence[str], choices: Choices, where: str) -> dict[str, str]:
    """What was chosen, by the names of the choices; nothing means the usual values.

    Raises FairsheetError unless there is a value for each choice, and one that it has.
    """
    if not chosen:
        return {name: values[0] for name, values in choices.items()}
    if len(chosen) != len(choices):
        example = SEPARATOR.join(values[0] for values in choices.values())
        hint = f"such as {example}" if choices else "leave them out"
        wanted = (
            f"a value for each of {', '.join(choices)}" if choices else "this sheet leaves nothing to choose"
        )
        raise FairsheetError(
            f"{SEPARATOR.join(chosen)} is not what can be chosen: {wanted}", where=where, hint=hint
        )
    for value, (name, values) in zip(chosen, choices.items(), strict=True):
        if value not in values:
            hint = did_you_mean(value, values, f"known: {', '.join(values)}")
            raise FairsheetError(f"there is no {name} {value!r}", where=where, hint=hint)
    return dict(zip(choices, chosen, strict=True))

"""What a table chose before it played: as JSON has it, and flat as templates and labels have it.

JSON says `{"events": {"red": 8, "green": 12}, "personal": true, "mode": "coop"}`; a template declares the options
`events.red`, `events.green`, `personal` (yes or no) and `mode`, and a label says `events.red=8` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Option = str | bool | int | Mapping[str, int]


def flat_options(options: Mapping[str, Option]) -> dict[str, str]:
    """Options as templates name them, their values as words.

    >>> flat_options({"events": {"red": 8, "green": 12}, "personal": True})
    {'events.red': '8', 'events.green': '12', 'personal': 'yes'}
    """
    flat: dict[str, str] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            flat |= {f"{name}.{part}": str(number) for part, number in value.items()}
        elif isinstance(value, bool):
            flat[name] = "yes" if value else "no"
        else:
            flat[name] = str(value)
    return flat


def nested_options(flat: Mapping[str, str]) -> dict[str, Option]:
    """Options as JSON has them.

    >>> nested_options({"events.red": "8", "events.green": "12", "personal": "yes"})
    {'events': {'red': 8, 'green': 12}, 'personal': True}
    """
    options: dict[str, Option] = {}
    for name, value in flat.items():
        whole, dot, part = name.partition(".")
        if dot:
            parts = options.get(whole, {})
            options[whole] = {**(parts if isinstance(parts, Mapping) else {}), part: int(value)}
        elif value in ("yes", "no"):
            options[name] = value == "yes"
        else:
            options[name] = int(value) if value.isdigit() else value
    return options


def format_options(flat: Mapping[str, str]) -> tuple[str, ...]:
    """As a label has them, in the order of their names.

    >>> format_options({"mode": "coop", "hq": "no"})
    ('hq=no', 'mode=coop')
    """
    return tuple(f"{name}={value}" for name, value in sorted(flat.items()))


def parse_options(words: Iterable[str]) -> dict[str, str]:
    """What `format_options` wrote; a word without a sign has no value.

    >>> parse_options(("hq=no", "mode=coop"))
    {'hq': 'no', 'mode': 'coop'}
    """
    return {name: value for name, _, value in (word.partition("=") for word in words)}

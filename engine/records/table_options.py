"""The choices of a table before the game: nested as in JSON, and flat as in templates and labels.

JSON has `{"events": {"red": 8, "green": 12}, "personal": true, "mode": "coop"}`; a template declares the options
`events.red`, `events.green`, `personal` (yes or no) and `mode`, and a label has `events.red=8` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Option = str | bool | int | Mapping[str, int]


def flat_options(options: Mapping[str, Option]) -> dict[str, str]:
    """Return options with the names of templates, and their values as words.

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
    """Return options as in JSON.

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
    """Return options as in a label, sorted by name.

    >>> format_options({"mode": "coop", "hq": "no"})
    ('hq=no', 'mode=coop')
    """
    return tuple(f"{name}={value}" for name, value in sorted(flat.items()))


def parse_options(words: Iterable[str]) -> dict[str, str]:
    """Return the options in words from `format_options`; a word without an equals sign has an empty value.

    >>> parse_options(("hq=no", "mode=coop"))
    {'hq': 'no', 'mode': 'coop'}
    """
    return {name: value for name, _, value in (word.partition("=") for word in words)}

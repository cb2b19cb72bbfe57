"""Messages: English sentences that keep their pattern and values, so that they can be translated later."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from fairsheet.languages.catalogues import ENGLISH, Catalogue

_PLACE = re.compile(r"\{(\w+)(?:!r)?\}")
Value = str | int | float  # a message among the values is translated too


class Message(str):
    """A sentence, or a part of a sentence that does not depend on its context. As a string it is English.

    `text` is the English pattern, with places for the `values`; catalogues translate it. If there is a `plural`, the
    value `n` chooses the form. Text that is combined in another way can no longer be translated: use `joined`,
    `listed` or `either`. A value named `sentence` gets a capital, one named `clause` loses its full stop, and one
    named `argument` is quoted for a shell.

    >>> Message("{slot} is empty", slot="floor-1.1")
    'floor-1.1 is empty'
    >>> Message("{n} field", "{n} fields", n=2)
    '2 fields'
    """

    __slots__ = ("plural", "text", "values")
    text: str
    plural: str
    values: Mapping[str, Value]

    def __new__(cls, text: str, plural: str = "", /, **values: Value) -> Message:
        """Make a message from an English pattern, with a value for each of its places."""
        pattern = plural if plural and values and values["n"] != 1 else text
        self = super().__new__(cls, _filled(pattern, values) if values else pattern)
        self.text, self.plural, self.values = text, plural, values
        return self

    def filled(self, **values: Value) -> Message:
        """Return the message with these values; this one is a pattern without values."""
        return Message(self.text, self.plural, **values)

    def __repr__(self) -> str:
        return repr(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Return a form for pickling that keeps pattern and values."""
        return unpacked, (Message, packed(self))


def as_message(words: str) -> Message:
    """Return words as a message; words that are not one, such as a text of a custom sheet, become its pattern."""
    return words if isinstance(words, Message) else Message(words)


def render(words: str, language: Catalogue = ENGLISH) -> str:
    """Return a message in a language, in English if it is not translated; other text is returned unchanged."""
    if not isinstance(words, Message):
        return words
    number = words.values.get("n", 1)
    pattern = language.pattern(words.text, words.plural, number if isinstance(number, int) else 1)
    if not words.values:
        return pattern
    values = words.values.items()
    return _filled(
        pattern, {name: render(each, language) if isinstance(each, str) else each for name, each in values}
    )


def _filled(pattern: str, values: Mapping[str, Value]) -> str:
    if isinstance(sentence := values.get("sentence"), str):
        values = {**values, "sentence": sentence[:1].upper() + sentence[1:]}
    if isinstance(clause := values.get("clause"), str):
        values = {**values, "clause": clause.removesuffix(".")}
    if isinstance(argument := values.get("argument"), str):
        values = {**values, "argument": shlex.quote(argument)}
    return pattern.format_map(values)


def packed(message: object) -> object:
    """Return a message as JSON values, so that it can be translated later; other objects are returned unchanged.

    Use it as the `enc_hook` of msgspec for stored files. For documents, use `str` or a function that translates.
    """
    if not isinstance(message, Message):
        return message
    return [message.text, message.plural, {name: packed(each) for name, each in message.values.items()}]


def unpacked(kind: type, kept: object) -> Message:
    """Return the message that `packed` stored, or a message of a plain text; a `dec_hook` of msgspec.

    Raises ValueError if the values are not those of a message, because files may be damaged.
    """
    if isinstance(kept, str):
        return Message(kept)
    match kept:
        case [str(text), str(plural), dict(values)]:
            pass
        case _:
            raise ValueError("no message")
    values = {name: unpacked(kind, each) if isinstance(each, list) else each for name, each in values.items()}
    patterns = text + plural if values else ""  # without values, braces are only text
    if re.search(r"[{}]", _PLACE.sub("", patterns)) or not values.keys() >= set(_PLACE.findall(patterns)):
        raise ValueError("no message")
    if (plural and not isinstance(values.get("n"), int)) or not all(
        isinstance(each, Value) for each in values.values()
    ):
        raise ValueError("no message")
    return Message(text, plural, **values)


def joined(separator: str, words: Iterable[Value]) -> Message:
    """Return words with a separator between them; the separator is not translated.

    >>> joined("; ", ["it is full", "2"])
    'it is full; 2'
    """
    values = {f"w{place}": each for place, each in enumerate(words)}
    return Message(separator.join(f"{{{name}}}" for name in values), **values)


def counted(number: int, one: str, many: str = "") -> Message:
    """Return a number with its noun; `many` is the plural if it is not `one` with an s.

    >>> counted(1, "field"), counted(0, "field"), counted(2, "energy", "energies")
    ('1 field', '0 fields', '2 energies')
    """
    return Message(f"{{n}} {one}", f"{{n}} {many or f'{one}s'}", n=number)


def listed(words: Sequence[Value]) -> Message:
    """Return one or more words as a list with "and".

    >>> listed(["a"]), listed(["a", "b"]), listed([1, 2, 3])
    ('a', 'a and b', '1, 2 and 3')
    """
    *others, last = words
    if others:
        return Message("{others} and {last}", others=joined(", ", others), last=last)
    return joined("", words)


def either(words: Sequence[Value]) -> Message:
    """Return one or more words as a list with "or".

    >>> either(["a"]), either(["a", "b"]), either([1, 2, 3])
    ('a', 'a or b', '1, 2 or 3')
    """
    *others, last = words
    if others:
        return Message("{others} or {last}", others=joined(", ", others), last=last)
    return joined("", words)


def as_sentence(words: str) -> Message:
    """Return words with a capital at the start and a full stop at the end.

    >>> as_sentence("the game is not over")
    'The game is not over.'
    """
    return Message("{sentence}.", sentence=words)

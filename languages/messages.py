"""Messages: sentences in English that know what they are made of, so that other languages can say them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence

from fairsheet.languages.catalogues import ENGLISH, Catalogue

_PLACE = re.compile(r"\{(\w+)(?:!r)?\}")
Value = str | int | float  # a message among these is said in the language of the whole


class Message(str):
    """A sentence, or a part of one that is the same wherever it stands. As a string it is English.

    `text` is its English pattern with places for the `values`; catalogues have others for it. Where there is a
    `plural`, too, the value `n` chooses the form. What is put together by other means than a message is English for
    ever: see `joined`, `listed`, `either`. A value called `sentence` begins with a capital, one called `clause` has no
    full stop, one called `argument` is quoted for a shell.

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
        """A message of an English pattern, of which every place has its value."""
        pattern = plural if plural and values and values["n"] != 1 else text
        self = super().__new__(cls, _filled(pattern, values) if values else pattern)
        self.text, self.plural, self.values = text, plural, values
        return self

    def filled(self, **values: Value) -> Message:
        """The message of a pattern, which was given without values, with these."""
        return Message(self.text, self.plural, **values)

    def __repr__(self) -> str:
        return repr(str(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Passed between processes with what it is made of."""
        return unpacked, (Message, packed(self))


def as_message(words: str) -> Message:
    """Words that may be a message, or a text of a person's own that no catalogue of the program knows."""
    return words if isinstance(words, Message) else Message(words)


def render(words: str, language: Catalogue = ENGLISH) -> str:
    """A message as a language says it, in English where it does not; what is no message stays as it is."""
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
    """What a message is made of, as values of JSON, so that it can be said in another language later.

    This is `enc_hook` of msgspec where something is kept; for a document, `str` is, or what renders it.
    """
    if not isinstance(message, Message):
        return message
    return [message.text, message.plural, {name: packed(each) for name, each in message.values.items()}]


def unpacked(kind: type, kept: object) -> Message:
    """The message of which `packed` gave this, or of a text; for `dec_hook` of msgspec, with the kind expected.

    Raises ValueError for what no message is made of: a file may say anything.
    """
    if isinstance(kept, str):
        return Message(kept)
    match kept:
        case [str(text), str(plural), dict(values)]:
            pass
        case _:
            raise ValueError("no message")
    values = {name: unpacked(kind, each) if isinstance(each, list) else each for name, each in values.items()}
    patterns = text + plural
    if re.search(r"[{}]", _PLACE.sub("", patterns)) or not values.keys() >= set(_PLACE.findall(patterns)):
        raise ValueError("no message")
    if (plural and not isinstance(values.get("n"), int)) or not all(
        isinstance(each, Value) for each in values.values()
    ):
        raise ValueError("no message")
    return Message(text, plural, **values)


def joined(separator: str, words: Iterable[Value]) -> Message:
    """Words in a row with the same between them, which is no word itself.

    >>> joined("; ", ["it is full", "2"])
    'it is full; 2'
    """
    values = {f"w{place}": each for place, each in enumerate(words)}
    return Message(separator.join(f"{{{name}}}" for name in values), **values)


def counted(number: int, one: str, many: str = "") -> Message:
    """This many things; `many` is their plural where it is not that of `one` with an s.

    >>> counted(1, "field"), counted(0, "field"), counted(2, "energy", "energies")
    ('1 field', '0 fields', '2 energies')
    """
    return Message(f"{{n}} {one}", f"{{n}} {many or f'{one}s'}", n=number)


def listed(words: Sequence[Value]) -> Message:
    """The words in a row, of which there is at least one.

    >>> listed(["a"]), listed(["a", "b"]), listed([1, 2, 3])
    ('a', 'a and b', '1, 2 and 3')
    """
    *others, last = words
    return (
        Message("{others} and {last}", others=joined(", ", others), last=last)
        if others
        else joined("", words)
    )


def either(words: Sequence[Value]) -> Message:
    """The words to choose from, of which there is at least one.

    >>> either(["a"]), either(["a", "b"]), either([1, 2, 3])
    ('a', 'a or b', '1, 2 or 3')
    """
    *others, last = words
    return (
        Message("{others} or {last}", others=joined(", ", others), last=last) if others else joined("", words)
    )


def as_sentence(words: str) -> Message:
    """Words with a capital in front and a full stop behind.

    >>> as_sentence("the game is not over")
    'The game is not over.'
    """
    return Message("{sentence}.", sentence=words)

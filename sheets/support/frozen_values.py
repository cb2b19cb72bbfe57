"""Values whose mappings are frozen too."""

from __future__ import annotations

from typing import NoReturn, TypeVar

import msgspec

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A mapping that cannot be changed; `|`, `copy` and `dict()` return a copy that can.

    >>> FrozenDict(a=1)["b"] = 2
    Traceback (most recent call last):
    TypeError: values of fairsheet do not change: make another with msgspec.structs.replace(value, ...)
    """

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(
            "values of fairsheet do not change: make another with msgspec.structs.replace(value, ...)"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Return the hash of the entries, in any order. Raises TypeError if a value cannot be hashed."""
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle as a whole, because an empty one cannot be filled in."""
        return type(self), (dict(self),)


class Frozen(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """Base of values whose mappings are frozen with them; `repr` omits defaults."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if type(value) is dict:
                msgspec.structs.force_setattr(self, name, _freeze(value))


def _freeze(value: object) -> object:
    return FrozenDict({key: _freeze(each) for key, each in value.items()}) if type(value) is dict else value

"""Values whose mappings cannot be changed either."""

from __future__ import annotations

from typing import NoReturn, TypeVar

import msgspec

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A mapping that stays as it is; `|`, `copy` and `dict()` make one that can be changed.

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

    def __reduce__(self) -> tuple[object, ...]:
        """Copied and passed between processes as a whole, since it cannot be filled in."""
        return type(self), (dict(self),)


class Frozen(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """Base of the values whose mappings are frozen with them; its `repr` leaves out what is as it is by default."""

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if type(value) is dict:
                msgspec.structs.force_setattr(self, name, _frozen(value))


def _frozen(value: object) -> object:
    return FrozenDict({key: _frozen(each) for key, each in value.items()}) if type(value) is dict else value

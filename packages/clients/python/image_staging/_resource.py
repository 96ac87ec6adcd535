"""What the API returns, as objects."""

import dataclasses
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ._typing import dataclass_transform

T = TypeVar("T")


class Resource:
    """An object of the API. Its fields are attributes; `dataclasses.asdict` makes a dict of it."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        """A field by its name in the API, as until 1.1.0."""
        attribute = name if name in _types_of(type(self)) else f"{name}_"
        if attribute not in _types_of(type(self)):
            raise KeyError(name)
        return getattr(self, attribute)

    def __contains__(self, name: object) -> bool:
        """Whether the API has a field of this name here."""
        return isinstance(name, str) and bool({name, f"{name}_"} & _types_of(type(self)).keys())


@dataclass_transform(frozen_default=True, kw_only_default=True)
def resource(kind: type[T]) -> type[T]:
    """A class of objects with the fields that it declares."""
    return dataclasses.dataclass(frozen=True, kw_only=True, slots=True)(kind)


def decoded(kind: Any, value: Any) -> Any:
    """JSON as the type says. Fields that this version does not know are left out."""
    if isinstance(kind, type) and issubclass(kind, Resource) and isinstance(value, dict):
        types = _types_of(kind)
        return kind(**{name: decoded(types[name], value.get(name.rstrip("_"))) for name in types})
    if get_origin(kind) is list and isinstance(value, list):
        (item,) = get_args(kind)
        return [decoded(item, one) for one in value]
    if get_origin(kind) in (Union, UnionType) and value is not None:
        (known, *_) = get_args(kind)
        return decoded(known, value)
    return value


_types: dict[type, dict[str, Any]] = {}


def _types_of(kind: type) -> dict[str, Any]:
    """The types of a class's fields, read once."""
    if kind not in _types:
        _types[kind] = get_type_hints(kind)
    return _types[kind]

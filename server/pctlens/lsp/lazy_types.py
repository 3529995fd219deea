"""Imports ``lsprotocol.types`` in a third of the time, which is most of what the server takes to start.

lsprotocol defines more than 500 attrs classes, for each of which attrs writes and compiles methods at import; one session uses a
few dozen. Here attrs gets to a class and its fields when it is first used: when an instance is made, or when a converter asks for
its fields. The module is the original one, and nothing of attrs stays changed.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import attrs

_MODULE: Final = "lsprotocol.types"
_define: Final = attrs.define
_field: Final = attrs.field


def load() -> None:
    """Import ``lsprotocol.types`` with its classes unfinished; where it is imported already, nothing happens."""
    if _MODULE in sys.modules:
        return
    attrs.define = _postpone
    attrs.field = partial(partial, _field)  # type: ignore[assignment]
    try:
        importlib.import_module(_MODULE)
    finally:
        attrs.define = _define
        attrs.field = _field


class _Fields:
    """Stands for the fields of an unfinished class; whoever looks at them finishes it."""

    def __init__(self, cls: type[Any]) -> None:
        self._cls = cls

    def __iter__(self) -> Iterator[Any]:
        return iter(_finished(self._cls))

    def __len__(self) -> int:
        return len(_finished(self._cls))

    def __getitem__(self, index: int) -> Any:
        return _finished(self._cls)[index]

    def __getattr__(self, name: str) -> Any:
        return getattr(_finished(self._cls), name)


def _postpone(cls: type[Any] | None = None, /, **options: Any) -> Any:
    """What ``attrs.define`` does, but later; at once where it is asked for more than lsprotocol asks today."""
    if cls is None:
        return partial(_postpone, **options)
    if options:
        return _defined(cls, **options)

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        _finished(cls)
        self.__init__(*args, **kwargs)

    cls.__init__ = __init__
    cls.__attrs_attrs__ = _Fields(cls)
    cls.__attrs_types_resolved__ = cls  # so that lsprotocol's converter, which resolves the types of all classes, leaves it alone
    return cls


def _defined(cls: type[Any], **options: Any) -> Any:
    for name, field in tuple(vars(cls).items()):
        if isinstance(field, partial):
            setattr(cls, name, field())
    return _define(cls, **options)


def _finished(cls: type[Any]) -> Any:
    """Let attrs finish a class, in place: its fields."""
    if isinstance(cls.__attrs_attrs__, _Fields):
        del cls.__init__, cls.__attrs_attrs__, cls.__attrs_types_resolved__
        _defined(cls, slots=False)  # with slots it would be another class
        attrs.resolve_types(cls, dict(sys.modules[_MODULE].ALL_TYPES_MAP), {})
    return cls.__attrs_attrs__

"""Modules that are executed when something of them is first asked for.

pygls imports asyncio, and with it TLS and subprocesses, for a loop of its own. The server reads its messages in a plain loop.
``importlib.util.LazyLoader`` will not do: for it, an ``import`` of the module elsewhere is a use.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any


def postpone(name: str) -> None:
    """Let a module wait for its first use, not the import of a submodule; nothing happens where it is loaded already."""
    if name not in sys.modules:
        module = _Postponed(name)
        module.__spec__ = find_spec(name)
        sys.modules[name] = module


class _Postponed(ModuleType):
    """A module that knows where its code is, and nothing else."""

    def __getattr__(self, name: str) -> Any:
        self.__class__ = ModuleType  # type: ignore[assignment]
        spec = self.__spec__
        assert spec and spec.loader
        vars(self).update(vars(module_from_spec(spec)))
        spec.loader.exec_module(self)
        return getattr(self, name)

"""Regular expressions that are compiled when the first text needs them: a start is not to wait for those that none does."""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What ``re.compile`` gives, compiled at its first use."""
    return cast("re.Pattern[AnyStr]", _Later(pattern, flags))


class _Later:
    """Stands for a compiled pattern; what has once been asked of it is its own from then on, and asked as fast."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, value)
        return value

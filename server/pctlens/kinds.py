"""The types of settings: what values each takes, how they are read, and what JSON Schema calls them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from pctlens.core import rules
from pctlens.core.rules import Severity


class BadValueError(Exception):
    """A value that a setting cannot take; the message says what it would take."""


class Kind(Protocol):
    """The type of a setting's value."""

    def read(self, value: object, base: Any) -> tuple[Any, tuple[str, ...]]:
        """The value over ``base`` (what holds without it), and notes on the parts of it that were left out.

        Raises ``BadValueError`` where nothing of it can be used.
        """
        ...

    def schema(self) -> dict[str, object]:
        """The type in the words of JSON Schema."""
        ...


class Flag:
    """True or false."""

    def read(self, value: object, base: Any) -> tuple[bool, tuple[str, ...]]:
        """See ``Kind``."""
        if not isinstance(value, bool):
            raise BadValueError("true or false")
        return value, ()

    def schema(self) -> dict[str, object]:
        """See ``Kind``."""
        return {"type": "boolean"}


class Count(NamedTuple):
    """A whole number from ``minimum`` on."""

    minimum: int

    def read(self, value: object, base: Any) -> tuple[int, tuple[str, ...]]:
        """See ``Kind``."""
        if isinstance(value, float) and value.is_integer():  # JSON has one kind of number, and some clients send 10.0
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < self.minimum:
            raise BadValueError(f"a whole number from {self.minimum} on")
        return value, ()

    def schema(self) -> dict[str, object]:
        """See ``Kind``."""
        return {"type": "integer", "minimum": self.minimum}


class Choice(NamedTuple):
    """One of the words of ``options``."""

    options: type[StrEnum]

    def read(self, value: object, base: Any) -> tuple[StrEnum, tuple[str, ...]]:
        """See ``Kind``."""
        if not isinstance(value, str) or value not in {option.value for option in self.options}:
            raise BadValueError(f"one of {', '.join(self.options)}{suggestion(value, self.options)}")
        return self.options(value), ()

    def schema(self) -> dict[str, object]:
        """See ``Kind``."""
        return {"type": "string", "enum": [option.value for option in self.options]}


class Strings:
    """A list of strings."""

    def read(self, value: object, base: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """See ``Kind``."""
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise BadValueError("a list of strings")
        return tuple(value), ()

    def schema(self) -> dict[str, object]:
        """See ``Kind``."""
        return {"type": "array", "items": {"type": "string"}}


class Charsets:
    """A list of names of charsets, in any case."""

    def read(self, value: object, base: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """See ``Kind``: a name that is not known costs only itself."""
        from pctlens.core.charsets import LABELS  # its tables take long to load, and few people set any

        names, _ = Strings().read(value, base)
        unknown = [name for name in names if name.lower() not in LABELS]
        notes = tuple(f"unknown charset {name!r}{suggestion(name.lower(), sorted(LABELS))}" for name in unknown)
        return tuple(name for name in names if name not in unknown), notes

    def schema(self) -> dict[str, object]:
        """See ``Kind``."""
        return Strings().schema()


class Severities:
    """A severity for each of some rule ids; an id that is not named keeps what ``base`` says."""

    def read(self, value: object, base: Any) -> tuple[Mapping[str, Severity], tuple[str, ...]]:
        """See ``Kind``: a wrong entry costs only itself."""
        if not isinstance(value, Mapping):
            raise BadValueError("a table of rule ids and severities")
        read: dict[str, Severity] = dict(base)
        notes: list[str] = []
        for rule, severity in value.items():
            if rule not in rules.RULES:
                notes.append(f"unknown rule {rule!r}{suggestion(rule, rules.RULES)}")
                continue
            try:
                read[rule] = Severity(Choice(Severity).read(severity, None)[0])
            except BadValueError as wanted:
                notes.append(f"rule {rule!r}: {severity!r} is not {wanted}")
        return read, tuple(notes)

    def schema(self) -> dict[str, object]:
        """See ``Kind``."""
        severity = Choice(Severity).schema()
        properties = {
            rule.id: severity | {"description": rule.summary, "default": rule.default.value} for rule in rules.RULES.values()
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}


def suggestion(word: object, known: Iterable[str]) -> str:
    """``; did you mean …?`` where one of the ``known`` words is close to ``word``, else nothing."""
    import difflib  # only for a word that is misspelt

    near = difflib.get_close_matches(str(word), [str(item) for item in known], n=1)
    return f"; did you mean {near[0]!r}?" if near else ""

"""The one schema of settings: names, defaults, meanings, and how a raw value is read.

The editor's section ``pctlens``, ``pctlens.toml`` and ``[tool.pctlens]`` of pyproject.toml all hold these keys. docs/settings.md
and the extension's package.json are held equal to it by tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pctlens.core.hosts import Host
from pctlens.core.rules import Severity
from pctlens.kinds import BadValueError, Charsets, Choice, Count, Flag, Kind, Severities, Strings, suggestion

CLIENT_KEYS: Final = frozenset({"server", "trace"})
"""Keys of the section that only an editor's client reads; the server passes over them."""


class PlusAsSpace(StrEnum):
    """Whether a ``+`` is shown as a space."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class InlayHints(StrEnum):
    """Behind which spans the decoded text is shown."""

    OFF = "off"
    NON_ASCII = "nonAscii"
    ALL = "all"


def setting(default: Any, kind: Kind, description: str) -> Any:
    """A dataclass field that is one setting."""
    return field(default_factory=lambda: default, metadata={"kind": kind, "description": description})


@dataclass(frozen=True, slots=True)
class HoverSettings:
    """``hover.*``."""

    enable: bool = setting(True, Flag(), "Show what an encoded span says when the pointer rests on it.")
    max_length: int = setting(1000, Count(1), "The length in characters at which a decoded value is cut.")


@dataclass(frozen=True, slots=True)
class FormatClashSettings:
    """``formatClash.*``."""

    functions: tuple[str, ...] = setting((), Strings(), "Names of your own functions that read `%` in their text as printf does.")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, with the defaults."""

    rules: Mapping[str, Severity] = setting(
        {},
        Severities(),
        "The severity of each rule by its id; `off` silences it. Rules that are not named keep their own.",
    )
    exclude: tuple[str, ...] = setting(
        (), Strings(), "Files without findings, as the patterns of a .gitignore beside the settings file."
    )
    plus_as_space: PlusAsSpace = setting(
        PlusAsSpace.AUTO,
        Choice(PlusAsSpace),
        "Whether a `+` is shown as a space: `auto` in queries and forms only, `always`, or `never`.",
    )
    legacy_charsets: tuple[str, ...] = setting(
        (), Charsets(), "Character sets to try first where the bytes are not UTF-8, best first, such as `windows-1254`."
    )
    hover: HoverSettings = field(default_factory=HoverSettings)
    inlay_hints: InlayHints = setting(
        InlayHints.OFF,
        Choice(InlayHints),
        "Show the decoded text behind a span: `off`, `nonAscii` where it holds other letters than ASCII, or `all`.",
    )
    document_links: bool = setting(
        False, Flag(), "Make links of the URLs of the web and of files: the target in normal form, the tooltip decoded."
    )
    selection_ranges: bool = setting(
        False, Flag(), "Let a selection grow from an escape to its component, the parameter, the query, the URL and the line."
    )
    completion: bool = setting(
        False, Flag(), "Offer the escapes of reserved and other frequent characters behind a `%` in a URL."
    )
    max_file_size: int = setting(100_000_000, Count(0), "Files of more bytes than this have no findings.")
    format_clash: FormatClashSettings = field(default_factory=FormatClashSettings)

    def host(self, host: Host) -> Host:
        """The same kind of file with what the user says of it."""
        return host.with_functions(self.format_clash.functions).with_charsets(self.legacy_charsets)


class Setting(NamedTuple):
    """One row of the schema: the key in camelCase with dots, such as ``hover.maxLength``."""

    key: str
    default: object
    kind: Kind
    description: str

    def schema(self) -> dict[str, object]:
        """The row in the words of JSON Schema, as an extension's package.json declares it."""
        return self.kind.schema() | {"default": plain(self.default), "description": self.description}


def schema() -> tuple[Setting, ...]:
    """Every setting, in the order of the documentation."""
    return tuple(_rows(Settings(), ""))


def parse_settings(raw: object, base: Settings | None = None) -> tuple[Settings, tuple[str, ...]]:
    """Read a raw section over ``base`` (the defaults when left out): what is good of it, and a note on each part that is not.

    Keys may be nested or joined by dots. A key that is not good leaves what ``base`` says.
    """
    base = Settings() if base is None else base
    if raw is None:
        return base, ()
    if not isinstance(raw, Mapping):
        return base, (f"the settings are not a table: {raw!r}",)
    wanted = {key: value for key, value in _nested(raw).items() if key not in CLIENT_KEYS}
    return _parse(wanted, base, "")


def plain(value: object) -> object:
    """A setting's value as JSON has it."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _rows(group: Any, prefix: str) -> Iterator[Setting]:
    for item in fields(group):
        key, value = prefix + _camel(item.name), getattr(group, item.name)
        if _is_group(item):
            yield from _rows(value, key + ".")
        else:
            yield Setting(key, value, item.metadata["kind"], item.metadata["description"])


def _parse(raw: Mapping[str, object], base: Any, prefix: str) -> tuple[Any, tuple[str, ...]]:
    """Read the keys of one group over ``base``, a dataclass of settings."""
    by_key = {_camel(item.name): item for item in fields(base)}
    read: dict[str, object] = {}
    notes: list[str] = []
    for key, value in raw.items():
        where = prefix + key
        if (item := by_key.get(key)) is None:
            near = suggestion(where, [row.key for row in schema()])
            notes.append(f"unknown setting {where!r}{near}")
            continue
        held = getattr(base, item.name)
        try:
            if _is_group(item):
                if not isinstance(value, Mapping):
                    raise BadValueError("a table")
                read[item.name], more = _parse(value, held, where + ".")
            else:
                read[item.name], more = item.metadata["kind"].read(value, held)
        except BadValueError as wanted:
            notes.append(f"setting {where!r}: {value!r} is not {wanted}")
        else:
            notes += more
    return replace(base, **read), tuple(notes)


def _is_group(item: Field[Any]) -> bool:
    return "kind" not in item.metadata


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(map(str.capitalize, tail))


def _nested(raw: Mapping[str, object]) -> dict[str, object]:
    """The same table with each key that has dots, such as ``hover.enable``, put into its group."""
    table: dict[str, object] = {}
    for key, value in raw.items():
        head, dot, rest = str(key).partition(".")
        held = table.get(head)
        if dot:
            table[head] = _nested({**(held if isinstance(held, Mapping) else {}), rest: value})
        elif isinstance(held, Mapping) and isinstance(value, Mapping):
            table[head] = {**held, **value}
        else:
            table[head] = value
    return table

"""``pctlens url``: the parts of one URL, decoded."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass

from pctlens.core.codec import decode
from pctlens.core.domain import to_ascii, to_unicode
from pctlens.core.unseen import visible
from pctlens.core.urls import SCHEME, Component, Kind, Part, Url, parse
from pctlens.core.wrappers import Unwrapped

HIDDEN = "•••"


@dataclass(frozen=True, slots=True)
class Row:
    """One part: what it is, what it says, and how it is written; ``flawed`` where some of it could not be decoded."""

    part: str
    text: str
    written: str
    flawed: bool = False


def run(arguments: argparse.Namespace) -> int:
    """Show the parts of a URL; the exit status is 1 where a part cannot be decoded."""
    text = arguments.url.strip()
    url = parse(Kind.URL if SCHEME.match(text) else Kind.LINK, Unwrapped(text, 0))
    rows = list(url_rows(url))
    if arguments.format == "json":
        print(json.dumps(url_json(url), ensure_ascii=False, indent=2))
    else:
        print(*table(rows), sep="\n")
    return int(any(row.flawed for row in rows))


def url_rows(url: Url) -> Iterator[Row]:
    """The parts of a URL in order; a query's parameter is one row, named by its key."""
    if url.scheme:
        yield Row("scheme", url.scheme, url.scheme)
    values = {key: value for key, value in url.pairs}
    for component in url.parts:
        match component.part:
            case Part.VALUE:
                continue
            case Part.KEY:
                yield _pair(component, values[component])
            case Part.PASSWORD:
                yield Row("password", HIDDEN, HIDDEN)
            case Part.HOST:
                yield from _host(component)
            case _:
                yield _row(component.part.value, component)


def url_json(url: Url) -> dict[str, object]:
    """The parts of a URL by name; a part that is not there is ``null``, and the password is never told."""
    single = {part.part: part for part in url.parts}
    host = single.get(Part.HOST)

    def text(part: Part) -> str | None:
        return _text(single[part]) if part in single else None

    return {
        "scheme": url.scheme or None,
        "user": text(Part.USER),
        "password": HIDDEN if Part.PASSWORD in single else None,
        "host": _unicode(host) if host else None,
        "hostAscii": to_ascii(_text(host)) if host else None,
        "port": text(Part.PORT),
        "segments": [_text(part) for part in url.parts if part.part is Part.SEGMENT],
        "query": [{"name": _text(key), "value": None if value is None else _text(value)} for key, value in url.pairs],
        "fragment": text(Part.FRAGMENT),
        "opaque": text(Part.OPAQUE),
    }


def table(rows: list[Row]) -> Iterator[str]:
    """The rows under each other; how a part is written is told where it says something else."""
    width = max((len(row.part) for row in rows), default=0)
    for row in rows:
        written = "" if row.written == row.text else f"   ({visible(row.written)})"
        mark = "   not decoded: malformed or not UTF-8" if row.flawed else ""
        yield f"{row.part:{width}}  {visible(row.text)}{written}{mark}"


def _row(name: str, component: Component) -> Row:
    decoded = decode(component.source.text, plus_as_space=component.plus_is_space)
    return Row(name, decoded.text, component.source.text, bool(decoded.problems))


def _pair(key: Component, value: Component | None) -> Row:
    name = _row("query", key)
    if value is None:
        return name
    said = _row("query", value)
    written = f"{name.written}={said.written}"
    return Row("query", f"{name.text} = {said.text}", written, name.flawed or said.flawed)


def _host(component: Component) -> Iterator[Row]:
    """The host as people read it, and below it as it is looked up where that differs."""
    shown = _unicode(component)
    yield Row("host", shown, shown)
    looked_up = to_ascii(_text(component))
    if looked_up and looked_up != shown:
        yield Row("", looked_up, looked_up)


def _unicode(host: Component) -> str:
    text = _text(host)
    return to_unicode(text) or text


def _text(component: Component) -> str:
    return decode(component.source.text, plus_as_space=component.plus_is_space).text

"""A preview laid out as Markdown or as plain text.

No character of a value may take effect: in Markdown a value stands in a fence or in a code span longer than any run of backticks
in it, and prose has its punctuation escaped. What cannot be seen is spelt by its code point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pctlens.core.discretion import SECRET
from pctlens.core.patterns import regex
from pctlens.core.preview import Escape, Preview, Row, name
from pctlens.core.unseen import visible
from pctlens.core.urls import Part

LIMIT: Final = 1000
"""How many characters of a decoded value are shown unless the settings say otherwise."""

_CELL: Final = 80
_SENTENCE: Final = 300
_SHOWN_SENTENCES: Final = 3
_SHOWN_READINGS: Final = 4
_NAMES: Final = {
    None: "URL",
    Part.USER: "User name",
    Part.PASSWORD: "Password",
    Part.HOST: "Host",
    Part.PORT: "Port",
    Part.SEGMENT: "Path segment",
    Part.KEY: "Query key",
    Part.VALUE: "Query value",
    Part.FRAGMENT: "Fragment",
    Part.OPAQUE: "Body",
    Part.TEXT: "Encoded text",
}
_ORDINALS: Final = ("first", "second", "third", "fourth")
_ACTIVE: Final = regex(r"[\\`*_\[\]<>&|~!#$@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_BEGINNING: Final = regex(r"\A([0-9]*)([-+=.)])")  # of a list, a rule, an underline
_BACKTICKS: Final = regex("`+")


def markdown(preview: Preview, limit: int = LIMIT) -> str:
    """The hover as Markdown (CommonMark with the tables of GitHub); values longer than ``limit`` characters are cut."""
    return "\n\n".join(_blocks(preview, limit, _Markdown()))


def plain(preview: Preview, limit: int = LIMIT) -> str:
    """The hover as plain text."""
    return "\n\n".join(_blocks(preview, limit, _Plain()))


class _Markdown:
    """How the pieces of a hover are written in Markdown."""

    def block(self, text: str, language: str = "text") -> str:
        """Lines on their own."""
        fence = "`" * max(3, 1 + _longest(text))
        return f"{fence}{language}\n{text}\n{fence}"

    def span(self, text: str) -> str:
        """A value within a sentence."""
        ticks = "`" * (1 + _longest(text))
        pad = " " if text.strip(" ") and (text[0] in "` " or text[-1] in "` ") else ""
        return f"{ticks}{pad}{text}{pad}{ticks}"

    def prose(self, text: str) -> str:
        """A sentence that quotes values; nothing in it, and nothing that it begins with, is taken for markup."""
        return _BEGINNING.sub(r"\1\\\2", _ACTIVE.sub(r"\\\g<0>", text.strip(" ")))

    def table(self, rows: list[tuple[str, str]]) -> str:
        """Two columns of cells."""
        return "\n".join(["| Name | Value |", "|:--|:--|", *(f"| {left} | {right} |" for left, right in rows)])

    def items(self, lines: list[str]) -> str:
        """A list of sentences that are already written."""
        return "\n".join(f"- {line}" for line in lines)

    def cell(self, text: str) -> str:
        r"""A value in a table, where a ``|`` has to be escaped even in a code span, which nobody agrees on behind a ``\``."""
        if not text:
            return ""
        if "\\|" in text:
            return self.prose(text).replace("\\\\", "&#92;").replace("\\|", "&#124;")
        return self.span(text).replace("|", "\\|")


class _Plain:
    """The same pieces as plain text."""

    def block(self, text: str, language: str = "text") -> str:
        return text

    def span(self, text: str) -> str:
        return text

    def prose(self, text: str) -> str:
        return text

    def cell(self, text: str) -> str:
        return text

    def table(self, rows: list[tuple[str, str]]) -> str:
        return "\n".join(f"{left} = {right}" for left, right in rows)

    def items(self, lines: list[str]) -> str:
        return "\n".join(f"- {line}" for line in lines)


def _blocks(preview: Preview, limit: int, write: _Markdown | _Plain) -> Iterator[str]:
    yield write.block(_cut(preview.text, limit))
    yield write.prose(_summary(preview))
    if preview.escape:
        yield _escape(preview.escape, write)
    if preview.other is not None:
        yield write.prose("With each + as a plus:" if preview.plus_is_space else "If + were a space, as in a form:")
        yield write.block(_cut(preview.other, limit))
    if preview.layers:
        yield write.prose("Encoded more than once; decoded again:")
        yield write.block("\n".join(f"{level}. {_cut(text, limit)}" for level, text in enumerate(preview.layers, 2)))
    if preview.flaws:
        yield _list(preview.flaws, write)
    if preview.readings:
        yield write.prose("Other charsets:" if preview.charset else "Likely charsets, best first:")
        readings = preview.readings[:_SHOWN_READINGS]
        yield write.items([f"{reading.charset}: {write.span(_cut(reading.text, _CELL))}" for reading in readings])
    if preview.rows:
        yield write.table([(_key(row, write), _value(row, write)) for row in preview.rows])
        if preview.more_rows:
            yield f"and {preview.more_rows:,} more parameters"
    if preview.host:
        yield f"Host {write.span(_cut(preview.host[0], _CELL))} is {write.span(_cut(preview.host[1], _CELL))}"
    for payload in preview.payloads:
        yield write.prose(_sentence(payload.title))
        if payload.text:
            lines = [visible(line) for line in _shortened(payload.text, limit).split("\n")]
            yield write.block("\n".join(lines), payload.language)
    if preview.notes:
        yield _list(preview.notes, write)


def _list(sentences: tuple[str, ...], write: _Markdown | _Plain) -> str:
    """The first few of some sentences, and how many there are more."""
    left = len(sentences) - _SHOWN_SENTENCES
    lines = [write.prose(_sentence(sentence)) for sentence in sentences[:_SHOWN_SENTENCES]]
    return write.items(lines + ([f"and {left:,} more"] if left > 0 else []))


def _summary(preview: Preview) -> str:
    """What the value is, and how long it is in both forms; of a hidden password only how long it is written."""
    if preview.text == SECRET:
        return f"Password, which is not shown: {_count(preview.written, 'character')}"
    charset = f", read as {preview.charset}, which the text names" if preview.charset else ""
    decoded = f"{_count(len(preview.text), 'character')}, {_count(len(preview.text.encode('utf-8', 'surrogatepass')), 'byte')}"
    return f"{_NAMES[preview.part]}{charset}: {_count(preview.written, 'character')} decode to {decoded}"


def _escape(escape: Escape, write: _Markdown | _Plain) -> str:
    """The byte of the escape under the cursor and the character that it is, or is a part of."""
    byte = f"{write.span(escape.spelling)} is the byte {escape.byte:02X}"
    if not escape.character:
        return f"{byte}, no character in UTF-8"
    part = f"{byte}, the {_ORDINALS[escape.place - 1]} of the {escape.size} of" if escape.size > 1 else f"{byte},"
    return f"{part} {write.span(visible(escape.character))} {write.prose(name(escape.character))}"


def _key(row: Row, write: _Markdown | _Plain) -> str:
    return ("↳ " if row.nested else "") + write.cell(_cut(row.name, _CELL))


def _value(row: Row, write: _Markdown | _Plain) -> str:
    if row.value is None:
        return "(no value)"
    other = f" or, with the other reading of +, {write.cell(_cut(row.other, _CELL))}" if row.other is not None else ""
    return write.cell(_cut(row.value, _CELL)) + other


def _cut(text: str, limit: int) -> str:
    """``text`` with what cannot be seen spelt out, and with a count for what is beyond ``limit`` characters."""
    return visible(_shortened(text, limit))


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit:,} more characters)"


def _sentence(text: str) -> str:
    return _cut(text, _SENTENCE)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _longest(text: str) -> int:
    """The length of the longest run of backticks."""
    return max(map(len, _BACKTICKS.findall(text))) if "`" in text else 0

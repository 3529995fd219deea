"""A document as the protocol counts it (LSP 3.17, Text Documents): lines end at LF, CR LF or CR alone, columns are code units.

Written for the tests alone, and knows nothing of the server's own counting.
"""

from __future__ import annotations

import re
from typing import Any

CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
LINE_END = re.compile(r"\r\n|\n|\r")


class OutsideError(Exception):
    """A position at which the document has no character boundary."""


def offset(text: str, position: dict[str, int], encoding: str, strict: bool = True) -> int:
    """The code-point offset of a position.

    A column past the end of its line is the line's end for a client; a ``strict`` one raises ``OutsideError``.
    """
    ends = [match.span() for match in LINE_END.finditer(text)]
    starts = [0, *(end for _, end in ends)]
    if position["line"] >= len(starts):
        raise OutsideError(f"line {position['line']} of {len(starts)}")
    start = starts[position["line"]]
    line = text[start : ends[position["line"]][0] if position["line"] < len(ends) else len(text)]
    codec, width = CODECS[encoding]
    units = line.encode(codec, "surrogatepass")
    reach = position["character"] * width
    if reach > len(units):
        if strict:
            raise OutsideError(f"column {position['character']} of {len(units) // width} in line {position['line']}")
        reach = len(units)
    try:
        return start + len(units[:reach].decode(codec))
    except UnicodeDecodeError:
        raise OutsideError(f"column {position['character']} in line {position['line']} is inside of a character") from None


def part(text: str, span: dict[str, Any], encoding: str) -> str:
    """What a server's range covers; ``OutsideError`` where it is no range of the text."""
    start, end = offset(text, span["start"], encoding), offset(text, span["end"], encoding)
    if start > end:
        raise OutsideError(f"range {span} runs backwards")
    return text[start:end]


def changed(text: str, changes: list[dict[str, Any]], encoding: str) -> str:
    """The text after a client's changes, each made to what the one before left."""
    for change in changes:
        if (span := change.get("range")) is None:
            text = change["text"]
            continue
        start, end = (offset(text, span[end], encoding, strict=False) for end in ("start", "end"))
        text = text[:start] + change["text"] + text[end:]
    return text

"""``pctlens decode``: what escapes say, or where they say it badly."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from typing import Final

from pctlens.cli import filters
from pctlens.cli.streams import tell
from pctlens.core import charsets, codec
from pctlens.core.codec import Flaw, Reason
from pctlens.core.excerpt import quoted
from pctlens.core.text import Span
from pctlens.reports import style

UTF8: Final = ("utf-8", "utf8")

SHOWN_READINGS: Final = 4

ALSO_KNOWN_AS: Final = {"windows-1252": "Latin-1", "windows-1254": "Latin-5", "iso-8859-2": "Latin-2"}

REASONS: Final = {
    Reason.MALFORMED: "is no escape: two hex digits must follow '%'",
    Reason.CUT: "is cut off: two hex digits must follow '%'",
    Reason.UNICODE: "is JavaScript's old escape(), which no URL reader takes",
    Reason.LEGACY: "is not UTF-8",
    Reason.TRUNCATED: "is not UTF-8: the last bytes of a character are missing",
    Reason.OVERLONG: "is not UTF-8: more bytes than the character needs",
    Reason.SURROGATE: "is not UTF-8: half of a surrogate pair",
    Reason.RANGE: "is not UTF-8: beyond U+10FFFF",
}
NO_ESCAPE: Final = frozenset({Reason.MALFORMED, Reason.CUT, Reason.UNICODE})


@dataclass(slots=True)
class Decoder:
    """Decodes texts in one way, and remembers the most layers that one of them had."""

    place: str
    charset: str
    layers: bool
    deepest: int = field(default=0)

    def __call__(self, text: str) -> str:
        """What ``text`` says. Raises ``filters.Malformed``."""
        result = self._once(text)
        depth = int(result != text)
        while self.layers and depth and not codec.decode(result).problems and (again := self._once(result)) != result:
            result = again
            depth += 1
        self.deepest = max(self.deepest, depth)
        return result

    def _once(self, text: str) -> str:
        decoded = codec.decode(text, plus_as_space=self.place == "form")
        flaw = next((flaw for flaw in decoded.problems if self._matters(flaw)), None)
        if flaw:
            raise filters.Malformed(text, flaw.span, f"'{flaw.span.of(text)}' {REASONS[flaw.reason]}", _hints(text, flaw))
        match self.place:
            case "readable":
                return codec.readable(text)
            case "normalize":
                return codec.normalize(text)
        return decoded.text if self.charset.lower() in UTF8 else self._legacy(text)

    def _matters(self, flaw: Flaw) -> bool:
        """Whether this way of decoding needs what the flaw lacks."""
        reads_bytes = self.charset.lower() in UTF8 and self.place in ("component", "form")
        return flaw.reason in NO_ESCAPE or reads_bytes

    def _legacy(self, text: str) -> str:
        if charsets.decode("", self.charset) is None:
            raise filters.Malformed(text, Span(0, 0), f"there is no charset {self.charset!r}")
        said = charsets.decode(text.replace("+", " ") if self.place == "form" else text, self.charset)
        if said is None:
            raise filters.Malformed(text, Span(0, len(text)), f"these bytes are not {self.charset}", _readings(text))
        return said


def run(arguments: argparse.Namespace) -> int:
    """Decode the text of the arguments or of standard input."""
    decoder = Decoder(arguments.place, arguments.charset, arguments.layers)
    status = filters.run(arguments, decoder)
    if arguments.layers and status == 0:
        tell(style.counted(decoder.deepest, "layer"))
    return status


def _hints(text: str, flaw: Flaw) -> tuple[str, ...]:
    return _readings(text) if flaw.reason is Reason.LEGACY else ()


def _readings(text: str) -> tuple[str, ...]:
    """What the text says in the charsets that are likely."""
    return tuple(map(_hint, charsets.readings(text)[:SHOWN_READINGS]))


def _hint(reading: charsets.Reading) -> str:
    known = ALSO_KNOWN_AS.get(reading.charset)
    return f"--charset {reading.charset}{f' ({known})' if known else ''} gives {quoted(reading.text)}"

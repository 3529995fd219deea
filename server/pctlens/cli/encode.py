"""``pctlens encode``: text escaped for a place in a URL."""

from __future__ import annotations

import argparse
import re
from functools import partial
from typing import Final

from pctlens.cli import filters
from pctlens.core.codec import Place, encode, escaped
from pctlens.core.text import Span

UTF8: Final = "utf-8"

_NON_ASCII: Final = re.compile("([^\x00-\x7f]+)")


def run(arguments: argparse.Namespace) -> int:
    """Encode the text of the arguments or of standard input."""
    return filters.run(arguments, partial(encode_as, place=Place(arguments.place), charset=arguments.charset))


def encode_as(text: str, place: Place, charset: str) -> str:
    """``text`` escaped for ``place`` with the bytes of ``charset``. Raises ``filters.Malformed``."""
    if charset.lower() == UTF8:
        return encode(text, place)
    pieces = _NON_ASCII.split(text)
    done = 0
    for index, piece in enumerate(pieces):
        try:
            pieces[index] = escaped(piece.encode(charset)) if index % 2 else encode(piece, place)
        except UnicodeEncodeError as error:
            at = Span(done + error.start, done + error.end)
            raise filters.Malformed(text, at, f"{at.of(text)!r} is not in {charset}") from error
        except LookupError as error:
            raise filters.Malformed(text, Span(0, 0), f"there is no charset {charset!r}") from error
        done += len(piece)
    return "".join(pieces)

"""Messages over a pair of byte streams: the frame of LSP 3.17, section "Base Protocol"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final, Protocol

LIMIT: Final = 1 << 30
"""The most bytes that one message may announce."""

_LENGTH = re.compile(rb"content-length:\s*(\d{1,10})\s*\Z", re.IGNORECASE)  # Python reads no number of thousands of digits


def messages(stream: BinaryIO) -> Iterator[bytes]:
    """The body of each message, until the stream ends.

    A header that is none is passed over, and so is a message that announces more than ``LIMIT`` bytes: it goes on at the next
    header that can be read.
    """
    length = None
    while line := stream.readline(LIMIT):
        if found := _LENGTH.search(line):
            length = int(found[1])
        elif not line.strip() and length is not None:
            if length <= LIMIT:
                body = stream.read(length)
                if len(body) < length:
                    return
                yield body
                del body  # it may be large, and the next message long in coming
            length = None


class Writer(Protocol):
    """Where messages go, in the shape that pygls wants."""

    def write(self, data: bytes) -> None:
        """Send a message. Raises ``OSError`` where nobody listens any more."""

    def close(self) -> None:
        """No more will come."""


class StreamWriter:
    """Writes messages, which have their header, to a byte stream."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> None:
        """See ``Writer``."""
        self._stream.write(data)
        self._stream.flush()

    def close(self) -> None:
        """Nothing: who opened the stream closes it."""

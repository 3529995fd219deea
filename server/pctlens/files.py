"""Files of the disk: finding them, reading them as text, and writing them back as they were."""

from __future__ import annotations

import codecs
import contextlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BOMS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

BLOCK: Final = 1 << 16
"""So many bytes are read before it is known that a file is no binary one."""

HEAD: Final = 8_192
"""A NUL among so many bytes makes a file a binary one."""

NO_FILE: Final = "no regular file"
"""Why a FIFO, a socket or a device is not read."""

_READING: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text without its byte order mark, and how its bytes spell it."""

    text: str
    encoding: str = "utf-8"
    bom: bytes = b""


class UnreadableError(Exception):
    """A path that cannot be read as a file; the message says why, without the path."""


def read_bytes(path: str, limit: int) -> bytes | None:
    """The bytes of a regular file, of a binary one only the beginning; ``None`` where it has more than ``limit`` bytes.

    Never waits, nor reads without end. An empty FIFO, a device and all else that cannot be read raises ``UnreadableError``.
    """
    try:
        descriptor = os.open(path, _READING)
    except (OSError, ValueError) as error:
        raise UnreadableError(_reason(error)) from error
    try:
        data = os.read(descriptor, BLOCK)
        if 0 < len(data) < BLOCK:  # all of it, as of most files: nothing else need be asked
            return data if len(data) <= limit else None
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError(NO_FILE)
        if status.st_size > limit:
            return None
        if not data or is_binary(data):
            return data
        parts, left = [data], limit - len(data)
        while part := os.read(descriptor, max(status.st_size - BLOCK, BLOCK)):
            parts.append(part)
            left -= len(part)
            if left < 0:  # it grows while it is read
                return None
        return b"".join(parts)
    except OSError as error:
        raise UnreadableError(_reason(error)) from error
    finally:
        os.close(descriptor)


def is_binary(data: bytes) -> bool:
    """Whether a file that begins with these bytes is no text: it has a NUL near its beginning and is not UTF-16."""
    return b"\0" in data[:HEAD] and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def text_of(data: bytes) -> Source | None:
    """Bytes as text: UTF-8, UTF-16 with a byte order mark, else Latin-1, which takes any byte.

    ``None`` for a binary file. UTF-16 that is broken keeps its lone surrogates.
    """
    for bom, encoding in BOMS:
        if data.startswith(bom):
            with contextlib.suppress(UnicodeDecodeError):
                return Source(
                    data[len(bom) :].decode(encoding, "strict" if encoding == "utf-8" else "surrogatepass"), encoding, bom
                )
    if is_binary(data):
        return None
    try:
        return Source(data.decode())
    except UnicodeDecodeError:
        return Source(data.decode("latin-1"), "latin-1")


def bytes_of(source: Source, text: str) -> bytes:
    """``text`` spelt as ``source`` was; raises ``UnicodeEncodeError`` where the encoding has no such character."""
    return source.bom + text.encode(source.encoding, "surrogatepass" if source.encoding.startswith("utf-16") else "strict")


def replace_file(path: str, data: bytes) -> None:
    """Put ``data`` in the place of a file's content in one step; its mode stays, and a symbolic link too. Raises ``OSError``."""
    import tempfile  # only where a file is mended: a plain check starts sooner

    target = Path(path).resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(name, stat.S_IMODE(target.stat().st_mode))
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, ValueError):  # each Python says it otherwise
        return "a character that no path holds"
    if isinstance(error, IsADirectoryError):
        return "a folder"
    if isinstance(error, BlockingIOError):
        return NO_FILE
    return error.strerror or str(error)

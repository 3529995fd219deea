"""Stands between an editor and its server, and writes down each message of either: ``recorder.py FILE COMMAND...``

A line of the file is a JSON object: who sent it (``"from"``), and its ``"body"``; or, where the server wrote something that is no
message, that ``"noise"``; or, first of all, the server's process, and last, its exit status.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

LONGEST_HEADER = 200
PATIENCE = 5


class Record:
    """The file, which two threads write to."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="ascii", buffering=1)
        self._lock = threading.Lock()

    def add(self, sender: str, **what: object) -> None:
        with self._lock:
            self._file.write(json.dumps({"from": sender, **what}) + "\n")


def bodies(stream: IO[bytes]) -> Iterator[bytes | str]:
    """The message bodies of a stream to its end; a ``str`` is what stood in the place of a header."""
    length = -1
    while line := stream.readline(LONGEST_HEADER):
        name, _, value = line.partition(b":")
        if line == b"\r\n" and length >= 0:
            yield stream.read(length)
            length = -1
        elif name.lower() == b"content-length":
            length = int(value)
        elif name.lower() != b"content-type":
            yield line.decode("utf-8", "backslashreplace")


def relay(source: IO[bytes], sink: IO[bytes], sender: str, record: Record) -> None:
    """Hand on every message until one side closes its end."""
    try:
        with sink:
            for body in bodies(source):
                if isinstance(body, str):
                    record.add(sender, noise=body)
                    continue
                record.add(sender, body=json.loads(body))
                sink.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                sink.flush()
    except OSError:
        pass  # the other side is gone, which is no news to the editor


def main() -> int:
    """Record one session: the server's exit status."""
    record = Record(Path(sys.argv[1]))
    server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    record.add("server", process=server.pid)
    assert server.stdin and server.stdout
    threading.Thread(target=relay, args=(sys.stdin.buffer, server.stdin, "client", record), daemon=True).start()
    relay(server.stdout, sys.stdout.buffer, "server", record)
    try:
        status = server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        status = server.wait()
    record.add("server", exit=status)
    return status


if __name__ == "__main__":
    os._exit(main())  # at an ordinary exit, Python aborts over the thread that still reads the standard input

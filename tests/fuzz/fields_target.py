"""As ``messages_target``, but with well-formed JSON in which fields are missing or hold what nobody expects."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any, Final

from messages_target import SHAPES, URI, framed
from messages_target import check as check_stream

HOSTILE: Final[tuple[Any, ...]] = (
    *(None, True, -1, 0, 1, 2**31, 2**64, 1.5, 1e308, "", "x", "%", "\ud800", "a" * 5_000, [], [[]], [None], {}, {"": {}}),
    *({"line": -1, "character": 0}, {"line": 2**31, "character": 2**31}, {"start": {"line": 1, "character": 9}, "end": None}),
    *(URI, "file:///%ff/%00", "untitled:x", "textDocument/hover", "$/cancelRequest", "pctlens/1", "decode.charset", "encode.uri"),
    *("https://h/" + "%41" * 400, "%" * 1_000, "\n" * 300, "\u2028%zz\f\x85", {"a": {"b": [{"c": "d"}] * 50}}),
)

_MISSING: Final = object()


def check(data: bytes) -> None:
    """Read fuzzed bytes as a list of messages, each with the changes that are made to it."""
    take = iter(data)
    check_stream(framed(_messages(take)))


def _messages(take: Iterator[int]) -> Iterator[bytes]:
    """The start of a session, perhaps, and then up to twelve messages."""
    if next(take, 0) % 4:
        yield from (json.dumps(shape).encode() for shape in SHAPES[:3])
    for _ in range(12):
        if (kind := next(take, None)) is None:
            return
        message = deepcopy(SHAPES[kind % len(SHAPES)])
        for _ in range(next(take, 0) % 4):
            _change(message, take)
        yield json.dumps(message).encode()


def _change(message: dict[str, Any], take: Iterator[int]) -> None:
    """Replace or remove one field, somewhere down in a message."""
    at: Any = message
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = keys[next(take, 0) % len(keys)]
        if isinstance(at[key], dict | list) and next(take, 0) % 4:
            at = at[key]
            continue
        value = (*HOSTILE, _MISSING)[next(take, 0) % (len(HOSTILE) + 1)]
        if value is _MISSING:
            del at[key]
        else:
            at[key] = deepcopy(value)
        return


def seeds() -> Iterable[bytes]:
    """Each message once, unchanged and with a change; and what was found: a command with a bad argument and no id."""
    yield bytes.fromhex("0e01060202010106020201fffffffffffffffbffffffbfff03")
    yield bytes([1, *(byte for kind in range(3, len(SHAPES)) for byte in (kind, 0))])
    for kind in range(3, len(SHAPES)):
        yield bytes([1, kind, 1, 1, 0, kind])
        yield bytes([1, kind, 2, 2, 1, 1, 1, 3, 2, 1, 0, 7])

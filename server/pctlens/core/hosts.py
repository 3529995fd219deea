"""What kind of file a text is, as far as percent signs go."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Host:
    """The traits of a file's language that decide how a ``%`` in it is read."""

    name: str = "plaintext"


def host_of(name: str, language: str = "") -> Host:
    """The host for a file name or path (its last segment counts) and an LSP language id, either of which may be empty."""
    raise NotImplementedError

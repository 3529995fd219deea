"""Writes the languages.toml that adds Percent Lens to languages of Helix, behind the servers that each has by default.

Helix takes a language's list of servers as a whole, so that the defaults have to be written out:
``python -m tools.helix_languages markdown python yaml >> ~/.config/helix/languages.toml``.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Final

SECONDS: Final = 20

_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
_SERVERS: Final = re.compile(r"^Configured language servers:.*\n((?: .*\n)*)", re.MULTILINE)
_SERVER: Final = re.compile(r"^\s+\S+ ([^:\s]+):", re.MULTILINE)


def default_servers(health: str) -> list[str]:
    """The servers that ``hx --health LANGUAGE`` names, in order; none for a language without one.

    Raises ``ValueError`` where the text is no such report, as for a language that Helix does not know.
    """
    plain = _COLOUR.sub("", health)
    if (listed := _SERVERS.search(plain)) is None:
        raise ValueError(plain.strip().partition("\n")[0] or "hx --health said nothing")
    return _SERVER.findall(listed[1])


def configuration(languages: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    """The lines of languages.toml for languages with their default servers: Percent Lens comes last in each."""
    yield "[language-server.pctlens]"
    yield 'command = "pctlens"'
    yield 'args = ["serve"]'
    for language, servers in languages:
        yield ""
        yield "[[language]]"
        yield f"name = {json.dumps(language)}"
        yield f"language-servers = {json.dumps([*servers, 'pctlens'])}"


def main(languages: list[str]) -> int:
    """Ask Helix about each language and print the file: the exit status."""
    try:
        found = [(language, default_servers(_health(language))) for language in languages]
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        print(f"helix_languages: {error}", file=sys.stderr)
        return 2
    print("\n".join(configuration(found)))
    return 0


def _health(language: str) -> str:
    told = subprocess.run(["hx", "--health", language], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    return told.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

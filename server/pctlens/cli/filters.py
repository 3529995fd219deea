"""What ``encode`` and ``decode`` share: a text in, a text out, and malformed input named by its place."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

from pctlens.cli.streams import tell
from pctlens.core.text import Span, split_lines, strip_end
from pctlens.reports import style


@dataclass(eq=False)
class Malformed(Exception):
    """Input that cannot be read as it was asked to be: ``span`` in ``text`` is to blame, ``hints`` say what may help."""

    text: str
    span: Span
    message: str
    hints: tuple[str, ...] = ()


def run(arguments: argparse.Namespace, rewrite: Callable[[str], str]) -> int:
    """Rewrite the text of the arguments or of standard input; the exit status is 1 where it is malformed."""
    from_arguments = bool(arguments.text)
    try:
        text = read_utf8(os.fsencode(" ".join(arguments.text)) if from_arguments else sys.stdin.buffer.read())
        result = "".join(by_line(text, rewrite)) if arguments.lines else but_last_end(text, rewrite)
    except Malformed as malformed:
        complain(arguments.command, malformed)
        return 1
    if arguments.verbose:
        tell(f"{_size(text)} in, {_size(result)} out")
    sys.stdout.buffer.write((result + "\n" * from_arguments).encode("utf-8", "surrogatepass"))
    return 0


def but_last_end(text: str, rewrite: Callable[[str], str]) -> str:
    """The text rewritten as a whole, save the line end at its very end."""
    body = strip_end(text)
    return rewrite(body) + text[len(body) :]


def by_line(text: str, rewrite: Callable[[str], str]) -> list[str]:
    """Each line rewritten, with its line end as it was."""
    rewritten: list[str] = []
    done = 0
    for line in split_lines(text):
        try:
            rewritten.append(but_last_end(line, rewrite))
        except Malformed as malformed:
            raise Malformed(text, malformed.span.shifted(done), malformed.message, malformed.hints) from malformed
        done += len(line)
    return rewritten


def read_utf8(data: bytes) -> str:
    """Bytes as text; raises ``Malformed`` where they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before, bad = data[: error.start].decode(), data[error.start : error.end]
        shown = "".join(f"‹{byte:02X}›" for byte in bad)
        text = before + shown + data[error.end :].decode("utf-8", "replace")
        raise Malformed(text, Span(len(before), len(before) + len(shown)), f"byte {bad.hex(' ').upper()} is not UTF-8") from error


def complain(command: str, malformed: Malformed) -> None:
    """Show malformed input on standard error, with carets under the place."""
    before = split_lines(malformed.text[: malformed.span.start] + "\0")
    row, column = len(before), len(before[-1]) - 1
    line = strip_end(split_lines(malformed.text[malformed.span.start - column :])[0])
    shown, carets = style.underlined(line, Span(column, min(column + len(malformed.span), len(line))))
    colour = style.wants_colour(sys.stderr)
    tell(f"pctlens {command}: line {row}, column {column + 1}: {malformed.message}")
    tell(f"  {shown}\n  {style.painted(carets, '31;1', colour)}")
    for hint in malformed.hints:
        tell(f"  {hint}")


def _size(text: str) -> str:
    return f"{style.counted(len(text), 'character')} ({style.counted(len(text.encode('utf-8', 'surrogatepass')), 'byte')})"

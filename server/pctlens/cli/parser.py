"""Every command's arguments, without the code that carries them out."""

from __future__ import annotations

import argparse
import os
from typing import Final

from pctlens import __version__

ENCODE_PLACES: Final = ("component", "javascript", "uri", "form", "path", "userinfo", "all")
DECODE_READINGS: Final = ("component", "form", "readable", "normalize")

EXIT_STATUS: Final = "Exit status: 0 clean, 1 findings, 2 something could not be read or understood."


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; ``module`` names the module of ``pctlens.cli`` to run."""
    top = argparse.ArgumentParser(
        prog="pctlens",
        description="Percent Lens reads, checks and rewrites percent-encoding (RFC 3986).",
        epilog="pctlens COMMAND --help tells more about each.",
    )
    top.add_argument("--version", action="version", version=f"pctlens {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, describe, text in (
        ("check", _check, "find broken and doubtful escapes in files"),
        ("list", _list, "show every encoded span of files, and what it says"),
        ("encode", _encode, "encode text for a place in a URL"),
        ("decode", _decode, "decode text, strictly"),
        ("url", _url, "show the parts of one URL, decoded"),
        ("explain", _explain, "explain a rule, or what a percent sign is taken for"),
        ("serve", _serve, "start the language server"),
        ("completion", _completion, "print the completion script of a shell"),
    ):
        command = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        command.set_defaults(module=name)
        describe(command)
    return top


def _check(command: argparse.ArgumentParser) -> None:
    command.epilog = EXIT_STATUS
    _paths(command)
    command.add_argument(
        "--format",
        choices=("text", "json", "github", "sarif"),
        default="text",
        help="json is one object a line (default: %(default)s)",
    )
    action = command.add_mutually_exclusive_group()
    action.add_argument("--fix", action="store_true", help="apply the safe fixes to the files")
    action.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    command.add_argument("--select", action="append", default=[], metavar="RULE[,RULE]", help="look for these rules only")
    command.add_argument("--ignore", action="append", default=[], metavar="RULE[,RULE]", help="leave these rules out")
    command.add_argument("--exit-zero", action="store_true", help="exit with 0 also where there are findings")
    command.add_argument("--baseline", metavar="FILE", help="hide the findings that this file knows")
    command.add_argument("--write-baseline", metavar="FILE", help="write such a file with the findings of now")


def _list(command: argparse.ArgumentParser) -> None:
    command.epilog = "Exit status: 0, or 2 where something could not be read."
    _paths(command)
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="json is one object a line (default: %(default)s)"
    )


def _paths(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "paths",
        nargs="*",
        default=["."],
        metavar="PATH",
        help="files and folders; - is standard input, @FILE a list of paths, one a line (default: the current folder)",
    )
    command.add_argument("--stdin-filename", default="-", metavar="NAME", help="the name, and so the language, of standard input")
    command.add_argument(
        "--jobs", "-j", type=int, default=os.cpu_count() or 1, metavar="N", help="processes to work with (default: one a core)"
    )


def _encode(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--as", dest="place", choices=ENCODE_PLACES, default="component", help="for where (default: %(default)s)"
    )
    command.add_argument("--charset", default="utf-8", metavar="NAME", help="of the bytes to escape (default: UTF-8)")
    _filter(command)


def _decode(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--as",
        dest="place",
        choices=DECODE_READINGS,
        default="component",
        help="form reads + as a space; readable keeps what is not safe to read; normalize decodes unreserved characters only"
        " (default: %(default)s)",
    )
    command.add_argument("--charset", default="utf-8", metavar="NAME", help="of the escaped bytes (default: UTF-8)")
    command.add_argument(
        "--layers", action="store_true", help="decode until nothing changes, and say how often on standard error"
    )
    _filter(command)


def _filter(command: argparse.ArgumentParser) -> None:
    command.epilog = (
        "A final line end of standard input stays as it is, so that the command serves as an editor's filter."
        " Exit status: 0, or 1 for malformed input, whose place is shown."
    )
    command.add_argument("text", nargs="*", metavar="TEXT", help="joined with spaces; standard input when left out")
    command.add_argument("--lines", action="store_true", help="each line by itself")
    command.add_argument("-v", "--verbose", action="store_true", help="tell the lengths on standard error")


def _url(command: argparse.ArgumentParser) -> None:
    command.add_argument("url", metavar="URL")
    command.add_argument("--format", choices=("text", "json"), default="text", help="(default: %(default)s)")


def _explain(command: argparse.ArgumentParser) -> None:
    command.add_argument("rule", nargs="?", metavar="RULE", help="a rule's id; all rules when left out")
    command.add_argument(
        "--at", metavar="FILE:LINE:COLUMN", help="a place in a file instead: lines and columns from 1, columns in code points"
    )


def _serve(command: argparse.ArgumentParser) -> None:
    transport = command.add_mutually_exclusive_group()
    for name, text in (("stdio", "over the standard streams (default)"), ("tcp", "on a TCP socket"), ("ws", "on a WebSocket")):
        transport.add_argument(f"--{name}", action="store_const", dest="transport", const=name, help=text)
    command.set_defaults(transport="stdio")
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    command.add_argument("--port", type=int, default=8471, help="port to listen on (default: %(default)s)")
    command.add_argument("--clientProcessId", type=int, metavar="N", help="end when this process ends")
    command.add_argument("--log-file", metavar="FILE", help="write the log there instead of to standard error")
    command.add_argument("-v", "--verbose", action="count", default=0, help="log more; twice for everything")


def _completion(command: argparse.ArgumentParser) -> None:
    command.add_argument("shell", choices=("bash", "zsh", "fish"))

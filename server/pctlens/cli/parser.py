"""Every command's arguments, without the code that carries them out."""

from __future__ import annotations

import argparse

from pctlens import __version__


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; ``command`` names the module of ``pctlens.cli`` to run."""
    top = argparse.ArgumentParser(
        prog="pctlens", description="Percent Lens reads, checks and rewrites percent-encoding (RFC 3986)."
    )
    top.add_argument("--version", action="version", version=f"pctlens {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _serve(commands.add_parser("serve", help="start the language server", description="Start the language server."))
    return top


def _serve(command: argparse.ArgumentParser) -> None:
    transport = command.add_mutually_exclusive_group()
    transport.add_argument(
        "--stdio", action="store_const", dest="transport", const="stdio", help="over the standard streams (default)"
    )
    transport.add_argument("--tcp", action="store_const", dest="transport", const="tcp", help="on a TCP socket")
    transport.add_argument("--ws", action="store_const", dest="transport", const="ws", help="on a WebSocket")
    command.set_defaults(transport="stdio")
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    command.add_argument("--port", type=int, default=8471, help="port to listen on (default: %(default)s)")
    command.add_argument("--clientProcessId", type=int, metavar="N", help="end when this process ends")
    command.add_argument("--log-file", metavar="FILE", help="write the log there instead of to standard error")
    command.add_argument("-v", "--verbose", action="count", default=0, help="log more; twice for everything")

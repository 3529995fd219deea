"""``pctlens serve``: the language server on a transport."""

from __future__ import annotations

import argparse
import logging
from typing import Final

from pctlens.cli.streams import complain

LEVELS: Final = (logging.WARNING, logging.INFO, logging.DEBUG)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client goes; the exit status is the server's, or 2 where the log or the port cannot be opened."""
    try:
        logging.basicConfig(
            filename=arguments.log_file,
            level=LEVELS[min(arguments.verbose, len(LEVELS) - 1)],
            format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        )
        logging.getLogger("pygls").setLevel(logging.WARNING)  # at INFO it writes whole messages, document text included
        return _serve(arguments)
    except OSError as error:
        complain(str(error))
        return 2


def _serve(arguments: argparse.Namespace) -> int:
    from pctlens.lsp import server

    match arguments.transport:
        case "tcp":
            return server.serve_tcp(arguments.host, arguments.port)
        case "ws":
            return server.serve_ws(arguments.host, arguments.port)
    return server.serve_stdio(arguments.clientProcessId)

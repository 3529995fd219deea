"""``pctlens serve``: the language server on a transport."""

from __future__ import annotations

import argparse
import logging

LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client goes."""
    logging.basicConfig(
        filename=arguments.log_file,
        level=LEVELS[min(arguments.verbose, len(LEVELS) - 1)],
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    logging.getLogger("pygls").setLevel(logging.WARNING)  # at INFO it writes whole messages, document text included
    from pctlens.lsp import server

    match arguments.transport:
        case "tcp":
            server.serve_tcp(arguments.host, arguments.port)
        case "ws":
            server.serve_ws(arguments.host, arguments.port)
        case _:
            server.serve_stdio()
    return 0

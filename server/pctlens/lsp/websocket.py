"""Messages as the texts of one WebSocket, which need no header."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from threading import Lock, Thread

from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.sync.server import ServerConnection, serve

from pctlens.lsp.transport import LIMIT, Writer

logger = logging.getLogger(__name__)


def serve_one(host: str, port: int, session: Callable[[Iterable[bytes], Writer], int]) -> int:
    """Run ``session`` for the first client and send any other away: what ``session`` gives."""
    turn = Lock()
    statuses: SimpleQueue[int] = SimpleQueue()

    def accept(connection: ServerConnection) -> None:
        if turn.acquire(blocking=False):
            statuses.put(session(_bodies(connection), _SocketWriter(connection)))
        else:
            connection.close(CloseCode.TRY_AGAIN_LATER, "one client at a time")

    with serve(accept, host, port, max_size=LIMIT) as listener:
        logger.warning("listening on %s:%d", *listener.socket.getsockname()[:2])
        Thread(target=listener.serve_forever, daemon=True).start()
        return statuses.get()


def _bodies(connection: ServerConnection) -> Iterator[bytes]:
    for message in connection:
        yield message.encode("utf-8", "surrogatepass") if isinstance(message, str) else message


class _SocketWriter:
    """Sends messages as texts."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection

    def write(self, data: bytes) -> None:
        """See ``Writer``."""
        try:
            self._connection.send(data.decode())
        except ConnectionClosed as error:
            raise BrokenPipeError("the WebSocket is closed") from error

    def close(self) -> None:
        """Nothing: the connection is closed when the session ends."""

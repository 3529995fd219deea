"""The life of the connection: which message is answered, with what, and that each request is answered once.

pygls leaves some requests without an answer (parameters of the wrong shape, whatever comes after ``shutdown``), serves others
before ``initialize``, and sends Python tracebacks. Everything that comes in goes through ``receive`` instead.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Generator
from enum import Enum, auto
from functools import cache
from itertools import count
from traceback import format_tb
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
from cattrs import Converter
from lsprotocol import types as lsp
from lsprotocol.converters import get_converter
from pygls.exceptions import JsonRpcException
from pygls.protocol import JsonRPCProtocol, LanguageServerProtocol

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer
    from pygls.workspace import Workspace

logger = logging.getLogger(__name__)

Id = str | int
T = TypeVar("T")


class Phase(Enum):
    """Where in its life a connection is (LSP 3.17, section "Lifecycle Messages")."""

    NEW = auto()
    RUNNING = auto()
    SHUT_DOWN = auto()


PARSE_ERROR: Final = lsp.ErrorCodes.ParseError.value
INVALID_REQUEST: Final = lsp.ErrorCodes.InvalidRequest.value
METHOD_NOT_FOUND: Final = lsp.ErrorCodes.MethodNotFound.value
INVALID_PARAMS: Final = lsp.ErrorCodes.InvalidParams.value
INTERNAL_ERROR: Final = lsp.ErrorCodes.InternalError.value
NOT_INITIALIZED: Final = lsp.ErrorCodes.ServerNotInitialized.value

_ANYTHING: Final = lsp.InitializedParams  # has no fields
_PARAMS: Final[dict[str, Any]] = {method: kinds[2] or _ANYTHING for method, kinds in lsp.METHOD_TO_TYPES.items()}


@cache
def strict_converter() -> Converter:
    """The converter of lsprotocol, but for which a number is no text and a text no number; it writes code for what it meets."""
    converter = get_converter(Converter(detailed_validation=False))
    for kind in (str, int, bool):
        converter.register_structure_hook(kind, _exactly)
    return converter


def _exactly(value: Any, kind: type[Any]) -> Any:
    if type(value) is kind:
        return value
    if issubclass(kind, Enum):  # lsprotocol's enumerations are kinds of str and int
        return kind(value)
    raise TypeError(f"a {kind.__name__} is wanted")


class Protocol(LanguageServerProtocol):
    """pygls' protocol with a strict door."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        # What pygls does, but for a progress that is never shown and for which it would load asyncio.
        JsonRPCProtocol.__init__(self, server, converter)
        self.server_info = lsp.ServerInfo(server.name, server.version)
        self._register_builtin_features()  # type: ignore[no-untyped-call]
        self.fm.builtin_features.pop(lsp.WINDOW_WORK_DONE_PROGRESS_CANCEL, None)
        self.phase = Phase.NEW
        self._asked: dict[str, Callable[[Any], None]] = {}
        self._serial = count(1)
        self._dumps = json.JSONEncoder(default=self._serialize_message, separators=(",", ":")).encode

    @property
    def workspace(self) -> Workspace:
        """Our own documents, which pygls' handlers of the synchronisation keep up to date in the place of its workspace."""
        documents: Workspace = self._server.documents  # type: ignore[attr-defined]
        return documents

    def receive(self, body: bytes) -> None:
        """Handle one message. Raises ``SystemExit`` at ``exit``, and ``OSError`` where the client is gone; nothing else."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            self.refuse(None, PARSE_ERROR, "not JSON")
            return
        if not isinstance(message, dict):
            self.refuse(None, INVALID_REQUEST, "not a message")
        elif not isinstance(method := message.get("method"), str):
            self._receive_answer(message)
        elif "id" not in message:
            self._receive_notification(method, message)
        elif isinstance(serial := message["id"], str | int) and not isinstance(serial, bool):
            self._receive_request(serial, method, message)
        else:
            self.refuse(None, INVALID_REQUEST, "an id is a string or a whole number")

    def refuse(self, serial: Id | None, code: int, why: str) -> None:
        """Answer a request, or a message that could not be read as one, with an error."""
        self._send_data({"id": serial, "error": {"code": code, "message": why}})

    def announce(self, method: str, params: str) -> None:
        """Send a notification whose parameters are a text of JSON in ASCII: what is sent often goes past the converter."""
        self._write(f'{{"jsonrpc":"{self.VERSION}","method":"{method}","params":{params}}}'.encode())

    def ask(self, method: str, params: dict[str, Any] | None, then: Callable[[Any], None] = lambda _: None) -> None:
        """Send the client a request, and call ``then`` with the result as JSON has it, if one ever comes."""
        serial = f"pctlens/{next(self._serial)}"
        self._asked[serial] = then
        self._send_data({"id": serial, "method": method, "params": params})

    def _receive_request(self, serial: Id, method: str, message: dict[str, Any]) -> None:
        if method == lsp.INITIALIZE:
            if self.phase is not Phase.NEW:
                self.refuse(serial, INVALID_REQUEST, "initialized already")
                return
        elif self.phase is Phase.NEW:
            self.refuse(serial, NOT_INITIALIZED, "initialize comes first")
            return
        if self.phase is Phase.SHUT_DOWN:
            self.refuse(serial, INVALID_REQUEST, "shut down already")
        elif not self._knows(method):
            self.refuse(serial, METHOD_NOT_FOUND, f"no method {method[:100]!r}")
        elif (params := self._params(method, message)) is None:
            self.refuse(serial, INVALID_PARAMS, f"these are no parameters of {method}")
        else:
            if method == lsp.INITIALIZE:
                self.phase = Phase.RUNNING
            elif method == lsp.SHUTDOWN:
                self.phase = Phase.SHUT_DOWN
            self._answer(serial, method, params)

    def _receive_notification(self, method: str, message: dict[str, Any]) -> None:
        if method != lsp.EXIT and (self.phase is not Phase.RUNNING or not self._knows(method)):
            logger.debug("passed over: %s", method)
        elif (params := self._params(method, message)) is None:
            logger.warning("a %s that cannot be read", method)
        else:
            self._take(method, params)

    def _receive_answer(self, message: dict[str, Any]) -> None:
        """The client's answer to a request of ours; one that nobody waits for is passed over."""
        serial = message.get("id")
        then = self._asked.pop(serial, None) if isinstance(serial, str) else None
        if then is None or "result" not in message:
            logger.debug("an answer without a use: %s", serial)
            return
        try:
            then(message["result"])
        except Exception as error:
            _log_failure(f"the answer to {serial}", error)

    def _answer(self, serial: Id, method: str, params: Any) -> None:
        try:
            body = self._encoded({"id": serial, "result": self._call(method, params)})
        except JsonRpcException as error:
            self.refuse(serial, error.code, error.message)
        except Exception as error:
            _log_failure(method, error)
            self.refuse(serial, INTERNAL_ERROR, f"{method} failed inside; see the log")
        else:
            self._write(body)

    def _take(self, method: str, params: Any) -> None:
        try:
            self._call(method, params)
        except OSError:  # what it had to send went nowhere
            raise
        except JsonRpcException as error:  # the client's, who asked for no answer
            logger.warning("a %s that cannot be served: %s", method, error.message)
        except Exception as error:
            _log_failure(method, error)

    def _call(self, method: str, params: Any) -> Any:
        """Run a handler to its end, with no future, context or thread in between."""
        outcome = self._get_handler(method)(params)
        return _driven(outcome) if isinstance(outcome, Generator) else outcome

    def _send_data(self, data: Any) -> None:
        """Write one message; ``OSError`` goes through, since a client that is gone is no error of ours."""
        self._write(self._encoded(data))

    def _encoded(self, message: dict[str, Any]) -> bytes:
        return self._dumps({"jsonrpc": self.VERSION, **message}).encode()

    def _serialize_message(self, data: Any) -> dict[str, Any]:
        """The fields of one of lsprotocol's values as JSON has them; cattrs would write code for each class, for one answer."""
        cls = type(data)
        return {
            _camel(field.name): value
            for field in attrs.fields(cls)
            if (value := getattr(data, field.name)) != field.default or lsp.is_special_property(cls, field.name)
        }

    def _write(self, body: bytes) -> None:
        if self.writer is not None:
            self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) if self._include_headers else body)

    def _knows(self, method: str) -> bool:
        return method in _PARAMS and (method in self.fm.features or method in self.fm.builtin_features)

    def _params(self, method: str, message: dict[str, Any]) -> Any:
        """The parameters of a message, ``None`` where they have another shape."""
        is_ours = isinstance(message.get("jsonrpc", self.VERSION), str)
        return self.structured(message.get("params"), _PARAMS[method]) if is_ours else None

    def structured(self, raw: object, kind: type[T]) -> T | None:
        """JSON as a value of some class, or ``None`` where it has another shape."""
        try:
            return self._converter.structure(raw, kind)
        except Exception:  # whatever a converter makes of JSON that nobody foresaw
            return None


def _camel(name: str) -> str:
    head, *tail = name.removesuffix("_").split("_")
    return head + "".join(map(str.title, tail))


def _driven(steps: Generator[Any, Any, Any]) -> Any:
    """Run one of pygls' own handlers, which yields our handler of the same method to be called in between: what it returns."""
    value = None
    try:
        while True:
            handler, args, kwargs = steps.send(value)
            value = handler(*(args or ()), **(kwargs or {}))
    except StopIteration as end:
        return end.value


def _log_failure(method: str, error: Exception) -> None:
    """Tell where a handler failed, but not the error's text, in which the document's may stand."""
    logger.error("%s failed: %s\n%s", method, type(error).__name__, "".join(format_tb(error.__traceback__)))

"""Holds a recorded session to the protocol, and to what its client said that it can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from lsprotocol import types as lsp
from pygls.protocol import default_converter

from editors.session import Exchange, Message, Session
from editors.wiretext import OutsideError, changed, offset, part

CONVERTER = default_converter()  # type: ignore[no-untyped-call]
EARLY = {"window/showMessage", "window/logMessage", "telemetry/event", "window/showMessageRequest"}
"""What a server may send before it has answered ``initialize`` (LSP 3.17, Initialize Request)."""

REQUESTS_NEED = {
    "workspace/configuration": "workspace.configuration",
    "workspace/applyEdit": "workspace.applyEdit",
    "workspace/workspaceFolders": "workspace.workspaceFolders",
    "workspace/diagnostic/refresh": "workspace.diagnostics.refreshSupport",
    "workspace/inlayHint/refresh": "workspace.inlayHint.refreshSupport",
    "window/workDoneProgress/create": "window.workDoneProgress",
    "window/showDocument": "window.showDocument.support",
}
DIAGNOSTIC_NEEDS = {
    "codeDescription": "codeDescriptionSupport",
    "data": "dataSupport",
    "tags": "tagSupport",
    "relatedInformation": "relatedInformation",
}
ACTION_NEEDS = {"isPreferred": "isPreferredSupport", "disabled": "disabledSupport", "data": "dataSupport"}


def complaints(session: Session) -> list[str]:
    """Everything that the server did wrong, each kind of mistake once; what messages say only where all have their form."""
    form = _all(session, _framing, _answers, _order, _shapes, _requests, _encoding)
    return form or _all(session, _hovers, _code_actions, _diagnostics)


def _all(session: Session, *checks: Callable[[Session], Iterator[str]]) -> list[str]:
    return list(dict.fromkeys(complaint for check in checks for complaint in check(session)))


def _framing(session: Session) -> Iterator[str]:
    for noise in session.noise:
        yield f"no message: {noise!r}"


def _answers(session: Session) -> Iterator[str]:
    """Each request is answered, and once."""
    open_requests: dict[Any, str] = {}
    shut_down = False
    for message in session.messages:
        if message.sender == "client" and message.is_request and not shut_down:
            open_requests[message.body["id"]] = str(message.method)
            shut_down = message.method == "shutdown"
        elif message.sender == "server" and message.method is None:
            method = open_requests.pop(message.body.get("id"), None)
            if method is None:
                if not shut_down:
                    yield f"an answer that nobody waits for: {message.body}"
            elif "error" in message.body and not _is_right_error(session, message):
                yield f"{method}: error {message.body['error']}"
            if method and "error" in message.body and "data" in message.body["error"]:
                yield f"{method}: an error that tells internals: {message.body['error']['data']}"
    for method in open_requests.values():
        if method != "shutdown" or session.exit is not None:  # Helix kills the server as soon as it has said goodbye
            yield f"{method}: no answer"


def _is_right_error(session: Session, answer: Message) -> bool:
    """Kate asks for symbols though none are offered; and what was cancelled may say so."""
    cancelled = any(message.params.get("id") == answer.body["id"] for message in session.sent("$/cancelRequest"))
    return cancelled or answer.body["error"]["code"] == lsp.ErrorCodes.MethodNotFound


def _order(session: Session) -> Iterator[str]:
    """Nothing before the answer to ``initialize``, and nothing of its own accord after the one to ``shutdown``."""
    began = ended = False
    starts = {exchange.answered.body["id"] for exchange in session.exchanges("initialize")}
    ends = {exchange.answered.body["id"] for exchange in session.exchanges("shutdown")}
    for message in (message for message in session.messages if message.sender == "server"):
        if message.method is None:
            began |= message.body.get("id") in starts
            ended |= message.body.get("id") in ends
        elif ended:
            yield f"{message.method}: sent after shutdown"
        elif not began and message.method not in EARLY:
            yield f"{message.method}: sent before initialize was answered"


def _shapes(session: Session) -> Iterator[str]:
    """What the server sends has the types of the specification."""
    methods = {m.body["id"]: m.method for m in session.messages if m.sender == "client" and m.is_request}
    for message in (message for message in session.messages if message.sender == "server"):
        method = message.method or methods.get(message.body.get("id"))
        kinds = lsp.METHOD_TO_TYPES.get(str(method))
        kind = kinds and kinds[0 if message.method else 1]
        if kind is None or "error" in message.body:
            continue
        try:
            CONVERTER.structure(message.body, kind)
        except Exception as error:
            yield f"{method}: not of the shape of the specification: {error!r:.200}"


def _requests(session: Session) -> Iterator[str]:
    """The server asks the client only for what it can do, and pops nothing up."""
    for message in (message for message in session.messages if message.sender == "server" and message.method):
        need = REQUESTS_NEED.get(str(message.method))
        if need and not session.declares(need):
            yield f"{message.method}: without {need}"
        if message.method in ("window/showMessage", "window/showMessageRequest"):
            yield f"a pop-up: {message.params}"
        if message.method == "client/registerCapability":
            for registration in message.params["registrations"]:
                wanted = _capability_of(registration["method"])
                if not session.declares(f"{wanted}.dynamicRegistration"):
                    yield f"registers {registration['method']} without {wanted}.dynamicRegistration"


def _capability_of(method: str) -> str:
    """The client capability that stands for a method: ``workspace/didChangeX`` is ``workspace.didChangeX``."""
    return method.replace("/", ".")


def _encoding(session: Session) -> Iterator[str]:
    offered = session.declares("general.positionEncodings") or ["utf-16"]
    if session.encoding != offered[0]:
        yield f"the position encoding is {session.encoding}, the client likes {offered[0]} best"


def _hovers(session: Session) -> Iterator[str]:
    """The format is one that the client takes, and the range holds the position and lies in the text."""
    formats = session.declares("textDocument.hover.contentFormat") or ["plaintext", "markdown"]
    for exchange, text in _with_text(session, "textDocument/hover"):
        if (hover := exchange.answered.body.get("result")) is None:
            continue
        if (kind := hover["contents"]["kind"]) not in formats:
            yield f"hover: {kind}, not of {formats}"
        try:
            start, end = (offset(text, hover["range"][end], session.encoding) for end in ("start", "end"))
            at = offset(text, exchange.asked.params["position"], session.encoding, strict=False)
        except OutsideError as error:
            yield f"hover: {error}"
            continue
        if not start <= at <= end:
            yield f"hover: the range {hover['range']} does not hold {exchange.asked.params['position']}"


def _code_actions(session: Session) -> Iterator[str]:
    """An action has only fields that the client knows, is of a kind that it asked for, and its edits fit the text."""
    support = session.declares("textDocument.codeAction") or {}
    for exchange, text in _with_text(session, "textDocument/codeAction"):
        only = exchange.asked.params["context"].get("only")
        for action in exchange.answered.body.get("result") or ():
            title = action["title"]
            if "codeActionLiteralSupport" not in support:
                yield f"action {title!r}: without codeActionLiteralSupport"
            if only is not None and not any(_is_kind(action["kind"], wanted) for wanted in only):
                yield f"action {title!r}: of kind {action['kind']}, asked for {only}"
            for field, need in ACTION_NEEDS.items():
                if action.get(field) is not None and not support.get(need):
                    yield f"action {title!r}: {field} without {need}"
            if "edit" not in action and "edit" not in support.get("resolveSupport", {}).get("properties", ()):
                yield f"action {title!r}: no edit, and the client cannot resolve it"
            yield from _edit(session, action.get("edit") or {}, exchange.asked.params["textDocument"]["uri"], text, title)


def _is_kind(kind: str, wanted: str) -> bool:
    return not wanted or kind == wanted or kind.startswith(wanted + ".")


def _edit(session: Session, edit: dict[str, Any], uri: str, text: str, title: str) -> Iterator[str]:
    """A workspace edit is in the form that the client takes, of the document asked about or a new one, and fits its text."""
    if "documentChanges" in edit and not session.declares("workspace.workspaceEdit.documentChanges"):
        yield f"action {title!r}: documentChanges, which the client does not take"
    operations = [change for change in edit.get("documentChanges", ()) if "kind" in change]
    for operation in operations:
        if operation["kind"] not in (session.declares("workspace.workspaceEdit.resourceOperations") or ()):
            yield f"action {title!r}: to {operation['kind']} a file, which the client does not do"
    changed = [change for change in edit.get("documentChanges", ()) if "kind" not in change]
    files = {change["textDocument"]["uri"]: change["edits"] for change in changed} | edit.get("changes", {})
    for file, edits in files.items():
        if any(operation["kind"] == "create" and operation["uri"] == file for operation in operations):
            continue
        if file != uri:
            yield f"action {title!r}: edits {file}, asked about {uri}"
            continue
        try:
            spans = sorted(tuple(offset(text, one["range"][end], session.encoding) for end in ("start", "end")) for one in edits)
        except OutsideError as error:
            yield f"action {title!r}: {error}"
            continue
        if any(later[0] < earlier[1] for earlier, later in pairwise(spans)):
            yield f"action {title!r}: its edits overlap"


def _diagnostics(session: Session) -> Iterator[str]:
    """A publication has only fields that the client knows, of an open document, and its ranges fit a text that it had."""
    support = session.declares("textDocument.publishDiagnostics") or {}
    since: dict[str, list[tuple[int | None, str]]] = {}  # by URI, what the document has been since what was judged last
    for message, uri, version, text in _documents(session):
        if message.sender == "client":
            since.setdefault(uri, []).append((version, text))
        if message.method != "textDocument/publishDiagnostics":
            continue
        params, found = message.params, message.params["diagnostics"]
        if params["uri"] not in since:
            if found:
                yield f"diagnostics of {params['uri']}, which is not open"
            continue
        if "version" in params and not support.get("versionSupport"):
            yield "diagnostics: version without versionSupport"
        for diagnostic in found:
            for field, need in DIAGNOSTIC_NEEDS.items():
                if diagnostic.get(field) is not None and not support.get(need):
                    yield f"diagnostics: {field} without {need}"
        states = since[params["uri"]]
        shown = [text for version, text in states if params.get("version", version) == version]
        reasons = [_misfit(found, text, session.encoding) for text in shown]
        if not reasons:
            yield f"diagnostics: of version {params.get('version')}, which the document has not had since the last ones"
        elif None not in reasons:
            yield f"diagnostics: {reasons[-1]}"
        judged = [number for number, (version, _) in enumerate(states) if version == params.get("version")]
        since[params["uri"]] = states[(judged or [-1])[-1] :]  # later edits may have crossed the publication


def _misfit(found: list[dict[str, Any]], text: str, encoding: str) -> str | None:
    """Why diagnostics cannot be of a text; None where they can."""
    for diagnostic in found:
        try:
            covered = part(text, diagnostic["range"], encoding)
        except OutsideError as error:
            return str(error)
        if not covered:
            return f"an empty range: {diagnostic['range']}"
    return None


def _documents(session: Session) -> Iterator[tuple[Message, str, int | None, str]]:
    """Each message about a document, with that document's URI, version and text after it, as the client has them."""
    texts: dict[str, str] = {}
    versions: dict[str, int | None] = {}
    for message in session.messages:
        uri = message.params.get("textDocument", {}).get("uri", "") if isinstance(message.params, dict) else ""
        if message.method == "textDocument/didOpen":
            texts[uri] = message.params["textDocument"]["text"]
            versions[uri] = message.params["textDocument"]["version"]
        elif message.method == "textDocument/didChange":
            texts[uri] = changed(texts[uri], message.params["contentChanges"], session.encoding)
            versions[uri] = message.params["textDocument"].get("version")
        elif message.method == "textDocument/didClose":
            texts.pop(uri)
            continue
        elif message.method != "textDocument/publishDiagnostics":
            uri = uri if message.is_request else ""
        if uri in texts or message.method == "textDocument/publishDiagnostics":
            yield message, uri, versions.get(uri), texts.get(uri, "")


def _with_text(session: Session, method: str) -> Iterator[tuple[Exchange, str]]:
    """The answered requests of a method, each with the text that it was asked about."""
    answered = {exchange.asked.body["id"]: exchange for exchange in session.exchanges(method)}
    for message, _, _, text in _documents(session):
        if message.method == method and message.body.get("id") in answered:
            yield answered[message.body["id"]], text

"""A recorded session: who said what, in order, and what the client said about itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

CHANGE = "textDocument/didChange"
PUBLISH = "textDocument/publishDiagnostics"


@dataclass(frozen=True)
class Message:
    """One message and its place in the session."""

    sender: str
    body: dict[str, Any]

    @property
    def method(self) -> str | None:
        """The method of a request or a notification; an answer has none."""
        return self.body.get("method")

    @property
    def params(self) -> Any:
        return self.body.get("params") or {}

    @property
    def is_request(self) -> bool:
        return "method" in self.body and "id" in self.body


@dataclass(frozen=True)
class Exchange:
    """A client's request and the server's answer to it."""

    asked: Message
    answered: Message


@dataclass(frozen=True)
class Session:
    """All messages in order, what the server wrote beside them, its process, and its exit status where it came to that."""

    messages: tuple[Message, ...]
    noise: tuple[str, ...] = ()
    exit: int | None = None
    process: int | None = None

    @classmethod
    def load(cls, path: Path) -> Session:
        """Read what ``recorder.py`` wrote; a last line that was cut off by the end of the editor counts for nothing."""
        lines = [json.loads(line) for line in path.read_text().split("\n")[:-1]] if path.exists() else []
        return cls(
            tuple(Message(line["from"], line["body"]) for line in lines if "body" in line),
            tuple(line["noise"] for line in lines if "noise" in line),
            next((line["exit"] for line in lines if "exit" in line), None),
            next((line["process"] for line in lines if "process" in line), None),
        )

    @property
    def has_ended(self) -> bool:
        """Whether the server's process is gone, or dead and only not yet buried."""
        try:
            return Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def sent(self, method: str, sender: str = "client") -> list[Message]:
        """The requests or notifications of a method."""
        return [message for message in self.messages if message.method == method and message.sender == sender]

    def exchanges(self, method: str) -> list[Exchange]:
        """The client's requests of a method that were answered."""
        answers = {m.body["id"]: m for m in self.messages if m.sender == "server" and m.method is None and "id" in m.body}
        return [Exchange(m, answers[m.body["id"]]) for m in self.sent(method) if m.body.get("id") in answers]

    @property
    def is_judged(self) -> bool:
        """Whether diagnostics have been sent since the last edit."""
        methods = [message.method for message in self.messages if message.method in (CHANGE, PUBLISH)]
        return methods[-1:] == [PUBLISH]

    @cached_property
    def capabilities(self) -> dict[str, Any]:
        """What the client declared."""
        found: dict[str, Any] = next((m.params["capabilities"] for m in self.sent("initialize")), {})
        return found

    def declares(self, path: str) -> Any:
        """A capability by its dotted path; None where the client does not name it."""
        value: Any = self.capabilities
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    @cached_property
    def encoding(self) -> str:
        """The position encoding that was agreed upon."""
        for exchange in self.exchanges("initialize"):
            return str(exchange.answered.body["result"]["capabilities"].get("positionEncoding", "utf-16"))
        return "utf-16"

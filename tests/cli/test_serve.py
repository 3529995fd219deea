"""``serve`` as a command: its arguments and its exit status. What it says is tested in tests/lsp."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

SERVE = (sys.executable, "-m", "pctlens", "serve")


def frame(*messages: dict[str, object]) -> bytes:
    """Messages as the protocol sends them."""
    bodies = [json.dumps({"jsonrpc": "2.0"} | message).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def served(*arguments: str, messages: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A server that is told some messages and then left alone."""
    return subprocess.run([*SERVE, *arguments], input=messages, capture_output=True, timeout=60, check=False)


HELLO = {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
FAREWELL = ({"id": 2, "method": "shutdown"}, {"method": "exit"})


@pytest.mark.parametrize("arguments", [(), ("--stdio",), ("--stdio", "--clientProcessId=1"), ("-v", "-v")])
def test_a_session_over_standard_streams(arguments: tuple[str, ...]) -> None:
    run = served(*arguments, messages=frame(HELLO, *FAREWELL))
    assert run.returncode == 0
    assert b'"name":"pctlens"' in run.stdout.replace(b" ", b"")
    assert run.stdout.startswith(b"Content-Length: ")


def test_a_client_that_goes_without_a_word_is_status_1() -> None:
    assert served(messages=frame(HELLO)).returncode == 1


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        run = served("--tcp", "--port", str(taken.getsockname()[1]))
    assert run.returncode == 2
    assert b"Address already in use" in run.stderr


def test_the_log_goes_to_its_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert served("--log-file", str(log), messages=frame(HELLO, *FAREWELL)).stderr == b""
    assert log.exists()
    run = served("--log-file", str(tmp_path / "missing" / "log"))
    assert (run.returncode, b"missing" in run.stderr) == (2, True)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_well_formed(shell: str) -> None:
    script = subprocess.run(
        [sys.executable, "-m", "pctlens", "completion", shell], capture_output=True, timeout=60, check=True
    ).stdout
    assert b"--stdin-filename" in script
    assert b"malformed-escape" in script
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=script, timeout=60, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("words", "completed"),
    [("ch", "check"), ("check --form", "--format"), ("explain malf", "malformed-escape"), ("decode --lay", "--layers")],
)
def test_bash_completes(words: str, completed: str) -> None:
    script = (
        f'eval "$({sys.executable!r} -m pctlens completion bash)"; COMP_WORDS=(pctlens {words}); '
        "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pctlens; echo ${COMPREPLY[0]}"
    )
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == f"{completed}\n"

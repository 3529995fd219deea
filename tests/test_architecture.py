"""The arrows and the invariants of docs/architecture.md."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "server" / "pctlens"
MODULES = sorted(PACKAGE.rglob("*.py"))

PROTOCOL = {"pygls", "lsprotocol"}
IO = {"os", "pathlib", "subprocess", "socket", "tempfile", "shutil", "asyncio", "threading", "multiprocessing", "logging", "sys"}

LAYERS = {
    "core": {"core"},
    "lsp": {"core", "lsp"},
    "cli": {"core", "cli", "reports"},
    "reports": {"core", "reports"},
}
"""The packages that each package may import; the modules beside them are open to all but ``core``."""


def name_of(path: Path) -> str:
    """A module's dotted name."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """The dotted names of the modules that a file imports anywhere, in functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_of(module: str) -> str:
    """The package under ``pctlens`` that a module belongs to; empty for the modules beside them."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "pctlens" and parts[1] in LAYERS else ""


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_lsp_knows_the_protocol(path: Path) -> None:
    known = {module.split(".")[0] for module in imports(path)} & PROTOCOL
    assert not known or layer_of(name_of(path)) == "lsp"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_follow_the_arrows(path: Path) -> None:
    layer = layer_of(name_of(path))
    allowed = LAYERS.get(layer, {"core", "reports"})
    for module in imports(path):
        other = layer_of(module)
        is_serve = (name_of(path), other) == ("pctlens.cli.serve", "lsp")
        is_main = (name_of(path), other) == ("pctlens.__main__", "cli")
        assert not other or other in allowed or is_serve or is_main, module
        if layer == "core":
            assert module.split(".")[0] != "pctlens" or other == "core" or module == "pctlens", module


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of(name_of(path)) == "core"], ids=name_of)
def test_core_does_no_io(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert not {module.split(".")[0] for module in imports(path)} & IO
    calls = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not calls & {"open", "print", "input", "exec", "eval"}


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of(name_of(path)) == "core"], ids=name_of)
def test_core_starts_without_compiling(path: Path) -> None:
    values = (node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Assign | ast.AnnAssign))
    assert "re.compile" not in {
        ast.unparse(node.func) for value in values for node in ast.walk(value) if isinstance(node, ast.Call)
    }


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of(name_of(path)) != "cli"], ids=name_of)
def test_only_commands_print(path: Path) -> None:
    calls = (
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    assert "print" not in calls


@pytest.mark.parametrize("path", [path for path in MODULES if layer_of(name_of(path)) == "lsp"], ids=name_of)
def test_a_request_is_answered_without_diagnostic_data(path: Path) -> None:
    attributes = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
    assert "data" not in attributes


@pytest.mark.parametrize("command", ["check", "list", "encode", "decode", "url", "explain"])
def test_a_command_starts_without_the_protocol(command: str) -> None:
    code = f"import sys, pctlens.cli.{command}; sys.exit(bool({PROTOCOL | {'attrs', 'asyncio', 'idna'}!r} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

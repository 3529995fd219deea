"""Writes the server's settings into package.json: one schema, kept in ``pctlens.settings``.

Usage: ``python client-vscode/scripts/settings.py`` (the package ``pctlens`` must be importable). A test holds both equal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pctlens.settings import schema

MANIFEST = Path(__file__).resolve().parents[1] / "package.json"

CLIENT: dict[str, dict[str, Any]] = {
    "pctlens.server.command": {
        "type": "array",
        "items": {"type": "string"},
        "default": [],
        "scope": "machine-overridable",
        "order": 100,
        "markdownDescription": "A command that starts the server, with its arguments, in place of the bundled one, such as"
        ' `["uvx", "pctlens", "serve"]`. The server is started again when this changes.',
    },
    "pctlens.server.interpreter": {
        "type": "array",
        "items": {"type": "string"},
        "default": [],
        "scope": "machine-overridable",
        "order": 101,
        "markdownDescription": "The Python (3.11 or newer) that runs the bundled server, with its arguments, such as"
        ' `["/usr/bin/python3.12"]`. When empty: `python3`, `python` or `py -3` on the `PATH`, else the one that the Python'
        " extension has chosen. The server is started again when this changes.",
    },
}
"""The settings that only the client reads."""


def properties() -> dict[str, dict[str, Any]]:
    """What ``contributes.configuration.properties`` of package.json has to hold."""
    server = {}
    for order, setting in enumerate(schema()):
        entry = dict(setting.schema())
        entry["markdownDescription"] = entry.pop("description")
        server[f"pctlens.{setting.key}"] = entry | {"order": order}
    return server | CLIENT


def manifest() -> dict[str, Any]:
    """The content of package.json."""
    content: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return content


def declared() -> dict[str, dict[str, Any]]:
    """What package.json holds there now."""
    found: dict[str, dict[str, Any]] = manifest()["contributes"]["configuration"]["properties"]
    return found


def main() -> None:
    """Write them."""
    content = manifest()
    content["contributes"]["configuration"]["properties"] = properties()
    MANIFEST.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""The settings that the VS Code extension declares are the server's own."""

import importlib.util
from pathlib import Path
from types import ModuleType

from pctlens import __version__
from pctlens.settings import schema

SCRIPT = Path(__file__).resolve().parents[1] / "client-vscode" / "scripts" / "settings.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("vscode_settings", SCRIPT)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_package_json_declares_exactly_the_schema() -> None:
    script = load()
    assert script.declared() == script.properties(), "run client-vscode/scripts/settings.py"


def test_every_setting_of_the_server_is_declared_with_its_default() -> None:
    declared = load().declared()
    for setting in schema():
        entry = declared[f"pctlens.{setting.key}"]
        assert entry["default"] == setting.schema()["default"]
        assert entry["markdownDescription"] == setting.description
    assert {key for key in declared if not key.startswith("pctlens.server.")} == {f"pctlens.{row.key}" for row in schema()}


def test_the_extension_has_the_version_of_the_server() -> None:
    assert load().manifest()["version"] == __version__

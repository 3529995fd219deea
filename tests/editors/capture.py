"""Writes down what each editor declares in ``initialize``, in the form of pytest-lsp's files: ``python -m editors.capture``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from editors.cast import EDITORS
from editors.stage import Editor, Stage

CLIENTS = Path(__file__).with_name("clients")


def capture(editor: Editor) -> Path:
    """Have an editor play the story, and keep what it declared."""
    with TemporaryDirectory() as folder:
        stage = Stage.build(Path(folder) / "stage", editor.story, editor.file)
        played = editor.play(stage)
        params = stage.session.sent("initialize")[0].params
    *_, name, version = [editor.name, *played.version.split()]  # as in "28.2, eglot 1.9"
    file = CLIENTS / f"{name.lower()}_v{version}.json"
    if not file.exists():  # an editor comes first as it is, and then with other encodings
        declared = {"clientInfo": {"name": name, "version": version}, "capabilities": params["capabilities"]}
        file.write_text(json.dumps(declared, indent=2, sort_keys=True) + "\n")
    return file


def main() -> None:
    """Capture every editor that is here."""
    shutil.rmtree(CLIENTS, ignore_errors=True)
    CLIENTS.mkdir()
    for editor in EDITORS:
        print(editor.why_missing() or capture(editor).name)


if __name__ == "__main__":
    main()

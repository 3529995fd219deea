"""``python tests/fuzz/run.py TARGET [OPTIONS OF LIBFUZZER]``: fuzz the core or the message loop, guided by what the code covers.

A TARGET is a module beside this one with ``check(data)`` and ``seeds()``. ``-max_total_time=60`` ends it after a minute.
"""

from __future__ import annotations

import logging
import pkgutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

import atheris

TARGETS = {"core": "core_target", "messages": "messages_target", "messages-by-field": "fields_target"}


def main(target: str, options: list[str]) -> None:
    with atheris.instrument_imports(include=["pctlens"]):
        import pctlens

        for found in pkgutil.walk_packages(pctlens.__path__, "pctlens."):
            if not found.name.endswith("__main__"):
                import_module(found.name)  # some are imported only when they are needed, too late to be watched
        module: Any = import_module(TARGETS[target])
    logging.disable()
    with tempfile.TemporaryDirectory() as corpus:
        for index, seed in enumerate(module.seeds()):
            (Path(corpus) / f"seed-{index}").write_bytes(seed)
        atheris.Setup([sys.argv[0], *options, corpus], module.check)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

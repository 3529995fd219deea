"""Classes that are finished late are the classes that lsprotocol defines."""

from __future__ import annotations

import subprocess
import sys

DESCRIBE = """
import attrs, inspect, re
from lsprotocol import converters, types

converters.get_converter()
classes = [cls for cls in vars(types).values() if inspect.isclass(cls) and attrs.has(cls)]
for cls in classes:
    fields = [(f.name, f.type, f.default, f.validator, f.kw_only, f.alias) for f in attrs.fields(cls)]
    print(cls.__name__, re.sub(" at 0x[0-9a-f]+", "", str(fields)), inspect.signature(cls))
place = types.Position(1, character=2)
print(place, place == types.Position(1, 2), place == types.Position(2, 2), place < types.Position(2, 1))
try:
    types.Position("1", 2)
except Exception as error:
    print(type(error).__name__)
print(len(classes), attrs.define.__module__, attrs.define.__name__)
"""
LATE = "from pctlens.lsp import lazy_types; lazy_types.load()\n"


def described(code: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.splitlines()


def test_every_class_is_as_lsprotocol_defines_it() -> None:
    late, plain = described(LATE + DESCRIBE), described(DESCRIBE)
    assert len(plain) > 500
    assert late == plain


def test_a_class_is_finished_only_once_somebody_uses_it() -> None:
    count = (
        "print(sum(type(vars(c).get('__attrs_attrs__')).__name__ == '_Fields' for c in vars(t).values() if isinstance(c, type)))"
    )
    before, after = described(f"{LATE}import lsprotocol.types as t\n{count}\nt.Position(1, 2)\n{count}")
    assert int(before) > 500
    assert int(after) == int(before) - 1

"""``python tests/patterns.py``: every regular expression of the package on a megabyte of its worst input.

Prints the place of each before it is tried. One that takes more than ``SECONDS`` of processor time ends the process by SIGPROF.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import random
import re
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pctlens
from pctlens.core import patterns as later
from worst_inputs import worst_inputs

PACKAGE: Final = Path(pctlens.__file__).parent
SIZE: Final = 1_000_000
SECONDS: Final = 60
"""What is linear takes a tenth of a second at most; what is quadratic takes hours."""

TRIED: Final = 2_000
"""The worst of the inputs is the one of this length that takes longest."""

REACH: Final = {
    **{"core/clashes.py _CONFIG_CALL": 400, "core/clashes.py _GSUB": 400, "core/clashes.py _TEX_LINK": 41},
    **{"core/contexts/pairs.py _LIKE": 100, "core/extents.py _CSS_PROPERTY": 100},
    **{"core/formats.py _call": 201, "core/formats.py _CALLED": 200},
    r"core/clashes.py \\[A-Za-z]+\*?(?:\[[^\]]*\])?(?:\{[^{}]*\})*\{$": 401,
    r"core/literals.py \w*$": 4,
}
"""What the code gives only so many characters at once."""

ANCHORED: Final = {"match", "fullmatch"}
MATCHED: Final = {"core/reach.py _REACHES", "core/reach.py _WORD"}
"""What is asked at one place, under a name that tells nothing of it."""

FUNCTIONS: Final = {*ANCHORED, "compile", "search", "split", "findall", "finditer", "sub", "subn"}


class Site(NamedTuple):
    """A call of ``regex`` or of the module ``re``, in the value of the constant or in the function ``name``."""

    file: str
    lines: range
    name: str
    pattern: str | None
    is_anchored: bool

    def __str__(self) -> str:
        return f"{self.file} {self.name if self.pattern is None or self.name.isupper() else self.pattern}"


def sites() -> Iterator[Site]:
    """Every place of the package that makes a regular expression."""
    paths = (path for path in sorted(PACKAGE.rglob("*.py")) if str(path) != later.__file__)
    trees = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}
    uses = {file: _uses(tree) for file, tree in trees.items()}
    for file, tree in trees.items():
        for statement in tree.body:
            name = _name(statement)
            for call in ast.walk(statement):
                if isinstance(call, ast.Call) and (function := _function(call.func)):
                    pattern = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
                    used = {function}
                    if function == "compile":
                        used = uses[file][name] if name.startswith("_") else set().union(*(one[name] for one in uses.values()))
                    is_anchored = f"{file} {name}" in MATCHED or (bool(used) and used <= ANCHORED)
                    lines = range(call.lineno, (call.end_lineno or call.lineno) + 1)
                    yield Site(file, lines, name, pattern, is_anchored)


def _function(called: ast.expr) -> str:
    """The function of ``re`` that is called there; empty where it is none that makes a pattern."""
    match called:
        case ast.Name("regex"):
            return "compile"
        case ast.Attribute(value=ast.Name("re"), attr=function) if function in FUNCTIONS:
            return function
    return ""


def _name(statement: ast.stmt) -> str:
    match statement:
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)) | ast.FunctionDef(name=name):
            return name
    return ""


def _uses(tree: ast.Module) -> dict[str, set[str]]:
    """What is asked of each name, or of what it holds: the methods, and ``""`` where it is handed on."""
    uses: dict[str, set[str]] = defaultdict(set)
    asked: set[int] = set()
    for node in ast.walk(tree):  # what asks comes before what is asked
        match node:
            case ast.Attribute(value=ast.Name(name) as inner, attr=method):
                asked.add(id(inner))
                uses[name].add(method)
            case ast.Attribute(value=ast.Subscript(value=ast.Name(name) as inner), attr=method):
                asked.add(id(inner))
                uses[name].add(method)
            case ast.Compare(ops=[ast.In()], comparators=[ast.Name() as inner]):
                asked.add(id(inner))
            case ast.Name(name, ctx=ast.Load()) if id(node) not in asked:
                uses[name].add("")
    return uses


def compiled() -> dict[tuple[str, int], set[re.Pattern[Any]]]:
    """What each place compiles while the package is imported and at work; what is made at its first use is made at once here."""
    later.regex = re.compile  # type: ignore[assignment]
    found: dict[tuple[str, int], set[re.Pattern[Any]]] = defaultdict(set)
    original = re._compile  # type: ignore[attr-defined]

    def spy(pattern: Any, flags: Any) -> re.Pattern[Any]:
        frame = sys._getframe(1)
        while frame.f_code.co_filename == re.__file__ and frame.f_back:
            frame = frame.f_back
        result: re.Pattern[Any] = original(pattern, flags)
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PACKAGE):
            found[path.relative_to(PACKAGE).as_posix(), frame.f_lineno].add(result)
        return result

    re._compile = spy  # type: ignore[attr-defined]
    for module in pkgutil.walk_packages(pctlens.__path__, "pctlens."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    work()
    re._compile = original  # type: ignore[attr-defined]
    return found


def work() -> None:
    """Whatever compiles expressions only when they are needed."""
    from pctlens import tomledit
    from pctlens.core.rules import Severity

    sys.path.append(str(Path(__file__).parent / "fuzz"))
    core_target: Any = importlib.import_module("core_target")
    for seed in core_target.seeds():
        for name in range(len(core_target.NAMES)):
            core_target.check(bytes([name]) + seed[1:])
    tomledit.with_severity("[rules]\n", "mojibake", Severity.OFF)


def main() -> None:
    found = compiled()
    for site in sites():
        patterns = {pattern for line in site.lines for pattern in found[site.file, line]}
        if site.pattern is not None and not patterns:
            patterns = {re.compile(site.pattern)}
        if not patterns:
            sys.exit(f"{site} makes no pattern in anything that is done here")
        print(site, flush=True)
        for pattern in patterns:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            try_out(pattern, site)


def try_out(pattern: re.Pattern[Any], site: Site) -> None:
    """Let an expression go over the worst of the texts that are made for it."""
    size = REACH.get(str(site), SIZE)
    inputs = worst_inputs(pattern, random.Random(0))
    worst = max(inputs, key=lambda one: taken(pattern, one.of_length(min(size, TRIED)), site))
    taken(pattern, worst.of_length(size), site)


def taken(pattern: re.Pattern[Any], text: str, site: Site) -> float:
    """The processor time that an expression takes for a text."""
    subject: Any = text if isinstance(pattern.pattern, str) else text.encode()
    begun = time.process_time()
    if site.is_anchored:
        pattern.match(subject)
    else:
        for _ in pattern.finditer(subject):
            pass
    return time.process_time() - begun


if __name__ == "__main__":
    main()

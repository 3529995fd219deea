"""A file of findings that are known: ``check`` hides them, so that a project can start clean and stop new ones.

A finding is known again by its file, its rule and the text round it, so that it may move to another line. Only a digest of the
text is kept: it may hold a password.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from pctlens.scan import Finding

VERSION: Final = 1

Known = dict[str, Counter[str]]
"""How often each finding is known, by the path of its file."""


class BadBaselineError(Exception):
    """A file that is no baseline; the message says why."""


def fingerprint(finding: Finding) -> str:
    """What a finding is known by."""
    import hashlib  # only where there is a baseline: a plain check starts sooner

    text = f"{finding.problem.rule}\0{finding.excerpt.strip()}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def written(findings: Iterable[Finding]) -> str:
    """A baseline of these findings, as the text of its file."""
    import json

    files: dict[str, Counter[str]] = {}
    for finding in findings:
        files.setdefault(finding.path, Counter())[fingerprint(finding)] += 1
    return json.dumps({"version": VERSION, "files": files}, indent=1, sort_keys=True) + "\n"


def read(data: bytes) -> Known:
    """How often each finding is known, by its file. Raises ``BadBaselineError``."""
    import json

    try:
        content = json.loads(data)
        if content["version"] != VERSION:
            raise BadBaselineError(f"version {content['version']!r} is not {VERSION}")
        return {
            str(path): Counter({str(key): int(count) for key, count in known.items()}) for path, known in content["files"].items()
        }
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadBaselineError("not a baseline of pctlens") from error


def unknown(findings: Iterable[Finding], known: Known) -> Iterator[Finding]:
    """The findings of one file that are more than the baseline knows."""
    left = {path: Counter(counts) for path, counts in known.items()}
    for finding in findings:
        counts = left.get(finding.path)
        key = fingerprint(finding)
        if counts and counts[key]:
            counts[key] -= 1
        else:
            yield finding

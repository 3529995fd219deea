"""``pctlens list``: every encoded span of files, and what it says."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path

from pctlens.cli.crew import Crew
from pctlens.cli.inputs import STDIN, found_files, named_paths
from pctlens.cli.streams import complain, say
from pctlens.core.unseen import visible
from pctlens.listing import UTF8, Encoded, Listing, list_file, list_text
from pctlens.project import Project, Projects
from pctlens.reports import style
from pctlens.scan import source_of


def run(arguments: argparse.Namespace) -> int:
    """List; the exit status is 2 where something could not be read."""
    try:
        paths = list(named_paths(arguments.paths))
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}")
        return 2
    projects = Projects()
    show = item_json if arguments.format == "json" else partial(item_text, colour=style.wants_colour(sys.stdout))
    failures = 0
    with Crew(_lister, arguments.jobs) as crew:
        unreadable = crew.add_all(found_files((path for path in paths if path != STDIN), projects))
        listings = chain(
            (Listing(path, failure=item.failure) for item in unreadable for path in item.paths),
            (_list_stdin(arguments.stdin_filename, projects) for path in paths if path == STDIN),
            chain.from_iterable(done.told for done in crew.results()),
        )
        for listing in listings:
            if listing.failure:
                failures += 1
                complain(f"{listing.path}: {listing.failure}")
            for item in listing.items:
                say(show(listing.path, item), sys.stdout)
    return 2 if failures else 0


def _lister(project: Project) -> Callable[[str], Listing | None]:
    """What lists one file of the project."""
    return partial(list_file, settings=project.settings)


def item_text(path: str, item: Encoded, *, colour: bool) -> str:
    """One span on one line: its place from 1, the encoded and the decoded text, and the charset where it is not UTF-8."""
    place = style.painted(f"{path}:{item.row + 1}:{item.span.start + 1}:", "1", colour)
    charset = f"  ({item.said.charset})" if item.said.charset != UTF8 else ""
    return f"{place} {visible(item.written)} → {style.painted(visible(item.said.text), '32', colour)}{charset}"


def item_json(path: str, item: Encoded) -> str:
    """One span as one object; lines and columns from 1, ``endColumn`` is behind the last character."""
    return json.dumps(
        {
            "path": path,
            "line": item.row + 1,
            "column": item.span.start + 1,
            "endColumn": item.span.end + 1,
            "part": item.part,
            "encoded": item.written,
            "decoded": item.said.text,
            "charset": item.said.charset,
            "flawed": item.said.flawed,
        },
        ensure_ascii=False,
    )


def _list_stdin(name: str, projects: Projects) -> Listing:
    source = source_of(sys.stdin.buffer.read())
    settings = projects.of(Path(name).absolute().parent).settings
    return Listing(name, tuple(list_text(source.text, name, settings)) if source else ())

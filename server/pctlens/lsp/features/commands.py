"""Commands for clients that do more than code actions can: many selections in one edit, and a preview of any text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from pctlens.core.analysis import analyse
from pctlens.core.hosts import host_of
from pctlens.core.preview import preview
from pctlens.core.refactors import PREFIX, refactors
from pctlens.core.render import markdown
from pctlens.core.rewrites import Variant, rewrite
from pctlens.core.rules import Edit
from pctlens.lsp.convert import Change, place_of
from pctlens.lsp.documents import Open
from pctlens.lsp.edits import workspace_edit
from pctlens.lsp.excerpt import Excerpt
from pctlens.lsp.features.hover import options_of
from pctlens.lsp.session import Server

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What to rewrite: ``ranges`` of an open document, by a ``variant`` (a code action's kind without its beginning).

    ``perLine``: each line for itself; ``charset``: what ``decode.charset`` reads the bytes as, the likeliest if it is empty.
    """

    uri: str
    ranges: list[lsp.Range]
    variant: Variant | None = None
    perLine: bool = False
    charset: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What to preview: the code point at ``offset`` of a ``text`` of one line, in a file of some ``language``."""

    text: str
    offset: int = 0
    language: str = ""


def encode(ls: Server, *arguments: object) -> dict[str, object] | None:
    """The edit that encodes every range of a ``Rewriting``, or ``None`` where nothing would change."""
    return _rewritten(ls, _argument(ls, arguments, Rewriting), Variant.COMPONENT)


def decode(ls: Server, *arguments: object) -> dict[str, object] | None:
    """The edit that decodes every range of a ``Rewriting``, or ``None`` where nothing would change."""
    return _rewritten(ls, _argument(ls, arguments, Rewriting), Variant.DECODE)


def show(ls: Server, *arguments: object) -> dict[str, Any] | None:
    """The preview that a hover would show for a ``Question``, as JSON and as Markdown; ``None`` where there is none."""
    asked = _argument(ls, arguments, Question)
    settings = ls.documents.settings
    line = analyse(asked.text, settings.host(host_of("", asked.language)))
    found = preview(line, asked.offset, options_of(settings))
    return None if found is None else {**asdict(found), "markdown": markdown(found)}


def _argument(ls: Server, arguments: tuple[object, ...], kind: type[T]) -> T:
    """The only argument of a command. Raises ``JsonRpcInvalidParams`` where it is none of its kind."""
    if len(arguments) == 1 and (argument := ls.protocol.structured(arguments[0], kind)) is not None:
        return argument
    raise JsonRpcInvalidParams(f"the command wants one {kind.__name__}")


def _rewritten(ls: Server, wanted: Rewriting, usual: Variant) -> dict[str, object] | None:
    if (opened := ls.documents.get(wanted.uri)) is None:
        return None
    changes = list(_changes(ls, opened, wanted, wanted.variant or usual))
    return workspace_edit(ls, opened, changes) if changes else None


def _changes(ls: Server, opened: Open, wanted: Rewriting, variant: Variant) -> Iterator[Change]:
    for chosen in wanted.ranges:
        start, end = sorted(place_of(opened.document, at, ls.client.units) for at in (chosen.start, chosen.end))
        excerpt = Excerpt.of(opened, start, end)
        edits: Sequence[Edit] | None
        if variant is Variant.CHARSET and not wanted.charset:
            edits = _likeliest(excerpt)
        else:
            edits = rewrite(
                excerpt.text, excerpt.selection, opened.finder.host, variant, charset=wanted.charset, per_line=wanted.perLine
            )
        yield from excerpt.changes(edits or ())


def _likeliest(excerpt: Excerpt) -> Sequence[Edit]:
    """The edits that the first of the charsets gives which are offered for a selection."""
    offered = refactors(excerpt.text, excerpt.selection, excerpt.line, (PREFIX + Variant.CHARSET,))
    return offered[0].edits if offered else ()

"""What a place stands in, from the escape out to the whole URL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from pctlens.core.analysis import Line, Reading
from pctlens.core.text import Span


class _Spanned(Protocol):
    @property
    def span(self) -> Span: ...


_Found = TypeVar("_Found", bound=_Spanned)


def nested(line: Line, offset: int) -> tuple[Span, ...]:
    """The escape, component, parameter, query and URL at ``offset``, from the inside out, each larger than the one before.

    Empty where no encoded text or URL stands there.
    """
    if (url := _at(line.urls, offset)) is None:
        return ()
    escapes = (sign for sign in line.signs if sign.reading is not Reading.OTHER)
    spans = [found.span for found in (_at(escapes, offset), _at(url.parts, offset)) if found]
    if pairs := [(key.span.start, (value or key).span.end) for key, value in url.pairs]:
        spans += [Span(start, end) for start, end in pairs if start <= offset <= end][:1]
        spans.append(Span(pairs[0][0], pairs[-1][1]))
    found: list[Span] = []
    for span in (*spans, url.span):
        if span.touches(offset) and (not found or _encloses(span, found[-1])):
            found.append(span)
    return tuple(found)


def _at(found: Iterable[_Found], offset: int) -> _Found | None:
    """The smallest thing at ``offset``; one that ends there counts where no other begins."""
    at = [one for one in found if one.span.touches(offset)]
    return min(at, key=lambda one: (one.span.end == offset, len(one.span)), default=None)


def _encloses(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end and outer != inner

"""What is found in one line of a document: the only place where the server asks the core for findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from pctlens.core import rules
from pctlens.core.analysis import Line, analyse
from pctlens.core.hosts import Host
from pctlens.core.literals import Literal, literal_at, literals
from pctlens.core.rules import Edit, Fix, Problem, Severity
from pctlens.core.suppression import ignored
from pctlens.core.suspects import NEEDLES, may_be_suspect, needles, suspect, suspect_lines
from pctlens.core.text import Span, strip_end
from pctlens.lines import Place, above, below, places, spans, with_line_feeds
from pctlens.recall import Recall
from pctlens.windows import LEAST, LONG, cuts, window_at, windows

_NEAR = 4_096
"""So many characters of a neighbouring line are looked at."""

_OVERSEEN = 65_536
"""The literals of a line of at most so many code points are looked for from its beginning."""

_AT_ONCE = 32
"""So many lines are looked at together."""


class Finder:
    """Finds the problems of single lines, for one kind of file and one set of severities."""

    def __init__(self, host: Host, severities: Mapping[str, Severity]) -> None:
        self.host = host
        self._severities = severities
        self._is_thorough = any(_is_extra(rule, severity) for rule, severity in severities.items())
        self._recall = Recall()

    def suspects(self, text: str) -> Iterator[int]:
        """The rows of a whole text in which anything may be found: the test that spares most lines a look at each."""
        text = with_line_feeds(text)
        found = spans(text, NEEDLES)
        row = counted = 0
        while few := tuple(islice(found, _AT_ONCE)):
            if self._is_thorough or self._suspects_one_of(text, few):
                for start, _ in few:
                    row += text.count("\n", counted, start)
                    counted = start
                    yield row

    def places(self, text: str) -> Iterator[Place]:
        """The lines of a whole text in which anything may be found: only these need be looked at."""
        text = with_line_feeds(text)
        return places(text, spans(text, NEEDLES) if self._is_thorough else self._may_be_suspect(text))

    def ignores(self, head: Sequence[str]) -> bool:
        """Whether a file that begins with these lines wants no findings."""
        return rules.ignores_file(head)

    def find(self, line: str, above: str, below: str) -> tuple[Problem, ...]:
        """The problems of ``line``, in offsets into it; the lines may have their ends."""
        text, near = strip_end(line), _near(above, below)
        if len(text) <= LONG:
            return self._problems(text, *near)
        off = ignored(text, near[0])  # a comment at its end speaks of the whole line
        starts = tuple(cuts(text))
        found = self._recall.found(text, starts, near, lambda piece: self._problems(piece, *near))
        return tuple(
            shifted(problem, start)
            for start, problems in zip(starts, found, strict=False)  # the last of them is the end
            for problem in problems
            if not off(problem.rule)
        )

    def read(self, line: str, above: str, below: str, offset: int) -> tuple[Line, int]:
        """What is recognised round ``offset``: the line analysed, or in a long line its window, and where that begins."""
        text = strip_end(line)
        return self._window(text, window_at(text, offset), _near(above, below))

    def pieces(self, line: str, above: str, below: str, start: int, holding: str) -> Iterator[tuple[Line, int]]:
        """What is recognised from the offset ``start`` on: the line, or each window of a long one, that has ``holding`` in it."""
        text, near = strip_end(line), _near(above, below)
        for window in windows(text):
            if window.end >= start and text.find(holding, window.start, window.end) >= 0:
                yield self._window(text, window, near)

    def _window(self, text: str, window: Span, near: tuple[str, str]) -> tuple[Line, int]:
        """A window analysed, and where it begins.

        One that begins within a literal is read behind the quote that opens it, which takes the place of a character.
        """
        opener = _opener(text, window.start, self.host) if window.start and len(text) <= _OVERSEEN else ""
        return _read(opener + window.of(text), self.host, *near), window.start - len(opener)

    def _problems(self, text: str, above: str, below: str) -> tuple[Problem, ...]:
        if not self._suspects(text, above, below):
            return ()
        return rules.check(_read(text, self.host, above, below), self._severities)

    def _suspects_one_of(self, text: str, few: Sequence[tuple[int, int]]) -> bool:
        """Whether anything may be found in one of a few lines of ``text``."""
        if any(end - start > LONG for start, end in few):
            return True
        lines = "\n".join([text[start:end] for start, end in few])
        around = [above(text, start)[-_NEAR:] for start, _ in few], [below(text, end)[:_NEAR] for _, end in few]
        return suspect_lines(lines, self.host, *map("\n".join, around))

    def _may_be_suspect(self, text: str) -> Iterator[tuple[int, int]]:
        """The lines of ``text`` that are suspect for some neighbours: most are not, and one look at a few of them tells."""
        found = spans(text, needles(text))
        while few := tuple(islice(found, _AT_ONCE)):
            if self._passes("\n".join([text[start:end] for start, end in few])):
                yield from (span for span in few if self._passes(text[slice(*span)]))

    def _passes(self, lines: str) -> bool:
        return len(lines) > LONG or may_be_suspect(lines, self.host)

    def _suspects(self, text: str, above: str, below: str) -> bool:
        return self._is_thorough or suspect(text, self.host, above, below)


def _is_extra(rule: str, severity: Severity) -> bool:
    """Whether a rule is on that is off by default: lines that nothing else suspects may break it."""
    return severity is not Severity.OFF and rules.RULES[rule].default is Severity.OFF


@lru_cache(maxsize=2)
def _read(text: str, host: Host, above: str, below: str) -> Line:
    """The line analysed. A client asks several things about the line that it has edited, one after the other."""
    return analyse(text, host, above, below)


@lru_cache(maxsize=1)
def _literals(line: str, host: Host) -> tuple[Literal, ...]:
    """The literals of a long line, which are asked for at each of its windows."""
    return literals(line, host)


def _opener(line: str, offset: int, host: Host) -> str:
    """The quote of the long literal that goes on at ``offset``; empty where there is none.

    A short one may be none: in minified code a quote in a regular expression turns inside and outside round.
    """
    literal = literal_at(_literals(line, host), offset)
    if literal is None or literal.span.start >= offset or len(literal.span) < LEAST or len(literal.quote) > 1:
        return ""
    return literal.quote


def _near(above: str, below: str) -> tuple[str, str]:
    """As much of the neighbouring lines as is looked at."""
    return strip_end(above)[-_NEAR:], strip_end(below)[:_NEAR]


def shifted(problem: Problem, by: int) -> Problem:
    """The same problem in a text that begins ``by`` code points earlier."""
    if not by:
        return problem
    return problem._replace(span=problem.span.shifted(by), fixes=tuple(_shifted_fix(fix, by) for fix in problem.fixes))


def _shifted_fix(fix: Fix, by: int) -> Fix:
    return fix._replace(edits=tuple(Edit(edit.span.shifted(by), edit.text) for edit in fix.edits))

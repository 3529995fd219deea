"""The one story that every editor plays: what stands in the file, what is done with it, and what must be seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

HOVERED = "na%C3%AFve"
READ = "naïve"
BROKEN, MENDED = "%zz", "%25zz"
TAKEN, DECODED = "caf%C3%A9%20cr%C3%A8me", "café crème"
LATE = "%zy"
THEIRS, EXPLAINED = "F401", "unused-import"
"""What only the other server can explain, where there is one, and a word of that."""
SAID = ("imported but unused", "is no escape")
"""What the other server and ours say of the file that both serve."""
INSERTED = "\u2028\fé"
"""The first two end no line in the protocol (LSP 3.17, Text Documents), though to Python's ``splitlines`` they do."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Part of a line, half-open and in code points."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Story:
    """A file, the line and column at which something is put into it at the end, what that is, and whether actions are taken."""

    text: str
    insertion: tuple[int, int]
    inserted: str = INSERTED
    acts: bool = True

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def spot(self, part: str) -> Spot:
        """Where a part stands, which must be in the file once."""
        line = next(number for number, line in enumerate(self.lines) if part in line)
        start = self.lines[line].index(part)
        return Spot(line, start, start + len(part))

    @property
    def findings(self) -> list[Spot]:
        """Where the broken escapes stand."""
        return [self.spot(part) for part in (BROKEN, LATE) if part in self.text]

    @property
    def mended(self) -> str:
        """The text after the quick fix of ``BROKEN``."""
        return self.text.replace(BROKEN, MENDED) if self.acts else self.text

    @property
    def decoded(self) -> str:
        """The text after ``TAKEN`` was decoded as well."""
        return self.mended.replace(TAKEN, DECODED) if self.acts else self.text

    @property
    def told(self) -> str:
        """The text at the end of the story."""
        lines = self.decoded.split("\n")
        line, column = self.insertion
        lines[line] = lines[line][:column] + self.inserted + lines[line][column:]
        return "\n".join(lines)

    @property
    def end(self) -> Story:
        """The file as it is at the end."""
        return replace(self, text=self.told)


STORY = Story(
    "plain text, no escapes\n"
    f'😀🎉é read = "https://x.test/{HOVERED}/b"\n'
    f'😀 mend = "https://x.test/a%20b?q={BROKEN}"\n'
    f"😀 take <{TAKEN}> here\n"
    f'😀 late = "https://x.test/a%20b?q={LATE}"\n',
    insertion=(4, 0),
)

NARROW = Story(
    "😀🎉é stand above\n"
    f'read = "https://x.test/{HOVERED}/b"\n'
    f'mend = "https://x.test/a%20b?q={BROKEN}"\n'
    f"take <{TAKEN}> here\n"
    "😀🎉é stand above\n"
    f'late = "https://x.test/a%20b?q={LATE}"\n',
    insertion=(4, 1),
    inserted=f"{INSERTED}\n",
)
"""The same for a client that takes bytes for UTF-16 units: the lines that matter are ASCII, and the edit moves one down."""

SHARED = Story(
    f'import os  # noqa: {THEIRS}\nimport re; read = "😀 https://x.test/{HOVERED}?q={BROKEN}"\n',
    insertion=(0, 0),
)
"""A file of Python for two servers, which both have something to mend in its second line."""

IDLE = replace(STORY, acts=False)
"""The same for a client that has no code actions."""

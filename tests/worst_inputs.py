"""What makes a regular expression go round and round: texts made from its own parts, which nearly match."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final, NamedTuple

SAMPLES: Final = 8
MANY: Final = 50
"""A repetition of up to so many rounds is a short one."""

_CHARACTERS: Final = [chr(code) for code in range(128)] + ["é", "\u202a", "😀"]
_REPEATS: Final = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)


class Input(NamedTuple):
    """``before``, then ``round`` over and over, then ``after``."""

    before: str
    round: str
    after: str

    def of_length(self, size: int) -> str:
        return self.before + self.round * (size // len(self.round)) + self.after


def worst_inputs(pattern: re.Pattern[Any], dice: random.Random) -> set[Input]:
    """Candidates for the input on which a pattern is slowest: each of its long repetitions, and what leads to it, repeated."""
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = _parser.parse(source, pattern.flags & ~re.UNICODE)
    sampler = _Sampler(dice, sorted({"a", "0", "%", *_literals(tree)}))
    found = set()
    for _ in range(SAMPLES):
        sampler.repeats.clear()
        whole = sampler.sample(tree, "")
        rounds = [("", whole), ("", whole[:-1]), *sampler.repeats]
        rounds += [("", before) for before, _ in sampler.repeats] + [("", before + one) for before, one in sampler.repeats]
        found |= {Input(before, one, after) for before, one in rounds if one for after in ("", "\n", "!")}
    return found


class _Sampler:
    """Makes texts that nearly match, and notes each long repetition: what stands before it, and one round of it."""

    def __init__(self, dice: random.Random, alphabet: list[str]) -> None:
        self.dice = dice
        self.alphabet = alphabet
        self.repeats: list[tuple[str, str]] = []

    def sample(self, tree: Iterable[tuple[Any, Any]], before: str) -> str:
        text = ""
        for kind, value in tree:
            text += self._one(kind, value, before + text)
        return text

    def _one(self, kind: Any, value: Any, before: str) -> str:
        if kind is op.LITERAL:
            return chr(value)
        if kind is op.IN:
            return self._of(_members(value))
        if kind is op.NOT_LITERAL:
            return self._of({*_CHARACTERS} - {chr(value)})
        if kind is op.ANY:
            return self._of({*_CHARACTERS} - {"\n"})
        if kind is op.BRANCH:
            return self.sample(self.dice.choice(value[1]), before)
        if kind is op.SUBPATTERN:
            return self.sample(value[3], before)
        if kind is op.ATOMIC_GROUP:
            return self.sample(value, before)
        if kind is op.ASSERT and value[0] > 0:  # what lies ahead is looked at like the rest
            self.sample(value[1], before)
        if kind in _REPEATS:
            least, most, body = value
            one = self.sample(body, before)
            if most >= MANY:
                self.repeats.append((before, one))
            return one * self.dice.randint(least, min(most, least + 2))
        return ""

    def _of(self, members: set[str]) -> str:
        """One of some characters, rather one that the pattern speaks of elsewhere."""
        known = members.intersection(self.alphabet)
        return self.dice.choice(sorted(known if known and self.dice.random() < 0.7 else members) or ["x"])


def _members(items: Iterable[tuple[Any, Any]]) -> set[str]:
    """The characters of a class, as far as they are tried."""
    negated = False
    found: set[str] = set()
    for kind, value in items:
        if kind is op.NEGATE:
            negated = True
        elif kind is op.LITERAL:
            found.add(chr(value))
        elif kind is op.RANGE:
            found |= {chr(value[0]), chr(value[1])} | {one for one in _CHARACTERS if value[0] <= ord(one) <= value[1]}
        elif kind is op.CATEGORY:
            category = re.compile(_CATEGORIES[value])
            found |= {one for one in _CHARACTERS if category.match(one)}
    return {*_CHARACTERS} - found if negated else found


_CATEGORIES: Final = {
    **{op.CATEGORY_DIGIT: r"\d", op.CATEGORY_NOT_DIGIT: r"\D", op.CATEGORY_SPACE: r"\s", op.CATEGORY_NOT_SPACE: r"\S"},
    **{op.CATEGORY_WORD: r"\w", op.CATEGORY_NOT_WORD: r"\W"},
}


def _literals(tree: Any) -> Iterator[str]:
    """Every character that stands in a pattern by itself."""
    if isinstance(tree, tuple) and len(tree) == 2 and tree[0] is op.LITERAL:
        yield chr(tree[1])
    elif isinstance(tree, list | tuple | _parser.SubPattern):
        for part in tree:
            yield from _literals(part)

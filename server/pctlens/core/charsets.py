"""Escapes whose bytes are no UTF-8: which legacy charset they may be written in, and what they say in it."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from pctlens.core import likelihood
from pctlens.core.codec import to_bytes
from pctlens.core.likelihood import Language
from pctlens.core.patterns import regex


class Reading(NamedTuple):
    """What a text says when its bytes are read in ``charset`` (a name of the WHATWG Encoding Standard)."""

    charset: str
    text: str


class _Charset(NamedTuple):
    """A legacy charset, Python's ``codec`` for it, its language, how often it is met (a logarithm), what nearby speaks for it."""

    name: str
    codec: str
    language: Language
    prior: float
    letters: str
    domains: str


@cache  # at the first such bytes, since few files have any and Hangul alone takes half a millisecond
def _near(letters: str, domains: str) -> re.Pattern[str]:
    """Letters of a language, or a host in its country."""
    return re.compile(rf"[{letters}]|\.(?:{domains})\b")


_CHARSETS: Final = (
    _Charset("windows-1252", "cp1252", likelihood.WESTERN, 0.0, "éèàäöñãåøæßêõô", "de|fr|es|it|br|pt|se|no|dk|fi"),
    _Charset("windows-1254", "cp1254", likelihood.TURKISH, -1.0, "ığşİĞŞ", "tr"),
    _Charset("windows-1251", "cp1251", likelihood.RUSSIAN, -0.5, "а-яА-Я", "ru|ua|by|bg|su"),
    _Charset("koi8-r", "koi8_r", likelihood.RUSSIAN, -3.5, "а-яА-Я", "ru|su"),
    _Charset("windows-1253", "cp1253", likelihood.GREEK, -1.0, "α-ωΑ-Ω", "gr|cy"),
    _Charset("windows-1250", "cp1250", likelihood.CENTRAL, -1.5, "ěęąłřůżśćőűČŘŁŚŻ", "pl|cz|sk|hu|hr|si|ro"),
    _Charset("iso-8859-2", "iso8859_2", likelihood.CENTRAL, -1.7, "ěęąłřůżśćőűČŘŁŚŻ", "pl|cz|sk|hu|hr|si|ro"),
    _Charset("gbk", "gbk", likelihood.SIMPLIFIED, 0.0, "们这个说国对时会发经门", "cn"),
    _Charset("shift_jis", "cp932", likelihood.JAPANESE, -0.7, "ぁ-ヿ", "jp"),
    _Charset("euc-jp", "euc_jp", likelihood.JAPANESE, -1.2, "ぁ-ヿ", "jp"),
    _Charset("euc-kr", "cp949", likelihood.KOREAN, -0.7, "가-힣", "kr"),
    _Charset("big5", "big5hkscs", likelihood.TRADITIONAL, -1.0, "們這個說國對時會發經門", "tw|hk"),
)
_BY_NAME: Final = {charset.name: charset for charset in _CHARSETS}

# Labels that texts give a charset (WHATWG Encoding section 4.2, the usual ones), and Python's codec for each.
_CODECS: Final = (
    {charset.name: charset.codec for charset in _CHARSETS}
    | {f"iso-8859-{part}": f"iso8859_{part}" for part in (*range(2, 9), 10, 13, 14, 15, 16)}
    | {f"windows-125{part}": f"cp125{part}" for part in range(9)}
    | {"iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "us-ascii": "cp1252", "iso-8859-9": "cp1254"}
    | {"latin5": "cp1254", "latin2": "iso8859_2", "cp1251": "cp1251", "cp1252": "cp1252", "cp1254": "cp1254", "cp1250": "cp1250"}
    | {"gb2312": "gbk", "gb18030": "gb18030", "x-gbk": "gbk", "big5-hkscs": "big5hkscs", "koi8-u": "koi8_u", "tis-620": "cp874"}
    | {"sjis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932", "cp932": "cp932", "ms932": "cp932"}
    | {"euc_jp": "euc_jp", "eucjp": "euc_jp", "iso-2022-jp": "iso2022_jp", "windows-874": "cp874", "iso-8859-11": "cp874"}
    | {"euckr": "cp949", "euc_kr": "cp949", "ks_c_5601-1987": "cp949", "cp949": "cp949", "uhc": "cp949", "utf-8": "utf-8"}
    | {"utf8": "utf-8"}
)
LABELS: Final = frozenset(_CODECS)
"""Every name of a charset that is understood, in lower case."""

_LETTERS_FOLLOW: Final = frozenset({"cp932", "gbk", "gb18030", "big5hkscs", "cp949"})
_NAMED: Final = regex(
    r"(?:charset|encoding|\b(?:[io]?e|enc|cs))(?:=|%3[Dd])[\"']?(?P<pair>[A-Za-z0-9_-]{2,20})"
    r"|(?<![\w%-])(?P<prefix>[A-Za-z0-9_-]{4,20})'[A-Za-z-]{0,8}'",  # RFC 8187 section 3.2.1
    re.IGNORECASE,
)
_BEYOND_ASCII: Final = regex("([^\x00-\x7f]+)")
_UNWRITTEN: Final = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ue000-\uf8ff]")  # controls and private characters
_SAMPLE: Final = 300
_HINTED: Final = 4.0  # what a hint is worth, as a logarithm
_LONELY: Final = -4.0  # one letter alone is seldom a word outside the Latin script
_WORSE: Final = 25.0  # a reading this much less likely than the best is not worth showing


@lru_cache(maxsize=16)  # a long line is asked about once for each finding in it
def named_charset(text: str) -> str | None:
    """The charset that a text says it is written in (``ie=GB2312``, ``charset=…``, ``iso-8859-1'en'…``), in lower case."""
    for match in _NAMED.finditer(text):
        label = (match["pair"] or match["prefix"]).lower()
        if label in _CODECS:
            return label
    return None


def is_double_byte(charset: str) -> bool:
    """Whether the second byte of a character may be an ASCII letter in ``charset``."""
    return _CODECS.get(charset) in _LETTERS_FOLLOW


def decode(text: str, charset: str) -> str | None:
    """What the escapes of ``text`` say in ``charset``; ``None`` where a byte has no meaning in it or the charset is not known.

    Raw ASCII letters count as bytes, too: in Shift_JIS, GBK and Big5 the second byte of a character may be one.
    """
    codec = _CODECS.get(charset.lower())
    if codec is None:
        return None
    parts = _BEYOND_ASCII.split(text)
    try:
        parts[::2] = (to_bytes(part).decode(codec) for part in parts[::2])
    except UnicodeDecodeError:
        return None
    return "".join(parts)


def readings(text: str, hint: str = "", first: Sequence[str] = ()) -> tuple[Reading, ...]:
    """What the escapes of ``text`` may say in legacy charsets, best first; readings that no one would write are left out.

    ``hint`` is the line around the text: a charset that it names comes first, and its letters and hosts speak for a language.
    The charsets ``first`` come next, in their order, and only then what is likely.
    """
    named = named_charset(text[:_SAMPLE]) or named_charset(hint)
    raw = b" ".join(to_bytes(part) for part in _BEYOND_ASCII.split(text)[::2])
    found: dict[str, str] = {}  # what a reading says, and its charset
    if named and (said := decode(text, named)) is not None:
        found[said] = named
    for name in () if raw.isascii() else first:
        said = decode(text, name)
        if said is not None and not _UNWRITTEN.search(said):
            found.setdefault(said, name.lower())
    settled = frozenset(found)
    for charset in _likely(raw, hint):
        said = decode(text, charset.name)
        if said is None or said in settled or _UNWRITTEN.search(said):
            continue
        known = _BY_NAME.get(found.get(said, ""))
        if known is None or _standing(known, hint) < _standing(charset, hint):
            found[said] = charset.name
    return tuple(Reading(name, said) for said, name in found.items())


def _likely(raw: bytes, hint: str) -> list[_Charset]:
    """The charsets that ``raw`` may be written in, likeliest first."""
    if raw.isascii():
        return []
    scores = ((_score(raw[:_SAMPLE], charset, hint, len(raw) <= _SAMPLE), charset) for charset in _CHARSETS)
    scored = sorted(((score, charset) for score, charset in scores if score is not None), key=lambda item: -item[0])
    return [charset for score, charset in scored if score > scored[0][0] - _WORSE]


def _score(raw: bytes, charset: _Charset, hint: str, whole: bool) -> float | None:
    """How likely ``raw`` is in ``charset``; ``None`` where it cannot be. Unless it is ``whole``, its end may be cut."""
    try:
        text = getincrementaldecoder(charset.codec)().decode(raw, final=whole)
    except UnicodeDecodeError:
        return None
    lonely = not charset.language.latin and sum(byte >= 0x80 for byte in raw) == 1
    return likelihood.likelihood(text, charset.language) + _standing(charset, hint) + (_LONELY if lonely else 0.0)


@lru_cache(maxsize=64)
def _standing(charset: _Charset, hint: str) -> float:
    """What speaks for a charset before a byte is read."""
    return charset.prior + (_HINTED if _near(charset.letters, charset.domains).search(hint) else 0.0)

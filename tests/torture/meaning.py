"""Whether a rewrite does what its title says, by Python's own decoders and by reading the new text anew."""

from __future__ import annotations

import re
import string
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote, unquote_plus, unquote_to_bytes

from pctlens.core.charsets import decode as decode_from
from pctlens.core.discretion import SECRET
from pctlens.core.excerpt import cut, quoted
from pctlens.core.hosts import Host
from pctlens.core.rewrites import selected
from pctlens.core.text import Span
from pctlens.core.unseen import visible
from pctlens.core.wrappers import unwrap

Edits = Sequence[tuple[int, int, str]]

_UNRESERVED: Final = string.ascii_letters + string.digits + "-._~"
_PLAIN: Final = {
    "encode.component": _UNRESERVED,
    "encode.javascript": _UNRESERVED + "!'()*",
    "encode.form": string.ascii_letters + string.digits + "-._*+",
    "encode.path": _UNRESERVED + "!$&'()*+,;=:@",
    "encode.userinfo": _UNRESERVED + "!$&'()*+,;=",
    "encode.all": "",
    "encode.uri": _UNRESERVED + "!$&'()*+,;=:@/?#[]",
}
"""What each encoder leaves as it is, besides escapes."""

_ESCAPE: Final = re.compile("%[0-9A-Fa-f]{2}")
_LONE: Final = re.compile("%(?![0-9A-Fa-f]{2})")
_SHOWN: Final = re.compile('"(.*)"', re.DOTALL)
_CHARSET: Final = re.compile(r"Decode from (\S+) to")
_LINE_ENDS: Final = re.compile(r"[\r\n]+")  # a title shows one for any number of them
_LARGE: Final = 4_096  # a title tells of a larger selection only how it begins


def check(text: str, selection: Span, edits: Edits, variant: str, title: str, host: Host) -> None:
    """``text`` is the whole lines that a ``selection``, or a component at a cursor, stands in; ``edits`` are offsets into it."""
    if len(selection) > 1:
        assert all(selection.start <= start and end <= selection.end for start, end, _ in edits)
    hull = Span(edits[0][0], edits[-1][1])
    converts = not variant.startswith(("decode", "normalize"))
    place = hull if converts or len(selection) <= 1 else selection
    new, grown = text, 0
    for start, end, replacement in reversed(edits):
        new = new[:start] + replacement + new[end:]
        grown += len(replacement) - (end - start)
    grown_place = Span(place.start, place.end + grown)
    before, after = _said(text, place, host), _said(new, grown_place, host)
    if not _is_text(before):
        return
    if converts:
        # A format whose every conversion was encoded looks like none any more: it is read as it was before.
        found = selected(text, place, host)
        assert found
        wrapping = found.stretches[0].source.wrapping
        after = unwrap(new, grown_place.start, grown_place.end, wrapping).text
    if host.name == "markdown" and not converts:
        # "&" is written plainly there, as people do, even where the result looks like an entity: each edit is judged for itself.
        for start, end, replacement in edits:
            _check_meaning(text[start:end], replacement, variant, title)
    else:
        _check_meaning(before, after, variant, title)
    shown = None if host.name == "markdown" and "&" in title else _SHOWN.search(title)
    if shown and 1 < len(selection) <= _LARGE and variant != "encode.uri":
        assert quoted(_LINE_ENDS.sub("\n", after)) == shown[0]
    elif shown and len(selection) <= 1 and SECRET not in title:
        around = _said(new, Span(max(0, place.start - 60), min(len(new), place.end + grown + 60)), host)
        assert shown[1].removesuffix("…") in visible(around) or cut(visible(after)) in shown[1]


def _said(text: str, span: Span, host: Host) -> str:
    """What a piece of a text says once the file's own spelling is taken off."""
    found = selected(text, span, host)
    return found.says if found else ""


def _check_meaning(before: str, after: str, variant: str, title: str) -> None:
    assert "\ufffd" not in after or "\ufffd" in unquote(before, errors="ignore")
    if variant in _PLAIN:
        undo = unquote_plus if variant == "encode.form" else unquote
        wanted = unquote(_LONE.sub("%25", before), errors="replace") if variant == "encode.uri" else before
        assert undo(after, errors="replace") == wanted
        assert set(_ESCAPE.sub("", after)) <= {*_PLAIN[variant], *"\r\n"}
    elif variant == "decode.charset":
        charset = _CHARSET.match(title)
        assert charset and after == decode_from(before, charset[1])
    elif variant in ("decode", "decode.form"):
        assert _decodes(before.replace("+", " ") if variant == "decode.form" else before, after)
    elif variant in ("decode.readable", "normalize"):
        assert unquote_to_bytes(after) == unquote_to_bytes(before)
        assert len(after) <= len(before)
    elif variant == "base64url.encode":
        assert after == urlsafe_b64encode(before.encode()).rstrip(b"=").decode()
    elif variant == "base64url.decode":
        assert after == urlsafe_b64decode(before.rstrip("=") + "==").decode()
    elif variant == "punycode":
        assert after.isascii() and "xn--" in after and not before.isascii()
    else:
        assert variant == "unicode" and not after.isascii() and "xn--" in before.lower()


def _decodes(before: str, after: str) -> bool:
    """Whether ``after`` is ``before`` with its escapes read as UTF-8, except for those that stay because they have to."""
    done = 0
    at = 0
    for run in re.finditer("(?:%[0-9A-Fa-f]{2})+", before):
        plain = before[done : run.start()]
        if not after.startswith(plain, at):
            return False
        at, done = at + len(plain), run.end()
        raw = unquote_to_bytes(run[0])
        while raw:
            escape = _ESCAPE.match(after, at)
            if escape and raw[0] == int(escape[0][1:], 16) != 0x25:
                raw, at = raw[1:], at + 3
            elif at < len(after) and raw.startswith(character := after[at].encode("utf-8", "surrogatepass")):
                raw, at = raw[len(character) :], at + 1
            else:
                return False
    return after[at:] == before[done:]


def _is_text(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)

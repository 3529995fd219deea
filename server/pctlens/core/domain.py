"""Host names in Unicode and in Punycode (RFC 3492, UTS 46 with non-transitional processing)."""

from __future__ import annotations

import unicodedata


def to_ascii(host: str) -> str | None:
    """``host`` with each label in ASCII, as it is looked up; ``None`` where a label has no such form."""
    mapped = _mapped(host)
    if mapped is None:
        return None
    labels = [_encoded(label) for label in mapped.split(".")]
    return None if None in labels else ".".join(label for label in labels if label is not None)


def to_unicode(host: str) -> str | None:
    """``host`` with each ``xn--`` label in Unicode; ``None`` where a label is no Punycode of a mapped label."""
    labels = [_label(label) for label in host.split(".")]
    return None if None in labels else ".".join(label for label in labels if label is not None)


def _label(label: str) -> str | None:
    """One label in Unicode, provided that it would be written as ``label`` again."""
    if not label.lower().startswith("xn--"):
        return label
    try:
        shown = label[4:].lower().encode().decode("punycode")
    except UnicodeError:
        return None
    return shown if not shown.isascii() and _mapped(shown) == shown and _is_sound(shown) else None


def _mapped(text: str) -> str | None:
    """``text`` mapped and normalised by UTS 46 section 4; ``None`` where a character is not allowed in a host."""
    import idna  # its tables take longer to load than all of the core

    try:
        return idna.uts46_remap(text, std3_rules=False, transitional=False)
    except (idna.IDNAError, UnicodeError):
        return None


def _encoded(label: str) -> str | None:
    """One mapped label in ASCII; ``None`` where it is too long for DNS (RFC 1035 section 2.3.4) or fails UTS 46 section 4.1."""
    if not label.isascii():
        if label.startswith("xn--") or not _is_sound(label):
            return None
        label = "xn--" + label.encode("punycode").decode()
    elif label.startswith("xn--") and _label(label) is None:
        return None
    return label if len(label) <= 63 else None


def _is_sound(label: str) -> bool:
    """Whether no mark begins a label, all of it is assigned, and joiners and right-to-left letters stand where they may.

    UTS 46 section 4.1, RFC 5892 appendix A, RFC 5893 section 2.
    """
    import idna

    categories = [unicodedata.category(character) for character in label]
    if categories[0].startswith("M") or "Cn" in categories:  # which idna only sees where Python knows no direction for it
        return False
    try:
        joined = all(idna.valid_contextj(label, at) for at, character in enumerate(label) if character in "\u200c\u200d")
        return joined and idna.check_bidi(label)
    except idna.IDNAError:
        return False

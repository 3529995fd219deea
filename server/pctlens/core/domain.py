"""Host names in Unicode and in Punycode (RFC 3492, UTS 46 with non-transitional processing)."""

from __future__ import annotations


def to_ascii(host: str) -> str | None:
    """``host`` with each label in ASCII, as it is looked up; ``None`` where a label has no such form."""
    mapped = _mapped(host)
    if mapped is None:
        return None
    labels = [label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in mapped.split(".")]
    fits = all(len(label) <= 63 and (label.isascii() and _valid(label)) for label in labels)
    return ".".join(labels) if fits else None


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
    return shown if shown and not shown.isascii() and _mapped(shown) == shown else None


def _mapped(text: str) -> str | None:
    """``text`` mapped and normalised by UTS 46 section 4; ``None`` where a character is not allowed in a host."""
    import idna  # its tables take longer to load than all of the core

    try:
        return idna.uts46_remap(text, std3_rules=False, transitional=False)
    except (idna.IDNAError, UnicodeError):
        return None


def _valid(label: str) -> bool:
    return not label.startswith("xn--") or _label(label) is not None

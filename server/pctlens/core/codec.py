"""Percent-encoding for a named place, and strict decoding (RFC 3986 section 2.1)."""

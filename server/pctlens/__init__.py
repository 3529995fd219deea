"""Percent Lens: reads, checks and rewrites percent-encoding (RFC 3986 section 2.1) wherever it stands."""

__version__ = "0.1.0"

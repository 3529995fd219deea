"""The language server: the only part that knows pygls and lsprotocol."""

from pctlens.lsp import lazy_types

lazy_types.load()

"""The language server: the only part that knows pygls and lsprotocol."""

from pctlens.lsp import lazy_modules, lazy_types

lazy_modules.postpone("asyncio")
lazy_types.load()

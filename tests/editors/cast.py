"""Every editor that plays the story."""

from __future__ import annotations

from editors import emacs, helix, jupyterlab, kate, neovim, vim
from editors.stage import Editor

EDITORS: list[Editor] = [
    *neovim.EDITORS,
    *emacs.EDITORS,
    *helix.EDITORS,
    *vim.EDITORS,
    *kate.EDITORS,
    *jupyterlab.EDITORS,
]

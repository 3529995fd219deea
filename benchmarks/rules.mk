.PHONY: bench

BENCH_NODE := .cache/bench

# Without Node.js the comparison with a Node server is left out.
$(BENCH_NODE)/.installed: benchmarks/references/package.json
	@mkdir -p $(BENCH_NODE)
	@cp $< $(BENCH_NODE)/
	@if command -v npm >/dev/null; then npm install --silent --no-fund --no-audit --prefix $(BENCH_NODE); fi
	@touch $@

bench: $(STAMP) $(BENCH_NODE)/.installed ## Measure the speed beside two plain servers, and write docs/performance.md
	$(BIN)/python -m benchmarks --node-modules $(BENCH_NODE)/node_modules --write docs/performance.md

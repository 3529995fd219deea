/** What decides something knows no VS Code, so that it can be tested without it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const SOURCES = join(import.meta.dirname, "../../src");
const PURE = ["crashes.ts", "edits.ts", "launch.ts", "probe.ts", "python.ts", "state.ts", "variants.ts", "words.ts"];

function imports(file: string): string[] {
  return [...readFileSync(join(SOURCES, file), "utf8").matchAll(/from "([^"]+)"/g)].map((match) => match[1] ?? "");
}

for (const file of PURE) {
  test(`${file} imports neither VS Code nor a file that does`, () => {
    const impure = imports(file).filter(
      (name) => name.startsWith("vscode") || (name.startsWith("./") && !PURE.includes(name.slice(2))),
    );
    assert.deepEqual(impure, []);
  });
}

test("only the probe starts a process, and the protocol is spoken in two files", () => {
  const users = (library: string): string[] => readdirSync(SOURCES).filter((file) => imports(file).includes(library));
  assert.deepEqual(users("node:child_process"), ["probe.ts"]);
  assert.deepEqual(users("vscode-languageclient/node").toSorted(), ["rewriter.ts", "server.ts"]);
});

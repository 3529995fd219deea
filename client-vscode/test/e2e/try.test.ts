/** `make vscode`: what a person is given to try, and that nothing of it is left. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

const CLIENT = join(import.meta.dirname, "../..");
const RIG = join(CLIENT, "../.cache/vscode/newest");
const VSIX = join(CLIENT, "percent-lens.vsix");
const skip =
  !(existsSync(join(RIG, ".ready")) && existsSync(VSIX)) && "the VS Code rig or the extension is missing: make test-vscode";

test("an address answers until Ctrl-C, and then nothing runs any more", { skip, timeout: 120_000 }, async () => {
  const folders = ["examples", "puzzles"].map((name) => join(CLIENT, "..", name));
  const child = spawn(process.execPath, [join(CLIENT, "rig/try.ts"), RIG, VSIX, ...folders], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let address: URL | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    address = /http:\/\/127\.0\.0\.1:\S+/.test(line) ? new URL(line.trim()) : undefined;
    if (address !== undefined) break;
  }
  assert.ok(address, "no address was printed");
  assert.equal((await fetch(address)).status, 200);
  assert.notDeepEqual(processesOf(address.host), []);
  const ended = once(child, "exit");
  child.kill("SIGINT");
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(processesOf(address.host), []);
});

/** The command lines that name an address of this machine. */
function processesOf(host: string): string[] {
  return execFileSync("ps", ["-ww", "-eo", "args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(host));
}

/** Small extensions that stand in for others. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";

const VSCE = join(import.meta.dirname, "../../node_modules/@vscode/vsce/vsce");

/** Packs the extension that lies in the folder `name` beside this file; the file is removed when the tests are done. */
export function pack(name: string): string {
  const scratch = mkdtempSync(join(tmpdir(), "pctlens-fixture-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  const packed = join(scratch, `${name}.vsix`);
  const args = ["package", "--allow-missing-repository", "--skip-license", "--no-dependencies", "--out", packed];
  execFileSync(process.execPath, [VSCE, ...args], { cwd: join(import.meta.dirname, name), timeout: 60_000, stdio: "pipe" });
  return packed;
}

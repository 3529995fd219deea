/** The commit message is a document like any other. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { until } from "../../rig/until.ts";
import { story } from "./story.ts";

const scratch = mkdtempSync(join(tmpdir(), "pctlens-box-"));
const box = join(scratch, "commit-box.vsix");
const vsce = join(import.meta.dirname, "../../node_modules/@vscode/vsce/vsce");
const quiet = ["--allow-missing-repository", "--skip-license", "--no-dependencies"];
execFileSync(process.execPath, [vsce, "package", ...quiet, "--out", box], { cwd: join(import.meta.dirname, "commit-box"), timeout: 60_000, stdio: "pipe" });
after(() => rmSync(scratch, { recursive: true, force: true }));

story("commit message", { files: { "a.txt": "\n" }, first: "a.txt", extensions: [box] }, (step) => {
  step("a broken escape in it has a squiggle", async ({ bench }) => {
    await bench.page.locator('.activitybar a.action-label[aria-label^="Source Control"]').click();
    const editor = bench.page.locator(".scm-view .scm-editor .monaco-editor").first();
    await editor.click();
    await bench.page.keyboard.type("Link to https://example.com/?q=caf%C3%A9&x=100%zz");
    await until(() => "a squiggle in the commit message", async () => (await editor.locator("[class*=squiggly-]").count()) > 0, 60_000);
  });
});

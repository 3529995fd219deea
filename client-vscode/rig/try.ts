/**
 * Opens folders in a real VS Code with the extension, for a person to try; ends with Ctrl-C and leaves nothing running.
 *
 * Usage: `node rig/try.ts RIG VSIX FOLDER…`.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { CodeServer } from "./code-server.ts";

const [rig, vsix, ...folders] = process.argv.slice(2).map((path) => resolve(path));
if (rig === undefined || vsix === undefined || folders.length === 0) throw new Error("usage: try.ts RIG VSIX FOLDER…");
const workspace = mkdtempSync(join(tmpdir(), "pctlens-try-"));
// Copies: what is tried out changes nothing of the project.
for (const folder of folders) cpSync(folder, join(workspace, basename(folder)), { recursive: true });
const server = await CodeServer.start({ rig, vsix, workspace });
const names = folders.map((folder) => basename(folder)).join(" and ");
console.log(`Percent Lens in VS Code, with copies of ${names}:\n\n    ${server.url()}\n\nCtrl-C ends it.`);

async function end(): Promise<void> {
  await server.stop();
  rmSync(workspace, { recursive: true, force: true });
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.removeAllListeners(signal);
  process.once(signal, () => void end());
}

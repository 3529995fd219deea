/**
 * Installs a real VS Code (code-server) from npm alone: no other download, no native build, no root.
 *
 * Usage: `node rig/install.ts FOLDER newest|oldest`. A finished folder of the same version is left alone.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { dropNeedless, putStandIns } from "./stand-ins.ts";
import { VERSIONS } from "./versions.ts";

const NPM_LIMIT_MS = 300_000;
const RECIPE = 2; // raise it when the steps below change, so that old folders are made again

/** Where code-server lies in an installed rig. */
export function codeServerFolder(rig: string): string {
  return join(rig, "node_modules/code-server");
}

/** Makes `rig` hold code-server of that version. Throws when npm fails twice. */
export function installRig(rig: string, version: string): void {
  const stamp = join(rig, ".ready");
  const wanted = `code-server@${version} recipe ${RECIPE}\n`;
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  rmSync(rig, { recursive: true, force: true });
  mkdirSync(rig, { recursive: true });
  const manifest = { name: "vscode-rig", private: true, dependencies: { "code-server": version } };
  writeFileSync(join(rig, "package.json"), JSON.stringify(manifest));
  npmInstall(rig);
  // code-server's own postinstall, which would also compile, installs these two folders.
  const vscode = join(codeServerFolder(rig), "lib/vscode");
  npmInstall(vscode, "--omit=dev", "--legacy-peer-deps");
  npmInstall(join(vscode, "extensions"), "--omit=dev");
  putStandIns(codeServerFolder(rig));
  dropNeedless(vscode);
  writeFileSync(stamp, wanted);
}

function npmInstall(folder: string, ...options: string[]): void {
  const args = [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
    "--engine-strict=false",
  ];
  for (const last of [false, true]) {
    try {
      execFileSync("npm", [...args, ...options], { cwd: folder, stdio: "inherit", timeout: NPM_LIMIT_MS });
      return;
    } catch (error) {
      if (last) throw error;
    }
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, which] = process.argv.slice(2);
  if (folder === undefined || (which !== "newest" && which !== "oldest"))
    throw new Error("usage: install.ts FOLDER newest|oldest");
  installRig(resolve(folder), VERSIONS[which]);
  console.log(`VS Code is ready: ${folder} (code-server ${VERSIONS[which]})`);
}

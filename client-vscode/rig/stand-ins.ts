/**
 * What a VS Code installed without native builds lacks, replaced by small JavaScript modules, and what a test has no use for, removed.
 *
 * The modules write `exports.name = …` one by one: VS Code imports them by name, which Node allows for that form only.
 */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Log files. Without this module the extension host writes none, and an output channel stays empty. */
const SPDLOG = `"use strict";
const fs = require("fs");
const path = require("path");
const LEVELS = ["trace", "debug", "info", "warning", "error", "critical"];
class Logger {
  constructor(_kind, _name, file) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    Object.assign(this, { file, level: 2, bare: false });
    this.append("");
  }
  append(text) { try { fs.appendFileSync(this.file, text); } catch { /* the folder is being removed */ } }
  write(level, text) {
    if (level < this.level) return;
    const stamp = new Date().toISOString().replace("T", " ").replace("Z", "");
    this.append(this.bare ? text : \`\${stamp} [\${LEVELS[level]}] \${text}\\n\`);
  }
  getLevel() { return this.level; }
  setLevel(level) { this.level = level; }
  setPattern() {}
  clearFormatters() { this.bare = true; }
  flush() {}
  drop() {}
}
["trace", "debug", "info", "warn", "error", "critical"].forEach((name, level) => {
  Logger.prototype[name] = function (text) { this.write(level, text); };
});
const create = async (name, file) => new Logger("rotating", name, file);
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`;

/** Ends an extension host whose parent hangs; the host looks for its parent by itself too. */
const WATCHDOG = `"use strict";
exports.start = () => {};
exports.exit = (code) => process.exit(code || 0);
`;

/** Password hashing; with `--auth none` nothing calls it. */
const ARGON2 = `"use strict";
const refuse = async () => { throw new Error("this VS Code has no passwords: start it with --auth none"); };
exports.hash = refuse;
exports.verify = refuse;
exports.needsRehash = () => false;
exports.argon2d = 0;
exports.argon2i = 1;
exports.argon2id = 2;
`;

/** Built-in extensions that slow the start, ask for accounts, or put entries beside ours; and the payload of AI agents. */
const NEEDLESS = [
  "node_modules/@github",
  "node_modules/@microsoft/mxc-sdk",
  ...[
    "copilot",
    "debug-auto-launch",
    "debug-server-ready",
    "emmet",
    "git",
    "git-base",
    "github",
    "github-authentication",
    "grunt",
    "gulp",
    "jake",
    "mermaid-markdown-features",
    "microsoft-authentication",
    "ms-vscode.js-debug",
    "ms-vscode.js-debug-companion",
    "ms-vscode.vscode-js-profile-table",
    "npm",
    "php-language-features",
    "simple-browser",
    "terminal-suggest",
    "tunnel-forwarding",
    "typescript-language-features",
  ].map((name) => `extensions/${name}`),
];

/** Writes the stand-ins into a code-server folder; modules that arrived prebuilt stay as they are. */
export function putStandIns(codeServer: string): void {
  const modules = join(codeServer, "lib/vscode/node_modules");
  replace(join(modules, "@vscode/spdlog/index.js"), SPDLOG);
  replace(join(modules, "@vscode/native-watchdog/index.js"), WATCHDOG);
  replace(join(modules, "native-watchdog/index.js"), WATCHDOG);
  for (const folder of [join(codeServer, "node_modules/argon2"), join(dirname(codeServer), "argon2")]) {
    if (!existsSync(join(folder, "prebuilds"))) replace(join(folder, "argon2.js"), ARGON2);
  }
  linkRipgrep(join(modules, "@vscode/ripgrep"));
}

/** Removes what no test needs from VS Code's own folder. */
export function dropNeedless(vscode: string): void {
  for (const path of NEEDLESS) rmSync(join(vscode, path), { recursive: true, force: true });
}

function replace(file: string, text: string): void {
  if (existsSync(dirname(file))) writeFileSync(file, text);
}

/** Old versions would fetch ripgrep while installing; the system's serves as well, and only searches need it. */
function linkRipgrep(folder: string): void {
  const binary = join(folder, "bin/rg");
  if (!existsSync(folder) || existsSync(binary) || !existsSync("/usr/bin/rg")) return;
  mkdirSync(dirname(binary), { recursive: true });
  symlinkSync("/usr/bin/rg", binary);
}

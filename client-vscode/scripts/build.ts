/**
 * Builds `dist/`: the client in one file, and the server with the libraries it needs.
 *
 * Usage: `node scripts/build.ts PYTHON`, a Python with pip; the libraries are pure Python, so any platform's will do.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, readdirSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";

const HERE = resolve(import.meta.dirname, "..");
const DIST = join(HERE, "dist");
const LIBS = join(DIST, "server/libs");

/** Left in the installed packages: what names them and their licences; the rest is of use to pip only. */
const OF_PIP = new Set(["RECORD", "REQUESTED", "INSTALLER", "WHEEL", "direct_url.json"]);

async function bundleClient(): Promise<void> {
  await build({
    entryPoints: [join(HERE, "src/extension.ts")],
    outfile: join(DIST, "extension.cjs"),
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    legalComments: "none",
    logLevel: "warning",
  });
}

/** Only wheels of pure Python whose hashes are pinned are taken. */
function installLibraries(python: string): void {
  const pure = ["--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any", "--python-version=3.11"];
  const pinned = ["--require-hashes", "--no-deps", "-r", join(HERE, "server/requirements.txt")];
  const quiet = ["--quiet", "--no-compile", "--disable-pip-version-check", "--root-user-action=ignore"];
  execFileSync(python, ["-m", "pip", "install", "--target", LIBS, ...pure, ...pinned, ...quiet], {
    stdio: "inherit",
    timeout: 300_000,
  });
  rmSync(join(LIBS, "bin"), { recursive: true, force: true });
  for (const folder of readdirSync(LIBS).filter((name) => name.endsWith(".dist-info"))) {
    for (const name of readdirSync(join(LIBS, folder)).filter((file) => OF_PIP.has(file))) rmSync(join(LIBS, folder, name));
  }
}

function copyServer(): void {
  copyFileSync(join(HERE, "server/entry.py"), join(DIST, "server/entry.py"));
  cpSync(join(HERE, "../server/pctlens"), join(LIBS, "pctlens"), {
    recursive: true,
    filter: (source) => basename(source) !== "__pycache__",
  });
  copyFileSync(join(HERE, "../docs/rules.md"), join(LIBS, "pctlens/rules.md")); // the page that each finding links to
}

const [python] = process.argv.slice(2);
if (python === undefined) throw new Error("usage: build.ts PYTHON");
rmSync(DIST, { recursive: true, force: true });
await bundleClient();
installLibraries(python);
copyServer();
copyFileSync(join(HERE, "../LICENSE"), join(HERE, "LICENSE"));

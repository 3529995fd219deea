/** What the end-to-end tests share: one VS Code and one browser for a story, and the traces of each failure. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { chromiumPath, openWindow, type Window } from "../../rig/browser.ts";
import { CodeServer, type Setup } from "../../rig/code-server.ts";
import { VERSIONS } from "../../rig/versions.ts";
import { Workbench } from "../../rig/workbench.ts";

const CLIENT = join(import.meta.dirname, "../..");
const CACHE = join(CLIENT, "../.cache/vscode");
const VSIX = join(CLIENT, "percent-lens.vsix");
const FAILURES = join(CACHE, "failures");
const LIMIT = 180_000;

/** The identifier of the extension, as the extension host's log writes it. */
export const EXTENSION = "pctlens.percent-lens";

export type Version = keyof typeof VERSIONS;

/** A running VS Code with its window and workspace. */
export interface Stage {
  readonly version: Version;
  readonly server: CodeServer;
  readonly window: Window;
  readonly bench: Workbench;
  /** When the window was asked for, in milliseconds since the epoch. */
  readonly asked: number;
  /** The absolute path of a file of the workspace. */
  path(name: string): string;
}

/** Runs one step of a story, which may note figures; a picture of the window and the log are kept where it fails. */
export type Step = (name: string, run: (stage: Stage, note: (text: string) => void) => Promise<void>) => void;

/** Files of the workspace by name, and how VS Code is set up. */
export interface Scene extends Pick<Setup, "settings" | "machine" | "restricted" | "path" | "extensions"> {
  readonly files: Readonly<Record<string, string>>;
  /** The file that is open at the start. */
  readonly first: string;
}

/** A story told in the newest and in the oldest VS Code. */
export function story(title: string, scene: Scene, tell: (step: Step) => void): void {
  for (const version of chosen()) {
    describe(`${title}, VS Code of code-server ${VERSIONS[version]}`, { skip: missing(version), timeout: 600_000 }, () => {
      let stage: Stage | undefined;
      before(async () => {
        stage = await raise(version, scene);
      });
      after(async () => {
        await stage?.window.browser.close();
        await stage?.server.stop();
        if (stage !== undefined) rmSync(dirname(stage.path(scene.first)), { recursive: true, force: true });
      });
      const step: Step = (name, run) => {
        it(name, { timeout: LIMIT }, async (context) => {
          if (stage === undefined) throw new Error("VS Code did not start");
          try {
            await run(stage, (text) => context.diagnostic(text));
          } catch (error) {
            await keepTraces(stage, `${title} ${version} ${name}`);
            throw error;
          }
        });
      };
      tell(step);
      step("no request leaves this machine, and the extension host complains of nothing", async ({ server, window }) => {
        assert.deepEqual(window.foreign, []);
        const log = server
          .hostLog()
          .split("\n")
          .filter((line) => line.includes(EXTENSION));
        assert.notDeepEqual(log, []);
        assert.deepEqual(
          log.filter((line) => /\[(warning|error)\]/.test(line)),
          [],
        );
      });
    });
  }
}

async function raise(version: Version, scene: Scene): Promise<Stage> {
  const workspace = mkdtempSync(join(tmpdir(), "pctlens-ws-"));
  for (const [name, text] of Object.entries(scene.files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
  const server = await CodeServer.start({ ...scene, rig: join(CACHE, version), vsix: VSIX, workspace });
  try {
    const window = await openWindow(server.home);
    const bench = new Workbench(window.page);
    const path = (name: string): string => join(workspace, name);
    const asked = Date.now();
    await bench.load(server.url(path(scene.first)));
    await bench.shows(scene.first);
    return { version, server, window, bench, asked, path };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The versions to test, all unless the variable VSCODE names one. */
function chosen(): Version[] {
  return (Object.keys(VERSIONS) as Version[]).filter((version) => (process.env["VSCODE"] ?? version) === version);
}

/** Why the story cannot be told here, or false. */
function missing(version: Version): string | false {
  if (chromiumPath() === undefined) return "no Chromium is installed";
  if (!existsSync(join(CACHE, version, ".ready"))) return "the VS Code rig is not installed: make test-vscode";
  return existsSync(VSIX) ? false : "the extension is not packed: make vsix";
}

/** Keeps a picture of the window and what the extension has logged. */
async function keepTraces(stage: Stage, name: string): Promise<void> {
  mkdirSync(FAILURES, { recursive: true });
  const base = join(FAILURES, name.replace(/\W+/g, "-"));
  writeFileSync(`${base}.log`, stage.server.channelLog("Percent Lens"));
  await stage.window.page.screenshot({ path: `${base}.png` });
}

/** A VS Code on 127.0.0.1 with a home, user data and extensions of its own, thrown away when it is stopped. Linux only. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeServerFolder } from "./install.ts";
import { QUIET_SETTINGS } from "./quiet.ts";

/** However it is left, a code-server ends after this time, in seconds. */
const LIFE = 3600;

/** The process groups that run, to end them where this process is ended before its time. */
const groups = new Set<number>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    for (const group of groups) signalGroup(group, "SIGKILL");
    process.exit(1);
  });
}

/** What a code-server is started with. */
export interface Setup {
  /** The folder that `installRig` made. */
  readonly rig: string;
  /** The folder that the window opens. */
  readonly workspace: string;
  /** The packed extension. */
  readonly vsix: string;
  /** Further packed extensions. */
  readonly extensions?: readonly string[];
  /** The user's settings beside those that keep VS Code quiet. */
  readonly settings?: object;
  /** Settings of the machine: the place for those that a workspace may not simply set. */
  readonly machine?: object;
  /** Leaves Workspace Trust on: the folder opens in Restricted Mode. */
  readonly restricted?: boolean;
  /** The PATH of the person who uses this VS Code, where it is not this process's. */
  readonly path?: string;
}

export class CodeServer {
  readonly port: number;
  readonly #root: string;
  readonly #workspace: string;
  readonly #process: ChildProcess;

  private constructor(port: number, root: string, workspace: string, process: ChildProcess) {
    this.port = port;
    this.#root = root;
    this.#workspace = workspace;
    this.#process = process;
  }

  /** Installs the extension and starts; resolves when the server answers. Throws where it does not within a minute. */
  static async start(setup: Setup): Promise<CodeServer> {
    // Short, because a Unix socket's path has to fit into about 100 bytes.
    const root = mkdtempSync(join(tmpdir(), "pctlens-"));
    for (const folder of ["home", "tmp", "data/User", "data/Machine", "extensions"])
      mkdirSync(join(root, folder), { recursive: true });
    const settings = { ...QUIET_SETTINGS, "security.workspace.trust.enabled": setup.restricted ?? false, ...setup.settings };
    writeFileSync(join(root, "data/User/settings.json"), JSON.stringify(settings));
    writeFileSync(join(root, "data/Machine/settings.json"), JSON.stringify(setup.machine ?? {}));
    // VS Code takes its variables from the person's login shell.
    if (setup.path !== undefined) writeFileSync(join(root, "home/.bash_profile"), `export PATH='${setup.path}'\n`);
    writeFileSync(join(root, "config.yaml"), "auth: none\ncert: false\n");
    const env = environment(root);
    const base = [
      join(codeServerFolder(setup.rig), "out/node/entry.js"),
      ...[
        "--config",
        join(root, "config.yaml"),
        "--user-data-dir",
        join(root, "data"),
        "--extensions-dir",
        join(root, "extensions"),
      ],
    ];
    const install = [setup.vsix, ...(setup.extensions ?? [])].flatMap((path) => ["--install-extension", path]);
    execFileSync(process.execPath, [...base, ...install, "--force"], { env, timeout: 120_000, stdio: "pipe" });
    const port = await freePort();
    const options = [
      ...[
        "--auth",
        "none",
        "--bind-addr",
        `127.0.0.1:${port}`,
        "--disable-telemetry",
        "--disable-update-check",
        "--disable-proxy",
      ],
      ...["--disable-getting-started-override", "--ignore-last-opened"],
      ...(setup.restricted === true ? [] : ["--disable-workspace-trust"]),
    ];
    const log = openSync(join(root, "code-server.log"), "w");
    const command = ["--kill-after=5", String(LIFE), process.execPath, ...base, ...options];
    const child = spawn("/usr/bin/timeout", command, { env, detached: true, stdio: ["ignore", log, log] });
    closeSync(log);
    if (child.pid !== undefined) groups.add(child.pid);
    const server = new CodeServer(port, root, setup.workspace, child);
    try {
      await server.#answers();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** The address that opens the workspace, with a file (an absolute path) in its editor. */
  url(file?: string): string {
    const payload = file === undefined ? [] : [["openFile", `vscode-remote://127.0.0.1:${this.port}${encodeURI(file)}`]];
    return `${this.home}/?${new URLSearchParams({ folder: this.#workspace, payload: JSON.stringify(payload) })}`;
  }

  get home(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** What the extension hosts have logged: of every extension, its activation, warnings and errors. */
  hostLog(): string {
    return this.#logs((path) => path.endsWith("remoteexthost.log"));
  }

  /** What an extension has written to its log channel of that name. */
  channelLog(name: string): string {
    return this.#logs((path) => path.endsWith(`/${name}.log`));
  }

  /** The files that lie in the installed extension, relative to its folder. */
  extensionFiles(id: string): string[] {
    const [folder] = readdirSync(join(this.#root, "extensions")).filter((name) => name.startsWith(id));
    if (folder === undefined) throw new Error(`${id} is not installed`);
    return readdirSync(join(this.#root, "extensions", folder), { recursive: true, encoding: "utf8" });
  }

  /** The ids of those processes that this server has started, itself included, whose command line holds `what`. */
  running(what = ""): number[] {
    const lines = execFileSync("ps", ["-ww", "-eo", "pid=,pgid=,args="], { encoding: "utf8" }).split("\n");
    return lines.flatMap((line) => {
      const [pid, group, ...args] = line.trim().split(/\s+/);
      return Number(group) === this.#process.pid && args.join(" ").includes(what) ? [Number(pid)] : [];
    });
  }

  /** Ends the server with all that it has started, and removes its folders. */
  async stop(): Promise<void> {
    const { pid } = this.#process;
    const ended = this.#process.exitCode === null && this.#process.signalCode === null ? once(this.#process, "exit") : undefined;
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      // The process stands in a group of its own: the extension host and the language server go with it.
      if (pid !== undefined && this.running().length > 0) signalGroup(pid, signal);
      await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
    }
    groups.delete(pid ?? -1);
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async #answers(): Promise<void> {
    const end = Date.now() + 60_000;
    while (Date.now() < end && this.#process.exitCode === null) {
      const answer = await fetch(`${this.home}/healthz`).catch(() => undefined);
      if (answer?.ok) return;
      await sleep(100);
    }
    throw new Error(`code-server does not answer: ${readFileSync(join(this.#root, "code-server.log"), "utf8").slice(-2000)}`);
  }

  #logs(wanted: (path: string) => boolean): string {
    const folder = join(this.#root, "data/logs");
    const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(wanted).sort();
    return paths.map((path) => readFileSync(join(folder, path), "utf8")).join("");
  }
}

/** This process's environment with another home, no gallery to ask, and nothing of an outer VS Code. */
function environment(root: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|CODE_SERVER_|npm_|PORT$|PASSWORD$)/.test(name));
  const home = join(root, "home");
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: join(root, "tmp"),
    EXTENSIONS_GALLERY: "{}",
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // it has ended by itself
  }
}

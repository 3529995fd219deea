/**
 * How the server is started, from the settings and from what is found on the machine. Knows no VS Code.
 */
import { type Argv, findPython, type Python, type Surroundings } from "./python.ts";

/** The settings `pctlens.server.*`; undefined where one is not set. */
export interface ServerSettings {
  readonly command: Argv | undefined;
  readonly interpreter: Argv | undefined;
}

/** Where the extension keeps what a start needs. */
export interface Places {
  /** The Python file that runs the bundled server. */
  readonly entry: string;
  /** The folder for Python's compiled files: the extension's own folder stays as it was installed. */
  readonly pycache: string;
}

/** A command that speaks LSP on its standard streams; `python` is its version where the client chose it. */
export interface Launch {
  readonly argv: Argv;
  readonly python?: string;
}

/** The launch, or the reasons why there is none. */
export type Decision = { readonly launch: Launch } | { readonly tried: readonly string[] };

/** The server to start: the user's own command, else the bundled one under the first Python that fits. */
export async function decideLaunch(
  settings: ServerSettings,
  places: Places,
  platform: NodeJS.Platform,
  around: Surroundings,
): Promise<Decision> {
  if (settings.command !== undefined) return { launch: { argv: settings.command } };
  const search = await findPython(settings.interpreter, platform, around);
  return "python" in search ? { launch: bundled(search.python, places) } : search;
}

/** `-I` keeps PYTHON* variables, the user's packages and the opened folder out of the server. */
function bundled(python: Python, places: Places): Launch {
  const isolated = ["-I", "-X", "utf8", "-X", `pycache_prefix=${places.pycache}`];
  return { argv: [...python.argv, ...isolated, places.entry, "serve"], python: python.version };
}

/** A setting's value as a command: a list of non-empty strings, anything else counts as not set. */
export function asArgv(value: unknown): Argv | undefined {
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === "string" && item !== "")) return undefined;
  const [program, ...args] = value;
  return program === undefined ? undefined : [program, ...args];
}

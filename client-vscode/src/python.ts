/**
 * Which Python runs the server: a pure decision over what a probe reports, so that it is tested without VS Code.
 */

/** The oldest Python that the server supports, as major and minor number. */
export const OLDEST_PYTHON = [3, 11] as const;

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** A Python that answered: how to start it, and its version such as `3.11.7`. */
export interface Python {
  readonly argv: Argv;
  readonly version: string;
}

/** A Python that fits, or the reasons why none does, one for each that was tried. */
export type Search = { readonly python: Python } | { readonly tried: readonly string[] };

/** How the world is asked; tests answer in its place. */
export interface Surroundings {
  /** Runs `argv` with `PROBE` and gives what it wrote, or undefined where it cannot run, fails or takes too long. */
  probe(argv: Argv): Promise<string | undefined>;
  /** The interpreter that the Python extension has chosen, where that extension is installed. */
  chosenInPythonExtension(): Promise<string | undefined>;
}

/** The Python program that a probe runs: its version and its own path, one a line. */
export const PROBE = "import sys; print('.'.join(map(str, sys.version_info[:3]))); print(sys.executable)";

/**
 * The first Python that fits: the `interpreter` that the user names and no other, else those on PATH, else the Python extension's.
 */
export async function findPython(
  interpreter: Argv | undefined,
  platform: NodeJS.Platform,
  around: Surroundings,
): Promise<Search> {
  const tried: string[] = [];
  const examine = async (argv: Argv): Promise<Python | undefined> => {
    const verdict = judge(argv, await around.probe(argv));
    if (typeof verdict !== "string") return verdict;
    tried.push(verdict);
    return undefined;
  };
  for (const argv of interpreter === undefined ? onPath(platform) : [interpreter]) {
    const python = await examine(argv);
    if (python !== undefined) return { python };
  }
  const chosen = interpreter === undefined ? await around.chosenInPythonExtension() : undefined;
  const python = chosen === undefined ? undefined : await examine([chosen]);
  return python === undefined ? { tried } : { python };
}

/** The commands under which a Python stands on PATH, best first. */
function onPath(platform: NodeJS.Platform): readonly Argv[] {
  return platform === "win32" ? [["python3"], ["python"], ["py", "-3"]] : [["python3"], ["python"]];
}

/** What a probe's answer says: the Python, or why it does not serve. */
function judge(argv: Argv, answer: string | undefined): Python | string {
  const name = argv.join(" ");
  const [version, executable] = (answer ?? "").split(/\r?\n/);
  const numbers = /^(\d+)\.(\d+)\.\d+$/.exec(version ?? "");
  if (numbers === null) return `${name}: cannot be run`;
  const [major, minor] = [Number(numbers[1]), Number(numbers[2])];
  if (major !== OLDEST_PYTHON[0] || minor < OLDEST_PYTHON[1]) {
    return `${name}: is ${numbers[0]}, older than ${OLDEST_PYTHON.join(".")}`;
  }
  return { argv: executable ? [executable] : argv, version: numbers[0] };
}

/** Asks a Python for its version: the only part of the search that starts a process. */
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { type Argv, PROBE } from "./python.ts";

/** A stub that waits for a person (a shop window, an installer) is given up after this time, in milliseconds. */
const PROBE_LIMIT = 5_000;

/** What `argv` writes when it runs `PROBE`, or undefined where it cannot run, fails or takes too long. */
export function probe(argv: Argv): Promise<string | undefined> {
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    // Windows looks for a program in the current folder first: a python.exe of the opened folder must not be found.
    const cwd = dirname(process.execPath);
    const options = { cwd, timeout: PROBE_LIMIT, windowsHide: true, killSignal: "SIGKILL" } as const;
    const child = execFile(program, [...args, "-I", "-c", PROBE], options, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
    child.stdin?.end();
  });
}

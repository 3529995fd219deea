import assert from "node:assert/strict";
import { test } from "node:test";
import { asArgv, decideLaunch, type ServerSettings } from "../../src/launch.ts";
import type { Surroundings } from "../../src/python.ts";

const PLACES = { entry: "/ext/entry.py", pycache: "/store/pycache" };
const UNSET: ServerSettings = { command: undefined, interpreter: undefined };

/** A machine on which the given commands answer the probe, and on which the Python extension has chosen `chosen`. */
function machine(answers: Record<string, string>, chosen?: string): Surroundings & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    probe: async (argv) => {
      asked.push(argv.join(" "));
      return answers[argv.join(" ")];
    },
    chosenInPythonExtension: async () => {
      asked.push("extension");
      return chosen;
    },
  };
}

async function argvOf(
  settings: ServerSettings,
  around: Surroundings,
  platform: NodeJS.Platform = "linux",
): Promise<readonly string[]> {
  const decision = await decideLaunch(settings, PLACES, platform, around);
  return "launch" in decision ? decision.launch.argv : [];
}

test("a command of the user's own wins, and no Python is looked for", async () => {
  const around = machine({ python3: "3.12.0\n/usr/bin/python3\n" });
  const argv = await argvOf({ command: ["uvx", "pctlens", "serve"], interpreter: ["python3"] }, around);
  assert.deepEqual(argv, ["uvx", "pctlens", "serve"]);
  assert.deepEqual(around.asked, []);
});

test("the bundled server runs isolated, in UTF-8, and with its compiled files elsewhere", async () => {
  const argv = await argvOf(UNSET, machine({ python3: "3.11.7\n/usr/bin/python3.11\n" }));
  assert.deepEqual(argv, [
    "/usr/bin/python3.11",
    "-I",
    "-X",
    "utf8",
    "-X",
    "pycache_prefix=/store/pycache",
    "/ext/entry.py",
    "serve",
  ]);
});

test("the configured interpreter keeps its arguments where the probe names no executable", async () => {
  const argv = await argvOf({ command: undefined, interpreter: ["env", "python3"] }, machine({ "env python3": "3.13.1\n\n" }));
  assert.deepEqual(argv.slice(0, 3), ["env", "python3", "-I"]);
});

test("a configured interpreter that does not fit is said, and no other is taken in its place", async () => {
  const around = machine({ "/old/python": "3.9.2\n/old/python\n", python3: "3.12.0\n/usr/bin/python3\n" }, "/venv/bin/python");
  const decision = await decideLaunch({ command: undefined, interpreter: ["/old/python"] }, PLACES, "linux", around);
  assert.deepEqual(decision, { tried: ["/old/python: is 3.9.2, older than 3.11"] });
  assert.deepEqual(around.asked, ["/old/python"]);
});

test("python3 goes before python, and a stub that answers nothing is passed over", async () => {
  const around = machine({ python3: "", python: "3.12.4\r\n/opt/python\r\n" });
  assert.equal((await argvOf(UNSET, around))[0], "/opt/python");
  assert.deepEqual(around.asked, ["python3", "python"]);
});

test("the py launcher is tried on Windows only", async () => {
  const around = machine({ "py -3": "3.13.0\r\nC:\\Python\\python.exe\r\n" });
  assert.equal((await argvOf(UNSET, around, "win32"))[0], "C:\\Python\\python.exe");
  const elsewhere = machine({ "py -3": "3.13.0\n/py\n" });
  assert.deepEqual(await argvOf(UNSET, elsewhere), []);
  assert.deepEqual(elsewhere.asked, ["python3", "python", "extension"]);
});

test("the Python extension is asked last, and its choice is probed too", async () => {
  const answers = { python3: "3.8.10\n/usr/bin/python3\n", "/venv/bin/python": "3.12.1\n/venv/bin/python\n" };
  const around = machine(answers, "/venv/bin/python");
  assert.equal((await argvOf(UNSET, around))[0], "/venv/bin/python");
  assert.deepEqual(around.asked, ["python3", "python", "extension", "/venv/bin/python"]);
});

test("where nothing fits, every try is named with its reason", async () => {
  const decision = await decideLaunch(
    UNSET,
    PLACES,
    "linux",
    machine({ python3: "3.10.12\n/usr/bin/python3\n", python: "Python 2.7" }),
  );
  assert.deepEqual(decision, { tried: ["python3: is 3.10.12, older than 3.11", "python: cannot be run"] });
});

test("Python 4 is no Python that is known to work", async () => {
  const decision = await decideLaunch(UNSET, PLACES, "linux", machine({ python3: "4.12.0\n/p\n" }));
  assert.ok("tried" in decision);
});

for (const [value, command] of [
  [
    ["python3", "-X", "dev"],
    ["python3", "-X", "dev"],
  ],
  [undefined, undefined],
  ["python3", undefined],
  [["python3", 3], undefined],
  [[], undefined],
  [[""], undefined],
] as const) {
  test(`a setting of ${JSON.stringify(value)} is ${command === undefined ? "no command" : "a command"}`, () => {
    assert.deepEqual(asArgv(value), command);
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { Crashes } from "../../src/crashes.ts";
import { complaint, describe, type State } from "../../src/state.ts";

test("a running server shows its version and its Python", () => {
  const face = describe({ kind: "running", server: "0.1.0", python: "3.11.7" });
  assert.equal(face.text, "Percent Lens 0.1.0");
  assert.equal(face.detail, "running, Python 3.11.7");
  assert.equal(face.severity, "information");
});

test("a server by the user's own command says so", () => {
  assert.match(describe({ kind: "running", server: "" }).detail, /pctlens\.server\.command/);
});

test("a missing Python is complained about with every try", () => {
  const state: State = { kind: "noPython", tried: ["python3: cannot be run", "python: is 3.9.2, older than 3.11"] };
  assert.match(complaint(state) ?? "", /python3: cannot be run; python: is 3\.9\.2, older than 3\.11/);
  assert.equal(describe(state).severity, "error");
});

test("only what a person must act on is complained about", () => {
  for (const kind of ["starting", "stopped"] as const) assert.equal(complaint({ kind }), undefined);
  assert.equal(complaint({ kind: "running", server: "1" }), undefined);
  assert.match(complaint({ kind: "failed", reason: "python3 ended" }) ?? "", /python3 ended/);
});

test("a fifth crash within three minutes is the last", () => {
  const crashes = new Crashes();
  const answers = [0, 1, 2, 3, 4].map((second) => crashes.another(second * 1000));
  assert.deepEqual(answers, [true, true, true, true, false]);
});

test("crashes that lie far apart are forgotten", () => {
  const crashes = new Crashes();
  const answers = Array.from({ length: 20 }, (_, index) => crashes.another(index * 60_000));
  assert.ok(answers.every(Boolean));
});

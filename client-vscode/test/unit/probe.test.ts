import assert from "node:assert/strict";
import { test } from "node:test";
import { probe } from "../../src/probe.ts";

test("a program that is not there answers nothing", async () => {
  assert.equal(await probe(["no-such-python"]), undefined);
});

test("a program that fails answers nothing", async () => {
  assert.equal(await probe(["false"]), undefined);
});

test(
  "a Python tells its version and its own path",
  { skip: (await probe(["python3"])) === undefined && "no python3 here" },
  async () => {
    const lines = ((await probe(["python3"])) ?? "").trim().split(/\r?\n/);
    assert.match(lines[0] ?? "", /^3\.\d+\.\d+$/);
    assert.match(lines[1] ?? "", /python/);
  },
);

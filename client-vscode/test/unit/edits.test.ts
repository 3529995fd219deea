import assert from "node:assert/strict";
import { test } from "node:test";
import { edited, lengthOf, unitsOf } from "../../src/edits.ts";

const SOURCE = "x caf%C3%A9 y a%20b z";

test("edits are applied in the order of the text, whatever order they come in", () => {
  const edits = [
    { start: 14, end: 19, text: "a b" },
    { start: 2, end: 11, text: "café" },
  ];
  assert.equal(edited(SOURCE, 0, SOURCE.length, edits), "x café y a b z");
});

test("only what lies in the range is shown and edited", () => {
  const edits = [
    { start: 2, end: 11, text: "café" },
    { start: 14, end: 19, text: "a b" },
  ];
  assert.equal(edited(SOURCE, 2, 11, edits), "café");
  assert.equal(edited(SOURCE, 12, 21, edits), "y a b z");
  assert.equal(edited(SOURCE, 3, 11, edits), "af%C3%A9");
});

test("without edits the range reads as it is", () => {
  assert.equal(edited(SOURCE, 0, 1, []), "x");
});

test("code points and UTF-16 units are turned into each other", () => {
  const text = "a😀é%20";
  assert.equal(lengthOf(text), 6);
  assert.deepEqual(
    [0, 1, 2, 3, 6].map((count) => unitsOf(text, count)),
    [0, 1, 3, 4, 7],
  );
});

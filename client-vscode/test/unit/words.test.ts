import assert from "node:assert/strict";
import { test } from "node:test";
import { onOneLine, previewOf } from "../../src/words.ts";

test("line ends and tabs are spelt", () => {
  assert.equal(onOneLine("a\r\nb\nc\rd\te", 20), "a⏎b⏎c⏎d⇥e");
});

test("a text of just the limit is whole, one more is cut", () => {
  assert.equal(onOneLine("abcde", 5), "abcde");
  assert.equal(onOneLine("abcdef", 5), "abcd…");
});

test("a cut never splits a character of two UTF-16 units", () => {
  assert.equal(onOneLine("😀😀😀😀", 3), "😀😀…");
  assert.equal(onOneLine("😀😀😀", 3), "😀😀😀");
});

test("a preview shows the first text and counts the others", () => {
  assert.equal(previewOf([]), "nothing to change");
  assert.equal(previewOf(["a%2Fb"]), "a%2Fb");
  assert.equal(previewOf(["a%2Fb", "c%20d", "e"]), "a%2Fb  and 2 more");
});

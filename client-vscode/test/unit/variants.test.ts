import assert from "node:assert/strict";
import { test } from "node:test";
import { type Direction, variantsOf } from "../../src/variants.ts";

for (const direction of ["encode", "decode"] satisfies Direction[]) {
  test(`the ${direction} variant used last stands first, and none is lost`, () => {
    const plain = variantsOf(direction, undefined).map(({ id }) => id);
    const last = plain.at(-1);
    const shown = variantsOf(direction, last).map(({ id }) => id);
    assert.equal(shown[0], last);
    assert.deepEqual(shown.toSorted(), plain.toSorted());
    assert.equal(new Set(plain).size, plain.length);
  });
}

test("a remembered variant that no longer exists changes nothing", () => {
  assert.deepEqual(variantsOf("encode", "gone"), variantsOf("encode", undefined));
});

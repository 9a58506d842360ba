import assert from "node:assert/strict";
import { test } from "node:test";
import { graphemes as countGraphemes } from "@rostrum/contract/text.ts";
import fc from "fast-check";
import { lengthProblem } from "./text.ts";

const graphemes = ["a", "é", "e\u0301", "👨‍👩‍👧‍👦", "🇩🇪", "1️⃣", "日", "\r\n"];

test("A character counts once however many code points it has", () => {
  for (const grapheme of graphemes) assert.equal(countGraphemes(`a${grapheme}a`), 3, JSON.stringify(grapheme));
});

test("A text fits exactly when it has at most 300 characters and 3000 bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "日", "👨‍👩‍👧‍👦", "1️⃣"), { minLength: 280, maxLength: 320 }), (characters) => {
      const text = characters.join("");
      const fits = characters.length <= 300 && Buffer.byteLength(text) <= 3000;
      assert.equal(lengthProblem(text) === null, fits);
    }),
  );
});

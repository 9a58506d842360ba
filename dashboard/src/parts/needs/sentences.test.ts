import assert from "node:assert/strict";
import { test } from "node:test";
import { reasonsOf } from "./sentences.ts";

test("why a post did not arrive is said for people, each reason once, and nothing is quoted from networks", () => {
  const refused = { reason: "rejected", message: "(#100) Invalid parameter", type: "Facebook" } as const;
  const held = { reason: "held_too_long", message: "Nothing was let through for 72 hours.", type: "Facebook" } as const;
  const unknown = { reason: null, message: "ECONNRESET", type: "X" } as const;
  assert.deepEqual(reasonsOf([refused, refused, held, unknown]), [
    "Facebook did not accept it. What it answered is under Technical details.",
    "Facebook let nothing through for three days, so it was not sent.",
  ]);
});

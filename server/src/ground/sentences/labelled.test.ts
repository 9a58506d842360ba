import assert from "node:assert/strict";
import { test } from "node:test";
import { LabelledWords } from "@rostrum/contract/sentence.ts";
import { z } from "zod";
import { tellingOf } from "./replies.ts";

const telling = tellingOf(z.object({ preferences: LabelledWords.nullable() }));

test("what stands behind labels is told label by label, and a program gets it as it is", () => {
  const preferences = "Who may see posts: Everyone; Allow comments: on (this post); Allow duets with videos: off; Board: Rye and more";
  const told = (language: "de" | "fr" | "en" | null) => telling({ preferences }, language).preferences;
  assert.equal(told(null), preferences);
  assert.equal(told("en"), preferences);
  assert.match(told("de") ?? "", /^Wer Beiträge sehen darf: [^;]+; [^;]+: an \(dieser Beitrag\); [^;]+: aus; .*: Rye and more$/);
  assert.doesNotMatch(told("de") ?? "", /Who may|Allow|Everyone/);
  assert.match(told("fr") ?? "", /^Qui peut voir les publications\u00a0: [^;]+\u00a0; .*activé \(cette publication\)\u00a0; /);
  assert.deepEqual(telling({ preferences: null }, "de"), { preferences: null });
});

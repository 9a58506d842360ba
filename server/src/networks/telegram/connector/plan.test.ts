import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { aPost, aVideo } from "../../connectors/testing/posts.ts";
import { bundlesOf } from "./bundles.ts";
import { CAPTION_LENGTH_MAX, type Part, planPost, TEXT_LENGTH_MAX } from "./plan.ts";
import { pollForm } from "./poll.ts";
import { shortened } from "./text.ts";

const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength }),
    fc.integer({ min: 0, max: maxLength }).map((length) => "x".repeat(length)),
    fc.integer({ min: 0, max: Math.floor(maxLength / 5) }).map((length) => "👩‍🍳".repeat(length)),
  );
const file = fc
  .constantFrom("image/png", "image/jpeg", "image/bmp", "image/gif", "video/mp4", "video/quicktime", "application/pdf")
  .map((mime): OutgoingMedia => aVideo({ mime, name: crypto.randomUUID() }));
const files = fc.array(file, { maxLength: 34 });

test("every file is sent exactly once, in albums of at most ten of one kind, in the order of the post", () => {
  fc.assert(
    fc.property(files, (media) => {
      const bundles = bundlesOf(media);
      assert.deepEqual(new Set(bundles.flatMap((bundle) => bundle.files)), new Set(media));
      assert.equal(bundles.flatMap((bundle) => bundle.files).length, media.length);
      for (const { kind, files: inside } of bundles) {
        assert.ok(inside.length >= 1 && inside.length <= (kind === "animation" ? 1 : 10));
        const places = inside.map((each) => media.indexOf(each));
        assert.deepEqual(
          places,
          places.toSorted((a, b) => a - b),
        );
        const isDocument = inside.map(({ mime }) => mime === "application/pdf");
        assert.equal(new Set(isDocument).size, 1);
      }
    }),
  );
});

test("whatever the lengths, no message exceeds its limit and every word of the post is in one", () => {
  const wordsOf = (part: Part) => (part.kind === "text" ? part.text : part.caption);
  fc.assert(
    fc.property(fc.array(anyText(5000), { minLength: 1, maxLength: 4 }), files, (segments, media) => {
      const plan = planPost(aPost({ text: segments.join("\n\n\n"), segments, media }), null);
      const longest = Math.max(...segments.map(({ length }) => length));
      if (longest > TEXT_LENGTH_MAX) return assert.equal(plan.kind, "rejected");
      if (plan.kind === "rejected") return assert.ok(media.length === 0 && segments.every((segment) => segment.trim() === ""));
      for (const [index, part] of plan.parts.entries()) {
        assert.ok(wordsOf(part).length <= (part.kind === "text" ? TEXT_LENGTH_MAX : CAPTION_LENGTH_MAX));
        assert.ok(part.replyTo === null || part.replyTo < index);
      }
      const said = plan.parts.map(wordsOf);
      for (const segment of segments.filter((each) => each.trim() !== "")) assert.ok(said.includes(segment));
    }),
  );
});

test("a quiz shows at most 200 units and two line feeds, and a shortened explanation follows in full", () => {
  const lines = fc.array(anyText(300), { maxLength: 6 }).map((parts) => parts.join("\n"));
  fc.assert(
    fc.property(lines, fc.boolean(), (explanation, isQuiz) => {
      const poll = { question: "Q", options: ["a", "b"], period: "1d" as const, explanation };
      const { form, overflow } = pollForm(isQuiz ? { ...poll, correctOptionIndex: 0 } : poll);
      const shown = form.explanation ?? "";
      assert.ok(shown.length <= 200 && shown.split("\n").length <= 3);
      const flat = (text: string) => text.replace(/\s+/gu, " ").trim();
      assert.equal(flat(overflow ?? shown), flat(explanation));
      if (!isQuiz) assert.equal(form.explanation, null);
    }),
  );
});

test("shortening splits no character, respects the limit and leaves short texts alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.integer({ min: 1, max: 300 }), (text, max) => {
      const short = shortened(text, max);
      assert.ok(short.length <= max && short.isWellFormed());
      if (text.length <= max) assert.equal(short, text);
      else assert.ok(short.endsWith("…"));
    }),
  );
});

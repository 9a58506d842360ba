import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_LIMITS } from "@rostrum/contract/channel-limits.ts";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import { aDocument, anImage, aVideo } from "@rostrum/contract/testing/media.ts";
import type { OutgoingMedia, OutgoingPost } from "../../networks/connectors/connector.ts";
import { connectors } from "../../networks/connectors/index.ts";
import { aFile, aPost } from "../../networks/connectors/testing/posts.ts";
import { tell } from "./tell.ts";

/** Words that no German or French sentence has. */
const ENGLISH = /\b(the|takes?|has|have|with|and|or|of|to|is|are|was|were|not|left|only|below|at (?:most|least))\b/i;
const NAME = "oven 1.mp4";

const facts = aVideo().facts;
const FILES: readonly (readonly MediumOutline[])[] = [
  [],
  [anImage({ name: NAME, sizeBytes: 1 })],
  [anImage({ name: NAME, width: 10, height: 10 })],
  [anImage({ name: NAME, width: 4000, height: 200 })],
  [anImage({ name: NAME, width: 20_000, height: 20_000 })],
  Array.from({ length: 40 }, () => anImage({ name: NAME })),
  [anImage({ name: NAME }), aVideo({ name: NAME })],
  [aVideo({ name: NAME }), aVideo({ name: NAME })],
  [aVideo({ name: NAME, durationSeconds: 0.1 })],
  [aVideo({ name: NAME, durationSeconds: 90_061 })],
  [aVideo({ name: NAME, sizeBytes: 900_000_000_000 })],
  [aVideo({ name: NAME, width: 100, height: 100 })],
  [aVideo({ name: NAME, width: 9000, height: 5000 })],
  [aVideo({ name: NAME, width: 3000, height: 200 })],
  [aVideo({ name: NAME, mime: "video/webm", facts: facts && { ...facts, videoCodec: "vp9", audioCodec: "opus" } })],
  [aVideo({ name: NAME, facts: facts && { ...facts, videoCodec: "av1", framesPerSecond: 240, bitsPerSecond: 900_000_000 } })],
  [aVideo({ name: NAME, facts: facts && { ...facts, framesPerSecond: 240 } })],
  [aVideo({ name: NAME, facts: facts && { ...facts, bitsPerSecond: 900_000_000 } })],
  [aDocument({ name: NAME, sizeBytes: 900_000_000_000 })],
  [aDocument({ name: NAME, mime: "text/plain" })],
  [aDocument({ name: NAME }), aDocument({ name: NAME })],
];
const TEXTS = ["", "Fresh bread", "x".repeat(20_000)];

test("whatever stands in the way of a post on any network is said in German and French, with the amounts", () => {
  const said = new Set<string>();
  for (const type of CHANNEL_TYPES) {
    for (const media of FILES) {
      for (const text of TEXTS) {
        const poll = text === "" && media.length === 0 ? { question: "Rye?", options: ["Yes", "No"], period: "1d" as const } : null;
        const post = { text, media, poll, thread: false, asStory: false };
        const found = obstacleOf(post, { type, limits: NO_LIMITS, elsewhere: false, measure: null }, { convertsVideos: false });
        if (found !== null) said.add(found.message);
      }
    }
  }
  assert.ok(said.size > 60, `only ${said.size} were found`);
  assert.deepEqual(englishIn([...said]), []);
});

test("what the networks leave out of a post or refuse is said in German and French", () => {
  const said = new Set<string>();
  for (const connector of Object.values(connectors)) {
    for (const post of posts()) {
      const shown = connector.show?.(post, { channelId: 1, settings: {} });
      if (shown === undefined) continue;
      const sentence = shown.kind === "shown" ? shown.note : shown.reason;
      if (sentence !== null) said.add(sentence);
    }
  }
  assert.ok(said.size > 60, `only ${said.size} were found`);
  assert.deepEqual(englishIn([...said]), []);
});

function* posts(): Generator<OutgoingPost> {
  const image = aFile(new Uint8Array(9), { name: NAME, mime: "image/png" });
  const large = { ...image, width: 1080, height: 1080, sizeBytes: 90_000 };
  const film: OutgoingMedia = { ...aFile(new Uint8Array(9), { name: NAME, mime: "video/mp4" }), durationSeconds: 30 };
  const paper = aFile(new Uint8Array(9), { name: NAME, mime: "application/pdf" });
  const quiz = { question: "Rye?", options: ["Yes", "No"], period: "1d" as const, correctOptionIndex: 0, explanation: "It is." };
  const files = [
    [],
    [image],
    [film],
    [paper],
    [image, image],
    [large, large],
    [large, image],
    [image, film],
    [film, film],
    Array.from({ length: 40 }, () => image),
  ];
  for (const media of files) {
    yield aPost({ media, poll: quiz });
    yield aPost({ media, link: "https://bakery.example/rye", title: "<Rye> ".repeat(100) });
    yield aPost({ media, link: "mailto:bakery@example.org", asStory: true, type: "STORY" });
    yield aPost({ media, text: "x".repeat(70_000) });
    yield aPost({ media, text: "#a ".repeat(40) + "@b ".repeat(40) });
    yield aPost({ media, segments: ["Part one", "x".repeat(9000)] });
    yield aPost({ media, poll: { ...quiz, options: ["x".repeat(200), "No"], question: "x".repeat(400) } });
  }
}

/** The sentences that are not, or not wholly, told in another language, without what is repeated as it is. */
function englishIn(sentences: readonly string[]): string[] {
  return (["de", "fr"] as const).flatMap((language) =>
    sentences.flatMap((sentence) => {
      const told = tell(language, sentence);
      const rest = told.replaceAll(NAME, "").replaceAll(/„[^“]*“|«[^»]*»|https?:\S+/g, "");
      return told === sentence || ENGLISH.test(rest) ? [`${language}: ${sentence} → ${told}`] : [];
    }),
  );
}

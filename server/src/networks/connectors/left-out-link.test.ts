import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connector } from "./connector.ts";
import { connectors } from "./index.ts";
import { anImage, aPost, aVideo } from "./testing/posts.ts";

const LINK = "https://shop.example/bread";
const WORDS = /link/i;

/** Each network with the kinds of posts that it takes. */
for (const connector of Object.values(connectors) as readonly Connector[]) {
  test(`${connector.type} shows a post's link, or the entry has a note of it`, async () => {
    const posts = [{}, { media: [await anImage()] }, { media: [aVideo()] }, { media: [await anImage()], asStory: true }, { text: "" }];
    for (const link of [LINK, "at the counter"]) {
      for (const fields of posts) {
        const shown = connector.show?.(aPost({ link, ...fields }), { channelId: 1, settings: null });
        if (shown?.kind !== "shown") continue;
        const isShown = shown.parts.some(({ text, card }) => text.includes(link) || card?.url === link);
        assert.ok(isShown || WORDS.test(shown.note ?? ""), `${JSON.stringify(fields)} ${link}: ${shown.note}`);
      }
    }
  });
}

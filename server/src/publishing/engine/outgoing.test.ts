import assert from "node:assert/strict";
import { test } from "node:test";
import type { App } from "../../app.ts";
import type { StoredMedia } from "../../brands/media/stored.ts";
import type { Content } from "./frozen-content.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import { outgoingPost } from "./outgoing.ts";
import type { EngineChannel } from "./store.ts";

const content: Content = {
  type: "IMAGE",
  text: "Bread",
  title: null,
  alt: "Bread on a table",
  link: null,
  poll: null,
  comment: null,
  platforms: null,
  mediaIds: ["m_1", "m_2"],
  asStory: false,
  thread: false,
};

function altsOf(given: Content): (string | null)[] {
  const channel = { type: "Mastodon" } as EngineChannel;
  const media = given.mediaIds.map((id) => ({ id, mime: "image/png" }) as StoredMedia);
  return outgoingPost({} as App, { delivery: { content: given } as DeliveryRow, channel, media, split: null }).media.map(({ alt }) => alt);
}

test("each file has its own alternative text or the post's, also in a publication from before files had any", () => {
  assert.deepEqual(altsOf(content), ["Bread on a table", "Bread on a table"]);
  assert.deepEqual(altsOf({ ...content, mediaAlts: [] }), ["Bread on a table", "Bread on a table"]);
  assert.deepEqual(altsOf({ ...content, mediaAlts: [null, "A crust"] }), ["Bread on a table", "A crust"]);
  assert.deepEqual(altsOf({ ...content, alt: null, mediaAlts: ["A crust", null] }), ["A crust", null]);
});

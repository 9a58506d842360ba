import { setImmediate as nextTurn } from "node:timers/promises";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "@rostrum/contract/templates.ts";
import type { App } from "../app.ts";
import { findCollection } from "../collections/store.ts";
import { findFeed } from "../feeds/discover.ts";
import { postTypeOf } from "../posts/rules.ts";
import { refuse } from "../refusal.ts";
import { composeText, type DatedItem } from "./compose.ts";
import { wantedFiles } from "./files.ts";
import { datedBy, oldestFirst } from "./rules.ts";

type Input = PrivateInput<"previewAutomation">;
type Output = PrivateOutput<"previewAutomation">;

/** The posts the feed's current items would become, in import order; nothing is stored, no media is downloaded. */
export async function previewAutomation(app: App, { brandId, body }: Input): Promise<Output> {
  const collection = await findCollection(app.db, { brandId, collectionId: body.collectionId });
  if (collection === null) refuse(404, "collection", "Collection not found.");
  const found = await findFeed(app.net, body.type, body.feedUrl, { holder: `brand ${brandId}` });
  if (found.kind === "refused") refuse(400, "feedUrl", found.reason);
  const now = app.clock.now();
  const items = oldestFirst(found.feed.items.map((item) => datedBy(item, now)));
  const posts: Output["posts"] = [];
  for (const item of items) {
    // A thousand long texts take seconds, which others must not wait for.
    if (posts.length % POSTS_AT_ONCE === 0) await nextTurn();
    posts.push(previewPost(body, item));
  }
  return { feedUrl: found.feedUrl, posts };
}

const POSTS_AT_ONCE = 20;

function previewPost(body: Input["body"], item: DatedItem): Output["posts"][number] {
  const { title = TITLE_TEMPLATE_DEFAULT, caption = CAPTION_TEMPLATE_DEFAULT } = body;
  const text = composeText({ name: body.name, title, caption }, item);
  const media = wantedFiles(body.importAsType, item);
  const mimes = media.map(() => (body.importAsType === "VIDEO" ? "video/mp4" : "image/jpeg"));
  return { ...text, postType: postTypeOf({ caption: text.body }, mimes), media: [...media], publishedAt: item.publishedAt };
}

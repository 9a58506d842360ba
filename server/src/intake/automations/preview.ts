import { setImmediate as nextTurn } from "node:timers/promises";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "@rostrum/contract/templates.ts";
import type { App } from "../../app.ts";
import { findCollection } from "../../brands/collections/store.ts";
import { postTypeOf } from "../../brands/posts/rules.ts";
import { refuse } from "../../ground/refusal.ts";
import { findFeed } from "../feeds/discover.ts";
import type { DatedItem } from "./compose.ts";
import { wantedFiles } from "./files.ts";
import { fitText, outlinesIn, type TextChannel, threadsOf } from "./fit.ts";
import { datedBy, oldestFirst } from "./rules.ts";

type Input = PrivateInput<"previewAutomation">;
type Output = PrivateOutput<"previewAutomation">;

/** The posts the feed's current items would become, in import order; nothing is stored, no media is downloaded. */
export async function previewAutomation(app: App, { brandId, body }: Input): Promise<Output> {
  const collection = await findCollection(app.db, { brandId, collectionId: body.collectionId });
  if (collection === null) refuse(404, "collection", "Collection not found.");
  const found = await findFeed(app.net, body.type, body.feedUrl, { holder: `brand ${brandId}` });
  if (found.kind === "refused") refuse(400, "feedUrl", found.reason);
  const channels = await outlinesIn(app, body.collectionId);
  const now = app.clock.now();
  const items = oldestFirst(found.feed.items.map((item) => datedBy(item, now)));
  const posts: Output["posts"] = [];
  for (const [index, item] of items.entries()) {
    // A thousand long texts take seconds, which others must not wait for.
    if (posts.length % POSTS_AT_ONCE === 0) await nextTurn();
    posts.push(previewPost(body, item, index >= items.length - POSTS_FITTED ? channels : []));
  }
  return { feedUrl: found.feedUrl, posts };
}

const POSTS_AT_ONCE = 5;
/** The newest ones, which people look at: a text is measured for each network many times. */
const POSTS_FITTED = 20;

function previewPost(body: Input["body"], item: DatedItem, channels: readonly TextChannel[]): Output["posts"][number] {
  const { title = TITLE_TEMPLATE_DEFAULT, caption = CAPTION_TEMPLATE_DEFAULT } = body;
  const media = wantedFiles(body.importAsType, item);
  const mimes = media.map(() => (body.importAsType === "VIDEO" ? "video/mp4" : "image/jpeg"));
  const fitted = fitText({ name: body.name, title, caption }, item, { channels, mimes, autoThread: body.autoThreadText });
  const { autoThreadText, ...text } = fitted;
  const threads = threadsOf(fitted, channels).map(({ channel: { id, name, type }, parts }) => {
    return { channelId: id, channel: name, channelType: type, parts };
  });
  const postType = postTypeOf({ caption: text.body, autoThreadText }, mimes);
  return { ...text, threads, postType, media: [...media], publishedAt: item.publishedAt };
}

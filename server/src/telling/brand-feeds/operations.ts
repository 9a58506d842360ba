import { hash, randomBytes } from "node:crypto";
import type { AuditChange } from "@rostrum/contract/private/audit.ts";
import { FEED_ITEMS_MAX } from "@rostrum/contract/private/brand-feeds.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { existingBrand } from "../../brands/brands/manage.ts";
import { baredMedium } from "../../brands/media/bared.ts";
import { findStoredMedium, type StoredMedia } from "../../brands/media/stored.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { type FeedFormat, FeedPages } from "./page.ts";
import { type FeedRow, findFeed, findOpenFeed, type OpenFeed, putFeed } from "./store.ts";

export type { FeedFormat };

const TOKEN_BYTES = 32;

export async function showBrandFeed(app: App, { brandId }: PrivateInput<"showBrandFeed">): Promise<PrivateOutput<"showBrandFeed">> {
  const feed = await findFeed(app.db, brandId);
  if (feed === null) await transaction(app.db, (tx) => existingBrand(tx, brandId));
  return presented(app, brandId, feed);
}

/** Switching on what is on, or off what is off, changes nothing. */
export async function setBrandFeed(app: App, { brandId, body }: PrivateInput<"setBrandFeed">): Promise<PrivateOutput<"setBrandFeed">> {
  const feed = await transaction(app.db, async (tx) => {
    const brand = await existingBrand(tx, brandId);
    const known = await findFeed(tx, brandId);
    const isOn = known !== null && known.token !== null;
    if (body.set === "renew" && !isOn) refuse(422, "set", "The feed is off, so its address cannot be renewed. Switch it on.");
    if (body.set === (isOn ? "on" : "off")) return known;
    const stored = await putFeed(tx, { brandId, token: body.set === "off" ? null : newToken(app, brandId), now: app.clock.now() });
    const object = { type: "brand", id: brandId, name: brand.title } as const;
    await record(app, tx, { action: "brand.feed-changed", brandId, object, changes: [changeOf(body.set, isOn)] });
    return stored;
  });
  return presented(app, brandId, feed);
}

function changeOf(set: "on" | "renew" | "off", isOn: boolean): AuditChange {
  return { name: "feed", before: isOn ? "on" : "off", after: set === "renew" ? "renewed" : set };
}

function newToken(app: App, brandId: number): { readonly sealed: string; readonly hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { sealed: app.secrets.seal(token, placeOf(brandId)), hash: hashOf(token) };
}

function presented(app: App, brandId: number, feed: FeedRow | null): PrivateOutput<"showBrandFeed"> {
  const changedAt = feed?.changedAt ?? null;
  if (feed === null || feed.token === null) return { state: "off", rss: null, json: null, changedAt };
  const address = addressOf(app, app.secrets.open(feed.token, placeOf(brandId)));
  return { state: "on", rss: `${address}.xml`, json: `${address}.json`, changedAt };
}

function placeOf(brandId: number): string {
  return `brand_feeds.token:${brandId}`;
}

/** Without the ending of a format. */
function addressOf({ config }: Pick<App, "config">, token: string): string {
  return `${config.publicUrl}/feeds/${token}`;
}

/** SHA-256 of the token: a slow hash adds nothing to 256 random bits. */
function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** The feed of an address in a format, with when something of it last changed. All wrong addresses get the same 404. */
export async function readBrandFeed(
  app: App,
  asked: { readonly token: string; readonly format: FeedFormat; readonly limit: number },
): Promise<{ readonly text: string; readonly changedAt: string }> {
  const feed = await openFeed(app, asked.token);
  return new FeedPages(app, feed, addressOf(app, asked.token)).page(asked.format, asked.limit);
}

/** A file of one of the feed's newest posts, as strangers may have it: others are not public by it. */
export async function findFeedMedium(app: App, asked: { readonly token: string; readonly id: string }): Promise<StoredMedia> {
  const feed = await openFeed(app, asked.token);
  const isShown = await new FeedPages(app, feed, addressOf(app, asked.token)).shows(asked.id, FEED_ITEMS_MAX);
  const medium = isShown ? await findStoredMedium(app.db, { brandId: feed.brandId, id: asked.id }) : null;
  const shown = medium === null ? null : await baredMedium(app, feed.brandId, medium);
  if (shown === null || typeof shown === "string") refuse(404, "media", "This file is not in the feed, or no longer.");
  return shown;
}

async function openFeed(app: App, token: string): Promise<OpenFeed> {
  return (
    (await findOpenFeed(app.db, hashOf(token))) ?? refuse(404, "feed", "There is no such feed. It may have been switched off or moved.")
  );
}

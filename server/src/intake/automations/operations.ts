import { withoutLogin } from "@rostrum/contract/feed-address.ts";
import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { CAPTION_TEMPLATE_DEFAULT, TITLE_TEMPLATE_DEFAULT } from "@rostrum/contract/templates.ts";
import type { App } from "../../app.ts";
import { findCollection, holdBrand, holdCollection } from "../../brands/collections/store.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer, Entering, Reaching } from "../../ground/viewer.ts";
import { findFeed } from "../feeds/discover.ts";
import { insertKnownItems } from "./items-store.ts";
import { keepLogin } from "./logins.ts";
import { newestOf } from "./rules.ts";
import { type AutomationRow, countAutomationsOf, insertAutomation, listAutomationsOf, lockAutomationPlan } from "./store.ts";

export async function listAutomations(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"listAutomations">,
): Promise<OperationOutput<"listAutomations">> {
  const [rows, total] = await Promise.all([
    listAutomationsOf(app.db, { brandId: viewer.brand.id, limit: input.perPage, offset: offsetOf(input) }),
    countAutomationsOf(app.db, viewer.brand.id),
  ]);
  return { rows: rows.map(presentAutomation), total };
}

/** As the public API creates one; its posts are shortened where they are too long. */
export async function createAutomation(
  app: App,
  { brand }: BrandViewer,
  { body, ...reaching }: OperationInput<"createAutomation"> & Reaching,
): Promise<OperationOutput<"createAutomation">> {
  return makeAutomation(app, {
    brandId: brand.id,
    holder: `feeds of account ${brand.accountId}`,
    body: { ...body, autoThreadText: false },
    reaching,
  });
}

/** As the dashboard creates one. */
export async function addAutomation(
  app: App,
  { brandId, body }: PrivateInput<"addAutomation">,
  { again }: Entering,
): Promise<PrivateOutput<"addAutomation">> {
  return makeAutomation(app, { brandId, holder: `brand ${brandId}`, body, reaching: { again } });
}

interface Making {
  readonly brandId: number;
  /** Whose share of what is fetched at once it is. */
  readonly holder: string;
  readonly body: PrivateInput<"addAutomation">["body"];
  readonly reaching: Reaching;
}

/**
 * Creates a feed automation once its feed has been fetched and parsed. Without `loadOldPosts` the feed's current items are marked
 * as known in the same transaction, so that only future ones are imported.
 */
async function makeAutomation(app: App, { brandId, holder, body, reaching }: Making): Promise<OperationOutput<"createAutomation">> {
  const collection = await findCollection(app.db, { brandId, collectionId: body.collectionId });
  if (collection === null) refuse(404, "collection", "Collection not found.");
  const found = await findFeed(app.net, body.type, body.feedUrl, {
    holder,
    ...(reaching.gone === undefined ? {} : { signal: reaching.gone }),
  });
  if (found.kind === "refused") refuse(400, "feedUrl", found.reason);
  await reaching.again?.();
  const row = await transaction(app.db, async (tx) => {
    // Fetching the feed may have taken a while, in which the brand may have been handed over.
    if (!(await holdCollection(tx, body.collectionId))) refuse(404, "collection", "Collection not found.");
    const held = (await holdBrand(tx, brandId)) ?? refuse(404, "brand", "Brand not found.");
    const { limit, count } = await lockAutomationPlan(tx, held.accountId);
    if (count >= limit) refuse(403, "plan", `The plan allows ${limit} automations.`);
    const now = app.clock.now();
    const automation = await insertAutomation(tx, {
      brandId,
      collectionId: body.collectionId,
      name: body.name,
      type: body.type,
      feedUrl: withoutLogin(body.feedUrl),
      fetchUrl: found.feedUrl,
      // With validators the first run would get 304 and import nothing.
      etag: body.loadOldPosts ? null : found.etag,
      lastModified: body.loadOldPosts ? null : found.lastModified,
      importAsType: body.importAsType,
      title: body.title ?? TITLE_TEMPLATE_DEFAULT,
      caption: body.caption ?? CAPTION_TEMPLATE_DEFAULT,
      loadOldPosts: body.loadOldPosts,
      addPostsAsDraft: body.addPostsAsDraft,
      autoThread: body.autoThreadText,
      refreshHours: body.refreshRate,
      nextRunAt: body.loadOldPosts ? now : addSeconds(now, body.refreshRate * 3600),
      newestItemAt: newestOf(found.feed.items, now),
      now,
    });
    if (found.login !== null) await keepLogin(app, tx, automation.id, found.login);
    if (!body.loadOldPosts) await insertKnownItems(tx, automation.id, found.feed.items, now);
    return automation;
  });
  return presentAutomation(row);
}

function presentAutomation({ lastRunAt, ...row }: AutomationRow) {
  return { ...row, lastRun: lastRunAt === null ? 0 : Math.floor(toEpochMilliseconds(lastRunAt) / 1000) };
}

import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { type Quota, quotaUsed, useQuota } from "../../sandbox/kit/quotas.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { requiredText, textIn } from "../../sandbox/meta/request.ts";
import { secondsIn } from "../../sandbox/meta/times.ts";
import { professionalAccount, requireRight, type Visit } from "./accounts.ts";
import { findContainer, stateOf } from "./containers.ts";
import { find, insert, mediaIdOf, type Stored } from "./model.ts";
import { refusal } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const QUOTA_SECONDS = 24 * 3600;

/** `POST /{account}/media_publish`: the container becomes a post that readers see. */
export async function publishContainer(visit: Visit, accountId: string): Promise<Record<string, unknown>> {
  requireRight(visit, "publish");
  const account = await professionalAccount(visit, accountId);
  if (account.restricted) throw refusal("restricted");
  const container = await publishable(visit, account);
  const quota = quotaOf(account, visit.settings);
  const { instead_of_publishing: instead, after_publishing: after } = visit.settings;
  if ((await quotaUsed(visit.world, visit.request, quota)) >= quota.total) throw refusal("postsUsedUp");
  if (instead !== null) throw refusal(instead);

  const mediaId = await publish(visit, container);
  await useQuota(visit.world, visit.request, quota);
  if (after !== null) throw refusal(after);
  return { id: mediaId };
}

/** `GET /{account}/content_publishing_limit`: counts posts, not containers; a carousel is one. */
export async function readLimit(visit: Visit, accountId: string): Promise<Record<string, unknown>> {
  requireRight(visit, "publish");
  const account = await professionalAccount(visit, accountId);
  const seconds = sinceSeconds(visit);
  const quota = quotaOf(account, visit.settings);
  const used = await quotaUsed(visit.world, visit.request, { ...quota, seconds });
  const entry = { quota_usage: used, config: { quota_total: quota.total, quota_duration: QUOTA_SECONDS } };
  const wanted = (textIn(visit.call, "fields") ?? "quota_usage").split(",");
  const unknown = wanted.find((name) => !Object.hasOwn(entry, name));
  if (unknown !== undefined)
    throw invalidParameter(`Tried accessing nonexisting field (${unknown}) on node type (ContentPublishingLimitResponse)`);
  return { data: [Object.fromEntries(Object.entries(entry).filter(([name]) => wanted.includes(name)))] };
}

function quotaOf(account: Stored<"account">, settings: Settings): Quota {
  return { name: `posts ${account.id}`, total: settings.posts_per_day, seconds: QUOTA_SECONDS };
}

async function publishable(visit: Visit, account: Stored<"account">): Promise<Stored<"container">> {
  const container = await findContainer(visit, requiredText(visit.call, "creation_id"));
  if (container === null) throw refusal("unknownContainer");
  if (container.account_id !== account.id) throw refusal("noPermission");
  if (container.kind === "item") throw invalidParameter("A carousel item cannot be published by itself");
  const { code, isPublished } = await stateOf(visit, container);
  if (isPublished) throw alreadyPublished();
  if (code === "EXPIRED") throw refusal("expired");
  if (code !== "FINISHED") throw refusal("notReady");
  return container;
}

async function publish({ world }: Visit, container: Stored<"container">): Promise<string> {
  const { account_id, kind, file, content } = container;
  const items = (await Promise.all(container.children.map((id) => find(world, "container", id)))).filter((item) => item !== null);
  for (const item of items) {
    const fields = { ...NO_COUNTS, account_id, kind: item.kind, file: item.file, content: item.content, children: [] };
    await insert(world, "carousel_item", mediaIdOf(item.id), fields);
  }
  const id = mediaIdOf(container.id);
  const children = items.map((item) => mediaIdOf(item.id));
  // Of two concurrent calls only one creates this document.
  if (!(await insert(world, "media", id, { ...NO_COUNTS, account_id, kind, file, content, children }))) throw alreadyPublished();
  return id;
}

const NO_COUNTS = { likes: 0, shares: 0, saves: 0, views: 0 };

/** What the real network answers is not documented; that one container gives one post follows from its status. */
function alreadyPublished() {
  return invalidParameter("The media has already been published");
}

/** How far back `since` asks to count: at most as far as the limit reaches. */
function sinceSeconds({ call, world }: Visit): number {
  const since = secondsIn(call, "since");
  if (since === null) return QUOTA_SECONDS;
  const seconds = toEpochMilliseconds(world.now()) / 1000 - since;
  if (seconds > QUOTA_SECONDS) throw invalidParameter("Param since must be within the last 24 hours");
  return Math.max(0, seconds);
}

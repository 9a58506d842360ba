import { addSeconds } from "@rostrum/contract/formats.ts";
import { cardOf, conversingFeed, fileUrl, labelled } from "../../sandbox/kit/feed.ts";
import { quotaUsed, useQuota } from "../../sandbox/kit/quotas.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import type { Asked } from "./caller.ts";
import { linksIn } from "./content.ts";
import { type Content, find, insert, LIST_MAX, list, type NewPost, postIdOf, type Stored } from "./model.ts";
import { permalinkOf, profileUrl } from "./present.ts";
import { mediaNotFound, quotaReached } from "./refusals.ts";
import { quotasOf, settingsOf } from "./settings.ts";

const DAY_SECONDS = 24 * 3600;

/** Stores a container as a post; false if it has been published before. */
export async function publish(asked: Asked, container: Stored<"container">): Promise<boolean> {
  const { world, request, account } = asked;
  const settings = await settingsOf(world);
  const parent = container.content.reply_to === null ? null : await find(world, "post", container.content.reply_to);
  if (container.content.reply_to !== null && parent === null) throw mediaNotFound();
  const quota = quotasOf(account.id, settings)[parent === null ? "posts" : "replies"];
  if (!(await useQuota(world, request, quota))) throw quotaReached(settings.quota_code);
  return storePost(world, postIdOf(container.id), { accountId: account.id, content: container.content, parent });
}

/** Stores a post of anybody; false if it is there already. */
export function storePost(
  world: SandboxWorld,
  id: string,
  { accountId, content, parent }: { accountId: string; content: Content; parent: Stored<"post"> | null },
): Promise<boolean> {
  const post: NewPost = {
    account_id: accountId,
    content,
    poll: content.poll_options.length === 0 ? null : { options: content.poll_options, ends_at: addSeconds(world.now(), DAY_SECONDS) },
    role: parent === null ? "post" : "reply",
    root: parent?.root ?? id,
    parent: parent?.id ?? "",
    quoted: content.quote_of ?? "",
  };
  return insert(world, "post", id, post);
}

/** `GET /{user}/threads_publishing_limit`: what has been used of each quota, and its limit. */
export async function publishingLimit({ world, request, account }: Asked): Promise<Record<string, unknown>> {
  const { posts, replies, deletes, searches } = quotasOf(account.id, await settingsOf(world));
  const shown = [
    ["quota_usage", "config", posts],
    ["reply_quota_usage", "reply_config", replies],
    ["delete_quota_usage", "delete_config", deletes],
    ["location_search_quota_usage", "location_search_config", searches],
  ] as const;
  const values: Record<string, unknown> = {};
  for (const [usage, config, quota] of shown) {
    values[usage] = await quotaUsed(world, request, quota);
    values[config] = { quota_total: quota.total, quota_duration: quota.seconds };
  }
  return values;
}

/** What readers see, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const everything = { limit: LIST_MAX };
  const [accounts, posts] = await Promise.all([list(world, "account", everything), list(world, "post", everything)]);
  return conversingFeed(world, { posts, accounts, limit }, (post, authors) => viewOf(world, post, authors));
}

function viewOf(world: SandboxWorld, post: Stored<"post">, authors: ReadonlyMap<string, string>): Omit<SandboxPost, "counts"> {
  const { content, poll } = post;
  const username = authors.get(post.id) ?? "somebody";
  const quoted = authors.get(post.quoted);
  return {
    id: post.id,
    author: `@${username}`,
    text: content.text,
    url: permalinkOf(world, { username }, post.id),
    createdAt: post.createdAt,
    media: content.media.map(({ file, mime, alt }) => ({ url: fileUrl(world, file), mime, alt })),
    poll: poll === null ? null : { options: poll.options, endsAt: poll.ends_at },
    card: content.link === null ? null : cardOf(content.link),
    replyTo: post.role === "reply" ? post.parent : null,
    ...labelled(content.topic_tag !== null && `Topic: ${content.topic_tag}`, quoted !== undefined && `Quotes @${quoted}`),
    links: linksIn(content.text, (name) => profileUrl(world, name)),
  };
}

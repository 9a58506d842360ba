import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { reactionsOn } from "../../sandbox/kit/feed.ts";
import { showNode } from "../../sandbox/meta/node.ts";
import { pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { requiredText, textIn } from "../../sandbox/meta/request.ts";
import { secondsIn } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, requireScope } from "./caller.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { postNode, repliesTo } from "./present.ts";

/** The day on which Threads began; nothing is older. */
const SINCE_MIN = 1_688_540_400;

/** `GET /{user}/threads`: the profile's posts without its replies, newest first. */
export function listPosts(asked: Asked): Promise<Record<string, unknown>> {
  return listOf(asked, "post");
}

/** `GET /{user}/replies`: what the profile replied to others and to itself. */
export function listReplies(asked: Asked): Promise<Record<string, unknown>> {
  requireScope(asked, "threads_read_replies");
  return listOf(asked, "reply");
}

async function listOf(asked: Asked, role: "post" | "reply"): Promise<Record<string, unknown>> {
  const { world, call, account } = asked;
  const now = toEpochMilliseconds(world.now()) / 1000;
  const since = secondsIn(call, "since") ?? SINCE_MIN;
  const until = secondsIn(call, "until") ?? now;
  if (since < SINCE_MIN) throw invalidParameter(`Param since must be at least ${SINCE_MIN}`);
  if (until > now) throw invalidParameter("Param until must not be in the future");
  const all = await list(world, "post", { where: { account_id: account.id, role }, limit: LIST_MAX });
  const within = all.filter(({ createdAt }) => {
    const at = toEpochMilliseconds(createdAt) / 1000;
    return at >= since && at <= until;
  });
  return pageFor(asked, within);
}

/** A page that was cut before posts that do not show yet are left out: it may be empty and not the last one. */
async function pageFor({ world, request, call, account }: Asked, all: readonly Stored<"post">[]): Promise<Record<string, unknown>> {
  const page = pageOf(all, { limit: textIn(call, "limit"), after: textIn(call, "after"), before: textIn(call, "before") });
  const shownUntil = addSeconds(world.now(), -listsLateSeconds(request));
  const shown = page.items.filter(({ createdAt }) => createdAt <= shownUntil);
  const fields = textIn(call, "fields");
  const data = await Promise.all(shown.map((post) => showNode(postNode(world, post, account), fields)));
  return pageBody(page, data, addressOf(world.baseUrl, request.url));
}

/** The call's own address without the token, for the link to the next page. */
function addressOf(baseUrl: string, path: string): string {
  const address = new URL(path, baseUrl);
  address.searchParams.delete("access_token");
  return address.href;
}

/**
 * `GET /{post}/insights`.
 * https://developers.facebook.com/documentation/threads/insights (2026-04)
 */
export async function insightsOf(asked: Asked, postId: string): Promise<Record<string, unknown>> {
  requireScope(asked, "threads_manage_insights");
  const post = await find(asked.world, "post", postId);
  if (post === null || post.account_id !== asked.account.id) throw unknownObject(postId, "get");
  const figures = await figuresOf(asked.world, postId);
  const names = requiredText(asked.call, "metric").split(",");
  return { data: names.map((name) => insight(postId, name.trim(), figures)) };
}

/** What readers did with a post. Nested replies do not count. */
interface Figures {
  readonly likes: number;
  readonly replies: number;
  readonly reposts: number;
  readonly quotes: number;
}

async function figuresOf(world: SandboxWorld, postId: string): Promise<Figures> {
  const { likes, shares: reposts } = await reactionsOn(world, postId);
  const replies = await repliesTo(world, postId);
  const quotes = await list(world, "post", { where: { quoted: postId }, limit: LIST_MAX });
  return { likes, replies: replies.length, reposts, quotes: quotes.length };
}

const TITLES: Readonly<Record<string, string>> = {
  views: "Views",
  likes: "Likes",
  replies: "Replies",
  reposts: "Reposts",
  quotes: "Quotes",
  shares: "Shares",
};

function insight(postId: string, name: string, figures: Figures): Record<string, unknown> {
  const title = Object.hasOwn(TITLES, name) ? TITLES[name] : undefined;
  if (title === undefined) throw invalidParameter(`metric[0] must be one of the following values: ${Object.keys(TITLES).join(", ")}`);
  const values: Readonly<Record<string, number>> = { ...figures, shares: 0, views: figures.likes + figures.replies + figures.reposts };
  return {
    name,
    period: "lifetime",
    values: [{ value: values[name] ?? 0 }],
    title,
    description: `${title} of your post.`,
    id: `${postId}/insights/${name}/lifetime`,
  };
}

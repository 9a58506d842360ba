import { reactionsOn } from "../../sandbox/kit/reactions.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { requiredText } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, requireScope } from "./caller.ts";
import { LIST_MAX, list } from "./model.ts";
import { findPost, repliesTo } from "./present.ts";

/**
 * `GET /{post}/insights`.
 * https://developers.facebook.com/documentation/threads/insights (2026-04)
 */
export async function insightsOf(asked: Asked, postId: string): Promise<Record<string, unknown>> {
  requireScope(asked, "threads_manage_insights");
  const post = await findPost(asked.world, postId);
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
  const quotes = (await list(world, "post", { where: { quoted: postId }, limit: LIST_MAX })).filter(({ deleted }) => !deleted);
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

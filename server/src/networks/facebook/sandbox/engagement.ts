import { reactionsOn } from "../../sandbox/kit/reactions.ts";
import { asksSummary } from "../../sandbox/meta/paging.ts";
import type { Asked } from "../../sandbox/meta/selection.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";

/** What readers did with a post, or with another object that they react to. */
export async function countsOf(world: SandboxWorld, on: string): Promise<{ likes: number; comments: number; shares: number }> {
  const comments = await list(world, "comment", { where: { on }, limit: LIST_MAX });
  return { ...(await reactionsOn(world, on)), comments: comments.length };
}

/** Oldest first. */
export async function commentsOn(world: SandboxWorld, on: string): Promise<Stored<"comment">[]> {
  return (await list(world, "comment", { where: { on }, limit: LIST_MAX })).reverse();
}

/** An edge as a field: `likes.summary(true)`. Who reacted is not told. */
export async function likesField(world: SandboxWorld, on: string, { modifiers }: Asked): Promise<Record<string, unknown>> {
  const { likes } = await countsOf(world, on);
  const isAsked = asksSummary(modifiers.summary, "total_count");
  return { data: [], ...(isAsked ? { summary: { total_count: likes } } : {}) };
}

/** Left out while there are none. */
export async function sharesField(world: SandboxWorld, on: string): Promise<{ count: number } | undefined> {
  const { shares } = await countsOf(world, on);
  return shares === 0 ? undefined : { count: shares };
}

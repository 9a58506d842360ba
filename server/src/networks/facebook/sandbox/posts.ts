import type { Instant } from "@rostrum/contract/formats.ts";
import { reactionsOn } from "../../sandbox/kit/feed.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import type { Asked } from "../../sandbox/meta/node.ts";
import { asksSummary } from "../../sandbox/meta/paging.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Fields, findOrInsert, insert, LIST_MAX, list, remove, type Stored } from "./model.ts";
import { photosPosted } from "./refusals.ts";

export async function newPostId(world: SandboxWorld, pageId: string): Promise<string> {
  return `${pageId}_${await newGraphId(world, 5)}`;
}

/** Creates the post. Its photos are claimed first; if another post has one of them, none is kept and there is no post. */
export async function createPost(world: SandboxWorld, fields: Fields<"post">, postId?: string): Promise<Stored<"post">> {
  const id = postId ?? (await newPostId(world, fields.page_id));
  await claimPhotos(world, fields.photo_ids, id);
  return findOrInsert(world, "post", id, fields);
}

/** Gives photos to a post or story; throws 1366051 if one of them is in another already. */
export async function claimPhotos(world: SandboxWorld, photoIds: readonly string[], postId: string): Promise<void> {
  const claimed: string[] = [];
  for (const photoId of photoIds) {
    if (await insert(world, "photo_use", photoId, { post_id: postId })) {
      claimed.push(photoId);
      continue;
    }
    for (const mine of claimed) await remove(world, "photo_use", mine);
    throw photosPosted();
  }
}

/** Whether readers saw it at this time. */
export function isVisible({ visible_at }: Pick<Stored<"post">, "visible_at">, at: Instant): boolean {
  return visible_at !== null && visible_at <= at;
}

/** The Page's posts that readers saw at this time, newest first. */
export async function visiblePosts(world: SandboxWorld, pageId: string, at: Instant): Promise<Stored<"post">[]> {
  const posts = await list(world, "post", { where: { page_id: pageId }, limit: LIST_MAX });
  return posts.filter((post) => isVisible(post, at)).sort(latestFirst);
}

export function latestFirst(a: { readonly visible_at: string | null }, b: { readonly visible_at: string | null }): number {
  return (b.visible_at ?? "").localeCompare(a.visible_at ?? "");
}

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

import { addSeconds } from "@rostrum/contract/formats.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { requiredText } from "../../sandbox/meta/request.ts";
import type { SandboxReaction, SandboxWorld } from "../../sandbox/network.ts";
import { requireRight, type Visit } from "./accounts.ts";
import { find, insert, kindOfId, known, list, newId, type Stored, type StoredFile, shortcodeOf } from "./model.ts";

/** As many of an account's posts and of a post's comments as are looked at. */
const LENGTH_MAX = 1000;
const STORY_SECONDS = 24 * 3600;

/** Newest first. */
export function postsOf(world: SandboxWorld, accountId: string): Promise<Stored<"media">[]> {
  return list(world, "media", { where: { account_id: accountId }, limit: LENGTH_MAX });
}

/** Newest first, replies to comments included. */
export function commentsOn(world: SandboxWorld, mediaId: string): Promise<Stored<"comment">[]> {
  return list(world, "comment", { where: { media_id: mediaId }, limit: LENGTH_MAX });
}

/** Stories are there for 24 hours. */
export function isOver(world: SandboxWorld, post: Stored<"media">): boolean {
  return post.kind === "story" && world.now() >= addSeconds(post.createdAt, STORY_SECONDS);
}

export function permalinkOf(world: SandboxWorld, post: Stored<"media">, author: Stored<"account">): string {
  const site = `${world.baseUrl}/www`;
  if (post.kind === "story") return `${site}/stories/${author.username}/${post.id}`;
  return `${site}/${post.kind === "reel" ? "reel" : "p"}/${shortcodeOf(post.id)}/`;
}

const EXTENSIONS = [
  { mime: "image/jpeg", extension: "jpg" },
  { mime: "video/mp4", extension: "mp4" },
  { mime: "video/quicktime", extension: "mov" },
];

export function fileUrl(world: SandboxWorld, file: StoredFile): string {
  return `${world.baseUrl}/files/${file.id}.${EXTENSIONS.find(({ mime }) => mime === file.mime)?.extension ?? "bin"}`;
}

export function mimeOfFile(extension: string): string {
  return EXTENSIONS.find((one) => one.extension === extension)?.mime ?? "application/octet-stream";
}

/** `POST /{media}/comments`: the account comments on its own post. */
export async function commentOn(visit: Visit, mediaId: string): Promise<Record<string, unknown>> {
  requireRight(visit, "comment");
  const post = await reachablePost(visit, mediaId);
  if (post.kind === "story") throw invalidParameter("This media does not take comments");
  const text = requiredText(visit.call, "message");
  const { username } = await known(visit.world, "account", post.account_id);
  const id = await newId(visit.world, "comment");
  await insert(visit.world, "comment", id, {
    media_id: post.id,
    parent_id: null,
    account_id: post.account_id,
    username,
    text,
    likes: 0,
  });
  return { id };
}

/** A post of an account that the caller reaches. Stories that are over are gone. */
export async function reachablePost(visit: Visit, id: string): Promise<Stored<"media">> {
  const post = await find(visit.world, "media", id);
  if (post === null || isOver(visit.world, post) || !visit.caller.accountIds.includes(post.account_id)) {
    throw unknownObject(id, visit.call.method);
  }
  return post;
}

const READER = "reader";

/** A reader's reaction to a post or comment. Each counts as another reader's, so that counts can grow. */
export async function reactTo(world: SandboxWorld, id: string, reaction: SandboxReaction): Promise<void> {
  const isComment = kindOfId(id) === "comment";
  if (reaction.kind === "comment") {
    const comment = isComment ? await find(world, "comment", id) : null;
    const mediaId = comment === null ? id : comment.media_id;
    if ((await find(world, "media", mediaId)) === null) return;
    const parentId = comment === null ? null : (comment.parent_id ?? comment.id);
    const fields = { media_id: mediaId, parent_id: parentId, account_id: null, username: READER, text: reaction.text, likes: 0 };
    await insert(world, "comment", await newId(world, "comment"), fields);
    return;
  }
  if (reaction.kind === "like") await world.objects.increment(isComment ? "comment" : "media", id, "likes");
  // Comments cannot be shared.
  else if (!isComment) await world.objects.increment("media", id, "shares");
}

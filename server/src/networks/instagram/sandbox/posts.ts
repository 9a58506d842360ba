import { addSeconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { shortcodeOf } from "./ids.ts";
import { find, list, type Stored, type StoredFile } from "./model.ts";

/** A post, or an item of a carousel. */
export type Post = Stored<"media"> | Stored<"carousel_item">;

/** As many of an account's posts and of a post's comments as are looked at. */
const LENGTH_MAX = 1000;
const STORY_SECONDS = 24 * 3600;

export async function findPost(world: SandboxWorld, id: string): Promise<Post | null> {
  return (await find(world, "media", id)) ?? (await find(world, "carousel_item", id));
}

/** Newest first. */
export function postsOf(world: SandboxWorld, accountId: string): Promise<Stored<"media">[]> {
  return list(world, "media", { where: { account_id: accountId }, limit: LENGTH_MAX });
}

/** Newest first, replies to comments included. */
export function commentsOn(world: SandboxWorld, mediaId: string): Promise<Stored<"comment">[]> {
  return list(world, "comment", { where: { media_id: mediaId }, limit: LENGTH_MAX });
}

/** Stories are there for 24 hours. */
export function isOver(world: SandboxWorld, post: Post): boolean {
  return post.kind === "story" && world.now() >= addSeconds(post.createdAt, STORY_SECONDS);
}

export function permalinkOf(world: SandboxWorld, post: Post, author: Stored<"account">): string {
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

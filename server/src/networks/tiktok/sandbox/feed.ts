import { toInstant } from "@rostrum/contract/formats.ts";
import { WORDS_ALONE } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { FOLLOWERS, FRIENDS, LIST_MAX, list, ONLY_ME, PUBLIC, type Received, type Stored } from "./model.ts";
import { isPublic, stateOf } from "./publishes.ts";
import { countsIn, type Reactions, readReactions } from "./reactions.ts";
import { fileUrl, permalinkOf, profileUrl, tagUrl } from "./urls.ts";

const VIEWER = "Viewer";
const VIEWERS: Readonly<Record<string, string>> = {
  [PUBLIC]: "Everyone",
  [FOLLOWERS]: "Followers",
  [FRIENDS]: "Friends",
  [ONLY_ME]: "Only me",
};

/** What is processed, with its comments, newest first: posts with who may see them, and drafts, each in its creator's inbox. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const everything = { limit: LIST_MAX };
  const [accounts, publishes, reactions] = await Promise.all([
    list(world, "account", everything),
    list(world, "publish", everything),
    readReactions(world),
  ]);
  const usernames = new Map(accounts.map(({ id, username }) => [id, username]));
  return publishes
    .flatMap((publish) => seen(world, { publish, username: usernames.get(publish.account_id) ?? "somebody", reactions }))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, limit);
}

interface Shown {
  readonly publish: Stored<"publish">;
  readonly username: string;
  readonly reactions: Reactions;
}

function seen(world: SandboxWorld, { publish, username, reactions }: Shown): SandboxPost[] {
  const state = stateOf(world, publish);
  if (publish.received === null || (state !== "complete" && state !== "inbox")) return [];
  const isDraft = state === "inbox";
  const { processing, post_id, files } = publish.received;
  const text = [publish.title, publish.description].filter((part) => part !== "").join("\n\n");
  // The API names posts that are not public by their publish ids alone.
  const [id, url] = isPublic(world, publish) ? [post_id, permalinkOf(world, username, post_id)] : [publish.id, profileUrl(world, username)];
  const { views: _views, ...counts } = countsIn(reactions, publish.id);
  const post: SandboxPost = {
    id,
    author: isDraft ? `@${username} (inbox)` : `@${username}`,
    text,
    url,
    createdAt: toInstant(processing.ready_at),
    media: mediaOf(world, files),
    poll: null,
    card: null,
    replyTo: null,
    counts,
    label: isDraft ? "Draft, to be finished in the app" : [VIEWERS[publish.privacy_level ?? ""], ...publish.marks].join(" · "),
    ...(files.some(({ mime }) => mime.startsWith("video/")) ? { frame: "video" as const } : {}),
    // Only photos have a description; a video's title is its caption.
    ...(publish.description === "" ? {} : { foldedText: publish.description }),
    links: linksIn(world, text),
  };
  return [...commentsOn(post, reactions, publish.id), post];
}

function mediaOf(world: SandboxWorld, files: Received["files"]): SandboxPost["media"] {
  return files.map(({ id, mime, digest }) => ({ url: fileUrl(world, id), mime, alt: "", digest }));
}

function commentsOn({ id: postId, url }: SandboxPost, { comments }: Reactions, publishId: string): SandboxPost[] {
  const all = comments.filter(({ publish_id }) => publish_id === publishId);
  return all.map(({ id, on, text, createdAt }) => ({
    id,
    author: VIEWER,
    text,
    url,
    createdAt,
    ...WORDS_ALONE,
    replyTo: on === "" ? postId : on,
    counts: { likes: 0, comments: all.filter((answer) => answer.on === id).length, shares: 0 },
  }));
}

/** Tags and mentions. Addresses stay plain text, as everywhere on TikTok. */
function linksIn(world: SandboxWorld, text: string): SandboxPost["links"] {
  return [...text.matchAll(/([#@])([\p{L}\p{M}\p{N}_]+)/gu)].map(({ 0: whole, 1: sign, 2: name = "", index }) => ({
    start: index,
    end: index + whole.length,
    href: sign === "#" ? tagUrl(world, name.toLowerCase()) : profileUrl(world, name),
  }));
}
